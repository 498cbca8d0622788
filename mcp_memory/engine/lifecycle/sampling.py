"""A few episodes that sessions left by themselves, drawn anew each day, for a person to look at.

Worked out, not stored: the day and the user decide the draw. What a person has decided on does not come back, and takes
its place of that day with it, so that a day's sample ends.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b

from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.review import WAITING_MARKS
from mcp_memory.engine.domain.vocabulary import Status
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.ports.world import Clock

_DRAWS = 8
"""How often a day draws again for one place, when it meets what is archived or was decided before."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """Draws `per_day` episodes from those stored before today (UTC); 0 draws none."""

    records: Records
    clock: Clock
    per_day: int

    def today(self, reach: Reach) -> tuple[Memory, ...]:
        """Those of today that are still undecided."""
        day = self.clock().astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        among = self.records.encoded_by_itself(reach, day) if self.per_day else 0
        if not among:
            return ()
        drawn = self._drawn(reach, day, among)
        return tuple(memory for memory in drawn.values() if _is_undecided(memory))

    def _drawn(self, reach: Reach, day: datetime, among: int) -> dict[str, Memory]:
        """Today's places, as many as there are to be, each with what stands there."""
        drawn: dict[str, Memory] = {}
        for place in _places(f"{reach.user} {day:%Y-%m-%d}", among, self.per_day * _DRAWS):
            memory = self.records.nth_encoded(reach, day, place)
            if memory is not None and (_is_undecided(memory) or memory.changed_at >= day):
                drawn[memory.id] = memory
            if len(drawn) == self.per_day:
                break
        return drawn


def _places(seed: str, among: int, draws: int) -> Iterator[int]:
    """So many places below `among`, the same for the same seed."""
    for draw in range(draws):
        yield int.from_bytes(blake2b(f"{seed} {draw}".encode(), digest_size=8).digest()) % among


def _is_undecided(memory: Memory) -> bool:
    return memory.status is Status.ACTIVE and memory.confirmed_at is None and not memory.marks & WAITING_MARKS
