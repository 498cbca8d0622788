"""Connections to one SQLite file: readers that never wait, writers that take turns, one that only polls.

Every error of the driver leaves here as an error of the engine. No statement of the schema lives here.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial, wraps
from pathlib import Path
from random import SystemRandom
from typing import Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa
from sqlalchemy.pool import QueuePool

from mcp_memory.engine.domain.errors import (
    EngineError,
    MemoryNotFound,
    StoreBusy,
    StoreDamaged,
    StoreFailed,
    Unavailable,
)
from mcp_memory.engine.domain.policies import StorePolicy

P = ParamSpec("P")
T = TypeVar("T")

TOUCH_PATIENCE_SECONDS = 1.0
"""How long to ask for the lock for what is not worth waiting for."""

_LONGEST_NAP_SECONDS = 0.012
_READER_PATIENCE_SECONDS = 5.0
_CACHE_KIBIBYTES = 4_096
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_LENIENT = partial(str, encoding="utf-8", errors="surrogateescape")
_MISUSE = (sa.exc.ProgrammingError, sa.exc.InterfaceError, sa.exc.NotSupportedError)


class Connections:
    """The pool of one process. Safe from every thread; a connection belongs to one block at a time."""

    def __init__(self, file: Path, policy: StorePolicy) -> None:
        self.file = file
        self._policy = policy
        self._chance = SystemRandom()
        self._readers = _pool(self._open_reader, size=4, overflow=-1)
        self._writer = _pool(self._open_writer, size=1, overflow=0)
        self._turn = threading.Lock()
        self._poller: sqlite3.Connection | None = None
        self._polling = threading.Lock()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """One consistent snapshot."""
        with _translated(), self._readers.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            yield connection

    @contextmanager
    def writing(self, *, patience_seconds: float | None = None) -> Iterator[sa.Connection]:
        """One transaction that holds the write lock from its first moment. Raises `StoreBusy` after the patience."""
        deadline = self._deadline(patience_seconds)
        with self._turn_by(deadline), _translated(), self._writer.connect() as connection:
            self._persist(connection, "BEGIN IMMEDIATE", deadline)
            yield connection
            connection.commit()

    def data_version(self) -> int:
        """SQLite's own count of commits by others, as one connection sees it that never writes nor begins."""
        with self._polling, _translated():
            if self._poller is None:
                self._poller = self._open_reader()
            return int(self._poller.execute("PRAGMA data_version").fetchone()[0])

    def use_write_ahead_log(self) -> None:
        """Turn the file to write-ahead logging, once in its life."""
        deadline = self._deadline(None)
        with self._turn_by(deadline), _translated(), self._writer.connect() as connection:
            mode = self._persist(connection, "PRAGMA journal_mode = WAL", deadline).scalar()
        if mode != "wal":
            raise StoreFailed(f"{self.file.parent} lies on a file system that cannot share memory between processes")

    def truncate_log(self, *, patience_seconds: float | None = None) -> None:
        """Move everything from the log into the file and empty the log. Raises `StoreBusy` while others still read."""
        deadline = self._deadline(patience_seconds)
        with self._turn_by(deadline), _translated(), self._writer.connect() as connection:
            while True:
                blocked = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar()
                if not blocked:
                    return
                if time.monotonic() >= deadline:
                    raise StoreBusy("the write-ahead log could not be emptied, since others still read from it")
                self._nap()

    def size_bytes(self) -> int:
        """How much the file takes, with all that SQLite keeps beside it."""
        total = 0
        for file in self.file.parent.glob(f"{self.file.name}*"):
            with suppress(FileNotFoundError):  # the log comes and goes
                total += file.stat().st_size
        return total

    def close(self) -> None:
        """Close what is idle now; what is still in use closes some time after its block has ended."""
        with self._polling:
            if self._poller is not None:
                self._poller.close()
                self._poller = None
        self._readers.dispose()
        self._writer.dispose()

    def _persist(self, connection: sa.Connection, statement: str, deadline: float) -> sa.CursorResult[Any]:
        """Ask for a lock again and again, at random moments, so that no process is favoured over another."""
        while True:
            try:
                return connection.exec_driver_sql(statement)
            except sa.exc.OperationalError as trouble:
                connection.rollback()
                if _primary_code(trouble) not in _BUSY or time.monotonic() >= deadline:
                    raise
                self._nap()

    @contextmanager
    def _turn_by(self, deadline: float) -> Iterator[None]:
        if not self._turn.acquire(timeout=max(0.0, deadline - time.monotonic())):
            raise StoreBusy("other writes of this process did not end in time")
        try:
            yield
        finally:
            self._turn.release()

    def _deadline(self, patience_seconds: float | None) -> float:
        patience = self._policy.lock_patience_seconds if patience_seconds is None else patience_seconds
        return time.monotonic() + patience

    def _nap(self) -> None:
        time.sleep(self._chance.uniform(0.0, _LONGEST_NAP_SECONDS))

    def _open_reader(self) -> sqlite3.Connection:
        connection = self._open()
        connection.execute("PRAGMA query_only = ON")
        return connection

    def _open_writer(self) -> sqlite3.Connection:
        connection = self._open()
        synchronous = "FULL" if self._policy.durability == "full" else "NORMAL"
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA busy_timeout = 0")  # from here on it takes turns by `_persist`
        return connection

    def _open(self) -> sqlite3.Connection:
        # Opening and reading wait for recovery after a crash and for the log being removed, never for a writer.
        patience_seconds = min(_READER_PATIENCE_SECONDS, self._policy.lock_patience_seconds)
        # Transactions are begun by statements of ours, so the driver must not begin any: isolation_level None.
        connection = sqlite3.connect(self.file, timeout=patience_seconds, isolation_level=None, check_same_thread=False)
        connection.text_factory = _LENIENT  # one row that is no UTF-8 must not fail every query that meets it
        connection.execute("PRAGMA temp_store = MEMORY")  # nothing spills into files that no purge would reach
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIBIBYTES}")
        return connection


def _pool(opened: Callable[[], sqlite3.Connection], *, size: int, overflow: int) -> sa.Engine:
    return sa.create_engine(
        "sqlite+pysqlite://",
        creator=opened,
        poolclass=QueuePool,
        pool_size=size,
        max_overflow=overflow,
        hide_parameters=True,
    )


class OnOneFile:
    """What opens snapshots and transactions on the connections of one file."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections


def in_snapshot(read: Callable[Concatenate[sa.Connection, P], T]) -> Callable[Concatenate[OnOneFile, P], T]:
    """A method that is this function, in a snapshot of its own."""

    @wraps(read)
    def method(self: OnOneFile, /, *asked: P.args, **named: P.kwargs) -> T:
        with self._connections.reading() as connection:
            return read(connection, *asked, **named)

    return method


def in_transaction(write: Callable[Concatenate[sa.Connection, P], T]) -> Callable[Concatenate[OnOneFile, P], T]:
    """A method that is this function, in a transaction of its own."""

    @wraps(write)
    def method(self: OnOneFile, /, *asked: P.args, **named: P.kwargs) -> T:
        with self._connections.writing() as connection:
            return write(connection, *asked, **named)

    return method


def in_passing(write: Callable[Concatenate[sa.Connection, P], None]) -> Callable[Concatenate[OnOneFile, P], None]:
    """The same for what nothing may fail over: left undone while the file is busy or refuses."""

    @wraps(write)
    def method(self: OnOneFile, /, *asked: P.args, **named: P.kwargs) -> None:
        with suppress(Unavailable), self._connections.writing(patience_seconds=TOUCH_PATIENCE_SECONDS) as connection:
            write(connection, *asked, **named)

    return method


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except _MISUSE:
        raise
    except sa.exc.DBAPIError as trouble:
        raise _meaning(trouble) from trouble
    except sqlite3.DatabaseError as trouble:
        raise _failure(trouble) from trouble


def _meaning(trouble: sa.exc.DBAPIError) -> EngineError:
    if _primary_code(trouble) in _BUSY:
        return StoreBusy()
    if getattr(trouble.orig, "sqlite_errorcode", 0) == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        return MemoryNotFound()
    return _failure(trouble.orig)


def _failure(trouble: BaseException | None) -> StoreFailed:
    """What cannot be read is damaged; what is refused for another reason has failed."""
    kind = StoreDamaged if getattr(trouble, "sqlite_errorcode", 0) & 0xFF in _DAMAGE else StoreFailed
    return kind(str(trouble))


def _primary_code(trouble: sa.exc.DBAPIError) -> int:
    return getattr(trouble.orig, "sqlite_errorcode", 0) & 0xFF
