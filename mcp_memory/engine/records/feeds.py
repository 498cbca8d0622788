"""The book of feeds: how far collections elsewhere have followed these records."""

from dataclasses import asdict

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from mcp_memory.engine.ports.feeds import Feed
from mcp_memory.engine.records.schema import feeds


def all_feeds(connection: sa.Connection) -> tuple[Feed, ...]:
    """Every feed, by space."""
    rows = connection.execute(sa.select(feeds).order_by(feeds.c.space))
    return tuple(Feed(**row) for row in rows.mappings())


def move(connection: sa.Connection, before: Feed | None, after: Feed | None) -> bool:
    """Compare and set: nothing happens unless the row is still `before`."""
    statement: sa.Insert | sa.Update | sa.Delete
    if before is None:
        if after is None:
            return False
        statement = insert(feeds).values(asdict(after)).on_conflict_do_nothing()
    elif after is None:
        statement = sa.delete(feeds).where(_is(before))
    else:
        statement = sa.update(feeds).where(_is(before)).values(asdict(after))
    return connection.execute(statement).rowcount == 1


def _is(feed: Feed) -> sa.ColumnElement[bool]:
    return sa.and_(*(feeds.c[name] == value for name, value in asdict(feed).items()))
