"""The durable queue of chunks without a vector, one per vector space.

A space remembers up to which chunk it has swept (`vector_spaces.swept_to`): every chunk up to there has a vector of
that space or a row in the queue; those beyond wait without one. So writing a memory needs to know no space, a new
model finds all old chunks by itself, and finding nothing to do is a cheap read.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from mcp_memory.engine.domain.answers import QueueState
from mcp_memory.engine.domain.policies import EmbeddingPolicy
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.records import EmbeddingTask
from mcp_memory.engine.records.codec import to_micros
from mcp_memory.engine.records.conditions import among, count_rows
from mcp_memory.engine.records.revisions import advance_revision
from mcp_memory.engine.records.schema import chunks, embedding_queue, memories, vector_spaces, vectors, written_over
from mcp_memory.engine.records.waits import UNFINISHED, after_failure, is_over, moments, queue_state

# Built once: building takes longer than running them, and the write lock is held meanwhile.
_KEY = sa.select(chunks.c.key).where(
    chunks.c.memory_id == sa.bindparam("memory_id"),
    chunks.c.n == sa.bindparam("n"),
    chunks.c.content_hash == sa.bindparam("content_hash"),
)
_KEEP = written_over(vectors)
_DUE = sa.and_(
    embedding_queue.c.space == sa.bindparam("of_space"),
    embedding_queue.c.parked.is_(None),
    is_over(embedding_queue.c.not_before, embedding_queue.c.leased_until),
)
_HAS_WORK = sa.select(sa.exists().where(_DUE))
_NEWEST = (
    sa.select(chunks.c.key, chunks.c.memory_id, chunks.c.n, chunks.c.text, chunks.c.content_hash)
    .join_from(embedding_queue, chunks, chunks.c.key == embedding_queue.c.chunk)
    .where(_DUE)
    .order_by(embedding_queue.c.chunk.desc())
    .limit(sa.bindparam("batch"))
)
_PARK_EXHAUSTED = (
    sa.update(embedding_queue).where(_DUE, embedding_queue.c.attempts >= sa.bindparam("most")).values(parked=UNFINISHED)
)


def has_work(connection: sa.Connection, space: str, now: datetime, policy: EmbeddingPolicy) -> bool:
    """Whether `lease` would find anything; reads only."""
    newest = connection.execute(sa.select(sa.func.max(chunks.c.key))).scalar() or 0
    if newest > _swept_to(connection, space):
        return True
    return bool(connection.execute(_HAS_WORK, {"of_space": space, **moments(now, policy)}).scalar_one())


def lease(connection: sa.Connection, space: str, now: datetime, policy: EmbeddingPolicy) -> tuple[EmbeddingTask, ...]:
    """Take the newest due chunks. Each lease is an attempt, so that a text which kills the process is parked too."""
    _sweep(connection, space)
    at = {"of_space": space, **moments(now, policy)}
    connection.execute(_PARK_EXHAUSTED, at | {"most": policy.max_attempts})
    rows = connection.execute(_NEWEST, at | {"batch": policy.batch}).all()
    connection.execute(
        sa.update(embedding_queue)
        .where(embedding_queue.c.space == space, among(embedding_queue.c.chunk, [row.key for row in rows]))
        .values(
            attempts=embedding_queue.c.attempts + 1,
            leased_until=to_micros(now + timedelta(seconds=policy.lease_seconds)),
        )
    )
    return tuple(
        EmbeddingTask(memory_id=row.memory_id, chunk=row.n, text=row.text, content_hash=row.content_hash)
        for row in rows
    )


def fulfil(connection: sa.Connection, space: str, vectors: Sequence[tuple[EmbeddingTask, Vector]]) -> int:
    """Store vectors whose text is still the same, take their chunks off the queue; returns how many were.

    Their memories move to the next revision, so that indexes learn of it.
    """
    keys = _keys_of(connection, (task for task, _ in vectors))
    rows = [
        {"chunk": keys[task], "space": space, "content_hash": task.content_hash, "vector": vector}
        for task, vector in vectors
        if task in keys
    ]
    if rows:
        connection.execute(_KEEP, rows)
        done = among(embedding_queue.c.chunk, keys.values())
        connection.execute(sa.delete(embedding_queue).where(embedding_queue.c.space == space, done))
        touched = sa.update(memories).where(among(memories.c.id, {task.memory_id for task in keys}))
        connection.execute(touched.values(revision=advance_revision(connection)))
    return len(rows)


def fail(
    connection: sa.Connection,
    space: str,
    tasks: Sequence[EmbeddingTask],
    reason: str,
    now: datetime,
    policy: EmbeddingPolicy,
) -> None:
    """Back off twice as long after every attempt; park after the last. Only leased rows can fail."""
    leased = sa.select(embedding_queue).where(
        embedding_queue.c.space == space,
        among(embedding_queue.c.chunk, _keys_of(connection, tasks).values()),
        embedding_queue.c.leased_until > 0,
        embedding_queue.c.parked.is_(None),
    )
    for row in connection.execute(leased).all():
        this = sa.and_(embedding_queue.c.space == row.space, embedding_queue.c.chunk == row.chunk)
        noted = after_failure(row.attempts, reason, now, policy)
        connection.execute(sa.update(embedding_queue).where(this).values(noted))


def state(connection: sa.Connection, space: str) -> QueueState:
    """Counts, and the distinct reasons of what is parked."""
    total, embedded = count_rows(connection, chunks), count_rows(connection, vectors, vectors.c.space == space)
    parked = sa.select(embedding_queue.c.parked).where(embedding_queue.c.space == space)
    reasons = connection.execute(parked.where(embedding_queue.c.parked.is_not(None))).scalars().all()
    return queue_state(total, total - embedded - len(reasons), reasons)


def _keys_of(connection: sa.Connection, tasks: Iterable[EmbeddingTask]) -> dict[EmbeddingTask, int]:
    """The chunks whose text is still the one these tasks were made from."""
    found = {}
    for task in tasks:
        same = {"memory_id": task.memory_id, "n": task.chunk, "content_hash": task.content_hash}
        key = connection.execute(_KEY, same).scalar_one_or_none()
        if key is not None:
            found[task] = key
    return found


def _swept_to(connection: sa.Connection, space: str) -> int:
    swept = sa.select(vector_spaces.c.swept_to).where(vector_spaces.c.space == space)
    return connection.execute(swept).scalar_one_or_none() or 0


def _sweep(connection: sa.Connection, space: str) -> None:
    swept_to = _swept_to(connection, space)
    newest = connection.execute(sa.select(sa.func.max(chunks.c.key))).scalar() or 0
    if newest <= swept_to:
        return
    connection.execute(written_over(vector_spaces), {"space": space, "swept_to": newest})
    lacking = (
        sa.select(sa.literal(space), chunks.c.key)
        .outerjoin(vectors, sa.and_(vectors.c.chunk == chunks.c.key, vectors.c.space == space))
        .where(chunks.c.key > swept_to, vectors.c.chunk.is_(None))
    )
    queued = insert(embedding_queue).from_select(["space", "chunk"], lacking, include_defaults=False)
    connection.execute(queued.on_conflict_do_nothing())
