"""Which memories a question ranges over. One value; every adapter translates it and must agree with `admits`."""

from dataclasses import dataclass
from datetime import datetime

from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.vocabulary import IN_MEMORY, EventType, Layer, Status, Tier


@dataclass(frozen=True, slots=True)
class Reach:
    """What a principal may see of a user's memories.

    Semantic and procedural memories are shared within the user; episodes belong to the session that made them, and so
    does whatever waits for a person's approval. `sessions` None means every session of the user (a grant); an empty
    set means none, never all.
    """

    user: str
    sessions: frozenset[str] | None = frozenset()

    def covers(self, memory: Memory) -> bool:
        """Whether this memory may be seen."""
        if memory.scope.user != self.user:
            return False
        is_shared = memory.layer is not Layer.EPISODIC and memory.status is not Status.PENDING
        return is_shared or self.sessions is None or memory.origin.session in self.sessions


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A conjunction; an empty set or None leaves that side open, except `reach` and `statuses`, which always bind.

    `project` "" ranges over all projects of the user; "X" over X and what is global. `outside` turns the project
    condition round: what neither belongs to it nor is global. `since` is inclusive, `until` exclusive, both on
    `occurred_at`. `tags` match exactly, and all of them must be there.

    `tiers` bind the leg of vectors alone, where a tier has its price. Words lie in the records and are found in every
    tier, so that what they find tells whether to look further.
    """

    reach: Reach
    statuses: frozenset[Status] = frozenset({Status.ACTIVE})
    project: str = ""
    outside: bool = False
    layers: frozenset[Layer] = frozenset()
    event_types: frozenset[EventType] = frozenset()
    tags: frozenset[str] = frozenset()
    since: datetime | None = None
    until: datetime | None = None
    tiers: frozenset[Tier] = IN_MEMORY

    def admits(self, memory: Memory) -> bool:
        """The meaning of this filter, but for the tiers; adapters are tested against it."""
        return (
            self.reach.covers(memory)
            and memory.status in self.statuses
            and self._admits_project(memory.scope.project)
            and (not self.layers or memory.layer in self.layers)
            and (not self.event_types or memory.event_type in self.event_types)
            and self.tags <= set(memory.tags)
            and (self.since is None or memory.occurred_at >= self.since)
            and (self.until is None or memory.occurred_at < self.until)
        )

    def _admits_project(self, project: str) -> bool:
        if not self.project:
            return not self.outside
        return (project in {"", self.project}) is not self.outside
