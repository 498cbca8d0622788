"""Filter columns: they mean what the domain's filter means, for any rows and any filter."""

from datetime import UTC, datetime
from itertools import count

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Memory, Origin, Scope
from mcp_memory.engine.domain.vocabulary import EventType, Layer, OriginKind, Status, Tier
from mcp_memory.engine.index.facts import Facts
from mcp_memory.engine.ports.index import IndexRow
from mcp_memory.testing import a_memory

WORDS = st.sampled_from(["", "a", "b", "ab", "active", "episodic"])
MOMENTS = st.integers(0, 3).map(lambda hour: datetime(2026, 3, 2, hour, tzinfo=UTC)) | st.datetimes(
    datetime(1980, 1, 1),  # noqa: DTZ001 - the strategy makes it aware
    datetime(2200, 1, 1),  # noqa: DTZ001 - the strategy makes it aware
    timezones=st.just(UTC),
)
MEMORIES = st.builds(
    a_memory,
    layer=st.sampled_from(Layer),
    scope=st.builds(Scope, user=WORDS, project=WORDS),
    status=st.sampled_from(Status),
    event_type=st.sampled_from(EventType),
    origin=st.builds(Origin, kind=st.just(OriginKind.AGENT), agent=st.just("test"), session=WORDS),
    tags=st.lists(WORDS, max_size=3, unique=True).map(tuple),
    occurred_at=MOMENTS,
    tier=st.sampled_from(Tier),
)
FILTERS = st.builds(
    Filter,
    reach=st.builds(Reach, user=WORDS, sessions=st.none() | st.frozensets(WORDS, max_size=2)),
    statuses=st.frozensets(st.sampled_from(Status)),
    project=WORDS,
    outside=st.booleans(),
    layers=st.frozensets(st.sampled_from(Layer), max_size=2),
    event_types=st.frozensets(st.sampled_from(EventType), max_size=3),
    tags=st.frozensets(WORDS, max_size=2),
    since=st.none() | MOMENTS,
    until=st.none() | MOMENTS,
    tiers=st.frozensets(st.sampled_from(Tier)),
)


def admits(within: Filter, memory: Memory) -> bool:
    """What a row is admitted by: the filter's meaning, and the tiers that it names."""
    return within.admits(memory) and memory.tier in within.tiers


def row_of(memory: Memory) -> IndexRow:
    return IndexRow(
        memory_id=memory.id,
        chunk=0,
        vector=None,
        user=memory.scope.user,
        project=memory.scope.project,
        layer=memory.layer.value,
        status=memory.status.value,
        event_type=memory.event_type.value,
        session=memory.origin.session,
        occurred_at=memory.occurred_at.timestamp(),
        tags=memory.tags,
        tier=memory.tier.value,
    )


@given(memories=st.lists(MEMORIES, max_size=12), within=FILTERS)
def test_a_row_is_admitted_exactly_when_the_filter_admits_its_memory(memories: list[Memory], within: Filter) -> None:
    facts = Facts()
    facts.write(range(len(memories)), [row_of(memory) for memory in memories])
    assert facts.admitted(within, len(memories)).tolist() == [admits(within, memory) for memory in memories]


@given(memories=st.lists(MEMORIES, min_size=2, max_size=6), replacement=MEMORIES, within=FILTERS)
def test_an_erased_row_is_never_admitted_and_a_row_written_again_forgets_what_it_was(
    memories: list[Memory], replacement: Memory, within: Filter
) -> None:
    facts = Facts()
    facts.write(range(len(memories)), [row_of(memory) for memory in memories])
    facts.erase([0, 1])
    facts.write([1], [row_of(replacement)])
    expected = [False, admits(within, replacement), *(admits(within, memory) for memory in memories[2:])]
    assert facts.admitted(within, len(memories)).tolist() == expected


def test_rows_added_one_by_one_are_kept_while_the_columns_grow() -> None:
    facts, number = Facts(), count()
    for _ in range(1_100):
        facts.write([next(number)], [row_of(a_memory())])
    within = Filter(reach=Reach(user="me", sessions=None))
    assert facts.admitted(within, 1_100).all()
    assert not facts.admitted(Filter(reach=Reach(user="you", sessions=None)), 1_100).any()


@given(memories=st.lists(MEMORIES, min_size=1, max_size=12), kept_bits=st.integers(0, 2**12 - 1), within=FILTERS)
def test_packed_rows_are_admitted_as_before_and_new_ones_join_them(
    memories: list[Memory], kept_bits: int, within: Filter
) -> None:
    facts = Facts()
    facts.write(range(len(memories)), [row_of(memory) for memory in memories])
    order = np.array([place for place in reversed(range(len(memories))) if kept_bits >> place & 1], dtype=np.intp)
    packed = facts.packed(order)
    again = Facts.unpacked(packed)
    again.write([len(order)], [row_of(memories[0])])
    expected = [admits(within, memories[place]) for place in (*order.tolist(), 0)]
    assert again.admitted(within, len(order) + 1).tolist() == expected


def test_packed_rows_hold_no_word_of_those_left_out() -> None:
    kept = a_memory(scope=Scope(user="me", project="garden"), tags=("roses", "tulips"))
    left = a_memory(scope=Scope(user="you", project="affair"), tags=("roses", "lilies"))
    facts = Facts()
    facts.write([0, 1], [row_of(left), row_of(kept)])
    kinds = facts.packed(np.array([1])).kinds
    assert set(kinds.words) == {"me", "garden", "episodic", "active", "fact", "s1", "hot"}
    assert kinds.tag_sets == [["roses", "tulips"]]
    assert len(kinds.columns) == 2
