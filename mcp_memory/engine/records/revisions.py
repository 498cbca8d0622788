"""The number that grows with every write of any process, once for each transaction."""

import sqlalchemy as sa

from mcp_memory.engine.records.schema import meta

_ADVANCE = sa.update(meta).where(meta.c.name == "revision").values(value=meta.c.value + 1).returning(meta.c.value)


def advance_revision(connection: sa.Connection) -> int:
    """The store's next revision; everything that one transaction changes bears the same."""
    return int(connection.execute(_ADVANCE).scalar_one())


class Revising:
    """A write on one connection that holds the write lock, and its revision."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._revision = 0

    def _next_revision(self) -> int:
        """One revision for the whole transaction, taken with its first change."""
        if not self._revision:
            self._revision = advance_revision(self._connection)
        return self._revision
