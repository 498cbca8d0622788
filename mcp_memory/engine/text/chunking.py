"""Long texts in pieces that an embedding model takes whole, and texts in sentences.

Pieces are stretches of the text itself, cut where a reader would pause. Nothing is rewritten, and nothing is lost but
blanks at the edges.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mcp_memory.engine.text.counting import count_tokens, natural_end, prefix_length
from mcp_memory.engine.text.languages import HAN

_CLOSERS = "\"'”’」』）)\\]】》"
_BORDER = re.compile(
    rf"[.!?]+[{_CLOSERS}]*+\s++"
    rf"|[!?]+(?=[{HAN}])"
    rf"|(?:[。！？]|……)+[{_CLOSERS}]*+\s*+"
    r"|\n\s*+"
)
_RUNS_ON = re.compile(rf"(?:[^\W\d_],?[ \t]*\n[ \t]*|(?:[!?][{_CLOSERS}]+|\.\.+)\s+)\Z")
_SHORT_FORM = re.compile(
    r"(?:[a-z]|(?:[a-z]\.)+[a-z]|mrs?|ms|dr|prof|st|jr|sr|vs|etc|cf|al|approx|no|nr|fig|eq|sec|vol|pp|inc|ltd|co|corp"
    r"|dept|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|\d{1,3})\.",
    re.IGNORECASE,
)
_LOOK_BACK = 24
"""How many characters before a border are looked at to tell whether it is one."""

_OVERLAP_SHARE = 4
"""A sentence is repeated at the start of the next piece when it takes at most a quarter of it."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A part of a text, from `start` to `end`, and what it costs."""

    start: int
    end: int
    tokens: int


def split(text: str, max_tokens: int = 220) -> tuple[str, ...]:
    """Consecutive pieces of at most `max_tokens`, cut after sentences where possible, else after words.

    A text within the budget is one piece, unchanged. Where it fits, a piece begins with the last sentence of the one
    before it. The default keeps English, Chinese and ordinary program text below the 512 word pieces that the shipped
    embedding model reads.
    """
    if count_tokens(text) <= max_tokens:
        return (text,)
    pieces: list[str] = []
    taken: list[_Stretch] = []
    spent = 0
    for stretch in _stretches(text, max_tokens):
        if taken and spent + stretch.tokens > max_tokens:
            pieces.append(_piece(text, taken))
            taken = _overlap(taken, max_tokens - stretch.tokens, max_tokens // _OVERLAP_SHARE)
            spent = sum(part.tokens for part in taken)
        taken.append(stretch)
        spent += stretch.tokens
    pieces.append(_piece(text, taken))
    return tuple(piece for piece in pieces if piece)


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, English and Chinese, without the blanks around them.

    Short forms, initials, decimals, versions and addresses do not end one; the end of a line does, unless it runs on.
    """
    parts = (text[start:end].strip() for start, end in _sentence_places(text))
    return tuple(part for part in parts if part)


def _piece(text: str, taken: list[_Stretch]) -> str:
    return text[taken[0].start : taken[-1].end].strip()


def _overlap(taken: list[_Stretch], room: int, longest: int) -> list[_Stretch]:
    """The last sentence, if it was not the whole piece, is short, and leaves room for what comes."""
    return taken[-1:] if len(taken) > 1 and taken[-1].tokens <= min(room, longest) else []


def _stretches(text: str, max_tokens: int) -> Iterator[_Stretch]:
    """The sentences, those over the budget in parts."""
    for start, end in _sentence_places(text):
        place = start
        while (tokens := count_tokens(window := text[place : min(end, place + 4 * max_tokens + 1)])) > max_tokens:
            length = _part_length(window, max_tokens)
            yield _Stretch(place, place + length, count_tokens(window[:length]))
            place += length
        yield _Stretch(place, end, tokens)


def _part_length(window: str, max_tokens: int) -> int:
    """Where to cut a sentence that is too long; inside a character only when that alone is over the budget."""
    return natural_end(window, prefix_length(window, max_tokens)) or max(1, max_tokens // 2)


def _sentence_places(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence with the blanks after it; together they are the whole text."""
    start = 0
    for border in _BORDER.finditer(text):
        if _is_end(text, border):
            yield start, border.end()
            start = border.end()
    if start < len(text):
        yield start, len(text)


def _is_end(text: str, border: re.Match[str]) -> bool:
    """Whether a sentence ends there: not after a short form or a list number, nor where a quotation or line runs on."""
    if border.group().count("\n") > 1:
        return True
    before = text[max(0, border.start() - _LOOK_BACK) : border.end()]
    if text[border.end() : border.end() + 1].islower() and _RUNS_ON.search(before):
        return False
    if border.group()[0] != "." or "\n" in border.group():
        return True
    return not _SHORT_FORM.fullmatch(before.split()[-1].lstrip("(\"'“"))
