"""The Qdrant index, for what outgrows one machine's memory: Qdrant proposes, the records decide.

Qdrant names the chunks that are nearest within a filter. Their cosines are then computed from the vectors in the
records, and their words scored by the records' own word index, so that every hit bears the same numbers as from the
local index, ties are broken alike, and a point that the records no longer know is never shown. Quantisation can only
cost a candidate, never falsify a score; a few more than asked for make up for that.

What was acknowledged but has not arrived yet is added from the records: memories changed since the revision that was
fed are left out of the question to Qdrant and compared here. When there are too many of them, `IndexBehind` is raised.

The sparse vectors that the feed writes are not read here: the records hold the better word index. They are for others
who look into the collection, such as a fleet of servers that has no common records.
"""

from collections.abc import Iterable, Mapping, Sequence

from mcp_memory.engine.domain.errors import IndexAway, IndexBehind
from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.index.facts import Facts
from mcp_memory.engine.index.float16 import Numbers, cosines_by, question_of
from mcp_memory.engine.index.legs import hits_of
from mcp_memory.engine.index.qdrant_feed import QdrantFeed, QdrantParts
from mcp_memory.engine.index.qdrant_points import admitted
from mcp_memory.engine.index.slots import Key
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.feeds import Feed
from mcp_memory.engine.ports.index import Hits, IndexChanges, IndexRow, WordIndex

_MOST_UNFED_MEMORIES = 256
_SPARE_CANDIDATES = 20


class QdrantIndex:
    """An `Index` that raises `IndexAway` or `IndexBehind` instead of giving a worse answer. Safe from several threads.

    A search never waits for a server that did not answer last time; the feed finds out when it does again.
    """

    def __init__(self, parts: QdrantParts, words: WordIndex, feed: QdrantFeed) -> None:
        self._parts = parts
        self._words = words
        self._feed = feed

    def search(self, terms: Sequence[str], vector: Vector | None, within: Filter, limit: int) -> Hits:
        """Up to `limit` chunks by each leg, every one scored on both; ties by memory id, then chunk."""
        if limit < 1:
            return Hits(by_vector=(), by_words=())
        question = question_of(vector, self._parts.dim)
        candidates = {} if question is None else self._candidates(question, within, limit)
        scores = self._words.search_words(terms, within, limit)
        known = {} if question is None else self._cosines(question, candidates, scores)
        near = sorted(candidates.keys() & known.keys(), key=lambda key: (-known[key], key))[:limit]
        return hits_of(near, known, scores, lambda unscored: self._words.score_words(terms, unscored))

    def rebuild(self) -> int:
        """Begin a new collection and send everything; whatever this process may not send follows in the background."""
        self._feed.start_over()
        while self._feed.run().done:
            pass
        return self.size()

    def save(self) -> bool:
        """Nothing: the server keeps what it was fed."""
        return False

    def size(self) -> int:
        """Rows that Qdrant holds, and those that wait to be sent."""
        if self._parts.server.rests or not (self._parts.server.answers or self._parts.server.is_shared):
            raise IndexAway
        feed, unfed = self._unfed()
        held = self._parts.server.size(feed.collection, unfed.changed_ids) if feed.fed else 0
        return held + len(unfed.rows)

    def _candidates(self, question: Numbers, within: Filter, limit: int) -> dict[Key, Vector | None]:
        """Chunks among which the nearest are, in no order; those that have not arrived with their vectors."""
        feed, unfed = self._unfed()
        condition = admitted(within, unfed.changed_ids)
        proposed: list[Key] = []
        if condition is not None and feed.fed:
            asked = 2 * limit + _SPARE_CANDIDATES
            proposed = self._parts.server.nearest(feed.collection, question.tolist(), condition, asked)
        waiting = {(row.memory_id, row.chunk): row.vector for row in _admitted_rows(unfed.rows, within)}
        return {**dict.fromkeys(proposed), **waiting}

    def _cosines(
        self, question: Numbers, candidates: Mapping[Key, Vector | None], also: Iterable[Key]
    ) -> dict[Key, float]:
        """The cosine of each chunk that has a vector to compare, by the records as they are now."""
        lacking = [key for key, vector in candidates.items() if vector is None]
        stored = self._parts.records.vectors_of([*lacking, *also], self._parts.space)
        return cosines_by(question, {**candidates, **stored})

    def _unfed(self) -> tuple[Feed, IndexChanges]:
        """What was fed, and what changed after it."""
        feed = self._feed.current()
        if feed is None:
            raise IndexBehind
        if feed.fed == self._parts.records.revision():
            return feed, IndexChanges(revision=feed.fed, changed_ids=(), rows=())
        unfed = self._parts.records.changes_after(feed.fed, self._parts.space, _MOST_UNFED_MEMORIES)
        if len(unfed.changed_ids) >= _MOST_UNFED_MEMORIES:
            raise IndexBehind
        return feed, unfed


def _admitted_rows(rows: Sequence[IndexRow], within: Filter) -> list[IndexRow]:
    facts = Facts()
    facts.write(range(len(rows)), rows)
    return [row for row, is_admitted in zip(rows, facts.admitted(within, len(rows)), strict=True) if is_admitted]
