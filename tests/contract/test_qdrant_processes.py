"""Several processes and one Qdrant: one of them feeds, all of them ask, and any of them may notice what is wrong."""

from collections.abc import Iterator
from contextlib import closing
from datetime import datetime

import pytest
from loopback_qdrant import Loopback, loopback
from qdrant_client import QdrantClient
from qdrant_kit import CARD, NOWHERE, Process, collections_of, feed_of, found, remember
from records_kit import a_change

from mcp_memory.engine.index.qdrant_server import connector
from mcp_memory.engine.records.store import SqliteRecords
from mcp_memory.testing import CountedIds, a_memory


@pytest.fixture
def client() -> Iterator[QdrantClient]:
    with closing(QdrantClient(":memory:")) as client:
        yield client


@pytest.fixture
def stub() -> Iterator[Loopback]:
    with loopback() as stub:
        yield stub


def test_one_process_feeds_and_the_others_ask(records: SqliteRecords, client: QdrantClient) -> None:
    one, two = (Process(records, lambda: client, holder=holder) for holder in ("one", "two"))
    [tea] = remember(records, "Tea is preferred.")
    assert (one.feed_all(), two.feed_all()) == (1, 0)
    assert found(two.index, "tea") == [tea.id]
    [coffee] = remember(records, "Coffee is preferred.", start=100)
    assert two.feed_all() == 0
    assert found(two.index, "coffee")[0] == coffee.id
    assert feed_of(two).fed < records.revision()
    assert one.feed_all() == 1


def test_another_process_takes_over_when_the_lease_ran_out_or_was_given_back(
    records: SqliteRecords, stub: Loopback
) -> None:
    one, two, three = (Process(records, connector(stub.url, None), holder=holder) for holder in ("one", "two", "three"))
    remember(records, "Tea is preferred.")
    assert one.feed_all() == 1
    remember(records, "Coffee is preferred.", start=100)
    two.clock.advance(seconds=181)
    assert two.feed_all() == 1
    assert one.feed_all() == 0
    remember(records, "Water is preferred.", start=200)
    two.feed.close()
    assert three.feed_all() == 1


def test_whoever_finds_the_collection_lost_has_it_fed_again(records: SqliteRecords, client: QdrantClient) -> None:
    """The one that feeds has no reason to look, when nothing is new."""
    one, two = (Process(records, lambda: client, holder=holder) for holder in ("one", "two"))
    [tea] = remember(records, "Tea is preferred.")
    one.feed_all()
    two.feed_all()
    client.delete_collection(feed_of(one).collection)
    assert found(two.guarded, "tea") == [tea.id]
    assert one.feed_all() == 0
    two.stopwatch.seconds += 60
    two.feed.run()
    assert one.feed_all() == 1
    assert found(one.index, "tea") == [tea.id]


def test_rebuilding_in_a_process_that_does_not_feed_is_done_by_the_one_that_does(
    records: SqliteRecords, client: QdrantClient
) -> None:
    one, two = (Process(records, lambda: client, holder=holder) for holder in ("one", "two"))
    [tea] = remember(records, "Tea is preferred.")
    one.feed_all()
    two.feed_all()
    before = feed_of(one).collection
    assert two.guarded.rebuild() == 1
    assert found(two.guarded, "tea") == [tea.id]
    assert one.feed_all() == 1
    assert collections_of(client) == {feed_of(one).collection} != {before}
    assert one.guarded.rebuild() == 1
    assert found(one.index, "tea") == [tea.id]


def test_a_lease_lost_in_the_middle_of_a_slice_ends_it(records: SqliteRecords, client: QdrantClient) -> None:
    """The machine sleeps for a day after half of a slice; another process feeds; the first one wakes up."""
    one, two = (Process(records, lambda: client, holder=holder) for holder in ("one", "two"))
    one.feed_all()
    new_id = CountedIds()
    with records.writing() as writing:  # one transaction of more memories than go into one request
        for _ in range(300):
            writing.put(a_change(a_memory(id=new_id())))
    two.clock.advance(days=1)

    def sleepy() -> datetime:
        if one.server.size(feed_of(one).collection, ()) > 0:
            two.feed_all()
            one.clock.advance(days=1)
        return one.clock()

    sleeper = Process(records, lambda: client, holder="one", time=sleepy)
    assert sleeper.feed.run().done == 0
    assert two.feed_all() == 0
    assert feed_of(two).fed == records.revision()
    assert two.index.size() == records.chunk_count()


def test_somebody_who_begins_anew_at_any_moment_is_given_way(records: SqliteRecords, client: QdrantClient) -> None:
    """Another process asks for a rebuild just while this one looks, erases or sends: the next run sees it."""
    meddler = Process(records, lambda: client, holder="meddler")
    moments: list[str] = []

    def clock() -> datetime:
        if moments.pop() == "now":
            meddler.feed.start_over()
        return meddler.clock()

    def new_id() -> str:
        meddler.feed.start_over()
        return CountedIds(900)()

    process = Process(records, lambda: client, time=clock)
    remember(records, "Tea is preferred.")
    moments[:] = ["later"] * 99
    assert process.feed_all() == 1
    for lost in (False, True):
        for ahead in range(5):
            remember(records, "Coffee is preferred.", start=100 * (ahead + 1 + 5 * lost))
            if lost:
                client.delete_collection(feed_of(process).collection)
            moments[:] = ["later"] * 99 + ["now"] + ["later"] * ahead
            process.feed.run()
            moments[:] = ["later"] * 99
            assert process.feed_all() + process.index.size() >= records.chunk_count()
            assert process.index.size() == records.chunk_count()
    client.delete_collection(feed_of(process).collection)
    slow = Process(records, lambda: client, new_id=new_id)
    assert slow.feed.run().done == 0
    moments[:] = ["later"] * 99
    assert process.feed_all() == records.chunk_count()
    assert collections_of(client) == {feed_of(process).collection}


def test_the_collection_of_another_model_goes_once_nobody_feeds_it(records: SqliteRecords, stub: Loopback) -> None:
    """While a process with that model lives, it keeps its own; afterwards no vector of a purged memory is left."""
    old = Process(records, connector(stub.url, None), space="old:1", holder="old")
    new = Process(records, connector(stub.url, None), holder="new", new_id=CountedIds(500))
    remember(records, "Tea is preferred.")
    assert old.feed_all() == 1
    assert new.feed_all() == 1
    assert len(collections_of(stub.client)) == 2
    remember(records, "Coffee is preferred.", start=100)
    assert (old.feed_all(), new.feed_all()) == (1, 1)
    assert len(collections_of(stub.client)) == 2
    old.feed.close()
    new.clock.advance(minutes=1)
    assert new.feed_all() == 0
    assert collections_of(stub.client) == {feed_of(new).collection}
    assert [feed.space for feed in records.feeds()] == [CARD.space]


def test_the_doctor_hears_whether_qdrant_answers_and_what_waits(records: SqliteRecords, client: QdrantClient) -> None:
    process = Process(records, lambda: client)
    remember(records, "Tea is preferred.")
    assert (process.feed.check().passed, process.feed.check().detail) == (True, "answers; 2 revisions wait to be sent")
    process.feed_all()
    assert process.feed.check().detail == "answers; 0 revisions wait to be sent"
    away = Process(records, connector(NOWHERE, None), holder="away")
    assert not away.feed.check().passed
    assert away.feed.check().detail == "does not answer; 0 revisions wait to be sent"
