"""How Chinese names days, weeks, months and years.

A weekday alone is that of this week, after "until" the coming one. "每周三" and "一周一次" name no date.
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
    month,
    some_year,
    trailing,
    weekday,
    whole,
)

_DIGITS = {digit: number for number, digit in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_NUMBER = r"\d{1,4}|[〇零一二两三四五六七八九十]{1,4}"
_DAYS = {"大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3}
_YEARS = {"前": -2, "去": -1, "今": 0, "本": 0, "明": 1, "后": 2}
_OFFSETS = {"上上": -2, "上": -1, "这": 0, "本": 0, "当": 0, "下": 1, "下下": 2}
_WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6}
_UNITS: dict[str, Unit] = {
    "分钟": "minute",
    "小时": "hour",
    "天": "day",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "月": "month",
    "年": "year",
}

_WEEK = r"(?:周|星期|礼拜)"
_WEEKDAY = rf"{_WEEK}(?P<weekday>[一二三四五六日天])"
_OFFSET = r"(?P<offset>上上|下下|上|下|这|本)个?"
_MONTH_DAY = rf"(?P<month>{_NUMBER})\s?月(?:份)?\s?(?P<day>{_NUMBER})\s?[日号]"
_COUNT = rf"(?P<count>{_NUMBER})\s?(?:个半)?(?:个(?=[小月星礼]))?\s?(?P<unit>分钟|小时|天|周|星期|礼拜|(?<=个)月|年)"


def _full_date(found: re.Match[str], today: Today) -> Stretch:
    return date(today.now, int(found["year"]), number(found["month"]), number(found["day"]))


def _month_of_year(found: re.Match[str], today: Today) -> Stretch:
    return month(today.now, int(found["year"]), number(found["month"]))


def _year(found: re.Match[str], today: Today) -> Stretch:
    return whole(today.now, "year", int(found["year"]) - today.now.year)


def _day_of_month(found: re.Match[str], today: Today) -> Stretch:
    month_number, day = number(found["month"]), number(found["day"])
    if found["near"]:
        year = today.now.year + _YEARS[found["near"]]
        return date(today.now, year, month_number, day)
    return some_year(today, lambda year: date(today.now, year, month_number, day))


def _month_alone(found: re.Match[str], today: Today) -> Stretch:
    month_number = number(found["month"])
    if found["near"]:
        return month(today.now, today.now.year + _YEARS[found["near"]], month_number)
    return some_year(today, lambda year: month(today.now, year, month_number))


def _named_day(found: re.Match[str], today: Today) -> Stretch:
    return whole(today.now, "day", _DAYS[found["day"]])


def _named_year(found: re.Match[str], today: Today) -> Stretch:
    stretch = whole(today.now, "year", _YEARS[found["year"]])
    return last_day(stretch) if found["end"] else stretch


def _offset_month(found: re.Match[str], today: Today) -> Stretch:
    stretch = whole(today.now, "month", _OFFSETS[found["offset"]])
    if found["day"]:
        return date(today.now, stretch[0].year, stretch[0].month, number(found["day"]))
    return last_day(stretch) if found["end"] else stretch


def _offset_week(found: re.Match[str], today: Today) -> Stretch:
    offset = _OFFSETS[found["offset"]]
    day = found["weekday"]
    if day == "末":
        return whole(today.now, "weekend", offset)
    return weekday(today.now, _WEEKDAYS[day], offset) if day else whole(today.now, "week", offset)


def _weekday_alone(found: re.Match[str], today: Today) -> Stretch:
    day = _WEEKDAYS[found["weekday"]]
    return coming_weekday(today.now, day) if today.ahead else weekday(today.now, day, 0)


def _weekend(_found: re.Match[str], today: Today) -> Stretch:
    return whole(today.now, "weekend", 0)


def _end_of_month(_found: re.Match[str], today: Today) -> Stretch:
    return last_day(whole(today.now, "month", 0))


def _end_of_year(_found: re.Match[str], today: Today) -> Stretch:
    return last_day(whole(today.now, "year", 0))


def _counted(found: re.Match[str], today: Today) -> Stretch:
    count = number(found["count"])
    return away(today.now, _UNITS[found["unit"]], count if found["way"] == "后" else -count)


def _trailing(found: re.Match[str], today: Today) -> Stretch:
    return trailing(today.now, _UNITS[found["unit"]], number(found["count"]))


def number(written: str) -> int:
    """The value of digits or of Chinese numerals up to 99. Raises `ValueError` for anything else."""
    if written.isdecimal():
        return int(written)
    tens, ten, ones = written.rpartition("十")
    if len(tens) > 1 or len(ones) > 1 or not _DIGITS.keys() >= {*tens, *ones}:
        raise ValueError(written)
    return (_DIGITS[tens] if tens else 1) * 10 * bool(ten) + (_DIGITS[ones] if ones else 0)


def _reading(pattern: str, read: Read) -> Reading:
    return Reading(re.compile(pattern), read)


CHINESE = (
    _reading(rf"(?P<year>\d{{4}})\s?年\s?{_MONTH_DAY}", _full_date),
    _reading(rf"(?P<year>\d{{4}})\s?年\s?(?P<month>{_NUMBER})\s?月", _month_of_year),
    _reading(r"(?<!\d)(?P<year>(?:19|20)\d\d)\s?年(?![前后内级])", _year),
    _reading(rf"(?:(?P<near>[前去今明后本])年)?{_MONTH_DAY}", _day_of_month),
    _reading(
        rf"(?:(?P<near>[前去今明后本])年)?(?<![\d个第])(?P<month>{_NUMBER})\s?月(?:份|(?!\s?[\d个]))", _month_alone
    ),
    _reading(r"(?P<day>大前|大后|前|昨|今|明|后)(?:[天日晚]|早(?!已))", _named_day),
    _reading(r"(?P<year>[去今明后]|前(?!\d))年(?P<end>底|末)?", _named_year),
    _reading(rf"{_OFFSET}月(?:(?P<day>{_NUMBER})[日号]|(?P<end>底|末))?", _offset_month),
    _reading(rf"{_OFFSET}{_WEEK}(?P<weekday>[一二三四五六日天末])?", _offset_week),
    _reading(rf"(?<![每\d一二两三四五六七八九十几半上下这本个]){_WEEKDAY}", _weekday_alone),
    _reading(r"(?<![每上下这本个])周末", _weekend),
    _reading(r"(?<![\d个年上下这本])月底", _end_of_month),
    _reading(r"(?<![\d去今明])年底", _end_of_year),
    _reading(rf"{_COUNT}(?:之|以)?(?P<way>前|后)", _counted),
    _reading(rf"(?:最近|过去|近)的?{_COUNT}(?!前|后)", _trailing),
)
"""The forms of Chinese dates."""
