"""One index with another behind it: where the first cannot answer, the second does, at once and with the same meaning.

It decides nothing: an index that is away or behind says so itself.
"""

from collections.abc import Sequence

from mcp_memory.engine.domain.errors import IndexAway, IndexBehind
from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import Hits, Index


class GuardedIndex:
    """The first index where it can answer, the second at once where it cannot; both say the same."""

    def __init__(self, first: Index, second: Index) -> None:
        self._first = first
        self._second = second

    def search(self, terms: Sequence[str], vector: Vector | None, within: Filter, limit: int) -> Hits:
        """Up to `limit` chunks by each leg, from whichever index can answer."""
        try:
            return self._first.search(terms, vector, within, limit)
        except (IndexAway, IndexBehind):
            return self._second.search(terms, vector, within, limit)

    def rebuild(self) -> int:
        """Derive both anew. The first may finish later, in the background."""
        rows = self._second.rebuild()
        try:
            return self._first.rebuild()
        except (IndexAway, IndexBehind):
            return rows

    def size(self) -> int:
        """Rows of the index that would answer."""
        try:
            return self._first.size()
        except (IndexAway, IndexBehind):
            return self._second.size()

    def save(self) -> bool:
        """Keep what the local index has derived."""
        return self._second.save()
