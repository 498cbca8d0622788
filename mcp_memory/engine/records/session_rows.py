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
    return Session(**{name: read(getattr(row, name)) for name, read in _READERS.items()})


def salvaged(row: sa.Row[Any]) -> Session | None:
    """What can be read of a damaged row; None when not even whose it is.

    A summary that lost its place is dropped: the turns it stood for are read again. Without its watermark all of them
    go to be encoded, which takes none twice.
    """
    known: dict[str, Any] = {}
    for name, read in _READERS.items():
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
    return {
        "user": session.user,
        "id": session.id,
        "project": session.project,
        "agent": session.agent,
        "scene": session.scene,
        "resumes": session.resumes,
        "goal": session.goal,
        "goal_key": goal_key(session.goal),
        "steps": to_json(session.steps),
        "artifacts": to_json(session.artifacts),
        "marked": to_json([[marked.event_type, marked.text, marked.turn] for marked in session.marked]),
        "denied": to_json(session.denied),
        "turns": session.turns,
        "watermark": session.watermark,
        "summary": session.summary,
        "summarised_to": session.summarised_to,
        "opened_at": to_micros(session.opened_at),
        "active_at": to_micros(session.active_at),
        "ended_at": micros_or_none(session.ended_at),
    }


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


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "id": as_text,
    "user": as_text,
    "agent": as_text,
    "scene": as_text,
    "opened_at": from_micros,
    "active_at": from_micros,
    "project": as_text,
    "goal": as_text,
    "resumes": as_text,
    "steps": _texts_in,
    "artifacts": _texts_in,
    "marked": _marked_in,
    "denied": _texts_in,
    "turns": as_whole,
    "watermark": as_whole,
    "summary": as_text,
    "summarised_to": as_whole,
    "ended_at": moment_or_none,
}
