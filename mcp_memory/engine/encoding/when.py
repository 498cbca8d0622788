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
    """The time the text gives for what it tells, when it is recent and past.

    A due date tells of no event, nor does the time to which something was moved, or on which it falls these days.
    """
    spans = (span for span in find_spans(text, said_at) if due is None or span.wording not in due.wording)
    recent = (span for span in spans if said_at - _RECENT <= span.start <= said_at)
    return next((span for span in recent if not _is_set(text, span.wording)), None)


def _is_set(text: str, wording: str) -> bool:
    """Whether the text only ever names that time as the one set for something."""
    if _LOOKS_BACK.search(wording):
        return False
    places = [found.span() for found in re.finditer(re.escape(wording), text)]
    return all(_is_set_at(text, *place) for place in places)


def _is_set_at(text: str, start: int, end: int) -> bool:
    lead = text[max(0, start - _LEAD_CHARS) : start]
    if lead.endswith("从"):
        return bool(_WAS_BEFORE.match(text, end))
    return bool(_SET_FOR.search(lead) or (_FALLS_ON.search(lead) and _NO_MORE.match(text, end)))


_LEAD_CHARS = 16
_LOOKS_BACK = re.compile(r"\b(?:yesterday|last|past|ago)\b|[昨前去上]|过去|最近", re.IGNORECASE)
_MOVED_ZH = r"(?:改|挪|推迟|延期?|延后|顺延|提前|调整?|移|换)"
_SET_FOR = re.compile(
    r"\b(?:to|(?:(?:re-?)?scheduled|planned|booked|arranged|set|due|fixed) for)\s+(?:the\s+)?\Z"
    rf"|(?:{_MOVED_ZH}|定|订|约|排|安排|放)(?:到|至|成|为|在|了)+\s?\Z|逢\s?\Z",
    re.IGNORECASE,
)
"""What leads to a time that was set for something: when that was done is not told."""
_FALLS_ON = re.compile(r"\b(?:is|are)(?: now)?(?: on)? \Z|[在是]\s?\Z", re.IGNORECASE)
_NO_MORE = re.compile(
    r"(?:\s?(?:早上|上午|中午|下午|傍晚|晚上|晚))?(?:\s?[\d一二两三四五六七八九十]{1,3}[点时]半?)?"
    r"\s?(?:[,，.。;；!！?？\n]|了?\Z|\bnow\b)"
)
"""The end of a clause that says on which day something is (会在周四), not what happened on it (在周四开了会)."""
_WAS_BEFORE = re.compile(rf"[^，。,;；\s]{{0,6}}{_MOVED_ZH}")


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
