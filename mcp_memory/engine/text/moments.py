"""Times as a caller names them, made exact or refused with a clear error."""

from datetime import datetime, timedelta

from mcp_memory.engine.domain.errors import Invalid
from mcp_memory.engine.text.dates import find_spans, parse_moment

_DAY = timedelta(days=1)


def moment(argument: str, text: str, now: datetime) -> datetime | None:
    """The time named, None for "". Raises `Invalid` naming the argument when nothing is understood."""
    if not text.strip():
        return None
    found = parse_moment(text, now)
    if found is None:
        raise Invalid(_not_a_time(text), argument=argument)
    return found


def end_of(argument: str, text: str, now: datetime) -> datetime | None:
    """The end of the time named: of the whole day for a date. None for "", `Invalid` when nothing is understood."""
    if not text.strip():
        return None
    whole_days = next((span for span in find_spans(text, now) if span.end - span.start >= _DAY), None)
    return whole_days.end if whole_days else moment(argument, text, now)


def _not_a_time(text: str) -> str:
    return f"{text[:60]!r} is not a time; use ISO 8601 (2026-05-03 or 2026-05-03T14:00Z) or words such as yesterday"
