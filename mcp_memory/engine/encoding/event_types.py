"""Which kind of event an explicit statement tells of, for `remember` without an event type.

The cues are those of detection, so that what is remembered and what is observed are of the same kinds. It refuses to
guess: no cue means `fact`.
"""

from mcp_memory.engine.detection.kinds import kind_of
from mcp_memory.engine.domain.memory import Details, Triple
from mcp_memory.engine.domain.vocabulary import EventType, Predicate


def event_type_of(text: str) -> EventType:
    """The kind whose cue is the surest in the text; reversals before decisions, for they quote them."""
    return kind_of(text)


def standing_event(details: Details) -> EventType | None:
    """The event type a semantic memory's predicate stands for; None where its wording must tell."""
    if not isinstance(details, Triple) or details.predicate is Predicate.FACT:
        return None
    return EventType.PREFERENCE if details.predicate is Predicate.PREFERS else EventType.CONSTRAINT
