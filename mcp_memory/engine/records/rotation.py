"""Copies that the timetable makes: under names of their own, only when something has changed, the newest ones kept.

One process at a time does this. What a person copied and what a restore moved aside bear other names, and stay.
"""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from mcp_memory.engine.domain.errors import StoreFailed
from mcp_memory.engine.domain.upkeep import Backup
from mcp_memory.engine.records.copies import BACKUPS, UNFINISHED, back_up, free_name, opened_to_read

_MADE = "daily-"
_STATE = "SELECT value, (SELECT max(at) FROM versions) FROM meta WHERE name = 'revision'"
"""The time beside the revision, since a restore brings old revisions back and they are counted on from there."""


def back_up_routinely(file: Path, at: datetime) -> Backup | None:
    """Copy the database `file` into the folder of backups, unless the memories in its newest such copy are the same."""
    folder = file.parent / BACKUPS
    _clear(folder)
    return back_up(file, at, free_name(folder, _MADE, at)) if is_due(file) else None


def is_due(file: Path) -> bool:
    """Whether the memories in the newest such copy are not those of the database `file`, or there is none."""
    made, state = made_routinely(file.parent / BACKUPS), _state_of(file)
    return not (made and state and state == _state_of(made[0]))


def drop_routine(folder: Path, keep: int) -> tuple[str, ...]:
    """Remove all but the newest `keep` of these copies; returns their paths. Raises `StoreFailed`."""
    gone = made_routinely(folder)[max(keep, 0) :]
    for path in gone:
        try:
            path.unlink(missing_ok=True)
        except OSError as trouble:
            raise StoreFailed(f"{path} cannot be removed: {trouble.strerror}") from trouble
    return tuple(str(path) for path in gone)


def made_routinely(folder: Path) -> list[Path]:
    """These copies, newest first."""
    return sorted(folder.glob(f"{_MADE}*.db"), reverse=True)


def _clear(folder: Path) -> None:
    """Remove what a process has left that was ended in the middle of a copy: it may be as large as the records."""
    for path in folder.glob(f"{_MADE}*{UNFINISHED}*"):
        path.unlink(missing_ok=True)


def _state_of(path: Path) -> tuple[int, int | None] | None:
    """What tells states of a database apart, None when it cannot be read."""
    try:
        with closing(opened_to_read(path)) as copy:
            state: tuple[int, int | None] | None = copy.execute(_STATE).fetchone()
            return state
    except sqlite3.Error:
        return None
