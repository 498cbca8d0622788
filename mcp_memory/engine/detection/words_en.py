"""Pieces of English that the tables of cues are put together from, as regular expressions without groups."""

ADVERB = r"(?:\w+ly |also |just |now |all |both |have |has |had |'ve |then |so |still |always |finally )"
WE = r"(?:i|we|i've|we've|they|they've|you guys|team)"
NAME = (
    r"(?-i:(?!(?:People|Everyone|Some|Many|Most|Looks|Feels|Feel|Sounds|Would|What|Who|It|This|That|They|These"
    r"|Those|You|Nobody|And|But|So|If|Seems)\b)[A-Z][\w.-]*)"
)
START = r"(?:^|(?<=[,;:—–.-] )|(?<=[,;:—–])|(?<=\band )|(?<=\bplease )|(?<=\bbut )|(?<=\bso ))"
"""Where a clause begins. Nothing wide, so that a cue is a whole word wherever it stands."""
HEAD = r"(?:^|(?<=[,;:—–.-] )|(?<=[,;:—–])|(?<=\bplease )|(?<=\bbut ))"
"""Where a clause begins that has no subject of its own, and does not share the one before "and"."""
WHO = rf"(?:{WE}|he|she|{NAME}|(?:the|our|my|their|his|her|your) (?:[\w-]+ )?[\w-]+|everyone|everybody|management)"
TIME = (
    r"(?:tomorrow|tonight|today|(?:on |by |before |until |this |next |every |each |the )*"
    r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|week|month|quarter|sprint|semester|term"
    r"|january|february|march|april|may \d|june|july|august|september|october|november|december|noon|midnight|eod|eow)"
    r"|(?:by|before|until|within|no later than) (?:the |then\b|\d|end|close|lunch|noon)[\w :'-]{0,24}"
    r"|in (?:a|an|\d+|two|three|the next) \w+|in the (?:morning|afternoon|evening)|this (?:morning"
    r"|afternoon|evening)"
    r"|end of (?:the )?\w+|at \d{1,2}(?::\d\d)?(?: ?[ap]m)?|\d{1,2}/\d{1,2}|\d{4}-\d\d-\d\d)"
)
SWITCH = (
    r"switch|migrat|replac|drop|standardi[sz]|chang|convert|retir|deprecat|consolidat|restrict|rout|reschedul"
    r"|postpon|delay|upgrad|downgrad"
)
LIGHT = (
    r"be|see|check|look|take a|think|try|wait|let you|let me|go|leave|read|pass|have|eat|drink|sleep|watch"
    r"|head|grab|walk"
    r"|stop|need|want|know|miss|remember|forget|get (?:some|a|it|there|back to it)|give (?:it|that"
    r"|you a (?:sec|minute|moment|hint))"
    r"|say|tell you|ask|assume|admit|just|never know|do (?:it|that|so|my best|this)|make (?:some|it)|love|like"
    r"|hate|hope|bet"
    r"|guess|keep (?:that|this|it) in mind|start by|begin|continue|come|stay|sit|relax|rest|cry|die|laugh"
    r"|enjoy|always|not"
    r"|now|first|take|call it|paste|show you|explain|run|search|open|explore|examine|inspect|investigate|find"
    r"|use|stick|adopt"
    r"|choose|pick|decide|prefer|avoid|never|feel|regret|understand|pay|buy|win|lose|probably|maybe|likely"
    r"|keep|persist|pay attention|travel|fly|move|visit|relocate|retire|adjust accordingly|consider|make sure"
    r"|follow (?:your|these|those)|implement (?:your|these|those)|incorporate (?:your|these|those)|definitely"
    r"|also|just|certainly|then"
)
DELIVERY = (
    r"send|deliver|ship|submit|provide|share|email|mail|forward|present|publish|release|finish|complete|return"
    r"|pay|report"
    r"|hand (?:over|in)|get back to|follow up|fix|write|draft|prepare|review"
)
MANNER = r"(?:short|brief|concise|terse|succinct|long|detailed|verbose|thorough|formal|informal|polite|plain|simple)"
"""How texts are to be written."""
LIVING = (
    r"kid|child|children|baby|person|people|human|man|men|woman|women|boy|girl|guy|folk|friend|parent|couple|family"
    r"|families|dog|cat|pet|thing|life|lives|story|stories|hero|heroes|day|night|morning|week|weekend|time"
    r"|moment|season"
    r"|relationship|soul|body|one|monday|tuesday|wednesday|thursday|friday|saturday|sunday"
)
"""What proverbs and complaints speak of, not rules: singular or plural, as alternatives."""
