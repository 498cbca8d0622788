"""What the engine asks of the records: the truth, in transactions."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from mcp_memory.engine.domain.answers import Finding, QueueState
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Change, Dossier, Link, Memory, Observation, Scope
from mcp_memory.engine.domain.policies import EmbeddingPolicy
from mcp_memory.engine.domain.vocabulary import Layer, LinkKind, Status
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.fading import Fading
from mcp_memory.engine.ports.merging import Merges
from mcp_memory.engine.ports.upkeep import Upkeep


@dataclass(frozen=True, slots=True)
class EmbeddingTask:
    """One chunk that waits for its vector. `content_hash` binds the vector to the text it was made from."""

    memory_id: str
    chunk: int
    text: str
    content_hash: str


@dataclass(frozen=True, slots=True)
class StoreFacts:
    """The data folder in numbers."""

    counts: dict[tuple[Layer, Status], int]
    revision: int
    schema_version: int
    folder: str
    size_bytes: int
    last_stored_at: datetime | None


class Transaction(Protocol):
    """One short write: all of it or nothing, visible to every process once it ends without an error."""

    def get(self, memory_id: str) -> Memory | None:
        """The memory as it stands inside this transaction."""

    def dossier(self, memory_id: str) -> Dossier | None:
        """The memory with its history, links and observations, as they stand inside this transaction."""

    def twins(self, scope: Scope, key: str) -> tuple[Memory, ...]:
        """Memories of the same user, project and duplicate key (`text.normalise.duplicate_key`), any status."""

    def put(self, change: Change) -> None:
        """Write `change.after` and its history entry; words, chunks and the embedding queue follow the content."""

    def adopt(self, whole: Dossier) -> bool:
        """Write a memory with history and observations just as given; false, and nothing done, when its id is there."""

    def observe(self, observation: Observation) -> bool:
        """Add an observation; false when that scene had been seen already."""

    def link(self, link: Link) -> None:
        """Add a link; the same link twice is one."""

    def links_from(self, memory_id: str, kind: LinkKind) -> tuple[str, ...]:
        """Ids of what the memory is linked to by links of this kind that begin at it."""

    def purge(self, memory_ids: Sequence[str]) -> None:
        """Erase these memories and all that holds their text; a tombstone of the bare id remains."""


class Records(Upkeep, Fading, Merges, Protocol):
    """Reads are one consistent snapshot each. Writes wait their turn, then raise `StoreBusy`; never half done."""

    def writing(self) -> AbstractContextManager[Transaction]:
        """Begin a write; it is committed when the block ends, rolled back when it raises."""

    def get(self, memory_id: str) -> Memory | None:
        """One memory by its whole id."""

    def get_many(self, memory_ids: Sequence[str]) -> dict[str, Memory]:
        """Memories by whole id; unknown ids are left out."""

    def ids_with_prefix(self, prefix: str, limit: int = 3) -> tuple[str, ...]:
        """Ids that begin with a prefix."""

    def chunk_texts(self, chunks: Sequence[tuple[str, int]]) -> dict[tuple[str, int], str]:
        """The text of chunks (memory id, chunk number); unknown ones are left out."""

    def dossier(self, memory_id: str) -> Dossier | None:
        """One memory with history, links and observations."""

    def listing(self, within: Filter, *, limit: int, offset: int = 0) -> tuple[Memory, ...]:
        """Memories in a filter, newest event first, ties by id."""

    def count(self, within: Filter, most: int | None = None) -> int:
        """How many memories a filter admits; with `most`, that many at most, so that asking stays cheap."""

    def derived_from(self, memory_ids: Sequence[str]) -> tuple[str, ...]:
        """Ids of memories that were derived from any of these, directly."""

    def waiting(self, reach: Reach, *, limit: int, offset: int = 0) -> tuple[Memory, ...]:
        """What waits for a person: pending, or active with one of `WAITING_MARKS`; the longest unchanged first."""

    def linked(self, memory_ids: Sequence[str], kind: LinkKind) -> tuple[Link, ...]:
        """Links of one kind that begin or end at any of these."""

    def revision(self) -> int:
        """The number that grows with every write of any process."""

    def chunk_count(self) -> int:
        """How many chunks the memories of all users are split into."""

    def observation_count(self, memory_id: str) -> int:
        """How many scenes a memory was seen in."""

    def projects(self, user: str) -> tuple[str, ...]:
        """The user's projects, by name."""

    def tags(self, within: Filter) -> tuple[str, ...]:
        """The tags of the memories that a filter admits, by name."""

    def aliases(self, user: str, terms: Sequence[str]) -> tuple[str, ...]:
        """Other names of these terms, as memories have defined them ("K8s (Kubernetes)")."""

    def touch(self, memory_ids: Sequence[str], at: datetime) -> None:
        """Note that these were recalled. Moves no version, and the revision only where one of them had cooled."""

    def after_purge(self, *, patience_seconds: float = 1.0) -> bool:
        """Leave no byte behind of what any process has purged; false while others are in the way.

        Then it has to be called again, at a time when they are not. Costs one read when nothing is left to do.
        """

    def facts(self, user: str) -> StoreFacts:
        """Counts of one user, and the store's own numbers."""

    def check(self) -> tuple[Finding, ...]:
        """Integrity of the file, words and chunks against the memories, unreadable rows by id."""

    def close(self) -> None:
        """Let go of every connection."""


class EmbeddingQueue(Protocol):
    """The durable queue of chunks without a vector in the asked space. At least once, idempotent."""

    def claim(self, space: str, now: datetime, policy: EmbeddingPolicy) -> tuple[EmbeddingTask, ...]:
        """Lease up to `policy.batch` waiting chunks that lack a vector in this space; others' leases are respected."""

    def fulfil(self, space: str, vectors: Sequence[tuple[EmbeddingTask, Vector]]) -> int:
        """Store vectors whose text is still the same; returns how many were. Moves the revision."""

    def fail(
        self, space: str, tasks: Sequence[EmbeddingTask], reason: str, now: datetime, policy: EmbeddingPolicy
    ) -> None:
        """Back off, or park after `policy.max_attempts`."""

    def state(self, space: str) -> QueueState:
        """How much waits and how much is parked, and why."""
