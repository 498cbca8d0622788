"""What a client sends, made into what a tool takes: lists as strings, numbers as text, other spellings of a word.

Models and clients vary in how they write arguments; the meaning is nearly always plain. Whatever is not plain is
refused with the argument's name, what it allows and what to do next, so that no validation text of a library reaches
a model. This module guesses no missing content and knows no tool: it is driven by the tool's own schema.
"""

import difflib
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mcp_memory.engine.domain.errors import Invalid

Json = Any
"""A value as JSON gives it."""

IDS = frozenset({"id", "ids"})
"""Parameters that name memories: whole memories, addresses and decorated ids of our own output are taken as well."""

_ABSENT = frozenset({"", "null", "none", "undefined", "nil", "n/a"})
_OPEN = _ABSENT | {"any", "auto", "all", "*", "default"}
_TRUE = frozenset({"true", "yes", "y", "1", "on", "t", "是", "对"})
_FALSE = frozenset({"false", "no", "n", "0", "off", "f", "否", "不"})
_TEXT_KEYS = ("text", "content", "value", "name", "id")
_UUID = r"(?<![a-z0-9_-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![a-z0-9_-])"
_ID = re.compile(_UUID, re.IGNORECASE)
_BEGINNING = re.compile(r"\A(?=.*\d)[0-9a-f-]{8,35}\Z", re.IGNORECASE)
_ADDRESS = re.compile(rf"\W*(?:memory:(?://\w+/)?|id\s*[:=]\s*)?({_UUID})\W*", re.IGNORECASE)
_DECORATION = re.compile(r"^\W*(?:memory:(?://\w+/)?|id\s*[:=]\s*)?|\W+$", re.IGNORECASE)
_BETWEEN = re.compile(r"[,;\s]+")
_LISTED_LINE = re.compile(r"^\s*(?:\d{1,3}[.)、]|[-*•])\s+")
_MEANT = {
    "text": ("content",),
    "memory": ("content",),
    "statement": ("content",),
    "fact": ("content",),
    "q": ("query",),
    "question": ("query",),
    "search": ("query",),
    "memory_id": ("id", "ids"),
    "memory_ids": ("ids", "id"),
    "k": ("limit",),
    "top_k": ("limit",),
    "type": ("event_type", "layer"),
    "kind": ("event_type", "layer"),
    "date": ("occurred_at", "since"),
    "when": ("occurred_at", "since"),
    "from": ("since",),
    "to": ("until",),
    "action": ("mode", "verdict"),
}
"""What other servers call our arguments; too far from our names to be recognised by their letters."""

_SHOWN_CHARS = 40
_NAMED = 5
_MOST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Taken:
    """Arguments in the types of the schema, without those that were not set, and the names nobody knows."""

    values: dict[str, Json]
    unknown: tuple[str, ...] = ()


def take(parameters: Mapping[str, Json], given: Mapping[str, Json]) -> Taken:
    """Fit arguments to a tool's input schema. Raises `Invalid`, naming the argument at fault."""
    properties: Mapping[str, Mapping[str, Json]] = parameters.get("properties", {})
    spelled = {_folded(name): name for name in properties}
    values: dict[str, Json] = {}
    unknown: list[str] = []
    for key, raw in given.items():
        name = key if key in properties else spelled.get(_folded(key), "")
        if not name:
            unknown.append(key)
            continue
        try:
            value = _fitted(name, properties[name], clean(raw))
        except RecursionError:
            raise Invalid("nests too deeply", argument=name) from None
        if value is not None:
            values[name] = value
    for name in parameters.get("required", ()):
        if name not in values:
            raise Invalid(f"is missing{_instead(name, properties, unknown)}", argument=name)
    return Taken(values, tuple(unknown))


def about_unknown(unknown: Iterable[str], known: Iterable[str]) -> str:
    """Name arguments that nobody knows, each with the closest one that is known."""
    names, strays = list(known), list(unknown)
    more = f"; and {len(strays) - _NAMED} more" if len(strays) > _NAMED else ""
    return "; ".join(f"{_short(name)} is not an argument{_suggestion(name, names)}" for name in strays[:_NAMED]) + more


def clean(value: Json) -> Json:
    """The same value with lone surrogates replaced by U+FFFD: no encoder takes them, and they end a connection."""
    match value:
        case str():
            return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case list():
            return [clean(item) for item in value]
        case dict():
            return {clean(key): clean(item) for key, item in value.items()}
        case _:
            return value


def named_ids(value: Json) -> list[str]:
    """The ids in a memory, an address, a decorated id or a text that names several; anything else for the engine."""
    if isinstance(value, Mapping):
        return named_ids(value.get("id", ""))
    if isinstance(value, list):
        return [named for item in value for named in named_ids(item)]
    text = (_text(value) or "").strip()
    parts = [_DECORATION.sub("", part) for part in _BETWEEN.split(text)]
    named = [found.lower() for part in parts for found in _ID.findall(part) or _BEGINNING.findall(part)]
    if len(named) > 1 or any(map(_ID.fullmatch, named)):
        return named
    bare = _DECORATION.sub("", text)
    return [bare] if bare else []


def whole_id(text: str) -> str:
    """The id, when the text is nothing but one (an address, a decorated id); else the text itself."""
    alone = _ADDRESS.fullmatch(text)
    return alone.group(1).lower() if alone else text


def _fitted(name: str, schema: Mapping[str, Json], raw: Json) -> Json:
    """Fit one value, or None for "not set"."""
    if raw is None or raw in ("", [], {}):
        return None
    if "enum" in schema:
        return _word(name, schema["enum"], raw)
    fit: Callable[[str, Mapping[str, Json], Json], Json] = {
        "string": _string,
        "integer": _integer,
        "boolean": _boolean,
        "array": _array,
    }[schema["type"]]
    return fit(name, schema, raw)


def _string(name: str, _: Mapping[str, Json], raw: Json) -> str | None:
    if name in IDS:
        ids = list(dict.fromkeys(named_ids(raw)))
        return str(_single(name, ids)) if ids else None
    text = _text(raw)
    if text is None:
        raise Invalid(f"must be text, not {_kind(raw)}", argument=name)
    return text if text.strip() else None


def _text(raw: Json) -> str | None:
    """The text of a scalar, of an object that carries one, or of several together; None when there is none."""
    match raw:
        case str():
            return raw
        case bool():
            return str(raw).lower()
        case int():
            return str(raw) if abs(raw) < _HUGE else None
        case float():
            return None if abs(raw) >= _HUGE else str(int(raw)) if raw.is_integer() else str(raw)
        case list():
            parts = [_text(item) for item in raw]
            return None if None in parts else "\n".join(part for part in parts if part)
        case dict():
            return next((_text(raw[key]) for key in _TEXT_KEYS if raw.get(key)), None)
        case _:
            return None


_HUGE = 10**40
"""No number from here on was meant as text."""


def _word(name: str, allowed: Iterable[str], raw: Json) -> str | None:
    """One of a closed set of words, whatever its case and punctuation."""
    said = _folded(_text(_single(name, raw)) or "")
    by_form = {_folded(word): word for word in allowed if word}
    if said in by_form:
        return by_form[said]
    if said in _OPEN:
        return None
    words = list(by_form.values())
    raise Invalid(f"{_short(said)} is not one of {', '.join(words)}{_suggestion(said, words)}", argument=name)


def _integer(name: str, schema: Mapping[str, Json], raw: Json) -> int | None:
    """A whole number within the schema's bounds; what lies outside them is moved to the nearest."""
    value = _single(name, raw)
    if isinstance(value, str):
        if value.strip().casefold() in _OPEN:
            return None
        value = _parsed_number(value)
    if not _is_number(value):
        raise Invalid(f"must be a whole number, not {_kind(raw)}", argument=name)
    least: int = schema.get("minimum", 0)
    most: int = schema.get("maximum", _MOST)
    return max(least, min(int(value), most))


def _is_number(value: Json) -> bool:
    return (isinstance(value, int) and not isinstance(value, bool)) or (
        isinstance(value, float) and math.isfinite(value)
    )


def _parsed_number(text: str) -> float | None:
    try:
        return float(text.replace(",", "").replace("_", ""))
    except ValueError:
        return None


def _boolean(name: str, _: Mapping[str, Json], raw: Json) -> bool | None:
    value = _single(name, raw)
    if isinstance(value, bool):
        return value
    said = (_text(value) or "").strip().casefold()
    if said in _TRUE:
        return True
    if said in _FALSE:
        return False
    if said in _ABSENT:
        return None
    raise Invalid(f"must be true or false, not {_kind(raw)}", argument=name)


def _array(name: str, schema: Mapping[str, Json], raw: Json) -> list[Json] | None:
    items = schema.get("items", {})
    if items.get("type") == "object":
        return _objects(name, raw)
    said = _items(name, raw)
    if "enum" in items:
        words = (_word(name, items["enum"], item) for item in said if item not in (None, ""))
        return list(dict.fromkeys(word for word in words if word)) or None
    if name in IDS:
        return list(dict.fromkeys(named_ids(said))) or None
    texts = [_text(item) for item in said if item is not None]
    if None in texts:
        raise Invalid("must be a list of texts", argument=name)
    return [text for text in texts if text and text.strip()] or None


def _objects(name: str, raw: Json) -> list[Json] | None:
    """Objects in a list, alone, or as JSON text of either."""
    said = _parsed(raw) if isinstance(raw, str) else raw
    items = [_parsed(item) for item in (said if isinstance(said, list) else [said]) if item not in (None, "")]
    if not all(isinstance(item, Mapping) for item in items):
        raise Invalid("must be a list of objects", argument=name)
    return items or None


def _parsed(raw: Json) -> Json:
    """What a JSON text says; anything else as it is."""
    if not isinstance(raw, str) or not raw.strip().startswith(("[", "{", '"')):
        return raw
    try:
        return clean(json.loads(raw))
    except (ValueError, RecursionError):
        return raw


def _items(name: str, raw: Json) -> list[Json]:
    """The items of a list, of a JSON string, of a whole answer of recall, or of one scalar that may hold several."""
    if isinstance(raw, list):
        return raw
    if isinstance(raw, Mapping) and isinstance(raw.get("memories"), list):
        return list(raw["memories"])
    if not isinstance(raw, str):
        return [raw]
    text = raw.strip()
    parsed = _parsed(text)
    if parsed is not text:
        return _items(name, parsed) if isinstance(parsed, list | dict) else [parsed]
    if text.casefold() in _ABSENT:
        return []
    return _parts(name, text)


def _parts(name: str, text: str) -> list[str]:
    """Steps may hold commas and are split only where every line is a numbered or bulleted one; names are split."""
    if name == "steps":
        lines = [line for line in text.splitlines() if line.strip()]
        listed = len(lines) > 1 and all(_LISTED_LINE.match(line) for line in lines)
        return [_LISTED_LINE.sub("", line) for line in lines] if listed else [text]
    if name == "tags":
        return [part.strip() for part in re.split(r"[,;，；]", text)]
    return _BETWEEN.split(text)


def _single(name: str, raw: Json) -> Json:
    """One value, also out of a list of one."""
    if not isinstance(raw, list):
        return raw
    if len(raw) == 1:
        return raw[0]
    raise Invalid(f"takes one value, not {len(raw)}", argument=name)


def _folded(word: str) -> str:
    return re.sub(r"[\s\-_]+", "_", word.strip(" \t\r\n\"'`").casefold())


def _instead(name: str, properties: Mapping[str, Json], unknown: list[str]) -> str:
    """A hint at an argument nobody knows that was likely meant as the missing one."""
    strays = about_unknown(unknown, [name, *properties])
    return f"; {strays}" if strays else ""


def _suggestion(word: str, known: list[str]) -> str:
    near = [name for name in _MEANT.get(_folded(word), ()) if name in known]
    near = near or difflib.get_close_matches(word.casefold(), known, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def _short(word: str) -> str:
    return f"`{clean(word)[:_SHOWN_CHARS]}`"


def _kind(raw: Json) -> str:
    """What was given, without repeating it: it may be private."""
    match raw:
        case bool():
            return "true or false"
        case int() | float():
            return "that number"
        case str():
            return "that text"
        case list():
            return "a list"
        case _:
            return "an object"
