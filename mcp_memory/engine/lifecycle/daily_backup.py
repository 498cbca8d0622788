"""A copy of the records now and then, the last few kept, so that a lost or damaged file costs a day at most.

Only copies that were made here are ever removed; a person's own, and what a restore moved aside, stay.
"""

from dataclasses import dataclass

from mcp_memory.engine.domain.jobs import JobOutcome
from mcp_memory.engine.ports.upkeep import Upkeep
from mcp_memory.engine.ports.world import Clock


@dataclass(frozen=True, slots=True)
class DailyBackup:
    """Makes the copies and rotates them: the newest `keep` stay."""

    records: Upkeep
    clock: Clock
    keep: int

    def run(self) -> JobOutcome:
        """Make a copy if anything has changed since the last one, then remove those beyond `keep`.

        Unchanged records are not copied again: an idle week would push out every older state. Raises `StoreFailed`
        when the copy cannot be written, and then nothing is removed.
        """
        made = self.records.back_up_routinely(self.clock())
        removed = self.records.drop_routine_backups(self.keep)
        return _outcome(made=int(made is not None), removed=len(removed))

    def rehearse(self) -> JobOutcome:
        """What a run would do now; nothing is written."""
        made = int(self.records.is_backup_due())
        return _outcome(made=made, removed=max(0, made + len(self.records.routine_backups()) - self.keep))


def _outcome(*, made: int, removed: int) -> JobOutcome:
    reason = "" if made else "nothing has changed since the last one"
    return JobOutcome({"made": made, "removed": removed}, reason)
