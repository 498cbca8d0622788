"""Whether two statements say the same rule: in nearly the same words, as a paraphrase, or the contrary.

Explicit comparison goes first (`engine.comparison`); it knows values, units and negation. What it leaves open is
settled by the words alone. The nearness of vectors says nothing here: with the shipped model, one template about two
objects lies nearer than most paraphrases of one rule do. Statements that each have a word of their own are about
different objects: "use uv for Atlas", "use npm for Atlas".
"""

import re
from dataclasses import dataclass
from enum import Enum, auto

from mcp_memory.engine.comparison.relation import Compare, Relation
from mcp_memory.engine.consolidation import cues
from mcp_memory.engine.consolidation.differing import Difference, Kind, differing, related_by, words_of
from mcp_memory.engine.consolidation.reading import Reading
from mcp_memory.engine.domain.policies import ConsolidationPolicy


class Likeness(Enum):
    """How two statements agree."""

    SAME_WORDS = auto()
    PARAPHRASE = auto()
    CONTRARY = auto()
    OTHER_OBJECT = auto()
    """The same of something else: a word, a name or a value stands in the place of another."""
    NARROWER = auto()
    """One says the same of something more special than the other; the one is no observation of the other."""
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

    def liken(self, first: Reading, second: Reading) -> Likeness:
        """How the two stand to each other; which of them comes first does not matter."""
        if first.key == second.key:
            return Likeness.SAME_WORDS
        difference = differing(first.text, second.text)
        if difference.shared < _FRAME:
            return Likeness.APART
        relation = self.compare(first.text, second.text).relation
        if relation is Relation.CONTRADICTS or (relation is not Relation.SAME and _is_turned_round(first, second)):
            return Likeness.CONTRARY
        if not _fit(first, second):
            return Likeness.OTHER_OBJECT
        if relation is Relation.SAME:
            return self._agreeing(first, second, difference)
        if difference.kind is Kind.EACH:
            return Likeness.OTHER_OBJECT
        if first.is_negative is not second.is_negative and relation is not Relation.REFINES:
            return Likeness.CONTRARY if dice(first.terms, second.terms) >= _CONTRARY else Likeness.APART
        return Likeness.NARROWER if difference.kind is Kind.NARROWER else self._agreeing(first, second, difference)

    def _agreeing(self, first: Reading, second: Reading, difference: Difference) -> Likeness:
        """Nearly the same words are those of which one has all of the other's, few more, and none that tells."""
        one_more = first.terms <= second.terms or second.terms <= first.terms
        is_near = one_more and dice(first.terms, second.terms) >= self.policy.near_words
        is_same = is_near and difference.kind is Kind.NOT_AT_ALL and first.values == second.values
        return Likeness.SAME_WORDS if is_same else Likeness.PARAPHRASE


_CONTRARY = 0.6
"""Shared words from which yes against no is a contrary, where the comparison does not settle it."""
_FRAME = 0.5
"""Shared words from which statements have a frame in common, in which one word may stand in the place of another."""


def dice(first: frozenset[str], second: frozenset[str]) -> float:
    """Twice what they share, by what they have: 0..1."""
    total = len(first) + len(second)
    return 2 * len(first & second) / total if total else 0.0


def _fit(first: Reading, second: Reading) -> bool:
    """Whether no value stands against another: the values of one are all among the other's, whoever it is about."""
    if not (first.values <= second.values or second.values <= first.values):
        return False
    one, other = _owner(first), _owner(second)
    return one == other or {one, other} in _UNSAID


def _is_turned_round(first: Reading, second: Reading) -> bool:
    """Whether both relate the same things by the same word, the other way round ("tea over coffee")."""
    one, other = cues.COMPARES.search(first.text), cues.COMPARES.search(second.text)
    if one is None or other is None or one.group().casefold() != other.group().casefold():
        return False
    related, others = related_by(first.text, one), related_by(second.text, other)
    return bool(related) and related != others and related <= words_of(second.text) and others <= words_of(first.text)


def _owner(reading: Reading) -> str:
    """Whose preference or habit a statement tells of; "" where it tells of nobody's, as rules do."""
    found = _PERSON.match(reading.text)
    return found.group().casefold() if found else ""


_UNSAID = ({"", "the user"}, {"", "the team"}, {"", "用户"}, {"", "团队"}, {"the user", "用户"}, {"the team", "团队"})
"""Owners that go together: what is said without naming anybody is the speaker's, or that of the speaker's team."""

_PERSON = re.compile(
    r"(?!Always|Never|Please)(The (?:user|team)|[A-Z][a-z]+)(?= (?:always |never |usually |really )*(?:prefers?|likes?"
    r"|loves?|hates?|dislikes?|wants?|enjoys?|uses?|drinks?|eats?|works?)\b)"
    r"|(用户|团队)(?=(?:更|总是|一般|通常|都|很)?(?:喜欢|偏好|讨厌|习惯|爱|希望))"
)
