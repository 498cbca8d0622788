"""The passages of a turn: a sentence with the list or the sequence that goes on from it, each with its place.

What was pasted belongs to none. A passage that only announces the next one ("The steps are:") is a part of that.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mcp_memory.engine.detection.pasted import without_pasted
from mcp_memory.engine.text.procedures import CHINESE_ORDER, ENGLISH_ORDER, ITEM


@dataclass(frozen=True, slots=True)
class Passage:
    """`start` and `end` are its place in the turn, in characters; `text` is what stands there, pasted parts blank."""

    start: int
    end: int
    text: str


def passages(turn: str) -> tuple[Passage, ...]:
    """Every passage of a turn, in order. Linear in the length of the turn."""
    said = without_pasted(turn)
    spans: list[tuple[int, int]] = []
    for start, end, goes_on in _parts(said):
        if spans and (goes_on or _ANNOUNCES.search(said[slice(*spans[-1])])):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return tuple(Passage(start, end, said[start:end]) for start, end in spans)


_ITEM = re.compile(ITEM, re.IGNORECASE)
_ORDER = re.compile(rf"\s*(?:and\s+)?(?:{ENGLISH_ORDER}|{CHINESE_ORDER})", re.IGNORECASE)
_SENTENCE_END = re.compile(
    r"(?:[.!?](?<!^\d\.)(?<![\s(（:：,，;；。]\d\.)(?<![\s(（:：,，;；。]\d\d\.)(?=\s)|[。！？])[\"'”’」』)）]*"
)
_ANNOUNCES = re.compile(
    r"(?:[:：]|\b(?:like this|as follows|this way|(?:done|made|goes|works) so)[.:]?|(?:如下"
    r"|这样[做来走]?)[。：]?)\s*$|^\s*#+ .*$"
)
_UNFINISHED = re.compile(r"[,，、;；]\s*$|[^.!?。！？:：\s]\s*$")
_GOES_ON = re.compile(r"\s*[a-z]")


def _parts(said: str) -> Iterator[tuple[int, int, bool]]:
    """Items and sentences with their places, and whether they go on with what stands before them."""
    place, in_list, before = 0, False, ""
    for line in said.splitlines(keepends=True):
        if line.strip():
            if in_item := bool(_ITEM.match(line)) or (in_list and line[0].isspace()):
                yield place, place + len(line.rstrip()), True
            else:
                continues = bool(before and _UNFINISHED.search(before) and _GOES_ON.match(line)) and not in_list
                yield from _sentences(line, place, continues=continues)
            in_list = in_item
        before = line.rstrip("\n")
        place += len(line)


def _sentences(line: str, place: int, *, continues: bool) -> Iterator[tuple[int, int, bool]]:
    first = 0
    for end in [*(found.end() for found in _SENTENCE_END.finditer(line)), len(line.rstrip())]:
        sentence = line[first:end]
        if sentence.strip():
            begin = first + len(sentence) - len(sentence.lstrip())
            yield place + begin, place + end, (continues and first == 0) or bool(_ORDER.match(sentence))
        first = end
