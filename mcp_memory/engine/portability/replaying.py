"""A conversation that was held elsewhere becomes a session of its own, ended, and is encoded like any other.

A second time adds nothing: its session bears the conversation's id, and its first turns are there by number. A session
that was observed while it was held stays as it is.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from mcp_memory.engine.domain.errors import RedactionFailed
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.requests import Observe, Said
from mcp_memory.engine.domain.sessions import IMPORTED, Session
from mcp_memory.engine.domain.upkeep import LineFault
from mcp_memory.engine.portability.tally import Tally
from mcp_memory.engine.portability.transcripts import Conversation
from mcp_memory.engine.ports.sessions import Sessions

_BATCH = 200
"""Turns that are written down in one transaction."""


class Listener(Protocol):
    """Who writes down what was said in a session."""

    def observe(self, who: Principal, ask: Observe) -> object:
        """Write it down, whole or not at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaying:
    """Tells conversations again. `project` stands before the one a conversation was held in."""

    sessions: Sessions
    listener: Listener
    tally: Tally
    project: str = ""
    dry_run: bool = False

    def replay(self, user: str, told: Iterable[Conversation | LineFault]) -> None:
        """Bring in what is new of each."""
        for item in told:
            if isinstance(item, LineFault):
                self.tally.fail(item.line, item.reason)
            else:
                self._conversation(user, item)

    def _conversation(self, user: str, told: Conversation) -> None:
        kept = self.sessions.session(user, told.session)
        turns = list(self._clean(told))
        known = _known(kept, len(turns))
        self.tally.sessions += 1
        self.tally.known += known
        if not self.dry_run:
            who = Principal(user=user, agent=f"{IMPORTED}{told.agent}", session=told.session)
            project = self.tally.clean(self.project or told.project)
            for first in range(known, len(turns), _BATCH):
                self.listener.observe(who, Observe(turns=tuple(turns[first : first + _BATCH]), project=project))
            if known < len(turns) or (kept and kept.is_imported and not kept.ended_at):
                self.listener.observe(who, Observe(project=project, end=True))
        self.tally.added += len(turns) - known

    def _clean(self, told: Conversation) -> Iterator[Said]:
        """The turns as the gate lets them pass; one that it cannot check is left out, the same each time."""
        for turn in told.turns:
            try:
                clean = replace(turn, content=self.tally.clean(turn.content), speaker=self.tally.clean(turn.speaker))
            except RedactionFailed as failed:
                self.tally.fail(told.line, failed.message)
                continue
            if clean.content.strip():
                yield clean


def _known(kept: Session | None, turns: int) -> int:
    """How many of the first turns are there already: all of a session that was observed while it was held."""
    if kept is None:
        return 0
    return min(kept.turns, turns) if kept.is_imported else turns
