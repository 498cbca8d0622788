"""Reading sessions, their turns, and which memories they were shown, each function within one snapshot."""

from datetime import datetime
from itertools import islice
from typing import Any

import sqlalchemy as sa

from mcp_memory.engine.domain.sessions import Session, Turn
from mcp_memory.engine.records.codec import to_micros
from mcp_memory.engine.records.rows import each_readable, sound
from mcp_memory.engine.records.schema import archived_turns, encoding_queue, session_recalls, sessions, turns
from mcp_memory.engine.records.session_rows import goal_key, session_of, turn_of

_NO_END = 2**62
_THIS = sa.select(sessions).where(sessions.c.user == sa.bindparam("user"), sessions.c.id == sa.bindparam("session"))
_SCENE = _THIS.with_only_columns(sessions.c.scene)


def _within(table: sa.Table) -> sa.Select[Any]:
    return sa.select(table.c.n, table.c.role, table.c.speaker, table.c.at, table.c.content).where(
        table.c.user == sa.bindparam("user"),
        table.c.session == sa.bindparam("session"),
        table.c.n.between(sa.bindparam("first"), sa.bindparam("last")),
    )


_TURNS = sa.union_all(_within(turns), _within(archived_turns)).order_by("n")
_UNENCODED = _within(turns).where(turns.c.is_encoded == 0).order_by(turns.c.n)
_LAST_TURN = sa.select(
    *(
        sa.func.coalesce(
            sa.select(sa.func.max(table.c.n))
            .where(
                table.c.user == sa.bindparam("user"),
                table.c.session == sa.bindparam("session"),
                table.c.n < _NO_END,  # a damaged number is text, which is more than any number
            )
            .scalar_subquery(),
            0,
        )
        for table in (turns, archived_turns)
    )
)
_ZERO = sa.literal_column("0", sa.Integer)  # a bound parameter would keep SQLite from the partial index


def one(connection: sa.Connection, user: str, session: str) -> Session | None:
    """A session, open or ended. Raises `StoreFailed` when its row is damaged."""
    row = connection.execute(_THIS, {"user": user, "session": session}).one_or_none()
    return sound(session_of, row, f"session {session}")


def latest(connection: sa.Connection, user: str, limit: int = 50) -> tuple[Session, ...]:
    """The user's sessions, latest activity first; damaged rows are left out, here and in every list."""
    mine = sa.select(sessions).where(sessions.c.user == user).order_by(sessions.c.active_at.desc(), sessions.c.id)
    return _first(connection.execute(mine), limit)


def with_goal(connection: sa.Connection, user: str, project: str, goal: str, since: datetime) -> Session | None:
    """The latest session with the same goal that was active since then; none for an empty goal."""
    key = goal_key(goal)
    if not key:
        return None
    same = sa.select(sessions).where(
        sessions.c.user == user,
        sessions.c.project == project,
        sessions.c.goal_key == key,
        sessions.c.active_at >= to_micros(since),
    )
    rows = connection.execute(same.order_by(sessions.c.active_at.desc(), sessions.c.id))
    return next(each_readable(session_of, rows), None)


def scene(connection: sa.Connection, user: str, session: str) -> str:
    """The scene that was noted for a session; its own id when none was."""
    noted = connection.execute(_SCENE, {"user": user, "session": session}).scalar_one_or_none()
    return noted if isinstance(noted, str) and noted else session


def said(
    connection: sa.Connection, user: str, session: str, first: int = 1, last: int | None = None
) -> tuple[Turn, ...]:
    """Turns of a range in order, wherever they lie; without `last` all from `first` on."""
    return _readable_turns(connection.execute(_TURNS, _range(user, session, first, last)))


def unencoded(connection: sa.Connection, user: str, session: str, first: int, last: int) -> tuple[Turn, ...]:
    """Turns of a range in order that no encoding has taken; archived ones count as taken."""
    return _readable_turns(connection.execute(_UNENCODED, _range(user, session, first, last)))


def last_turn(connection: sa.Connection, user: str, session: str) -> int:
    """The highest number of a turn of a session, wherever it lies; 0 without any."""
    return max(int(number) for number in connection.execute(_LAST_TURN, {"user": user, "session": session}).one())


def idle(connection: sa.Connection, before: datetime, limit: int = 100) -> tuple[Session, ...]:
    """Open sessions with turns beyond their watermark, the longest silent first."""
    silent = sa.select(sessions).where(
        sessions.c.ended_at.is_(None),
        sessions.c.turns > sessions.c.watermark,
        sessions.c.active_at < to_micros(before),
    )
    rows = connection.execute(silent.order_by(sessions.c.active_at, sessions.c.user, sessions.c.id))
    return _first(rows, limit)


def finished(connection: sa.Connection, limit: int = 100) -> tuple[Session, ...]:
    """Ended sessions that are not archived and have no row in the encoding queue, the earliest first."""
    queued = sa.exists().where(encoding_queue.c.user == sessions.c.user, encoding_queue.c.session == sessions.c.id)
    done = sa.select(sessions).where(sessions.c.ended_at.is_not(None), sessions.c.is_archived == _ZERO, ~queued)
    return _first(connection.execute(done.order_by(sessions.c.ended_at, sessions.c.user, sessions.c.id)), limit)


def recalled_in(connection: sa.Connection, user: str, session: str) -> tuple[str, ...]:
    """Ids of the memories a session was shown, the latest last."""
    shown = sa.select(session_recalls.c.memory_id).where(
        session_recalls.c.user == user, session_recalls.c.session == session
    )
    return tuple(connection.execute(shown.order_by(session_recalls.c.at, session_recalls.c.memory_id)).scalars())


def _first(rows: sa.CursorResult[Any], limit: int) -> tuple[Session, ...]:
    """So many readable ones: those that cannot be read must not fill every page for ever."""
    return tuple(islice(each_readable(session_of, rows), limit))


def _readable_turns(rows: sa.CursorResult[Any]) -> tuple[Turn, ...]:
    return tuple(each_readable(turn_of, rows))


def _range(user: str, session: str, first: int, last: int | None) -> dict[str, object]:
    return {"user": user, "session": session, "first": first, "last": _NO_END if last is None else last}
