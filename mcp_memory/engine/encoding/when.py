"""When a statement's event was, and until when it holds: by the moment it was said and the times it names.

`said_at` is in the speaker's zone throughout; what comes out is UTC.
"""

import re
from datetime import UTC, datetime, timedelta

from mcp_memory.engine.domain.vocabulary import EventType
from mcp_memory.engine.text.dates import DateSpan, find_spans, valid_until

_RECENT = timedelta(days=62)
"""How far back a date in the text may lie to be read as the time of the event; older ones are its subject."""


def event_span(text: str, said_at: datetime, due: DateSpan | None) -> DateSpan | None:
    """The time the text gives for what it tells, when it is recent and past; a due date tells of no event."""
    spans = (span for span in find_spans(text, said_at) if due is None or span.wording not in due.wording)
    return next((span for span in spans if said_at - _RECENT <= span.start <= said_at), None)


def event_start(told: DateSpan | None, said_at: datetime) -> datetime:
    """The beginning of the time that was told; a span that is not over yet, such as today, means when it was said."""
    return (told.start if told and told.end <= said_at else said_at).astimezone(UTC)


def validity(wording: str, text: str, event_type: EventType, said_at: datetime) -> DateSpan | None:
    """Until when it holds: by a wording that names just that, else by the text; None when neither says so.

    What is to be done at a time that is named, today or later, is due then, unless it is to be done again and again, or
    never: there a weekday is no date.
    """
    named = valid_until(wording, said_at) or next(iter(find_spans(wording, said_at)), None)
    return named or valid_until(text, said_at) or (_due(text, said_at) if event_type in _TO_BE_DONE else None)


_TO_BE_DONE = frozenset({EventType.TASK, EventType.COMMITMENT})


_STANDING = re.compile(
    r"\b(?:never|always|every|each|any|not|no|cannot|weekly|daily|monthly|only|forbidden)\b|n't\b|\w+days\b"
    r"|[不别勿禁]|每|总是?|一律|都|只[能在]",
    re.IGNORECASE,
)


def _due(text: str, said_at: datetime) -> DateSpan | None:
    if _STANDING.search(text):
        return None
    return next((span for span in find_spans(text, said_at) if span.end > said_at), None)
