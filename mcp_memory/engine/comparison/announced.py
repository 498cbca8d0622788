"""A statement that says itself that a value changed: "moved to Thursday", "has grown to 52", 改到周四, 涨到950元.

What was known of the same thing with another value of that kind is out of date by these words, in whatever words it
was said. That is a contradiction where both speak of one thing and nothing tells them apart, and a hint where the
known statement says more of which one it means, or where something was counted anew.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mcp_memory.engine.comparison.polarity import settle
from mcp_memory.engine.comparison.relation import Relation
from mcp_memory.engine.comparison.tables import words
from mcp_memory.engine.comparison.value import Kind, Match, Value, compare_values
from mcp_memory.engine.comparison.words import FIRST_VALUE, MAX_VALUES, Role, Token, tokens


@dataclass(frozen=True, slots=True)
class Announced:
    """What changed, and to which values. `counted`: nobody decided it; `pointed_at`: by "it", in `about` among more."""

    about: tuple[Token, ...]
    values: tuple[Value, ...]
    counted: bool
    pointed_at: bool

    @property
    def words(self) -> frozenset[str]:
        """The canonical words that name what changed."""
        return frozenset(token.text for token in self.about)


def find_announced(text: str, values: Sequence[Value]) -> Announced | None:
    """The change that a text tells in which marks stand for its values; None for none."""
    for form, counted in _FORMS:
        found = form.search(text)
        if found is not None:
            named = found.groupdict("")
            told = tokens(settle(named.get("object") or named.get("about", "")))
            about = tuple(filter(_tells, told))
            if any(Role.VALUE in token.roles for token in told):
                return None  # "sensor 13 has risen to 9" tells by a number which one it speaks of
            pointed_at = not about
            if pointed_at:  # "I fear to miss the call with Ana, it was moved to 4 pm"
                about = tuple(filter(_tells, tokens(settle(text[: found.start()]))))
            new = tuple(values[ord(sign) - FIRST_VALUE] for sign in named["to"] if ord(sign) >= FIRST_VALUE)
            return Announced(about, new, counted, pointed_at) if about else None
    return None


def outdated(change: Announced, known: Sequence[Token], values: Sequence[Value]) -> tuple[Relation, str] | None:
    """What the change means for a statement, given as all its tokens and its values; None for nothing."""
    told = [token for token in known if _tells(token)]
    shared = change.words & {token.text for token in told}
    pairs = list(_other_values(change.values, values))
    least = _LEAST_SHARED_POINTED_AT if change.pointed_at else _LEAST_SHARED
    if not pairs or len(shared) < least * len(change.words):
        return None
    named = " ".join(token.surface for token in change.about)
    reason = f"{named}: {pairs[0][0].wording} against {pairs[0][1].wording}, which is said to be a change"
    kinds = {value.kind for value in change.values}
    tells_which = Kind.NUMBER not in kinds and any(value.kind is Kind.NUMBER for value in values)
    is_same = shared == change.words and _subject(known) <= change.words and not tells_which
    has_one = any(Role.ATTRIBUTE in token.roles for token in change.about)
    is_sure = is_same and not change.pointed_at and (has_one or not change.counted)
    return (Relation.CONTRADICTS if is_sure else Relation.HINTS), reason


_LEAST_SHARED, _LEAST_SHARED_POINTED_AT = 3 / 4, 1 / 2
_IDLE = frozenset(
    words("""
i you he she they me it that this my your his her their who which what
with for from by about to into can could remind remember note tell know
number total amount recent growth increase rise considering given since reflect
我 你 他 她 们 的 了 和 与 跟 把 将 已 经 篇 个 条 张 份 本 次 家 位 名 台 件 里
""")
)


def _tells(token: Token) -> bool:
    is_word = bool(token.text) and token.text not in _IDLE and token.surface not in _IDLE
    return is_word and not token.roles & {Role.VALUE, Role.MODAL, Role.STATE, Role.EVENT}


def _subject(known: Sequence[Token]) -> frozenset[str]:
    """The words before the first value: which thing the known statement speaks of."""
    first = next((place for place, token in enumerate(known) if Role.VALUE in token.roles), len(known))
    return frozenset(token.text for token in known[:first] if _tells(token))


def _other_values(new: Sequence[Value], known: Sequence[Value]) -> list[tuple[Value, Value]]:
    """Known values with the new one of their kind, where the known statement does not name the new one too."""
    found = []
    for value in new:
        matches = [(compare_values(other, value), other) for other in known if other.kind is value.kind]
        if not any(match in _AGREE for match, _ in matches):
            found += [(other, value) for match, other in matches if match is Match.DIFFERS]
    return found


_AGREE = frozenset({Match.EQUAL, Match.FINER, Match.COARSER})

_VALUE = rf"[\ue000-{chr(FIRST_VALUE + MAX_VALUES - 1)}]"
_TO = rf"(?P<to>{_VALUE}(?:,? ?(?:at|on|in the|的)? ?{_VALUE})*)"
_FROM = rf"(?:from {_VALUE}(?: ?(?:at|on)? ?{_VALUE})* )?"
_ABOUT = r"(?:^|[,;，；] ?)(?P<about>[^,;，； ][^,;，；]*?)"
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
    r"(?:改|挪|推迟|延期|延后|延长|顺延|提前|调整|调|移|换|缩短|上调|下调|提高|降低|放宽|收紧|更新|修改|变更)"
    r"(?:到|至|成|为|在)"
)
_COUNTED_ZH = r"(?:(?:增加|增长|涨|升|上升|提升|改善|降|下降|减少|减|跌|缩小|缩短)(?:到|至|为|成)|达到|涨到|变成)"
_SOON_ZH = rf"(?:已经?|又|刚刚?|都|现在|最近|临时)*(?:从 ?{_VALUE} ?)?"
_NOW_ZH = r"(?:现在|如今|目前)(?:已经?)?"
_HAS_ZH = r"(?:一共|总共)?(?:有|完成|做完|读完|写完|学完)了?"
_CHANGES = (
    rf"\b{_DECIDED}{_WAY} (?!(?:to|from|until)\b)(?P<object>[^,;]+?) {_FROM}{_UNTIL} {_TO}",
    rf"{_ABOUT} {_BEEN}{_DECIDED}{_WAY} {_FROM}{_UNTIL} {_TO}",
    rf"{_ABOUT} (?:is|are) now (?:(?:at|on|in|due) )?{_TO}",
    rf"{_ABOUT} now {_TAKES_PLACE} (?:(?:at|on|in) )?{_TO}",
    rf"\bnew (?P<about>[^,;]+?) (?:is|are|of|will be|=) (?:(?:at|on) )?{_TO}",
    rf"[把将](?P<object>[^,;，；]+?)(?:从 ?{_VALUE} ?)?{_DECIDED_ZH}了? ?{_TO}",
    rf"{_ABOUT}{_SOON_ZH}{_DECIDED_ZH}了? ?{_TO}",
    rf"{_ABOUT}{_NOW_ZH}(?:是|为|在|定在|改在) ?{_TO}",
    rf"新的?(?P<about>[^,;，；]+?)(?:是|为|定在|在|=) ?{_TO}",
)
_COUNTS = (
    rf"{_ABOUT}(?:,? (?:which|that))? {_BEEN}{_COUNTED}{_WAY} {_FROM}(?:to |by now )?{_TO}",
    rf"\bnow (?:has|have|had|got|read|written|done|made|\w+ed) {_TO} (?P<object>[^,;]+)",
    rf"{_ABOUT}{_SOON_ZH}{_COUNTED_ZH}了? ?{_TO}",
    rf"{_NOW_ZH}{_HAS_ZH} ?{_TO} ?(?P<object>[^,;，；]+)",
)
_FORMS = tuple((re.compile(form), forms is _COUNTS) for forms in (_CHANGES, _COUNTS) for form in forms)
