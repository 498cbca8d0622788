"""The book of feeds, and the vectors that answers of an index elsewhere are scored by."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.feeds import Feed
from mcp_memory.engine.records.conditions import among
from mcp_memory.engine.records.schema import chunks, feeds, vectors


def all_feeds(connection: sa.Connection) -> tuple[Feed, ...]:
    """Every feed, by space."""
    rows = connection.execute(sa.select(feeds).order_by(feeds.c.space))
    return tuple(Feed(space=row.space, collection=row.collection, sent=row.sent, fed=row.fed) for row in rows)


def move(connection: sa.Connection, before: Feed | None, after: Feed | None) -> bool:
    """Compare and set: nothing happens unless the row is still `before`."""
    statement: sa.Insert | sa.Update | sa.Delete
    if before is None:
        if after is None:
            return False
        statement = insert(feeds).values(_row(after)).on_conflict_do_nothing()
    elif after is None:
        statement = sa.delete(feeds).where(_is(before))
    else:
        statement = sa.update(feeds).where(_is(before)).values(_row(after))
    return connection.execute(statement).rowcount == 1


def vectors_of(
    connection: sa.Connection, wanted: Sequence[tuple[str, int]], space: str
) -> dict[tuple[str, int], Vector]:
    """Vectors of chunks by memory id and number."""
    rows = connection.execute(
        sa.select(chunks.c.memory_id, chunks.c.n, vectors.c.vector)
        .join_from(chunks, vectors, vectors.c.chunk == chunks.c.key)
        .where(
            vectors.c.space == space,
            among(chunks.c.memory_id, dict.fromkeys(memory_id for memory_id, _ in wanted)),
            among(chunks.c.n, dict.fromkeys(n for _, n in wanted)),
        )
    )
    asked = set(wanted)
    return {(row.memory_id, row.n): Vector(row.vector) for row in rows if (row.memory_id, row.n) in asked}


def _row(feed: Feed) -> dict[str, str | int]:
    return {"space": feed.space, "collection": feed.collection, "sent": feed.sent, "fed": feed.fed}


def _is(feed: Feed) -> sa.ColumnElement[bool]:
    return sa.and_(*(feeds.c[name] == value for name, value in _row(feed).items()))
