"""The values a statement names: numbers, amounts, versions, ports, addresses, dates, times, identifiers.

Text is expected folded (NFKC, small letters). Whatever is not understood is left to the words; nothing raises.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from mcp_memory.engine.comparison import values_time as times
from mcp_memory.engine.comparison.numerals import (
    CHINESE,
    DIGITS,
    ENGLISH,
    MULTIPLIERS,
    ZH_DIGITS,
    from_chinese,
    from_digits,
    from_english,
)
from mcp_memory.engine.comparison.units import CLASSIFIERS, CURRENCIES, UNITS
from mcp_memory.engine.comparison.value import Bound, Kind, Value


def find_values(folded: str) -> tuple[Value, ...]:
    """Every value of a folded text in order, none overlapping; of those that overlap, the more telling form."""
    taken = bytearray(len(folded))
    found: list[Value] = []
    for pattern, read in _FORMS:
        for hit in pattern.finditer(folded):
            if any(taken[hit.start() : hit.end()]):
                continue
            value = read(hit)
            if value is not None:
                taken[value.start : value.end] = b"\1" * (value.end - value.start)
                found.append(value)
    ordered = sorted(found, key=lambda value: value.start)
    return tuple(_bounded(folded, value) for value in _joined(folded, ordered))


_Read = Callable[[re.Match[str]], Value | None]


def _address(unit: str) -> _Read:
    def read(found: re.Match[str]) -> Value:
        wording = found.group().rstrip(".,;:!?)")
        end = found.start() + len(wording)
        return Value(Kind.ADDRESS, found.start(), end, wording, unit=unit, parts=(wording.rstrip("/") or wording,))

    return read


def _identifier(found: re.Match[str]) -> Value | None:
    """A name with a digit in it."""
    if not re.search(r"\d", found.group()):
        return None
    return Value(Kind.IDENTIFIER, found.start(), found.end(), found.group(), parts=(found.group(),))


def _version(found: re.Match[str]) -> Value:
    parts = re.findall(r"\d+|[a-z]+", found["number"])
    numbers = tuple(int(part) if part.isdecimal() else part for part in parts)
    return Value(Kind.VERSION, found.start(), found.end(), found.group(), parts=numbers)


def _range(found: re.Match[str]) -> Value:
    ends = (found["low"], found["high"])
    return Value(Kind.RANGE, found.start(), found.end(), found.group().strip(), parts=ends)


def _money(found: re.Match[str]) -> Value | None:
    sign = found["sign"] or found["name"]
    amount = _amount(found["number"] or found["number2"], found["times"] or found["times2"])
    return Value(Kind.MONEY, found.start(), found.end(), found.group().strip(), CURRENCIES[sign], amount)


def _percent(found: re.Match[str]) -> Value:
    amount = _amount(found["number"] or found["number2"] or found["tenths"], None)
    amount = amount * 10 if found["tenths"] else amount
    return Value(Kind.PERCENT, found.start(), found.end(), found.group().strip(), amount=amount)


def _quantity(found: re.Match[str]) -> Value:
    named = found.groupdict()
    unit, factor = UNITS[named["unit"]]
    amount = _amount(named["number"], named.get("times")) + (Fraction(1, 2) if named.get("half") else 0)
    return Value(Kind.QUANTITY, found.start(), found.end(), found.group().strip(), unit, amount * factor)


def _half(found: re.Match[str]) -> Value:
    unit, factor = UNITS[(found["en"] or found["zh"]).removeprefix("个") if not found["month"] else "个月"]
    return Value(Kind.QUANTITY, found.start(), found.end(), found.group(), unit, factor / 2)


def _one_unit(found: re.Match[str]) -> Value:
    unit, factor = UNITS[found["unit"]]
    return Value(Kind.QUANTITY, found.start(), found.end(), found.group(), unit, factor)


def _number(found: re.Match[str]) -> Value:
    written = found["number"]
    before = found.string[max(0, found.start() - _VERSION_LEAD) : found.start()]
    if _SAYS_VERSION.search(before) and re.fullmatch(r"\d+(?:\.\d+)*", written):
        parts = tuple(int(part) for part in written.split("."))
        return Value(Kind.VERSION, found.start(), found.end(), written, parts=parts)
    if len(written) > 1 and written[0] == "0" and written.isdecimal():
        return Value(Kind.CODE, found.start(), found.end(), written, parts=(written,))
    amount = _amount(written, found["times"])
    # Without a unit, 3.10 may be a version: its spelling counts.
    spelled = (written,) if "." in written else ()
    return Value(Kind.NUMBER, found.start(), found.end(), found.group().strip(), amount=amount, parts=spelled)


def _ordinal(found: re.Match[str]) -> Value:
    amount = _amount(found["number"] or found["zh"], None)
    return Value(Kind.NUMBER, found.start(), found.end(), found.group(), unit="ordinal", amount=amount)


def _ordinal_word(found: re.Match[str]) -> Value:
    amount = Fraction(_ORDINALS.index(found.group()) + 1)
    return Value(Kind.NUMBER, found.start(), found.end(), found.group(), unit="ordinal", amount=amount)


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def _word_number(found: re.Match[str]) -> Value:
    number = found["number"]
    return Value(Kind.NUMBER, found.start(), found.end(), number, amount=_amount(number, None))


def _amount(number: str, times_word: str | None) -> Fraction:
    if number[0].isdecimal():
        amount = from_digits(number)
    else:
        amount = from_english(number) if number.isascii() else from_chinese(number)
    return amount * MULTIPLIERS[times_word] if times_word else amount


def _joined(folded: str, values: list[Value]) -> Iterator[Value]:
    """One duration for "1 hour 30 minutes"."""
    pending: Value | None = None
    for value in values:
        if pending is not None and _continues(folded, pending, value):
            wording = folded[pending.start : value.end]
            pending = replace(pending, end=value.end, wording=wording, amount=pending.amount + value.amount)
            continue
        if pending is not None:
            yield pending
        pending = value
    if pending is not None:
        yield pending


def _continues(folded: str, first: Value, second: Value) -> bool:
    return (
        first.unit == second.unit == "seconds"
        and first.amount > second.amount
        and folded[first.end : second.start].strip() in {"", "and", "零"}
    )


def _bounded(folded: str, value: Value) -> Value:
    """The value with its "at least" or "about", which become part of it."""
    if value.kind not in {Kind.NUMBER, Kind.QUANTITY, Kind.MONEY, Kind.PERCENT}:
        return value
    minus = _MINUS.search(folded, max(0, value.start - _BOUND_CHARS), value.start)
    if minus is not None:
        value = replace(value, start=minus.start(), wording=folded[minus.start() : value.end], amount=-value.amount)
    before = _BOUND_BEFORE.search(folded, max(0, value.start - _BOUND_CHARS), value.start)
    after = _BOUND_AFTER.match(folded, value.end)
    if before is not None:
        bound = next(bound for bound in _GROUPS if before[bound])
        return replace(value, start=before.start(), bound=_GROUPS[bound])
    if after is not None:
        bound = next(bound for bound in _GROUPS if after[bound])
        return replace(value, end=after.end(), bound=_GROUPS[bound])
    return value


_GROUPS = {"least": Bound.AT_LEAST, "most": Bound.AT_MOST, "about": Bound.ABOUT}
_BOUND_CHARS = 20
_MINUS = re.compile(r"(?:(?<![\w)\]\s])|(?<=\s)|(?<=[是为到达]))(?:[-−]|minus |负|零下)\Z")
_BOUND_BEFORE = re.compile(
    r"(?:(?P<least>\b(?:at least|a minimum of|minimum|no (?:less|fewer) than|not (?:less|fewer) than|more than|over"
    r"|above)\b|≥|>=?|至少有?|不少于|不低于|超过|多于|高于|最少有?)"
    r"|(?P<most>\b(?:at most|a maximum of|maximum|(?<!went )(?<!gone )(?<!goes )up to|no more than|not more than"
    r"|(?:must|can|may|should|shall)(?: not|n't) exceed|cannot exceed|not exceed|less than|fewer than|under|below"
    r"|within)\b|≤|<=?|至多有?|最多有?|不超过|不[能得可应]超过|不高于|少于|低于|不多于)"
    r"|(?P<about>\b(?:about|around|approximately|roughly|nearly|almost|some|circa|ca\.?)\s|~|≈|大约|大概|约|将近|接近|近))\s*\Z"
)
_BOUND_AFTER = re.compile(
    r"\s?(?:(?P<least>以上|or more\b|\+(?!\d))"
    r"|(?P<most>以内|以下|之内|or (?:less|fewer)\b)|(?P<about>左右|上下|or so\b|多))"
)
_VERSION_LEAD = 14
_SAYS_VERSION = re.compile(r"(?:\bversion|\brelease|版本号?|\bver\.?)(?:\s+(?:is|to|=))?[\s:：是为=到]*\Z")


def _any(names: Iterable[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


_EN_UNITS = _any(name for name in UNITS if name.isascii() or name[0] in "µμ°℃" or name == "m²")
_ZH_UNITS = _any(name for name in UNITS if not name.isascii() and name not in {"m²", "°c", "°f", "℃"})
_SIGNS = _any(name for name in CURRENCIES if not name.isalpha() or name in {"usd", "eur", "gbp", "cny", "rmb", "chf"})
_NAMES = _any(CURRENCIES)
_TIMES_EN = r"k(?![a-z])|thousand\b|million\b|mio\b|billion\b|bn\b"
_TIMES = rf"{_TIMES_EN}|百万|千万|[十百千万亿]"
_ZH = CHINESE
_COUNTED = _any(CLASSIFIERS)
_NO_NUMBER_ZH = "十分|千万|万一|万万|百分|百度|十足|百般|千方|亿万|万能|百姓|千古"

_FORMS: tuple[tuple[re.Pattern[str], _Read], ...] = (
    (re.compile(r"\[[a-z][a-z_-]*:\d+\]"), _address("placeholder")),
    (re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s，。；、）」”\"'<>|]+", re.ASCII), _address("url")),
    (re.compile(r"\bwww\.[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:/[^\s，。；、）]*)?", re.ASCII), _address("url")),
    (re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.ASCII), _address("email")),
    (re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d{1,5})?\b", re.ASCII), _address("ip")),
    (
        re.compile(r"\b[a-z]:\\[\w\\. -]*[\w\\]|(?<![\w.:/])(?:~|\.{1,2})?/[\w.-]+(?:/[\w.-]*)*", re.ASCII),
        _address("path"),
    ),
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.ASCII), _identifier),
    (times.ISO_DATE, times.read_date),
    (times.DOTTED_DATE, times.read_date),
    (times.ENGLISH_DATE, times.read_date),
    (times.ENGLISH_MONTH_FIRST, times.read_date),
    (times.CHINESE_DATE, times.read_date),
    (times.WEEKDAY, times.read_weekday),
    (times.WEEKDAY_ZH, times.read_weekday_zh),
    (times.RELATIVE, times.read_relative),
    (times.ENGLISH_MONTH, times.read_date),
    (times.ENGLISH_YEAR, times.read_date),
    (times.CLOCK_ZH, times.read_clock_zh),
    (times.CLOCK, times.read_clock),
    (re.compile(r"\bv(?:er(?:sion)?)?\.? ?(?P<number>\d+(?:\.\d+)*(?:[-.]?[a-z]+\.?\d*)?)\b", re.ASCII), _version),
    (re.compile(r"\b(?P<number>\d+(?:\.\d+){2,}(?:[-.]?[a-z]+\.?\d*)?)\b", re.ASCII), _version),
    (
        re.compile(
            rf"(?<![\d.])(?P<number>{DIGITS}|\b{ENGLISH}) ?(?:%|percent\b|per cent\b)|百分之(?P<number2>{DIGITS}|{_ZH})"
            rf"|(?P<tenths>[{ZH_DIGITS}]|\d)成(?![为员本功立年都分长果绩熟就])"
        ),
        _percent,
    ),
    (
        re.compile(
            rf"(?P<sign>{_SIGNS}) ?(?P<number>{DIGITS}) ?(?P<times>{_TIMES})?"
            rf"|(?<![{ZH_DIGITS}十百千万亿\d.])(?P<number2>{DIGITS}|\b{ENGLISH}|{_ZH})"
            rf" ?(?P<times2>{_TIMES})? ?(?P<name>{_NAMES})(?![a-z])"
        ),
        _money,
    ),
    (
        re.compile(r"\bhalf an? (?P<en>hour|day|year|minute)\b|(?<!个)半个?(?P<zh>小时|钟头|天|年)|(?P<month>半个月)"),
        _half,
    ),
    (re.compile(r"\ban? (?P<unit>hour|minute|day|week|month|year)\b(?! (?:ago|off))"), _one_unit),
    (
        re.compile(
            rf"(?<![\w.])(?P<number>{DIGITS}) ?(?P<times>{_TIMES_EN})?[ -]?(?P<unit>{_EN_UNITS})(?![a-z/²])", re.ASCII
        ),
        _quantity,
    ),
    (re.compile(rf"\b(?P<number>{ENGLISH})[ -](?P<unit>{_EN_UNITS})(?![a-z])", re.ASCII), _quantity),
    (
        re.compile(
            rf"(?<![第{ZH_DIGITS}十百千万亿\d.])(?P<number>{DIGITS}|{_ZH}) ?(?P<times>{_TIMES})?"
            rf"(?P<half>个半(?=小时|月|钟头|星期))?(?P<unit>{_ZH_UNITS})"
        ),
        _quantity,
    ),
    (re.compile(r"(?<![a-z0-9_])[a-z][a-z0-9]*(?:[-_./#][a-z0-9]+)*", re.ASCII), _identifier),
    (re.compile(r"(?<![\w.])(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}(?!\w)", re.ASCII), _identifier),
    (re.compile(rf"(?<![\w.])(?P<low>{DIGITS}) ?[-–~—] ?(?P<high>{DIGITS})(?![\w.]\d)", re.ASCII), _range),
    (re.compile(rf"(?<=the )(?:{'|'.join(_ORDINALS)})\b(?! of\b)"), _ordinal_word),
    (re.compile(rf"\b(?P<number>\d+)(?:st|nd|rd|th)\b|第(?P<zh>\d+|{_ZH})", re.ASCII), _ordinal),
    (re.compile(rf"(?<![\w.])(?P<number>{DIGITS}) ?(?P<times>{_TIMES})?(?:{_COUNTED})?", re.ASCII), _number),
    (
        re.compile(
            rf"(?<!no )(?<!the )(?<!this )(?<!that )(?<!which )(?<!any )(?<!every )(?<!another )"
            rf"\b(?P<number>{ENGLISH})\b(?! of\b| another\b)"
        ),
        _word_number,
    ),
    (
        re.compile(
            rf"(?!{_NO_NUMBER_ZH})(?P<number>[{ZH_DIGITS}]?[十百千万亿][{ZH_DIGITS}十百千万亿]*|[{ZH_DIGITS}]{{2,}})(?:{_COUNTED})?"
        ),
        _word_number,
    ),
    (re.compile(rf"(?!{_NO_NUMBER_ZH})(?P<number>[{ZH_DIGITS}十])(?:{_COUNTED})"), _word_number),
    (re.compile(rf"(?<=[是为到成:])\s?(?P<number>[{ZH_DIGITS}十])(?=$|[。，；,;.!！])"), _word_number),
)
"""The forms of values, the more telling ones first."""
