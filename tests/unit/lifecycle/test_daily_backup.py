"""A copy of the records a day, the last few kept, on the real records."""

from pathlib import Path

import pytest

from mcp_memory.engine.domain.errors import StoreFailed
from mcp_memory.engine.domain.jobs import JobOutcome
from mcp_memory.engine.domain.memory import Change
from mcp_memory.engine.lifecycle.daily_backup import DailyBackup
from mcp_memory.engine.records.store import SqliteRecords
from mcp_memory.testing import DAWN, FrozenClock, a_memory


def remember(records: SqliteRecords, number: int) -> None:
    """One memory more."""
    memory = a_memory(id=f"{number:08}-0000-7000-8000-000000000000", content=f"word{number}")
    change = Change(
        memory_id=memory.id, version=1, at=DAWN, actor="test", verb="remember", reason="", before=None, after=memory
    )
    with records.writing() as transaction:
        transaction.put(change)


def test_a_changed_day_is_a_copy_and_the_oldest_goes(records: SqliteRecords, clock: FrozenClock) -> None:
    backup = DailyBackup(records, clock, keep=2)
    outcomes = []
    for day in range(3):
        remember(records, day)
        would = backup.rehearse()
        outcomes.append(backup.run())
        assert would == outcomes[-1]
        clock.advance(days=1)
    assert outcomes == [
        JobOutcome({"made": 1, "removed": 0}),
        JobOutcome({"made": 1, "removed": 0}),
        JobOutcome({"made": 1, "removed": 1}),
    ]
    assert [Path(copy.path).name for copy in records.backups()] == [
        "daily-20260304T090000Z.db",
        "daily-20260303T090000Z.db",
    ]


def test_an_unchanged_day_says_so(records: SqliteRecords, clock: FrozenClock) -> None:
    backup = DailyBackup(records, clock, keep=2)
    backup.run()
    clock.advance(days=1)
    assert backup.run() == JobOutcome({"made": 0, "removed": 0}, "nothing has changed since the last one")


def test_a_copy_that_fails_removes_nothing(records: SqliteRecords, clock: FrozenClock, tmp_path: Path) -> None:
    """The folder of backups is a file here, so that nothing can be written into it."""
    (tmp_path / "backups").write_text("in the way")
    with pytest.raises(StoreFailed):
        DailyBackup(records, clock, keep=2).run()
    assert (tmp_path / "backups").read_text() == "in the way"
