"""How many chunks hold a term, and how many there are: what makes a term rare.

FTS5 counts a term by reading all it holds of it, some milliseconds for one that stands in a hundred thousand chunks. So
the counts of frequent terms are remembered; they may be a little old, which a logarithm hardly shows.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from mcp_memory.engine.records.conditions import among_those, as_list
from mcp_memory.engine.records.schema import word_frequencies

_FREQUENT = 1_000
"""Terms of fewer chunks are counted in no time, so they are counted anew after every write."""

_DRIFT = 0.02
"""The count of a frequent term is kept until the store has grown or shrunk by this share."""

_MOST_REMEMBERED = 20_000
_MORE = 0x80

# FTS5 keeps its totals in the row 1 of this table, as the documentation of its format says: the number of rows, then
# the number of tokens in each column. Counting the rows of a million chunks takes some thirty milliseconds.
_TOTALS = sa.text(
    "SELECT (SELECT value FROM meta WHERE name = 'revision') AS revision,"
    " (SELECT block FROM words_data WHERE id = 1) AS totals"
)
_HOLDING = sa.select(word_frequencies.c.term, word_frequencies.c.doc).where(
    among_those(word_frequencies.c.term, "terms")
)


@dataclass(frozen=True, slots=True)
class Totals:
    """What a snapshot of the word index holds: chunks and tokens; and the revision it was taken at."""

    revision: int
    chunks: int
    tokens: int

    @property
    def usual_tokens(self) -> float:
        """The average length of a chunk."""
        return self.tokens / self.chunks if self.chunks else 0.0


@dataclass(frozen=True, slots=True)
class _Counted:
    holding: int
    at: Totals

    def is_good(self, now: Totals) -> bool:
        if self.at.revision == now.revision:
            return True
        return self.holding >= _FREQUENT and abs(now.chunks - self.at.chunks) <= _DRIFT * self.at.chunks


class WordCounts:
    """The counts of one process, over one file. Safe from several threads."""

    def __init__(self) -> None:
        self._counted: dict[str, _Counted] = {}
        self._lock = threading.Lock()

    def holding(self, connection: sa.Connection, terms: Sequence[str], now: Totals) -> dict[str, int]:
        """In how many chunks each of these terms stands; those that stand in none are left out."""
        with self._lock:
            known = {term: self._counted[term] for term in terms if term in self._counted}
        good = {term: counted.holding for term, counted in known.items() if counted.is_good(now)}
        asked = [term for term in terms if term not in good]
        if asked:
            rows = connection.execute(_HOLDING, {"terms": as_list(asked)})
            new = dict.fromkeys(asked, 0) | {row.term: row.doc for row in rows}
            good |= new
            self._remember({term: _Counted(holding, now) for term, holding in new.items()})
        return {term: holding for term, holding in good.items() if holding}

    def _remember(self, counted: dict[str, _Counted]) -> None:
        with self._lock:
            if len(self._counted) + len(counted) > _MOST_REMEMBERED:
                self._counted.clear()
            self._counted |= counted


def totals(connection: sa.Connection) -> Totals:
    """The totals of this snapshot, without counting."""
    row = connection.execute(_TOTALS).one()
    chunks, tokens, *_ = (*_numbers(row.totals), 0, 0)
    return Totals(revision=row.revision, chunks=chunks, tokens=tokens)


def _numbers(block: Any) -> list[int]:
    """Numbers as SQLite packs them: seven bits a byte, the highest first, and the eighth bit says that more follow."""
    numbers: list[int] = []
    value = 0
    for byte in block if isinstance(block, bytes) else b"":
        value = value << 7 | byte & ~_MORE
        if not byte & _MORE:
            numbers.append(value)
            value = 0
    return numbers
