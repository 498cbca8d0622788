"""When and how often memories were recalled: bookkeeping beside the records, moving no revision and no version."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from mcp_memory.engine.records.codec import to_micros
from mcp_memory.engine.records.conditions import among_those, as_list
from mcp_memory.engine.records.schema import memories, recalls, session_recalls


def _later(at: sa.ColumnElement[int]) -> sa.ColumnElement[int]:
    # The two-argument max() of SQLite is NULL as soon as one side is.
    return sa.func.coalesce(sa.func.max(recalls.c.recalled_at, at), recalls.c.recalled_at, at)


_ADD = insert(recalls)
_RAISE = _ADD.on_conflict_do_update(
    index_elements=["memory_id"],
    set_={
        "recalled_at": _later(_ADD.excluded.recalled_at),
        "count": sa.func.max(recalls.c.count, _ADD.excluded["count"]),
    },
)
_ADD_KNOWN = _ADD.from_select(
    ["memory_id", "recalled_at", "count"],
    sa.select(memories.c.id, sa.bindparam("at", type_=sa.Integer), sa.literal(1)).where(
        among_those(memories.c.id, "ids")
    ),
    include_defaults=False,
)
_NOTE = _ADD_KNOWN.on_conflict_do_update(
    index_elements=["memory_id"],
    set_={"recalled_at": _later(_ADD_KNOWN.excluded.recalled_at), "count": recalls.c.count + 1},
)
_ADD_SHOWN = insert(session_recalls).from_select(
    ["user", "session", "memory_id", "at"],
    sa.select(
        sa.bindparam("user", type_=sa.Text),
        sa.bindparam("session", type_=sa.Text),
        memories.c.id,
        sa.bindparam("at", type_=sa.Integer),
    ).where(among_those(memories.c.id, "ids")),
    include_defaults=False,
)
_NOTE_SHOWN = _ADD_SHOWN.on_conflict_do_update(
    index_elements=["user", "session", "memory_id"],
    set_={"at": sa.func.max(session_recalls.c.at, _ADD_SHOWN.excluded.at)},
)


def note(connection: sa.Connection, memory_ids: Sequence[str], at: int) -> None:
    """Count one more recall of each known memory. The last recall never moves back."""
    connection.execute(_NOTE, {"ids": as_list(memory_ids), "at": at})


def raise_to(connection: sa.Connection, memory_id: str, at: int | None, count: int) -> None:
    """Take over what a memory says of its recalls, unless more is known: recalling never weakens."""
    connection.execute(_RAISE, {"memory_id": memory_id, "recalled_at": at, "count": count})


def note_shown(connection: sa.Connection, user: str, session: str, memory_ids: Sequence[str], at: datetime) -> None:
    """Note what a session was shown; the daily job forgets what was shown long ago."""
    shown = {"user": user, "session": session, "ids": as_list(memory_ids), "at": to_micros(at)}
    connection.execute(_NOTE_SHOWN, shown)
