"""Turns of a conversation as text that may be kept: of a bounded size, and what tools were given and gave in lines.

Lines and not JSON: the escapes of JSON would hide from the privacy gate where a value ends. A text is never cut inside
a word, because half a key would pass that gate.
"""

import re
from collections.abc import Iterator, Mapping

MAX_SPOKEN_CHARS = 20_000
"""Longest text of a person or a model that is kept of one turn."""

MAX_TOOL_CHARS = 4_000
"""Longest text that is kept of one tool call, or of what came of it."""

_ELLIPSIS = "…"
_BLOB = re.compile(r"[!-~]{500,}")
"""No word is that long: an image, a bundle, a key in one line."""

_NOT_IN_NAMES = re.compile(r"[^\w.:/-]+")
_NAME_CHARS = 80
_MAX_DEPTH = 8
_ASCII_WORD = "".join(map(chr, range(ord("!"), ord("~") + 1)))


def shortened(text: str, max_chars: int = MAX_SPOKEN_CHARS) -> str:
    """The beginning of a text, in whole words, with an ellipsis where something was left out."""
    within = _BLOB.sub(_ELLIPSIS, text[:max_chars]).strip()
    if len(text) <= max_chars:
        return within
    return within.rstrip(_ASCII_WORD).rstrip() + _ELLIPSIS


def called(name: str, arguments: object) -> str:
    """A tool call: its name, then its arguments, one a line; a single one without its name."""
    lines = tuple(_lines(arguments))
    if isinstance(arguments, Mapping) and len(arguments) == 1 and len(lines) == 1:
        lines = tuple(_lines(next(iter(arguments.values()))))
    shown = _NOT_IN_NAMES.sub("_", name)[:_NAME_CHARS] or "call"
    return shortened("\n".join((shown, *lines)), MAX_TOOL_CHARS)


def returned(response: object, *, failed: bool = False) -> str:
    """What a tool gave back, whatever shape it has; "" when it says nothing."""
    text = shortened("\n".join(_lines(response)), MAX_TOOL_CHARS)
    return f"error: {text}" if failed else text


def _lines(value: object, name: str = "", depth: int = 0) -> Iterator[str]:
    """Every value in it that says something, behind its name; values of lists and blocks go without."""
    match value:
        case None | False | "":
            return
        case {"type": "text", "text": str(text)}:
            yield from _lines(text)
        case Mapping() | list() if depth == _MAX_DEPTH:
            yield _ELLIPSIS
        case Mapping():
            for key, part in value.items():
                yield from _lines(part, str(key)[:_NAME_CHARS], depth + 1)
        case list():
            for part in value:
                yield from _lines(part, name, depth + 1)
        case _:
            said = str(value)[: MAX_TOOL_CHARS * 2]
            yield f"{name}: {said}" if name else said
