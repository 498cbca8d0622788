"""The cold tier, which no process holds in memory: its vectors are read from the records when they are asked for.

Words find cold memories as well as any other, so a search mostly needs the vectors of a few. All of them are compared
only when nothing else answers, page by page, and of very many only those of the newest memories.
"""

import heapq
from collections.abc import Iterable, Mapping

from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.index.float16 import common_dim, exact_cosines, question_of, usable
from mcp_memory.engine.index.slots import Key
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import IndexSource


class ColdVectors:
    """Compares a question with cold chunks of one vector space, at most `most` of them in one search."""

    def __init__(self, source: IndexSource, space: str, most: int) -> None:
        self._source = source
        self._space = space
        self._most = most

    def of(self, vector: Vector | None, keys: Iterable[Key]) -> dict[Key, float]:
        """The cosines of those of these chunks that have a vector."""
        wanted = list(keys)
        if vector is None or not wanted:
            return {}
        return _cosines(vector, self._source.vectors_of(wanted, self._space))

    def nearest(self, vector: Vector | None, within: Filter, limit: int) -> dict[Key, float]:
        """The cosines of the `limit` nearest that the filter admits, ties by key."""
        best: list[tuple[float, Key]] = []
        if vector is None:
            return {}
        for page in self._source.cold_vectors(within, self._space, self._most):
            found = ((-cosine, key) for key, cosine in _cosines(vector, page).items())
            best = heapq.nsmallest(limit, (*best, *found))
        return {key: -distance for distance, key in best}


def _cosines(vector: Vector, vectors: Mapping[Key, Vector]) -> dict[Key, float]:
    question = question_of(vector, common_dim((vector,)))
    if question is None:
        return {}
    keys = list(vectors)
    places, rows = usable(list(vectors.values()), len(question))
    return {keys[place]: cosine for place, cosine in zip(places.tolist(), exact_cosines(question, rows), strict=True)}
