"""The cold tier as the local index meets it: nothing of it in memory, all of it within reach."""

from dataclasses import replace

from index_kit import ALL_MINE, ASKED, SPACE, Ledger, a_row, packed

from mcp_memory.engine.domain.policies import IndexPolicy
from mcp_memory.engine.domain.vocabulary import Tier
from mcp_memory.engine.index.cold import ColdVectors
from mcp_memory.engine.index.local import LocalIndex

ANYWHERE = replace(ALL_MINE, tiers=frozenset(Tier))


def a_ledger(*tiers: Tier) -> Ledger:
    """One memory of each of these tiers, in order."""
    ledger = Ledger()
    for number, tier in enumerate(tiers, 1):
        ledger.set(f"m{number}", a_row(f"m{number}", seed=number, tier=tier))
    return ledger


def test_the_nearest_of_all_tiers_come_in_one_order() -> None:
    mixed = a_ledger(Tier.HOT, Tier.COLD, Tier.WARM, Tier.COLD)
    plain = a_ledger(*[Tier.HOT] * 4)
    for limit in (1, 2, 3, 10):
        expected = LocalIndex(plain, plain, SPACE).search([], ASKED, ANYWHERE, limit)
        assert LocalIndex(mixed, mixed, SPACE).search([], ASKED, ANYWHERE, limit) == expected


def test_of_very_many_only_the_newest_are_compared() -> None:
    ledger = a_ledger(*[Tier.COLD] * 4)
    index = LocalIndex(ledger, ledger, SPACE, IndexPolicy(cold_rows=2))
    found = index.search([], ASKED, ANYWHERE, 10).by_vector
    assert {hit.memory_id for hit in found} == {"m3", "m4"}
    assert index.size() == 4


def test_a_question_that_fits_nothing_finds_nothing() -> None:
    cold = ColdVectors(a_ledger(Tier.COLD), SPACE, 10)
    assert cold.nearest(None, ANYWHERE, 5) == {}
    assert cold.of(None, [("m1", 0)]) == {}
    assert cold.of(ASKED, []) == {}
    assert cold.of(packed(1.0, 0.0), [("m1", 0)]) == {}
    assert cold.of(packed(float("nan")), [("m1", 0)]) == {}


def test_what_turns_cold_leaves_the_memory_and_comes_back() -> None:
    ledger = a_ledger(Tier.HOT, Tier.HOT)
    index = LocalIndex(ledger, ledger, SPACE)
    assert len(index.search([], ASKED, ALL_MINE, 5).by_vector) == 2
    ledger.set("m1", a_row("m1", seed=1, tier=Tier.COLD))
    assert [hit.memory_id for hit in index.search([], ASKED, ALL_MINE, 5).by_vector] == ["m2"]
    assert len(index.search([], ASKED, ANYWHERE, 5).by_vector) == 2
    ledger.set("m1", a_row("m1", seed=1))
    assert len(index.search([], ASKED, ALL_MINE, 5).by_vector) == 2
