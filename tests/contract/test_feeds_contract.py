"""What the records owe an index elsewhere: a book that two writers cannot muddle, and changes in slices."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from qdrant_kit import CARD, EMBEDDER, purge, remember
from records_kit import a_change, put

from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.ports.feeds import Feed
from mcp_memory.engine.ports.index import IndexRow
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.testing import DAWN, CountedIds, a_memory

FEED = Feed(space="small:1", collection="c1")
SLICES = st.integers(1, 6)
OTHER = Feed(space="large:1", collection="c2", sent=7, fed=5)


def test_a_feed_is_noted_moved_and_struck_out(records: SqliteRecords, tmp_path: Path) -> None:
    assert records.feeds() == ()
    assert records.move_feed(None, FEED)
    assert records.move_feed(None, OTHER)
    assert records.feeds() == (OTHER, FEED)
    moved = replace(FEED, sent=9, fed=9)
    assert records.move_feed(FEED, moved)
    assert records.move_feed(OTHER, None)
    with closing(open_records(tmp_path, StorePolicy())) as reopened:
        assert reopened.feeds() == (moved,)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, FEED),
        (None, None),
        (replace(FEED, sent=1), replace(FEED, sent=2)),
        (replace(FEED, fed=1), None),
        (replace(FEED, collection="c0"), replace(FEED, sent=2)),
        (OTHER, None),
    ],
)
def test_a_feed_that_is_not_as_it_was_is_left_alone(
    records: SqliteRecords, before: Feed | None, after: Feed | None
) -> None:
    records.move_feed(None, FEED)
    assert not records.move_feed(before, after)
    assert records.feeds() == (FEED,)


def test_noting_a_feed_is_no_change_of_any_memory(records: SqliteRecords) -> None:
    records.move_feed(None, FEED)
    assert records.revision() == 0


@settings(max_examples=25, deadline=None)
@given(history=st.lists(st.tuples(st.integers(0, 7), st.sampled_from(["put", "purge"])), max_size=30), limit=SLICES)
def test_slices_one_after_another_are_the_whole(
    tmp_path_factory: pytest.TempPathFactory, history: list[tuple[int, str]], limit: int
) -> None:
    """Each ends with a whole transaction and reaches its limit, but for the last."""
    with closing(open_records(tmp_path_factory.mktemp("slices"), StorePolicy())) as records:
        ids = [CountedIds(number)() for number in range(8)]
        for number, act in history:
            known = records.get(ids[number])
            if act == "put":
                put(records, known.changed(DAWN) if known else a_memory(id=ids[number]))
            elif known:
                purge(records, known)
        whole = records.changes_after(0, "small:1", 1_000)
        assert whole.revision == records.revision()
        reached = 0
        changed: list[str] = []
        rows: list[IndexRow] = []
        while reached < records.revision():
            part = records.changes_after(reached, "small:1", limit)
            assert part.revision > reached
            assert len(part.changed_ids) >= limit or part.revision == records.revision()
            reached = part.revision
            changed += part.changed_ids
            rows += part.rows
        assert sorted(changed) == sorted(whole.changed_ids)
        assert sorted(row.memory_id for row in rows) == sorted(row.memory_id for row in whole.rows)
        assert records.changes_after(reached, "small:1", limit).changed_ids == ()


def test_a_transaction_is_never_cut_in_two(records: SqliteRecords) -> None:
    new_id = CountedIds()
    with records.writing() as writing:
        for _ in range(5):
            writing.put(a_change(a_memory(id=new_id())))
    put(records, a_memory(id=new_id()))
    assert [len(records.changes_after(0, "small:1", limit).changed_ids) for limit in (1, 5, 6)] == [5, 5, 6]


def test_vectors_are_those_of_the_chunks_and_the_space_asked_for(records: SqliteRecords) -> None:
    tea, coffee = remember(records, "Tea is preferred.", "Coffee is not.")
    waiting = CountedIds(100)()
    put(records, a_memory(id=waiting))
    asked = [(tea.id, 0), (coffee.id, 1), (waiting, 0), ("unknown", 0)]
    assert records.vectors_of(asked, CARD.space) == {(tea.id, 0): EMBEDDER.embed_query("Tea is preferred.")}
    assert records.vectors_of(asked, "another:1") == {}
    assert records.vectors_of([], CARD.space) == {}
