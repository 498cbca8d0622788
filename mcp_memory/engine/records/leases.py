"""Leases as rows with a time to live. Each function within one connection; committing is the caller's affair."""

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from mcp_memory.engine.records.codec import to_micros
from mcp_memory.engine.records.schema import leases

_CLOCK_DOUBT = timedelta(hours=1)
"""A lease that lasts this much longer than anybody asks for was taken before the clock was set back: it is void."""


def standing(connection: sa.Connection, name: str, holder: str, now: datetime, seconds: float) -> bool | None:
    """What can be said without writing: true or false as `acquire` means them, None when the lease must be taken."""
    row = connection.execute(sa.select(leases).where(leases.c.name == name)).one_or_none()
    if row is None or row.expires_at <= to_micros(now) or row.expires_at > _absurd(now, seconds):
        return None
    if row.holder != holder:
        return False
    return True if row.expires_at >= to_micros(now + timedelta(seconds=seconds / 2)) else None


def take(connection: sa.Connection, name: str, holder: str, now: datetime, seconds: float) -> bool:
    """Take or prolong; false when another was faster."""
    asked = insert(leases).values(name=name, holder=holder, expires_at=to_micros(now + timedelta(seconds=seconds)))
    free = sa.or_(
        leases.c.holder == holder,
        leases.c.expires_at <= to_micros(now),
        leases.c.expires_at > _absurd(now, seconds),
    )
    taken = asked.on_conflict_do_update(
        index_elements=["name"],
        set_={"holder": asked.excluded.holder, "expires_at": asked.excluded.expires_at},
        where=free,
    )
    return connection.execute(taken.returning(leases.c.name)).one_or_none() is not None


def give_back(connection: sa.Connection, name: str, holder: str) -> None:
    """End the lease if it is this holder's."""
    connection.execute(sa.delete(leases).where(leases.c.name == name, leases.c.holder == holder))


def _absurd(now: datetime, seconds: float) -> int:
    return to_micros(now + timedelta(seconds=seconds) + _CLOCK_DOUBT)
