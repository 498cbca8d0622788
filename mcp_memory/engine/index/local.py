"""The local index: every process scans a copy of its own, and asks the source before each search what has changed.

With numpy only, good for a million chunks. What is cold is a portion of its own that lies on disk as codes, mapped into
memory when a question looks that far. It holds no text, is never the only copy of anything, and refuses to write to the
records: they are the truth, and their words leg lives with them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.domain.policies import IndexPolicy
from mcp_memory.engine.domain.vocabulary import IN_MEMORY, Tier
from mcp_memory.engine.index.float16 import common_dim, cosines_by, question_of
from mcp_memory.engine.index.legs import hits_of
from mcp_memory.engine.index.portion import Followed, Portion
from mcp_memory.engine.index.slots import Key
from mcp_memory.engine.index.snapshots import Snapshots
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import Hits, IndexSource, WordIndex

_ON_DISK = frozenset({Tier.COLD})


class LocalIndex:
    """An `Index` over one vector space. Safe from several threads.

    With a folder, it starts from the newest snapshots there, and `save` writes them.
    """

    def __init__(
        self,
        source: IndexSource,
        words: WordIndex,
        space: str,
        policy: IndexPolicy | None = None,
        folder: Path | None = None,
    ) -> None:
        self._source = source
        self._words = words
        self._space = space
        self._policy = policy or IndexPolicy()
        codes = replace(self._policy, exact_rows=0, snapshot_rows=self._policy.cold_snapshot_rows)
        self._near = Portion(
            Followed(source, space, _ON_DISK), self._policy, Snapshots(folder, space) if folder else None
        )
        self._cold = Portion(
            Followed(source, space, IN_MEMORY), codes, Snapshots(folder, space, part="cold") if folder else None
        )
        self._kept_cold = (0, 0.0)

    def search(self, terms: Sequence[str], vector: Vector | None, within: Filter, limit: int) -> Hits:
        """Up to `limit` chunks by each leg, every one scored on both; ties by memory id, then chunk.

        A vector that does not fit the space is treated as none.
        """
        if limit < 1:
            return Hits(by_vector=(), by_words=())
        scores = self._words.search_words(terms, within, limit) if terms else {}
        near, cosines = self._nearest(vector, within, limit, scores)
        cosines |= self._cosines(vector, [key for key in scores if key not in cosines])
        return hits_of(
            near, cosines, scores, lambda unscored: self._words.score_words(terms, unscored) if terms else {}
        )

    def rebuild(self) -> int:
        """Forget what was derived, snapshots too, and derive it again; returns the number of rows.

        Those of the cold tier are derived when they are next asked for, or kept.
        """
        self._cold.let_go()
        self._kept_cold = (0, 0.0)
        return self._near.rebuild() + self._source.cold_chunks()

    def size(self) -> int:
        """Rows held after catching up, with a vector or without, and those that are left on disk."""
        size = self._near.size()
        if self._near.purged_at != self._kept_cold[0]:
            self._cold.drop_purged()
        return size + self._source.cold_chunks()

    def save(self) -> bool:
        """Write snapshots where it is worth it: many rows, and many changed since the last. Whether one was written.

        Meant for background work: asking costs little, writing about a second at a million rows.
        """
        is_written = self._near.save()
        return self._keep_cold() or is_written

    def _nearest(
        self, vector: Vector | None, within: Filter, limit: int, also: Iterable[Key]
    ) -> tuple[list[Key], dict[Key, float]]:
        # cold first: what is recalled just now, and so turns hot, is then met twice rather than missed
        cold, of_cold = self._cold.nearest(vector, within, limit) if Tier.COLD in within.tiers else ([], {})
        near, cosines = self._near.nearest(vector, within, limit, also)
        cosines = {**of_cold, **cosines}
        ranked = sorted({*near, *cold}, key=lambda key: (-cosines[key], key))[:limit] if cold else near
        return ranked, cosines

    def _cosines(self, vector: Vector | None, keys: Sequence[Key]) -> dict[Key, float]:
        """The cosines of chunks that words have met where vectors were not searched."""
        question = question_of(vector, common_dim((vector,)))
        if question is None or not keys:
            return {}
        return cosines_by(question, self._source.vectors_of(keys, self._space))

    def _keep_cold(self) -> bool:
        """Keep the cold rows on disk and none in memory: at first, after a purge, and once many may have changed."""
        purged_at, due = self._kept_cold
        changes = self._near.changes
        if purged_at == self._near.purged_at and changes < due:
            return False
        is_written = self._cold.save()
        rows = max(self._cold.size(), self._policy.cold_snapshot_rows)
        self._cold.let_go()
        self._kept_cold = (self._near.purged_at, changes + self._policy.snapshot_drift * rows)
        return is_written
