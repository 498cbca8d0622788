"""What others write down, read as plain statements: JSONL of the official MCP memory server, and Markdown lists.

Every statement keeps the number of its line. What is no statement (prose, code, an empty item) is left out; a line that
claims to be one and cannot be read is a fault of that line alone.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mcp_memory.engine.domain.plain import UNREADABLE, as_list, as_mapping, as_text, as_texts
from mcp_memory.engine.domain.upkeep import LineFault

NumberedLine = tuple[int, str]

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$")
_ITEM = re.compile(r"([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.*)$")
_FENCE = re.compile(r"[ \t]*(```|~~~)")
_TAB = "    "
_REASON_CHARS = 200
_TITLE_LEVEL = 1
"""Headings of this level name the document and not what a list is about."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing somebody wrote down."""

    line: int
    content: str
    tags: tuple[str, ...] = ()


def of_entities(lines: Iterable[NumberedLine]) -> Iterator[Statement | LineFault]:
    """Entities with their observations, and relations, one JSON object a line."""
    for number, line in lines:
        if not line.strip():
            continue
        try:
            yield from _of_object(number, json.loads(line))
        except UNREADABLE as trouble:
            yield LineFault(number, reason_of(trouble))


def of_list(lines: Iterable[NumberedLine]) -> Iterator[Statement | LineFault]:
    """The items of Markdown lists, each led by the heading it stands under.

    An item under an item belongs to it, unless the upper one ends with a colon: then each stands for itself, led by it.
    """
    reader = _ListReader()
    for number, line in lines:
        yield from reader.read(number, line.expandtabs(len(_TAB)).rstrip())
    yield from reader.finish()


def _of_object(number: int, plain: object) -> Iterator[Statement]:
    fields = as_mapping(plain)
    kind = fields.get("type")
    if kind == "entity":
        yield from _of_entity(number, fields["name"], fields["entityType"], fields["observations"])
    elif kind == "relation":
        verb = as_text(fields["relationType"]).replace("_", " ")
        yield Statement(number, f"{as_text(fields['from'])} {verb} {as_text(fields['to'])}")
    else:
        raise ValueError("neither an entity nor a relation")


def _of_entity(number: int, named: object, kind: object, observed: object) -> Iterator[Statement]:
    name, tag = as_text(named), as_text(kind)
    observations = as_texts(as_list(observed))
    for observation in observations:
        # An observation that names its entity reads as a sentence already.
        content = observation if name.casefold() in observation.casefold() else f"{name}: {observation}"
        yield Statement(number, content, (tag,))
    if not observations:
        yield Statement(number, f"{name} ({tag})", (tag,))


@dataclass(slots=True)
class _Item:
    """A list item while it is read."""

    line: int
    indent: int
    text: str
    leads: tuple[str, ...]


class _ListReader:
    """Reads a document line by line; an item is whole when the next one, a heading or the end is met."""

    def __init__(self) -> None:
        self._heading = ""
        self._fence = ""
        self._item: _Item | None = None
        self._parents: list[tuple[int, str]] = []

    def read(self, number: int, line: str) -> Iterator[Statement]:
        fence = _FENCE.match(line)
        if fence or self._fence:
            self._fence = self._after_fence(fence)
            return
        if heading := _HEADING.match(line):
            yield from self.finish()
            self._parents.clear()
            level, title = len(heading.group(1)), heading.group(2).strip()
            self._heading = "" if level == _TITLE_LEVEL else title
        elif item := _ITEM.match(line):
            yield from self._begin(number, len(item.group(1)), item.group(2).strip())
        elif self._item is not None and line.startswith(" "):
            self._item.text += f" {line.strip()}"
        elif line:
            yield from self.finish()

    def finish(self) -> Iterator[Statement]:
        """The item under way, if it says something by itself."""
        item, self._item = self._item, None
        if item is not None and item.text and not item.text.endswith((":", "：")):
            yield Statement(item.line, ": ".join((*item.leads, item.text)))

    def _begin(self, number: int, indent: int, text: str) -> Iterator[Statement]:
        above = self._item
        if above is not None and indent > above.indent and not above.text.endswith((":", "：")):
            above.text += f"\n- {text}"
            return
        if above is not None and indent > above.indent:
            self._parents.append((above.indent, above.text.rstrip(":： ")))
        yield from self.finish()
        self._parents = [(depth, lead) for depth, lead in self._parents if depth < indent]
        leads = (*((self._heading,) if self._heading else ()), *(lead for _, lead in self._parents))
        self._item = _Item(number, indent, text, leads)

    def _after_fence(self, fence: re.Match[str] | None) -> str:
        """The mark that ends the code under way; nothing when no code is."""
        if fence is None:
            return self._fence
        if not self._fence:
            return fence.group(1)
        return "" if fence.group(1) == self._fence else self._fence


def reason_of(trouble: Exception) -> str:
    """Why a line cannot be read."""
    if isinstance(trouble, json.JSONDecodeError):
        return f"not JSON: {trouble.msg} at column {trouble.colno}"
    if isinstance(trouble, KeyError):
        return f"{trouble.args[0]} is missing"
    return str(trouble)[:_REASON_CHARS]
