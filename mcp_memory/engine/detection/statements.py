"""The sentences of a turn, in English and Chinese, each with its place.

It reads prose and list items. What was pasted rather than said is left out: code, quotations, tables, logs, addresses
that stand alone. It judges nothing: a greeting is a statement too.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile

from mcp_memory.engine.detection.enumerations import as_one, is_one
from mcp_memory.engine.detection.pasted import prose_lines
from mcp_memory.engine.text.languages import HAN


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence or list item; `start` and `end` are its place in the turn, in characters.

    `text` is what stands there, with line breaks inside a sentence as blanks; an item of at most a hundred
    characters has the line that announces its list before it, and a list that is one thought is one statement.
    """

    text: str
    start: int
    end: int


def statements(text: str) -> tuple[Statement, ...]:
    """Every sentence and list item of a turn, in order. Linear in the length of the text."""
    return tuple(statement for statement, _ in worded(text, text))


def worded(text: str, wording: str) -> Iterator[tuple[Statement, str]]:
    """Each statement of a turn, and the same in another wording of the turn that has the same length (masked, say)."""
    heading = other_heading = ""
    for piece, items in _grouped(list(_sentences(text)), text):
        said, other = _line(text, piece), _line(wording, piece)
        if items:
            said = as_one(said, [_line(text, item) for item in items])
            other = as_one(other, [_line(wording, item) for item in items])
        if not said:
            continue
        before = (heading, other_heading) if piece.is_item and _needs_heading(said) else ("", "")
        yield Statement(before[0] + said, piece.start, (items or [piece])[-1].end), before[1] + other
        if not piece.is_item:
            heading, other_heading = (_heading(said), _heading(other)) if not items else ("", "")


def in_one_line(part: str) -> str:
    """A part of a turn as its statement words it: blanks for line breaks, without the marks of emphasis."""
    return " ".join(_EMPHASIS.sub("", part).split())


_EMPHASIS = re.compile(r"\*\*|__(?=\w)|(?<=\w)__")


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    is_item: bool


_ITEM = re.compile(
    r"\s{0,12}(?:[-*•·–]\s+|[-•·–](?=[^\s\d-])|\(?\d{1,2}[.)、．）](?!\d)\s*|[①-⑳]\s*"
    r"|第?[一二三四五六七八九十]{1,2}[、.]\s*)"
    r"(?:\[[ xX]\]\s*)?"
)
_INLINE_ITEM = re.compile(
    r"(?<=[\s:：;；,，。])(?<!\d[:：,，])(?:\(?\d{1,2}[)）、]|\d{1,2}\.(?=\s|[^\d\s]))\s*(?=[^\s\d])|[①-⑳]\s*"
)
_HEADING_MARK = re.compile(r"\s*#{1,6}\s+")
_STOP = re.compile(
    r"[。！？!?；;…]+[”’」』\"')）】]*"
    r"|(?<!\.)\.[\"')”’]*(?=\s|$)"
    rf"|(?<=[{HAN}])\.(?=[{HAN}])"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|no|vs|etc|approx|fig|dept|inc|ltd|co|jr|sr|jan|feb|mar|apr|jun|jul|aug|sept?|oct"
    r"|nov|dec|e\.g|i\.e|a\.m|p\.m|cf)|\b[A-Z]|(?:^|\s)\d{1,2})$",
    re.IGNORECASE,
)
_WRAP_CHARS = 50
"""A line at least this long, without an end and continued in small letters, was wrapped by the sender's program."""
_MAX_ITEM_CHARS = 100
"""A longer item is a statement of its own and needs no heading before it."""
_MAX_HEADING_CHARS = 60


def _sentences(text: str) -> Iterator[_Piece]:
    for start, end in _joined(text, list(prose_lines(text))):
        item = _ITEM.match(text, start, end) or _HEADING_MARK.match(text, start, end)
        first = item.end() if item else start
        is_item = item is not None
        for cut, inline in _cuts(text, first, end):
            if text[first:cut].strip():
                yield _trimmed(text, first, cut, is_item=is_item)
            first, is_item = inline, is_item or inline != cut
        if text[first:end].strip():
            yield _trimmed(text, first, end, is_item=is_item)


def _cuts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where a statement ends, and where the next one begins (past the number of an inline item)."""
    places = [(stop.end(), stop.end()) for stop in _STOP.finditer(text, start, end) if not _goes_on(text, start, stop)]
    marks = [(mark.start(), mark.end()) for mark in _INLINE_ITEM.finditer(text, start, end)]
    yield from sorted(places + (marks if len(marks) > 1 else []))


def _goes_on(text: str, start: int, stop: re.Match[str]) -> bool:
    """Whether a full stop belongs to an abbreviation or a number in front of an item."""
    if text[stop.start()] in ";；" and stop.end() < len(text) and not text[stop.end()].isspace():
        return text[stop.start()] == ";" and text[stop.end()].isascii()
    return text[stop.start()] == "." and bool(_ABBREVIATION.search(text, max(start, stop.start() - 8), stop.start()))


def _joined(text: str, lines: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Lines, those put together that a mail program had wrapped."""
    start = end = -1
    for line_start, line_end in lines:
        if end >= 0 and _continues(text, (start, end), line_start):
            end = line_end
            continue
        if end >= 0:
            yield start, end
        start, end = line_start, line_end
    if end >= 0:
        yield start, end


def _continues(text: str, line: tuple[int, int], start: int) -> bool:
    before = text[line[0] : line[1]].rstrip()
    last_line = before[before.rfind("\n") + 1 :]
    return (
        line[1] + 1 == start
        and len(last_line) >= _WRAP_CHARS
        and before[-1] not in ".!?:;。！？：；"
        and text[start : start + 1].islower()
    )


def _trimmed(text: str, start: int, end: int, *, is_item: bool) -> _Piece:
    part = text[start:end]
    first = start + len(part) - len(part.lstrip())
    return _Piece(first, first + len(part.strip()), is_item)


def _grouped(pieces: list[_Piece], text: str) -> Iterator[tuple[_Piece, list[_Piece]]]:
    """Each piece alone, except that the label of a list that is one thought brings its items."""
    place = 0
    while place < len(pieces):
        piece = pieces[place]
        items = [] if piece.is_item else _items_after(pieces, place)
        if not is_one(_line(text, piece), [_line(text, item) for item in items]):
            items = []
        yield piece, items
        place += 1 + len(items)


def _items_after(pieces: list[_Piece], place: int) -> list[_Piece]:
    return list(takewhile(lambda piece: piece.is_item, islice(pieces, place + 1, None)))


def _line(text: str, piece: _Piece) -> str:
    return in_one_line(text[piece.start : piece.end])


def _needs_heading(said: str) -> bool:
    return len(said) <= _MAX_ITEM_CHARS


def _heading(said: str) -> str:
    """A line that announces a list ("Decisions:"), ready to stand before an item; "" when it announces nothing."""
    if said[-1] in ":：" and len(said) <= _MAX_HEADING_CHARS:
        return said + ("" if said[-1] == "：" else " ")
    return ""
