"""Whether two statements say the same rule: in nearly the same words, as a paraphrase, or the contrary.

Explicit comparison goes first (`engine.comparison`); it knows values, units and negation. What it leaves open is
settled by the words alone. The nearness of vectors says nothing here: with the shipped model, one template about two
objects lies nearer than most paraphrases of one rule do. Statements that each have a word of their own are about
different objects: "use uv for Atlas", "use npm for Atlas".
"""

import re
from dataclasses import dataclass
from enum import Enum, auto
from itertools import product

from mcp_memory.engine.comparison.relation import Compare, Relation
from mcp_memory.engine.consolidation import cues
from mcp_memory.engine.consolidation.differing import Kind, differing, related_by, row_of, words_of
from mcp_memory.engine.consolidation.plain import Plain
from mcp_memory.engine.consolidation.reading import Extent, Reading, is_negative
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.text.parts_words import EXCEPT


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
        """How the two stand to each other, as wholes or by parts; which of them comes first does not matter."""
        found = self._compared(first, second)
        are_simple = {first.extent, second.extent} == {Extent.SIMPLE}
        if are_simple or found in {Likeness.SAME_WORDS, Likeness.CONTRARY}:
            return found
        pairs = product(first.forms or (first,), second.forms or (second,))
        of_parts = {self._compared(one, other) for one, other in pairs if one.terms & other.terms}
        decided = (Likeness.CONTRARY, Likeness.SAME_WORDS, Likeness.PARAPHRASE)
        return next((likeness for likeness in decided if likeness in {found, *of_parts}), found)

    def _compared(self, first: Reading, second: Reading) -> Likeness:
        """How two stand to each other, each taken as a whole."""
        if first.key == second.key:
            return Likeness.SAME_WORDS
        pair = _Pair(first, second)
        if pair.difference.shared < _FRAME:
            return Likeness.APART
        relation = self.compare(first.text, second.text).relation
        if relation is Relation.CONTRADICTS or pair.is_turned_round(relation):
            return Likeness.CONTRARY
        if not _fit(first, second):
            return Likeness.OTHER_OBJECT
        return self._agreeing(pair) if relation is Relation.SAME else self._in_other_words(pair, relation)

    def _in_other_words(self, pair: "_Pair", relation: Relation) -> Likeness:
        """How two stand to each other that the comparison does not call the same."""
        if pair.difference.kind is Kind.EACH:
            return Likeness.OTHER_OBJECT
        if pair.allows_or_demands:
            return Likeness.APART
        if pair.is_opposite and relation is not Relation.REFINES:
            return Likeness.CONTRARY if pair.is_contrary else Likeness.APART
        return Likeness.NARROWER if pair.is_narrower else self._agreeing(pair)

    def _agreeing(self, pair: "_Pair") -> Likeness:
        """Nearly the same words are those of which one has all of the other's, few more, and none that tells."""
        first, second = pair.first, pair.second
        one_more = first.terms <= second.terms or second.terms <= first.terms
        is_near = (one_more or pair.is_one_row) and dice(first.terms, second.terms) >= self.policy.near_words
        is_same = is_near and pair.difference.kind is Kind.NOT_AT_ALL and first.values == second.values
        return Likeness.SAME_WORDS if is_same and not pair.is_reworded else Likeness.PARAPHRASE


class _Pair:
    """Two statements, laid side by side in plain words: those of an order where both tell one."""

    def __init__(self, first: Reading, second: Reading) -> None:
        self.first, self.second = first, second
        self._extents = {first.extent, second.extent}
        self._is_order = bool(first.plain.first and second.plain.first)
        by_sides = self._is_order and Extent.AROUND not in self._extents
        self._texts = tuple(each.plain.ordered if by_sides else each.plain.text for each in (first, second))
        self.difference = differing(*self._texts)

    @property
    def is_one_row(self) -> bool:
        """Whether both have the same telling characters in the same order; Chinese has many little words between."""
        one, other = row_of(self.first.text), row_of(self.second.text)
        return one == other and len(one) >= _ROW

    @property
    def is_reworded(self) -> bool:
        """Whether one of them was put in other words to be laid beside the other."""
        return self.first.plain.is_reworded is not self.second.plain.is_reworded

    @property
    def is_opposite(self) -> bool:
        """Whether one forbids or denies and the other does not."""
        return len({is_negative(text) for text in self._texts}) > 1

    @property
    def allows_or_demands(self) -> bool:
        """Whether one only allows what the other demands or tells."""
        return len({bool(_ALLOWS.search(text)) and not _ONLY.search(text) for text in self._texts}) > 1

    @property
    def is_contrary(self) -> bool:
        """Whether opposites are about the same; of parts only in the same words, and what has parts is told by them."""
        if self._extents == {Extent.SIMPLE}:
            return dice(self.first.terms, self.second.terms) >= _CONTRARY
        return Extent.AROUND not in self._extents and self.difference.kind is Kind.NOT_AT_ALL

    @property
    def is_narrower(self) -> bool:
        """Whether one says the same of something more special, or takes something back from it."""
        kind = self.difference.kind
        if kind is not Kind.LONGER:
            return kind is Kind.NARROWER
        both = self.first.text, self.second.text
        excepts, days = ({bool(form.search(text)) for text in both} for form in (EXCEPT, _WEEKDAY))
        return len(excepts) > 1 or len(days) > 1 or self.first.values != self.second.values

    def is_turned_round(self, relation: Relation) -> bool:
        """Whether both relate the same things, the other way round."""
        if self._is_order:
            return _is_reversed(self.first.plain, self.second.plain)
        if relation is Relation.SAME or self.is_opposite:
            return False  # what one denies the other way round is what the other says
        return _is_turned_round(self.first, self.second)


_ALLOWS = re.compile(r"\b(?:may|can|could|allowed to|permitted to|optional)\b|可以|允许|可选", re.IGNORECASE)
_ONLY = re.compile(
    r"\b(?:only|not|never|no|nobody|nothing|none|cannot)\b|n['’]t\b|[不没只才别]|禁止|除非", re.IGNORECASE
)
"""With these an allowance is none: "only Ana may", "nobody may", 才可以."""
_WEEKDAY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?:周|星期|礼拜)[一二三四五六日天末]", re.IGNORECASE
)
_ROW = 6
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


def _is_reversed(one: Plain, other: Plain) -> bool:
    """Whether what comes first by one of them comes then by the other."""
    same = _shared(one.first, other.first) + _shared(one.then, other.then)
    return _shared(one.first, other.then) + _shared(one.then, other.first) > same


def _shared(first: str, second: str) -> float:
    return dice(words_of(first), words_of(second))


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
