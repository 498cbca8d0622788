"""How sure a rule is that was drawn from episodes: one formula, used at birth and at every later sighting.

    confidence = (1 - doubt) · o / (o + c + h / 2)
    doubt      = 0.3 · 0.9^(o - 3) · 0.8^(s - 2) · (2/3)^k, at most 1

with `o` observations in `s` scenes that agree, `k` confirmations by a person, `c` observations that say the contrary
and `h` that only hint at it. It is 0.7 at the minimum support (3 observations, 2 scenes) when all agree; a scene weighs
more than a mere repetition, a person's word most; below the minimum it falls by the same factors.
"""

from dataclasses import dataclass

from mcp_memory.engine.domain.policies import ConsolidationPolicy

AT_MINIMUM = 0.7
"""Confidence at the minimum support with full agreement."""

_OBSERVATION = 0.9
_SCENE = 0.8
_CONFIRMATION = 2 / 3
_HINT = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """What speaks for and against a statement, in observations."""

    observations: int
    scenes: int
    confirmations: int = 0
    contrary: int = 0
    hints: int = 0


def confidence_of(support: Support, policy: ConsolidationPolicy) -> float:
    """The formula above, 0..1; the minimum is the policy's."""
    if support.observations <= 0:
        return 0.0
    more_observations = support.observations - policy.min_observations
    more_scenes = support.scenes - policy.min_scenes
    doubt = (1 - AT_MINIMUM) * _factor(more_observations, more_scenes) * _CONFIRMATION**support.confirmations
    against = support.contrary + _HINT * support.hints
    return (1 - min(1.0, doubt)) * support.observations / (support.observations + against)


def raised(confidence: float, observations: int, scenes: int) -> float:
    """Confidence after so many more agreeing observations in so many more scenes, by the same factors of doubt."""
    return 1 - (1 - confidence) * _factor(observations, scenes)


def _factor(observations: int, scenes: int) -> float:
    return _OBSERVATION**observations * _SCENE**scenes
