"""Qdrant answers badly, late or not at all: nobody waits twice, nothing is lost, and all of it arrives afterwards."""

import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from loopback_qdrant import Loopback, loopback
from qdrant_client import QdrantClient
from qdrant_kit import NOWHERE, Process, ask, change, found, purge, remember

from mcp_memory.engine.domain.errors import IndexAway, IndexTaken
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.index.qdrant_server import QdrantServer, connector, opener
from mcp_memory.engine.records.store import SqliteRecords, open_records


@pytest.fixture
def records(tmp_path: Path) -> Iterator[SqliteRecords]:
    with closing(open_records(tmp_path / "home", StorePolicy())) as records:
        yield records


@pytest.fixture
def stub() -> Iterator[Loopback]:
    with loopback() as stub:
        yield stub


@pytest.mark.parametrize("fault", ["error", "rubbish", "disconnect", "slow"])
def test_during_an_outage_the_local_index_answers_and_afterwards_all_is_caught_up(
    records: SqliteRecords, stub: Loopback, fault: Any
) -> None:
    """Only the first question meets the fault. What is stored, changed and purged meanwhile is found, and arrives."""
    process = Process(records, connector(stub.url, None))
    tea, coffee = remember(records, "Tea is preferred.", "Coffee is preferred.")
    process.feed_all()
    expected = ask(process.index, "which tea?")
    stub.fault = fault
    asked = len(stub.requests)
    assert [ask(process.guarded, "which tea?") for _ in range(20)] == [expected] * 20
    assert len(stub.requests) == asked + 1
    [water] = remember(records, "Water is preferred.", start=100)
    change(records, tea, content="Green tea is preferred.")
    purge(records, coffee)
    assert set(found(process.guarded, "preferred")) == {tea.id, water.id}
    assert process.feed.run().failed == ()  # it does not even try
    assert len(stub.requests) == asked + 1
    process.stopwatch.seconds += 1
    if fault != "slow":  # which would take the time that a request may take
        assert len(process.feed.run().failed) == 1
        assert process.feed.run().failed == ()
        assert len(stub.requests) == asked + 2
    stub.fault = ""
    process.stopwatch.seconds += 60
    assert process.feed_all() == 3
    assert set(found(process.index, "preferred")) == {tea.id, water.id}
    assert coffee.id not in repr(stub.client.scroll(stub.client.get_collections().collections[0].name))


def test_a_question_is_refused_at_once_until_the_feed_has_found_qdrant_well(
    records: SqliteRecords, stub: Loopback
) -> None:
    """However long ago it failed: questions never try."""
    process = Process(records, connector(stub.url, None))
    remember(records, "Tea is preferred.")
    process.feed_all()
    process.server.close()
    stub.fault = "disconnect"
    with pytest.raises(IndexAway):
        ask(process.index, "tea")
    stub.fault = ""
    process.stopwatch.seconds += 1_000
    asked = len(stub.requests)
    with pytest.raises(IndexAway):
        ask(process.index, "tea")
    assert len(stub.requests) == asked
    process.feed.run()
    assert len(ask(process.index, "tea").by_vector) == 1


def test_a_server_that_was_never_there_costs_one_attempt_and_then_pauses(records: SqliteRecords) -> None:
    process = Process(records, connector(NOWHERE, None))
    [tea] = remember(records, "Tea is preferred.")
    failures = []
    for _ in range(100):
        process.stopwatch.seconds += 1
        failures.append(len(process.feed.run().failed))
        assert found(process.guarded, "tea") == [tea.id]
    assert sum(failures) == 7  # after 1, 2, 4, 8, 16 and 32 seconds


def test_an_outage_is_logged_once_and_names_no_key(
    records: SqliteRecords, caplog: pytest.LogCaptureFixture, recwarn: pytest.WarningsRecorder
) -> None:
    """The client's own message about a header that cannot be sent repeats the key."""
    process = Process(records, lambda: QdrantClient(url=NOWHERE, api_key="sesame\n", check_compatibility=False))
    with caplog.at_level(logging.DEBUG):
        for _ in range(3):
            process.stopwatch.seconds += 100
            [failure] = process.feed.run().failed
            assert "sesame" not in failure
    ours = [record for record in caplog.records if record.name.startswith("mcp_memory")]
    assert len(ours) == 1
    assert "sesame" not in caplog.text
    assert [str(warning.message) for warning in recwarn] == ["Api key is used with an insecure connection."] * 1


# A folder instead of a server


def test_a_folder_serves_one_process_and_the_others_use_their_local_index(
    records: SqliteRecords, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "qdrant"
    one, two = (Process(records, opener(folder), holder=holder, is_shared=False) for holder in ("one", "two"))
    [tea] = remember(records, "Tea is preferred.")
    assert one.feed_all() == 1
    assert "serves this process only" in caplog.text
    caplog.clear()
    assert two.feed_all() == two.feed_all() == 0
    assert "another process" in caplog.text
    with pytest.raises(IndexAway):
        two.index.size()
    assert (found(one.index, "tea"), found(two.guarded, "tea"), two.guarded.size()) == ([tea.id], [tea.id], 1)
    assert two.feed.check().passed
    assert two.feed.check().detail.startswith("is not open in this process")
    one.feed.close()
    two.stopwatch.seconds += 60
    two.feed.run()
    assert found(two.index, "tea") == [tea.id]
    two.feed.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the client leaks its lock file
def test_a_process_that_lost_its_lease_lets_go_of_the_folder(records: SqliteRecords, tmp_path: Path) -> None:
    """It was suspended for so long that another wants to go on."""
    one, two = (
        Process(records, opener(tmp_path / "qdrant"), holder=holder, is_shared=False) for holder in ("one", "two")
    )
    [tea] = remember(records, "Tea is preferred.")
    one.feed_all()
    two.clock.advance(minutes=10)
    [taken] = two.feed.run().failed
    assert IndexTaken.__doc__ is not None
    assert taken == IndexTaken.__doc__
    one.feed.run()
    two.stopwatch.seconds += 60
    two.feed.run()
    assert found(two.index, "tea") == [tea.id]
    assert found(one.guarded, "tea") == [tea.id]
    two.feed.close()


def test_a_folder_that_is_damaged_or_cannot_be_used_is_no_worse_than_an_outage(
    records: SqliteRecords, tmp_path: Path
) -> None:
    [tea] = remember(records, "Tea is preferred.")
    (tmp_path / "file").touch()
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    (damaged / "meta.json").write_text("{", encoding="utf-8")
    for folder in (tmp_path / "file", damaged):
        process = Process(records, opener(folder), is_shared=False)
        assert len(process.feed.run().failed) == 1
        assert found(process.guarded, "tea") == [tea.id]


def test_letting_go_twice_is_fine(tmp_path: Path) -> None:
    server = QdrantServer(opener(tmp_path / "qdrant"), lambda: 0.0, is_shared=False)
    server.create("some", 4)
    server.close()
    server.close()
    assert server.marked("some") == 0
    server.close()
