"""What the engine asks of an index: candidates with their scores on both legs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.domain.vocabulary import Tier
from mcp_memory.engine.ports.embedder import Vector


@dataclass(frozen=True, slots=True)
class Hit:
    """One chunk of one memory that a leg brought up, scored on both legs.

    `cosine` is None where the chunk has no vector in the asked space yet. `words` is BM25 (higher is better) and
    `coverage` the share, 0..1, of the question's information (idf mass) that the chunk's words cover; both are 0
    where no word hit.
    """

    memory_id: str
    chunk: int
    cosine: float | None
    words: float
    coverage: float


@dataclass(frozen=True, slots=True)
class Hits:
    """The two scored lists, each best first. A chunk may stand in both, with the same scores."""

    by_vector: tuple[Hit, ...]
    by_words: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class WordScore:
    """BM25 (higher is better) and idf coverage (0..1) of one chunk for given terms."""

    words: float
    coverage: float


class WordIndex(Protocol):
    """The words leg. It lives in the records, in the same transaction as the text (SPEC 9)."""

    def search_words(self, terms: Sequence[str], within: Filter, limit: int) -> dict[tuple[str, int], WordScore]:
        """The best `limit` chunks (memory id, chunk number) by BM25. Terms are those of `text.tokens`.

        Terms in more than 10 % of the chunks are left out while rarer ones remain. Never raises for any terms.
        """

    def score_words(self, terms: Sequence[str], chunks: Sequence[tuple[str, int]]) -> dict[tuple[str, int], WordScore]:
        """The same scores for given chunks; those without a hit are left out."""


@dataclass(frozen=True, slots=True)
class IndexRow:
    """One chunk as the vector leg needs it: what it can be filtered by, and its vector if there is one."""

    memory_id: str
    chunk: int
    vector: Vector | None
    user: str
    project: str
    layer: str
    status: str
    event_type: str
    session: str
    occurred_at: float
    tags: tuple[str, ...]
    tier: str = Tier.HOT


@dataclass(frozen=True, slots=True)
class IndexChanges:
    """What changed after a revision: chunks of changed memories, and ids whose chunks are to be dropped first.

    It is all there is up to `revision`. `purged_ids` are those of the changed ones that are gone for good. `newest` is
    the revision of the source then.
    """

    revision: int
    changed_ids: tuple[str, ...]
    rows: tuple[IndexRow, ...]
    purged_ids: tuple[str, ...] = ()
    newest: int = 0


class IndexSource(Protocol):
    """Where a derived index learns of changes, its own process's and others'."""

    def data_version(self) -> int:
        """A number that moves when any connection, of any process, has committed. Costs microseconds."""

    def changes_after(
        self, revision: int, space: str, limit: int, *, without: frozenset[Tier] = frozenset(), fresh_to: int = 0
    ) -> IndexChanges:
        """What changed after `revision`, with vectors of that space. Purged memories have no rows.

        The oldest changes: whole transactions, until they concern `limit` memories or more. Fewer than `limit`
        changed ids are all there are. Memories of the tiers `without` have no rows. They are not
        named to whoever begins at 0, nor those that changed up to `fresh_to` to whoever began there when that was the
        newest revision.
        """

    def vectors_of(self, chunks: Sequence[tuple[str, int]], space: str) -> dict[tuple[str, int], Vector]:
        """The vectors of chunks (memory id, chunk number) in that space; those without one are left out."""

    def cold_chunks(self) -> int:
        """How many chunks the cold memories of all users have."""


class Index(Protocol):
    """Finds candidates. What was acknowledged, by any process, is seen by the next search.

    The tiers of a filter bind the vectors' leg only. Cold memories need not be held in memory.
    """

    def search(self, terms: Sequence[str], vector: Vector | None, within: Filter, limit: int) -> Hits:
        """Up to `limit` chunks by each leg, every one scored on both. Without a vector only words answer."""

    def rebuild(self) -> int:
        """Forget what was derived and derive it again; returns the number of rows."""

    def size(self) -> int:
        """Rows that can be found by vectors, after catching up with the source; cold ones among them."""

    def save(self) -> bool:
        """Keep what was derived for a quick start, if there is much of it; cheap to ask. Whether it was written."""
