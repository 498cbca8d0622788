"""English forms of words that tell what was settled: performatives, verbs of choosing, promises, habits, likings."""

from mcp_memory.engine.detection.cue import Cue, english
from mcp_memory.engine.detection.words_en import ADVERB, DELIVERY, LIGHT, MANNER, NAME, START, SWITCH, TIME, WE, WHO
from mcp_memory.engine.domain.vocabulary import EventType

_FORM = (
    r"(?:(?:short|brief|concise|plain|simple|full|complete|formal|informal|numbered|british|american) ){0,2}"
    r"(?:bullet(?: point)?s|bulleted lists?|lists|tables|prose|paragraphs|sentences|language|english|plain text"
    r"|markdown|lower ?case|metric units|(?-i:[A-Z][a-z]+(?:ese|ish|ian|an|ch|ic|i|ek)))"
)
_ORNAMENT = (
    r"(?:emojis?|bullet points|bullets|lists|tables|headings|markdown|jargon|filler|small talk|exclamation marks)"
)
ANSWERS = (
    r"^(?:(?:please|kindly|and|also|ok|okay|so)[, ]+)*(?:answer|reply|respond|write(?: back)?|talk|speak)(?: to)?"
    rf"(?: (?:me|us))?(?: only)? (?:(?:in|with|using) {_FORM}"
    rf"|without (?:any )?{_ORNAMENT}(?:,? (?:and|or) {_ORNAMENT})?)"
    r"(?:,? (?:and )?(?:not|no|never|rather than|instead of|without) [^.?!]{2,40}?)?"
    r"(?:[, ]+(?:please|thanks|thank you))?[.! ]*$"
)
"""How answers are to look, with no word of a single one: "for this one" and "answer the question in …" fall through."""

REVERSALS: tuple[Cue, ...] = (
    english(
        EventType.REVERSAL,
        0.92,
        r"changed (?:my|our|his|her|their) minds?(?: (?:about|on))?",
        r"(?:on|upon) second thoughts?,?",
        r"scratch that[,:]?",
        r"(?:reversed|overruled|overturned|rescinded|revoked|withdr[ae]wn?|took back|taken back"
        r"|walked back) (?:the|that|our|my|his|her|their)",
        r"revert(?:ed|ing)? (?:back )?to",
        r"(?:switched|went|going|gone|go|are|am|'re|'m) back to(?! (?:bed|sleep|work|you|school|home"
        rf"|the (?:office|hotel)|normal))(?= (?:the|using|a|an|our|my|plan|{NAME}|\w+ing)\b)",
        r"(?:scrap|scrapped|scrapping|ditch|ditched|ditching|abandon|abandoned|abandoning|shelved|cancell?ed"
        r"|called off) (?:the|our|that|this|my)",
        r"(?:has|have|was|were|is|been) (?:been )?(?:cancell?ed|called off|scrapped|reversed|shelved|overruled)",
        r"we (?:now )?dropped(?: the| our)?|(?:we|they|i)(?:'ve| have)? (?:just |now )?(?:cancell?ed|scrapped) it",
        r"instead of what (?:we|i|was)",
    ),
    english(
        EventType.REVERSAL,
        0.88,
        r"no longer (?!hurts?|there|here|with|occurs?|happens?|appears?|shows?|reproduc|works?|crash|fails?"
        r"|an issue|a problem)",
        r"(?:stopped|stop|quit|gave up|given up|done) (?:using|doing|eating|drinking|taking|smoking|supporting"
        r"|offering|sending|buying|working with)",
        r"(?:are|is|am|'re|'m) not \w+ing (?:\w+ ){1,6}any ?more",
        r"(?:we|they|team|company) (?:have |'ve )?(?:switched|went|gone|moved) back to (?!bed|sleep|work"
        r"|school|home|normal|you|the|a|an|my|our|his|her|their|being)(?=\w+)",
        r"(?:don't|doesn't|do not|does not|won't|not going to|no longer going to) (?:\w+ ){1,6}any ?more",
        r"(?<!there is )(?<!there's )(?<!there are )(?<!have )(?<!has )no more (?!than|questions?|time|worries"
        r"|problems?)(?=[a-z]+)",
        negatable=False,
    ),
)

DECISIONS: tuple[Cue, ...] = (
    english(
        EventType.DECISION,
        0.9,
        rf"(?:{WHO} )?{ADVERB}{{0,2}}(?:decided(?: against| on| to| that| for| we| not|:|\b)|opted (?:for|to"
        r"|out)|resolved (?:to|that)|concluded that)",
        rf"{START}(?:i|we) (?:hereby )?(?:decide|choose|opt)(?: to| on| for)",
        r"(?:it (?:was|has been)|was|were|been|is|are) (?:\w+ly )?(?:decided|settled|agreed)(?: (?:to|that|on|upon))?",
        r"(?:the |our |final |my )?decisions?(?: made)?(?: on [\w -]{1,40}?| about [\w -]{1,40}?)?(?::| (?:is"
        r"|was) (?:to|that|not)| made[:,]?)",
        r"settled on|settled for|went with|gone with|landed on",
        rf"{WHO} {ADVERB}{{0,2}}(?:agreed|chosen?|picked(?! (?:up|on|me|him|her|you)\b)|selected"
        r"|voted)(?: (?:to|on|that|for|upon|with))?",
        r"(?:signed off|green-?lit|given the green light)(?: on)?",
        rf"{WE}(?:'re|'m| are| am)? {ADVERB}{{0,2}}going with",
        r"(?:we|i)(?:'ll| will|'re going to| are going to|'m going to|am going to) (?:go with|use|adopt|switch"
        r"|move to|migrate|keep (?:using the|the|both|all)|stick with|stick to|standardi[sz]e|drop|replace"
        r"|not (?:use|support|implement|do|build)"
        r"|(?:build|write|rewrite|implement|host|store|model|do) (?:(?!to\b)[\w'-]+ ){1,6}?(?:with|in|on)"
        r" (?-i:[A-Z])\w+"
        r"|(?:move|migrate|switch|port|convert) (?:(?!to\b)[\w'-]+ ){1,5}(?:to|onto) (?!(?:bed|another (?:room"
        r"|topic|day)|the next)\b)\w+)",
    ),
    english(
        EventType.DECISION,
        0.8,
        r"(?:has|have|was|were|been|is|are|got) (?:\w+ly )?(?:approved|chosen|selected|finali[sz]ed|locked in"
        r"|ratified|adopted)",
        rf"{WHO} {ADVERB}{{0,2}}(?:approved|finali[sz]ed|locked in)",
        r"adopt(?:ed|ing)? [\w' -]{0,40}(?:convention|approach|policy|practice|standard|process|format|method"
        r"|strategy|framework|style|same)",
        rf"{START}(?:chose|picked(?! up)|selected|decided|opting|opted|going with|approved|(?:agreed|settled"
        r"|concluded)(?= (?:to|on|that|for|with|not)\b))(?: (?:to|on|that|for|against|not))?",
        rf"(?:{START}|{WE} ? {ADVERB}{{0,2}}(?:are |am |have |'re |'m )?)(?:{SWITCH})(?:ed|ing|ped|ping|d"
        r"|ted|ting) (?!on\b|in\b)(?=[^.]{0,80}(?:\bto\b|\bfrom\b|\bwith\b|\binstead\b|\bby\b|\ball\b"
        r"|\bsame\b|convention|approach|policy|practice))",
        r"(?:will|(?:i|we|they|he|she)'ll|won't|going to"
        r"|plan to) (?:(?!be\b)\w+ )(?:[\w'-]+ ){0,8}?(?:going forward|from now on|from here on"
        r"|in (?:all )?future|as of)",
        r"(?:from now on|going forward|from here on),? (?:i|we)(?:'ll| will)(?! be\b)",
        rf"{START}\w+ing [^.]{{0,80}}?(?:going forward|from now on|from here on|all future|every future|by default)",
        rf"{START}(?:stopping|ending|dropping|cutting|pausing|discontinuing) (?:the|all|our|my)(?= \w)"
        r"|(?:moved|moving) (?:away|off|over) (?:from|to)(?! (?:here|there))",
        rf"(?:we're|we are|i'm|i am|they're|they are|{NAME} is|team is) (?:now |also |still "
        r"|probably )?(?:moving (?:off|away|from|over|to (?-i:[A-Z]))|dropping|sticking with|switching"
        r"|replacing|phasing out|shutting down|discontinuing|postponing|retiring|keeping (?:the|using|both"
        r"|our)|cutting (?:the|our)|adopting|rolling out)(?= \w)",
        r"(?:final (?:call|answer|choice|decision|word)|verdict|resolution|outcome):",
        r"let's (?:go with|stick (?:with|to)|settle on|keep (?:the|using)|drop|switch to|use|adopt|not"
        r"|(?:ship|release|launch|postpone|delay|leave out|rename|support|target|limit|cap|freeze"
        r"|retire)(?= \w)(?! (?:this|that|it|each|him|her|them|me|us)\b))",
        r"(?:instead of|rather than) [\w' -]{1,40}, (?:we|i)(?:'ll| will) (?:now )?",
        r"agreed(?=[,:] (?:we|let's))",
    ),
)

COMMITMENTS: tuple[Cue, ...] = (
    english(
        EventType.COMMITMENT,
        0.92,
        rf"(?:{WHO} )?{ADVERB}{{0,2}}(?:promised?|promises|vow(?:ed)?|pledged?|swore|guaranteed?"
        r"|guarantees)(?! (?:by|land|rate)|[.!]*$)(?: that| to| you| him| her| them| [A-Z]\w+)?",
        rf"(?:{WHO} )?{ADVERB}{{0,2}}(?:commits|committed|committing|commit) (?:myself |ourselves |himself "
        r"|herself )?to(?! (?:main|master|git|the (?:repo|branch)))",
        r"(?:made|make|given|gave) (?:a|the|my|our) (?:commitment|promise|word)(?: to| that)?",
        r"(?:you have|have) my word(?: that)?|count on (?:me|us) (?:to|for)",
        r"(?:volunteered|signed up|undertook|pledged) (?:to|for)|(?:agreed|offered"
        r"|confirmed) (?:that )?(?:i'll|i will|we'll|to (?:help|review|write|send|attend|take|prepare|present"
        r"|deliver|pre-read|host|lead|cover|mentor|teach|organi[sz]e|join|speak|drive|babysit|donate))",
        r"confirmed (?:that )?(?:i|we)(?:'ll| will| would)",
        r"(?:told|assured|texted|emailed|informed) (?:\w+ ){1,3}(?:that )?(?:i|we)(?:'d| would|'ll"
        r"| will)(?= \w+)|i said (?:that )?i(?:'d| would|'ll| will)(?= (?!be\b|think\b|see\b|try\b)\w+ \w)",
        r"i owe (?!you (?:one|big|an apology)|it\b|everything)(?=\w+ (?:a|an|the|my|some) \w+)",
        r"i said yes(?: to)?|(?:^|(?<=[,;.—–] ))said yes(?: to)?",
    ),
    english(
        EventType.COMMITMENT,
        0.82,
        rf"(?:i|we)(?:'ll| will| shall)(?= (?:{DELIVERY})\b[^.?!]{{0,90}}\b{TIME})",
        r"i(?:'ll| will| shall|(?:'m| am) going to(?! (?:a|an|the|my)\b))(?: also| then| definitely| certainly"
        rf"| just| probably)*(?! (?:{LIGHT})\b)(?= \w+[^.?!]{{2,90}}\b{TIME})",
        rf"(?:will|'ll) have [\w' -]{{2,60}} (?:ready|done|complete|out|in place|\w+ed) {TIME}"
        rf"|i(?:'ll| will) have (?:the|my|our|your|an?|all) [^.?!]{{2,60}}(?=\bby {TIME})",
    ),
    english(
        EventType.COMMITMENT,
        0.7,
        rf"i(?:'ll| will| shall)(?: also| then| definitely| certainly)*(?! (?:{LIGHT})\b)(?= \w+ (?!it\b"
        r"|that\b|this\b|you\b|according\b|as\b)[\w'\"@]+ ?[\w'\"]*)",
        r"(?:^|(?<=[.;—–-] ))will (?!be\b|have\b|it\b|you\b|he\b|she\b|they\b|we\b|i\b|the\b|this\b|that\b"
        r"|there\b)(?:\w+ly |also )?(?=[a-z]+ (?:\w+ ?){2,})(?!(?-i:[A-Z]))",
        rf"we(?:'ll| will) (?:{DELIVERY})(?= \w+)",
    ),
)

_PAST = (
    r"(?:(?:actually |really |even )?(?!(?:need|feed|exceed|proceed|succeed|bleed|speed|embed)\b)\w{2,}ed|took|went|did"
    r"|ran|made|gave|met|came|ate|drank|drove|flew|wrote|spoke|bought|sold|paid|learnt|taught|began|became|chose|won"
    r"|lost|left|kept|sent|spent|grew|swam|rode|broke|wore|held|led|built|caught)\b"
)
"""Verbs that tell what once was: with "never" no habit."""
PREFERENCES: tuple[Cue, ...] = (
    english(
        EventType.PREFERENCE,
        0.9,
        r"(?:i|we|they|you all) (?:\w+ly |also |still |always |do |much |would |'d |don't |do not )*prefer(?:red)?",
        r"(?<!to )(?:strongly |generally |also |always |really |still |much )*prefers(?! to (?:thank|know))",
        r"(?:i'd|we'd|she'd|he'd|they'd|i would|she would|he would|would) (?:much "
        r"|really )?rather (?!not (?:say|talk|answer|think|know|get into)|die|be)",
        r"(?:my|our|his|her|their|\w+'s) (?:personal |strong )?(?:preference|preferred [\w -]{1,30}"
        r"|favou?rite(?: [\w-]+){0,3}) (?:is|are|has|remains|was|would)(?: (?:to|that|for))?",
        r"(?:is|are|am|i'm|we're|he's|she's|they're|'s) (?:very |quite |really |so |severely |highly |terribly )?"
        r"(?:allergic to|intolerant to|fond of|a (?:big |huge )?fan of|keen on|partial to|vegetarian|vegan"
        r"|lactose intolerant|left-handed)",
        r"(?:can't|cannot|couldn't) stand(?! (?:up|here|there))",
        r"i(?:'m| am) (?:not )?(?:into|used to)(?! (?:it|this|that)\b)",
    ),
    english(
        EventType.PREFERENCE,
        0.75,
        r"(?:i|we|they|my \w+|our \w+) (?:\w+ly |also |still |always |just |do |don't |doesn't |do not "
        r"|never )*(?:likes?|loves?|hates?|dislikes?|enjoys?|adores?|detests?|favou?rs?)(?! (?:(?:seeing"
        r"|hearing|having|watching) (?:them|you|it|him|her)\b|the \w+ (?:and|it|you|they|of|to)\b|(?:his|her"
        r"|their)\b|it|this|that|these|those|your|you|them|how|the (?:idea|sound|look)|what"
        r"|being called)\b)(?= [\w'\"])",
        rf"(?:{NAME}|she|he|(?:the|my|our|his|her) (?:[\w-]+ )?[\w-]+) (?:\w+ly |also |still |always "
        r"|doesn't )*(?:likes|loves|hates|dislikes|enjoys|adores|detests|favou?rs|insists on|leans towards?"
        r"|(?:doesn't|does not) (?:like|enjoy|want))(?! (?:it|this|that|these|those|your|you)\b)",
        rf"(?:{NAME}|she|he|(?:the|my|our) (?:[\w-]+ )?[\w-]+) (?:\w+ly )?(?:wants|expects|asked|asks"
        r"|needs) (?:me|us|everyone|all of us|things|their|his|her|it all|all|every)(?= )",
        rf"(?:{NAME}|she|he|i|we|they) (?:\w+ly )?wants? [^.?!,]{{2,80}}(?:,? not |,? rather than | instead of )",
        rf"(?:i|we) (?:never(?! {_PAST})|always|usually|often|typically|normally|generally|tend to|rarely|seldom"
        r"|only ever) (?!knew|thought|said|heard|saw|had|got|forgot|wonder|find|get|feel|forget|want|was|were"
        r"|am|are|lose|wanted|happen|seem|know|look|mind)[a-z]+",
        rf"(?:{NAME}|she|he|(?:the|my|our) [\w-]+) (?:\w+ly )?wants to (?!know|see|thank|say|be|make sure"
        r"|understand|hear|go|talk|ask|find out|come|help)(?=\w+ \w)",
        r"(?:my |our |user )?preferences?:",
        r"(?<!the )(?<!these )(?<!those )(?<!this )(?:answers|replies|responses|summaries|reports|e-?mails"
        r"|comments|explanations"
        r"|messages|notes|descriptions) (?:should|must|have to|need to|are to) (?:always "
        rf"|all )?be (?:kept )?{MANNER}\b"
        r"|keep (?:your |my |our |all |the )?(?:answers|replies|responses|summaries|reports|e-?mails|comments"
        r"|explanations"
        rf"|messages|notes|descriptions) {MANNER}\b",
        r"works? (?:best|better) for (?:me|us|her|him)",
        r"(?:i'd|i would|we'd|we would) like (?:my|our|all|every|the|us to|everybody to|everyone to|you all to) ",
        rf"{START}prefer(?:ring)? (?!not to say)",
    ),
    english(EventType.PREFERENCE, 0.9, ANSWERS, negatable=False),
)
