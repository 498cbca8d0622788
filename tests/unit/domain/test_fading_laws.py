"""The laws of cooling, staleness and retention."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.domain.fading import is_outlived, is_stale, lowered_confidence, tier_of
from mcp_memory.engine.domain.policies import FadingPolicy
from mcp_memory.engine.domain.vocabulary import STANDING_EVENTS, EventType, Layer, Mark, Status, Tier
from mcp_memory.testing import DAWN, a_memory

POLICY = FadingPolicy(retention_days=365)
DAYS = st.floats(min_value=0, max_value=5_000)
ORDER = {Tier.HOT: 0, Tier.WARM: 1, Tier.COLD: 2}


@given(days=DAYS, more=DAYS, count=st.integers(0, 9))
def test_a_tier_never_rises_by_waiting(days: float, more: float, count: int) -> None:
    memory = a_memory(recalled_at=DAWN if count else None, recall_count=count)
    early = tier_of(memory, DAWN + timedelta(days=days), POLICY)
    late = tier_of(memory, DAWN + timedelta(days=days + more), POLICY)
    assert ORDER[early] <= ORDER[late]


@given(days=DAYS, before=DAYS)
def test_a_recall_never_cools(days: float, before: float) -> None:
    now = DAWN + timedelta(days=days)
    recalled = a_memory(recalled_at=now - timedelta(days=min(days, before)), recall_count=1)
    assert ORDER[tier_of(recalled, now, POLICY)] <= ORDER[tier_of(a_memory(), now, POLICY)]


@given(days=DAYS, layer=st.sampled_from([Layer.SEMANTIC, Layer.PROCEDURAL]))
def test_only_episodes_cool(days: float, layer: Layer) -> None:
    assert tier_of(a_memory(layer=layer), DAWN + timedelta(days=days), POLICY) is Tier.HOT


@given(days=DAYS, kind=st.sampled_from(sorted(STANDING_EVENTS)))
def test_neither_what_is_pinned_nor_what_holds_cools(days: float, kind: EventType) -> None:
    now = DAWN + timedelta(days=days)
    assert tier_of(a_memory(marks=frozenset({Mark.PINNED})), now, POLICY) is Tier.HOT
    assert tier_of(a_memory(event_type=kind), now, POLICY) is Tier.HOT


def test_what_no_longer_holds_cools_like_any_other() -> None:
    later = DAWN + timedelta(days=400)
    preference = a_memory(event_type=EventType.PREFERENCE)
    assert tier_of(preference.changed(DAWN, status=Status.OVERTURNED), later, POLICY) is Tier.COLD
    assert tier_of(preference.changed(DAWN, valid_until=DAWN), later, POLICY) is Tier.COLD


@given(confidence=st.floats(0, 1))
def test_a_period_of_neglect_costs_a_step_and_stops_at_the_floor(confidence: float) -> None:
    lowered = lowered_confidence(confidence, POLICY)
    assert min(confidence, POLICY.stale_floor) <= lowered <= confidence
    assert confidence - lowered <= POLICY.stale_step + 1e-9


@given(days=DAYS)
def test_what_is_not_an_active_rule_is_never_stale(days: float) -> None:
    now = DAWN + timedelta(days=days)
    rule = a_memory(layer=Layer.SEMANTIC)
    assert is_stale(rule, now, POLICY) is (days > POLICY.stale_days)
    assert not is_stale(a_memory(), now, POLICY)
    assert not is_stale(a_memory(layer=Layer.SEMANTIC, status=Status.ARCHIVED), now, POLICY)
    assert not is_stale(rule.marked(Mark.POSSIBLY_OUTDATED), now, POLICY)
    assert not is_stale(rule.marked(Mark.PINNED), now, POLICY)


@pytest.mark.parametrize(
    "changes",
    [
        {"layer": Layer.SEMANTIC},
        {"status": Status.ARCHIVED},
        {"tier": Tier.WARM},
        {"stored_at": DAWN + timedelta(days=300)},
        {"marks": frozenset({Mark.PINNED})},
        {"marks": frozenset({Mark.CONFLICTED})},
        {"recalled_at": DAWN},
        {"recall_count": 1},
    ],
)
def test_retention_spares_what_is_not_cold_old_and_unused(changes: dict[str, object]) -> None:
    now = DAWN + timedelta(days=400)
    assert is_outlived(a_memory(tier=Tier.COLD), now, POLICY)
    assert not is_outlived(a_memory(**{"tier": Tier.COLD, **changes}), now, POLICY)
    assert not is_outlived(a_memory(tier=Tier.COLD), now, FadingPolicy())
