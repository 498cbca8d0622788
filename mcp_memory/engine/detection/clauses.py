"""The clauses of one sentence, and which of them ask: a request does not take away what is told beside it.

"I've booked the hall for 80 people, can you help me plan?" tells one thing and asks another.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mcp_memory.engine.detection.chatter import is_request
from mcp_memory.engine.detection.hedges import is_question, is_supposed
from mcp_memory.engine.text.languages import HAN


@dataclass(frozen=True, slots=True)
class Clause:
    """`start` and `end` are its place in the sentence, in characters, without the words that join it on.

    `asks`: a question, a request or a condition. `opens`: it has a subject of its own, and does not go on with the
    clause before it.
    """

    start: int
    end: int
    asks: bool
    opens: bool


def clauses(masked: str) -> tuple[Clause, ...]:
    """The clauses of a masked sentence, in order."""
    found: list[Clause] = []
    has_asked = False
    for start, end in _pieces(masked):
        joint = _JOINT.match(masked, start, end)
        first = joint.end() if joint else start
        said = _TAIL.sub("", masked[first:end].rstrip(_LOOSE + ("?？" if has_asked else "")))
        if said:
            clause = Clause(first, first + len(said), _asks(said), bool(_OPENS.match(said)))
            has_asked = has_asked or clause.asks
            found.append(clause)
    return tuple(found)


_LOOSE = " \t,，;；:：、—–-"
_TAIL = re.compile(r"(?:^|[, ]+)(?:especially|particularly|and|but|so|also)$", re.IGNORECASE)
_BREAK = re.compile(
    r"(?<!\d),(?=\D)|,(?= )|[;；，]|:(?= )|：|\s[—–-]+\s|[—–]"
    r"|[.!?](?=\s)|[。！？]"
    r"|\s(?=(?:(?:and|but|so|since|because|as|while|although|though|plus|(?:given|considering|seeing|knowing)(?: that)?"
    r"|now that)\s+)(?:(?:also|now|then|currently|recently|already|just|especially)\s+)*"
    r"(?:i|i'[a-z]+|we|we'[a-z]+|my|our|how|what|can|could|which|where)\b)"
    r"|(?P<known>\b(?:fact|worried|glad|proud|happy|sad|sorry|surprised|disappointed|relieved|excited|upset|frustrated"
    r"|realised|realized|concerned|grateful))\s(?=that (?:i|i'[a-z]+|we|we'[a-z]+|my|our)\b)"
    r"|(?P<shown>\b(?:how|why|that))\s(?=(?:my|our) (?:[\w'-]+ ){1,6}?(?:improved|increased|decreased|dropped|fell|grew"
    r"|rose|went|jumped|declined)\b[^,]*\bfrom\b[^,]*\d)",
    re.IGNORECASE,
)
"""Where a clause ends, also before what a question takes for granted ("the fact that …", "how my score rose …")."""
_JOINT = re.compile(
    r"\s*(?:(?:and|but|so|since|because|as|while|although|though|plus|especially|given|considering|seeing|knowing|that"
    r"|now that|also|well|hi|hello|hey|ok|okay|actually|basically|btw|by the way|for context|anyway|however"
    r"|(?:like|such as|namely)(?= (?-i:(?!I\b)[A-Z])))\b[, ]*(?=\S))*"
    r"(?:(?:另外|还有(?!一?[个些点])|而且|并且|但是?|不过|所以|因为|由于|既然|考虑到|鉴于|对了|然后|可是)[，, ]*)*",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"(?:(?:currently|recently|now|today|yesterday|so far|at the moment|last (?:week|month|year|night)|this (?:week"
    r"|month"
    r"|year|morning)|on \w+|in \d{4}|since \w+|right now|just|already|honestly)[, ]+)*"
    r"(?:i|we|my|our|he|she|they|it|this|that|there|you|your)(?:'[a-z]+)?\b|[^，]{0,12}(?:我|咱|你|您|他|她)",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    r"which (?:i|i'[a-z]+|we|we'[a-z]+|has|have|had|was|were|are|is (?:now|due|on|at|in|set)|now|recently|currently"
    r"|already|just|only|\w{4,}s)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"(?:(?:what|who|whom|whose|where|why|how|which|whether|if|unless|when|any|help|please|maybe you|perhaps you|or)\b"
    r"|(?:can|could|would|will|should|shall|may|do|does|did|is|are|was|were|have|has)(?:n't)? (?:i|we|you|he|she|it"
    r"|they"
    r"|there|this|that|these|those|the|my|our|an?|any\w*|some\w*)\b)"
    r"|(?:i|we)(?:'m|'re| am| are)? (?:\w+ly |just |also |really )*(?:want|need|would like|'d like|wondering|wonder"
    r"|hope"
    r"|hoping|looking for|curious|not sure|unsure|don't know|do not know|trying to (?:figure|understand|decide|see"
    r"|find))\b"
    r"|(?:i|we)'d (?:like|love|appreciate)\b|let me know|let's|thanks|thank you"
    rf"|[^，我]{{0,6}}(?:你|您)(?!们?好)|(?:请|麻烦|帮|给我|替我|告诉|推荐|能不能|能否|可不可以|可以|能[帮给]|求|谢谢"
    rf"|如果|假如|假设|要是|万一|比如|怎么|如何|什么|哪|为什么|为何|多少|该(?!公司)|应该|是否|有没有|要不要|请问)"
    rf"|(?:我|我们)?(?:很|也|还|就|只)*(?:想|希望)(?:问|知道|了解|请|让|要[你您]|听|看看)"
    rf"|[^，]{{0,8}}(?:怎么(?!也|都)|如何)|[^，]*(?:多[久少大远长]|什么(?![都也]|时候都))|[^，]*(?:[吗么呢]"
    rf"|怎么[办做样]?|什么|如何)[?？]?$"
    rf"|[^，]*([{HAN}])不\1",
    re.IGNORECASE,
)


def _pieces(masked: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in _BREAK.finditer(masked):
        yield start, found.end() - 1 if found["known"] or found["shown"] else found.start()
        start = found.end()
    yield start, len(masked)


def _asks(said: str) -> bool:
    if _RELATIVE.match(said) and not said.endswith(("?", "？")):
        return False
    return bool(_ASKS.match(said)) or is_question(said) or is_request(said) or is_supposed(said)
