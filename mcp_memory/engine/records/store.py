"""The records in one SQLite file: the ports of memories, sessions, candidates, words, queues, leases, feeds, the vault.

Nearly every method is one function of the modules beside it, in a snapshot or a transaction of its own; only what needs
more than that is written out here. It holds no statement of its own.
"""

import contextlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from mcp_memory.engine.domain.answers import Finding
from mcp_memory.engine.domain.errors import StoreFailed, Unavailable
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Dossier, Link
from mcp_memory.engine.domain.policies import EmbeddingPolicy, EncodingPolicy, StorePolicy
from mcp_memory.engine.domain.stats import Stats
from mcp_memory.engine.domain.upkeep import Backup
from mcp_memory.engine.domain.vocabulary import Tier
from mcp_memory.engine.ports.embedder import ModelCard
from mcp_memory.engine.ports.index import IndexChanges, WordScore
from mcp_memory.engine.ports.records import EmbeddingTask, StoreFacts
from mcp_memory.engine.ports.sessions import EncodingTask
from mcp_memory.engine.ports.upkeep import Order, Unreadable
from mcp_memory.engine.records import candidates as candidate_rows
from mcp_memory.engine.records import (
    changes,
    checks,
    copies,
    embedding_queue,
    encoding_queue,
    erasure,
    fading,
    jobs,
    leases,
    merges,
    quarantine,
    reads,
    recalls,
    reviews,
    rotation,
    session_reads,
    strays,
    traces,
    wholes,
    words,
)
from mcp_memory.engine.records import feeds as feed_rows
from mcp_memory.engine.records import sealed as sealed_rows
from mcp_memory.engine.records import stats as numbers
from mcp_memory.engine.records.codec import from_micros
from mcp_memory.engine.records.connections import (
    TOUCH_PATIENCE_SECONDS,
    Connections,
    OnOneFile,
    in_passing,
    in_snapshot,
    in_transaction,
)
from mcp_memory.engine.records.migrate import migrate, version_of
from mcp_memory.engine.records.repair import Repair
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


class SqliteRecords(OnOneFile):
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

    sitting = consolidating = writing

    get = in_snapshot(reads.one)
    get_many = in_snapshot(reads.several)
    ids_with_prefix = in_snapshot(reads.beginning_with)
    chunk_texts = in_snapshot(reads.chunk_texts)
    dossier = in_snapshot(reads.dossier)
    listing = in_snapshot(reads.listing)
    count = in_snapshot(reads.count)
    derived_from = in_snapshot(reads.derived_from)
    waiting = in_snapshot(reviews.waiting)
    linked = in_snapshot(reviews.linked)
    revision = in_snapshot(reads.revision)
    chunk_count = in_snapshot(reads.chunk_count)
    observation_count = in_snapshot(reads.observation_count)
    projects = in_snapshot(reads.projects)
    tags = in_snapshot(reads.tags)
    aliases = in_snapshot(reads.other_names)
    touch = in_passing(fading.touch)

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

    # Sessions

    session = in_snapshot(session_reads.one)
    sessions = in_snapshot(session_reads.latest)
    same_goal = in_snapshot(session_reads.with_goal)
    scene_of = in_snapshot(session_reads.scene)
    turns = in_snapshot(session_reads.said)
    unencoded = in_snapshot(session_reads.unencoded)
    idle = in_snapshot(session_reads.idle)
    finished = in_snapshot(session_reads.finished)
    note_recalled = in_passing(recalls.note_shown)
    recalled_in = in_snapshot(session_reads.recalled_in)
    fail_encoding = in_transaction(encoding_queue.fail)
    encoding_state = in_snapshot(encoding_queue.state)

    def claim_encoding(self, now: datetime, policy: EncodingPolicy) -> EncodingTask | None:
        """Lease the first waiting task; asks for the write lock only when there is something to lease."""
        with self._connections.reading() as connection:
            if not encoding_queue.has_work(connection, now, policy):
                return None
        with self._connections.writing() as connection:
            return encoding_queue.claim(connection, now, policy)

    # CandidateBook

    watermark = in_snapshot(candidate_rows.watermark)
    unconsolidated = in_snapshot(candidate_rows.changed_after)
    unconsolidated_episodes = in_snapshot(candidate_rows.count_changed)
    observations_of = in_snapshot(reads.observations_of)
    candidates = in_snapshot(candidate_rows.of_user)
    candidates_on = in_snapshot(candidate_rows.on)

    # Upkeep

    knows = in_snapshot(reads.knows)
    has_damage = in_snapshot(quarantine.has_damage)
    quarantined = in_snapshot(quarantine.held)

    def whole(self, reach: Reach, order: Order) -> Iterator[Dossier | Link | Unreadable]:
        """One snapshot of all that is within reach; it ends when the last part is taken, or with the iterator."""
        with self._connections.reading() as connection:
            yield from wholes.every(connection, reach, order)

    def back_up(self, at: datetime, to: Path | None = None) -> Backup:
        """Copy the records into the folder of backups or to a new file of that name."""
        return copies.back_up(self._connections.file, at, to)

    def backups(self) -> tuple[Backup, ...]:
        """The copies that are there, newest first."""
        return copies.backups(self._backups)

    def copies_of(self, memory_ids: Sequence[str], texts: Sequence[str] = ()) -> tuple[str, ...]:
        """Paths of copies that hold one of these memories, or what sessions said of it, or that cannot be read.

        Files that somebody laid into the data folder are among them when they hold one of the ids or `texts`.
        """
        with self._connections.reading() as connection:
            erased = traces.erased_by_purges_of(connection, memory_ids)
        made = copies.copies_of(self._backups, memory_ids, erased)
        laid = strays.holding(self._connections.file, self._backups, memory_ids, texts)
        return (*made, *(path for path in laid if path not in made))

    def back_up_routinely(self, at: datetime) -> Backup | None:
        """Copy the records into the folder of backups, unless nothing has changed since the newest routine copy."""
        return rotation.back_up_routinely(self._connections.file, at)

    def is_backup_due(self) -> bool:
        """Whether anything has changed since the newest routine copy."""
        return rotation.is_due(self._connections.file)

    def routine_backups(self) -> tuple[str, ...]:
        """Paths of the copies that were made routinely, newest first."""
        return tuple(map(str, rotation.made_routinely(self._backups)))

    def drop_routine_backups(self, keep: int) -> tuple[str, ...]:
        """Remove all but the newest `keep` routine copies."""
        return rotation.drop_routine(self._backups, keep)

    def repair(self, card: ModelCard, now: datetime) -> tuple[Finding, ...]:
        """Set damaged rows aside, derive anew what follows from the memories, give vectors another chance."""
        return Repair(self._connections, card, now).run()

    @property
    def _backups(self) -> Path:
        return self._connections.file.parent / copies.BACKUPS

    # Fading and Merges

    misplaced = in_snapshot(fading.misplaced)
    move = in_transaction(fading.move)
    stale = in_snapshot(fading.stale)
    outlived = in_snapshot(fading.outlived)
    forgotten_sights = in_snapshot(fading.sights)
    tiers = in_snapshot(fading.tiers)
    encoded_by_itself = in_snapshot(numbers.encoded)
    nth_encoded = in_snapshot(numbers.nth_encoded)
    near_duplicates = in_snapshot(merges.near_duplicates)
    unfinished_merges = in_snapshot(merges.unfinished)

    def forget_sights(self, before: datetime) -> int:
        """Drop what sessions were shown before then; asks for the write lock only when there is any."""
        if not self.forgotten_sights(before):
            return 0
        with self._connections.writing() as connection:
            return fading.forget_sights(connection, before)

    def stats(self, reach: Reach, now: datetime) -> Stats:
        """The memories within reach in numbers."""
        size_bytes = self._connections.size_bytes()
        with self._connections.reading() as connection:
            return numbers.gather(connection, reach, now, size_bytes)

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

    vectors_of = in_snapshot(changes.vectors_of)
    cold_chunks = in_snapshot(changes.cold_chunks)

    def data_version(self) -> int:
        """A number that moves when any connection, of any process, has committed."""
        return self._connections.data_version()

    def changes_after(
        self, revision: int, space: str, limit: int, *, without: frozenset[Tier] = frozenset(), fresh_to: int = 0
    ) -> IndexChanges:
        """The oldest changes after `revision`, of about `limit` memories."""
        with self._connections.reading() as connection:
            return changes.after(connection, revision, changes.Wanted(space, limit, without, fresh_to))

    # Leases

    release = in_passing(leases.give_back)

    def acquire(self, name: str, holder: str, now: datetime, seconds: float) -> bool:
        """Take or prolong a lease; asks for the write lock only when it may be had and does not last."""
        with self._connections.reading() as connection:
            standing = leases.standing(connection, name, holder, now, seconds)
        if standing is not None:
            return standing
        with self._connections.writing() as connection:
            return leases.take(connection, name, holder, now, seconds)

    # JobBook and FeedBook

    job_runs = in_snapshot(jobs.last_runs)
    note_job = in_transaction(jobs.note)
    feeds = in_snapshot(feed_rows.all_feeds)
    move_feed = in_transaction(feed_rows.move)

    # SealedBook

    sealed_number = in_snapshot(sealed_rows.number_of)
    seal = in_transaction(sealed_rows.add)
    hold_sealed = in_transaction(sealed_rows.put_back)
    sealed = in_snapshot(sealed_rows.one)
    sealing_keys = in_snapshot(sealed_rows.keys)
    note_reveals = in_transaction(sealed_rows.note_reveals)
    reveals = in_snapshot(sealed_rows.noted_reveals)

    # EmbeddingQueue

    fulfil = in_transaction(embedding_queue.fulfil)
    fail = in_transaction(embedding_queue.fail)
    state = in_snapshot(embedding_queue.state)

    def claim(self, space: str, now: datetime, policy: EmbeddingPolicy) -> tuple[EmbeddingTask, ...]:
        """Lease up to `policy.batch` chunks; asks for the write lock only when there is something to lease."""
        with self._connections.reading() as connection:
            if not embedding_queue.has_work(connection, space, now, policy):
                return ()
        with self._connections.writing() as connection:
            return embedding_queue.lease(connection, space, now, policy)
