"""The port `Fading` on one SQLite file."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.policies import FadingPolicy
from mcp_memory.engine.domain.stats import Stats
from mcp_memory.engine.domain.vocabulary import Tier
from mcp_memory.engine.records import fading, stats
from mcp_memory.engine.records.codec import to_micros
from mcp_memory.engine.records.connections import OnOneFile


class SqliteFading(OnOneFile):
    """Opens snapshots and short transactions and hands them to the modules beside it."""

    def misplaced(self, now: datetime, policy: FadingPolicy) -> Mapping[Tier, Sequence[str]]:
        """Ids of memories that lie in another tier than they belong to, by the one they belong to."""
        with self._connections.reading() as connection:
            return fading.misplaced(connection, now, policy)

    def move(self, memory_ids: Sequence[str], tier: Tier, now: datetime, policy: FadingPolicy) -> int:
        """Let those that still belong there lie there, in one write."""
        with self._connections.writing() as connection:
            return fading.move(connection, memory_ids, tier, now=now, policy=policy)

    def stale(self, now: datetime, policy: FadingPolicy) -> tuple[Memory, ...]:
        """Rules that are stale, the longest unchanged first."""
        with self._connections.reading() as connection:
            return fading.stale(connection, now, policy)

    def outlived(self, now: datetime, policy: FadingPolicy) -> tuple[Memory, ...]:
        """Episodes that retention archives, the oldest first."""
        with self._connections.reading() as connection:
            return fading.outlived(connection, now, policy)

    def forgotten_sights(self, before: datetime) -> int:
        """How many entries tell what a session was shown before then."""
        with self._connections.reading() as connection:
            return fading.sights(connection, to_micros(before))

    def forget_sights(self, before: datetime) -> int:
        """Drop these; asks for the write lock only when there are any."""
        if not self.forgotten_sights(before):
            return 0
        with self._connections.writing() as connection:
            return fading.forget_sights(connection, to_micros(before))

    def tiers(self, user: str) -> frozenset[Tier]:
        """The tiers but hot that hold something of the user."""
        with self._connections.reading() as connection:
            return fading.tiers(connection, user)

    def stats(self, reach: Reach, now: datetime) -> Stats:
        """The memories within reach in numbers."""
        size_bytes = self._connections.size_bytes()
        with self._connections.reading() as connection:
            return stats.gather(connection, reach, now, size_bytes)

    def encoded_by_itself(self, reach: Reach, before: datetime) -> int:
        """How many episodes sessions left by themselves before then."""
        with self._connections.reading() as connection:
            return stats.encoded(connection, reach, before)

    def nth_encoded(self, reach: Reach, before: datetime, place: int) -> Memory | None:
        """The one at that place, the oldest first."""
        with self._connections.reading() as connection:
            return stats.nth_encoded(connection, reach, before, place)
