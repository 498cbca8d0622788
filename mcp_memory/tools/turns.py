"""Turns as clients spell them: other names of the roles and fields, contents in blocks.

It guesses no role: a turn whose role is unknown is refused by name.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from mcp_memory.engine.domain.errors import Invalid
from mcp_memory.engine.domain.requests import Said
from mcp_memory.engine.domain.sessions import Role

_ROLES = {
    "human": Role.USER,
    "person": Role.USER,
    "customer": Role.USER,
    "ai": Role.ASSISTANT,
    "agent": Role.ASSISTANT,
    "bot": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "developer": Role.SYSTEM,
    "tool": Role.TOOL_RESULT,
    "function": Role.TOOL_RESULT,
    "tool_use": Role.TOOL_CALL,
    "function_call": Role.TOOL_CALL,
}
_CONTENT = ("content", "text", "message", "value")
_SPEAKER = ("speaker", "name", "sender_name", "author")
_AT = ("at", "time", "timestamp", "created_at", "date")


def said(role: str, content: str, turns: Iterable[Mapping[str, Any]]) -> tuple[Said, ...]:
    """The turns of one call, in order: those listed, then the single one. Raises `Invalid`, naming the turn."""
    listed = [_turn(number, turn, role) for number, turn in enumerate(turns, 1)]
    return (*listed, *([Said(role=Role(role), content=content)] if content.strip() else []))


def _turn(number: int, turn: Mapping[str, Any], default: str) -> Said:
    place = f"turns[{number}]"
    return Said(
        role=_role(place, str(turn.get("role") or turn.get("type") or default)),
        content=_content(place, _first(turn, _CONTENT)),
        speaker=_text(_first(turn, _SPEAKER)),
        at=_text(_first(turn, _AT)),
    )


def _role(place: str, word: str) -> Role:
    folded = word.strip().casefold().replace("-", "_").replace(" ", "_")
    if folded in set(Role):
        return Role(folded)
    if folded in _ROLES:
        return _ROLES[folded]
    raise Invalid(f"{word[:40]!r} is not one of {', '.join(Role)}", argument=f"{place}.role")


def _content(place: str, raw: Any) -> str:
    """Text, or the text of blocks such as `{"type": "text", "text": …}`."""
    match raw:
        case str() if raw.strip():
            return raw
        case list():
            parts = [str(block.get("text", "")) if isinstance(block, Mapping) else str(block) for block in raw]
            return _content(place, "\n".join(part for part in parts if part))
        case Mapping() if raw:
            return json.dumps(raw, ensure_ascii=False)
        case _:
            raise Invalid("has no content", argument=place)


def _first(turn: Mapping[str, Any], names: Iterable[str]) -> Any:
    return next((turn[name] for name in names if turn.get(name)), "")


def _text(raw: Any) -> str:
    return raw if isinstance(raw, str) else "" if raw in (None, "") else str(raw)
