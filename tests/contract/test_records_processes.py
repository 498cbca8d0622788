"""Several threads and processes on one data folder: nothing lost, nothing half done, nobody kept waiting."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from records_kit import EVERYTHING, a_change, put, start

from mcp_memory.engine.domain.errors import StoreBusy, StoreFailed
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.testing import DAWN, CountedIds, a_memory


@pytest.fixture
def records(tmp_path: Path) -> Iterator[SqliteRecords]:
    records = open_records(tmp_path, StorePolicy(lock_patience_seconds=0.2))
    yield records
    records.close()


def test_what_several_processes_write_is_all_there(tmp_path: Path) -> None:
    """Every acknowledged id, each once, and every revision its own."""
    workers = [start("write", tmp_path, 30) for _ in range(3)]
    acknowledged = [line.strip() for worker in workers for line in worker.communicate()[0].splitlines()]
    records = open_records(tmp_path, StorePolicy())
    assert len(set(acknowledged)) == 90
    assert set(records.get_many(acknowledged)) == set(acknowledged)
    assert records.count(EVERYTHING) == 90
    assert records.revision() == 90
    assert all(finding.passed for finding in records.check())
    records.close()


def test_threads_share_one_store(tmp_path: Path) -> None:
    """Writers take turns, readers run beside them, every one sees what was acknowledged to it."""
    records = open_records(tmp_path, StorePolicy())

    def work(worker: int) -> None:
        new_id = CountedIds(start=worker * 1000)
        for _ in range(10):
            memory = a_memory(id=new_id())
            put(records, memory)
            records.touch([memory.id], DAWN)
            assert records.get(memory.id) is not None
            records.data_version()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert records.count(EVERYTHING) == 80
    assert records.revision() == 80
    records.close()


def test_a_read_modify_write_loses_nothing(tmp_path: Path) -> None:
    """Inside one transaction nobody else writes, so every one of these steps counts."""
    records = open_records(tmp_path, StorePolicy())
    put(records, a_memory())

    def step(_: int) -> None:
        with records.writing() as writing:
            now = writing.get(a_memory().id)
            assert now is not None
            writing.put(a_change(now.changed(DAWN), now))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(step, range(40)))
    stored = records.get(a_memory().id)
    assert stored is not None
    assert stored.version == 41
    records.close()


def test_a_killed_writer_loses_nothing_acknowledged(tmp_path: Path) -> None:
    """Kill -9 in the middle of writing: what was acknowledged is there, and the file is whole."""
    acknowledged: list[str] = []
    for _ in range(3):
        worker = start("write", tmp_path, 100_000)
        assert worker.stdout is not None
        acknowledged += [worker.stdout.readline().strip() for _ in range(15)]
        worker.kill()
        acknowledged += [
            line.strip() for line in worker.communicate()[0].splitlines(keepends=True) if line.endswith("\n")
        ]
        records = open_records(tmp_path, StorePolicy())
        assert set(records.get_many(acknowledged)) == set(acknowledged)
        assert all(finding.passed for finding in records.check())
        records.close()


def test_readers_do_not_wait_for_a_writer(records: SqliteRecords, tmp_path: Path) -> None:
    """Another process holds the write lock and does not move: every read answers, a start too."""
    put(records, a_memory(content="zebra"))
    holder = start("hold", tmp_path)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "holding\n"
    assert records.get(a_memory().id) is not None
    assert records.listing(EVERYTHING, limit=5) != ()
    assert records.search_words(["zebra"], EVERYTHING, 5) != {}
    assert records.changes_after(0, "small:1", 1_000).rows != ()
    records.data_version()
    with pytest.raises(StoreBusy, match="Try again"), records.writing():
        pytest.fail("two writers at once")
    records.touch([a_memory().id], DAWN)
    assert records.get(a_memory().id) == a_memory(content="zebra")
    holder.communicate()
    put(records, a_memory().changed(DAWN))


def test_a_writer_that_gets_no_turn_in_its_own_process_says_so(records: SqliteRecords) -> None:
    """The patience is the same, whoever holds the lock."""
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with records.writing():
            held.set()
            done.wait()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(hold)
        held.wait()
        with pytest.raises(StoreBusy), records.writing():
            pytest.fail("two writers at once")
        done.set()


def test_a_full_disk_is_told_and_nothing_is_changed(tmp_path: Path) -> None:
    """The write fails as a whole, and reading goes on."""
    records = open_records(tmp_path, StorePolicy())
    put(records, a_memory())
    with records._connections.writing() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}")
    long = a_memory(id="00000002-0000-7000-8000-000000000000", content="word " * 10_000)
    with pytest.raises(StoreFailed, match="disk is full"):
        put(records, long)
    assert records.get(long.id) is None
    assert records.get(a_memory().id) == a_memory()
    assert all(finding.passed for finding in records.check())
    records.close()


def test_a_file_that_refuses_writing_is_told(tmp_path: Path) -> None:
    """Reading and its bookkeeping go on; a write says what is wrong."""
    records = open_records(tmp_path, StorePolicy())
    put(records, a_memory())
    with records._connections.writing() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
    with pytest.raises(StoreFailed, match="readonly"):
        put(records, a_memory().changed(DAWN))
    records.touch([a_memory().id], DAWN)
    assert records.get(a_memory().id) == a_memory()
    records.close()


def test_a_broken_statement_is_a_fault_of_ours_and_shows(records: SqliteRecords) -> None:
    """A programming error is not dressed up as trouble with the disk."""
    with pytest.raises(sa.exc.ProgrammingError), records._connections.reading() as connection:
        connection.exec_driver_sql("SELECT ?", (1, 2))
