"""How English names days, weeks, months and years.

"last Monday" is the last one before today; "next Friday" is the Friday of next week; a weekday alone is the coming one,
or the last one in a sentence that tells of the past. "every Monday" and "Mondays" name no date.
"""

import re

from mcp_memory.engine.text.stretches import (
    Read,
    Reading,
    Stretch,
    Today,
    Unit,
    away,
    coming_weekday,
    date,
    last_day,
    last_weekday,
    month,
    some_year,
    trailing,
    weekday,
    whole,
)

_COUNTS = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 1
    )
} | {"a": 1, "an": 1, "a couple of": 2}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_UNITS: dict[str, Unit] = {
    "minute": "minute",
    "hour": "hour",
    "day": "day",
    "week": "week",
    "weekend": "weekend",
    "month": "month",
    "year": "year",
}
_DAYS = {
    "the day before yesterday": -2,
    "yesterday": -1,
    "last night": -1,
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "tomorrow": 1,
    "the day after tomorrow": 2,
}
_OFFSETS = {"last": -1, "past": -1, "previous": -1, "this": 0, "current": 0, "next": 1, "coming": 1}

_MONTH = (
    r"(?P<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?"
    r"|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?"
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?\b"
_WEEKDAY = r"(?P<weekday>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b"
_ANY_WEEKDAY = r"(?P<weekday>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b"
_OFFSET = rf"\b(?P<offset>{'|'.join(_OFFSETS)})"
_COUNT = rf"\b(?P<count>\d{{1,4}}|{'|'.join(sorted(_COUNTS, key=len, reverse=True))})".replace(" ", r"\s")
_UNIT = r"(?P<unit>minute|hour|day|week|month|year)s?\b"

_PAST = re.compile(
    r"\b(?:was|were|had|did|\w{2,}[^\We]ed|chose|went|met|said|told|made|took|got|gave|came|saw|found|left|began|broke"
    r"|sent|built|wrote|ran|bought|sold|spoke|paid|lost|won|felt|held|kept|led|thought)\b",
    re.IGNORECASE,
)
_FUTURE = re.compile(r"\b(?:will|shall|must|should|is|are|be|to|due|please)\b|'ll\b|\blet's\b", re.IGNORECASE)
_SENTENCE_CHARS = 80
"""How far around a weekday the tense of its sentence is looked for."""


def _named_day(found: re.Match[str], today: Today) -> Stretch:
    return whole(today.now, "day", _DAYS[" ".join(found[0].lower().split())])


def _day_of_month(found: re.Match[str], today: Today) -> Stretch:
    day = int(found["day"])
    if found["year"]:
        return date(today.now, int(found["year"]), _month_number(found), day)
    return some_year(today, lambda year: date(today.now, year, _month_number(found), day))


def _month_of_year(found: re.Match[str], today: Today) -> Stretch:
    return month(today.now, int(found["year"]), _month_number(found))


def _month_alone(found: re.Match[str], today: Today) -> Stretch:
    return some_year(today, lambda year: month(today.now, year, _month_number(found)))


def _unit(found: re.Match[str], today: Today) -> Stretch:
    return whole(today.now, _UNITS[found["unit"].lower()], _offset(found))


def _end_of_unit(found: re.Match[str], today: Today) -> Stretch:
    return last_day(whole(today.now, _UNITS[found["unit"].lower()], _offset(found) if found["offset"] else 0))


def _weekday_of_week(found: re.Match[str], today: Today) -> Stretch:
    return weekday(today.now, _weekday_number(found), _offset(found))


def _offset_weekday(found: re.Match[str], today: Today) -> Stretch:
    if _offset(found) < 0:
        return last_weekday(today.now, _weekday_number(found))
    return _weekday_of_week(found, today)


def _weekday_alone(found: re.Match[str], today: Today) -> Stretch:
    if not today.ahead and _tells_of_the_past(found):
        return last_weekday(today.now, _weekday_number(found))
    return coming_weekday(today.now, _weekday_number(found))


def _tells_of_the_past(found: re.Match[str]) -> bool:
    before = found.string[max(0, found.start() - _SENTENCE_CHARS) : found.start()]
    after = found.string[found.end() : found.end() + _SENTENCE_CHARS]
    sentence = re.split(r"[.!?;\n]\s", before)[-1] + re.split(r"[.!?;\n](?:\s|$)", after)[0]
    return bool(_PAST.search(sentence)) and not _FUTURE.search(sentence)


def _ago(found: re.Match[str], today: Today) -> Stretch:
    return away(today.now, _UNITS[found["unit"].lower()], -_count(found))


def _from_now(found: re.Match[str], today: Today) -> Stretch:
    return away(today.now, _UNITS[found["unit"].lower()], _count(found))


def _trailing(found: re.Match[str], today: Today) -> Stretch:
    return trailing(today.now, _UNITS[found["unit"].lower()], _count(found))


def _month_number(found: re.Match[str]) -> int:
    return _MONTHS.index(found["month"][:3].lower()) + 1


def _weekday_number(found: re.Match[str]) -> int:
    return _WEEKDAYS.index(found["weekday"][:3].lower())


def _offset(found: re.Match[str]) -> int:
    return _OFFSETS[found["offset"].lower()]


def _count(found: re.Match[str]) -> int:
    words = " ".join(found["count"].lower().split())
    return _COUNTS[words] if words in _COUNTS else int(words)


def _reading(pattern: str, read: Read) -> Reading:
    return Reading(re.compile(pattern, re.IGNORECASE), read)


ENGLISH = (
    _reading(rf"\b{_DAY}\s+(?:of\s+)?{_MONTH}(?:,?\s+(?P<year>\d{{4}})\b)?", _day_of_month),
    _reading(rf"\b{_MONTH}\s+(?:the\s+)?{_DAY}(?:,?\s+(?P<year>\d{{4}})\b)?", _day_of_month),
    _reading(rf"(?<!\d\s)\b{_MONTH},?\s+(?P<year>\d{{4}})\b", _month_of_year),
    _reading(rf"(?:(?<=\bin )|(?<=\bby )|(?<=\bof )|(?<=\bsince )|(?<=\buntil )){_MONTH}", _month_alone),
    _reading(r"\b(?:" + "|".join(name.replace(" ", r"\s+") for name in _DAYS) + r")\b", _named_day),
    _reading(rf"{_OFFSET}\s+(?P<unit>weekend|week|month|year)\b", _unit),
    _reading(rf"\bend\s+of\s+(?:the\s+)?(?:{_OFFSET}\s+)?(?P<unit>week|month|year)\b", _end_of_unit),
    _reading(rf"\b{_WEEKDAY}\s+(?:of\s+)?{_OFFSET}\s+week\b", _weekday_of_week),
    _reading(rf"{_OFFSET}\s+{_ANY_WEEKDAY}", _offset_weekday),
    _reading(rf"(?<!\bevery )(?<!\beach )\b{_WEEKDAY}", _weekday_alone),
    _reading(rf"{_COUNT}\s+{_UNIT}\s+ago\b", _ago),
    _reading(rf"{_COUNT}\s+{_UNIT}\s+from\s+now\b", _from_now),
    _reading(rf"\b(?:with)?in\s+{_COUNT}\s+{_UNIT}(?!\s+ago)", _from_now),
    _reading(rf"\b(?:last|past)\s+{_COUNT}\s+{_UNIT}", _trailing),
)
"""The forms of English dates."""
