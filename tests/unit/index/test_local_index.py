"""Catching up: step by step or afresh gives the same index; a source that fails is asked again."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.domain.errors import StoreBusy
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Status
from mcp_memory.engine.index.local import LocalIndex
from mcp_memory.engine.index.slots import Slots
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import IndexChanges, IndexRow, WordScore

ALL_MINE = Filter(reach=Reach(user="me", sessions=None))


def a_row(memory_id: str, chunk: int, seed: int, tags: tuple[str, ...] = ()) -> IndexRow:
    numbers = np.random.default_rng(seed).normal(size=8)
    vector = Vector((numbers / np.linalg.norm(numbers)).astype("<f2").tobytes()) if seed else None
    return IndexRow(
        memory_id=memory_id, chunk=chunk, vector=vector, user="me", project="", layer=Layer.SEMANTIC,
        status=Status.ACTIVE, event_type=EventType.FACT, session="", occurred_at=0.0, tags=tags,
    )  # fmt: skip


ASKED = a_row("", 0, seed=1).vector


@dataclass
class Ledger:
    """A source in memory: the rows of each memory, and at which revision they changed. It knows no words."""

    revision: int = 0
    pulls: list[int] = field(default_factory=list)
    busy: bool = False
    _memories: dict[str, tuple[int, tuple[IndexRow, ...]]] = field(default_factory=dict)

    def set(self, memory_id: str, *rows: IndexRow) -> None:
        self.revision += 1
        self._memories[memory_id] = (self.revision, rows)

    def data_version(self) -> int:
        return self.revision

    def changes_since(self, revision: int, space: str) -> IndexChanges:
        assert space == "some:1"
        if self.busy:
            raise StoreBusy
        self.pulls.append(revision)
        changed = {memory_id: rows for memory_id, (at, rows) in self._memories.items() if at > revision}
        return IndexChanges(self.revision, tuple(changed), tuple(row for rows in changed.values() for row in rows))

    def search_words(self, terms: Sequence[str], within: Filter, limit: int) -> dict[tuple[str, int], WordScore]:  # noqa: ARG002 - the port's signature
        return {}

    def score_words(self, terms: Sequence[str], chunks: Sequence[tuple[str, int]]) -> dict[tuple[str, int], WordScore]:  # noqa: ARG002 - the port's signature
        return {}


def an_index(ledger: Ledger) -> LocalIndex:
    return LocalIndex(ledger, ledger, "some:1")


CHUNKS = st.lists(st.tuples(st.integers(0, 30), st.sampled_from([(), ("x",), ("x", "y")])), max_size=3)
HISTORIES = st.lists(st.tuples(st.sampled_from("abcdef"), CHUNKS), max_size=25)


@given(history=HISTORIES, tags=st.frozensets(st.sampled_from("xyz"), max_size=1), limit=st.integers(1, 6))
def test_catching_up_step_by_step_gives_what_a_fresh_index_gives(
    history: list[tuple[str, list[tuple[int, tuple[str, ...]]]]], tags: frozenset[str], limit: int
) -> None:
    ledger = Ledger()
    index = an_index(ledger)
    within = Filter(reach=ALL_MINE.reach, tags=tags)
    for memory_id, chunks in history:
        ledger.set(memory_id, *(a_row(memory_id, n, seed, tags) for n, (seed, tags) in enumerate(chunks)))
        fresh = an_index(ledger)
        assert index.search([], ASKED, within, limit) == fresh.search([], ASKED, within, limit)
        assert index.size() == fresh.size()


def test_only_what_changed_is_pulled_and_only_when_something_did() -> None:
    ledger = Ledger()
    ledger.set("a", a_row("a", 0, seed=1))
    index = an_index(ledger)
    index.search([], ASKED, ALL_MINE, 5)
    index.search([], ASKED, ALL_MINE, 5)
    ledger.set("b", a_row("b", 0, seed=2))
    index.search([], ASKED, ALL_MINE, 5)
    assert index.size() == 2
    assert ledger.pulls == [0, 1]


def test_a_source_that_was_busy_is_asked_again() -> None:
    ledger = Ledger()
    ledger.set("a", a_row("a", 0, seed=1))
    ledger.busy = True
    index = an_index(ledger)
    with pytest.raises(StoreBusy):
        index.search([], ASKED, ALL_MINE, 5)
    ledger.busy = False
    assert [hit.memory_id for hit in index.search([], ASKED, ALL_MINE, 5).by_vector] == ["a"]


def test_freed_rows_are_used_again() -> None:
    slots = Slots()
    slots.take([("a", 0), ("a", 1), ("b", 0)])
    assert sorted(slots.release(["a", "unknown"])) == [0, 1]
    assert (slots.of(("a", 0)), slots.of(("b", 0)), len(slots)) == (None, 2, 1)
    assert sorted(slots.take([("c", 0), ("d", 7)])) == [0, 1]
    assert slots.reach == 3
    assert {slots.key(slot) for slot in range(3)} == {("b", 0), ("c", 0), ("d", 7)}
