"""How sure a rule is: the formula and its laws."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.consolidation.confidence import AT_MINIMUM, Support, confidence_of, raised
from mcp_memory.engine.domain.policies import ConsolidationPolicy

POLICY = ConsolidationPolicy()
MINIMUM = Support(observations=3, scenes=2)
counts = st.integers(0, 40)
supports = st.builds(
    Support,
    observations=st.integers(1, 40),
    scenes=st.integers(1, 20),
    confirmations=st.integers(0, 5),
    contrary=counts,
    hints=counts,
)


def test_at_the_minimum_support_with_full_agreement_it_is_the_minimum() -> None:
    assert confidence_of(MINIMUM, POLICY) == pytest.approx(AT_MINIMUM)


def test_the_minimum_support_is_the_policys() -> None:
    strict = ConsolidationPolicy(min_observations=5, min_scenes=4)
    assert confidence_of(Support(observations=5, scenes=4), strict) == pytest.approx(AT_MINIMUM)


def test_without_an_observation_there_is_none() -> None:
    assert confidence_of(Support(observations=0, scenes=0), POLICY) == 0.0


def test_one_contrary_observation_among_three_bars_the_way_and_among_six_does_not() -> None:
    assert confidence_of(replace(MINIMUM, contrary=1), POLICY) < POLICY.min_confidence
    assert confidence_of(Support(observations=6, scenes=6, contrary=1), POLICY) > POLICY.min_confidence


@given(support=supports)
def test_it_stays_between_0_and_1(support: Support) -> None:
    assert 0.0 <= confidence_of(support, POLICY) <= 1.0


@given(support=supports)
def test_support_raises_it_and_doubt_lowers_it(support: Support) -> None:
    """More observations, scenes and confirmations never lower it; contrary and doubtful ones never raise it."""
    confidence = confidence_of(support, POLICY)
    for more in ("observations", "scenes", "confirmations"):
        assert confidence_of(replace(support, **{more: getattr(support, more) + 1}), POLICY) >= confidence
    for less in ("contrary", "hints"):
        assert confidence_of(replace(support, **{less: getattr(support, less) + 1}), POLICY) <= confidence


@given(support=supports)
def test_a_contrary_observation_weighs_more_than_a_doubtful_one(support: Support) -> None:
    contrary = replace(support, contrary=support.contrary + 1)
    hint = replace(support, hints=support.hints + 1)
    assert confidence_of(contrary, POLICY) <= confidence_of(hint, POLICY)


@given(observations=st.integers(0, 20), scenes=st.integers(0, 10))
def test_later_sightings_raise_it_as_if_they_had_been_there_at_birth(observations: int, scenes: int) -> None:
    later = raised(confidence_of(MINIMUM, POLICY), observations, scenes)
    at_birth = confidence_of(Support(observations=3 + observations, scenes=2 + scenes), POLICY)
    assert later == pytest.approx(at_birth)


@given(confidence=st.floats(0, 1), observations=st.integers(0, 20), scenes=st.integers(0, 10))
def test_a_later_sighting_never_lowers_it(confidence: float, observations: int, scenes: int) -> None:
    assert confidence - 1e-12 <= raised(confidence, observations, scenes) <= 1.0
