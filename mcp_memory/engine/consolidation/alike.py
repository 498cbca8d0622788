"""Whether two statements say the same rule: in nearly the same words, as a paraphrase, or the contrary.

Explicit comparison goes first (`engine.comparison`); it knows values, units and negation. What it leaves open is
settled by shared words and, where there are vectors, by meaning. A statement that differs from another in one slot is
about another object, however near the two are: "use uv for Atlas", "use npm for Atlas".
"""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum, auto

from mcp_memory.engine.comparison.relation import Compare, Relation
from mcp_memory.engine.consolidation import cues
from mcp_memory.engine.consolidation.reading import Reading
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.text.languages import HAN


class Likeness(Enum):
    """How two statements agree."""

    SAME_WORDS = auto()
    PARAPHRASE = auto()
    CONTRARY = auto()
    APART = auto()

    @property
    def agrees(self) -> bool:
        """Whether both say the same rule."""
        return self in {Likeness.SAME_WORDS, Likeness.PARAPHRASE}


@dataclass(frozen=True, slots=True)
class Likening:
    """Compares statements, by the numbers of a policy."""

    compare: Compare
    policy: ConsolidationPolicy

    def liken(self, first: Reading, second: Reading, cosine: float | None = None) -> Likeness:
        """How the two stand to each other; `cosine` is that of their vectors, None without."""
        if first.key == second.key:
            return Likeness.SAME_WORDS
        shared = dice(first.terms, second.terms)
        if shared < _WORTH_COMPARING and (cosine is None or cosine < self.policy.near_meaning):
            return Likeness.APART
        relation = self.compare(first.text, second.text).relation
        if relation is Relation.CONTRADICTS:
            return Likeness.CONTRARY
        if not _fit(first, second):
            return Likeness.APART
        if relation not in {Relation.SAME, Relation.REFINES} and _is_turned_round(first, second):
            return Likeness.CONTRARY
        if relation in {Relation.SAME, Relation.REFINES}:
            return Likeness.SAME_WORDS if self._is_near(first, second, shared) else Likeness.PARAPHRASE
        if first.is_negative is not second.is_negative:
            return Likeness.CONTRARY if shared >= _CONTRARY else Likeness.APART
        return self._by_words(first, second, shared, cosine)

    def _by_words(self, first: Reading, second: Reading, shared: float, cosine: float | None) -> Likeness:
        one_more = first.terms <= second.terms or second.terms <= first.terms
        if one_more and shared >= self.policy.near_words:
            return Likeness.SAME_WORDS
        if not one_more and differs_in_one_slot(first.text, second.text):
            return Likeness.APART
        if one_more and shared >= _HALF:
            return Likeness.PARAPHRASE
        if shared >= self.policy.near_words:
            return Likeness.PARAPHRASE
        if cosine is None:
            return Likeness.APART
        needed = self.policy.near_meaning + (_WORDLESS if shared < _SOME else 0.0)
        return Likeness.PARAPHRASE if cosine >= needed else Likeness.APART

    def _is_near(self, first: Reading, second: Reading, shared: float) -> bool:
        return first.values == second.values and shared >= self.policy.near_words


_WORTH_COMPARING = 0.4
"""Statements that share fewer words, and are not near in meaning, are not compared: comparing costs most."""

_HALF = 0.5
_SOME = 0.25
_CONTRARY = 0.6
"""Shared words from which yes against no is a contrary, where the comparison does not settle it."""
_WORDLESS = 0.1
_FRAME = 0.5
_UNIT = re.compile(rf"[{HAN}]|[A-Za-z0-9][\w.'-]*")


def dice(first: frozenset[str], second: frozenset[str]) -> float:
    """Twice what they share, by what they have: 0..1."""
    total = len(first) + len(second)
    return 2 * len(first & second) / total if total else 0.0


def differs_in_one_slot(first: str, second: str) -> bool:
    """Whether one stretch of words stands in the place of another, within a frame that is the same."""
    one, other = _units(first), _units(second)
    matcher = SequenceMatcher(a=one, b=other, autojunk=False)
    changes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    if len(changes) != 1 or changes[0][0] != "replace":
        return False
    kept = sum(size for _, _, size in matcher.get_matching_blocks())
    return kept >= _FRAME * max(len(one), len(other))


def _units(text: str) -> list[str]:
    telling = cues.LIGHT.sub(" ", cues.WEIGHTLESS.sub(" ", text))
    return _UNIT.findall(telling.casefold())


def _fit(first: Reading, second: Reading) -> bool:
    """Whether no value stands against another: the values of one are all among the other's, whoever it is about."""
    if not (first.values <= second.values or second.values <= first.values):
        return False
    return _owner(first) == _owner(second)


def _is_turned_round(first: Reading, second: Reading) -> bool:
    """Whether both compare by the same word, and say the same words around it in another order."""
    one, other = cues.COMPARES.search(first.text), cues.COMPARES.search(second.text)
    if one is None or other is None or one.group().casefold() != other.group().casefold():
        return False
    units, others = _units(first.text), _units(second.text)
    return sorted(units) == sorted(others) and units != others


def _owner(reading: Reading) -> str:
    """Whom a statement of a preference is about; rules have no owner."""
    found = _PERSON.match(reading.text)
    return found.group(1).casefold() if found else ""


_PERSON = re.compile(
    r"(?!The user|The team|Always|Never|Please)([A-Z][a-z]+)(?= (?:always |never |usually |really )*"
    r"(?:prefers?|likes?|loves?|hates?|dislikes?|wants?|enjoys?|uses?|drinks?|eats?|works?)\b)"
)
