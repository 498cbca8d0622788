"""Whether a user says that something just recalled or said is wrong.

A negative sentence is no denial, and neither is disagreement about what ought to be done.
"""

import re
from dataclasses import dataclass

from mcp_memory.engine.detection.pasted import mentioned_masked
from mcp_memory.engine.detection.statements import statements


def denial(text: str) -> bool:
    """Whether a user turn denies what was recalled or said ("that's wrong", "I never said that", "不对，我没说过")."""
    first = [mentioned_masked(statement.text[:_LOOKED_AT]) for statement in statements(text)[:_STATEMENTS]]
    return any(_denies(said) for said in first)


@dataclass(frozen=True, slots=True)
class Told:
    """A clause as it was `said`, its `text` without negation, and whether it had one."""

    said: str
    text: str
    is_negative: bool


def told_besides(text: str) -> tuple[Told, ...]:
    """What the first statements of a turn say beside that something is wrong, clause by clause."""
    told: list[Told] = []
    for statement in statements(text)[:_STATEMENTS]:
        said = mentioned_masked(statement.text[:_LOOKED_AT]).strip()
        for form in _FORMS:
            said = form.sub(lambda found: " not " if _ENDS_NEGATIVE.search(found.group()) else " , ", said)
        for clause in _CLAUSES.split(said):
            plain = _NEGATIVE.sub(" ", clause).strip()
            if plain and not _BARE.fullmatch(plain):
                told.append(Told(clause.strip(), plain, is_negative=bool(_NEGATIVE.search(clause))))
    return tuple(told)


_CLAUSES = re.compile(r"[,;:—!?，；：。！？]|\.(?=\s|$)|\b(?:but|and)\b|(?:而是|但是?)")
_BARE = re.compile(
    r"(?:no|nope|nah|sorry|wait|hmm|hey|um|uh|actually|hold on|hang on|well|oh|please|that|it|this|at all|again"
    r"|不|呃|嗯|抱歉|等等|等一下|那个|其实|[\W_])*",
    re.IGNORECASE,
)
_NEGATIVE = re.compile(
    r"\b(?:(?:do|does|did|is|are|was|were|has|have|had|will|would|can|could|should|must)(?:n't| not)"
    r"|not|never|no longer|cannot)\b|并?(?:不(?!仅|但|断|同|过)(?:是|再|会)?|没有?|别)",
    re.IGNORECASE,
)
_ENDS_NEGATIVE = re.compile(r"(?:n't|never|不是)$", re.IGNORECASE)
_LOOKED_AT = 300
_STATEMENTS = 4


def _denies(said: str) -> bool:
    if said.rstrip("\"'”’）) ").endswith(("?", "？")) or _PROPOSAL.search(said) or _SUPPOSED.match(said.strip()):
        return False
    return any(form.search(said.strip()) for form in _FORMS)


_PROPOSAL = re.compile(
    r"\b(?:i (?:disagree|don't agree|wouldn't|don't think we should|object)|(?:that|this|it)(?:'s"
    r"| is) (?:a bad|not a good|the wrong (?:approach|way|tool|choice|time|direction))|bad idea|we shouldn't"
    r"|let's not)\b"
    r"|不同意|反对|不赞成|我觉得不(?:妥|好|行)|不太好|不合适|不应该|别这么做",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"(?:if|unless|whether|maybe|perhaps|in case|when|tell me if)\b|如果|假如|要是|万一|是不是|有没有", re.IGNORECASE
)
_THAT = (
    r"(?:that|this|it|what you (?:just )?(?:said|wrote|remember(?:ed)?|recalled)|your (?:memory|note|record"
    r"|recollection|information|summary)|the (?:memory|note|record|summary|recalled \w+)|you)"
)
_FORMS = (
    re.compile(
        r"^(?:(?:no|nope|nah|sorry|wait|hmm|hey|but|um|actually|hold on|hang on|well"
        rf"|oh)[,.! —-]+)*{_THAT}(?:'s|'re| is| are| was| were)? (?:\w+ly |all |just |still |plain )*(?:wrong"
        r"|incorrect|not (?:right|correct|true|accurate|what (?:i|we|he|she|they) (?:ever |actually |had "
        r"|have )?(?:said|agreed|decided|meant|told|asked|wanted|wrote|planned|discussed|chose)|what (?:was"
        r"|happened)|how|so)|false|untrue|mistaken|inaccurate|outdated|out of date|made(?: that)? up"
        r"|isn't (?:right|correct|true|what|how)|misremember\w*)\b(?! (?:place|file|folder|one to|time)\b)"
        rf"|^(?:(?:no|nope|sorry|wait|hmm|but|actually|well)[,.! —-]+)*(?:{_THAT} )?(?:isn't|wasn't|is not"
        r"|was not|not) (?:right|correct|true|accurate|what (?:i|we|he|she|they) (?:said|agreed|decided|meant"
        r"|told|asked|wanted|wrote|planned|discussed|chose)|what (?:happened|was (?:said|agreed|decided)))\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:i|we) (?:never|didn't|did not|haven't|have not|don't remember|don't recall) (?:ever |actually "
        r"|really )?(?:said?|say(?:ing)?|told|tell|agreed?(?:ing)?|decided?|mention(?:ed|ing)?|ask(?:ed)? for"
        r"|promised?|wrote|write|chose|choose|want(?:ed)?) (?:you )?(?:that|this|so|any(?: of)?(?: that"
        r"| such)?|anything like|such|to (?:that|this)|it|those)\b"
        r"|\b(?:that's|that is|this is|it's) not what (?:i|we|he|she|they) (?:ever |actually |had "
        r"|have )?(?:said|agreed|decided|meant|told|asked|wanted|wrote|planned|discussed|chose)\b|\byou(?:'re"
        r"| are| have| got| must| seem to|'ve)? (?:got |be |have )?(?:it |that |this )?(?:wrong|mistaken"
        r"|confus(?:ed|ing)|mixed up|misremember\w*|misunderst\w+|mixing|made (?:that|it) up|hallucinat\w+)\b"
        r"|\bnot (?:me|us),? (?:that|who)\b|\bwhere did you get that\b|\bthat never happened\b|^(?:no|nope"
        r"|wrong|incorrect)[,!. —-]+(?:it|he|she|they|we|i|my|our|the|that|this|his|her)(?:'s|'m|'re| (?:is"
        r"|was|were|are|am|wasn't|isn't|never|didn't|don't|doesn't|actually))\b|^(?:wrong|incorrect|not true"
        r"|false)[.!]*$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?:不|呃|嗯|等等|等一下|抱歉|那个|但是?|其实)*[，, ]*(?:(?:不对)+|不是的|不是这样的?|错了|你?(?:记"
        r"|搞|弄|说|理解)错了|记错|搞错|弄错|说错|有误|不准确"
        r"|不正确|不是真的|没这回事|没有这回事|没有的事)(?!吗|的话|就|怎么办|别)(?:[，,。！!；; ：:]|啊|呀|吧"
        r"|了|$|，?我|，?应该|，?不是)"
        r"|(?:我|我们|他|她)(?:可|根本|从来|从|并|压根|都)*(?:没有?|未)(?:这么|那么|这样)?(?:说|讲|提|答应"
        r"|同意|决定|承诺|要求|定|写|约)(?:过|这|那|这个|那个"
        r"|这话|这事|要)(?![吗？?])"
        r"|(?:我|我们)(?:可|根本|从来|并|压根|都)*没有?(?:这么|那么|这样)(?:说|讲|提|答应|同意|决定|写|约"
        r"|定)(?![吗？?])"
        r"|(?:这|那|你说的|你记的|你记得的|刚才说的|上面(?:的|说的)?|这条(?:记忆|记录)?|记忆|记录)(?:个"
        r"|里)?(?:是|都|有|已经?|完全|根本)*(?:错的?|不对|不准|有误"
        r"|不是真的|过时|不是(?:我|我们)(?:说|定|约|商量|决定)的?)(?![吗？?])"
        r"|(?:这|那|这个|那个)?(?:不是|并不是|不)(?:我们|我)(?:当时|之前|上次)?(?:说|定|约定|商定|商量|决定"
        r"|同意|要)(?:好|过)?的"
    ),
)
