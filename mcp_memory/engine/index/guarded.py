"""One index with another behind it: where the first cannot answer, the second does, at once and with the same meaning.

It decides nothing: an index that is away or behind says so itself.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from mcp_memory.engine.domain.errors import IndexAway, IndexBehind
from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import Hits, Index

T = TypeVar("T")


class GuardedIndex:
    """The first index where it can answer, the second at once where it cannot; both say the same."""

    def __init__(self, first: Index, second: Index) -> None:
        self._first = first
        self._second = second

    def search(self, terms: Sequence[str], vector: Vector | None, within: Filter, limit: int) -> Hits:
        """Up to `limit` chunks by each leg, from whichever index can answer."""
        return self._from_either(lambda index: index.search(terms, vector, within, limit))

    def rebuild(self) -> int:
        """Derive both anew. The first may finish later, in the background."""
        rows = self._second.rebuild()
        try:
            return self._first.rebuild()
        except (IndexAway, IndexBehind):
            return rows

    def size(self) -> int:
        """Rows of the index that would answer."""
        return self._from_either(lambda index: index.size())

    def save(self) -> bool:
        """Keep what the local index has derived."""
        return self._second.save()

    def _from_either(self, ask: Callable[[Index], T]) -> T:
        try:
            return ask(self._first)
        except (IndexAway, IndexBehind):
            return ask(self._second)
