"""When a session has reached a boundary: it ended, its connection closed, or nothing came for a while.

What lies beyond the watermark is queued for encoding. Only `end` closes a session; its turns leave working memory once
they are encoded.
"""

from dataclasses import dataclass, replace
from datetime import timedelta

from mcp_memory.engine.domain.policies import EncodingPolicy
from mcp_memory.engine.domain.sessions import Session
from mcp_memory.engine.ports.sessions import Priority, Sessions, SessionTransaction
from mcp_memory.engine.ports.world import Clock

BATCH_TURNS = 60
"""Turns that one task reads."""


@dataclass(frozen=True, slots=True)
class Boundaries:
    """Finds sessions that have reached one."""

    sessions: Sessions
    policy: EncodingPolicy
    clock: Clock

    def sweep(self) -> dict[str, int]:
        """Queue what idle sessions hold, whichever process they belonged to, and put ended ones into the archive."""
        idle = self.sessions.idle(self.clock() - timedelta(seconds=self.policy.idle_seconds))
        for session in idle:
            self.pause(session.user, session.id)
        finished = self.sessions.finished()
        for session in finished:
            with self.sessions.sitting() as writing:
                writing.archive(session.user, session.id)
        return {"paused": len(idle), "archived": len(finished)}

    def pause(self, user: str, name: str) -> None:
        """Queue what a session holds beyond its watermark; nothing happens where that is nothing."""
        with self.sessions.sitting() as writing:
            session = writing.session(user, name)
            if session is not None and session.watermark < session.turns:
                writing.put_session(reach_boundary(writing, session))


def reach_boundary(writing: SessionTransaction, session: Session) -> Session:
    """Queue the turns beyond the watermark, in batches, and move it."""
    for first in range(session.watermark + 1, session.turns + 1, BATCH_TURNS):
        writing.enqueue(session, Priority.BOUNDARY, first, min(first + BATCH_TURNS - 1, session.turns))
    return replace(session, watermark=session.turns)
