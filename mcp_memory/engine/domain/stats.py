"""A data folder in numbers: how much there is of what, how it grows, what is used."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Status, Tier

WEEKS = 8
"""How many weeks growth goes back."""

MOST_RECALLED = 5
"""How many of the most recalled memories are named."""


@dataclass(frozen=True, slots=True)
class Week:
    """How many memories were stored in the seven days that begin then, whatever became of them."""

    begins_at: datetime
    stored: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """Counts of what one principal may see. Tiers and event types count active memories; weeks end with this one."""

    layers: Mapping[tuple[Layer, Status], int]
    tiers: Mapping[Tier, int]
    event_types: Mapping[EventType, int]
    weeks: tuple[Week, ...]
    most_recalled: tuple[Memory, ...]
    waiting: Mapping[str, int] = field(default_factory=dict)
    size_bytes: int = 0
    chunks: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.layers.values())
