"""English forms of words that tell what binds or is still open: rules, risks, questions, tasks."""

from mcp_memory.engine.detection.cue import Cue, english
from mcp_memory.engine.detection.words_en import HEAD, LIVING, NAME, START, TIME, WE
from mcp_memory.engine.domain.vocabulary import EventType

CONSTRAINTS: tuple[Cue, ...] = (
    english(
        EventType.CONSTRAINT,
        0.88,
        r"(?:must|shall) (?:not|never|always|only)|mustn't",
        r"(?<!you )(?<!\ba )must(?!'ve| (?:have|be (?:a|an|the|so|very|good|nice|lovely|scary|quite|difficult"
        r"|tough|delicious|worth|really"
        r"|kidding|joking|tired|hard|nice|exhausted|hungry|fun|great|exciting|wrong|such|\w+ible|\w+ing"
        r"|awesome|proud|something|some|missing|because)|admit|say|see|confess|go|feel|know))",
        r"(?:is|are|was|were|it's|be|you're|we're|they're|'s) (?:strictly |absolutely |explicitly "
        r"|simply )?(?:not (?:allowed|permitted|acceptable)|forbidden|prohibited|off limits|mandatory"
        r"|compulsory|required)",
        r"(?:may|can) (?:not|only)(?= (?:be|use|have|contain|exceed|spend|access|leave|deploy|run|store|share)\b)",
        r"(?:the|our|a|one|new|house) (?:hard )?(?:rule|policy|requirement|constraint|limit|budget|cap"
        r"|ceiling)(?: (?:is|of|for [\w -]{1,30} is)|:)",
        r"(?:from now on|going forward|from here on|henceforth),? (?!will|(?:i|we)(?:'ll| will)\b)(?:please )?(?=\w)",
        r"(?:constraints?|rules?|requirements?|must-haves?):|(?:acceptance|success|exit|completion|release) criteria"
        r"[\w ]{0,30}:|definition of (?:done|ready)[\w ]{0,30}:",
        r"budget (?:is|of|limit|cap|max)|(?:limited|capped|restricted) (?:to|at)",
        r"(?:don't|do not) ever(?! (?:forget|quit|give|stop|doubt|feel))|never ever|by no means|under no circumstances",
    ),
    english(
        EventType.CONSTRAINT,
        0.76,
        rf"{HEAD}(?:always|never)(?! (?:\w+ed\b|\w+ing\b|saw|say|give up|stop|mind|here|there|up|so|super|very"
        r"|calm|knew|thought|heard|seen|been|the|a|an|in|had|happy|good|fun|nice|again"
        r"|ever)\b)(?= (?-i:[a-z]+)\b)",
        r"(?:should|may|can|will|shall) never(?= [a-z]+)|(?:you should|should|you to|please) always(?= (?-i:[a-z]+)\b)",
        r"(?<!will )[a-z]+ [^.?!]{4,90} (?:from now on|going forward|for all future \w+)(?=[.!]?$)",
        rf"(?:we|they|it|(?:the|our|all) [\w-]+|(?!(?:{LIVING})s?\b)\w+s) (?:always|never|only) (?:happen"
        r"|deploy|use|run|go"
        r"|leave|ship|release|merge|share|store|accept|allow|start|open|work|meet|pay|charge|sell|buy|sign"
        r"|squash|rebase"
        r"|push|commit|review|test|tag|log|expose|hard-?code|skip|touch|edit|delete|live (?:longer|more)|end"
        r"|expire|require|support"
        r"|include|contain|carry|follow)",
        rf"(?:each|every|any|all(?: the| our)?) (?!(?:(?:{LIVING})s?|i|you|we|they|it|he|she|of)\b)(?:[\w'-]+ ){{1,4}}?"
        r"(?:needs?|gets?|carry|carries|includes?) (?=(?:an?|the|its|their|at least|one|two|three|four|\d+) \w)",
        rf"(?!(?:{LIVING})s?\b)[\w-]+s (?:always|never) (?:need|get|have) (?=(?:an?|the|their|at least|one|two"
        r"|three|four"
        r"|\d+) \w)",
        rf"(?!(?:{LIVING})s?\b)[\w-]+s (?:are|must be) (?:always|never|only)(?: ever)? (?!broken|tired|bored"
        r"|excited|satisfied"
        r"|finished|interested|confused|scared|loved|needed|delayed|crowded|closed)(?:\w+ed|cut|built|made"
        r"|sent|kept|written|run|done"
        r"|read|put|set|given|taken|sold|shown)\b",
        r"(?:nobody|no one|no-one|nothing) (?!knows|cares|wants|likes|thinks|says|believes|seems|feels|can"
        r"|could|would|will"
        r"|is|was|has)\w+s [^.?!,]{0,60}(?:without|before|unless|except|until)(?= \w)",
        r"(?:^|(?<=[,;:—–.-] )|(?<=\bbut ))no (?!(?:errors|issues|problems|worries|warnings|failures|news"
        r"|replies|results"
        r"|complaints|symptoms|hits|crashes|hard feelings)\b)(?:[\w-]+ )?[\w-]+(?:s|ing) (?:without|unless"
        r"|(?:after|before)"
        r" (?:\d|noon|hours|midnight|lunch)|on (?:\w+days|weekends|holidays)|outside)(?= |:|\d|[.!]?$)",
        r"(?<!\bit )(?<!\bi )(?<!\bwe )(?<!\byou )(?<!\bthey )(?<!\bhe )(?<!\bshe )(?<!\bthis )(?<!\bthat )"
        r"may not (?!be\b|have\b|know|need|want|work|seem|matter|always|even|come|like)(?=\w+)",
        r"(?:releases|deploy(?:ment)?s|backups|stand-?ups|reviews|invoices|retros|sprints|newsletters|reports"
        r"|exports) (?:go(?:es)? out|happen|take place|run|start|are (?:made|sent|published|due)) (?:on|every|at)"
        r"(?= \w*(?:day|days|month|week|night|noon|\d)\b)",
        rf"(?!(?:{LIVING})s?\b)(?!(?:you|he|she|they|it|we|this|that|some\w*|any\w*)\b)[\w-]+ must have "
        r"(?=(?:an?|the|its|their|at least|one|two|three|no|\d+) \w)",
        r"(?:we|they) (?:don't|do not) (?:deploy|release|ship|merge|push|commit|log|store|share|publish|migrate|restart"
        r"|schedule|book|sell|refund|discuss|approve|sign) [^.?!]{0,60}?(?:on \w+days?\b|on weekends|without|before \w"
        r"|after \d|during|until|unless|in production)",
        r"when(?:ever)? (?:an?|the|any|our) [\w' -]{2,40}?(?:fails|breaks|crashes|times out|turns red),"
        r" (?:please |always |first )*(?:roll|run|restart|check|read|call|notify|revert|tell|ask|stop|open|page)\b",
        r"(?:have|has|need|needs) to (?:always|never|stay|remain|be kept|comply|be (?:under|below|within"
        r"|at least|signed|approved|encrypted|reviewed))",
        r"(?<!you )(?:requires?|require) (?!that you|more|some|a lot|careful)(?=\w+)",
        r"(?:must|should|needs? to|required?|requires|have to|has to|limit(?:ed)?|keep|allow(?:ed|s)?|within"
        r"|stay|remain)\b[^.]{0,60}\b(?:at (?:most|least)|no (?:more|less|fewer|later|earlier) than|maximum of"
        r"|minimum of)(?= (?:an? |the )?(?:[\d$€£¥]|(?:one|two|three|four|five|six|seven|eight|nine|ten)\b))",
        r"(?:doesn't|don't|does not|do not|won't|cannot|can't) (?:accept|allow|permit|tolerate"
        r"|support) (?!it\b|that\b|this\b)",
        r"(?:^|(?<=[,;:—–.-] )|(?<=\bplease )|(?<=\bbut ))(?:don't|do not|avoid|stop)(?! (?:worry|forget|know"
        r"|think|mind|have|want|need|see|like|understand|get|care|remember|feel|let|miss|lose|judge|beat|sweat"
        r"|panic|even|be (?:sorry|shy|afraid|silly)|bother|rush|you|we|i|they|it|hesitate|tell me|laugh"
        r"|apologi[sz]e|give up|cry|be)\b)(?= (?-i:[a-z]+) )",
        rf"{HEAD}(?:keep|limit|cap|hold)(?= [^.?!,]{{2,50}} (?:below|under|within|above|at|to) (?:\$|€|£|¥)?\d)",
        r"(?:everything|every \w+|all (?!you|i|we|they|he|she|it|of)[\w -]{2,30}|any [\w -]{2,30}"
        r"|anything) [^.?!,]{0,40}(?:needs?|has"
        r"|have) to (?:be )?\w+",
        r"(?:make sure|ensure) (?:to always|to never|that (?:all|every|no)|(?:all|every|no))",
        rf"{HEAD}(?:use|spell|keep|prefer|format|write [\w ]{{2,20}} (?:as|in|with)) [^.?!,]{{2,60}} (?:in|for"
        r"|with) (?:all|every|each|any)(?= \w)",
        r"only (?:ever )?(?:use|deploy|merge|accept|call|contact|write|reply|answer|respond|speak)(?= )",
        rf"{START}only (?:i|we|{NAME}|the (?:[\w-]+ )?[\w-]+) (?:(?:may|is allowed to|are allowed to) [a-z]+"
        r"|(?:open|close|start|stop|restart|touch|deploy|release|merge|approve|sign|change|edit|delete|run|publish"
        r"|pay|order|access|handle|unlock|enter|operate|move|hire|book)(?:e?s)?)"
        r"(?= (?:the|a|an|our|any|every|those|these)\b)",
        r"(?:comes?|goes?) first,? (?:and |then )?(?:then )?the (?:[\w-]+ ){1,3}?(?:comes? |goes? |follows? )?(?:after"
        r"(?:wards)?|then|next|later|second|follows?)(?=[.!]?$)",
        r"(?:during|on|in|at|after|before) [\w' -]{3,40}?,? there (?:are|is) (?:never |absolutely )?no (?!one\b|way\b"
        r"|need\b|problem|issue|reason|doubt|time\b|news\b|room\b|point\b|chance|hurry|rush)[\w-]+(?: [\w-]+){0,2}"
        r"(?=[.!]?$)",
        r"(?:non-negotiable|hard limit|hard requirement|deal ?breaker)",
        r"(?:answer|reply|respond|write|speak)(?: \w+){0,3} (?:in|with) [\w -]{2,40}(?:from now on|always|every time)",
    ),
)

RISKS: tuple[Cue, ...] = (
    english(
        EventType.RISK,
        0.82,
        r"(?:there is|there's|there are|poses?|carries|(?:is|see) a|at|(?:the|one)(?= risk (?:is|of|that"
        r"|here))|main|biggest|big|real|major|key|potential|security|compliance) (?:\w+ )?(?:risks?|danger"
        r"|threat|hazard)(?: (?:that|of|is|here|if|with|in)|:|\b)(?! (?:factors?|appetite|management"
        r"|assessment|points?))",
        r"(?:i'm|i am|we're|we are|is|are|am|bit) (?:a (?:bit|little) |really |very |quite |somewhat "
        r"|seriously |deeply )*(?:worried|concerned|nervous|afraid)(?: (?:that|about|of|by|we|the"
        r"|it))(?! (?:i (?:can't|have to|must|don't|won't)|not)\b)",
        r"risks?:|single point of failure",
        r"(?:could|might|may|will probably|will likely) (?:\w+ )?(?:fail|break|leak|crash|expire|slip|overflow"
        r"|collapse|corrupt|be (?:late|delayed|lost|exposed|leaked|shut down|switched"
        r" off|discontinued|retired|removed|deprecated|cancell?ed|blocked|banned|rejected|hacked|overloaded"
        r"|unavailable)"
        r"|stop working|go (?:bankrupt|down|away)|run out|lose|cause (?:problems|delays"
        r"|an? outage)|miss (?:the|our))",
        r"(?:my|our|one|a|the|main|biggest) concern(?:s)? (?:is|are|here)",
    ),
    english(
        EventType.RISK,
        0.6,
        r"if [^,.?!]{3,60} (?:fails|breaks|dies|is (?:late|delayed|ill|sick|unavailable|blocked)|leaves|quits"
        r"|drops out|crashes|leaks|slips|goes down|runs out|expires"
        r"|falls through)\b[^,.?!]{0,30}, (?!(?:please|you|always|never|do|call|use|try|let|roll|tell)\b)",
        r"(?:is|are|seems?|looks?|very|too|quite) (?:\w+ )?(?:risky|vulnerable|dangerous)|(?:security hole"
        r"|vulnerability|bottleneck) (?:in|at|is|here)",
    ),
)

QUESTIONS: tuple[Cue, ...] = (
    english(
        EventType.QUESTION,
        0.85,
        r"(?:open|pending|unsettled) (?:question|point|issue)s?(?: is| remains|:|\b)|unresolved(?: question| issue)?"
        r"|unanswered",
        r"(?:is|it's|are|remains|still|was|'s) (?:still |yet |currently |completely )*(?:un(?:clear|decided"
        r"|resolved|known)|not (?:yet )?(?:clear|decided|settled|known|determined)|open (?:whether|who|how)"
        r"|up in the air|an open question)(?: (?:who|whether|how|if|what|when|which|why))?",
        r"(?:haven't|have not|hasn't|has not|not|(?:nobody|no one) (?:has|have)) (?:yet )?(?:decided|settled"
        r"|agreed|determined|figured out"
        r"|worked out|made a decision)(?: (?:yet|on|whether|how|who|what|which|if))?",
        r"(?:we|they|nobody|no one)(?: still)? (?:do not|don't|doesn't) (?:yet )?know(?: yet)?(?: (?:who"
        r"|whether|how|if|what|when|which|why|where))?|(?:nobody|no one) knows (?:yet )?(?:who|whether|how|if"
        r"|what|when|which|why|where)",
        r"(?:still |yet )?(?:need|needs|have|has|remains) to (?:be )?(?:decide|decided|figure out|clarify"
        r"|clarified|determine|determined|find out|confirm whether|agree on|agreed)(?! (?:soon|later|today))",
        r"(?-i:TBD|TBC)|to be (?:decided|clarified|determined|confirmed)",
        r"(?:we're|we are|team is|still) (?:still )?(?:not sure|unsure|debating|undecided|torn)(?: (?:whether"
        r"|if|who|which|how|what|about|between))?",
        r"(?:i'm|i am) (?:still )?(?:not sure|unsure|undecided|torn) (?:yet )?(?:whether|if|who|which|when"
        r"|between) (?!(?:i|i\'m|i\'ll|i\'d|i\'ve|it|it\'s|this|that|that\'s|my|they|these|those|you)\b)",
        r"(?:the|my|our|big|main|one) question (?:is|remains|now is)(?: still)?(?: (?:whether|how|who|what"
        r"|which|if|when))?",
        negatable=False,
    ),
)

TASKS: tuple[Cue, ...] = (
    english(
        EventType.TASK,
        0.86,
        r"to-?dos?(?: item| list)?(?::| is\b)|^todo\b|action items?(?: for [\w ]{1,20})?:?|next steps?:",
        rf"{START}(?:can you |could you )?remind (?:me|us)(?: to| about| that| on| in| at| tomorrow)",
        rf"{START}(?:remember|don't forget|do not forget)(?:,? please)? to(?! (?:take (?:a )?breaks?|have"
        r"|breathe|smile|relax|rest|enjoy|eat|drink|be|subscribe|celebrate|treat)\b)"
        r"|don't let me forget(?: to)?",
        r"(?:is|are|was|were|be|been) assigned to|(?:is|are|be) (?:responsible for|in charge of|on the hook for)"
        rf"(?= \w+ing\b[^.?!]{{0,80}}\b{TIME})",
        r"(?:is|are) due(?: (?:on|by|in|at|next|this|tomorrow|today|before|end))|due (?:date|by|on)(?: is|:)?"
        r"|deadline(?: for [\w ]{1,30})?(?: (?:is|on|by|of)|:)",
        r"(?:need|needs|has|have|still) to be (?:done|fixed|written|finished|updated|completed|sent|submitted"
        r"|reviewed|migrated|tested|signed|ready|renewed|paid|ordered|booked|replaced|added|removed|delivered"
        r"|set up|cleaned|checked)",
    ),
    english(
        EventType.TASK,
        0.72,
        r"(?<!you )(?<!you all )(?<!'d )(?<!'ll )(?:need|needs|have|has|'ve got|gotta|ought) to (?!be\b"
        r"|do something|give back|say|tell|make sure|work\b|admit|go\b|talk|know|see\b|think|sleep|eat|rest"
        r"|run\b|ask\b|leave|decide|figure|clarify|determine|laugh|agree|find out|stay|remain|comply"
        r"|understand|hear|get (?:up|going|some|out)|do with|stop|wait|feel|learn|improve|have\b"
        r"|use\b)(?=[a-z]+ \w)",
        rf"{START}(?:give|send|submit|finish|call|email|book|write|prepare|schedule|order|pay|renew|update"
        r"|return|bring|deliver|hand|get|complete|fix|ship|test|review|present|pick up|buy|share|deploy"
        r"|release|run|check|move|confirm|arrange)(?!(?: [\w'-]+){0,4} (?:is|are|was|were|has|have|will|must|happens?"
        rf"|takes?|goes|starts?|ends?|begins?|falls)\b) [^.?!]{{2,90}}\b{TIME}",
        r"(?-i:[A-Z]\w+),? (?:will|to|should|please) (?!be\b|have\b|not\b)(?:own|handle|take|write|prepare"
        r"|send|fix|review|deliver|draft|follow|organi[sz]e|coordinate|update|test|present|lead|call|finish"
        r"|implement|migrate|check|set up|build|design)(?= )",
        r"we(?:'ll| will| plan to|'re going to| are going to|'re planning to) (?!be\b|see\b|have\b|go\b"
        rf"|meet\b)(?=\w+[^.?!]{{2,90}}\b{TIME})",
        rf"(?:(?:{WE}|he|she|{NAME}) (?:plan|plans)|(?:'m|'re|am|are|is|'s) (?:planning|going)"
        r"|scheduled) (?:on|to|for) (?!be\b|bed\b|sleep\b|eat\b|the (?:gym|park|beach)|watch\b|stay\b|say\b"
        r"|rain\b|see\b|have\b|keep\b|try\b|need\b)(?=\w+ing\b|\w+ (?:the|a|an|our|my|all)\b)",
    ),
)
