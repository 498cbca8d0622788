"""The outbox: everything arrives, once or twice alike, whoever is killed and whatever was lost in between."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from loopback_qdrant import Loopback, loopback
from qdrant_client import QdrantClient
from qdrant_kit import CARD, Process, change, collections_of, contents_of, feed_of, found, purge, remember

from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.index.qdrant_points import point_of
from mcp_memory.engine.index.qdrant_server import connector
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.testing import CountedIds

LONG = " ".join(f"Sentence {number} says nothing of interest to anybody." for number in range(80))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def records(home: Path) -> Iterator[SqliteRecords]:
    with closing(open_records(home, StorePolicy())) as records:
        yield records


@pytest.fixture
def client() -> Iterator[QdrantClient]:
    with closing(QdrantClient(":memory:")) as client:
        yield client


@pytest.fixture
def process(records: SqliteRecords, client: QdrantClient) -> Process:
    return Process(records, lambda: client)


@pytest.fixture
def stub() -> Iterator[Loopback]:
    with loopback() as stub:
        yield stub


def held(process: Process, client: QdrantClient) -> dict[str, Any]:
    return contents_of(client, feed_of(process).collection)


def copied(home: Path, to: Path) -> Path:
    """A copy of a data folder, as a backup makes one."""
    to.mkdir()
    with closing(sqlite3.connect(home / "memory.db")) as source, closing(sqlite3.connect(to / "memory.db")) as target:
        source.backup(target)
    return to


def fed_afresh(home: Path) -> dict[str, Any]:
    """What an empty Qdrant holds once it was fed from these records."""
    folder = copied(home, home.with_name(f"afresh {len(list(home.parent.iterdir()))}"))
    with closing(open_records(folder, StorePolicy())) as records, closing(QdrantClient(":memory:")) as client:
        for feed in records.feeds():
            records.move_feed(feed, None)
        afresh = Process(records, lambda: client)
        afresh.clock.advance(days=1)
        afresh.feed_all()
        return held(afresh, client)


def test_feeding_again_changes_nothing(process: Process, records: SqliteRecords, client: QdrantClient) -> None:
    remember(records, "Tea is preferred.", LONG)
    assert process.feed_all() == 2
    first = held(process, client)
    assert process.feed_all() == 0
    feed = feed_of(process)
    records.move_feed(feed, replace(feed, fed=0))
    assert process.feed_all() == 2
    assert held(process, client) == first


def test_what_was_changed_or_purged_leaves_nothing_behind(
    home: Path, process: Process, records: SqliteRecords, client: QdrantClient
) -> None:
    long, tea, coffee = remember(records, LONG, "Tea is preferred.", "Coffee is not.")
    process.feed_all()
    assert len(held(process, client)) > 4
    change(records, long, content="Short by now.")
    change(records, coffee, tags=("drinks",))
    purge(records, tea)
    process.feed_all()
    assert held(process, client) == fed_afresh(home)
    assert len(held(process, client)) == 3  # two chunks and the marker
    assert tea.id not in repr(held(process, client))


def test_what_was_never_fed_is_fed_by_a_rebuild(process: Process, records: SqliteRecords) -> None:
    remember(records, "Tea is preferred.")
    assert process.index.rebuild() == 1
    assert feed_of(process).fed == records.revision()


def test_one_run_sends_one_slice(process: Process, records: SqliteRecords) -> None:
    remember(records, *(f"Note {number}." for number in range(300)))
    first = process.feed.run()
    assert 0 < first.done <= 300
    second = process.feed.run()
    assert process.feed.run().done == 0
    assert first.done + second.done == 300
    assert process.index.size() == 300


def test_what_is_older_never_takes_the_place_of_what_is_newer(
    process: Process, records: SqliteRecords, client: QdrantClient
) -> None:
    """A process that was suspended in the middle of a slice wakes up after another has gone on."""
    [tea] = remember(records, "Tea is preferred.")
    stale = records.changes_after(0, CARD.space, 10)
    change(records, tea, content="Coffee is preferred.")
    process.feed_all()
    before, collection = held(process, client), feed_of(process).collection
    old = [point_of(row, "Tea is preferred.", CARD.dim, stale.revision) for row in stale.rows]
    process.server.put(collection, old, stale.revision)
    process.server.prune(collection, stale.changed_ids, stale.revision)
    process.server.mark(collection, stale.revision)
    assert held(process, client) == before
    assert process.server.marked(collection) == records.revision()


@pytest.mark.parametrize(
    ("fault", "spared"),
    [*(("disconnect", spared) for spared in range(16)), *(("lost answer", spared) for spared in (0, 11, 12, 13, 14))],
)
def test_a_connection_that_breaks_anywhere_is_made_good(
    home: Path, records: SqliteRecords, stub: Loopback, fault: Any, spared: int
) -> None:
    """Every request may fail, before or after the server has done it; the next run goes on."""
    remember(records, "Tea is preferred.", LONG)
    process = Process(records, connector(stub.url, None))
    stub.fault, stub.faulty_after = fault, spared
    broken = process.feed.run()
    assert len(broken.failed) == (1 if broken.done == 0 else 0)
    [tea, *_] = remember(records, "Coffee in the evening.", start=100)
    stub.fault = ""
    process.stopwatch.seconds += 60
    process.feed_all()
    assert held(process, stub.client) == fed_afresh(home)
    assert collections_of(stub.client) == {feed_of(process).collection}
    assert found(process.index, "coffee")[0] == tea.id


def test_a_process_killed_before_it_could_note_what_arrived_is_taken_over_from(
    home: Path, records: SqliteRecords, stub: Loopback
) -> None:
    """Kill -9 with the whole slice at the server and nothing of it noted here."""
    [tea, *_] = remember(records, "Tea is preferred.", LONG)
    stub.fault, stub.faulty_after = "slow", 14
    worker = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("feed_worker.py")), str(home), stub.url],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert stub.held.wait(60)
    worker.kill()
    worker.wait()
    stub.fault = ""
    process = Process(records, connector(stub.url, None))
    assert feed_of(process).sent > feed_of(process).fed == 0
    assert process.feed_all() == 0
    assert found(process.guarded, "tea")[0] == tea.id
    process.clock.advance(days=1)
    assert process.feed_all() == 2
    assert held(process, stub.client) == fed_afresh(home)


# Collections that are not what the book says


def test_a_lost_collection_is_made_again(process: Process, records: SqliteRecords, client: QdrantClient) -> None:
    [tea] = remember(records, "Tea is preferred.")
    process.feed_all()
    client.delete_collection(feed_of(process).collection)
    assert found(process.guarded, "tea") == [tea.id]
    process.stopwatch.seconds += 60
    assert process.feed_all() == 1
    assert found(process.index, "tea") == [tea.id]
    assert collections_of(client) == {feed_of(process).collection}


def test_a_collection_that_was_rolled_back_is_made_again(
    process: Process, records: SqliteRecords, client: QdrantClient
) -> None:
    """An old snapshot of the server was restored: it lacks what was fed since."""
    remember(records, "Tea is preferred.")
    process.feed_all()
    old, fed = feed_of(process), records.revision()
    remember(records, "Coffee in the evening.", start=100)
    process.feed_all()
    client.delete_collection(old.collection)
    process.server.create(old.collection, CARD.dim)
    process.server.mark(old.collection, fed)
    remember(records, "Water at noon.", start=200)
    assert process.feed_all() == 3
    assert collections_of(client) == {feed_of(process).collection} != {old.collection}


def test_restored_records_begin_a_collection_of_their_own(home: Path, tmp_path: Path, client: QdrantClient) -> None:
    """The one that was there knows memories that these records have never had."""
    with closing(open_records(home, StorePolicy())) as records:
        [tea] = remember(records, "Tea is preferred.")
        process = Process(records, lambda: client)
        process.feed_all()
        backup = copied(home, tmp_path / "backup")
        [coffee] = remember(records, "Coffee is preferred.", start=100)
        process.feed_all()
        assert set(found(process.index, "preferred")) == {tea.id, coffee.id}
    with closing(open_records(backup, StorePolicy())) as records:
        [water] = remember(records, "Water is preferred.", start=200)
        process = Process(records, lambda: client, new_id=CountedIds(500))
        assert process.feed_all() == 2
        assert set(found(process.index, "preferred")) == {tea.id, water.id}
        assert collections_of(client) == {feed_of(process).collection}


def test_two_copies_of_a_data_folder_come_apart(home: Path, tmp_path: Path, client: QdrantClient) -> None:
    """Both believe that the collection is theirs, until one finds that it knows too much."""
    with closing(open_records(home, StorePolicy())) as records:
        [tea] = remember(records, "Tea is preferred.")
        one = Process(records, lambda: client)
        one.feed_all()
        with closing(open_records(copied(home, tmp_path / "copy"), StorePolicy())) as others:
            two = Process(others, lambda: client, new_id=CountedIds(500))
            [coffee] = remember(records, "Coffee is preferred.", start=100)
            [water] = remember(others, "Water is preferred.", start=200)
            for _ in range(3):
                one.feed_all()
                two.feed_all()
                for process in (one, two):  # from now on they only look
                    process.stopwatch.seconds += 60
                    process.clock.advance(minutes=1)
            assert feed_of(one).collection != feed_of(two).collection
            assert set(found(one.index, "preferred")) == {tea.id, coffee.id}
            assert set(found(two.index, "preferred")) == {tea.id, water.id}
            assert collections_of(client) == {feed_of(one).collection, feed_of(two).collection}
