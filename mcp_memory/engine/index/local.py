"""The local index: every process scans a copy of its own, and asks the source before each search what has changed.

With numpy only, good for a million chunks. It holds nothing of cold memories, whose vectors are read from the source
when they are needed. It holds no text, is never the only copy of anything, and refuses to write to the records: they
are the truth, and their words leg lives with them.
"""

import math
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.domain.policies import IndexPolicy
from mcp_memory.engine.domain.vocabulary import Tier
from mcp_memory.engine.index.cold import ColdVectors
from mcp_memory.engine.index.rows import Rows
from mcp_memory.engine.index.slots import Key
from mcp_memory.engine.index.snapshots import Snapshot, Snapshots
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import Hit, Hits, IndexChanges, IndexSource, WordIndex, WordScore

_SILENT = WordScore(words=0.0, coverage=0.0)
_ON_DISK = frozenset({Tier.COLD})


class LocalIndex:
    """An `Index` over one vector space. Safe from several threads: one at a time catches up and scans.

    With a folder, it starts from the newest snapshot there, and `save` writes one.
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
        self._cold = ColdVectors(source, space, self._policy.cold_rows)
        self._snapshots = Snapshots(folder, space) if folder else None
        self._lock = threading.Lock()
        self._seen_version: int | None = None
        self._kept_changes = -math.inf
        self._forget()

    def search(self, terms: Sequence[str], vector: Vector | None, within: Filter, limit: int) -> Hits:
        """Up to `limit` chunks by each leg, every one scored on both; ties by memory id, then chunk.

        A vector that does not fit the space is treated as none.
        """
        if limit < 1:
            return Hits(by_vector=(), by_words=())
        scores = self._words.search_words(terms, within, limit) if terms else {}
        with self._lock:
            self._catch_up()
            near, cosines = self._rows.nearest(vector, within, limit, scores)
        near, cosines = self._with_cold(vector, within, limit, (near, cosines), scores)
        unscored = [key for key in near if key not in scores]
        known = {**scores, **(self._words.score_words(terms, unscored) if terms and unscored else {})}
        return Hits(
            by_vector=_hits(near, cosines, known),
            by_words=_hits(sorted(scores, key=lambda key: (-scores[key].words, key)), cosines, known),
        )

    def rebuild(self) -> int:
        """Forget what was derived, snapshots too, and derive it again; returns the number of rows."""
        with self._lock:
            version = self._source.data_version()
            self._start_over()
            self._pull()
            self._seen_version = version
            return len(self._rows) + self._source.cold_chunks()

    def size(self) -> int:
        """Rows held after catching up, with a vector or without, and those that are left on disk."""
        with self._lock:
            self._catch_up()
            return len(self._rows) + self._source.cold_chunks()

    def save(self) -> bool:
        """Write a snapshot if it is worth it: many rows, and many changed since the last. Whether one was written.

        Meant for background work: asking costs little, writing about a second at a million rows.
        """
        if self._snapshots is None:
            return False
        with self._lock:
            self._catch_up()
            snapshot, changes = self._snapshot_worth_writing(), self._changes
        if snapshot is None or not self._snapshots.write(snapshot):
            return False
        with self._lock:
            self._catch_up()
            self._snapshots.remove_older(self._purged_at)  # another thread may have seen a purge while this one wrote
            if snapshot.revision < self._purged_at:
                return False
            self._kept_changes = changes
            return True

    def _with_cold(
        self,
        vector: Vector | None,
        within: Filter,
        limit: int,
        held: tuple[Sequence[Key], Mapping[Key, float]],
        scores: Iterable[Key],
    ) -> tuple[list[Key], dict[Key, float]]:
        """What is near in memory, with what is near on disk if the filter asks for it; and what words found there."""
        near, cosines = held
        cold = self._cold.nearest(vector, within, limit) if Tier.COLD in within.tiers else {}
        known = {**cosines, **cold}
        known |= self._cold.of(vector, [key for key in scores if key not in known])
        ranked = sorted({*near, *cold}, key=lambda key: (-known[key], key))[:limit] if cold else list(near)
        return ranked, known

    def _forget(self) -> None:
        self._rows = Rows(self._read, self._policy)
        self._revision = 0
        self._purged_at = 0
        self._changes = 0
        self._kept_changes = -math.inf
        self._seen_version = None

    def _start_over(self) -> None:
        self._forget()
        if self._snapshots is not None:
            self._snapshots.remove_all()

    def _catch_up(self) -> None:
        # the version is read first: what is committed between the two reads is then pulled again, never missed
        version = self._source.data_version()
        if version == self._seen_version:
            return
        if self._seen_version is None:
            self._open()
        self._pull()
        self._seen_version = version

    def _open(self) -> None:
        """Start from the newest snapshot, if there is one and it was made of these records."""
        snapshot = None if self._snapshots is None else self._snapshots.newest()
        if snapshot is None:
            return
        self._rows = Rows.unpacked(snapshot.rows, self._read, self._policy)
        self._revision = snapshot.revision
        self._kept_changes = 0
        for _ in range(2):  # a change may come between catching up and comparing; hardly two
            self._pull()
            if self._rows.agree():
                return
        self._start_over()

    def _pull(self) -> None:
        """Take all changes, page by page."""
        while True:
            changes = self._source.changes_after(self._revision, self._space, self._policy.page, without=_ON_DISK)
            if changes.revision < self._revision:
                self._start_over()  # an older copy of the records was put back
                continue
            self._apply(changes)
            if len(changes.changed_ids) < self._policy.page:
                return

    def _apply(self, changes: IndexChanges) -> None:
        self._rows.drop(changes.changed_ids)
        self._rows.add(changes.rows)
        self._revision = changes.revision
        self._changes += len(changes.changed_ids)
        if self._snapshots is not None and changes.purged_ids:
            # a memory was purged: no file may hold anything of it
            self._purged_at = changes.revision
            self._kept_changes = -math.inf
            self._snapshots.remove_older(changes.revision)

    def _snapshot_worth_writing(self) -> Snapshot | None:
        rows, drift = len(self._rows), self._changes - self._kept_changes
        if rows < self._policy.snapshot_rows or drift < self._policy.snapshot_drift * rows:
            return None
        packed = self._rows.packed()
        return None if packed is None else Snapshot(self._revision, packed)

    def _read(self, chunks: Sequence[Key]) -> dict[Key, Vector]:
        return self._source.vectors_of(chunks, self._space)


def _hits(keys: Iterable[Key], cosines: Mapping[Key, float], known: Mapping[Key, WordScore]) -> tuple[Hit, ...]:
    scored = ((key, known.get(key, _SILENT)) for key in keys)
    return tuple(
        Hit(memory_id=key[0], chunk=key[1], cosine=cosines.get(key), words=score.words, coverage=score.coverage)
        for key, score in scored
    )
