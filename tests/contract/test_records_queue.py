"""The ports EmbeddingQueue and IndexSource: vectors arrive late, and every index learns of them."""

import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest
from records_kit import a_change, put

from mcp_memory.engine.domain.answers import QueueState
from mcp_memory.engine.domain.policies import EmbeddingPolicy
from mcp_memory.engine.domain.vocabulary import Status
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.records import EmbeddingTask
from mcp_memory.engine.records.store import SqliteRecords
from mcp_memory.testing import DAWN, CountedIds, a_memory

SPACE = "small:1"
POLICY = EmbeddingPolicy(batch=2, lease_seconds=60, backoff_seconds=5, max_attempts=3)
VECTOR = Vector(b"\x00\x3c" * 4)


@pytest.fixture
def new_id() -> CountedIds:
    return CountedIds()


def embed_all(records: SqliteRecords, space: str = SPACE) -> int:
    """Work the queue off; returns how many vectors were kept."""
    kept = 0
    while tasks := records.claim(space, DAWN, POLICY):
        kept += records.fulfil(space, [(task, VECTOR) for task in tasks])
    return kept


def test_a_new_memory_waits_and_is_embedded_once(records: SqliteRecords) -> None:
    """Claimed with its text, fulfilled, done."""
    put(records, a_memory(content="zebra"))
    assert records.state(SPACE) == QueueState(total=1, waiting=1)
    (task,) = records.claim(SPACE, DAWN, POLICY)
    assert (task.memory_id, task.chunk, task.text) == (a_memory().id, 0, "zebra")
    assert records.fulfil(SPACE, [(task, VECTOR)]) == 1
    assert records.state(SPACE) == QueueState(total=1)
    assert records.claim(SPACE, DAWN, POLICY) == ()


def test_the_newest_come_first_a_batch_at_a_time(records: SqliteRecords, new_id: CountedIds) -> None:
    """What was just remembered does not wait behind an import."""
    memories = [a_memory(id=new_id()) for _ in range(3)]
    put(records, *memories)
    batches = [records.claim(SPACE, DAWN, POLICY) for _ in range(3)]
    assert [[task.memory_id for task in batch] for batch in batches] == [
        [memories[2].id, memories[1].id],
        [memories[0].id],
        [],
    ]


def test_a_lease_is_respected_until_it_expires(records: SqliteRecords) -> None:
    """A worker that died gives its work back."""
    put(records, a_memory())
    assert len(records.claim(SPACE, DAWN, POLICY)) == 1
    assert records.claim(SPACE, DAWN + timedelta(seconds=59), POLICY) == ()
    assert len(records.claim(SPACE, DAWN + timedelta(seconds=60), POLICY)) == 1


def test_a_failure_backs_off_twice_as_long_then_parks(records: SqliteRecords) -> None:
    """Never lost: the reason stands in the state, and the doctor names the chunk."""
    put(records, a_memory())
    now = DAWN
    for wait in (5, 10):
        records.fail(SPACE, records.claim(SPACE, now, POLICY), "no result", now, POLICY)
        assert records.claim(SPACE, now + timedelta(seconds=wait - 1), POLICY) == ()
        now += timedelta(seconds=wait)
    records.fail(SPACE, records.claim(SPACE, now, POLICY), "no result", now, POLICY)
    assert records.claim(SPACE, now + timedelta(days=9), POLICY) == ()
    assert records.state(SPACE) == QueueState(total=1, waiting=0, parked=1, reasons=("no result",))
    (finding,) = (finding for finding in records.check() if finding.check == "embedding queue")
    assert not finding.passed
    assert a_memory().id in finding.detail


def test_a_text_that_kills_its_worker_is_parked_too(records: SqliteRecords) -> None:
    """A lease is an attempt, so a text that ends every process cannot do so for ever."""
    put(records, a_memory())
    for attempt in range(3):
        assert len(records.claim(SPACE, DAWN + timedelta(minutes=attempt), POLICY)) == 1
    assert records.claim(SPACE, DAWN + timedelta(minutes=3), POLICY) == ()
    assert records.state(SPACE).parked == 1


def test_an_edit_gives_a_parked_memory_a_new_chance(records: SqliteRecords) -> None:
    """New text, new chunk, no attempts yet."""
    put(records, a_memory())
    once = EmbeddingPolicy(max_attempts=1)
    records.fail(SPACE, records.claim(SPACE, DAWN, once), "no result", DAWN, once)
    put(records, a_memory().changed(DAWN, content="Shorter."))
    assert records.state(SPACE) == QueueState(total=1, waiting=1)
    assert embed_all(records) == 1


def test_a_vector_of_an_older_text_is_not_kept(records: SqliteRecords) -> None:
    """Neither its success nor its failure touches the new text."""
    put(records, a_memory(content="before"))
    (task,) = records.claim(SPACE, DAWN, POLICY)
    put(records, a_memory(content="before").changed(DAWN, content="after"))
    assert records.fulfil(SPACE, [(task, VECTOR)]) == 0
    records.fail(SPACE, [task], "late", DAWN, POLICY)
    (fresh,) = records.claim(SPACE, DAWN, POLICY)
    assert fresh.text == "after"
    assert records.changes_after(0, SPACE, 1_000).rows[0].vector is None


def test_only_the_content_decides_whether_a_memory_is_embedded_again(records: SqliteRecords) -> None:
    """A change of status keeps the vector."""
    put(records, a_memory())
    embed_all(records)
    put(records, a_memory().changed(DAWN, status=Status.ARCHIVED))
    assert records.claim(SPACE, DAWN, POLICY) == ()
    assert records.changes_after(0, SPACE, 1_000).rows[0].vector == VECTOR


def test_another_model_finds_everything_by_itself(records: SqliteRecords, new_id: CountedIds) -> None:
    """Old memories and new ones, while the first model's vectors stay."""
    put(records, *(a_memory(id=new_id()) for _ in range(3)))
    embed_all(records)
    put(records, a_memory(id=new_id()))
    assert embed_all(records, "large:1") == 4
    assert records.state("large:1") == QueueState(total=4)
    assert records.state(SPACE) == QueueState(total=4, waiting=1)
    assert [row.vector for row in records.changes_after(0, "none:1", 1_000).rows] == [None] * 4


def test_fulfilling_twice_is_fulfilling_once(records: SqliteRecords) -> None:
    """At least once, idempotent; a claim that ended elsewhere is no trouble."""
    put(records, a_memory())
    (task,) = records.claim(SPACE, DAWN, POLICY)
    records.fulfil(SPACE, [(task, VECTOR)])
    assert records.fulfil(SPACE, [(task, VECTOR)]) == 1
    records.fail(SPACE, [task], "too late", DAWN, POLICY)
    assert records.state(SPACE) == QueueState(total=1)


def test_nothing_to_do_needs_no_write_lock(records: SqliteRecords, tmp_path: Path) -> None:
    """Every process asks all the time, so an empty claim only reads."""
    put(records, a_memory())
    embed_all(records)
    version = records.data_version()
    with records.writing():
        assert records.claim(SPACE, DAWN, POLICY) == ()
    assert records.data_version() == version
    assert (tmp_path / "memory.db").exists()


# IndexSource


def test_changes_are_those_after_a_revision(records: SqliteRecords, new_id: CountedIds) -> None:
    """Each carries what an index filters by."""
    first = a_memory(id=new_id(), tags=("art", "art", "b"))
    put(records, first)
    seen = records.changes_after(0, SPACE, 1_000)
    assert (seen.revision, seen.changed_ids) == (1, (first.id,))
    (row,) = seen.rows
    assert (row.memory_id, row.chunk, row.vector, row.user, row.project) == (first.id, 0, None, "me", "")
    assert (row.layer, row.status, row.event_type, row.session) == ("episodic", "active", "fact", "s1")
    assert row.occurred_at == DAWN.timestamp()
    assert sorted(row.tags) == ["art", "b"]
    second = a_memory(id=new_id())
    put(records, second)
    assert records.changes_after(1, SPACE, 1_000).changed_ids == (second.id,)
    assert records.changes_after(2, SPACE, 1_000).rows == ()


def test_a_late_vector_is_a_change(records: SqliteRecords) -> None:
    """Indexes in every process see it by its revision."""
    put(records, a_memory())
    embed_all(records)
    changes = records.changes_after(1, SPACE, 1_000)
    assert changes.changed_ids == (a_memory().id,)
    assert [row.vector for row in changes.rows] == [VECTOR]


def test_a_purged_memory_is_a_changed_id_without_rows(records: SqliteRecords) -> None:
    """And when the same id is stored again, it is an ordinary memory."""
    put(records, a_memory())
    with records.writing() as writing:
        writing.purge([a_memory().id, "unknown"])
    with records.writing() as writing:
        writing.purge(["unknown"])
    changes = records.changes_after(1, SPACE, 1_000)
    assert (changes.revision, changes.changed_ids, changes.rows) == (2, (a_memory().id,), ())
    put(records, a_memory())
    assert records.changes_after(1, SPACE, 1_000).changed_ids == (a_memory().id,)
    assert len(records.changes_after(1, SPACE, 1_000).rows) == 1


def test_a_chunk_of_a_purged_memory_never_lends_its_place(records: SqliteRecords, new_id: CountedIds) -> None:
    """What is stored right after the purge of the newest memory is embedded too."""
    put(records, a_memory(id=new_id()))
    newest = a_memory(id=new_id())
    put(records, newest)
    embed_all(records)
    with records.writing() as writing:
        writing.purge([newest.id])
    put(records, a_memory(id=new_id()))
    assert embed_all(records) == 1


def test_commits_of_others_move_the_data_version(records: SqliteRecords, tmp_path: Path) -> None:
    """Those of another connection, of our own writes, and of nobody else."""
    before = records.data_version()
    assert records.data_version() == before
    put(records, a_memory())
    written = records.data_version()
    assert written != before
    with sqlite3.connect(tmp_path / "memory.db") as stranger:
        stranger.execute("UPDATE meta SET value = value + 1 WHERE name = 'revision'")
    stranger.close()
    assert records.data_version() != written


def test_a_task_of_nobody_is_no_trouble(records: SqliteRecords) -> None:
    """A vector for an unknown memory is not kept."""
    task = EmbeddingTask(memory_id="nobody", chunk=0, text="", content_hash="")
    assert records.fulfil(SPACE, [(task, VECTOR)]) == 0
    assert records.revision() == 0
    with records.writing() as writing:
        writing.put(a_change(a_memory()))
    assert records.revision() == 1


def test_a_clock_that_was_set_back_keeps_no_chunk_waiting_for_ever(records: SqliteRecords, new_id: CountedIds) -> None:
    """Neither a lease nor a back-off."""
    put(records, a_memory(id=new_id()), a_memory(id=new_id()))
    later = DAWN + timedelta(days=400)
    one = EmbeddingPolicy(batch=1)
    failing = records.claim(SPACE, later, one)
    records.claim(SPACE, later, one)
    records.fail(SPACE, failing, "no result", later, one)
    assert len(records.claim(SPACE, DAWN, POLICY)) == 2


def test_any_number_of_attempts_can_be_waited_for(records: SqliteRecords) -> None:
    """The back-off ends at a day."""
    put(records, a_memory())
    patient = EmbeddingPolicy(max_attempts=10_000)
    for attempt in range(40):
        now = DAWN + timedelta(days=attempt)
        tasks = records.claim(SPACE, now, patient)
        assert len(tasks) == 1
        records.fail(SPACE, tasks, "no result", now, patient)
