"""What the doctor asks of the file. Every check only reads, and a damaged file fails a check, never the doctor."""

from collections.abc import Callable, Iterator
from typing import Any

import sqlalchemy as sa

from mcp_memory.engine.domain.answers import Finding
from mcp_memory.engine.domain.errors import Unavailable
from mcp_memory.engine.records import encoding_queue as encoding
from mcp_memory.engine.records import erasure
from mcp_memory.engine.records.connections import Connections
from mcp_memory.engine.records.rows import change_of, is_readable, memory_of, whole_memories
from mcp_memory.engine.records.schema import (
    archived_turns,
    chunks,
    embedding_queue,
    memories,
    sessions,
    turns,
    vectors,
    versions,
    words,
)
from mcp_memory.engine.records.session_rows import session_of, turn_of

_SHOWN = 5

Check = Callable[[sa.Connection], list[str]]
"""Looks at the file and returns what is wrong, one entry each; empty when all is well."""


def run_all(connections: Connections) -> tuple[Finding, ...]:
    """Every check, each in a snapshot of its own."""
    return tuple(_run(connections, name, check) for name, check in _CHECKS.items())


def _run(connections: Connections, name: str, check: Check) -> Finding:
    try:
        with connections.reading() as connection:
            wrong = check(connection)
    except Unavailable as trouble:
        return Finding(name, passed=False, detail=trouble.message)
    if not wrong:
        return Finding(name, passed=True, detail="fine")
    more = f" and {len(wrong) - _SHOWN} more" if len(wrong) > _SHOWN else ""
    return Finding(name, passed=False, detail=", ".join(wrong[:_SHOWN]) + more)


def _integrity(connection: sa.Connection) -> list[str]:
    wrong = [line for (line,) in connection.exec_driver_sql("PRAGMA quick_check(3)") if line != "ok"]
    return [*wrong, "try --repair, and restore a backup if that does not help"] if wrong else []


def _foreign_keys(connection: sa.Connection) -> list[str]:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check")
    return [f"row {row[1]} of {row[0]} refers to a missing row of {row[2]}" for row in broken]


def _memories(connection: sa.Connection) -> list[str]:
    rows = _damaged(connection, whole_memories.order_by(memories.c.id), memory_of)
    return [f"memory {row.id} is unreadable" for row in rows]


def _history(connection: sa.Connection) -> list[str]:
    rows = _damaged(connection, sa.select(versions).order_by(versions.c.memory_id, versions.c.version), change_of)
    return [f"version {row.version} of memory {row.memory_id} is unreadable" for row in rows]


def _chunks(connection: sa.Connection) -> list[str]:
    without = (
        sa.select(memories.c.id)
        .outerjoin(chunks, chunks.c.memory_id == memories.c.id)
        .where(chunks.c.key.is_(None))
        .order_by(memories.c.id)
    )
    return [f"memory {memory_id} has no chunk" for memory_id in connection.execute(without).scalars()]


def _words(connection: sa.Connection) -> list[str]:
    keys, indexed = sa.select(chunks.c.key, chunks.c.memory_id), sa.select(words.c.rowid)
    unindexed = connection.execute(keys.where(chunks.c.key.not_in(indexed)))
    orphaned = connection.execute(indexed.where(words.c.rowid.not_in(sa.select(chunks.c.key)))).scalars()
    return [
        *(f"a chunk of memory {row.memory_id} is not in the word index" for row in unindexed),
        *(f"word row {key} belongs to no chunk" for key in orphaned),
    ]


def _vectors(connection: sa.Connection) -> list[str]:
    foreign = (
        sa.select(vectors.c.chunk, vectors.c.space)
        .outerjoin(chunks, chunks.c.key == vectors.c.chunk)
        .where(sa.or_(chunks.c.key.is_(None), chunks.c.content_hash != vectors.c.content_hash))
    )
    return [f"the vector of chunk {row.chunk} in {row.space} is of another text" for row in connection.execute(foreign)]


def _embedding_queue(connection: sa.Connection) -> list[str]:
    parked = (
        sa.select(chunks.c.memory_id, chunks.c.n, embedding_queue.c.parked)
        .join_from(embedding_queue, chunks, chunks.c.key == embedding_queue.c.chunk)
        .where(embedding_queue.c.parked.is_not(None))
        .order_by(chunks.c.key)
    )
    return [f"chunk {row.n} of memory {row.memory_id}: {row.parked}" for row in connection.execute(parked)]


def _sessions(connection: sa.Connection) -> list[str]:
    rows = _damaged(connection, sa.select(sessions).order_by(sessions.c.user, sessions.c.id), session_of)
    return [f"session {row.id} is unreadable" for row in rows]


def _turns(connection: sa.Connection) -> list[str]:
    return [
        f"turn {row.n} of session {row.session} is unreadable"
        for table in (turns, archived_turns)
        for row in _damaged(connection, sa.select(table).order_by(table.c.user, table.c.session, table.c.n), turn_of)
    ]


def _encoding_queue(connection: sa.Connection) -> list[str]:
    return [
        f"turns {row.first} to {row.last} of session {row.session}: {row.parked}" for row in encoding.parked(connection)
    ]


def _damaged(
    connection: sa.Connection, wanted: sa.Select[Any], read: Callable[[sa.Row[Any]], object]
) -> Iterator[sa.Row[Any]]:
    return (row for row in connection.execute(wanted) if not is_readable(read, row))


_CHECKS: dict[str, Check] = {
    "integrity": _integrity,
    "foreign keys": _foreign_keys,
    "memories": _memories,
    "history": _history,
    "chunks": _chunks,
    "words": _words,
    "vectors": _vectors,
    "embedding queue": _embedding_queue,
    "sessions": _sessions,
    "turns": _turns,
    "encoding queue": _encoding_queue,
    "erasure": erasure.owed,
}
