"""What the engine asks of the store of sessions: working memory that survives everything, and the encoding queue."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import Protocol

from mcp_memory.engine.domain.answers import QueueState
from mcp_memory.engine.domain.policies import EncodingPolicy
from mcp_memory.engine.domain.sessions import Session, Turn
from mcp_memory.engine.ports.records import Transaction


class Priority(IntEnum):
    """What is encoded first; lower goes first, ties by age."""

    KEY_EVENT = 0
    ROUND = 1
    BOUNDARY = 2


@dataclass(frozen=True, slots=True)
class EncodingTask:
    """Turns `first` to `last` of a session, claimed for encoding. `key` and `claim` name the row and this claim."""

    key: int
    claim: str
    user: str
    session: str
    priority: Priority
    first: int
    last: int


class SessionTransaction(Transaction, Protocol):
    """One short write to sessions and memories together."""

    def session(self, user: str, session: str) -> Session | None:
        """The session as it stands inside this transaction; ended ones too."""

    def put_session(self, session: Session) -> None:
        """Write the session; its turns are not touched."""

    def append(self, user: str, session: str, turns: Sequence[Turn]) -> None:
        """Add turns; their numbers follow those that are there."""

    def enqueue(self, session: Session, priority: Priority, first: int, last: int) -> None:
        """Queue turns for encoding; the same range at the same priority waits once."""

    def unencoded(self, user: str, session: str, first: int, last: int) -> tuple[Turn, ...]:
        """The turns of a range that no encoding has taken yet."""

    def note_encoded(self, user: str, session: str, turns: Sequence[int]) -> None:
        """These turns have been encoded, once and for all."""

    def settle(self, task: EncodingTask) -> bool:
        """Take a claimed task off the queue; false, and then nothing may be written, when the claim was lost."""

    def archive(self, user: str, session: str) -> None:
        """Move the turns of an ended session to the archive; provenance still finds them."""


class Sessions(Protocol):
    """Reads are one snapshot each."""

    def sitting(self) -> AbstractContextManager[SessionTransaction]:
        """Begin a write; it is committed when the block ends, rolled back when it raises."""

    def session(self, user: str, session: str) -> Session | None:
        """One session, open or ended."""

    def sessions(self, user: str, limit: int = 50) -> tuple[Session, ...]:
        """The user's sessions, latest activity first."""

    def same_goal(self, user: str, project: str, goal: str, since: datetime) -> Session | None:
        """The latest session with this goal (normalised) that was active since then."""

    def scene_of(self, user: str, session: str) -> str:
        """The scene noted for that session, else the session's own id."""

    def turns(self, user: str, session: str, first: int = 1, last: int | None = None) -> tuple[Turn, ...]:
        """Turns of a range, in order, also archived ones."""

    def unencoded(self, user: str, session: str, first: int, last: int) -> tuple[Turn, ...]:
        """The turns of a range that no encoding has taken yet."""

    def idle(self, before: datetime, limit: int = 100) -> tuple[Session, ...]:
        """Open sessions of all users without activity since then that have turns beyond their watermark."""

    def finished(self, limit: int = 100) -> tuple[Session, ...]:
        """Ended sessions whose turns still lie in working memory and wait for no encoding."""

    def note_recalled(self, user: str, session: str, memory_ids: Sequence[str], at: datetime) -> None:
        """These memories were shown in this session."""

    def recalled_in(self, user: str, session: str) -> tuple[str, ...]:
        """Ids of the memories shown in this session, latest last."""

    def claim_encoding(self, now: datetime, policy: EncodingPolicy) -> EncodingTask | None:
        """Lease the first waiting task by priority, then age; others' leases are respected."""

    def fail_encoding(self, task: EncodingTask, reason: str, now: datetime, policy: EncodingPolicy) -> None:
        """Back off, or park with the reason after `policy.max_attempts`."""

    def encoding_state(self) -> QueueState:
        """How many tasks wait, how many are parked, and why."""
