"""What the encoding queue owes the encoder: by priority then age, at least once, one worker at a time, never lost."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sessions_kit import POLICY, a_session, after, queue, say, start

from mcp_memory.engine.domain.answers import QueueState
from mcp_memory.engine.domain.policies import EncodingPolicy, StorePolicy
from mcp_memory.engine.ports.sessions import EncodingTask, Priority, Sessions
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.testing import DAWN

EMPTY = QueueState()


@pytest.fixture
def records(tmp_path: Path) -> Iterator[SqliteRecords]:
    with closing(open_records(tmp_path, StorePolicy(lock_patience_seconds=0.1))) as records:
        yield records


@pytest.fixture
def store(records: SqliteRecords) -> Sessions:
    return records


def claim(store: Sessions, now: datetime = DAWN) -> EncodingTask:
    task = store.claim_encoding(now, POLICY)
    assert task is not None
    return task


def settle(store: Sessions, task: EncodingTask) -> bool:
    with store.sitting() as sitting:
        return sitting.settle(task)


def test_a_task_names_its_turns_and_is_gone_once_settled(store: Sessions) -> None:
    session = say(store, a_session(), "hello", "again")
    queue(store, session, (Priority.ROUND, 1, 2))
    task = claim(store)
    assert (task.user, task.session, task.priority, task.first, task.last) == ("me", "s1", Priority.ROUND, 1, 2)
    assert settle(store, task)
    assert not settle(store, task)
    assert store.claim_encoding(after(9_999), POLICY) is None
    assert store.encoding_state() == EMPTY


def test_key_events_go_first_then_what_is_older(store: Sessions) -> None:
    queue(store, a_session(), (Priority.BOUNDARY, 1, 9), (Priority.ROUND, 1, 2), (Priority.ROUND, 3, 4))
    queue(store, a_session("s2", user="you"), (Priority.KEY_EVENT, 5, 5))
    taken = [claim(store) for _ in range(4)]
    assert [(task.session, task.first) for task in taken] == [("s2", 5), ("s1", 1), ("s1", 3), ("s1", 1)]
    assert taken[-1].priority is Priority.BOUNDARY
    assert store.claim_encoding(DAWN, POLICY) is None


def test_the_same_turns_at_the_same_priority_wait_once(store: Sessions) -> None:
    """Other ranges, priorities, sessions and users wait beside them; an empty range waits not at all."""
    for _ in range(2):
        queue(store, a_session(), (Priority.ROUND, 1, 2), (Priority.ROUND, 1, 3), (Priority.BOUNDARY, 1, 2))
        queue(store, a_session("s2"), (Priority.ROUND, 1, 2))
        queue(store, a_session(user="you"), (Priority.ROUND, 1, 2), (Priority.ROUND, 3, 2))
    assert store.encoding_state() == QueueState(total=5, waiting=5)


def test_a_lease_is_respected_until_it_runs_out(store: Sessions) -> None:
    """A worker that died gives its work back, and what it claimed is its own no more."""
    queue(store, a_session(), (Priority.ROUND, 1, 1))
    first = claim(store)
    assert store.claim_encoding(after(59), POLICY) is None
    second = claim(store, after(60))
    assert second == replace(first, claim=second.claim)
    assert second.claim != first.claim
    assert not settle(store, first)
    assert store.encoding_state().total == 1
    assert settle(store, second)


def test_a_slow_worker_may_still_settle_what_nobody_else_took(store: Sessions) -> None:
    """Also when it was given up meanwhile: the work is done."""
    once = replace(POLICY, max_attempts=1)
    queue(store, a_session(), (Priority.ROUND, 1, 1))
    task = store.claim_encoding(DAWN, once)
    assert task is not None
    assert store.claim_encoding(after(9_999), once) is None
    assert store.encoding_state().reasons == ("no attempt came to an end",)
    assert settle(store, task)
    assert store.encoding_state() == EMPTY


def test_a_failure_backs_off_twice_as_long_then_parks(records: SqliteRecords) -> None:
    """Never lost: the reason stands in the state, and the doctor names session and turns."""
    queue(records, a_session(), (Priority.ROUND, 3, 4))
    now = 0
    for wait in (5, 10):
        task = claim(records, after(now))
        records.fail_encoding(task, "no answer", after(now), POLICY)
        assert not settle(records, task)
        assert records.claim_encoding(after(now + wait - 1), POLICY) is None
        now += wait
    records.fail_encoding(claim(records, after(now)), "no answer at all", after(now), POLICY)
    assert records.claim_encoding(after(86_400 * 365), POLICY) is None
    assert records.encoding_state() == QueueState(total=1, parked=1, reasons=("no answer at all",))
    (finding,) = (finding for finding in records.check() if finding.check == "encoding queue")
    assert (finding.passed, finding.detail) == (False, "turns 3 to 4 of session s1: no answer at all")


def test_a_failure_of_a_claim_that_was_lost_changes_nothing(store: Sessions) -> None:
    queue(store, a_session(), (Priority.ROUND, 1, 1))
    lost = claim(store)
    held = claim(store, after(60))
    store.fail_encoding(lost, "late", after(61), POLICY)
    assert store.claim_encoding(after(119), POLICY) is None
    assert settle(store, held)


def test_turns_that_kill_their_worker_are_parked_too(store: Sessions) -> None:
    """A lease is an attempt, so turns that end every process cannot do so for ever; others go on."""
    queue(store, a_session(), (Priority.ROUND, 1, 1))
    for attempt in range(POLICY.max_attempts):
        claim(store, after(60 * attempt))
    queue(store, a_session(), (Priority.BOUNDARY, 1, 1))
    assert claim(store, after(9_999)).priority is Priority.BOUNDARY
    assert store.encoding_state() == QueueState(total=2, waiting=1, parked=1, reasons=("no attempt came to an end",))


def test_a_repair_gives_what_was_parked_another_chance(records: SqliteRecords) -> None:
    """And whoever claimed it before has lost it."""
    from mcp_memory.engine.ports.embedder import ModelCard  # noqa: PLC0415

    once = replace(POLICY, max_attempts=1)
    queue(records, a_session(), (Priority.ROUND, 1, 1))
    task = records.claim_encoding(DAWN, once)
    assert task is not None
    records.fail_encoding(task, "no answer", DAWN, once)
    card = ModelCard(name="small", dim=4, space="small:1", calibrated=False)
    (step,) = (step for step in records.repair(card, DAWN) if step.check == "encoding")
    assert step.detail == "1 parked stretches of sessions are tried again"
    again = claim(records)
    assert again.key == task.key
    assert not settle(records, task)
    assert settle(records, again)


def test_what_waits_near_each_other_is_gathered_into_one_task(store: Sessions) -> None:
    """Of the same session and urgency; what lies far off or has failed before is a task of its own."""
    gathering = replace(POLICY, gathered_turns=10)
    session = a_session()
    queue(store, session, (Priority.ROUND, 9, 9), (Priority.KEY_EVENT, 3, 3))
    failed = store.claim_encoding(DAWN, gathering)
    assert failed is not None
    store.fail_encoding(failed, "no answer", DAWN, gathering)
    queue(store, session, *((Priority.KEY_EVENT, n, n) for n in (5, 8, 12, 30)))
    queue(store, a_session("s2"), (Priority.KEY_EVENT, 6, 6))
    later = after(3_600)
    taken = [store.claim_encoding(later, gathering) for _ in range(5)]
    assert [(task.session, task.first, task.last) for task in taken if task] == [
        ("s1", 3, 3),
        ("s1", 5, 12),
        ("s1", 30, 30),
        ("s2", 6, 6),
        ("s1", 9, 9),
    ]
    assert all(settle(store, task) for task in taken if task)
    assert store.encoding_state() == EMPTY


def test_a_clock_that_was_set_back_keeps_no_task_waiting_for_ever(store: Sessions) -> None:
    """Neither a lease nor a back-off."""
    later = after(86_400 * 400)
    queue(store, a_session(), (Priority.ROUND, 1, 1), (Priority.ROUND, 2, 2))
    claim(store, later)
    store.fail_encoding(claim(store, later), "no answer", later, POLICY)
    assert {claim(store).first, claim(store).first} == {1, 2}


def test_any_number_of_attempts_can_be_waited_for(store: Sessions) -> None:
    """The back-off ends at a day."""
    patient = replace(POLICY, max_attempts=10_000)
    queue(store, a_session(), (Priority.ROUND, 1, 1))
    for attempt in range(40):
        task = store.claim_encoding(after(86_400 * attempt), patient)
        assert task is not None
        store.fail_encoding(task, "no answer", after(86_400 * attempt), patient)


def test_asking_for_work_writes_only_when_there_is_some(records: SqliteRecords, tmp_path: Path) -> None:
    """So that idle processes do not wake each other up."""
    queue(records, a_session(), (Priority.ROUND, 1, 1))
    claim(records)
    with closing(open_records(tmp_path, StorePolicy())) as other, other.writing():
        assert records.claim_encoding(DAWN, POLICY) is None


def test_a_damaged_row_is_parked_and_hides_no_other(records: SqliteRecords) -> None:
    queue(records, a_session(), (Priority.KEY_EVENT, 1, 1), (Priority.ROUND, 2, 2))
    with records._connections.writing() as connection:
        connection.exec_driver_sql("UPDATE encoding_queue SET priority = -1 WHERE first = 1")
    assert claim(records).first == 2
    assert records.encoding_state().reasons == ("its row in the queue is damaged",)


def test_processes_share_the_work_and_none_is_done_twice(tmp_path: Path) -> None:
    """Every task is claimed by one of them, every turn is encoded by one of them."""
    with closing(open_records(tmp_path, StorePolicy())) as records:
        session = say(records, a_session(), *(f"turn {n}" for n in range(1, 61)))
        queue(records, session, *((Priority.ROUND, n, n + 1) for n in range(1, 60)))
    workers = [start("sessions_worker.py", "encode", tmp_path, 0) for _ in range(3)]
    lines = [line for worker in workers for line in worker.communicate()[0].splitlines()]
    claimed = [line for line in lines if line.startswith("claimed")]
    settled = [line for line in lines if line.startswith("settled")]
    assert len(claimed) == len(set(claimed)) == len(settled) == 59
    assert all(line.endswith("True") for line in settled)
    taken = [int(n) for line in settled for n in line[line.index("[") + 1 : line.index("]")].split(",") if n]
    assert sorted(taken) == list(range(1, 61))
    with closing(open_records(tmp_path, StorePolicy())) as records:
        assert records.encoding_state() == EMPTY


def test_the_work_of_a_killed_process_is_done_by_another(tmp_path: Path) -> None:
    with closing(open_records(tmp_path, StorePolicy())) as records:
        session = say(records, a_session(), *(f"turn {n}" for n in range(1, 41)))
        queue(records, session, *((Priority.ROUND, n, n) for n in range(1, 41)))
    worker = start("sessions_worker.py", "encode", tmp_path, 0)
    assert worker.stdout is not None
    worker.stdout.readline()
    worker.kill()
    worker.communicate()
    policy, encoded = EncodingPolicy(), 0
    with closing(open_records(tmp_path, StorePolicy())) as records:
        while (task := records.claim_encoding(after(9_999), policy)) is not None:
            with records.sitting() as sitting:
                encoded += len(sitting.unencoded("me", "s1", task.first, task.last))
                sitting.note_encoded("me", "s1", [task.first])
                assert sitting.settle(task)
        with records.sitting() as sitting:
            assert sitting.unencoded("me", "s1", 1, 40) == ()
        assert records.encoding_state() == EMPTY
        assert all(finding.passed for finding in records.check())
    assert encoded <= 40


PATIENT = replace(POLICY, max_attempts=1_000)
ACTS = st.lists(
    st.tuples(st.sampled_from(["queue", "claim", "settle", "fail", "late"]), st.integers(0, 5), st.integers(0, 90)),
    max_size=40,
)


class Workers:
    """What any number of workers know together: what waits, who holds which claim until when, which claims are over."""

    def __init__(self, store: Sessions) -> None:
        self.store = store
        self.waiting: set[int] = set()
        self.held: dict[int, tuple[EncodingTask, int]] = {}
        self.over: list[EncodingTask] = []

    def queue(self, which: int, _: int) -> None:
        queue(self.store, a_session(), (Priority.ROUND, which, which))
        self.waiting.add(which)

    def claim(self, _: int, now: int) -> None:
        task = self.store.claim_encoding(after(now), PATIENT)
        if task is None:
            return
        assert task.first in self.waiting
        if task.first in self.held:
            lost, until = self.held[task.first]
            assert now >= until
            self.over.append(lost)
        self.held[task.first] = (task, now + 60)

    def settle(self, which: int, _: int) -> None:
        if self.held:
            task = self._let_go(which)
            assert settle(self.store, task)
            self.waiting.remove(task.first)

    def fail(self, which: int, now: int) -> None:
        if self.held:
            self.store.fail_encoding(self._let_go(which), "no answer", after(now), PATIENT)

    def late(self, which: int, now: int) -> None:
        """Act on a claim that is over."""
        if self.over:
            task = self.over[which % len(self.over)]
            assert not settle(self.store, task)
            self.store.fail_encoding(task, "late", after(now), PATIENT)

    def _let_go(self, which: int) -> EncodingTask:
        task, _ = self.held.pop(sorted(self.held)[which % len(self.held)])
        self.over.append(task)
        return task


@settings(max_examples=40, deadline=None)
@given(acts=ACTS)
def test_no_task_is_ever_lost_or_held_by_two(
    acts: list[tuple[str, int, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever workers do or leave undone: a task is in the queue until a claim of it was settled."""
    with closing(open_records(tmp_path_factory.mktemp("queue"), StorePolicy())) as store:
        workers, now = Workers(store), 0
        for verb, which, passed in acts:
            now += passed
            getattr(workers, verb)(which, now)
            waiting = len(workers.waiting)
            assert store.encoding_state() == QueueState(total=waiting, waiting=waiting)
        left = set()
        while (task := store.claim_encoding(after(now + 86_400), PATIENT)) is not None:
            left.add(task.first)
            assert settle(store, task)
        assert left == workers.waiting
