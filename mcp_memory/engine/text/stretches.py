"""Stretches of the calendar, counted from a moment. Half open, in the moment's own zone; weeks begin on Monday.

What does not exist (30 February, the year 0) raises `ValueError` or `OverflowError`; whoever reads dates drops it.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, assert_never

Stretch = tuple[datetime, datetime]
"""From the first moment to the first one after."""

Unit = Literal["minute", "hour", "day", "week", "weekend", "month", "year"]

_DAY = timedelta(days=1)
_MONTHS = 12
_LEAP_YEARS = 4


@dataclass(frozen=True, slots=True)
class Today:
    """The moment words such as "yesterday" are counted from.

    `ahead` says how to read a date that does not name its week or year: the coming one when true (as after "until"),
    else the nearest one.
    """

    now: datetime
    ahead: bool = False


Read = Callable[[re.Match[str], Today], Stretch]
"""What a form of date means. May raise `ValueError` or `OverflowError`."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One form of date: how it looks, and what it means."""

    pattern: re.Pattern[str]
    read: Read


def days(first: datetime, count: int = 1) -> Stretch:
    """Whole days, from the day of `first`."""
    start = first.replace(hour=0, minute=0, second=0, microsecond=0)
    return start, start + count * _DAY


def date(now: datetime, year: int, month_number: int, day: int) -> Stretch:
    """A day of a month of a year."""
    return days(now.replace(year=year, month=month_number, day=day))


def month(now: datetime, year: int, number: int) -> Stretch:
    """A month of a year."""
    start = days(now.replace(year=year, month=number, day=1))[0]
    return start, start.replace(year=year + number // _MONTHS, month=number % _MONTHS + 1)


def weekday(now: datetime, number: int, weeks: int) -> Stretch:
    """A weekday, 0 for Monday, of the week `weeks` weeks from now."""
    return days(now + (7 * weeks + number - now.weekday()) * _DAY)


def last_weekday(now: datetime, number: int) -> Stretch:
    """The last such weekday before today."""
    return days(now - ((now.weekday() - number - 1) % 7 + 1) * _DAY)


def coming_weekday(now: datetime, number: int) -> Stretch:
    """The first such weekday from today on."""
    return days(now + (number - now.weekday()) % 7 * _DAY)


def last_day(stretch: Stretch) -> Stretch:
    """The last day of a stretch."""
    return stretch[1] - _DAY, stretch[1]


def whole(now: datetime, unit: Unit, offset: int) -> Stretch:
    """The calendar's own unit, `offset` units from the present one: the whole week, month or year."""
    match unit:
        case "minute" | "hour":
            length = timedelta(**{f"{unit}s": 1})
            return now + offset * length, now + (offset + 1) * length
        case "day":
            return days(now + offset * _DAY)
        case "week":
            return days(weekday(now, 0, offset)[0], 7)
        case "weekend":
            return days(weekday(now, 5, offset)[0], 2)
        case "month":
            months = now.year * _MONTHS + now.month - 1 + offset
            return month(now, months // _MONTHS, months % _MONTHS + 1)
        case "year":
            start = days(now.replace(year=now.year + offset, month=1, day=1))[0]
            return start, start.replace(year=start.year + 1)
        case _:
            assert_never(unit)


def away(now: datetime, unit: Unit, count: int) -> Stretch:
    """What "`count` units from now" names: a day for days and weeks, the whole month or year for those."""
    return whole(now, "day", 7 * count) if unit == "week" else whole(now, unit, count)


def trailing(now: datetime, unit: Unit, count: int) -> Stretch:
    """What "the last `count` units" names: from so long ago until the end of today, for minutes and hours until now."""
    if unit in {"minute", "hour"}:
        return whole(now, unit, -count)[0], now
    start = whole(now, "day", -7 * count) if unit == "week" else whole(now, unit, -count)
    return start[0], days(now)[1]


def some_year(today: Today, in_year: Callable[[int], Stretch]) -> Stretch:
    """A date without its year: the nearest one, or the coming one."""
    now = today.now
    found = _existing(in_year, now.year, 1) or _existing(in_year, now.year, _LEAP_YEARS)
    if today.ahead:
        found = [stretch for stretch in found if stretch[1] > now][:1]
    return min(found, key=lambda stretch: abs(stretch[0] - now))


def _existing(in_year: Callable[[int], Stretch], year: int, reach: int) -> list[Stretch]:
    """The date in each year that has it, up to `reach` years away."""
    found: list[Stretch] = []
    for candidate in range(year - reach, year + reach + 1):
        with suppress(ValueError):  # 29 February
            found.append(in_year(candidate))
    return found
