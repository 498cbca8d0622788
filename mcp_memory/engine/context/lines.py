"""The lines of a summary, as text and back.

A summary is plain text: a heading for each kind, below it the days, below each day one line for each statement. What
is read back is what was written. A summary that something else wrote is read as well as it can be.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Self

from mcp_memory.engine.text.counting import count_tokens
from mcp_memory.engine.text.normalise import duplicate_key


class Heading(StrEnum):
    """The kinds of lines, in the order in which they are written."""

    DECIDED = "Decided"
    CONSTRAINTS = "Constraints"
    PREFERENCES = "Preferences"
    NUMBERS = "Numbers and names"
    OPEN = "Open"
    DONE = "Done"
    SAID = "Also said"

    @property
    def tokens(self) -> int:
        """What the heading itself costs."""
        return count_tokens(f"{self.value}\n")


DAY_TOKENS = count_tokens("2026-01-01\n")
"""What the line of a day costs."""


@dataclass(frozen=True, slots=True)
class Line:
    """One statement of a summary, without line breaks. `day` is an ISO date, or empty when nobody knows it.

    `key` is the same for duplicates, `shape` also for those that differ only in numbers; `tokens` is what the line
    costs with its mark and its end.
    """

    heading: Heading
    day: str
    said: str
    key: str
    shape: str
    tokens: int

    @classmethod
    def of(cls, heading: Heading, day: str, said: str) -> Self:
        """The line of a statement; its blanks and line breaks become single blanks."""
        flat = " ".join(said.split())
        return cls(heading, day, flat, duplicate_key(flat), shape(flat), count_tokens(f"- {flat}\n"))


def shape(text: str) -> str:
    """A statement without its numbers: the rows of a listing have the same."""
    return _DIGITS.sub("0", text)


def parse(summary: str) -> Iterator[Line]:
    """The lines of a summary, in order. Never raises; what stands below no known heading was also said."""
    heading, day = Heading.SAID, ""
    for raw in summary.split("\n"):
        text = raw.strip()
        if not text:
            continue
        if not text.startswith("- "):
            named = _HEADINGS.get(text.strip(_ORNAMENTS).casefold())
            if named is not None:
                heading, day = named, ""
                continue
            if _DAY.fullmatch(text):
                day = text
                continue
        yield Line.of(heading, day, text.removeprefix("- "))


def render(lines: Iterable[Line]) -> str:
    """The summary of these lines. Those of one heading keep their order, but those without a day stand first."""
    return "\n".join(_written(in_order(lines)))


def in_order(lines: Iterable[Line]) -> list[Line]:
    """The lines as they are written: by heading, those without a day first, else as they come."""
    return sorted(lines, key=lambda line: (_PLACES[line.heading], bool(line.day)))


_ORNAMENTS = "#*_:： "
_HEADINGS = {heading.value.casefold(): heading for heading in Heading}
_PLACES = {heading: place for place, heading in enumerate(Heading)}
_DIGITS = re.compile(r"\d+")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def _written(lines: list[Line]) -> Iterator[str]:
    for heading, below in groupby(lines, key=lambda line: line.heading):
        yield heading.value
        for day, of_day in groupby(below, key=lambda line: line.day):
            if day:
                yield day
            yield from (f"- {line.said}" for line in of_day)
