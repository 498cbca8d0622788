"""What the engine asks of the records beyond single memories: everything whole, copies of it, and repairs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, Protocol

from mcp_memory.engine.domain.answers import Finding
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Dossier, Link, Scope
from mcp_memory.engine.domain.upkeep import Backup
from mcp_memory.engine.ports.embedder import ModelCard

Order = Literal["id", "group"]
"""By id; or for people: by layer (semantic, procedural, episodic), then project, then time of the event."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A row that cannot be read, by what it is called."""

    name: str


class Upkeep(Protocol):
    """Keeping, moving and mending the records as a whole."""

    def whole(self, reach: Reach, order: Order) -> Iterator[Dossier | Link | Unreadable]:
        """One snapshot of all that is within reach: every memory with history and observations, then the links.

        The snapshot ends when the last part is taken, or with the iterator.
        """

    def knows(self, scope: Scope, key: str) -> bool:
        """Whether a statement of that duplicate key is stored in that scope, whatever its status."""

    def back_up(self, at: datetime, to: Path | None = None) -> Backup:
        """Copy the records into the folder of backups, or to a new file. Raises `Invalid` when that file exists."""

    def backups(self) -> tuple[Backup, ...]:
        """The copies that are there, newest first."""

    def copies_of(self, memory_ids: Sequence[str], texts: Sequence[str] = ()) -> tuple[str, ...]:
        """Paths of copies that hold one of these memories, or that cannot be read to say so.

        Other files in the data folder, such as exports, are among them when they hold one of the ids or `texts`.
        """

    def back_up_routinely(self, at: datetime) -> Backup | None:
        """Copy the records into the folder of backups; None when nothing has changed since the newest such copy."""

    def is_backup_due(self) -> bool:
        """Whether anything has changed since the newest such copy."""

    def routine_backups(self) -> tuple[str, ...]:
        """Paths of the copies that were made routinely, newest first."""

    def drop_routine_backups(self, keep: int) -> tuple[str, ...]:
        """Remove all but the newest `keep` copies that were made routinely; returns their paths."""

    def has_damage(self) -> bool:
        """Whether a row cannot be read."""

    def quarantined(self) -> int:
        """How many rows were set aside."""

    def repair(self, card: ModelCard, now: datetime) -> tuple[Finding, ...]:
        """Set damaged rows aside, derive anew what follows from the memories, give vectors another chance.

        Returns what was done, step by step.
        """
