"""Rows that cannot be read, moved out of the way: raw values are kept, and everything else works again.

A damaged memory whose history can be read is made anew from its last version; only without one it is taken out. Of a
damaged session what can be read stays.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from mcp_memory.engine.domain.memory import Link, Memory, Observation
from mcp_memory.engine.domain.plain import as_text
from mcp_memory.engine.domain.vocabulary import LinkKind
from mcp_memory.engine.records import session_reads
from mcp_memory.engine.records.codec import from_micros, to_micros
from mcp_memory.engine.records.conditions import count_rows
from mcp_memory.engine.records.rows import change_of, each_readable, is_readable, memory_of, whole_memories
from mcp_memory.engine.records.schema import (
    archived_turns,
    links,
    memories,
    observations,
    quarantine,
    recalls,
    sessions,
    turns,
    versions,
)
from mcp_memory.engine.records.session_rows import salvaged, session_of, turn_of
from mcp_memory.engine.records.writes import SqliteTransaction

_row_number = sa.literal_column("rowid", sa.Integer)
_memory_row_number = sa.literal_column("memories.rowid", sa.Integer)
_OWN = (versions, observations, recalls)
"""What belongs to one memory; a link belongs to both its ends."""

Place = tuple[sa.Table, int]
"""A row, by its table and row number: a damaged id would not name it."""


def damaged_memories(connection: sa.Connection) -> list[int]:
    """Row numbers of memories that cannot be read."""
    rows = connection.execute(whole_memories.add_columns(_memory_row_number.label("place")))
    return [row.place for row in rows if not is_readable(memory_of, row)]


def damaged_sessions(connection: sa.Connection) -> list[int]:
    """Row numbers of sessions that cannot be read."""
    return _unreadable(connection, sessions, session_of)


def damaged_rows(connection: sa.Connection) -> list[Place]:
    """Rows beside memories and sessions that cannot be read, and those whose memory is not there."""
    here = sa.select(memories.c.id)
    found = [
        *((versions, place) for place in _unreadable(connection, versions, change_of)),
        *((observations, place) for place in _unreadable(connection, observations, _observation_of)),
        *((links, place) for place in _unreadable(connection, links, _link_of)),
        *((table, place) for table in (turns, archived_turns) for place in _unreadable(connection, table, turn_of)),
    ]
    for table in _OWN:
        found += ((table, place) for place in _places(connection, table, table.c.memory_id.not_in(here)))
    loose = sa.or_(links.c.source.not_in(here), links.c.target.not_in(here))
    found += ((links, place) for place in _places(connection, links, loose))
    return list(dict.fromkeys(found))


def has_damage(connection: sa.Connection) -> bool:
    """Whether a row cannot be read."""
    return any(damaged(connection) for damaged in (damaged_memories, damaged_sessions, damaged_rows))


def mend_memory(connection: sa.Connection, place: int, at: datetime) -> bool:
    """Keep the raw row, then write the memory anew from its history, or take it out; whether it is there again."""
    memory_id = connection.execute(sa.select(memories.c.id).where(_row_number == place)).scalar_one_or_none()
    if memory_id is None:
        return False
    writing = SqliteTransaction(connection)
    set_aside(connection, _rows_of(connection, memory_id, (recalls,)), at)
    last = _last_version(connection, memory_id)
    if last is not None:
        _keep_raw(connection, memories, place, at)
        writing.rewrite(last)
        return True
    set_aside(connection, [*_rows_of(connection, memory_id, (*_OWN, links)), (memories, place)], at)
    writing.bury(memory_id)
    return False


def mend_session(connection: sa.Connection, place: int, at: datetime) -> bool:
    """Keep the raw row, then write what can be read of it, or take it out; whether the session is there again."""
    row = connection.execute(sa.select(sessions).where(_row_number == place)).one_or_none()
    if row is None:
        return False
    set_aside(connection, [(sessions, place)], at)
    session = salvaged(row)
    if session is None:
        return False
    said = session_reads.last_turn(connection, session.user, session.id)
    SqliteTransaction(connection).put_session(replace(session, turns=max(session.turns, said)))
    return True


def set_aside(connection: sa.Connection, places: Sequence[Place], at: datetime) -> None:
    """Move rows into quarantine."""
    for table, place in places:
        _keep_raw(connection, table, place, at)
        connection.execute(sa.delete(table).where(_row_number == place))


def held(connection: sa.Connection) -> int:
    """How many rows are in quarantine."""
    return count_rows(connection, quarantine)


def _keep_raw(connection: sa.Connection, table: sa.Table, place: int, at: datetime) -> None:
    raw = connection.execute(sa.select(table).where(_row_number == place)).mappings().one()
    name = raw.get("memory_id", raw.get("id", raw.get("source")))
    kept = {
        "memory_id": name if isinstance(name, str) and name.isascii() else "",
        "source": table.name,
        "at": to_micros(at),
        "columns": json.dumps({column: _plain(value) for column, value in raw.items()}),
    }
    connection.execute(sa.insert(quarantine), kept)


def _plain(value: object) -> object:
    return {"hex": value.hex()} if isinstance(value, bytes) else value


def _last_version(connection: sa.Connection, memory_id: str) -> Memory | None:
    """The memory as its newest readable history entry has it."""
    asked = sa.select(versions).where(versions.c.memory_id == memory_id).order_by(versions.c.version.desc())
    known = (change.after for change in each_readable(change_of, connection.execute(asked)))
    return next((after for after in known if after.id == memory_id), None)


def _rows_of(connection: sa.Connection, memory_id: str, tables: Sequence[sa.Table]) -> list[Place]:
    found: list[Place] = []
    for table in tables:
        ends = (table.c.source, table.c.target) if table is links else (table.c.memory_id,)
        belongs = sa.or_(*(end == memory_id for end in ends))
        found += ((table, place) for place in _places(connection, table, belongs))
    return found


def _places(connection: sa.Connection, table: sa.Table, condition: sa.ColumnElement[bool]) -> list[int]:
    return list(connection.execute(sa.select(_row_number).select_from(table).where(condition)).scalars())


def _unreadable(connection: sa.Connection, table: sa.Table, read: Callable[[sa.Row[Any]], object]) -> list[int]:
    rows = connection.execute(sa.select(table, _row_number.label("place")))
    return [row.place for row in rows if not is_readable(read, row)]


def _observation_of(row: sa.Row[Any]) -> Observation:
    return Observation(as_text(row.memory_id), as_text(row.scene), from_micros(row.at))


def _link_of(row: sa.Row[Any]) -> Link:
    return Link(as_text(row.source), LinkKind(row.kind), as_text(row.target), from_micros(row.at))
