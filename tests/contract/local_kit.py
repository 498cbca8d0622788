"""The local index in the ways the contract suite runs it: on codes from the first row on, and out of snapshots only."""

import tempfile
import weakref
from collections.abc import Sequence
from pathlib import Path

from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.domain.policies import IndexPolicy
from mcp_memory.engine.index.local import LocalIndex
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import Hits, Index, IndexSource, WordIndex

ALWAYS_CODES = IndexPolicy(
    exact_rows=0, least_candidates=10_000, most_candidates=10_000, refined_share=1.0, snapshot_rows=1,
    snapshot_drift=0.0, page=50, loose_rows=20, cold_snapshot_rows=1,
)  # fmt: skip
"""Codes however few rows there are, and as many candidates as any test has rows: the answers are then exact."""


def on_codes(source: IndexSource, words: WordIndex, space: str) -> Index:
    """An index that never compares all vectors."""
    return LocalIndex(source, words, space, ALWAYS_CODES)


class Reopening:
    """An index that is opened for each question and writes a snapshot after it, as if each were a process."""

    def __init__(self, source: IndexSource, words: WordIndex, space: str, folder: Path) -> None:
        self._source = source
        self._words = words
        self._space = space
        self._folder = folder

    def open(self) -> LocalIndex:
        return LocalIndex(self._source, self._words, self._space, ALWAYS_CODES, self._folder)

    def search(self, terms: Sequence[str], vector: Vector | None, within: Filter, limit: int) -> Hits:
        index = self.open()
        hits = index.search(terms, vector, within, limit)
        index.save()
        return hits

    def rebuild(self) -> int:
        return self.open().rebuild()

    def size(self) -> int:
        return self.open().size()

    def save(self) -> bool:
        return self.open().save()


class ReopeningFactory:
    """Makes one such index for each source, on a folder of its own."""

    def __init__(self) -> None:
        self._folders = tempfile.TemporaryDirectory()
        self._made: weakref.WeakKeyDictionary[IndexSource, Index] = weakref.WeakKeyDictionary()

    def __call__(self, source: IndexSource, words: WordIndex, space: str) -> Index:
        if source not in self._made:
            folder = Path(tempfile.mkdtemp(dir=self._folders.name)) / "index"
            self._made[source] = Reopening(source, words, space, folder)
        return self._made[source]

    def close(self) -> None:
        self._folders.cleanup()
