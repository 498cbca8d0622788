"""Catching up: step by step or afresh gives the same index; a source that fails is asked again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from index_kit import ALL_MINE, ASKED, SPACE, Ledger, a_row

from mcp_memory.engine.domain.errors import StoreBusy
from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.domain.policies import IndexPolicy
from mcp_memory.engine.index.local import LocalIndex

EXACT = IndexPolicy()
ON_CODES = IndexPolicy(exact_rows=0, page=2, loose_rows=3)
IN_BETWEEN = IndexPolicy(exact_rows=3, page=4, loose_rows=5)


def an_index(ledger: Ledger, policy: IndexPolicy = EXACT) -> LocalIndex:
    return LocalIndex(ledger, ledger, SPACE, policy)


CHUNKS = st.lists(st.tuples(st.integers(0, 30), st.sampled_from([(), ("x",), ("x", "y")])), max_size=3)
HISTORIES = st.lists(st.tuples(st.sampled_from("abcdef"), CHUNKS), max_size=25)


@given(
    history=HISTORIES,
    tags=st.frozensets(st.sampled_from("xyz"), max_size=1),
    limit=st.integers(1, 6),
    policy=st.sampled_from([EXACT, ON_CODES, IN_BETWEEN]),
)
def test_catching_up_step_by_step_gives_what_a_fresh_exact_index_gives(
    history: list[tuple[str, list[tuple[int, tuple[str, ...]]]]],
    tags: frozenset[str],
    limit: int,
    policy: IndexPolicy,
) -> None:
    """Whatever the way of scanning, the pages, and how often rows are settled."""
    ledger = Ledger()
    index = an_index(ledger, policy)
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
