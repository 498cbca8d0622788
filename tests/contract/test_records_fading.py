"""What the records say of unused memories is what the laws say; moving them is seen by every index."""

from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from records_kit import memories, put
from store_kit import Store

from mcp_memory.engine.domain.fading import is_outlived, is_stale, tier_of
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Episode, Origin, Scope
from mcp_memory.engine.domain.policies import FadingPolicy, StorePolicy
from mcp_memory.engine.domain.vocabulary import IN_MEMORY, EventType, Layer, OriginKind, Status, Tier
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.testing import DAWN, a_memory

NOW = DAWN + timedelta(days=365)
POLICY = FadingPolicy(often=2, retention_days=200)
MINE = Reach(user="me", sessions=None)
near = st.datetimes(datetime(2026, 1, 1), datetime(2027, 6, 1)).map(lambda moment: moment.replace(tzinfo=DAWN.tzinfo))  # noqa: DTZ001 - made aware
aged = memories.flatmap(
    lambda memory: st.builds(
        lambda **fields: replace(memory, **fields),
        changed_at=near,
        stored_at=near,
        confirmed_at=st.none() | near,
        valid_until=st.none() | near,
        recalled_at=st.none() | near,
        recall_count=st.integers(0, 4),
        tier=st.sampled_from(Tier),
        event_type=st.sampled_from([EventType.FACT, EventType.PREFERENCE]),
    )
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(several=st.lists(aged, min_size=1, max_size=8, unique_by=lambda memory: memory.id))
def test_the_records_agree_with_the_laws(records: SqliteRecords, several: list[object]) -> None:
    stored = [memory for memory in several if isinstance(memory, type(a_memory()))]
    put(records, *stored)
    here = records.get_many([memory.id for memory in stored])
    misplaced = {memory_id: tier for tier, ids in records.misplaced(NOW, POLICY).items() for memory_id in ids}
    assert {memory_id: misplaced[memory_id] for memory_id in here if memory_id in misplaced} == {
        memory.id: tier_of(memory, NOW, POLICY)
        for memory in here.values()
        if tier_of(memory, NOW, POLICY) is not memory.tier
    }
    stale = {memory.id for memory in records.stale(NOW, POLICY)}
    assert stale & here.keys() == {memory.id for memory in here.values() if is_stale(memory, NOW, POLICY)}
    outlived = {memory.id for memory in records.outlived(NOW, POLICY)}
    assert outlived & here.keys() == {memory.id for memory in here.values() if is_outlived(memory, NOW, POLICY)}


def test_moving_is_one_revision_and_no_version(records: SqliteRecords) -> None:
    put(records, a_memory())
    before = records.revision()
    assert records.move([a_memory().id], Tier.COLD, NOW, POLICY) == 1
    assert (records.revision(), records.get(a_memory().id)) == (before + 1, a_memory(tier=Tier.COLD))
    assert records.move([a_memory().id], Tier.COLD, NOW, POLICY) == 0
    assert records.revision() == before + 1
    assert records.tiers("me") == {Tier.COLD}
    assert records.tiers("you") == frozenset()


def test_what_was_recalled_meanwhile_does_not_move(records: SqliteRecords) -> None:
    put(records, a_memory())
    records.touch([a_memory().id], NOW)
    assert records.move([a_memory().id], Tier.COLD, NOW, POLICY) == 0


def test_a_recall_heats_in_one_revision_and_only_what_had_cooled(records: SqliteRecords) -> None:
    put(records, a_memory())
    records.move([a_memory().id], Tier.COLD, NOW, POLICY)
    before = records.revision()
    records.touch([a_memory().id], NOW)
    records.touch([a_memory().id], NOW)
    assert records.revision() == before + 1
    assert records.tiers("me") == frozenset()


def test_rows_of_tiers_can_be_left_out(tmp_path: Path) -> None:
    with closing(open_records(tmp_path, StorePolicy())) as records:
        store = Store(records)
        cold = [store.put(f"Tea number {number}") for number in range(3)]
        hot = store.put("Coffee", tags=("bean",))
        store.embed()
        records.move([memory.id for memory in cold], Tier.COLD, NOW, FadingPolicy())
        changes = records.changes_after(0, "hashing:1", 100, without=frozenset({Tier.COLD}))
        assert [(row.memory_id, row.tier) for row in changes.rows] == [(hot.id, "hot")]
        assert changes.changed_ids == (hot.id,)
        later = records.changes_after(1, "hashing:1", 100, without=frozenset({Tier.COLD}))
        assert {memory.id for memory in cold} <= set(later.changed_ids)
        assert records.cold_chunks() == 3
        rest = records.changes_after(0, "hashing:1", 100, without=IN_MEMORY)
        assert {(row.memory_id, row.tier) for row in rest.rows} == {(memory.id, "cold") for memory in cold}
        assert set(rest.changed_ids) == {memory.id for memory in cold}
        assert rest.newest == records.revision()
        assert hot.id in records.changes_after(1, "hashing:1", 100, without=IN_MEMORY).changed_ids


def test_whoever_began_with_nothing_is_told_only_of_what_has_cooled_since(records: SqliteRecords) -> None:
    """Page by page: what had cooled when it began it cannot hold."""
    put(records, *(a_memory(id=name) for name in "abcd"))
    records.move(["a"], Tier.COLD, NOW, POLICY)
    begun = records.changes_after(0, "hashing:1", 2, without=frozenset({Tier.COLD}))
    records.move(["b"], Tier.COLD, NOW, POLICY)
    rest = records.changes_after(1, "hashing:1", 100, without=frozenset({Tier.COLD}), fresh_to=begun.newest)
    assert "a" not in rest.changed_ids
    assert "b" in rest.changed_ids
    assert "a" in records.changes_after(1, "hashing:1", 100, without=frozenset({Tier.COLD})).changed_ids


def test_numbers_are_those_of_the_reach(records: SqliteRecords) -> None:
    put(
        records,
        a_memory(id="a", layer=Layer.SEMANTIC, stored_at=NOW),
        a_memory(id="b", status=Status.ARCHIVED, stored_at=NOW - timedelta(days=7)),
        a_memory(id="c", event_type=EventType.DECISION, stored_at=NOW - timedelta(days=8 * 7)),
        a_memory(id="d", scope=Scope(user="you"), stored_at=NOW),
        a_memory(id="e", origin=Origin(OriginKind.AGENT, "test", "s2"), stored_at=NOW - timedelta(days=20)),
    )
    records.touch(["c"], NOW)
    records.touch(["a"], NOW)
    records.touch(["a"], NOW)
    whole = records.stats(MINE, NOW)
    assert whole.layers == {
        (Layer.EPISODIC, Status.ACTIVE): 2,
        (Layer.EPISODIC, Status.ARCHIVED): 1,
        (Layer.SEMANTIC, Status.ACTIVE): 1,
    }
    assert (whole.total, whole.chunks) == (4, 5)
    assert whole.tiers == {Tier.HOT: 3}
    assert whole.event_types == {EventType.FACT: 2, EventType.DECISION: 1}
    assert [week.stored for week in whole.weeks] == [1, 0, 0, 0, 0, 1, 0, 2]
    assert [memory.id for memory in whole.most_recalled] == ["a", "c"]
    own = records.stats(Reach(user="me", sessions=frozenset({"s2"})), NOW)
    assert (own.total, own.size_bytes) == (2, whole.size_bytes)


def test_only_what_sessions_left_by_themselves_has_a_place(records: SqliteRecords) -> None:
    put(
        records,
        a_memory(id="a", details=Episode()),
        a_memory(id="b"),
        a_memory(id="c", details=Episode(), origin=Origin(OriginKind.IMPORT, "test")),
        a_memory(id="d", details=Episode(), stored_at=NOW),
    )
    assert records.encoded_by_itself(MINE, NOW) == 1
    assert records.encoded_by_itself(MINE, NOW + timedelta(days=1)) == 2
    later = NOW + timedelta(days=1)
    places = [records.nth_encoded(MINE, later, place) for place in range(3)]
    assert [memory.id if memory else None for memory in places] == ["a", "d", None]
