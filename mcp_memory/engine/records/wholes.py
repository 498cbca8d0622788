"""Everything there is, a page at a time within one snapshot: for exports, which must not fill the memory."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import sqlalchemy as sa

from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Change, Dossier, Link
from mcp_memory.engine.domain.plain import UNREADABLE
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.engine.ports.upkeep import Order, Unreadable
from mcp_memory.engine.records import reads
from mcp_memory.engine.records.conditions import among, reached
from mcp_memory.engine.records.rows import change_of, link_of, memory_of, whole_memories
from mcp_memory.engine.records.schema import links, memories, versions

_PAGE = 200
_LAYER_ORDER = sa.case({Layer.SEMANTIC.value: 0, Layer.PROCEDURAL.value: 1}, value=memories.c.layer, else_=2)
_ORDERS: dict[Order, tuple[sa.ColumnElement[object], ...]] = {
    "id": (memories.c.id,),
    "group": (_LAYER_ORDER, memories.c.project, memories.c.occurred_at, memories.c.id),
}

Part = Dossier | Link | Unreadable


def every(connection: sa.Connection, reach: Reach, order: Order) -> Iterator[Part]:
    """Every memory within reach, then the links between them."""
    ids = connection.execute(sa.select(memories.c.id).where(*reached(reach)).order_by(*_ORDERS[order])).scalars()
    for page in ids.partitions(_PAGE):
        yield from _dossiers(connection, page)
    yield from _links(connection, reach)


def _dossiers(connection: sa.Connection, ids: Sequence[str]) -> Iterator[Dossier | Unreadable]:
    rows = {row.id: row for row in connection.execute(whole_memories.where(among(memories.c.id, ids)))}
    bad: list[Unreadable] = []
    histories = _histories(connection, ids, bad)
    seen = reads.observations_of(connection, ids)
    for memory_id in ids:
        try:
            memory = memory_of(rows[memory_id])
        except UNREADABLE:
            yield Unreadable(f"memory {memory_id}")
            continue
        yield Dossier(memory, history=tuple(histories[memory_id]), links=(), observations=seen.get(memory_id, ()))
    yield from bad


def _histories(connection: sa.Connection, ids: Iterable[str], bad: list[Unreadable]) -> dict[str, list[Change]]:
    found: defaultdict[str, list[Change]] = defaultdict(list)
    asked = sa.select(versions).where(among(versions.c.memory_id, ids))
    for row in connection.execute(asked.order_by(versions.c.memory_id, versions.c.version)):
        try:
            found[row.memory_id].append(change_of(row))
        except UNREADABLE:
            bad.append(Unreadable(f"version {row.version} of memory {row.memory_id}"))
    return found


def _links(connection: sa.Connection, reach: Reach) -> Iterator[Link | Unreadable]:
    """Both ends must be within reach: a link names ids, and ids of what may not be seen are not told."""
    known = sa.select(memories.c.id).where(*reached(reach))
    asked = sa.select(links).where(links.c.source.in_(known), links.c.target.in_(known))
    for row in connection.execute(asked.order_by(links.c.source, links.c.kind, links.c.target)):
        try:
            yield link_of(row)
        except UNREADABLE:
            yield Unreadable(f"a link of memory {row.source}")
