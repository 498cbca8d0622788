"""What waits for a person, and the links between what contradicts. Within one connection each."""

from collections.abc import Sequence

import sqlalchemy as sa

from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Link, Memory
from mcp_memory.engine.domain.review import WAITING_MARKS
from mcp_memory.engine.domain.vocabulary import LinkKind, Status
from mcp_memory.engine.records.conditions import among_those, as_list, marked, reached
from mcp_memory.engine.records.rows import link_of, readable, whole_memories
from mcp_memory.engine.records.schema import links, memories

_INDEXED = sa.or_(memories.c.status == sa.literal_column("'pending'"), memories.c.marks != sa.literal_column("'[]'"))
"""The condition of the index `memories_waiting`, word for word, so that SQLite may use it."""

_LINKED = sa.select(links).where(
    links.c.kind == sa.bindparam("kind"),
    sa.or_(among_those(links.c.source, "ids"), among_those(links.c.target, "ids")),
)


def waiting(connection: sa.Connection, reach: Reach, *, limit: int, offset: int = 0) -> tuple[Memory, ...]:
    """What waits, the longest unchanged first."""
    wanted = whole_memories.where(*_waits(reach)).order_by(memories.c.changed_at, memories.c.id)
    return readable(connection.execute(wanted.limit(limit).offset(offset)))


def linked(connection: sa.Connection, memory_ids: Sequence[str], kind: LinkKind) -> tuple[Link, ...]:
    """Links of one kind at either end of these memories."""
    return tuple(map(link_of, connection.execute(_LINKED, {"kind": kind.value, "ids": as_list(memory_ids)})))


def _waits(reach: Reach) -> list[sa.ColumnElement[bool]]:
    pending = memories.c.status == Status.PENDING.value
    active = sa.and_(memories.c.status == Status.ACTIVE.value, marked(WAITING_MARKS))
    return [*reached(reach), _INDEXED, sa.or_(pending, active)]
