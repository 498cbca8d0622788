"""One line of the stdio transport: the message it holds, or what to answer instead.

Every request is answered under its own id as far as that can be told, so that no client waits for its time-out.
"""

import json
import re
from collections.abc import Iterable
from typing import Any

from mcp.types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    RequestId,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from mcp_memory.lenience import clean

_TOO_MUCH = "This line nests too deeply, or holds a number of too many digits. Send it in a plainer form."

_DEEPEST = 100
_TEXT = r'"[^"\\]{0,200}"'
_MEMBER = rf"{_TEXT}\s*:\s*{_TEXT}"
_ID = rf'"id"\s*:\s*(-?\d{{1,15}}|{_TEXT})'
_FIRST = re.compile(rf"\{{\s*(?:{_MEMBER}\s*,\s*)*{_ID}\s*,")
_LAST = re.compile(rf",\s*{_ID}\s*(?:,\s*{_MEMBER}\s*)*\}}\Z")
_METHOD = re.compile(r'"method"\s*:\s*"')
_EDGE_CHARS = 1_000
"""How much of each end of a line is looked at for its id."""


class NotUnderstood(Exception):
    """A line holds no message. `reply` says so to the client."""

    def __init__(self, code: int, reason: str, request_id: RequestId | None = None) -> None:
        self.reply = JSONRPCError(jsonrpc="2.0", id=request_id, error=ErrorData(code=code, message=reason))
        super().__init__(reason)


def understood(line: bytes) -> JSONRPCMessage | None:
    """The message in a line, None in an empty one. Raises `NotUnderstood`.

    A byte-order mark is skipped, and lone surrogates become U+FFFD: they could not be answered otherwise.
    """
    text = line.decode("utf-8", "replace").strip().lstrip("\ufeff")
    if not text:
        return None
    try:
        value = clean(_shallow(text, json.loads(text)))
    except json.JSONDecodeError:
        raise NotUnderstood(PARSE_ERROR, "This line is not JSON. Send one message per line, as UTF-8.") from None
    except (ValueError, RecursionError):
        raise NotUnderstood(PARSE_ERROR, _TOO_MUCH, _id_in(text)) from None
    if not isinstance(value, dict):
        raise NotUnderstood(INVALID_REQUEST, "Batches are not supported. Send one message per line.")
    try:
        message = jsonrpc_message_adapter.validate_python(value, by_name=False)
    except ValidationError:
        named = value.get("id")
        known = named if isinstance(named, str | int) and not isinstance(named, bool) else None
        raise NotUnderstood(INVALID_REQUEST, "This is not a JSON-RPC 2.0 message.", known) from None
    if isinstance(message, JSONRPCNotification) and "id" in value:
        # A request whose id is of a wrong type would pass for a notification, and its sender would wait for ever.
        raise NotUnderstood(INVALID_REQUEST, "The id of a request is a string or a whole number.")
    return message


def _shallow(text: str, value: Any) -> Any:
    """The same value. Raises `RecursionError` when it nests more deeply than all that reads it can follow."""
    if text.count("[") + text.count("{") > _DEEPEST:
        level = [value]
        for _ in range(_DEEPEST):
            level = [inner for outer in level for inner in _inside(outer)]
        if level:
            raise RecursionError
    return value


def _inside(value: object) -> Iterable[object]:
    match value:
        case dict():
            return value.values()
        case list():
            return value
        case _:
            return ()


def _id_in(text: str) -> RequestId | None:
    """The id of a request that JSON's own reader gives up on; it stands among the first or last members nearly always.

    None for what may be an answer of the client: its id is one of ours.
    """
    start, end = text[:_EDGE_CHARS], text[-_EDGE_CHARS:]
    if not _METHOD.search(start) and not _METHOD.search(end):
        return None
    found = _FIRST.match(start) or _LAST.search(end)
    if found is None:
        return None
    named: RequestId = json.loads(found.group(1))
    return named
