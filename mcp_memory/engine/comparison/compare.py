"""How two statements relate, by explicit rules. Similar vectors are not consulted: a caller passes candidates.

A contradiction needs the same subject and exactly one differing slot: one value, one word of what has one value at a
time, or yes against no; in the whole statements, or in a part of each that says something by itself. Past against
present is a history and hints at most; so are two pasts without a date, what is only thought or planned, and a text of
several sentences of which more than one clashes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from mcp_memory.engine.comparison.across import in_one_language
from mcp_memory.engine.comparison.reading import Statement, fold, read, sentences
from mcp_memory.engine.comparison.relation import Comparison, Relation
from mcp_memory.engine.comparison.single import relate
from mcp_memory.engine.comparison.subjects import subject_key
from mcp_memory.engine.text.parts import parts

LOOKED_AT = 2_000
"""Characters of each text that are read."""
MOST_SENTENCES = 12
_KEPT = 512


def compare(first: str, second: str) -> Comparison:
    """How the second text stands to the first. Total; reads at most `MOST_SENTENCES` sentences of each.

    Those stand in its first `LOOKED_AT` characters. What is not read whole is never called the same, or more precise.
    """
    one, other = _read(first), _read(second)
    if first == second:
        return Comparison(Relation.SAME, "the same text", "")
    comparison = _several(one.statements, other.statements)
    if comparison.relation in {Relation.RELATED, Relation.UNRELATED, Relation.HINTS}:
        comparison = _by_parts(first, second) or comparison
    if not (one.whole and other.whole) and comparison.relation in {Relation.SAME, Relation.REFINES}:
        return Comparison(Relation.RELATED, "they begin alike and are too long to tell", comparison.subject)
    return comparison


def _by_parts(first: str, second: str) -> Comparison | None:
    """The one contradiction between parts that say something by themselves, what is around them left aside."""
    wholes = _read(first).statements, _read(second).statements
    if any(_repeats(whole) or any(each.asked or each.hedged for each in whole) for whole in wholes):
        return None
    told = [[said for part in parts(text) for said in _read(part).statements] for text in (first, second)]
    if not any(told):
        return None
    ones, others = (list(part or whole) for part, whole in zip(told, wholes, strict=True))
    comparison = _among(ones, others, least_words=max(1, min(2, len(ones) * len(others))))
    return comparison if comparison.relation is Relation.CONTRADICTS else None


@dataclass(frozen=True, slots=True)
class _Reading:
    """What was read of a text, and whether that was all of it."""

    statements: tuple[Statement, ...]
    whole: bool


@lru_cache(maxsize=_KEPT)
def _read(text: str) -> _Reading:
    """Read once: one new statement is compared with many, and those with the next."""
    found = sentences(fold(text[:LOOKED_AT]), MOST_SENTENCES + 1)
    whole = len(text) <= LOOKED_AT and len(found) <= MOST_SENTENCES
    return _Reading(tuple(map(read, found[:MOST_SENTENCES])), whole)


def _several(firsts: Sequence[Statement], seconds: Sequence[Statement]) -> Comparison:
    """Texts of one or more sentences: each against each."""
    if len(firsts) == len(seconds) == 1:
        relation, reason = relate(firsts[0], seconds[0])
        key = _shared_key(firsts[0], seconds[0]) if relation in {Relation.CONTRADICTS, Relation.HINTS} else ""
        return Comparison(relation, reason, key)
    if not firsts or not seconds:
        return Comparison(Relation.UNRELATED, "nothing is said", "")
    return _among(firsts, seconds, least_words=2)


def _among(firsts: Sequence[Statement], seconds: Sequence[Statement], least_words: int) -> Comparison:
    """Each of several against each of others; a clash counts whose subject has so many words."""
    found = [[relate(one, other) for other in seconds] for one in firsts]
    table = _Table(firsts, seconds, [[relation for relation, _ in row] for row in found])
    return table.judged([[reason for _, reason in row] for row in found], least_words)


class _Table:
    """The relations of every sentence of one text to every sentence of another."""

    def __init__(
        self, firsts: Sequence[Statement], seconds: Sequence[Statement], found: Sequence[Sequence[Relation]]
    ) -> None:
        self._firsts, self._seconds, self._found = firsts, seconds, found
        self._cells = [(one, other) for one in range(len(firsts)) for other in range(len(seconds))]

    def judged(self, reasons: Sequence[Sequence[str]], least_words: int) -> Comparison:
        """The relation of the texts."""
        clashes = [cell for cell in self._of(Relation.CONTRADICTS) if not self._said_elsewhere(cell)]
        if clashes:
            one, other = clashes[0]
            key = _shared_key(self._firsts[one], self._seconds[other])
            alone = len(clashes) == 1 and len(key.split()) >= least_words and not self._is_list()
            relation = Relation.CONTRADICTS if alone else Relation.HINTS
            return Comparison(Relation.RELATED if self._is_list() else relation, reasons[one][other], key)
        if len(self._firsts) == len(self._seconds) and all(
            row[place] is Relation.SAME for place, row in enumerate(self._found)
        ):
            return Comparison(Relation.SAME, "sentence by sentence the same", "")
        hints = self._of(Relation.HINTS)
        if hints and not self._is_list():
            one, other = hints[0]
            return Comparison(Relation.HINTS, reasons[one][other], _shared_key(self._firsts[one], self._seconds[other]))
        if all(any(cell in {Relation.SAME, Relation.REFINES} for cell in row) for row in self._found):
            return Comparison(Relation.REFINES, "the second says all of the first, and more", "")
        if any(cell is not Relation.UNRELATED for row in self._found for cell in row):
            return Comparison(Relation.RELATED, "some sentences are about the same subject", "")
        return Comparison(Relation.UNRELATED, "no sentence is about the same subject", "")

    def _of(self, relation: Relation) -> list[tuple[int, int]]:
        return [(one, other) for one, other in self._cells if self._found[one][other] is relation]

    def _said_elsewhere(self, cell: tuple[int, int]) -> bool:
        """Whether either sentence of a clash stands in the other text too: then both say both."""
        same = Relation.SAME
        return same in self._found[cell[0]] or any(row[cell[1]] is same for row in self._found)

    def _is_list(self) -> bool:
        """Whether one text repeats a template: entries, readings, log lines."""
        return _repeats(self._firsts) or _repeats(self._seconds)


def _shared_key(first: Statement, second: Statement) -> str:
    return subject_key(in_one_language(first, second))


def _repeats(statements: Sequence[Statement]) -> bool:
    rows = [tuple(token.text for token in each.content[-2:]) for each in statements if each.values]
    return len(rows) > len(set(rows))
