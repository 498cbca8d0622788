"""What the index tests share: vectors, rows, and a source in memory."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mcp_memory.engine.domain.errors import StoreBusy
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Status, Tier
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import IndexChanges, IndexRow, WordScore

ALL_MINE = Filter(reach=Reach(user="me", sessions=None))
SPACE = "some:1"


def packed(*numbers: float) -> Vector:
    """A vector of exactly these numbers."""
    return Vector(struct.pack(f"<{len(numbers)}e", *numbers))


def unit_rows(raw: NDArray[np.float64]) -> list[Vector]:
    """Each row at length 1."""
    return [Vector(row.tobytes()) for row in (raw / np.linalg.norm(raw, axis=1, keepdims=True)).astype("<f2")]


def a_row(
    memory_id: str,
    chunk: int = 0,
    seed: int = 1,
    tags: tuple[str, ...] = (),
    project: str = "",
    *,
    tier: str = Tier.HOT,
) -> IndexRow:
    """A row with a vector drawn by that seed; seed 0 gives none."""
    vector = unit_rows(np.random.default_rng(seed).normal(size=(1, 8)))[0] if seed else None
    return IndexRow(
        memory_id=memory_id, chunk=chunk, vector=vector, user="me", project=project, layer=Layer.SEMANTIC,
        status=Status.ACTIVE, event_type=EventType.FACT, session="", occurred_at=0.0, tags=tags, tier=tier,
    )  # fmt: skip


ASKED = a_row("").vector


@dataclass(eq=False)
class Ledger:
    """A source in memory: the rows of each memory, and at which revision they changed. It knows no words."""

    revision: int = 0
    pulls: list[int] = field(default_factory=list)
    busy: bool = False
    _memories: dict[str, tuple[int, tuple[IndexRow, ...]]] = field(default_factory=dict)

    def set(self, memory_id: str, *rows: IndexRow) -> None:
        """Store a memory; without rows it counts as purged."""
        self.revision += 1
        self._memories[memory_id] = (self.revision, rows)

    def fill(self, count: int, prefix: str = "m", *, tier: Tier = Tier.HOT) -> None:
        """Store so many memories of one row."""
        for number in range(count):
            memory_id = f"{prefix}{number:03}"
            self.set(memory_id, a_row(memory_id, seed=number + 1, tier=tier))

    def data_version(self) -> int:
        return self.revision

    def changes_after(
        self, revision: int, space: str, limit: int, *, without: frozenset[Tier] = frozenset(), fresh_to: int = 0
    ) -> IndexChanges:
        assert space == SPACE
        if self.busy:
            raise StoreBusy
        self.pulls.append(revision)
        named = (
            (at, memory_id)
            for memory_id, (at, rows) in self._memories.items()
            if at > (fresh_to if revision else self.revision)
            or not rows
            or any(row.tier not in without for row in rows)
        )
        changed = sorted((at, memory_id) for at, memory_id in named if at > revision)[:limit]
        return IndexChanges(
            revision=changed[-1][0] if len(changed) == limit else self.revision,
            changed_ids=tuple(memory_id for _, memory_id in changed),
            rows=tuple(
                row for _, memory_id in changed for row in self._memories[memory_id][1] if row.tier not in without
            ),
            purged_ids=tuple(memory_id for _, memory_id in changed if not self._memories[memory_id][1]),
            newest=self.revision,
        )

    def vectors_of(self, chunks: Sequence[tuple[str, int]], space: str) -> dict[tuple[str, int], Vector]:
        assert space == SPACE
        rows = {(row.memory_id, row.chunk): row.vector for _, rows in self._memories.values() for row in rows}
        return {key: vector for key in chunks if (vector := rows.get(key)) is not None}

    def cold_chunks(self) -> int:
        return sum(row.tier == Tier.COLD for _, rows in self._memories.values() for row in rows)

    def search_words(self, terms: Sequence[str], within: Filter, limit: int) -> dict[tuple[str, int], WordScore]:  # noqa: ARG002 - the port's signature
        raise AssertionError("no question of these tests has words")

    def score_words(self, terms: Sequence[str], chunks: Sequence[tuple[str, int]]) -> dict[tuple[str, int], WordScore]:  # noqa: ARG002 - the port's signature
        raise AssertionError("no question of these tests has words")
