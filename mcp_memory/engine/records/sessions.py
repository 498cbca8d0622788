"""The port `Sessions` on one SQLite file: working memory, and the queue of what is to be encoded."""

import contextlib
from collections.abc import Iterator, Sequence
from datetime import datetime

from mcp_memory.engine.domain.answers import QueueState
from mcp_memory.engine.domain.errors import Unavailable
from mcp_memory.engine.domain.policies import EncodingPolicy
from mcp_memory.engine.domain.sessions import Session, Turn
from mcp_memory.engine.ports.sessions import EncodingTask
from mcp_memory.engine.records import encoding_queue, recalls, session_reads
from mcp_memory.engine.records.codec import to_micros
from mcp_memory.engine.records.connections import TOUCH_PATIENCE_SECONDS, OnOneFile
from mcp_memory.engine.records.writes import SqliteTransaction


class SqliteSessions(OnOneFile):
    """Opens snapshots and hands them to the modules beside it."""

    @contextlib.contextmanager
    def sitting(self) -> Iterator[SqliteTransaction]:
        """Begin a write to sessions and memories; committed when the block ends, rolled back when it raises."""
        with self._connections.writing() as connection:
            yield SqliteTransaction(connection)

    def session(self, user: str, session: str) -> Session | None:
        """One session, open or ended. Raises `StoreFailed` when its row is damaged."""
        with self._connections.reading() as connection:
            return session_reads.one(connection, user, session)

    def sessions(self, user: str, limit: int = 50) -> tuple[Session, ...]:
        """The user's sessions, latest activity first; damaged rows are left out, here and in every list."""
        with self._connections.reading() as connection:
            return session_reads.latest(connection, user, limit)

    def same_goal(self, user: str, project: str, goal: str, since: datetime) -> Session | None:
        """The latest session with this goal (normalised) that was active since then; none for an empty goal."""
        with self._connections.reading() as connection:
            return session_reads.with_goal(connection, user, project, goal, since)

    def scene_of(self, user: str, session: str) -> str:
        """The scene noted for a session, else the session's own id."""
        with self._connections.reading() as connection:
            return session_reads.scene(connection, user, session)

    def turns(self, user: str, session: str, first: int = 1, last: int | None = None) -> tuple[Turn, ...]:
        """Turns of a range, in order, also archived ones."""
        with self._connections.reading() as connection:
            return session_reads.said(connection, user, session, first, last)

    def unencoded(self, user: str, session: str, first: int, last: int) -> tuple[Turn, ...]:
        """Turns of a range that no encoding has taken yet; archived ones count as taken."""
        with self._connections.reading() as connection:
            return session_reads.unencoded(connection, user, session, first, last)

    def idle(self, before: datetime, limit: int = 100) -> tuple[Session, ...]:
        """Open sessions of all users without activity since then that have turns beyond their watermark."""
        with self._connections.reading() as connection:
            return session_reads.idle(connection, before, limit)

    def finished(self, limit: int = 100) -> tuple[Session, ...]:
        """Ended sessions whose turns still lie in working memory and wait for no encoding."""
        with self._connections.reading() as connection:
            return session_reads.finished(connection, limit)

    def note_recalled(self, user: str, session: str, memory_ids: Sequence[str], at: datetime) -> None:
        """Note that these were shown, unless the file is busy or refuses: an answer must not fail over it."""
        with (
            contextlib.suppress(Unavailable),
            self._connections.writing(patience_seconds=TOUCH_PATIENCE_SECONDS) as connection,
        ):
            recalls.note_shown(connection, (user, session), memory_ids, to_micros(at))

    def recalled_in(self, user: str, session: str) -> tuple[str, ...]:
        """Ids of the memories shown in this session, latest last."""
        with self._connections.reading() as connection:
            return session_reads.recalled_in(connection, user, session)

    def claim_encoding(self, now: datetime, policy: EncodingPolicy) -> EncodingTask | None:
        """Lease the first waiting task; asks for the write lock only when there is something to lease."""
        with self._connections.reading() as connection:
            if not encoding_queue.has_work(connection, now, policy):
                return None
        with self._connections.writing() as connection:
            return encoding_queue.claim(connection, now, policy)

    def fail_encoding(self, task: EncodingTask, reason: str, now: datetime, policy: EncodingPolicy) -> None:
        """Back off, or park with the reason after `policy.max_attempts`."""
        with self._connections.writing() as connection:
            encoding_queue.fail(connection, task, reason, now, policy)

    def encoding_state(self) -> QueueState:
        """How many tasks wait, how many are parked, and why."""
        with self._connections.reading() as connection:
            return encoding_queue.state(connection)
