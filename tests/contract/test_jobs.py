"""The timetable's jobs on either book: when one is due, in whose turn it runs, and what is known of it afterwards."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import NoReturn

import pytest
from jobs_kit import MemoryBook, Relay

from mcp_memory.engine.domain.errors import NotFound, Refused, StoreFailed
from mcp_memory.engine.domain.jobs import JobOutcome, JobRun, JobState
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.jobs import Job, Jobs
from mcp_memory.engine.ports.jobs import JobBook
from mcp_memory.engine.records.store import open_records
from mcp_memory.testing import DAWN, CountedIds, FrozenClock

DAY = 86_400.0
HALF_A_MINUTE = 30.0


class Killed(BaseException):
    """The end of a process, in the middle of what it was doing."""


class CutOff(Relay):
    """The book of a process that is killed while it runs a job: nothing is noted or given back any more."""

    def note_job(self, run: JobRun) -> None:
        if run.finished_at is None:
            super().note_job(run)

    def release(self, name: str, holder: str) -> None:
        """Nobody is left to do that."""


class Bell:
    """A job that counts how often it was run. `then` is what it does besides."""

    def __init__(self, then: Callable[[], None] = lambda: None) -> None:
        self.rung = 0
        self.then = then

    def __call__(self) -> JobOutcome:
        self.rung += 1
        self.then()
        return JobOutcome({"rung": 1}, "for once")


@pytest.fixture(params=["in memory", "in SQLite"])
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[JobBook]:
    if request.param == "in memory":
        yield MemoryBook()
        return
    with closing(open_records(tmp_path, StorePolicy())) as records:
        yield records


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def daily(book: JobBook, clock: FrozenClock, bell: Bell) -> Jobs:
    return jobs_of(book, clock, bell)


def jobs_of(book: JobBook, clock: FrozenClock, bell: Bell, process: int = 1, every: float = DAY) -> Jobs:
    """One process with one job."""
    return Jobs([Job(name="bell", every_seconds=every, run=bell)], book, clock, CountedIds(process * 1_000))


def refuse() -> NoReturn:
    """What a full disk says."""
    raise StoreFailed("the disk is full")


class TestWhenOneIsDue:
    def test_one_that_never_ran_is_due_at_once_and_then_by_its_last_start(
        self, daily: Jobs, clock: FrozenClock, bell: Bell
    ) -> None:
        assert daily.run_due("bell") is not None
        assert daily.run_due("bell") is None
        clock.advance(hours=23)
        assert daily.run_due("bell") is None
        clock.advance(hours=1)
        assert daily.run_due("bell") is not None
        assert bell.rung == 2

    def test_a_look_a_moment_too_soon_costs_no_turn(self, book: JobBook, clock: FrozenClock, bell: Bell) -> None:
        """Timers jitter: a job due every half minute, looked at every half minute, runs at every look."""
        often = jobs_of(book, clock, bell, every=HALF_A_MINUTE)
        for _ in range(5):
            often.run_due("bell")
            clock.advance(seconds=HALF_A_MINUTE - 0.5)
        assert bell.rung == 5

    def test_after_three_days_asleep_it_runs_once(self, daily: Jobs, clock: FrozenClock, bell: Bell) -> None:
        daily.run_due("bell")
        clock.advance(days=3)
        assert daily.run_due("bell") is not None
        assert daily.run_due("bell") is None
        assert bell.rung == 2

    def test_a_clock_that_was_set_back_does_not_put_it_off(self, daily: Jobs, clock: FrozenClock, bell: Bell) -> None:
        clock.advance(days=400)
        daily.run_due("bell")
        clock.advance(days=-400)
        (state,) = daily.states()
        assert state.next_at == DAWN
        assert daily.run_due("bell") is not None
        assert bell.rung == 2

    def test_what_has_nothing_to_do_leaves_no_trace(self, book: JobBook, clock: FrozenClock, bell: Bell) -> None:
        """So that an idle process reads once, and writes nothing."""
        waiting: list[str] = []
        job = Job(name="bell", every_seconds=HALF_A_MINUTE, run=bell, waits=lambda: bool(waiting))
        jobs = Jobs([job], book, clock, CountedIds())
        assert jobs.run_due("bell") is None
        assert book.job_runs() == ()
        waiting.append("a session")
        assert jobs.run_due("bell") is not None

    def test_it_can_be_brought_forward(self, book: JobBook, clock: FrozenClock, bell: Bell) -> None:
        """When much has gathered, for instance; but a failure is not repeated at every look."""
        gathered: list[str] = []
        job = Job(name="bell", every_seconds=DAY, run=bell, early=lambda: bool(gathered))
        jobs = Jobs([job], book, clock, CountedIds())
        assert jobs.run_due("bell") is not None
        clock.advance(minutes=1)
        assert jobs.run_due("bell") is None
        gathered.append("an episode")
        bell.then = refuse
        assert jobs.run_due("bell") is not None
        clock.advance(seconds=40)
        assert jobs.run_due("bell") is None
        assert bell.rung == 2


class TestWhatIsKnownAfterwards:
    def test_a_run_is_written_down(self, daily: Jobs, book: JobBook) -> None:
        run = daily.run_due("bell")
        noted = JobRun(
            name="bell", started_at=DAWN, finished_at=DAWN, passed=True, counts={"rung": 1}, reason="for once"
        )
        assert run == noted
        assert book.job_runs() == (noted,)
        assert daily.states() == (
            JobState(name="bell", every_seconds=DAY, last=noted, next_at=DAWN + timedelta(days=1)),
        )

    def test_it_is_noted_while_it_runs(self, daily: Jobs, book: JobBook, bell: Bell) -> None:
        seen: list[JobRun] = []
        bell.then = lambda: seen.extend(book.job_runs())
        daily.run_due("bell")
        (run,) = seen
        assert (run.finished_at, run.passed, run.runs) == (None, False, 1)

    def test_runs_are_counted_once_each(self, daily: Jobs, book: JobBook, clock: FrozenClock) -> None:
        for count in (1, 2, 3):
            run = daily.run_due("bell")
            assert run is not None
            assert run.runs == count
            assert book.job_runs() == (run,)
            clock.advance(days=1)

    def test_a_failure_is_told_and_tried_again_ever_later(self, daily: Jobs, clock: FrozenClock, bell: Bell) -> None:
        """After one minute, two, four; never later than its usual time. Success makes it usual again."""
        bell.then = refuse
        waited = []
        for _ in range(13):
            run = daily.run_due("bell")
            assert run is not None
            assert not run.passed
            assert run.reason == StoreFailed("the disk is full").message
            (state,) = daily.states()
            assert state.next_at is not None
            waited.append((state.next_at - clock.now).total_seconds() / 60)
            assert daily.run_due("bell") is None
            clock.now = state.next_at
        assert waited == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_440, 1_440]
        bell.then = lambda: None
        run = daily.run_due("bell")
        assert run is not None
        assert (run.passed, run.counts) == (True, {"rung": 1})
        (state,) = daily.states()
        assert state.next_at == clock.now + timedelta(days=1)

    def test_a_surprise_is_noted_and_raised(self, daily: Jobs, book: JobBook, clock: FrozenClock, bell: Bell) -> None:
        """It crashes loudly; what is written down quotes nothing of it."""

        def break_off() -> NoReturn:
            raise ValueError("the text of a memory")

        bell.then = break_off
        with pytest.raises(ValueError, match="the text"):
            daily.run_due("bell")
        (run,) = book.job_runs()
        assert (run.finished_at, run.passed) == (DAWN, False)
        assert run.reason == "it broke off unexpectedly; the log says where"
        clock.advance(minutes=1)
        bell.then = lambda: None
        assert daily.run_due("bell") is not None

    def test_the_doctor_names_what_failed_last(self, daily: Jobs, bell: Bell, clock: FrozenClock) -> None:
        assert daily.check().passed
        daily.run_due("bell")
        assert (daily.check().passed, daily.check().detail) == (
            True,
            "1 of 1 have run, and the last run of each passed",
        )
        bell.then = refuse
        clock.advance(days=1)
        daily.run_due("bell")
        assert not daily.check().passed
        assert daily.check().detail.startswith("bell: the disk is full.")

    def test_the_doctor_goes_on_where_the_book_cannot_be_read(self, book: JobBook, clock: FrozenClock) -> None:
        class Damaged(Relay):
            def job_runs(self) -> tuple[JobRun, ...]:
                raise StoreFailed("database disk image is malformed")

        finding = Jobs([], Damaged(book), clock, CountedIds()).check()
        assert (finding.check, finding.passed, finding.detail) == ("jobs", False, "database disk image is malformed")

    def test_what_else_the_book_knows_is_shown_too(self, daily: Jobs, book: JobBook) -> None:
        """A queue that is worked as it fills notes what it did last."""
        run = JobRun(name="queue", started_at=DAWN, finished_at=DAWN, passed=True)
        book.note_job(run)
        assert [state.name for state in daily.states()] == ["bell", "queue"]
        assert daily.states()[1] == JobState(name="queue", last=run)


class TestOneAtATime:
    def test_of_two_that_look_at_once_one_runs_it(self, book: JobBook, clock: FrozenClock, bell: Bell) -> None:
        """The second looks while the first is at it."""
        two = jobs_of(book, clock, bell, 2)
        told: list[JobRun | None] = []
        bell.then = lambda: told.append(two.run_due("bell"))
        assert jobs_of(book, clock, bell, 1).run_due("bell") is not None
        assert told == [None]
        assert two.run_due("bell") is None
        assert bell.rung == 1

    def test_it_is_not_done_again_by_whoever_waited_for_the_turn(
        self, book: JobBook, clock: FrozenClock, bell: Bell
    ) -> None:
        """Between a look that finds it due and the turn, another process may have done it all."""

        class Late(Relay):
            def acquire(self, name: str, holder: str, now: datetime, seconds: float) -> bool:
                jobs_of(self.book, clock, bell, 2).run_due("bell")
                return super().acquire(name, holder, now, seconds)

        assert jobs_of(Late(book), clock, bell, 1).run_due("bell") is None
        assert bell.rung == 1

    def test_threads_of_one_process_exclude_each_other_too(
        self, tmp_path: Path, clock: FrozenClock, bell: Bell
    ) -> None:
        """All look at the same moment; whoever is at it goes on until the others have been told."""
        together, told = threading.Barrier(4), threading.Semaphore(0)

        def wait_for_others() -> None:
            for _ in range(3):
                assert told.acquire(timeout=60)

        def look(jobs: Jobs) -> JobRun | None:
            together.wait(60)
            run = jobs.run_due("bell")
            told.release()
            return run

        bell.then = wait_for_others
        with closing(open_records(tmp_path, StorePolicy())) as records, ThreadPoolExecutor(4) as threads:
            jobs = jobs_of(records, clock, bell)
            ran = [future.result() for future in [threads.submit(look, jobs) for _ in range(4)]]
        assert [run is None for run in ran].count(False) == 1
        assert bell.rung == 1

    def test_a_process_that_ends_while_it_runs_says_so_and_another_goes_on(
        self, book: JobBook, clock: FrozenClock, bell: Bell
    ) -> None:
        """Nobody waits for the lease to run out; should it come to its end after all, that counts."""
        one, two = (jobs_of(book, clock, bell, number) for number in (1, 2))
        told: list[JobRun | None] = []

        def leave() -> None:
            one.leave()
            [state] = two.states()
            told.append(state.last)
            clock.advance(minutes=1)
            bell.then = lambda: None
            told.append(two.run_due("bell"))

        bell.then = leave
        assert one.run_due("bell")
        left, gone_on = told
        assert left
        assert gone_on
        assert (left.passed, left.finished_at) == (False, DAWN)
        assert "its process ended meanwhile" in left.reason
        assert gone_on.passed
        one.leave()
        assert two.check().passed

    def test_a_killed_process_leaves_it_unfinished_and_another_takes_over(
        self, book: JobBook, clock: FrozenClock, bell: Bell
    ) -> None:
        """Once the lease has run out; until then it may still be at it."""

        def die() -> NoReturn:
            raise Killed

        bell.then = die
        with pytest.raises(Killed):
            jobs_of(CutOff(book), clock, bell, 1).run_due("bell")
        bell.then = lambda: None
        two = jobs_of(book, clock, bell, 2)
        (state,) = two.states()
        assert state.last is not None
        assert (state.last.finished_at, state.last.passed) == (None, False)
        assert two.check().passed
        clock.advance(minutes=2)
        assert two.run_due("bell") is None
        clock.advance(minutes=2)
        run = two.run_due("bell")
        assert run is not None
        assert (run.passed, run.runs) == (True, 2)

    def test_a_process_that_is_killed_at_it_holds_nobody_up_for_long(
        self, tmp_path: Path, clock: FrozenClock, bell: Bell
    ) -> None:
        """The same with a real process and kill -9."""
        worker = [sys.executable, str(Path(__file__).with_name("jobs_worker.py")), str(tmp_path)]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        with (
            closing(open_records(tmp_path, StorePolicy())) as records,
            subprocess.Popen(worker, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other,
        ):
            assert other.stdout is not None
            assert other.stdout.readline().strip() == b"at it"
            jobs = jobs_of(records, clock, bell)
            clock.advance(minutes=1)
            assert jobs.run_due("bell") is None
            other.kill()
            other.wait(60)
            assert jobs.run_due("bell") is None
            clock.advance(minutes=10)
            run = jobs.run_due("bell")
        assert run is not None
        assert (run.passed, run.runs, bell.rung) == (True, 2, 1)

    def test_a_failure_gives_the_turn_back(self, book: JobBook, clock: FrozenClock, bell: Bell) -> None:
        bell.then = refuse
        jobs_of(book, clock, bell, 1).run_due("bell")
        clock.advance(minutes=1)
        assert jobs_of(book, clock, bell, 2).run_due("bell") is not None


class TestOnDemand:
    def test_it_runs_whether_due_or_not(self, daily: Jobs, clock: FrozenClock) -> None:
        daily.run_due("bell")
        clock.advance(minutes=1)
        assert daily.run_now("bell").runs == 2
        (state,) = daily.states()
        assert state.next_at == clock.now + timedelta(days=1)

    def test_a_failure_is_an_answer(self, daily: Jobs, bell: Bell) -> None:
        bell.then = refuse
        assert daily.run_now("bell").reason.startswith("the disk is full")

    def test_one_that_runs_elsewhere_is_left_alone(self, book: JobBook, clock: FrozenClock, bell: Bell) -> None:
        two = jobs_of(book, clock, bell, 2)
        refused: list[str] = []

        def ask_again() -> None:
            with pytest.raises(Refused, match="it is running just now") as told:
                two.run_now("bell")
            refused.append(told.value.argument)

        bell.then = ask_again
        jobs_of(book, clock, bell, 1).run_now("bell")
        assert refused == ["bell"]

    def test_a_name_nobody_knows_is_answered_with_those_there_are(self, daily: Jobs) -> None:
        with pytest.raises(NotFound, match="there are: bell"):
            daily.run_now("gong")
        with pytest.raises(NotFound):
            daily.run_due("gong")
