"""The number that grows with every write of any process, once for each transaction."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa

from mcp_memory.engine.records.schema import meta

P = ParamSpec("P")
T = TypeVar("T")

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


def inside(do: Callable[Concatenate[sa.Connection, P], T]) -> Callable[Concatenate[Revising, P], T]:
    """A method that is this function, inside the transaction."""

    @wraps(do)
    def method(self: Revising, /, *asked: P.args, **named: P.kwargs) -> T:
        return do(self._connection, *asked, **named)

    return method
