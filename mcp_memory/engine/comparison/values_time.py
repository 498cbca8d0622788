"""Dates, weekdays and times of day as they are written, without a clock: "tomorrow" stays "tomorrow"."""

import re
from fractions import Fraction

from mcp_memory.engine.comparison.numerals import ZH_DIGITS, from_chinese
from mcp_memory.engine.comparison.value import Kind, Part, Value

_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_SHORT = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH_NUMBERS = (
    {name: n for n, name in enumerate(_MONTHS, 1)} | {name: n for n, name in enumerate(_SHORT, 1)} | {"sept": 9}
)
_WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_WEEKDAY_ZH = {sign: n for n, sign in enumerate("一二三四五六日")} | {"天": 6, "末": 7}
_RELATIVE = {
    "today": "today", "今天": "today", "tomorrow": "tomorrow", "明天": "tomorrow", "yesterday": "yesterday",
    "昨天": "yesterday", "后天": "in two days", "前天": "two days ago", "tonight": "today", "今晚": "today",
    "明晚": "tomorrow", "昨晚": "yesterday",
    "last year": "last year", "去年": "last year", "this year": "this year", "今年": "this year",
    "next year": "next year", "明年": "next year", "last month": "last month", "上个月": "last month",
    "next month": "next month", "下个月": "next month", "last week": "last week", "上周": "last week",
    "next week": "next week", "下周": "next week", "this week": "this week", "本周": "this week",
}  # fmt: skip
_WHICH = {
    "every": "every",
    "每": "every",
    "每个": "every",
    "next": "next",
    "下": "next",
    "下个": "next",
    "last": "last",
}
_WHICH |= {"上": "last", "上个": "last"}

_MONTH = "|".join(sorted(_MONTH_NUMBERS, key=len, reverse=True))
_DAY = r"(?P<d>[0-3]?\d)(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s+(?P<y>(?:19|20)\d\d))"
_N = rf"(?:\d{{1,2}}|[{ZH_DIGITS}十]{{1,3}})"
_A_LITTLE = "(?<=[短洁明练简炼要尽长细体快慢多少大小高低好坏轻重远近松紧])一点(?![钟半整刻零一二三四五\\d])"
"""一点 after what can be more or less so: "a little", not one o'clock."""
_PART_ZH = "凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|今晚|明晚"

ISO_DATE = re.compile(r"\b(?P<y>(?:19|20)\d\d)(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})(?=t\d\d:|\b)", re.ASCII)
DOTTED_DATE = re.compile(r"\b(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>(?:19|20)\d\d)\b", re.ASCII)
ENGLISH_DATE = re.compile(rf"\b{_DAY}(?:\s+of)?\s+(?P<m>{_MONTH})\b\.?{_YEAR}?", re.ASCII)
ENGLISH_MONTH_FIRST = re.compile(
    rf"\b(?P<m>{_MONTH})\b\.?\s+(?:{_DAY}\b(?!:){_YEAR}?|(?P<y2>(?:19|20)\d\d)\b)", re.ASCII
)
ENGLISH_MONTH = re.compile(
    rf"\b(?:(?<=in )|(?<=since )|(?<=until )|(?<=by )|(?<=for )|(?<=from )|(?<=to )|(?<=of )|(?<=is ))(?P<m>{_MONTH})\b"
    rf"|\b(?P<m2>{'|'.join(name for name in _MONTHS if name not in {'may', 'march', 'august'})})\b",
    re.ASCII,
)
ENGLISH_YEAR = re.compile(
    r"(?:(?<=\bin )|(?<=since )|(?<=until )|(?<=\bby )|(?<=during )|(?<=before )|(?<=after )|(?<=year )|(?<=from )"
    r"|(?<=\bof ))(?P<y>(?:19|20)\d\d)\b(?![.,]\d)",
    re.ASCII,
)
CHINESE_DATE = re.compile(
    rf"(?:(?P<y>(?:19|20)?\d\d|[{ZH_DIGITS}]{{4}})年)?(?P<m>{_N})月(?:份|(?P<d>{_N})[日号])?"
    rf"|(?P<y2>(?:19|20)\d\d|[{ZH_DIGITS}]{{4}})年(?:度)?|(?<!\d)(?P<d2>\d{{1,2}})日"
)
WEEKDAY = re.compile(
    rf"\b(?:(?P<which>every|next|last|this)\s+)?(?P<w>{'|'.join(_WEEKDAYS)})(?P<s>s)?\b"
    r"|\b(?P<short>mon|tues?|wed|thur?s?|fri)\b",
    re.ASCII,
)
WEEKDAY_ZH = re.compile(
    "(?P<which>每个?|下个?|上个?|这个?|本)?(?:周|星期|礼拜)(?P<w>[一二三四五六日天末])(?![次遍回趟])"
)
RELATIVE = re.compile("|".join(rf"\b{name}\b" if name.isascii() else name for name in _RELATIVE), re.ASCII)
CLOCK = re.compile(
    r"(?<![\d.:])(?:t(?=\d\d:))?(?P<h>[01]?\d|2[0-4])[:：](?P<min>[0-5]\d)(?::(?P<sec>[0-5]\d))?(?!\d)\s*(?P<half>[ap]\.?m\b\.?)?"
    r"|(?<![\d.:])(?P<h2>1[0-2]|0?[1-9])\s*(?P<half2>[ap]\.?m\b\.?)"
    r"|\b(?P<h3>1[0-2]|[1-9])\s*o'clock\b|\b(?P<noon>noon|midday|midnight)\b",
    re.ASCII,
)
CLOCK_ZH = re.compile(
    rf"(?!{_A_LITTLE})(?P<part>{_PART_ZH})?(?P<h>\d{{1,2}}|[{ZH_DIGITS}十]{{1,3}})(?:点钟?|(?<=\d)时)(?!{_N}?[个次])"
    rf"(?:(?P<half>半)|(?P<quarter>[一三])刻|整|(?P<min>\d{{1,2}}|[{ZH_DIGITS}十]{{1,3}})分?)?(?![燃击心评赞])"
    rf"|(?P<part2>{_PART_ZH})(?P<h2>\d{{1,2}})[:：](?P<min2>[0-5]\d)"
)


def read_date(found: re.Match[str]) -> Value | None:
    """A day, month or year; None where the calendar has no such thing."""
    named = found.groupdict()
    year = _number(named.get("y") or named.get("y2"))
    month_name = named.get("m") or named.get("m2")
    month = _MONTH_NUMBERS.get(month_name or "") or _number(month_name)
    day = _number(named.get("d") or named.get("d2"))
    if not (month is None or 1 <= month <= 12) or not (day is None or 1 <= day <= 31):  # noqa: PLR2004
        return None
    short_year = year is not None and year < 100  # noqa: PLR2004
    return _date(found, (year + 2000 if year is not None and short_year else year, month, day, None, None))


def read_weekday(found: re.Match[str]) -> Value | None:
    """A weekday, with "every", "next" or "last" where that is said."""
    name = found["w"] or found["short"]
    number = next(n for n, day in enumerate(_WEEKDAYS) if day.startswith(name[:3]))
    which = "every" if found["s"] else _WHICH.get(found["which"] or "")
    return _date(found, (None, None, None, number, which))


def read_weekday_zh(found: re.Match[str]) -> Value | None:
    """周五, 下周五, 每周五."""
    return _date(found, (None, None, None, _WEEKDAY_ZH[found["w"]], _WHICH.get(found["which"] or "")))


def read_relative(found: re.Match[str]) -> Value | None:
    """Days counted from the day of speaking."""
    return _date(found, (None, None, None, None, _RELATIVE[found.group()]))


def read_clock(found: re.Match[str]) -> Value | None:
    """15:00, 3 pm, noon. Written with one digit and no half of the day, it may be either half."""
    if found["noon"]:
        return _clock(found, 0 if found["noon"] == "midnight" else 720, "")
    hour, minute = int(found["h"] or found["h2"] or found["h3"]), int(found["min"] or 0)
    half = (found["half"] or found["half2"] or "")[:1]
    second = Fraction(int(found["sec"] or 0), 60)
    if half:
        return _clock(found, (hour % 12 + (12 if half == "p" else 0)) * 60 + minute + second, "")
    open_half = bool(found["h3"]) or (1 <= hour <= 12 and not (found["h"] or "0").startswith("0"))  # noqa: PLR2004
    return _clock(found, hour * 60 + minute + second, "either half" if open_half else "")


def read_clock_zh(found: re.Match[str]) -> Value | None:
    """下午三点半, 15点, 晚上8点."""
    part = found["part"] or found["part2"] or ""
    hour = _number(found["h"] or found["h2"]) or 0
    minute = 30 if found["half"] else _number(found["min"] or found["min2"]) or 0
    minute = 15 * (_number(found["quarter"]) or 0) if found["quarter"] else minute
    if hour > 24 or minute > 59:  # noqa: PLR2004
        return None
    if part in {"下午", "傍晚", "晚上", "夜里", "今晚", "明晚"} and hour < 12:  # noqa: PLR2004
        hour += 12
    open_half = not part and 1 <= hour <= 12  # noqa: PLR2004
    return _clock(found, hour * 60 + minute, "either half" if open_half else "")


def _date(found: re.Match[str], parts: tuple[Part, ...]) -> Value:
    return Value(Kind.DATE, found.start(), found.end(), found.group().strip(), parts=parts)


def _clock(found: re.Match[str], minutes: Fraction | int, unit: str) -> Value:
    wording = found.group().strip()
    return Value(Kind.CLOCK, found.start(), found.end(), wording, unit=unit, amount=Fraction(minutes % 1440))


def _number(text: str | None) -> int | None:
    if not text:
        return None
    return int(text) if text.isascii() and text.isdecimal() else int(from_chinese(text))
