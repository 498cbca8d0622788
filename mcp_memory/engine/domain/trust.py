"""How much a memory weighs at birth: by who vouches for it, and by what kind of thing it is."""

from typing import assert_never

from mcp_memory.engine.domain.vocabulary import RECORDS_OF_WORK, STANDING_EVENTS, EventType, Layer, OriginKind

STATED = 1.0
"""Importance of what somebody stated as a preference or a rule (SPEC 4)."""

OBSERVED = 0.7
"""Importance of what was observed: habits, facts, decisions and their like."""

PROCESS = 0.4
"""Importance of a record of how the work went."""


def initial_confidence(origin: OriginKind) -> float:
    """How sure a memory is when it is first stored, 0..1: a person's own hand first, an imported copy last."""
    match origin:
        case OriginKind.PERSON:
            return 0.95
        case OriginKind.ASSERTED:
            return 0.85
        case OriginKind.AGENT:
            return 0.7
        case OriginKind.IMPORT:
            return 0.6
        case _:
            assert_never(origin)


def raised_confidence(confidence: float) -> float:
    """Confidence after one more confirmation: a third of the doubt that was left goes."""
    return confidence + (1.0 - confidence) / 3


def initial_importance(layer: Layer, event_type: EventType) -> float:
    """How much a memory matters, 0..1: stated preferences and rules, then what was observed, then process records."""
    if layer is not Layer.EPISODIC or event_type in STANDING_EVENTS:
        return STATED
    if event_type in RECORDS_OF_WORK:
        return PROCESS
    return OBSERVED
