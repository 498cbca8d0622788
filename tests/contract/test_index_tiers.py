"""Tiers, as every index owes them: vectors where the filter looks, words and their cosines anywhere."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from indexes_kit import INDEXES, MakeIndex, made
from store_kit import ALL_MINE, SPACE, Store, ask, ids

from mcp_memory.engine.domain.policies import FadingPolicy
from mcp_memory.engine.domain.vocabulary import Tier
from mcp_memory.engine.ports.index import Hits, Index
from mcp_memory.engine.records.store import SqliteRecords
from mcp_memory.testing import DAWN


@pytest.fixture(params=INDEXES)
def make_index(request: pytest.FixtureRequest) -> Iterator[MakeIndex]:
    yield from made(request)


@pytest.fixture
def store(records: SqliteRecords) -> Store:
    return Store(records)


@pytest.fixture
def index(make_index: MakeIndex, store: Store) -> Index:
    return make_index(store.records, store.records, SPACE)


def test_what_cools_and_what_is_recalled_is_found_in_its_tier_and_with_the_same_scores(
    store: Store, index: Index
) -> None:
    """Words find it in any tier, with its cosine; vectors only where the filter looks."""
    memories = [store.put(f"Note {number} about tea.") for number in range(6)]
    store.embed()
    whole = ask(index, "note about tea")
    by_tier = dict(zip(Tier, (memories[:2], memories[2:4], memories[4:]), strict=True))
    later = DAWN + timedelta(days=100)
    store.records.move([memory.id for memory in by_tier[Tier.WARM]], Tier.WARM, later, FadingPolicy())
    store.records.move(
        [memory.id for memory in by_tier[Tier.COLD]], Tier.COLD, later + timedelta(days=400), FadingPolicy()
    )
    for tier, there in by_tier.items():
        hits = ask(index, "note about tea", replace(ALL_MINE, tiers=frozenset({tier})))
        assert set(ids(hits.by_vector)) == {memory.id for memory in there}
        assert hits.by_words == whole.by_words
    assert ask(index, "note about tea", replace(ALL_MINE, tiers=frozenset(Tier))) == whole
    assert index.size() == 6
    store.records.touch([memories[4].id], later + timedelta(days=500))
    hot = ask(index, "note about tea", replace(ALL_MINE, tiers=frozenset({Tier.HOT})))
    assert set(ids(hot.by_vector)) == {memory.id for memory in (memories[0], memories[1], memories[4])}
    assert index.rebuild() == 6
    assert ask(index, "note about tea", replace(ALL_MINE, tiers=frozenset(Tier))) == whole


def test_a_purged_cold_memory_is_gone(store: Store, index: Index) -> None:
    memory = store.put("Tea is drunk at four.")
    store.embed()
    store.records.move([memory.id], Tier.COLD, DAWN + timedelta(days=400), FadingPolicy())
    anywhere = replace(ALL_MINE, tiers=frozenset(Tier))
    assert ids(ask(index, "when is tea", anywhere).by_vector) == [memory.id]
    store.purge(memory)
    assert ask(index, "when is tea", anywhere) == Hits((), ())
    assert index.size() == 0
