"""Retention: a law about fading."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.domain.decay import retention
from mcp_memory.engine.domain.policies import DecayPolicy
from mcp_memory.engine.domain.vocabulary import Layer, Mark
from mcp_memory.testing import DAWN, a_memory

POLICY = DecayPolicy()
DAYS = st.floats(min_value=0, max_value=5_000)


@given(days=DAYS, more=DAYS, importance=st.floats(0, 1), layer=st.sampled_from(Layer))
def test_retention_stays_within_floor_and_one_and_falls_with_idleness(
    days: float, more: float, importance: float, layer: Layer
) -> None:
    memory = a_memory(layer=layer, importance=importance)
    early = retention(memory, DAWN + timedelta(days=days), POLICY)
    late = retention(memory, DAWN + timedelta(days=days + more), POLICY)
    assert POLICY.floor <= late <= early <= 1.0


@given(days=DAYS, recalled_after=DAYS)
def test_recalling_never_weakens(days: float, recalled_after: float) -> None:
    now = DAWN + timedelta(days=days)
    recalled = a_memory(recalled_at=DAWN + timedelta(days=min(days, recalled_after)), recall_count=1)
    assert retention(recalled, now, POLICY) >= retention(a_memory(), now, POLICY)


@given(days=DAYS, lower=st.floats(0, 1), higher=st.floats(0, 1))
def test_what_matters_more_fades_no_faster(days: float, lower: float, higher: float) -> None:
    now = DAWN + timedelta(days=days)
    lower, higher = sorted((lower, higher))
    low = retention(a_memory(importance=lower), now, POLICY)
    assert retention(a_memory(importance=higher), now, POLICY) >= low


def test_an_unimportant_episode_follows_the_formula() -> None:
    """exp(-0.02 x 10) after ten days."""
    ten_days = DAWN + timedelta(days=10)
    assert round(retention(a_memory(importance=0.0), ten_days, POLICY), 4) == 0.8187


def test_pinned_and_procedural_memories_do_not_fade() -> None:
    later = DAWN + timedelta(days=3_650)
    assert retention(a_memory(marks=frozenset({Mark.PINNED})), later, POLICY) == 1.0
    assert retention(a_memory(layer=Layer.PROCEDURAL), later, POLICY) == 1.0


def test_a_project_can_have_a_rate_of_its_own() -> None:
    later = DAWN + timedelta(days=20)
    memory = a_memory()
    swift = DecayPolicy(project_rates={memory.scope.project: 0.05})
    assert retention(memory, later, swift) < retention(memory, later, POLICY)


def test_an_event_in_the_future_has_not_begun_to_fade() -> None:
    assert retention(a_memory(occurred_at=DAWN + timedelta(days=9)), DAWN, POLICY) == 1.0


@given(days=DAYS, confirmed_after=DAYS)
def test_confirming_never_weakens(days: float, confirmed_after: float) -> None:
    now = DAWN + timedelta(days=days)
    confirmed = a_memory(confirmed_at=DAWN + timedelta(days=min(days, confirmed_after)))
    assert retention(confirmed, now, POLICY) >= retention(a_memory(), now, POLICY)


@given(days=DAYS, rate=st.floats(0.01, 0.05), layer=st.sampled_from([Layer.SEMANTIC, Layer.PROCEDURAL]))
def test_the_rate_of_a_project_is_that_of_its_episodes_only(days: float, rate: float, layer: Layer) -> None:
    now = DAWN + timedelta(days=days)
    memory = a_memory(layer=layer)
    swift = DecayPolicy(project_rates={memory.scope.project: rate})
    assert retention(memory, now, swift) == retention(memory, now, POLICY)


@given(days=DAYS)
def test_a_rule_fades_more_slowly_than_an_episode_and_a_procedure_not_at_all(days: float) -> None:
    now = DAWN + timedelta(days=days)
    episode, rule, procedure = (retention(a_memory(layer=layer), now, POLICY) for layer in Layer)
    assert episode <= rule <= procedure == 1.0
