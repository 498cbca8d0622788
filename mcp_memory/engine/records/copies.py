"""Copies of the records: made through SQLite's backup interface, checked, counted, put back.

A copy is one file that needs no other beside it. It is written under another name first, so that what bears the name of
a backup is whole.
"""

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from mcp_memory.engine.domain.errors import Invalid, StoreFailed
from mcp_memory.engine.domain.upkeep import Backup

BACKUPS = "backups"
"""The folder of copies, inside the data folder."""

ELSEWHERE = "elsewhere.txt"
"""Names the copies that were made to other places, one path a line, so that a purge can name them."""

_MADE = "memory-"
SET_ASIDE = "replaced-"
"""What a copy's name begins with: made on purpose, or moved out of the way by a restore."""

UNFINISHED = ".unfinished"
"""What the name of a copy ends with until it is whole."""

_HOLDS_MEMORY = "SELECT EXISTS (SELECT 1 FROM versions WHERE memory_id IN (SELECT value FROM json_each(?)))"

_HAS_SESSIONS = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'turns')"
_HOLDS_SAID = """
WITH gone (user, session, n) AS (
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?)
)
SELECT EXISTS (SELECT 1 FROM gone JOIN turns USING (user, session, n) WHERE content != '')
    OR EXISTS (SELECT 1 FROM gone JOIN archived_turns USING (user, session, n) WHERE content != '')
    OR EXISTS (SELECT 1 FROM gone JOIN sessions ON sessions.user = gone.user AND id = session WHERE n = 0)
"""


def back_up(file: Path, at: datetime, to: Path | None) -> Backup:
    """Copy the database `file` into the folder of backups beside it, or to the new file `to`."""
    target = free_name(file.parent / BACKUPS, _MADE, at) if to is None else to.expanduser().absolute()
    if target.exists():
        raise Invalid(f"{target} exists already; name a new file", argument="to")
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        copy_whole(file, target)
        if to is not None:
            _note_elsewhere(file.parent / BACKUPS, target)
    except OSError as trouble:
        raise StoreFailed(f"{target} cannot be written: {trouble.strerror}") from trouble
    return _backup_of(target)


def copy_whole(source: Path, target: Path) -> None:
    """Copy a database as it stands at one moment, while others write, and check the copy. Raises `StoreFailed`."""
    unfinished = target.with_name(target.name + UNFINISHED)
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    try:
        with told_as_failure(source), closing(_opened(source)) as origin, closing(_opened(unfinished)) as copy:
            origin.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            problems = [line for (line,) in copy.execute("PRAGMA quick_check(1)") if line != "ok"]
        if problems:
            raise StoreFailed(f"{source} is damaged: {problems[0]}")
        with unfinished.open("rb+") as written:
            os.fsync(written.fileno())
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def backups(folder: Path) -> tuple[Backup, ...]:
    """The copies in this folder of backups and those made elsewhere that are still there, newest first."""
    found = [_backup_of(path) for path in (*sorted(folder.glob("*.db")), *_elsewhere(folder)) if path.is_file()]
    return tuple(sorted(found, key=lambda backup: (backup.made_at, backup.path), reverse=True))


def copies_of(folder: Path, memory_ids: Sequence[str], erased: Sequence[tuple[str, str, int]] = ()) -> tuple[str, ...]:
    """Paths of copies that hold one of these memories or of these turns, or that cannot be read to say so.

    A turn is user, session and number; number 0 stands for what is noted of the session.
    """
    away = [str(path) for path in _elsewhere(folder) if not path.is_file()]
    here = [backup.path for backup in backups(folder) if _may_hold(Path(backup.path), memory_ids, erased)]
    return (*here, *away)


@contextmanager
def told_as_failure(file: Path) -> Iterator[None]:
    """Turn what SQLite says about a file into an error of the engine."""
    try:
        yield
    except sqlite3.Error as trouble:
        raise StoreFailed(f"{file}: {trouble}") from trouble


def opened_to_read(path: Path) -> sqlite3.Connection:
    """A connection that neither makes nor changes a file."""
    return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=5.0, isolation_level=None)


def _may_hold(path: Path, memory_ids: Sequence[str], erased: Sequence[tuple[str, str, int]]) -> bool:
    try:
        with closing(opened_to_read(path)) as copy:
            if copy.execute(_HOLDS_MEMORY, (json.dumps(list(memory_ids)),)).fetchone()[0]:
                return True
            if not erased or not copy.execute(_HAS_SESSIONS).fetchone()[0]:
                return False
            return bool(copy.execute(_HOLDS_SAID, (json.dumps(erased),)).fetchone()[0])
    except sqlite3.Error:
        return True


def free_name(folder: Path, prefix: str, at: datetime) -> Path:
    """A name that sorts by time and is not taken."""
    moment = f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    names = (f"{prefix}{moment}{suffix}.db" for suffix in ("", *(f"-{n}" for n in range(2, 1_000))))
    return next(path for name in names if not (path := folder / name).exists())


def _backup_of(path: Path) -> Backup:
    facts = path.stat()
    return Backup(str(path), datetime.fromtimestamp(facts.st_mtime, UTC), facts.st_size)


def _elsewhere(folder: Path) -> tuple[Path, ...]:
    with suppress(OSError, UnicodeDecodeError):
        return tuple(Path(line) for line in (folder / ELSEWHERE).read_text(encoding="utf-8").splitlines() if line)
    return ()


def _note_elsewhere(folder: Path, path: Path) -> None:
    if path.parent == folder or path in _elsewhere(folder):
        return
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / ELSEWHERE).open("a", encoding="utf-8", newline="\n") as notes:
        notes.write(f"{path}\n")
