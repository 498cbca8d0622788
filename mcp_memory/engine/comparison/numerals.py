"""Numbers as they are written: digits with separators, English number words, Chinese numerals, and mixtures."""

import re
from fractions import Fraction

ZH_DIGITS = "零〇一二两三四五六七八九"
_DIGITS = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_SMALL = {"十": 10, "百": 100, "千": 1000}
_LARGE = {"万": 10_000, "亿": 100_000_000}
MULTIPLIERS = {
    "k": 1_000, "thousand": 1_000, "million": 1_000_000, "mio": 1_000_000,
    "billion": 1_000_000_000, "bn": 1_000_000_000,
    "十": 10, "百": 100, "千": 1_000, "万": 10_000, "百万": 1_000_000, "千万": 10_000_000, "亿": 100_000_000,
}  # fmt: skip
"""Words after a number in digits, and what they multiply it by."""

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_WORDS = {word: value for value, word in enumerate(_ONES)} | {word: 10 * n for n, word in enumerate(_TENS, 2)}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "dozen": 12}

_ANY_WORD = "|".join(sorted([*_WORDS, *_SCALES], key=len, reverse=True))
DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
ENGLISH = (
    rf"(?:(?:{_ANY_WORD})\b(?:[ -](?:and )?(?=(?:{_ANY_WORD})\b))?){{1,9}}"
    r"|a (?:couple of|dozen|hundred|thousand)\b"
)
CHINESE = f"[{ZH_DIGITS}十百千万亿]+(?:点[{ZH_DIGITS}]+)?"


def from_digits(text: str) -> Fraction:
    """The same number for "1,000" and "1000.0"."""
    return Fraction(text.replace(",", ""))


def from_english(text: str) -> Fraction:
    """As "twenty-five", "two hundred and five", "a dozen"."""
    if text == "a couple of":
        return Fraction(2)
    total = current = 0
    for word in re.findall(r"[a-z]+", text):
        if word in _WORDS:
            current += _WORDS[word]
        elif word in {"hundred", "dozen"}:
            current = (current or 1) * _SCALES[word]
        elif word in _SCALES:
            total += (current or 1) * _SCALES[word]
            current = 0
    return Fraction(total + current)


def from_chinese(text: str) -> Fraction:
    """As "二十五", "一千零五", "两万三", "二〇二六", "一点五"."""
    whole, _, part = text.partition("点")
    number = Fraction(_whole_chinese(whole))
    return number + (Fraction(_row(part), 10 ** len(part)) if part else 0)


def _whole_chinese(text: str) -> int:
    if not set(text) & (set(_SMALL) | set(_LARGE)):
        return _row(text)
    total = section = digit = 0
    scale = 1
    for sign in text:
        if sign in _DIGITS:
            digit = _DIGITS[sign]
            scale = 1 if digit == 0 else scale
        elif sign in _SMALL:
            section += (digit or 1) * _SMALL[sign]
            digit, scale = 0, _SMALL[sign] // 10
        else:
            total = (total + section + digit or 1) * _LARGE[sign]
            section, digit, scale = 0, 0, _LARGE[sign] // 10
    return total + section + digit * (scale or 1)


def _row(text: str) -> int:
    """Digits one after the other, as years are read."""
    return int("".join(str(_DIGITS[sign]) for sign in text))
