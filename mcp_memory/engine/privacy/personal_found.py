"""Personal data as it was found in a text, and what its surroundings say about it."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from mcp_memory.engine.privacy.secret import Secret

BARRIER = "\0"
"""Stands for what was taken care of already. Cleaned text holds no such character, and no pattern crosses it."""

EDGE = r"(?<![A-Za-z0-9_])"
"""Begins where no ASCII letter or digit stands before it: text of other scripts may be glued to it."""

END = r"(?![A-Za-z0-9_])"

_OTHER_NUMBER = re.compile(
    r"(?:\b(?:order|invoice|ticket|tracking|serial|reference|ref|transaction|txn|issue|build|commit|hash|version|isbn"
    r"|sku|port|pid|id|uid|uuid|timestamp|no|qq|model|part)\b|订单|单号|编号|流水|版本|端口|序列号|时间戳|工号|学号|型号"
    r"|运单|快递|编码|QQ|群号)[^0-9\n]{0,8}$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Personal:
    """Personal data of one kind from `start` to `end`. `key` is the same for every spelling of the same value."""

    kind: str
    start: int
    end: int
    key: str


Found = TypeVar("Found", bound=Secret | Personal)


def replaced(text: str, found: Iterable[Found], by: Callable[[Found], str]) -> str:
    """The text with something in the place of what was found, which comes in order and without overlaps."""
    kept: list[str] = []
    place = 0
    for one in found:
        kept += (text[place : one.start], by(one))
        place = one.end
    return "".join((*kept, text[place:]))


def before(text: str, start: int, chars: int) -> str:
    """Up to so many characters of the text before a place."""
    return text[max(0, start - chars) : start]


def is_other_number(text: str, start: int) -> bool:
    """Whether the words right before say that this is the number of an order, a version, a port and the like."""
    return _OTHER_NUMBER.search(before(text, start, 24)) is not None


def compact(value: str) -> str:
    """Letters and digits only, in capitals: what all spellings of a number have in common."""
    return "".join(char for char in value if char.isalnum()).upper()
