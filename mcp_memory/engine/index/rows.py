"""All that one process holds of an index: whose each row is, what it can be filtered by, and how near it is.

A row is searched by whole vectors while there are few, by codes from then on. There is no way back but a new `Rows`:
whoever had many memories and deleted them loses nothing but a little time.
"""

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.domain.policies import IndexPolicy
from mcp_memory.engine.index.codes import Codes
from mcp_memory.engine.index.facts import Facts, PackedFacts
from mcp_memory.engine.index.float16 import question_of
from mcp_memory.engine.index.legs import VectorLeg
from mcp_memory.engine.index.slots import Key, PackedSlots, Slots
from mcp_memory.engine.index.vectors import Vectors
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import IndexRow

ReadChunks = Callable[[Sequence[Key]], dict[Key, Vector]]
"""Reads the vectors of chunks from the records."""

_LOOSE_SHARE = 0.25
"""Loose rows are settled when there are more than this share of the settled ones: settling costs time for all."""

_SAMPLE_ROWS = 64


@dataclass(frozen=True, slots=True)
class PackedRows:
    """Rows as plain arrays, sorted by memory id and chunk, with nothing of rows that are gone."""

    slots: PackedSlots
    facts: PackedFacts
    dim: int
    codes: NDArray[np.uint64]
    present: NDArray[np.bool_]


class Rows:
    """Starts empty, or from what `packed` gave."""

    def __init__(self, read: ReadChunks, policy: IndexPolicy) -> None:
        self._read_chunks = read
        self._policy = policy
        self._slots = Slots()
        self._facts = Facts()
        self._leg: VectorLeg = Vectors()

    @classmethod
    def unpacked(cls, packed: PackedRows, read: ReadChunks, policy: IndexPolicy) -> Self:
        """The same rows again."""
        rows = cls(read, policy)
        rows._unpack(packed)
        return rows

    def __len__(self) -> int:
        return len(self._slots)

    def drop(self, memory_ids: Sequence[str]) -> None:
        """Forget all rows of these memories."""
        freed = self._slots.release(memory_ids)
        if freed:
            self._facts.erase(freed)
            self._leg.erase(freed)

    def add(self, rows: Sequence[IndexRow]) -> None:
        """Take these rows; there must be none of their chunks."""
        slots = self._slots.take((row.memory_id, row.chunk) for row in rows)
        self._facts.write(slots, rows)
        self._leg.write(slots, [row.vector for row in rows])
        if isinstance(self._leg, Vectors) and self._leg.dim and len(self._slots) > self._policy.exact_rows:
            self._leg = Codes.taking_over(self._leg, self._read, self._policy)
        many = max(self._policy.loose_rows, _LOOSE_SHARE * self._slots.settled)
        if self._slots.loose > many and (packed := self.packed()) is not None:
            self._unpack(packed)

    def nearest(
        self, vector: Vector | None, within: Filter, limit: int, also: Iterable[Key]
    ) -> tuple[list[Key], dict[Key, float]]:
        """The nearest chunks a filter admits, best first, ties by key; and the cosines of these and of `also`."""
        question = question_of(vector, self._leg.dim)
        if question is None:
            return [], {}
        near = self._leg.nearest(question, self._facts.admitted(within, self._slots.reach), limit)
        others = {key: slot for key in also if (slot := self._slots.of(key)) is not None}
        cosines = self._leg.cosines(question, list({*near, *others.values()}))
        known = [slot for slot in near if slot in cosines]
        last = min(heapq.nlargest(limit, (cosines[slot] for slot in known)), default=0.0)
        best = {self._slots.key(slot): cosines[slot] for slot in known if cosines[slot] >= last}
        ranked = sorted(best, key=lambda key: (-best[key], key))[:limit]
        return ranked, best | {key: cosines[slot] for key, slot in others.items() if slot in cosines}

    def packed(self) -> PackedRows | None:
        """All rows, for keeping; None while they are searched by whole vectors, which are quicker read than kept."""
        if not isinstance(self._leg, Codes):
            return None
        slots, order = self._slots.packed()
        codes, present = self._leg.packed(order)
        return PackedRows(slots, self._facts.packed(order), self._leg.dim, codes, present)

    def agree(self) -> bool:
        """Whether the newest settled rows are in the records as they are here. Says yes of whole vectors."""
        return not isinstance(self._leg, Codes) or self._leg.agree(self._slots.newest(_SAMPLE_ROWS))

    def _unpack(self, packed: PackedRows) -> None:
        self._slots = Slots.unpacked(packed.slots)
        self._facts = Facts.unpacked(packed.facts)
        codes = Codes(packed.dim, self._read, self._policy)
        codes.unpack(packed.codes, packed.present)
        self._leg = codes

    def _read(self, slots: Sequence[int]) -> list[Vector | None]:
        keys = [self._slots.key(slot) for slot in slots]
        vectors = self._read_chunks(keys)
        return [vectors.get(key) for key in keys]
