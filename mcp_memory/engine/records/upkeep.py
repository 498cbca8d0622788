"""The port `Upkeep` on one SQLite file: everything whole, copies of it, and repairs."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from mcp_memory.engine.domain.answers import Finding
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Dossier, Link, Scope
from mcp_memory.engine.domain.upkeep import Backup
from mcp_memory.engine.ports.embedder import ModelCard
from mcp_memory.engine.ports.upkeep import Order, Unreadable
from mcp_memory.engine.records import copies, quarantine, reads, rotation, strays, traces, wholes
from mcp_memory.engine.records.connections import OnOneFile
from mcp_memory.engine.records.repair import Repair


class SqliteUpkeep(OnOneFile):
    """Opens snapshots and hands them to the modules beside it."""

    def whole(self, reach: Reach, order: Order) -> Iterator[Dossier | Link | Unreadable]:
        """One snapshot of all that is within reach; it ends when the last part is taken, or with the iterator."""
        with self._connections.reading() as connection:
            yield from wholes.every(connection, reach, order)

    def knows(self, scope: Scope, key: str) -> bool:
        """Whether a statement of that duplicate key is stored in that scope, whatever its status."""
        with self._connections.reading() as connection:
            return reads.knows(connection, scope, key)

    def back_up(self, at: datetime, to: Path | None = None) -> Backup:
        """Copy the records into the folder of backups or to a new file of that name."""
        return copies.back_up(self._connections.file, at, to)

    def backups(self) -> tuple[Backup, ...]:
        """The copies that are there, newest first."""
        return copies.backups(self._backups)

    def copies_of(self, memory_ids: Sequence[str], texts: Sequence[str] = ()) -> tuple[str, ...]:
        """Paths of copies that hold one of these memories, or what sessions said of it, or that cannot be read.

        Files that somebody laid into the data folder are among them when they hold one of the ids or `texts`.
        """
        with self._connections.reading() as connection:
            erased = traces.erased_by_purges_of(connection, memory_ids)
        made = copies.copies_of(self._backups, memory_ids, erased)
        laid = strays.holding(self._connections.file, self._backups, memory_ids, texts)
        return (*made, *(path for path in laid if path not in made))

    def back_up_routinely(self, at: datetime) -> Backup | None:
        """Copy the records into the folder of backups, unless nothing has changed since the newest routine copy."""
        return rotation.back_up_routinely(self._connections.file, at)

    def is_backup_due(self) -> bool:
        """Whether anything has changed since the newest routine copy."""
        return rotation.is_due(self._connections.file)

    def routine_backups(self) -> tuple[str, ...]:
        """Paths of the copies that were made routinely, newest first."""
        return tuple(map(str, rotation.made_routinely(self._backups)))

    def drop_routine_backups(self, keep: int) -> tuple[str, ...]:
        """Remove all but the newest `keep` routine copies."""
        return rotation.drop_routine(self._backups, keep)

    def has_damage(self) -> bool:
        """Whether a row cannot be read."""
        with self._connections.reading() as connection:
            return any(
                damaged(connection)
                for damaged in (quarantine.damaged_memories, quarantine.damaged_sessions, quarantine.damaged_rows)
            )

    def quarantined(self) -> int:
        """How many rows were set aside."""
        with self._connections.reading() as connection:
            return quarantine.held(connection)

    def repair(self, card: ModelCard, now: datetime) -> tuple[Finding, ...]:
        """Set damaged rows aside, derive anew what follows from the memories, give vectors another chance."""
        return Repair(self._connections, card, now).run()

    @property
    def _backups(self) -> Path:
        return self._connections.file.parent / copies.BACKUPS
