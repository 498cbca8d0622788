"""Phone numbers: by their shape where it says enough, else next to a word that announces one.

Mainland Chinese mobiles and landlines, international numbers after a plus, and North American ones with their signs
need no such word; other national forms do.
"""

import re
from collections.abc import Iterator

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberFormat

from mcp_memory.engine.privacy.personal_found import EDGE, END, Personal, before, is_other_number

_EXTENSION = r"(?:\s?(?:x|ext\.?|extension|转|分机)\s?[0-9]{1,5})?"
_NO_NUMBER_BEFORE = r"(?<![0-9][.,:/-])(?<![A-Za-z]-)(?<![.$€£¥#])"
_END = END + r"(?![.:/-][0-9])"

_CHINESE_MOBILE = re.compile(
    EDGE
    + _NO_NUMBER_BEFORE
    + r"(?:(?:\+|00)?86[- ]?)?1[3-9](?:[0-9]{9}|[0-9]([ -])[0-9]{4}\1[0-9]{4}"
    + r"|[0-9]{2}([ -])[0-9]{3}\2[0-9]{4})"
    + _END
)
_CHINESE_LANDLINE = re.compile(
    EDGE
    + _NO_NUMBER_BEFORE
    + r"(?:(?:\+|00)?86[- ]?)?(?:\(0(?:10|2[0-9]|[3-9][0-9]{2})\) ?|0(?:10|2[0-9]|[3-9][0-9]{2})-)"
    + r"[2-9](?:[0-9]{6,7}|[0-9]{2,3}[ -][0-9]{4})"
    + _EXTENSION
    + _END
)
_INTERNATIONAL = re.compile(
    r"(?<![A-Za-z0-9_+*/=])(?:\+|(?<![0-9] )00(?=[1-9]))[1-9][0-9]{0,3}(?:[ .-]?\([0-9]{1,4}\))?(?:[ .-]?[0-9]){4,13}"
    + _EXTENSION
    + _END
)
_NORTH_AMERICAN = re.compile(
    EDGE
    + _NO_NUMBER_BEFORE
    + r"(?:1[-. ])?(?:\([2-9][0-9]{2}\) ?[0-9]{3}[-. ][0-9]{4}|[2-9][0-9]{2}([-.])[0-9]{3}\1[0-9]{4})"
    + _EXTENSION
    + _END
)
_NATIONAL = r"(?:\([0-9]{1,5}\)|[0-9])(?:[ ./-]{0,2}[0-9]){5,13}" + _EXTENSION
_CUES = (
    r"\b(?:(?:tele)?phones?|tel|mobile|cell(?:phone)?|calls?|dial|ring|fax|desk|hotline|whats\s?app|sms|texts?"
    r"|contact|reach|answering|messages? to|number)\b|手机|电话|座机|联系方式|联系号码|联系我|热线|致电|拨打?|打给|打到"
    r"|来电|传真|短信|微信"
)
_UNITS = (
    r"(?!\s?(?:times|requests|rows|users|tokens|bytes|[kmg]b\b|ms\b|seconds|minutes|hours|days|usd|eur|%"
    r"|次|个|元|条|人|块|万|天))"
)
_ANNOUNCED = re.compile(
    rf"(?:{_CUES})[^0-9\n\0(+]{{0,24}}\n?[ \t>]{{0,4}}(?<![0-9A-Za-z_.$€£¥#/-])(?P<number>{_NATIONAL}){_END}{_UNITS}",
    re.IGNORECASE,
)
_NAMED_AFTER = re.compile(
    EDGE
    + _NO_NUMBER_BEFORE
    + rf"(?P<number>{_NATIONAL})(?:[ -]{{1,2}}|\s?\()(?:office|fax|mobile|cell|home|work|desk)\b",
    re.IGNORECASE,
)
_NO_PHONE = re.compile(
    r"(?:19|20)[0-9]{2}[-./](?:0?[1-9]|1[0-2])[-./][0-9]{1,2}.*|[0-9]{1,2}[-./][0-9]{1,2}[-./](?:19|20)[0-9]{2}.*"
    r"|(?:[0-9]{1,3}\.){3}[0-9]{1,3}|[0-9]{1,2}\.[0-9]{1,3}\.[0-9]{1,6}|1[0-9]{9}(?:[0-9]{3})?"
)
"""Dates, network addresses, versions, and seconds or milliseconds since 1970."""

_LOOSE_CUE = re.compile(r"number|desk|contact|reach|texts?|calls?|ring|dial", re.IGNORECASE)
_PHONE_CUE = re.compile(
    r"phone|\btel\b|mobile|cell|call|dial|text|sms|reach|手机|电话|联系|拨|致电|微信|短信", re.IGNORECASE
)
_CUE_CHARS = 24
_MIN_DIGITS = 7
_MIN_PLAIN_DIGITS = 9
_CHINESE_REGIONS = ("CN", "US", "GB")
_ENGLISH_REGIONS = ("US", "GB", "CN")
"""Whose national form a number is most likely in, by the language of the word beside it."""


def phones_in(text: str) -> Iterator[Personal]:
    """Every phone number. What is found twice is given twice."""
    for found in _INTERNATIONAL.finditer(text):
        if _is_international(text, found):
            yield Personal("phone", *found.span(), _key(_with_plus(found), ()))
    for shape, region in ((_CHINESE_MOBILE, "CN"), (_CHINESE_LANDLINE, "CN"), (_NORTH_AMERICAN, "US")):
        for found in shape.finditer(text):
            if _is_phone(text, found.start()):
                yield Personal("phone", *found.span(), _key(found[0], (region,)))
    for found in (*_ANNOUNCED.finditer(text), *_NAMED_AFTER.finditer(text)):
        if _is_announced(found):
            regions = _ENGLISH_REGIONS if found[0].isascii() else _CHINESE_REGIONS
            yield Personal("phone", *found.span("number"), _key(found["number"], regions))


def _is_phone(text: str, start: int) -> bool:
    return not is_other_number(text, start) or _PHONE_CUE.search(before(text, start, _CUE_CHARS)) is not None


def _is_international(text: str, found: re.Match[str]) -> bool:
    """A valid number, or a possible one that is written or announced as one."""
    number = _parsed(_with_plus(found), None)
    if number is None or not _is_phone(text, found.start()):
        return False
    if phonenumbers.is_valid_number(number):
        return True
    is_announced = _PHONE_CUE.search(before(text, found.start(), _CUE_CHARS)) is not None
    return (is_announced or any(sign in found[0] for sign in " -()")) and phonenumbers.is_possible_number(number)


def _with_plus(found: re.Match[str]) -> str:
    return "+" + found[0].removeprefix("00").lstrip("+")


def _is_announced(found: re.Match[str]) -> bool:
    number = found["number"]
    if _NO_PHONE.fullmatch(number) or sum(map(str.isdigit, number)) < _MIN_DIGITS:
        return False
    cue = found[0][: found.start("number") - found.start()]
    is_plain = number.isdigit() and len(number) < _MIN_PLAIN_DIGITS
    return not (is_plain and _LOOSE_CUE.match(cue))


def _key(value: str, regions: tuple[str, ...]) -> str:
    """The international form: in the one region that is known, or the first where it is valid; else the digits."""
    is_known = len(regions) < len(_CHINESE_REGIONS)
    for region in regions or (None,):
        number = _parsed(value, region)
        if number is not None and (is_known or phonenumbers.is_valid_number(number)):
            extension = f";ext={number.extension}" if number.extension else ""
            return phonenumbers.format_number(number, PhoneNumberFormat.E164) + extension
    return "".join(char for char in value if char.isdigit())


def _parsed(value: str, region: str | None) -> phonenumbers.PhoneNumber | None:
    try:
        return phonenumbers.parse(value, region)
    except NumberParseException:
        return None
