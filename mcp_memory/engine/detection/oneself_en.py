"""English forms in which people tell of themselves: appointments, what they did, experience, counts, where they are."""

import re

_NUMBER = (
    r"(?:[$€£¥]?\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    r"|eighteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|(?:a )?dozen|half"
    r"|halfway|several|twice)\b"
)
_NAMED = r"(?-i:(?<=[\w,] )(?!I\b|I'|OK\b)[A-Z][\w.+#-]+|〇{2,})"
_DAY = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|tonight|today|noon|midnight|next (?:week|month|year"
    r"|\w+day)"
    r"|(?:january|february|march|april|june|july|august|september|october|november|december)|may \d{1,2}|\d{1,2}(?:st"
    r"|nd"
    r"|rd|th)?(?: of)? may|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.? \d{1,2}|\d{1,2}/\d{1,2}"
    r"|\d{4}-\d\d-\d\d|\d{1,2}(?::\d\d)? ?[ap]\.?m\b|at \d{1,2}(?::\d\d)?|in (?:a|an|two|three|four|five|six|\d+)"
    r" (?:days?|weeks?|months?|hours?)|the \d{1,2}(?:st|nd|rd|th))"
)
_PAST_DAY = (
    r"(?:yesterday|last (?:week|month|year|night|\w+day|spring|summer|autumn|fall|winter)|ago\b|in \d{4}|since \w+)"
)
_DETAIL = rf"(?:\b{_NUMBER}|{_NAMED}|\b{_DAY}\b|\b{_PAST_DAY})"
_SOON = (
    r"(?:\w+ly |also |just |now |already |only |currently |finally |then |recently |first |both |all |still |even )*"
)
_ABOUT = (
    r"(?:about |around |over |almost |nearly |only |just |at least |exactly |a total of |more than |less than "
    r"|fewer than"
    r" |up to |roughly |some |another |approximately |now |already |currently )*"
)
_IDLE = (
    r"(?!(?:it|this|that|them)\b|(?:\S+ ){0,3}?(?:questions?|errors?|exceptions?|issues?|problems?|doubts?|ideas?"
    r"|thoughts?|feelings?|screenshots?|images?|attach\w*|minutes?\b(?! (?:late|away|of))|seconds|messages?|answers?"
    r"|suggestions?|responses?|tracebacks?|warnings?|snippets?|options|choices|things?|points?|concerns?|lines?"
    r"|changes|your|you|trouble|tabs?)\b)"
)
_EXERCISES = (
    r"(?:completed|finished|solved|practi[sc]ed|answered|done|worked through|gone through) (?:about |around |over "
    r"|almost"
    r" |only |just |at least |all |nearly |my )*"
)
_APPOINTMENT = (
    r"(?:calls?|meetings?|appointments?|sessions?|exams?|tests?|finals?|flights?|deadlines?|interviews?|class(?:es)?"
    r"|lessons?"
    r"|workshops?|webinars?|conferences?|presentations?|demos?|viewings?|check-?ups?|surgery|operation|hearing|trips?"
    r"|wedding"
    r"|part(?:y|ies)|visits?|consultations?|bookings?|reservations?|reviews?|stand-?ups?|tours?|games?|match(?:es)?"
    r"|races?"
    r"|concerts?|rehearsals?|seminars?|lectures?|shifts?|deliver(?:y|ies)|inspections?|ceremony|trainings?|catch-?ups?"
    r"|one-on-ones?|1:1s?|audition|marathon|recital|vaccination|court date|due date|train|ferry|closing|launch)"
)
_REPEATS = re.compile(
    r"\b(?:every|each|weekly|daily|monthly|usually|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b", re.IGNORECASE
)
_WAS = re.compile(
    rf"(?:i|we) (?:\w+ly )?had\b|.*\b(?:was|were|went|took place)\b(?! (?:moved|re?scheduled|pushed|set))"
    rf"|.*{_PAST_DAY}",
    re.IGNORECASE,
)
_DATED = (
    re.compile(
        rf"(?:i|we)(?:'ve got| have got| have|'ve| had|'ve scheduled| scheduled|'ve booked| booked| set up"
        rf"|'ve set up) {_SOON}"
        rf"(?:an?|my|our|the|another|{_NUMBER}) (?:[\w'-]+ ){{0,4}}?{_APPOINTMENT}\b.*\b{_DAY}\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:my|our|the) (?:[\w'-]+ ){{0,5}}?{_APPOINTMENT}\b(?: [\w'-]+){{0,6}}? (?:is|are|was|were|got|has been"
        rf"|have been|starts?"
        rf"|begins?|leaves?|departs?|takes place|moved|falls|will be)\b.*\b{_DAY}\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"there(?:'s| is| will be) (?:an?|my|our|the) (?:[\w'-]+ ){{0,4}}?{_APPOINTMENT}\b.*\b{_DAY}\b", re.IGNORECASE
    ),
    re.compile(
        rf"(?:i'm|i am|we're|we are) {_SOON}(?:meeting|seeing|visiting|flying|travel+ing|leaving|moving|starting"
        rf"|presenting"
        rf"|interviewing|speaking|giving|having|hosting|sitting|taking|launching|attending|joining|getting|delivering"
        rf"|submitting|due|picking) (?!{_NUMBER} errors).*\b{_DAY}\b",
        re.IGNORECASE,
    ),
)
_IRREGULAR = (
    r"(?:been|begun|bought|brought|built|caught|chosen|cut|done|driven|earned|eaten|fallen|flown|found|given|gone"
    r"|grown|had"
    r"|held|kept|known|learnt|led|left|lost|made|met|paid|put|raised|read|risen|run|sat|sent|set|sold|spent|spoken"
    r"|sung|swum|taken|taught|won|worn|written|drawn|dealt|ridden|hit|become|come|drunk|slept|stood|seen|got)"
)
_PASSING = (
    r"(?!(?:tried|noticed|heard|thought|attached|pasted|uploaded|provided|included|asked|wondered|looked|checked"
    r"|restarted"
    r"|searched|googled|encountered|said|told|mentioned|understood|realized|realised|forgotten|felt|wanted|needed"
    r"|decided"
    r"|followed|clicked|got it|gotten|seen|come across|run into|had (?:a|an|some|any|no) (?:look|issue|problem|hard)"
    r"|been (?:looking|thinking|trying|wondering|struggling|having|getting|meaning|feeling|told|there|so|this|able"
    r"|stuck|asked|worried))\b)"
)
_ENDS_MATTER = (
    r"(?:finished|completed|submitted|sent|handed in|turned in|booked|signed(?! in| out| up)|secured|hired|bought"
    r"|purchased"
    r"|scheduled|registered|enrolled|applied|published|launched|won|passed|joined|accepted|graduated|rented|adopted"
    r"|reserved|ordered|sold|quit|declined|rejected|rescheduled|postponed)"
)
_DID = (
    r"(?:met|visited|interviewed|hired|married|attended|joined|left|moved|graduated|studied|worked|taught|learned"
    r"|learnt"
    r"|started|began|finished|completed|submitted|sent|booked|bought|sold|signed|won|passed|failed|scored|ran|swam"
    r"|cycled"
    r"|walked|hiked|read|wrote|practi[sc]ed|spent|earned|saved|lost|gained|paid|received|got|had|took|made|did|missed"
    r"|solved"
    r"|published|launched|scheduled|rescheduled|set up|reached|improved|increased|reduced|cut|went|collaborated"
    r"|declined"
    r"|accepted|rejected|chose|spoke|talked|called|enrolled|registered|applied|built|collected|gathered|recorded|raised"
    r"|merged|deployed|migrated|implemented|covered|drafted|revised|edited|handed|turned|planted|painted|cooked|baked"
    r"|grew"
    r"|borrowed|lent|donated|rented|adopted|quit|retired|turned)"
)
_RELATIVE = (
    r"(?:wife|husband|partner|fiancée?|girlfriend|boyfriend|son|daughter|kids?|child(?:ren)?|mother|father|mum|mom|dad"
    r"|parents?|brother|sister|cousin|aunt|uncle|niece|nephew|grand(?:mother|father|ma|pa|son|daughter)|flatmate"
    r"|roommate"
    r"|neighbou?r|landlord|landlady|boss|colleague|coworker|mentor|tutor|coach|dog|cat)s?"
)
_CALENDAR = (
    r"(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.? \d|\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:january"
    r"|february|march|april|may|june|july|august|september|october|november|december)|\d{4}-\d\d-\d\d|in \d{4}\b)"
)
_TOLD = (
    re.compile(
        rf"(?:my|our) (?:\w+ )?{_RELATIVE}\b(?: (?-i:[A-Z])\w+)?,? {_SOON}(?!(?:says?|said|thinks?|told|asked"
        rf"|feels?)\b)\w+"
        rf"(?:s|ed|ing)\b.*{_DETAIL}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:i|we) {_SOON}(?:play|sing|coach|teach|volunteer|collect|breed|paint|study|dance) (?:the |an? |in |at "
        rf"|as |for )?"
        r"(?!(?:it|this|that|with|around|along|your?|my|things?)\b)\w{4,}",
        re.IGNORECASE,
    ),
    re.compile(rf"(?:i|we)(?:'ve| have)? {_SOON}{_EXERCISES}{_NUMBER} \w", re.IGNORECASE),
    re.compile(rf"(?:i|we) {_SOON}{_PASSING}\w+ed\b {_IDLE}.*\b{_CALENDAR}", re.IGNORECASE),
    re.compile(
        rf"(?:i|we)(?:'ve| have|'d| had) {_SOON}(?!never|not){_PASSING}(?:\w+ed|{_IRREGULAR})\b {_IDLE}.*{_DETAIL}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:i|we)(?:'ve| have) {_SOON}{_ENDS_MATTER} (?:for |to |in )?{_IDLE}(?:an?|the|my|our|all|his|her"
        rf"|their) \w{{3,}}",
        re.IGNORECASE,
    ),
    re.compile(rf"(?:i|we) {_SOON}{_DID}\b {_IDLE}.*(?:\b{_NUMBER}|\b{_DAY}\b|\b{_PAST_DAY})", re.IGNORECASE),
    re.compile(rf"i {_SOON}(?!(?:had|got|did|made|took|went|read)\b){_DID}\b {_IDLE}.*{_NAMED}", re.IGNORECASE),
    re.compile(
        rf"(?:i|we)(?:'ve| have) (?:actually |really |honestly )*(?:never|not) (?:actually |really |even |yet "
        rf"|personally )*{_PASSING}"
        rf"(?:\w+ed|{_IRREGULAR}) (?!(?:so|this|that|it|them|more|such|better|worse)\b)\w",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:i|we) (?:haven't|have not|didn't|did not) (?:actually |really |even |yet |personally )*{_PASSING}"
        rf"(?:\w+ed|{_IRREGULAR}|attend|meet|finish|submit|book|join|complete|enrol\w*|use|hire|sign|receive) {_IDLE}"
        rf"(?=.*(?:\b(?:before|yet|ever)\b|{_DETAIL}))\w",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:i|we) have (?:no|little|some|limited|basic|prior|previous|a lot of|(?:over |about |more than "
        r"|almost )?(?:\d+|two"
        r"|three|four|five|six|seven|eight|ten|fifteen|twenty)\+? years?(?: of|'"
        r"| worth of)) (?:[\w'-]+ ){0,3}?(?:experience"
        r"|background|training|knowledge of)\b"
        r"|(?:i'm|i am|we're|we are) (?:\w+ly |pretty |quite |very |still |already )*(?:familiar with|new to"
        r"|experienced (?:in"
        r"|with)|fluent in|certified|enrolled|registered|employed|majoring|licensed|based|signed up for|booked (?:on"
        r"|in|for))"
        r" (?!this\b|that\b|it\b|all\b|here\b)\w",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:i|we)(?:'ve got| have| own| got|'ve) {_SOON}{_ABOUT}{_NUMBER} {_IDLE}(?!(?:minutes?|seconds?|of (?:them"
        rf"|these))\b)\w",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:i|we) {_SOON}(?:always |usually |often |only )*(?:earn|make|spend|pay|save|charge|weigh|drink|sleep"
        rf"|walk|run|study"
        rf"|practi[sc]e|work|train|swim|cycle|commute|drive|teach|serve|sell|host|manage|lead|employ|rent|live|jog"
        rf"|meditate"
        rf"|volunteer|read|write|cook|play) (?!through this)(?:.*(?:\b{_NUMBER}|{_NAMED})|(?:.* )?(?:every|each"
        rf"|on) \w+days?)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:my|our) (?!(?:questions?|problems?|issues?|errors?|opinion|point|guess|understanding|code|concern"
        r"|goal is to)\b)"
        r"(?:[\w'/-]+ ){1,7}?(?:is|are|was|were|has|have|had|contains?|includes?|covers?|stands?|takes?|costs?"
        r"|reached|hit"
        r"|dropped|fell|grew|rose|went|increased|improved|decreased|runs?|lasts?|lives?|works?|studies|scored|weighs?"
        r"|got"
        rf"|moved|jumped|averages?|expires?|turns|turned|started|starts|ends?|wants|teaches|plays)\b.*{_DETAIL}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:i'm|i am|we're|we are) {_SOON}(?:taking|attending|doing|completing|pursuing|studying|learning"
        rf"|preparing for"
        r"|training for|practi[sc]ing|teaching|working (?:as|at|for|with|on)|building|developing|writing|using|managing"
        rf"|leading|running|organi[sz]ing|hosting|renovating|saving|volunteering|earning|paying|aiming"
        rf"|collaborating) {_IDLE}.*{_DETAIL}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:i'm|i am|we're|we are) (?:now |currently |already |only |about |around |almost |nearly |still "
        rf"|over )*(?:at|on|up to"
        rf"|down to|about|halfway|through|(?=\d))(?! (?:line|step)\b) ?(?:\w+ ){{0,2}}?{_ABOUT}{_NUMBER}",
        re.IGNORECASE,
    ),
)
_SPEAKER = re.compile(r"(?:i|we)\b", re.IGNORECASE)
_GOES_ON = re.compile(
    r"which (?:i|we)\b|which (?:(?:has|have|had|is|are|was|were|now|recently|currently|just|already|only) )+(?:\w+ )?.*"
    rf"{_DETAIL}",
    re.IGNORECASE,
)
_NOT_TOLD = re.compile(
    r"\b(?:you|your|error|errors|fails?|failing|crash\w*|not working|doesn't work|isn't working|would|could|should"
    r"|might"
    r"|as (?:suggested|instructed|shown))\b",
    re.IGNORECASE,
)
_GOAL = re.compile(
    r"(?:i'm|i am|we're|we are) (?:\w+ly |just |still |also )*(?:trying|working|planning|preparing|building|developing"
    r"|writing|learning|studying|organi[sz]ing|looking to|aiming|making|creating|designing|setting up)\b",
    re.IGNORECASE,
)


def is_due_en(clause: str) -> bool:
    """Whether a masked clause tells an appointment that is still to come, by its tense."""
    return _is_dated(clause) and not _WAS.match(clause) and not _REPEATS.search(clause)


def is_told_en(clause: str) -> bool:
    """Whether a masked clause tells something concrete of the speaker."""
    return not _NOT_TOLD.search(clause) and (_is_dated(clause) or any(form.match(clause) for form in _TOLD))


def goes_on_en(clause: str) -> bool:
    """Whether a masked relative clause tells a number, name or date of what stands before it, or what was done."""
    if _NOT_TOLD.search(clause) or not _GOES_ON.match(clause):
        return False
    rest = clause[len("which ") :]
    return is_told_en(rest) if _SPEAKER.match(rest) else True


def is_goal_en(clause: str) -> bool:
    """Whether a masked clause says what the speaker is about, which the next one needs to be understood."""
    return bool(_GOAL.match(clause))


def _is_dated(clause: str) -> bool:
    return any(form.match(clause) for form in _DATED)
