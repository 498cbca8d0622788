"""The clauses of one sentence, and which of them ask: a request does not take away what is told beside it.

"I've booked the hall for 80 people, can you help me plan?" tells one thing and asks another.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from mcp_memory.engine.detection.chatter import is_request
from mcp_memory.engine.detection.hedges import is_question, is_supposed
from mcp_memory.engine.text.languages import HAN


@dataclass(frozen=True, slots=True)
class Clause:
    """`start` and `end` are its place in the sentence, in characters, without the words that join it on.

    `asks`: a question, a request, a condition, or a difficulty that help is wanted with. `opens`: it has a subject of
    its own, and does not go on with the clause before it.
    """

    start: int
    end: int
    asks: bool
    opens: bool


@lru_cache(maxsize=8)
def clauses(masked: str) -> tuple[Clause, ...]:
    """The clauses of a masked sentence, in order; one sentence is asked about several times in a row."""
    found: list[Clause] = []
    has_asked = False
    for start, end in _pieces(masked):
        joint = _JOINT.match(masked, start, end)
        first = joint.end() if joint else start
        said = _TAIL.sub("", masked[first:end].rstrip(_LOOSE + "。！" + ("?？" if has_asked else "")))
        if said:
            asks = _asks(said) and not _goes_on(said) if found else _asks(said) or bool(_INVERTED.match(said))
            clause = Clause(first, first + len(said), asks, bool(_OPENS.match(said)))
            has_asked = has_asked or asks
            found.append(clause)
    return tuple(found)


def bids(said: str) -> bool:
    """Whether a masked clause asks something of a listener whom it does not name, in Chinese."""
    return bool(_BID.match(said))


_LOOSE = " \t,，;；:：、—–-"
_TAIL = re.compile(r"(?:^|[, ]+)(?:especially|particularly|and|but|so|also)$", re.IGNORECASE)
_I = r"(?:i|i'[a-z]+|we|we'[a-z]+|my|our)\b"
_NAME = r"(?-i:(?!I\b|I'|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|\w+day\b)[A-Z][a-z]+)"
_SINCE = r"(?:since|because|although|though|(?:given|considering|seeing|knowing)(?: that)?|now that)"
_BREAK = re.compile(
    r"(?:(?<!\d),(?=\D)|,(?= ))(?! \d{4}\b)|[;；，]|(?<!remember)(?<!\bnote)(?<!mind):(?= )|(?<!记住)：|\s[—–-]+\s|[—–]"
    r"|(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bMrs)(?<!\bProf)[.!?](?=\s)|[。！？](?=.)"
    rf"|\s(?=(?:and|but|so|as|while|plus|like when|even|{_SINCE})\s+"
    rf"(?:(?:also|now|then|currently|recently|already|just|especially|though|since|after)\s+)*"
    rf"(?:{_I}|(?:how|what|can|could|which|where)\b)|{_SINCE} (?:{_NAME}|the\b))"
    r"|(?P<known>\b(?:fact|worried|glad|proud|happy|sad|sorry|surprised|disappointed|relieved|excited|upset|frustrated"
    r"|realised|realized|concerned|grateful|thankful|noticed|heard|learned|learnt|found out|saw|why|it))"
    rf"\s(?=that (?:{_I}|{_NAME}|the\b)|(?<=why )i (?:got|scored|have never|had|missed|lost)\b)"
    r"|\s(?=that (?:i|we)(?:'ve| have)? (?:\w+ly |just |already |now )*(?:moved|postponed|re?scheduled|switched|swapped"
    r"|pushed|shifted|extended|delayed|raised|cancelled|decided)\b)"
    r"|(?P<shown>\b(?:how|why|that))\s(?=(?:my|our) (?:[\w'-]+ ){1,6}?(?:improved|increased|decreased|dropped|fell|grew"
    r"|rose|went|jumped|declined)\b[^,]*\bfrom\b[^,]*\d)",
    re.IGNORECASE,
)
"""Where a clause ends, also before what a question takes for granted ("the fact that …", "how my score rose …")."""
_JOINT = re.compile(
    r"\s*(?:(?:and|but|so|since|because|as|while|although|though|plus|especially|given|considering|seeing|knowing|that"
    r"|now that|also|well|hi|hello|hey|ok|okay|actually|basically|btw|by the way|for context|anyway|however|you know"
    rf"|even|ever|after(?= {_I}(?! have| 've))|like when(?= (?:i|we) (?:\w+ly )?\w+ed\b)"
    r"|(?:like|such as|namely)(?= (?-i:(?!I\b)[A-Z])))\b[, ]*(?=\S))*"
    r"(?:(?:另外|还有(?!一?[个些点])|而且|并且|但是?|不过|所以|因为|由于|既然|考虑到|鉴于|对了|然后|可是|自从|明明|毕竟|虽然"
    r"|尽管)[，, ]*)*",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"(?:(?:currently|recently|now|today|yesterday|so far|at the moment|last (?:week|month|year|night)|this (?:week"
    r"|month"
    r"|year|morning)|on \w+|in \d{4}|since \w+|right now|just|already|honestly)[, ]+)*"
    r"(?:i|we|my|our|he|she|they|it|this|that|there|you|your)(?:'[a-z]+)?\b|[^，]{0,12}(?:我|咱|你|您|他|她)"
    rf"|{_NAME} (?:has|had|is|was|\w+ed|told|gave|met|sent|lent|made)\b",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"whose \w|(?:which|who)(?:'s|'ve|'d)? (?!(?:of|one|ones)\b)\w", re.IGNORECASE)
_INVERTED = re.compile(r"(?:would|could|should|does|do|did|will|is|are|was|were|can) \w", re.IGNORECASE)
_BIDS = (
    r"(?:给|替|为)[^，我]{1,12}?(?:想|写|列|做|排|挑|选|起|拟|设计|准备|安排)(?:[一几两三]?[个份篇些条封套句道]|一下)"
    r"|(?![A-Z][a-z]+ ?帮)[^，我了]{0,12}(?:再|先|就|直接|重新)*(?<!们)(?:帮|替)(?:我们?|忙)"
    r"|(?:另外|再|直接|先|就)*给我们?(?!发|打|寄|送|留|介绍|推荐的)"
    r"|(?![^，]*[了过])[^，我]{1,12}一下吧?$|(?:直接|再|先|就|只)*(?:说说|讲讲|聊聊|谈谈|看看|想想|算算|列一?[下个份])"
    r"|再(?:把|缩短|精简|翻译|润色|改|加|写|列|补|起|换成)[^，了过]*$"
    r"|(?:写|加|放|排|填|记|算|列)(?:进|到|入)(?:[^，了]{1,8})(?:里|中|上|去|进去|表|计划|清单|日程|简历)?吧?$"
    r"|[^，我]{0,8}(?:就|可以|都)*(?:不用|不必|别|不需要)再?(?:说|讲|解释|介绍|教|提|重复|啰嗦)(?![给我])"
    r"|(?:我们?)(?:又|还|到底|究竟|现在)?该(?!公司|[说做走]的)"
)
"""What is asked of the listener for now, without a word for them: 预算帮我更新一下, 给聚会想个菜单, 基础就不用讲了."""
_BID = re.compile(
    rf"(?:{_BIDS})|[^，我]{{0,6}}(?:你|您)(?:来|再|先|帮|给|能|可以|分析|看|说|讲|想|算|写)|我?(?:还|也|就)?想(?:问|知道|了解)"
)
_ASKS = re.compile(
    r"(?:(?:what|who|whom|whose|where|why|how|which|whether|if|unless|when|any|help|maybe you|perhaps you|or"
    r"|please(?! (?:all )?(?:remember|note|keep in mind|bear in mind|don't forget)\b))\b"
    r"|(?:can|could|would|will|should|shall|may|do|does|did|is|are|was|were|have|has)(?:n't)? (?:i|we|you|he|she|it"
    r"|they"
    r"|there|this|that|these|those|the|my|our|an?|any\w*|some\w*)\b)"
    r"|(?:i|we)(?:'m|'re| am| are)? (?:\w+ly |just |also |really |kinda |a bit )*(?:want|need|would like|'d like"
    r"|wondering|wonder|hope|hoping|looking for|curious|not sure|unsure|don't know|do not know|trying to (?:figure"
    r"|understand|decide|see|find)|having (?:\w+ ){0,2}(?:trouble|difficult\w*|issues|problems|time)\b|struggling|stuck"
    r"|confused)\b"
    r"|(?:i|we)'d (?:like|love|appreciate)\b|let me know|let's|thanks|thank you"
    r"|you (?:can|could|may|might|needn't|(?:don't|do not) (?:need|have) to)\b"
    rf"|{_BIDS}"
    rf"|[^，我]{{0,6}}(?:你|您)(?!们?好)|(?:请(?!(?:大家|各位|务必|都)*(?:记住|注意|记得))|麻烦|帮|给我|替我|告诉|推荐|能不能|能否|可不可以|可以|能[帮给]|求|谢谢|[写编讲画列做]一?[个首篇段份张]"
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


def _goes_on(said: str) -> bool:
    """Whether a clause behind another one is a relative one, and no question."""
    return bool(_RELATIVE.match(said)) and not said.endswith(("?", "？"))


def _asks(said: str) -> bool:
    return bool(_ASKS.match(said)) or is_question(said) or is_request(said) or is_supposed(said)
