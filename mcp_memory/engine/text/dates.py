"""Times as people write them, English and Chinese, made into stretches of the calendar.

Days begin at midnight in the zone of `now`; answers are UTC. What is impossible (30 February) or not understood is
left out, nothing is guessed from it, and no text raises.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from mcp_memory.engine.text.dates_en import ENGLISH
from mcp_memory.engine.text.dates_zh import CHINESE
from mcp_memory.engine.text.stretches import Reading, Stretch, Today, date

_ISO = re.compile(
    r"(?<![\w./-])(?P<year>\d{4})(?P<sign>[-/])(?P<month>\d{1,2})(?P=sign)(?P<day>\d{1,2})(?![\d/-])"
    r"(?P<time>[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:\s?Z|[+-]\d{2}:?\d{2})?(?!\d))?",
    re.ASCII | re.IGNORECASE,
)
_NOW = frozenset({"now", "right now", "just now", "现在", "刚才", "刚刚"})
_CLOCK = re.compile(
    r"\s*(?:,\s*|at\s+)?(?P<part>凌晨|早上|上午|中午|下午|傍晚|晚上)?\s*(?P<hour>\d{1,2})"
    r"(?:[:：](?P<minute>\d{2})|[点时](?:(?P<minute_zh>\d{1,2})分?|(?P<half>半))?|(?=\s*[ap]m\b))\s*(?P<noon>[ap]m\b)?",
    re.IGNORECASE,
)
_AFTERNOON = frozenset({"下午", "傍晚", "晚上", "pm"})
_MIDNIGHT = frozenset({"凌晨", "am"})
_MINUTE = timedelta(minutes=1)

_UNTIL = re.compile(
    r"(?:\b(?:until|till|through|valid\s+to|expires?(?:\s+on)?|deadline(?:\s+is|\s*:)?|due(?:\s+on|\s+by|:)?"
    r"|no\s+later\s+than)\s+(?:on\s+)?(?:the\s+)?"
    r"|(?:直到|直至|截至|截止(?:日期|时间)?(?:到|至|是|为|：|:)?|有效期(?:到|至|为|：|:)?|最晚|最迟"
    r"|(?:休假|请假|放假|度假|出差|外出|持续|延长|有效)(?:到|至))\s*)\Z",
    re.IGNORECASE,
)
_UNTIL_AFTER = re.compile(r"\s*(?:为止|到期|截止|过期|失效)")
_BY = re.compile(r"\b(?:by|before)\s+(?:on\s+)?(?:the\s+)?\Z", re.IGNORECASE)
_BY_AFTER = re.compile(r"\s*(?:之前|以前|前(?![端面后台往景进所期途]|提(?![交供出报])))")
_LEAD_CHARS = 32


@dataclass(frozen=True, slots=True)
class DateSpan:
    """A time as it was worded, and what it means: from `start` up to, not including, `end`, both UTC."""

    wording: str
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class _Placed:
    """A date and where it stands in the text."""

    start: int
    end: int
    stretch: Stretch


def parse_moment(text: str, now: datetime) -> datetime | None:
    """The one moment a text names, UTC; None when nothing is understood.

    ISO 8601 with or without zone, else the first date in words, with its clock time when one follows. Of a day or a
    longer stretch it is the first moment.
    """
    wording = text.strip()
    if wording.lower() in _NOW:
        return now.astimezone(UTC)
    try:
        exact = datetime.fromisoformat(wording)
        return (exact if exact.tzinfo else exact.replace(tzinfo=now.tzinfo)).astimezone(UTC)
    except (ValueError, OverflowError):
        return _first_moment(text, now)


def find_spans(text: str, now: datetime) -> tuple[DateSpan, ...]:
    """Every date in the text, in order, with its wording. A time to the minute lasts a minute."""
    return tuple(_span(text, placed) for placed in _placed(text, Today(now)))


def valid_until(text: str, now: datetime) -> DateSpan | None:
    """The first date up to which the text says that it holds, or by which something is due; `end` is when it is over.

    "until Sunday" and "by Friday" include the day. A due date ("by", "before", 之前) that has passed is history and
    says nothing about validity.
    """
    for placed in _placed(text, Today(now, ahead=True)):
        lead = text[max(0, placed.start - _LEAD_CHARS) : placed.start]
        before, after = _UNTIL.search(lead), _UNTIL_AFTER.match(text, placed.end)
        if not before and not after and placed.stretch[1] > now:
            before, after = _BY.search(lead), _BY_AFTER.match(text, placed.end)
        if before or after:
            start = placed.start - (len(lead) - before.start() if before else 0)
            return _span(text, _Placed(start, after.end() if after else placed.end, placed.stretch))
    return None


def _placed(text: str, today: Today) -> Iterator[_Placed]:
    """The dates of a text in order; of those that overlap, the first and longest."""
    readings = (_ISO_READING, *ENGLISH) if text.isascii() else (_ISO_READING, *ENGLISH, *CHINESE)
    found = [placed for reading in readings for placed in _read(reading, text, today)]
    end = 0
    for placed in sorted(found, key=lambda placed: (placed.start, -placed.end)):
        if placed.start >= end:
            yield placed
            end = placed.end


def _read(reading: Reading, text: str, today: Today) -> Iterator[_Placed]:
    for found in reading.pattern.finditer(text):
        try:
            start, end = reading.read(found, today)
            yield _Placed(found.start(), found.end(), (start.astimezone(UTC), end.astimezone(UTC)))
        except (ValueError, OverflowError):
            continue  # 30 February, the year 0


def _iso(found: re.Match[str], today: Today) -> Stretch:
    if not found["time"]:
        return date(today.now, int(found["year"]), int(found["month"]), int(found["day"]))
    day = f"{found['year']}-{int(found['month']):02d}-{int(found['day']):02d}"
    start = datetime.fromisoformat(f"{day}T{found['time'][1:].replace(' ', '').upper()}")
    start = start if start.tzinfo else start.replace(tzinfo=today.now.tzinfo)
    return start, start + _MINUTE


def _first_moment(text: str, now: datetime) -> datetime | None:
    first = next(_placed(text, Today(now)), None)
    if first is None:
        return None
    start, end = first.stretch
    clock = _CLOCK.match(text, first.end) if end - start >= timedelta(hours=23) else None
    return _at(start.astimezone(now.tzinfo), clock) if clock else start


def _at(day: datetime, clock: re.Match[str]) -> datetime:
    """The clock time on that day; the day's first moment when there is no such time."""
    hour = int(clock["hour"])
    minute = 30 if clock["half"] else int(clock["minute"] or clock["minute_zh"] or 0)
    noon = (clock["noon"] or clock["part"] or "").lower()
    if noon in _AFTERNOON:
        hour = hour % 12 + 12
    elif noon in _MIDNIGHT:
        hour %= 12
    with suppress(ValueError):
        day = day.replace(hour=hour, minute=minute)
    return day.astimezone(UTC)


def _span(text: str, placed: _Placed) -> DateSpan:
    return DateSpan(text[placed.start : placed.end], *placed.stretch)


_ISO_READING = Reading(_ISO, _iso)
