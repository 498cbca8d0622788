"""What must happen after a purge so that no byte of the purged text stands in the data folder.

It cannot be part of the purge's own transaction, so that transaction notes that it is owed; whoever opens the file or
works in the background next pays, if the process that purged was killed or others were in the way.
"""

import sqlalchemy as sa

from mcp_memory.engine.domain.errors import Unavailable
from mcp_memory.engine.records.connections import Connections
from mcp_memory.engine.records.schema import meta, written_over

_NAME = "scrub_owed"
"""Its value is the revision of the purge; negative once the word index is merged and only the log is left."""

_OWED = sa.select(meta.c.value).where(meta.c.name == _NAME)
_OWE = written_over(meta)


def owe(connection: sa.Connection, revision: int) -> None:
    """Note, inside the transaction of a purge, that a scrub has to follow it."""
    connection.execute(_OWE, {"name": _NAME, "value": revision})


def owed(connection: sa.Connection) -> list[str]:
    """What a purge still owes, in words; nothing when all is done."""
    if not connection.execute(_OWED).scalar():
        return []
    return ["some bytes of what was purged remain until other processes let go of the log; then they go by themselves"]


def scrub(connections: Connections, patience_seconds: float) -> bool:
    """Merge the word index, so that deleted tokens leave its segments, then empty the log; whether that was done.

    Nothing but one read happens when nothing is owed. Others that read or write for longer than the patience are left
    in peace, and it has to be tried again.
    """
    try:
        with connections.reading() as connection:
            revision = connection.execute(_OWED).scalar() or 0
        if revision > 0:
            with connections.writing(patience_seconds=patience_seconds) as connection:
                connection.execute(sa.text("INSERT INTO words (words) VALUES ('optimize')"))
                connection.execute(sa.update(meta).where(_is_owed(revision)).values(value=-revision))
        if revision:
            connections.truncate_log(patience_seconds=patience_seconds)
            with connections.writing(patience_seconds=patience_seconds) as connection:
                connection.execute(sa.delete(meta).where(_is_owed(-abs(revision))))
    except Unavailable:
        return False
    return True


def _is_owed(value: int) -> sa.ColumnElement[bool]:
    return sa.and_(meta.c.name == _NAME, meta.c.value == value)
