"""What changed after a revision, for indexes derived from the records in this and every other process."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from mcp_memory.engine.domain.vocabulary import Tier
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import IndexChanges, IndexRow
from mcp_memory.engine.records import reads
from mcp_memory.engine.records.conditions import COOLED, among_those
from mcp_memory.engine.records.schema import chunks, memories, memory_tags, tombstones, vectors

_MICROS_PER_SECOND = 1_000_000
_IS_COLD = sa.and_(memories.c.tier == sa.literal_column("'cold'"), COOLED)

_VECTORS = (
    sa.select(chunks.c.memory_id, chunks.c.n, vectors.c.vector)
    .join_from(chunks, vectors, vectors.c.chunk == chunks.c.key)
    .where(
        vectors.c.space == sa.bindparam("space"),
        among_those(chunks.c.memory_id, "ids"),
        among_those(chunks.c.n, "numbers"),
    )
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Of which vector space, about how many memories at a time, and without the rows of which tiers.

    Whoever began with nothing at the revision `fresh_to` is told of those tiers only what changed later.
    """

    space: str
    limit: int
    without: frozenset[Tier] = frozenset()
    fresh_to: int = 0


def after(connection: sa.Connection, revision: int, wanted: Wanted) -> IndexChanges:
    """Changed and purged ids with the chunks of the changed ones, up to the revision that reaches `limit` memories.

    Whoever begins with nothing has nothing to drop, and is not told of memories whose rows are not wanted.
    """
    named = _named(revision, wanted)
    firsts = (
        sa.select(table.c.revision)
        .where(table.c.revision > revision, *conditions)
        .order_by(table.c.revision)
        .limit(wanted.limit)
        for table, conditions in ((memories, named), (tombstones, ()))
    )
    revisions = sa.union_all(*(sa.select(first.subquery()) for first in firsts)).subquery()
    last = sa.select(revisions.c.revision).order_by(revisions.c.revision).offset(wanted.limit - 1).limit(1)
    end = connection.execute(last).scalar_one_or_none()
    return _between(connection, revision, reads.revision(connection) if end is None else end, wanted)


def vectors_of(
    connection: sa.Connection, wanted: Sequence[tuple[str, int]], space: str
) -> dict[tuple[str, int], Vector]:
    """Vectors of chunks by memory id and number."""
    return reads.of_chunks(connection, _VECTORS, wanted, space=space)


def cold_chunks(connection: sa.Connection) -> int:
    """How many chunks cold memories have."""
    held = sa.select(sa.func.count()).select_from(memories).join(chunks, chunks.c.memory_id == memories.c.id)
    return connection.execute(held.where(_IS_COLD)).scalar_one()


def _between(connection: sa.Connection, begin: int, end: int, wanted: Wanted) -> IndexChanges:
    named = sa.select(memories.c.id).where(_within(memories, begin, end), *_named(begin, wanted))
    changed = connection.execute(named).scalars().all()
    buried = sa.select(tombstones.c.memory_id).where(_within(tombstones, begin, end))
    purged = tuple(connection.execute(buried).scalars())
    rows = _rows(connection, begin, end, wanted)
    newest = reads.revision(connection)
    return IndexChanges(revision=end, changed_ids=(*changed, *purged), rows=rows, purged_ids=purged, newest=newest)


def _named(begin: int, wanted: Wanted) -> tuple[sa.ColumnElement[bool], ...]:
    if not wanted.without:
        return ()
    is_held = memories.c.tier.not_in(wanted.without)
    return (sa.or_(is_held, memories.c.revision > wanted.fresh_to) if begin else is_held,)


def _within(table: sa.Table, begin: int, end: int) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.revision > begin, table.c.revision <= end)


def _rows(connection: sa.Connection, begin: int, end: int, wanted: Wanted) -> tuple[IndexRow, ...]:
    held = sa.and_(_within(memories, begin, end), memories.c.tier.not_in(wanted.without))
    tags = _tags(connection, held)
    chosen = (
        sa.select(
            memories.c.id,
            chunks.c.n,
            vectors.c.vector,
            memories.c.user,
            memories.c.project,
            memories.c.layer,
            memories.c.status,
            memories.c.event_type,
            memories.c.session,
            memories.c.occurred_at,
            memories.c.tier,
        )
        .join_from(memories, chunks, chunks.c.memory_id == memories.c.id)
        .outerjoin(vectors, sa.and_(vectors.c.chunk == chunks.c.key, vectors.c.space == wanted.space))
        .where(held)
    )
    return tuple(
        IndexRow(
            memory_id, n, None if vector is None else Vector(vector), user, project, layer, status, event_type,
            session, occurred_at / _MICROS_PER_SECOND, tags.get(memory_id, ()), tier,
        )
        for memory_id, n, vector, user, project, layer, status, event_type, session, occurred_at, tier in (
            connection.execute(chosen)
        )
    )  # fmt: skip


def _tags(connection: sa.Connection, held: sa.ColumnElement[bool]) -> dict[str, tuple[str, ...]]:
    rows = connection.execute(
        sa.select(memory_tags.c.memory_id, memory_tags.c.tag)
        .join(memories, memories.c.id == memory_tags.c.memory_id)
        .where(held)
    )
    found: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
    for memory_id, tag in rows:
        found[memory_id] += (tag,)
    return found
