"""Opening a data folder: fresh, up to date, newer, damaged, in use by others."""

import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from records_kit import EVERYTHING, put, start
from sessions_kit import a_session, contents_of, say

from mcp_memory.engine.domain.errors import StoreBusy, StoreFailed, StoreNewer
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.records.connections import Connections
from mcp_memory.engine.records.migrate import migrations
from mcp_memory.engine.records.rows import row_of
from mcp_memory.engine.records.schema import metadata
from mcp_memory.engine.records.store import open_records
from mcp_memory.testing import a_memory


def test_a_fresh_folder_is_private_and_ready(tmp_path: Path) -> None:
    """The folder is made with all that leads to it; only its owner may look inside."""
    folder = tmp_path / "a b" / "数据"
    records = open_records(folder, StorePolicy(durability="full"))
    put(records, a_memory())
    records.close()
    if os.name == "posix":
        assert folder.stat().st_mode & 0o777 == 0o700
        assert all(file.stat().st_mode & 0o777 == 0o600 for file in folder.iterdir())
    assert open_records(folder, StorePolicy()).get(a_memory().id) == a_memory()


def test_the_migrated_tables_are_those_the_statements_are_built_from(tmp_path: Path) -> None:
    """Same tables, same columns, in the same order."""
    open_records(tmp_path, StorePolicy()).close()
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'memory.db'}")
    inspector = sa.inspect(engine)
    for table in metadata.tables.values():
        assert [column["name"] for column in inspector.get_columns(table.name)] == [column.name for column in table.c]
    engine.dispose()


@pytest.mark.parametrize("version", range(1, len(migrations())))
def test_a_file_of_every_earlier_version_is_brought_up_to_date(tmp_path: Path, version: int) -> None:
    """What stood in it is still there, and all that has been added since works."""
    with closing(sqlite3.connect(tmp_path / "memory.db")) as connection, connection:
        for script in migrations()[:version]:
            connection.executescript(script)
        connection.execute("UPDATE meta SET value = ? WHERE name = 'schema_version'", (version,))
        columns = {name for _, name, *_ in connection.execute("PRAGMA table_info (memories)")}
        row = {name: value for name, value in row_of(a_memory(), revision=1).items() if name in columns}
        places = ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO memories ({', '.join(row)}) VALUES ({places})", tuple(row.values()))  # noqa: S608
    with closing(open_records(tmp_path, StorePolicy())) as records:
        assert records.facts("me").schema_version == len(migrations())
        assert records.get(a_memory().id) == a_memory()
        say(records, a_session(), "hello")
        assert contents_of(records.turns("me", "s1")) == ["hello"]
        with records.writing() as writing:
            writing.purge([a_memory().id])
        records.after_purge()
        assert all(finding.passed for finding in records.check())


def test_a_newer_file_is_refused_untouched(tmp_path: Path) -> None:
    """Not a byte of it is changed."""
    open_records(tmp_path, StorePolicy()).close()
    file = tmp_path / "memory.db"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE meta SET value = 999 WHERE name = 'schema_version'")
    before = file.read_bytes()
    with pytest.raises(StoreNewer, match=r"999.*Upgrade"):
        open_records(tmp_path, StorePolicy())
    assert file.read_bytes() == before


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    """A file in its place, or something else in the file's place."""
    (tmp_path / "file").touch()
    with pytest.raises(StoreFailed, match="file"):
        open_records(tmp_path / "file", StorePolicy())
    (tmp_path / "memory.db").write_bytes(b"this is no database " * 500)
    with pytest.raises(StoreFailed, match="not a database"):
        open_records(tmp_path, StorePolicy())
    (tmp_path / "folder" / "memory.db").mkdir(parents=True)
    with pytest.raises(StoreFailed):
        open_records(tmp_path / "folder", StorePolicy())


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    """Nothing is added to what is not ours."""
    with closing(sqlite3.connect(tmp_path / "memory.db")) as connection:
        connection.execute("CREATE TABLE notes (text)")
    before = (tmp_path / "memory.db").read_bytes()
    with pytest.raises(StoreFailed, match="another program"):
        open_records(tmp_path, StorePolicy())
    assert (tmp_path / "memory.db").read_bytes() == before


def test_a_place_that_cannot_keep_the_log_is_refused() -> None:
    """Where processes cannot share memory, readers would wait for writers; a database in memory is such a place."""
    connections = Connections(Path(":memory:"), StorePolicy())
    with pytest.raises(StoreFailed, match="file system"):
        connections.use_write_ahead_log()
    connections.close()


def test_a_restored_copy_gets_its_write_ahead_log_back(tmp_path: Path) -> None:
    """A backup made in one file is not in that mode; readers would wait for writers."""
    open_records(tmp_path, StorePolicy()).close()
    with closing(sqlite3.connect(tmp_path / "memory.db")) as connection:
        assert connection.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)
    open_records(tmp_path, StorePolicy()).close()
    with closing(sqlite3.connect(tmp_path / "memory.db")) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_openers_of_a_fresh_folder_all_succeed(tmp_path: Path) -> None:
    """Processes and threads at once: one migrates, the others wait and find it done."""
    workers = [start("write", tmp_path, 1) for _ in range(2)]
    with ThreadPoolExecutor(3) as pool:
        opened = list(pool.map(lambda _: open_records(tmp_path, StorePolicy()), range(3)))
    for worker in workers:
        worker.communicate()
    assert {records.facts("me").schema_version for records in opened} == {len(migrations())}
    assert opened[0].count(EVERYTHING) == 2
    for records in opened:
        records.close()


def test_opening_waits_for_no_writer(tmp_path: Path) -> None:
    """A process that stopped in the middle of a write cannot keep another from starting and reading."""
    records = open_records(tmp_path, StorePolicy())
    put(records, a_memory())
    with records.writing():
        second = open_records(tmp_path, StorePolicy(lock_patience_seconds=0))
        assert second.get(a_memory().id) == a_memory()
        second.close()
    records.close()


def test_a_migration_that_does_not_get_its_turn_says_so(tmp_path: Path) -> None:
    """The file is left as it was, and the next opening succeeds."""
    open_records(tmp_path, StorePolicy()).close()
    with closing(sqlite3.connect(tmp_path / "memory.db", isolation_level=None)) as holder:
        holder.execute("PRAGMA journal_mode = DELETE")
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreBusy):
            open_records(tmp_path, StorePolicy(lock_patience_seconds=0.05))
        holder.execute("ROLLBACK")
    open_records(tmp_path, StorePolicy()).close()


def test_a_vanished_folder_is_told(tmp_path: Path) -> None:
    """On every way to the file."""
    records = open_records(tmp_path / "home", StorePolicy())
    records.close()
    (tmp_path / "home").rename(tmp_path / "moved")
    with pytest.raises(StoreFailed):
        records.data_version()
    with pytest.raises(StoreFailed):
        records.count(EVERYTHING)


def test_a_closed_store_holds_no_file(tmp_path: Path) -> None:
    """The last one to close tidies the log away, so that the folder can be moved or copied."""
    records = open_records(tmp_path, StorePolicy())
    records.data_version()
    records.close()
    records.close()
    assert [file.name for file in tmp_path.iterdir()] == ["memory.db"]
