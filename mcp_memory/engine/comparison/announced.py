"""A statement that says itself that a value changed: "moved to Thursday", "has grown to 52", 改到周四, 涨到950元.

What was known of the same thing with another value of that kind is out of date by these words, in whatever words it
was said. That is a contradiction where both speak of one thing and nothing tells them apart, and a hint where the
known statement says more of which one it means, or tells what was done and not what is.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mcp_memory.engine.comparison.polarity import settle
from mcp_memory.engine.comparison.relation import Relation
from mcp_memory.engine.comparison.tables import words
from mcp_memory.engine.comparison.value import Bound, Kind, Match, Value, compare_values
from mcp_memory.engine.comparison.words import VALUE_MARK, Role, Token, at_marks, is_content, said, tokens


@dataclass(frozen=True, slots=True)
class Announced:
    """What changed, and to which values.

    `which`: values that tell which one it is ("release 4"); `pointed_at`: it is "it", and in `about` stand other words
    of the sentence too; `beside`: all words of the sentence.
    """

    about: frozenset[str]
    which: tuple[Value, ...]
    values: tuple[Value, ...]
    pointed_at: bool
    beside: frozenset[str]
    said: str
    """What changed, as it was worded."""


def find_announced(text: str, values: Sequence[Value]) -> Announced | None:
    """The change that a text tells in which marks stand for its values; None for none."""
    if not values:
        return None
    told = _MARK.sub(lambda mark: _until(mark.group(), values), text)
    for form in _FORMS:
        found = form.search(told)
        if found is not None:
            return _announced(told, found, values)
    return None


def _until(mark: str, values: Sequence[Value]) -> str:
    """The mark, after "to" where the value was read as a limit: "bumped it up to four"."""
    (value,) = at_marks(mark, values)
    return f"to {mark}" if value.bound is Bound.AT_MOST else mark


def _announced(text: str, found: re.Match[str], values: Sequence[Value]) -> Announced | None:
    named = found.groupdict("")
    told = named.get("object") or named.get("about", "")
    about = _telling(tokens(settle(told)))
    pointed_at = not about
    if pointed_at:  # "I fear to miss the call with Ana, it was moved to 4 pm"
        told = text[: found.start()]
        about = _telling(tokens(settle(told)))
    if not about:
        return None
    return Announced(
        about=frozenset(token.text for token in about),
        which=() if pointed_at else at_marks(told, values),
        values=tuple(replace(value, bound=Bound.EXACT) for value in at_marks(named["to"], values)),
        pointed_at=pointed_at,
        beside=frozenset(token.text for token in _telling(tokens(settle(text)))),
        said=said(about),
    )


def outdated(change: Announced, known: Sequence[Token], values: Sequence[Value]) -> tuple[Relation, str] | None:
    """What the change means for a statement, given as all its tokens and its values; None for nothing."""
    shared = change.about & {token.text for token in known}
    least = _LEAST_SHARED_POINTED_AT if change.pointed_at else _LEAST_SHARED
    others = [value for value in values if not _agrees(value, change.which)]
    pairs = _other_values(change.values, others)
    if not pairs or len(shared) < least * len(change.about) or len(values) - len(others) < len(change.which):
        return None
    reason = f"{change.said}: {pairs[0][0].wording} against {pairs[0][1].wording}, which is said to be a change"
    kinds = {value.kind for value in change.values}
    tells_which = Kind.NUMBER not in kinds and any(value in others for value in _numbers(known, values))
    is_done = any(Role.EVENT in token.roles for token in known)
    is_same = shared == change.about and _subject(known) <= change.beside and not (tells_which or is_done)
    return (Relation.CONTRADICTS if is_same and not change.pointed_at else Relation.HINTS), reason


_LEAST_SHARED, _LEAST_SHARED_POINTED_AT = 3 / 4, 1 / 2
_IDLE = frozenset(
    words("""
i you he she they me it that this my your his her their who which what
with for from by about to into can could remind remember note tell know
number total amount recent growth increase rise considering given since reflect every each daily weekly day week month
time times up
我 你 他 她 们 的 了 和 与 跟 把 将 已 经 篇 个 条 张 份 本 次 家 位 名 台 件 里 每 天 周 月 年
""")
)


def _telling(told: Sequence[Token]) -> list[Token]:
    return [token for token in told if is_content(token) and not {token.text, token.surface} & _IDLE]


def _numbers(known: Sequence[Token], values: Sequence[Value]) -> list[Value]:
    """Plain numbers beside a word, which may tell one of many: "sprint 2", "the first sprint"."""
    places = [place for place, token in enumerate(known) if Role.VALUE in token.roles]
    beside = [_telling(known[max(0, place - 1) : place + 2]) for place in places]
    return [value for value, near in zip(values, beside, strict=False) if value.kind is Kind.NUMBER and near]


def _subject(known: Sequence[Token]) -> frozenset[str]:
    """The words before the first value, without verbs: which thing the known statement speaks of."""
    first = next((place for place, token in enumerate(known) if Role.VALUE in token.roles), len(known))
    verbs = {Role.STATE, Role.EVENT}
    return frozenset(token.text for token in _telling(known[:first]) if not token.roles & verbs)


def _agrees(value: Value, others: Sequence[Value]) -> bool:
    return any(other.kind is value.kind and compare_values(value, other) in _AGREE for other in others)


def _other_values(new: Sequence[Value], known: Sequence[Value]) -> list[tuple[Value, Value]]:
    """Known values with the new one of their kind, where the known statement does not name the new one too."""
    return [
        (other, value)
        for value in new
        if not _agrees(value, known)
        for other in known
        if other.kind is value.kind and compare_values(other, value) is Match.DIFFERS
    ]


_AGREE = frozenset({Match.EQUAL, Match.FINER, Match.COARSER})

_MARK = re.compile(VALUE_MARK)
_TO = rf"(?P<to>{VALUE_MARK}(?:,? ?(?:at|on|in the|的)? ?{VALUE_MARK})*)"
_FROM = rf"(?:from {VALUE_MARK}(?: ?(?:at|on)? ?{VALUE_MARK})* )?"
_ABOUT = r"(?:^|[,;，；] ?|以后|之后)(?P<about>[^,;，； ][^,;，；]*?)"
_DECIDED = (
    r"(?:re-?schedul(?:ed?|ing)|mov(?:ed?|ing)|shift(?:ed|ing)?|postpon(?:ed?|ing)|delay(?:ed|ing)?|defer(?:red|ring)?"
    r"|push(?:ed|ing)?|bring|brought|bringing|extend(?:ed|ing)?|prolong(?:ed|ing)?|shorten(?:ed|ing)?|chang(?:ed?|ing)"
    r"|rais(?:ed?|ing)|lower(?:ed|ing)?|reduc(?:ed?|ing)|increas(?:ed?|ing)|cut(?:ting)?|bump(?:ed|ing)?"
    r"|adjust(?:ed|ing)?|updat(?:ed?|ing)|revis(?:ed?|ing)|correct(?:ed|ing)?)"
)
_COUNTED = (
    r"(?:grown|grew|grows|risen|rose|rises|climbed|climbs|improved|reached|reaches|dropped|fallen|fell|shrunk|shrank"
    r"|expanded|increased|decreased|gone (?:up|down)|went (?:up|down)|(?:is|are) (?:up|down))"
)
_WAY = r"(?: (?:back|up|down|out|forward|again|further|recently|now))?"
_SOON = r"(?:(?:now|recently|just|already|since|meanwhile|finally|currently) )*"
_BEEN = rf"(?:(?:has|have|had|was|were|is|are|got) )?{_SOON}(?:been |being )?"
_TAKES_PLACE = r"(?:is|are|starts?|begins?|ends?|takes place|happens?|runs?|costs?|takes?|lasts?)"
_UNTIL = r"(?:to|until|till)"
_DECIDED_ZH = (
    r"(?:改|挪|推迟|延期|延后|延长|顺延|提前|调整|调|移|换|缩短|(?<!增)加|减|上调|下调|提高|降低|放宽|收紧|更新|修改|变更)"
    r"(?:到|至|成|为|在)"
)
_COUNTED_ZH = (
    r"(?:(?:增加|增长|涨|升|上升|提升|改善|降|下降|减少|减|跌|缩小|缩短|扩大|扩展)(?:到|至|为|成)|达到|涨到|变成)"
)
_EACH_ZH = "(?:每[天周月年晚日次])?"
_SOON_ZH = rf"(?:已经?|又|刚刚?|都|现在|最近|临时)*(?:从 ?{VALUE_MARK} ?)?"
_NOW_ZH = r"(?:现在|如今|目前)(?:已经?)?"
_HAS_ZH = r"(?:一共|总共)?(?:有|完成|做完|读完|写完|学完)了?"
_CHANGES = (
    rf"\b{_DECIDED}{_WAY} (?!(?:to|from|until)\b)(?P<object>[^,;]+?) {_FROM}{_UNTIL} {_TO}",
    rf"{_ABOUT} {_BEEN}{_DECIDED}{_WAY} {_FROM}{_UNTIL} {_TO}",
    rf"{_ABOUT} (?:is|are) now (?:(?:at|on|in|due) )?{_TO}",
    rf"{_ABOUT} now {_TAKES_PLACE} (?:(?:at|on|in) )?{_TO}",
    rf"\bnew (?P<about>[^,;]+?) (?:is|are|of|will be|=) (?:(?:at|on) )?{_TO}",
    rf"[把将](?P<object>[^,;，；]+?)(?:从 ?{VALUE_MARK} ?)?{_DECIDED_ZH}了? ?{_EACH_ZH} ?{_TO}",
    rf"{_ABOUT}{_SOON_ZH}{_DECIDED_ZH}了? ?{_EACH_ZH} ?{_TO}",
    rf"{_ABOUT}{_NOW_ZH}(?:是|为|在|定在|改在) ?{_TO}",
    rf"新的?(?P<about>[^,;，；]+?)(?:是|为|定在|在|=) ?{_TO}",
)
_COUNTS = (
    rf"{_ABOUT}(?:,? (?:which|that))? {_BEEN}{_COUNTED}{_WAY} {_FROM}(?:to |by now )?{_TO}",
    rf"\bnow (?:has|have|had|got|read|written|done|made|\w+ed) {_TO} (?P<object>[^,;]+)",
    rf"{_ABOUT}{_SOON_ZH}{_COUNTED_ZH}了? ?{_EACH_ZH} ?{_TO}",
    rf"{_NOW_ZH}{_HAS_ZH} ?{_TO} ?(?P<object>[^,;，；]+)",
)
_FORMS = tuple(map(re.compile, (*_CHANGES, *_COUNTS)))
