"""Sessions and turns as rows and back; and what can still be read of a damaged session."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa

from mcp_memory.engine.domain.plain import UNREADABLE, as_list, as_text, as_texts, as_whole
from mcp_memory.engine.domain.sessions import Marked, Role, Session, Turn
from mcp_memory.engine.domain.vocabulary import EventType
from mcp_memory.engine.records.codec import from_micros, micros_or_none, moment_or_none, to_json, to_micros
from mcp_memory.engine.records.rows import digest
from mcp_memory.engine.text.normalise import duplicate_key


def session_of(row: sa.Row[Any]) -> Session:
    """The session of one row of `sessions`. Raises one of `UNREADABLE`."""
    return Session(**{name: read(getattr(row, name)) for name, (read, _) in _COLUMNS.items()})


def salvaged(row: sa.Row[Any]) -> Session | None:
    """What can be read of a damaged row; None when not even whose it is.

    A summary that lost its place is dropped: the turns it stood for are read again. Without its watermark all of them
    go to be encoded, which takes none twice.
    """
    known: dict[str, Any] = {}
    for name, (read, _) in _COLUMNS.items():
        try:
            known[name] = read(getattr(row, name))
        except UNREADABLE:
            continue
    if not {"id", "user"} <= known.keys():
        return None
    if not {"summary", "summarised_to"} <= known.keys():
        known |= {"summary": "", "summarised_to": 0}
    opened_at = known.get("opened_at", known.get("active_at", from_micros(0)))
    lost = {"agent": "", "scene": known["id"], "opened_at": opened_at, "active_at": opened_at}
    return Session(**(lost | known))


def row_of_session(session: Session) -> dict[str, object]:
    """The columns of `sessions` for this session; whether it is archived is not its own to say."""
    columns = {name: write(getattr(session, name)) for name, (_, write) in _COLUMNS.items()}
    return {**columns, "goal_key": goal_key(session.goal)}


def goal_key(goal: str) -> str:
    """The same for two wordings of one goal; empty without a goal."""
    key = duplicate_key(goal)
    return digest(key) if key else ""


def turn_of(row: sa.Row[Any]) -> Turn:
    """The turn of one row of `turns` or `archived_turns`. Raises one of `UNREADABLE`."""
    return Turn(
        n=as_whole(row.n),
        role=Role(row.role),
        content=as_text(row.content),
        at=from_micros(row.at),
        speaker=as_text(row.speaker),
    )


def row_of_turn(user: str, session: str, n: int, turn: Turn) -> dict[str, object]:
    """The columns of `turns` for a turn in that place."""
    return {
        "user": user,
        "session": session,
        "n": n,
        "role": turn.role.value,
        "speaker": turn.speaker,
        "at": to_micros(turn.at),
        "content": turn.content,
    }


def _texts_in(column: str) -> tuple[str, ...]:
    return as_texts(json.loads(column))


def _marked_in(column: str) -> tuple[Marked, ...]:
    entries = (as_list(entry) for entry in as_list(json.loads(column)))
    return tuple(Marked(EventType(as_text(kind)), as_text(text), as_whole(turn)) for kind, text, turn in entries)


def _as_it_is(value: object) -> object:
    return value


def _marked_to(marked: tuple[Marked, ...]) -> str:
    return to_json([[mark.event_type, mark.text, mark.turn] for mark in marked])


_TEXT, _TEXTS, _NUMBER = (as_text, _as_it_is), (_texts_in, to_json), (as_whole, _as_it_is)
_COLUMNS: Mapping[str, tuple[Callable[[Any], Any], Callable[[Any], object]]] = {
    **dict.fromkeys(("id", "user", "agent", "scene", "project", "goal", "resumes", "summary"), _TEXT),
    **dict.fromkeys(("steps", "artifacts", "denied"), _TEXTS),
    **dict.fromkeys(("turns", "watermark", "summarised_to"), _NUMBER),
    **dict.fromkeys(("opened_at", "active_at"), (from_micros, to_micros)),
    "ended_at": (moment_or_none, micros_or_none),
    "marked": (_marked_in, _marked_to),
}
"""Of each field how its column is read, and how it is written."""
