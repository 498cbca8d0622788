"""The records in one SQLite file: the ports of memories, sessions, candidates, words, queues, leases, feeds, the vault.

It opens snapshots and transactions and hands them to the modules beside it; it holds no statement of its own.
"""

import contextlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from mcp_memory.engine.domain.answers import Finding, QueueState
from mcp_memory.engine.domain.errors import StoreFailed, Unavailable
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Dossier, Link, Memory, Principal
from mcp_memory.engine.domain.policies import EmbeddingPolicy, StorePolicy
from mcp_memory.engine.domain.vocabulary import LinkKind, Tier
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.feeds import Feed
from mcp_memory.engine.ports.index import IndexChanges, WordScore
from mcp_memory.engine.ports.jobs import JobRun
from mcp_memory.engine.ports.records import EmbeddingTask, StoreFacts
from mcp_memory.engine.ports.vault import Reveal, Sealed
from mcp_memory.engine.records import (
    changes,
    checks,
    embedding_queue,
    erasure,
    fading,
    feeds,
    jobs,
    leases,
    reads,
    recalls,
    reviews,
    sealed,
    words,
)
from mcp_memory.engine.records.candidate_book import SqliteCandidates
from mcp_memory.engine.records.codec import from_micros, to_micros
from mcp_memory.engine.records.connections import TOUCH_PATIENCE_SECONDS, Connections
from mcp_memory.engine.records.faded import SqliteFading
from mcp_memory.engine.records.merges import SqliteMerges
from mcp_memory.engine.records.migrate import migrate, version_of
from mcp_memory.engine.records.revisions import advance_revision
from mcp_memory.engine.records.sessions import SqliteSessions
from mcp_memory.engine.records.upkeep import SqliteUpkeep
from mcp_memory.engine.records.word_counts import WordCounts
from mcp_memory.engine.records.writes import SqliteTransaction

FILE_NAME = "memory.db"
"""The one file of the records, inside the data folder."""


def open_records(folder: Path, policy: StorePolicy) -> "SqliteRecords":
    """Open, create or migrate the records of a data folder.

    Raises `StoreNewer` for a file of a newer program, `StoreFailed` when folder or file cannot be used, `StoreBusy`
    when a needed migration does not get its turn.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / FILE_NAME).touch(mode=0o600, exist_ok=True)
    except OSError as trouble:
        raise StoreFailed(f"{folder} cannot be used: {trouble.strerror}") from trouble
    connections = Connections(folder / FILE_NAME, policy)
    try:
        migrate(connections)
    except Unavailable:
        connections.close()
        raise
    erasure.scrub(connections, patience_seconds=0.0)
    return SqliteRecords(connections)


class SqliteRecords(SqliteSessions, SqliteCandidates, SqliteUpkeep, SqliteFading, SqliteMerges):
    """Safe from every thread and beside any number of other processes on the same folder."""

    def __init__(self, connections: Connections) -> None:
        super().__init__(connections)
        self._word_counts = WordCounts()

    # Records

    @contextlib.contextmanager
    def writing(self) -> Iterator[SqliteTransaction]:
        """Begin a write; it is committed when the block ends, rolled back when it raises."""
        with self._connections.writing() as connection:
            yield SqliteTransaction(connection)

    def get(self, memory_id: str) -> Memory | None:
        """One memory by its whole id. Raises `StoreFailed` when its row is damaged."""
        with self._connections.reading() as connection:
            return reads.one(connection, memory_id)

    def get_many(self, memory_ids: Sequence[str]) -> dict[str, Memory]:
        """Memories by whole id; unknown ids and damaged rows are left out."""
        with self._connections.reading() as connection:
            return reads.several(connection, memory_ids)

    def ids_with_prefix(self, prefix: str, limit: int = 3) -> tuple[str, ...]:
        """Ids that begin with a prefix."""
        with self._connections.reading() as connection:
            return reads.beginning_with(connection, prefix, limit)

    def chunk_texts(self, chunks: Sequence[tuple[str, int]]) -> dict[tuple[str, int], str]:
        """The text of chunks (memory id, chunk number); unknown ones are left out."""
        with self._connections.reading() as connection:
            return reads.chunk_texts(connection, chunks)

    def dossier(self, memory_id: str) -> Dossier | None:
        """One memory with history, links and observations."""
        with self._connections.reading() as connection:
            return reads.dossier(connection, memory_id)

    def listing(self, within: Filter, *, limit: int, offset: int = 0) -> tuple[Memory, ...]:
        """Memories in a filter, newest event first, ties by id."""
        with self._connections.reading() as connection:
            return reads.listing(connection, within, limit, offset)

    def count(self, within: Filter, most: int | None = None) -> int:
        """How many memories a filter admits; with `most`, that many at most."""
        with self._connections.reading() as connection:
            return reads.count(connection, within, most)

    def derived_from(self, memory_ids: Sequence[str]) -> tuple[str, ...]:
        """Ids of memories that were derived from any of these, directly."""
        with self._connections.reading() as connection:
            return reads.derived_from(connection, memory_ids)

    def waiting(self, reach: Reach, *, limit: int, offset: int = 0) -> tuple[Memory, ...]:
        """What waits for a person, the longest unchanged first."""
        with self._connections.reading() as connection:
            return reviews.waiting(connection, reach, limit, offset)

    def waiting_count(self, reach: Reach, project: str = "") -> int:
        """How many memories wait for a person."""
        with self._connections.reading() as connection:
            return reviews.count(connection, reach, project)

    def linked(self, memory_ids: Sequence[str], kind: LinkKind) -> tuple[Link, ...]:
        """Links of one kind that begin or end at any of these."""
        with self._connections.reading() as connection:
            return reviews.linked(connection, memory_ids, kind)

    def revision(self) -> int:
        """The number that grows with every write of any process."""
        with self._connections.reading() as connection:
            return reads.revision(connection)

    def chunk_count(self) -> int:
        """How many chunks the memories of all users are split into."""
        with self._connections.reading() as connection:
            return reads.chunk_count(connection)

    def observation_count(self, memory_id: str) -> int:
        """How many scenes a memory was seen in."""
        with self._connections.reading() as connection:
            return reads.observation_count(connection, memory_id)

    def projects(self, user: str) -> tuple[str, ...]:
        """The user's projects, by name."""
        with self._connections.reading() as connection:
            return reads.projects(connection, user)

    def tags(self, within: Filter) -> tuple[str, ...]:
        """The tags of the memories that a filter admits, by name."""
        with self._connections.reading() as connection:
            return reads.tags(connection, within)

    def aliases(self, user: str, terms: Sequence[str]) -> tuple[str, ...]:
        """Other names of these terms, as active memories have defined them."""
        with self._connections.reading() as connection:
            return reads.other_names(connection, user, terms)

    def touch(self, memory_ids: Sequence[str], at: datetime) -> None:
        """Note that these were recalled, unless the file is busy or refuses: an answer must not fail over it."""
        with (
            contextlib.suppress(Unavailable),
            self._connections.writing(patience_seconds=TOUCH_PATIENCE_SECONDS) as connection,
        ):
            recalls.note(connection, memory_ids, to_micros(at))
            fading.heat(connection, memory_ids)

    def after_purge(self, *, patience_seconds: float = TOUCH_PATIENCE_SECONDS) -> bool:
        """Leave no byte behind of what was purged; false while others are in the way."""
        return erasure.scrub(self._connections, patience_seconds)

    def facts(self, user: str) -> StoreFacts:
        """Counts of one user, and the store's own numbers."""
        with self._connections.reading() as connection:
            last_stored_at = reads.last_stored_at(connection, user)
            return StoreFacts(
                counts=reads.counts(connection, Reach(user=user, sessions=None)),
                revision=reads.revision(connection),
                schema_version=version_of(connection),
                folder=str(self._connections.file.parent),
                size_bytes=self._connections.size_bytes(),
                last_stored_at=None if last_stored_at is None else from_micros(last_stored_at),
            )

    def check(self) -> tuple[Finding, ...]:
        """Integrity of the file, words and chunks against the memories, unreadable rows by id."""
        return checks.run_all(self._connections)

    def close(self) -> None:
        """Let go of every connection."""
        self._connections.close()

    # WordIndex

    def search_words(self, terms: Sequence[str], within: Filter, limit: int) -> dict[tuple[str, int], WordScore]:
        """The best `limit` chunks by BM25, best first."""
        with self._connections.reading() as connection:
            return words.search(connection, self._word_counts, terms, within, limit)

    def score_words(self, terms: Sequence[str], chunks: Sequence[tuple[str, int]]) -> dict[tuple[str, int], WordScore]:
        """The same scores for given chunks; those without a hit are left out."""
        with self._connections.reading() as connection:
            return words.score(connection, self._word_counts, terms, chunks)

    # IndexSource

    def data_version(self) -> int:
        """A number that moves when any connection, of any process, has committed."""
        return self._connections.data_version()

    def changes_after(
        self, revision: int, space: str, limit: int, *, without: frozenset[Tier] = frozenset(), fresh_to: int = 0
    ) -> IndexChanges:
        """The oldest changes after `revision`, of about `limit` memories."""
        with self._connections.reading() as connection:
            return changes.after(connection, revision, changes.Wanted(space, limit, without, fresh_to))

    def vectors_of(self, chunks: Sequence[tuple[str, int]], space: str) -> dict[tuple[str, int], Vector]:
        """The vectors of chunks; those without one are left out."""
        with self._connections.reading() as connection:
            return changes.vectors_of(connection, chunks, space)

    def cold_chunks(self) -> int:
        """How many chunks cold memories have."""
        with self._connections.reading() as connection:
            return changes.cold_chunks(connection)

    # Leases

    def acquire(self, name: str, holder: str, now: datetime, seconds: float) -> bool:
        """Take or prolong a lease; asks for the write lock only when it may be had and does not last."""
        with self._connections.reading() as connection:
            standing = leases.standing(connection, name, holder, now, seconds)
        if standing is not None:
            return standing
        with self._connections.writing() as connection:
            return leases.take(connection, name, holder, now, seconds)

    def release(self, name: str, holder: str) -> None:
        """Give a lease back early, unless the file is busy: it runs out by itself."""
        with (
            contextlib.suppress(Unavailable),
            self._connections.writing(patience_seconds=TOUCH_PATIENCE_SECONDS) as connection,
        ):
            leases.give_back(connection, name, holder)

    # JobBook

    def job_runs(self) -> tuple[JobRun, ...]:
        """The last run of each job that ever ran, by name."""
        with self._connections.reading() as connection:
            return jobs.last_runs(connection)

    def note_job(self, run: JobRun) -> None:
        """Write down a run, in the place of the job's last one."""
        with self._connections.writing() as connection:
            jobs.note(connection, run)

    # FeedBook

    def feeds(self) -> tuple[Feed, ...]:
        """How far collections elsewhere have followed, by vector space."""
        with self._connections.reading() as connection:
            return feeds.all_feeds(connection)

    def move_feed(self, before: Feed | None, after: Feed | None) -> bool:
        """Put `after` in the place of `before`; false when another was faster."""
        with self._connections.writing() as connection:
            return feeds.move(connection, before, after)

    # SealedBook

    def sealed_number(self, user: str, kind: str, mark: bytes) -> int | None:
        """The number a sealed value has, None when it is not there."""
        with self._connections.reading() as connection:
            return sealed.number_of(connection, user, kind, mark)

    def seal(self, value: Sealed) -> int:
        """Add a sealed value, and return its number. Raises `VaultLocked` beside values of another key."""
        with self._connections.writing() as connection:
            return sealed.add(connection, value)

    def hold_sealed(self, number: int, value: Sealed) -> None:
        """Put a sealed value back under its number, if it is gone and a memory mentions it."""
        with self._connections.writing() as connection:
            sealed.put_back(connection, number, value)

    def sealed(self, user: str, kind: str, number: int) -> Sealed | None:
        """A sealed value by its number."""
        with self._connections.reading() as connection:
            return sealed.one(connection, user, kind, number)

    def sealing_keys(self) -> tuple[str, ...]:
        """The names of the keys that sealed what is there."""
        with self._connections.reading() as connection:
            return sealed.keys(connection)

    def note_reveals(self, who: Principal, placeholders: Sequence[str], at: datetime) -> None:
        """Write down who is given which values."""
        with self._connections.writing() as connection:
            sealed.note_reveals(connection, who, placeholders, to_micros(at))

    def reveals(self, user: str, limit: int) -> tuple[Reveal, ...]:
        """Who was given which of the user's values, latest first."""
        with self._connections.reading() as connection:
            return sealed.noted_reveals(connection, user, limit)

    # EmbeddingQueue

    def claim(self, space: str, now: datetime, policy: EmbeddingPolicy) -> tuple[EmbeddingTask, ...]:
        """Lease up to `policy.batch` chunks; asks for the write lock only when there is something to lease."""
        with self._connections.reading() as connection:
            if not embedding_queue.has_work(connection, space, now, policy):
                return ()
        with self._connections.writing() as connection:
            return embedding_queue.lease(connection, space, now, policy)

    def fulfil(self, space: str, vectors: Sequence[tuple[EmbeddingTask, Vector]]) -> int:
        """Store vectors whose text is still the same; returns how many were. Moves the revision."""
        with self._connections.writing() as connection:
            keys = embedding_queue.keys_of(connection, (task for task, _ in vectors))
            chosen = [(keys[task], task, vector) for task, vector in vectors if task in keys]
            if chosen:
                embedding_queue.store(connection, space, chosen, advance_revision(connection))
            return len(chosen)

    def fail(
        self, space: str, tasks: Sequence[EmbeddingTask], reason: str, now: datetime, policy: EmbeddingPolicy
    ) -> None:
        """Back off, or park after `policy.max_attempts`."""
        with self._connections.writing() as connection:
            keys = tuple(embedding_queue.keys_of(connection, tasks).values())
            embedding_queue.fail(connection, embedding_queue.Failed(space, keys, reason), now, policy)

    def state(self, space: str) -> QueueState:
        """How much waits and how much is parked, and why."""
        with self._connections.reading() as connection:
            return embedding_queue.state(connection, space)
