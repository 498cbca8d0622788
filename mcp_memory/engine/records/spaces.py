"""Vector spaces as a whole: what a change of model leaves behind, and what does not belong where it lies."""

import sqlalchemy as sa

from mcp_memory.engine.ports.embedder import ModelCard
from mcp_memory.engine.records.conditions import among
from mcp_memory.engine.records.revisions import advance_revision
from mcp_memory.engine.records.schema import chunks, memories, vector_spaces, vectors

_BYTES_PER_NUMBER = 2


def drop_unfit(connection: sa.Connection, card: ModelCard) -> int:
    """Drop vectors of texts that are not there, and those of this space that are broken; have its gaps looked for."""
    length = card.dim * _BYTES_PER_NUMBER
    broken = sa.and_(
        vectors.c.space == card.space,
        sa.or_(sa.func.length(vectors.c.vector) != length, vectors.c.vector == sa.func.zeroblob(length)),
    )
    unfit = (
        sa.select(vectors.c.chunk, vectors.c.space, chunks.c.memory_id)
        .outerjoin(chunks, chunks.c.key == vectors.c.chunk)
        .where(sa.or_(chunks.c.key.is_(None), chunks.c.content_hash != vectors.c.content_hash, broken))
    )
    rows = connection.execute(unfit).all()
    for row in rows:
        connection.execute(sa.delete(vectors).where(vectors.c.chunk == row.chunk, vectors.c.space == row.space))
    concerned = {row.memory_id for row in rows if row.memory_id is not None}
    if concerned:
        moved = sa.update(memories).where(among(memories.c.id, concerned))
        connection.execute(moved.values(revision=advance_revision(connection)))
    connection.execute(sa.update(vector_spaces).where(vector_spaces.c.space == card.space).values(swept_to=0))
    return len(rows)


def is_complete(connection: sa.Connection, space: str) -> bool:
    """Whether every chunk has a vector in this space."""
    lacking = (
        sa.select(chunks.c.key)
        .outerjoin(vectors, sa.and_(vectors.c.chunk == chunks.c.key, vectors.c.space == space))
        .where(vectors.c.chunk.is_(None))
    )
    return connection.execute(lacking.limit(1)).first() is None


def drop_others(connection: sa.Connection, space: str) -> int:
    """Drop the vectors of every other space; going back to another model then embeds everything again."""
    connection.execute(sa.delete(vector_spaces).where(vector_spaces.c.space != space))
    return connection.execute(sa.delete(vectors).where(vectors.c.space != space)).rowcount
