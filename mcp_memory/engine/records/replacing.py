"""A backup in the place of the records. What stands there is moved aside, never deleted.

It works on a closed file only: another process that has it open would go on writing to what is not looked at any more.
"""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from mcp_memory.engine.domain.errors import Invalid, NoBackup, StoreBusy, StoreFailed
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.upkeep import Restored
from mcp_memory.engine.records.conditions import count_rows
from mcp_memory.engine.records.connections import Connections
from mcp_memory.engine.records.copies import BACKUPS, SET_ASIDE, copy_whole, free_name
from mcp_memory.engine.records.migrate import migrations, refuse_newer, version_of
from mcp_memory.engine.records.schema import memories
from mcp_memory.engine.records.store import FILE_NAME, open_records

_MAGIC = b"SQLite format 3\x00"
_LOG_SUFFIXES = ("-wal", "-shm")


def restore(folder: Path, source: Path, at: datetime, policy: StorePolicy) -> Restored:
    """Put a backup in the place of this folder's records, and bring it up to date.

    Raises `NoBackup` when `source` is none, `Invalid` when it is what stands there, `StoreNewer` when it was made by a
    newer program, `StoreFailed` when it is damaged, `StoreBusy` when another process has the records open. In each case
    nothing was changed.
    """
    file, source = folder / FILE_NAME, source.expanduser().absolute()
    if not source.is_file() or not _is_database(source):
        what = "no database" if source.is_file() else "not a file"
        raise NoBackup(f"{source} is {what}; those of this folder lie in {folder / BACKUPS}", argument="source")
    if file.exists() and source.samefile(file):
        raise Invalid("those are the present records themselves", argument="source")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    incoming = folder / f"{FILE_NAME}.incoming"
    incoming.unlink(missing_ok=True)
    try:
        copy_whole(source, incoming)
        count = _checked(incoming, str(source), policy)
        set_aside = _put_in_place(incoming, file, at)
    except OSError as trouble:
        raise StoreFailed(f"{folder} cannot be used: {trouble.strerror}") from trouble
    finally:
        for suffix in ("", *_LOG_SUFFIXES):
            incoming.with_name(incoming.name + suffix).unlink(missing_ok=True)
    open_records(folder, policy).close()
    return Restored(str(source), count, str(set_aside) if set_aside else "")


def _checked(incoming: Path, name: str, policy: StorePolicy) -> int:
    """How many memories the copy of the file `name` holds. Raises for what is not ours or newer than this program."""
    connections = Connections(incoming, policy)
    try:
        with connections.reading() as connection:
            version = version_of(connection, name)
            refuse_newer(version, len(migrations()))
            if version == 0:
                raise NoBackup(f"{name} is empty", argument="source")
            return count_rows(connection, memories)
    except StoreFailed as failed:
        raise NoBackup(failed.detail, argument="source") from failed
    finally:
        connections.close()


def _put_in_place(incoming: Path, file: Path, at: datetime) -> Path | None:
    """Exchange the files; where the present one went, or None when there was none."""
    set_aside = _move_aside(file, at)
    try:
        incoming.replace(file)
    except OSError:
        if set_aside is not None:
            set_aside.replace(file)
        raise
    return set_aside


def _move_aside(file: Path, at: datetime) -> Path | None:
    """Move the present records into the folder of backups; None when there are none."""
    if not file.exists() or not file.stat().st_size:
        return None
    if _is_database(file):
        _refuse_if_open(file)
    folder = file.parent / BACKUPS
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    place = free_name(folder, SET_ASIDE, at)
    file.replace(place)
    for suffix in _LOG_SUFFIXES:
        log = file.with_name(file.name + suffix)
        if log.exists():  # only what is no database any more still has its log; the two belong together
            log.replace(place.with_name(place.name + suffix))
    return place


def _is_database(file: Path) -> bool:
    """Whether SQLite would know it for its own. It deletes the log beside a file that it does not know."""
    with file.open("rb") as content:
        return content.read(len(_MAGIC)) == _MAGIC


def _refuse_if_open(file: Path) -> None:
    """Leave write-ahead logging, which SQLite allows to the only connection there is, and which empties the log."""
    try:
        with closing(sqlite3.connect(file, timeout=0.0, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.Error as trouble:
        if getattr(trouble, "sqlite_errorcode", 0) & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise StoreBusy("another program has the records open; end it first, then restore") from trouble
        # Torn as it is, nobody can work with it, and it goes aside with its log.
