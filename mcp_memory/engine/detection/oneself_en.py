"""English forms in which people tell of themselves: appointments, what they did, experience, counts, where they are."""

import re

from mcp_memory.engine.detection.words_en import MONTH

NUMBER = (
    r"(?:[$€£¥]?\d[\d,.]*(?:%|(?:[mk]?s|k|[kmgt]b|[km]?g|[kcm]?m|px|h|hrs?|mins?|fps|x)?\b)|(?:two|three|four|five|six|seven"
    r"|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty"
    r"|ninety|hundreds?|thousands?|millions?|(?:a )?dozen|half|halfway|several|twice)\b)"
)
_NAMED = r"(?-i:(?<=[\w,] )(?!I\b|I'|OK\b)[A-Z][\w.+#-]+|〇{2,})"
_MONTH_SHORT = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)"
DAY = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|tonight|today|noon|midnight|next (?:week|month|year"
    rf"|\w+day)|(?!may){MONTH}|{_MONTH_SHORT}\.? \d{{1,2}}|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}"
    r"|\d{1,2}/\d{1,2}|\d{4}-\d\d-\d\d|\d{1,2}(?::\d\d)? ?[ap]\.?m\b|at \d{1,2}(?::\d\d)?"
    r"|in (?:a|an|two|three|four|five|six|\d+) (?:days?|weeks?|months?|hours?)|the \d{1,2}(?:st|nd|rd|th))"
)
_PAST_DAY = (
    r"(?:yesterday|last (?:week|month|year|night|\w+day|spring|summer|autumn|fall|winter)|ago\b|in \d{4}|since \w+)"
)
_DETAIL = rf"(?:\b{NUMBER}|{_NAMED}|\b{DAY}\b|\b{_PAST_DAY})"
DETAIL = re.compile(_DETAIL, re.IGNORECASE)
SOON = (
    r"(?:\w+ly |no longer |also |just |now |already |only |currently |finally |then |recently "
    r"|first |both |all |still |even )*"
)
ABOUT = (
    r"(?:about |around |over |almost |nearly |only |just |at least |exactly |a total of |more than |less than "
    r"|fewer than"
    r" |up to |roughly |some |another |approximately |now |already |currently )*"
)
IDLE = (
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
APPOINTMENT = (
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
        rf"|'ve set up) {SOON}"
        rf"(?:an?|my|our|the|another|{NUMBER}) (?:[\w'-]+ ){{0,4}}?{APPOINTMENT}\b.*\b{DAY}\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:my|our|the) (?:[\w'-]+ ){{0,5}}?{APPOINTMENT}\b(?: [\w'-]+){{0,6}}? (?:is|are|was|were|got|has been"
        rf"|have been|starts?"
        rf"|begins?|leaves?|departs?|takes place|moved|falls|will be)\b.*\b{DAY}\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"there(?:'s| is| will be) (?:an?|my|our|the) (?:[\w'-]+ ){{0,4}}?{APPOINTMENT}\b.*\b{DAY}\b", re.IGNORECASE
    ),
    re.compile(
        rf"(?:i'm|i am|we're|we are) {SOON}(?:planning an?|meeting|seeing|visiting|flying|travel+ing|leaving"
        rf"|moving|relocating|driving|performing|marrying|defending|graduating|retiring|celebrating|starting|presenting"
        rf"|interviewing|speaking|giving|having|hosting|sitting|taking|launching|attending|joining|getting|delivering"
        rf"|submitting|due|picking) (?!{NUMBER} errors).*\b{DAY}\b",
        re.IGNORECASE,
    ),
)
DONE = (
    r"(?:been|begun|bought|brought|built|caught|chosen|cut|done|driven|earned|eaten|fallen|flown|found|given|gone"
    r"|grown|had"
    r"|held|kept|known|learnt|led|left|lost|made|met|paid|put|raised|read|risen|run|sat|sent|set|sold|spent|spoken"
    r"|sung|swum|taken|taught|won|worn|written|drawn|dealt|ridden|hit|become|come|drunk|slept|stood|seen|got)"
)
_PASSING = (
    r"(?!(?:tried|noticed|heard|thought|attached|pasted|uploaded|provided|included|asked|wondered|looked|checked"
    r"|restarted"
    r"|searched|googled|encountered|said|told|mentioned|understood|realized|realised|forgotten|felt|wanted|need(?:ed)?"
    r"|decided"
    r"|followed|clicked|got it|gotten|seen|come across|run into|had (?:a|an|some|any|no) (?:look|issue|problem|hard)"
    r"|imagined|been (?:looking|thinking|trying|wondering|struggling|having|getting|meaning|feeling|told|there|so|this"
    r"|able|stuck|asked|worried))\b)"
)
_ENDS_MATTER = (
    r"(?:finished|completed|submitted|sent|handed in|turned in|booked|signed(?! in| out| up)|secured|hired|bought"
    r"|purchased"
    r"|scheduled|registered|enrolled|applied|published|launched|won|passed|joined|accepted|graduated|rented|adopted"
    r"|reserved|ordered|sold|quit|declined|rejected|rescheduled|postponed)"
)
DID = (
    rf"(?:{_PASSING}\w+ed|met|left|taught|learnt|began|sent|bought|sold|won|ran|swam|read|wrote|spent|lost|paid|got|had"
    r"|took|made|did|set up|cut|went|chose|spoke|built|grew|lent|quit|gave|brought|drew|drove|flew|fell|found|kept|led"
    r"|rode|sang|spent|stood|wore|ate|drank|caught|broke"
    r"|had to (?!(?:be|ask|say|admit|look|think|do|go|have|wait)\b)\w+)(?!')"
)
_RELATIVE = (
    r"(?:wife|husband|partner|fiancée?|girlfriend|boyfriend|son|daughter|kids?|child(?:ren)?|mother|father|mum|mom|dad"
    r"|parents?|brother|sister|cousin|aunt|uncle|niece|nephew|grand(?:mother|father|ma|pa|son|daughter)|flatmate"
    r"|roommate"
    r"|neighbou?r|landlord|landlady|boss|colleague|coworker|mentor|tutor|coach|dog|cat)s?"
)
NAME = (
    r"(?-i:(?!(?:I|The|This|That|It|There|Here|What|Who|We|You|He|She|They|If|So|And|But|My|Our|Can|How|Every\w*|Some\w*"
    r"|No\w*|\w+ly|\w+ing|\w+day|January|February|March|April|May|June|July|August|September|October|November|December)\b)"
    r"[A-Z][a-z]+)"
)
_FOR_US = (
    r"(?:suggested|recommended|advised|told|reviewed|agreed|offered|gave|sent|invited|introduced|connected|praised|helped"
    r"|taught|lent|joined|met|hired|promised|approved|rejected|declined|accepted|assigned|referred|encouraged)"
)
_OURS = r".*\b(?:me|my|us|our|i|we)\b"
MOVED = r"(?:moved|re?scheduled|postponed|pushed|extended|delayed|shortened|raised|lowered|increased|reduced|cut)\b"
DATE = rf"(?:{_MONTH_SHORT}[a-z]*\.? \d+|\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTH}|\d{{4}}-\d\d-\d\d)"
_LASTING = (
    r"(?:left-handed|vegan|vegetarian|diabetic|pregnant|retired|divorced|married|widowed|colou?r-blind|deaf|self-employed"
    r"|unemployed|coeliac|celiac|asthmatic|epileptic|dyslexic|autistic|blind"
    r"|(?:lactose|gluten) intolerant|allergic to \w+)"
)
_SCHOOLING = (
    r"(?:course|class|module|seminar|degree|diploma|certificate|apprenticeship|internship|placement|ph\.?d|masters?"
    r"|bachelors?|training|workshop|licen[cs]e)s?"
)
_SPAN = r"year|month|week|season|term|semester|summer|winter|decade"
_TOLD = (
    re.compile(
        rf"(?:my|our) (?:\w+ )?{_RELATIVE}\b(?: (?-i:[A-Z])\w+)?,? {SOON}(?!(?:says?|said|thinks?|told|asked"
        rf"|feels?)\b)(?:(?:\w+(?:s|ed|ing)|{DID})\b.*{_DETAIL}|is (?:\w+ly )?{_LASTING}\b)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:i|we) {SOON}(?:play|sing|coach|teach|volunteer|collect|breed|paint|study|dance) (?:the |an? |in |at "
        rf"|as |for )?"
        r"(?!(?:it|this|that|with|around|along|your?|my|things?)\b)\w{4,}",
        re.IGNORECASE,
    ),
    re.compile(rf"(?:i|we)(?:'ve| have)? {SOON}{_EXERCISES}{NUMBER} \w", re.IGNORECASE),
    re.compile(
        rf"(?:i|we)(?:'ve| have|'d| had) {SOON}(?!never|not){_PASSING}(?:\w+ed|{DONE})\b {IDLE}.*{_DETAIL}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:i|we)(?:'ve| have) {SOON}{_ENDS_MATTER} (?:for |to |in )?{IDLE}(?:an?|the|my|our|all|his|her"
        rf"|their) \w{{3,}}",
        re.IGNORECASE,
    ),
    re.compile(rf"(?:i|we) {SOON}{DID}\b {IDLE}.*(?:\b{NUMBER}|\b{DAY}\b|\b{_PAST_DAY})", re.IGNORECASE),
    re.compile(rf"i {SOON}(?!(?:had|got|did|made|took|went|read)\b){DID}\b {IDLE}.*{_NAMED}", re.IGNORECASE),
    re.compile(
        rf"(?:(?:(?:Mrs?|Ms|Dr|Prof)\.? )?{NAME}(?: (?:and )?{NAME})? {SOON}(?:has |had )?"
        rf"(?:{MOVED}(?= it\b)|{_FOR_US}\b(?={_OURS})|{DID}\b(?=.*{_DETAIL})(?={_OURS}))"
        rf"|(?:the|an?) (?:[\w'-]+ ){{1,3}}?(?:has |have )?(?:{_FOR_US}|refused|cancelled|fined)\b"
        rf"(?=.*{_DETAIL})(?={_OURS}))",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:the|this|these|those) (?:(?!(?:is|are|that|which|i|we)\b)[\w'-]+ ){{1,8}}?"
        rf"(?:(?:is|are|has|have|was|were|got) )?(?:(?:now|recently|currently|meanwhile) |been |{MOVED}).*{_DETAIL}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:i|we)(?:'ve| have) (?:actually |really |honestly )*(?:never|not) (?:actually |really |even |yet "
        rf"|personally )*{_PASSING}"
        rf"(?:\w+ed|{DONE}) (?!(?:so|this|that|it|them|more|such|better|worse)\b)\w",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:i|we) never (?:actually |really |even |personally )*{DID}\b {IDLE}(?!(?:so|such|more|better|worse)\b)"
        rf"\w[\w'-]*(?: \w|$)|(?:i|we)(?:'ve| have)? {SOON}ended up (?:\w+ing )?(?:with |for )?{IDLE}(?=.*{_DETAIL})\w"
        rf"|(?:i|we) {SOON}(?:took|did|finished|completed|attended|dropped|failed|passed|quit) (?:an?|the|my|our) "
        rf"(?:(?:[\w'-]+ ){{1,3}}?{_SCHOOLING}\b|{_SCHOOLING} (?:in|on|at|about) \w)"
        rf"|(?:i|we) {SOON}{DID}\b {IDLE}.*\bfor (?:about |over |almost |nearly )?(?:an?|one) (?:{_SPAN})\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:i|we) (?:haven't|have not|didn't|did not) (?:actually |really |even |yet |personally )*{_PASSING}"
        rf"(?:\w+ed|{DONE}|attend|meet|finish|submit|book|join|complete|enrol\w*|use|hire|sign|receive) {IDLE}"
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
    re.compile(rf"(?:i|we) can {SOON}(?!(?:see|find|give|try|think)\b)\w+ {ABOUT}{NUMBER} \w", re.IGNORECASE),
    re.compile(
        rf"(?:i|we)(?:'ve got| have| own| got|'ve) {SOON}{ABOUT}{NUMBER} {IDLE}(?!(?:minutes?|seconds?|of (?:them"
        rf"|these))\b)\w",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:i|we) {SOON}(?:always |usually |often |only )*(?:get up|wake up|leave|earn|make|spend|pay|save"
        rf"|charge|weigh|drink|sleep|walk|run|study"
        rf"|practi[sc]e|work|train|swim|cycle|commute|drive|teach|serve|sell|host|manage|lead|employ|rent|live|jog"
        rf"|meditate"
        rf"|volunteer|read|write|cook|play|wear|expect) "
        rf"(?!through this)(?:.*(?:\b{NUMBER}|{_NAMED})|(?:.* )?(?:every|each"
        rf"|on) \w+days?)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:my|our) (?!(?:questions?|problems?|issues?|errors?|opinion|point|guess|understanding|code|concern"
        r"|goal is to)\b)"
        r"(?:[\w'/-]+ ){1,7}?(?:is|are|was|were|has|have|had|contains?|includes?|covers?|stands?|takes?|costs?"
        r"|hit|fell|grew|rose|went|runs?|lasts?|lives?|works?|studies|weighs?|counts|earns|employs|produces|sells|holds|got|averages?|expires?|turns|starts|ends?"
        rf"|wants|teaches|plays|now|\w{{3,}}ed|{DID})\b.*{_DETAIL}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:i'm|i am|we're|we are) {SOON}(?:taking|attending|doing|completing|pursuing|studying|learning"
        rf"|preparing for"
        r"|training for|practi[sc]ing|teaching|working (?:as|at|for|with|on)|building|developing|writing|using|managing"
        rf"|leading|running|organi[sz]ing|hosting|expecting|renovating|saving|volunteering|earning|paying|aiming"
        rf"|collaborating) {IDLE}.*{_DETAIL}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:i'm|i am|we're|we are) (?:now |currently |already |only |about |around |almost |nearly |still "
        rf"|over )*(?:at|on|up to"
        rf"|down to|about|halfway|through|(?=\d))(?! (?:line|step)\b) ?(?:\w+ ){{0,2}}?{ABOUT}{NUMBER}",
        re.IGNORECASE,
    ),
)
_STATE = re.compile(
    r"(?:i'm|i am|we're|we are) (?:\w+ly |still |now |also |not )*"
    rf"(?:\d\d$|(?-i:[A-Z][a-z]+(?: [A-Z][a-z]+)?)$|{_LASTING}\b)",
    re.IGNORECASE,
)
_SPEAKER = re.compile(r"(?:i|we)\b", re.IGNORECASE)
_GOES_ON = re.compile(
    r"which (?:i|we)\b|(?:which|who)(?:'s|'ve)? (?!means?\b|makes?\b|seems?\b)\w+(?<!ould)\b.*"
    rf"{_DETAIL}|(?:(?:it|they)(?:'s|'re| is| are| has| have| was| were| got) (?:now|been|recently|just|already"
    rf"|scheduled|set|due|on|{MOVED}) (?!{DAY})|(?:currently|now|presently) (?:at|on|with|down to|up to) ).*{_DETAIL}"
    rf"|(?:it|they) (?:.*{_DETAIL}.* (?:at the moment|right now|so far|by now|currently|today)$)"
    rf"|(?:its|their|whose) (?:[\w'-]+ ){{1,4}}?(?:is|are|has|have|was|were|went|grew|rose|fell|\w{{3,}}ed)\b"
    rf".*{_DETAIL}"
    rf"|(?:which|it|they) (?:has |have |was |were |got )(?:been )?{MOVED} to |(?:she|he)(?:'s| is) \d\d$",
    re.IGNORECASE,
)
_IS_PAST = re.compile(
    r"(?:which|who) (?:was|were|had|has|have|'ve|\w+ed|got|went|met|cut|won|cost|took)\b", re.IGNORECASE
)
_IS_NEWS = re.compile(
    r"\b(?:i|we|me|my|us|our|now|recently|currently|meanwhile|just|already|finally|presently|meantime|(?:down|up) to"
    r"|(?:has|have) (?:grown|risen|fallen|climbed|dropped|improved|increased|decreased|shrunk|gone))\b",
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
    return not _NOT_TOLD.search(clause) and (
        is_state_en(clause) or _is_dated(clause) or any(form.match(clause) for form in _TOLD)
    )


def is_state_en(clause: str) -> bool:
    """Whether a masked clause says in the fewest words what the speaker is for long."""
    return bool(_STATE.match(clause))


def goes_on_en(clause: str) -> bool:
    """Whether a masked relative clause tells a number, name or date of what stands before it, or what was done."""
    if _NOT_TOLD.search(clause) or not _GOES_ON.match(clause):
        return False
    rest = clause[len("which ") :]
    return is_told_en(rest) if clause.startswith("which") and _SPEAKER.match(rest) else True


def is_past_en(clause: str) -> bool:
    """Whether a masked relative clause tells what was or has been."""
    return bool(_IS_PAST.match(clause))


def is_news_en(text: str) -> bool:
    """Whether a masked text is of the speaker, or of how something is by now: no knowledge of the world."""
    return bool(_IS_NEWS.search(text))


def is_idle_en(text: str) -> bool:
    """Whether a masked text speaks of errors, of the listener, or of what only may be."""
    return bool(_NOT_TOLD.search(text))


def is_goal_en(clause: str) -> bool:
    """Whether a masked clause says what the speaker is about, which the next one needs to be understood."""
    return bool(_GOAL.match(clause))


def _is_dated(clause: str) -> bool:
    return any(form.match(clause) for form in _DATED)
