"""What the engine asks of the records about memories that nobody needs: which they are, and where they are to lie."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.policies import FadingPolicy
from mcp_memory.engine.domain.stats import Stats
from mcp_memory.engine.domain.vocabulary import Tier


class Fading(Protocol):
    """All users' memories, seen by use and age. Must agree with the laws of `domain/fading.py`."""

    def misplaced(self, now: datetime, policy: FadingPolicy) -> Mapping[Tier, Sequence[str]]:
        """Ids of memories that do not lie where they belong, by where that is; at most `policy.most_moves`."""

    def move(self, memory_ids: Sequence[str], tier: Tier, now: datetime, policy: FadingPolicy) -> int:
        """Let those of them that belong there lie there, in one write; returns how many moved. Moves the revision."""

    def stale(self, now: datetime, policy: FadingPolicy) -> tuple[Memory, ...]:
        """Rules that are stale, the longest unchanged first; at most `policy.most_stale`."""

    def outlived(self, now: datetime, policy: FadingPolicy) -> tuple[Memory, ...]:
        """Episodes that retention archives, the oldest first; at most `policy.most_archived`."""

    def forgotten_sights(self, before: datetime) -> int:
        """How many entries tell what a session was shown before then."""

    def forget_sights(self, before: datetime) -> int:
        """Drop these; returns how many there were. When a memory was recalled last stays known."""

    def tiers(self, user: str) -> frozenset[Tier]:
        """The tiers but hot in which the user's memories lie. Costs a look at one row for each."""

    def stats(self, reach: Reach, now: datetime) -> Stats:
        """The memories within reach in numbers."""

    def encoded_by_itself(self, reach: Reach, before: datetime) -> int:
        """How many episodes within reach sessions left by themselves before then, whatever became of them."""

    def nth_encoded(self, reach: Reach, before: datetime, place: int) -> Memory | None:
        """The one at that place, 0 the oldest; None when there is none or its row is damaged."""
