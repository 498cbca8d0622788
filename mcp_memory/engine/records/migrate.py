"""Brings the file to the schema of this program, or refuses a newer one without touching it.

Migrations are the numbered SQL files beside this module. They are immutable once released: append, never edit.
"""

import sqlite3
from collections.abc import Iterator
from importlib import resources

import sqlalchemy as sa

from mcp_memory.engine.domain.errors import StoreFailed, StoreNewer
from mcp_memory.engine.records.connections import Connections
from mcp_memory.engine.records.schema import meta


def migrate(connections: Connections) -> None:
    """Run what is missing, in one transaction. A file that is up to date is only read: no lock is asked for."""
    scripts = migrations()
    newest = len(scripts)
    with connections.reading() as connection:
        found = version_of(connection)
        is_logging = connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    refuse_newer(found, newest)
    if found == newest and is_logging:
        return
    connections.use_write_ahead_log()
    with connections.writing() as connection:
        found = version_of(connection)  # another process may have been faster
        refuse_newer(found, newest)
        for script in scripts[found:]:
            for statement in _statements(script):
                connection.exec_driver_sql(statement)
        connection.execute(sa.update(meta).where(meta.c.name == "schema_version").values(value=newest))


def migrations() -> tuple[str, ...]:
    """The scripts in order; the first leads from an empty file to version 1."""
    folder = resources.files("mcp_memory.engine.records") / "migrations"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return tuple((folder / name).read_text(encoding="utf-8") for name in names)


def version_of(connection: sa.Connection, name: str = "memory.db") -> int:
    """The schema version of the file, 0 when it is empty. Raises `StoreFailed` for a database of something else.

    `name` is what the file is called by.
    """
    tables = set(connection.exec_driver_sql("SELECT name FROM sqlite_master").scalars())
    if not tables:
        return 0
    if meta.name not in tables:
        raise StoreFailed(f"{name} was made by another program")
    return int(connection.execute(sa.select(meta.c.value).where(meta.c.name == "schema_version")).scalar() or 0)


def refuse_newer(found: int, newest: int) -> None:
    """Raise `StoreNewer` for a schema that this program does not know."""
    if found > newest:
        raise StoreNewer(f"its schema has version {found}, this program knows up to {newest}")


def _statements(script: str) -> Iterator[str]:
    """The script's statements one by one: run as a whole, the driver would commit before the first."""
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""
