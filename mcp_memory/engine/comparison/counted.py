"""What somebody did or has, counted: "I secured 3 interviews" and later 5. Another count of the same is a hint.

Two counts may be two occasions, so that nothing more is said of them. Where each says of its own where, when or for
what, they are.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mcp_memory.engine.comparison.polarity import settle
from mcp_memory.engine.comparison.relation import Relation
from mcp_memory.engine.comparison.value import Kind, Match, Value, compare_values
from mcp_memory.engine.comparison.words import VALUE_MARK, at_marks, tokens


@dataclass(frozen=True, slots=True)
class Count:
    """Who did what to how many of what; `apart`: the words that say where, when or for what."""

    done: tuple[str, ...]
    value: Value
    of: tuple[str, ...]
    apart: frozenset[str]


def find_count(text: str, values: Sequence[Value]) -> Count | None:
    """The first count that a text tells in which marks stand for its values; None for none."""
    for form in _FORMS if values else ():
        found = form.search(text)
        if found is None:
            continue
        (value,) = at_marks(found["value"], values)
        if value.kind in {Kind.NUMBER, Kind.QUANTITY}:
            done, of, apart = (_words(found[part]) for part in ("done", "of", "apart"))
            return Count(done, value, of, frozenset(apart)) if done and (of or value.unit) else None
    return None


def counted_anew(first: Count | None, second: Count | None) -> tuple[Relation, str] | None:
    """What two counts say of each other; None for nothing."""
    if first is None or second is None or (first.done, first.of) != (second.done, second.of):
        return None
    if compare_values(first.value, second.value) is not Match.DIFFERS:
        return None
    if first.apart - second.apart and second.apart - first.apart:
        return None
    return Relation.HINTS, f"counted anew: {first.value.wording} against {second.value.wording}"


def _words(text: str) -> tuple[str, ...]:
    return tuple(token.text for token in tokens(settle(text)) if token.text)


_VALUE = rf"(?P<value>{VALUE_MARK})"
_SOON = r"(?:(?:recently|just|already|now|only|have|has|had|even|finally|about|around) )*"
_APART = r"(?:in|at|on|for|during|from|behind|near|under|over|between|last|this)"
_OTHER = r"(?:with|by|to|of|and|but|so|which|that|since|within|after|before|than|as|per|into)"
_OF = rf"(?P<of>(?:(?!(?:{_APART}|{_OTHER})\b)\w[\w-]* ?){{1,3}})"
_SOON_ZH = r"(?:已经?|刚刚?|最近|目前|现在|一共|总共|又)*"
_FORMS = (
    re.compile(rf"\b(?:i|we) {_SOON}(?P<done>\w+) {_VALUE} {_OF}(?P<apart>(?:{_APART}\b[^,;]*)?)"),
    re.compile(
        rf"(?:我们?|咱们)?(?P<apart>[^,;，；]*?){_SOON_ZH}"
        rf"(?P<done>[一-龥]{{1,2}}?)了? ?{_VALUE} ?(?P<of>[一-龥]{{1,8}})"
    ),
)
