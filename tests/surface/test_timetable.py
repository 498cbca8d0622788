"""The timetable of one process: looks at every job as time passes, whatever a single job does, and ends quickly."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from mcp_memory.engine.domain.errors import EngineError, StoreFailed, StoreNewer
from mcp_memory.engine.domain.jobs import JobOutcome, JobRun, JobState
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.jobs import Job, Jobs
from mcp_memory.engine.records.store import open_records
from mcp_memory.scheduler.clockwork import Clockwork
from mcp_memory.scheduler.guard import Opening
from mcp_memory.scheduler.timetable import Timed, Timetable
from mcp_memory.testing import DAWN, CountedIds, FrozenClock

SOON = 0.001
DAY = 86_400.0
THREE_DAYS_AGO = -3 * DAY


@dataclass
class Looked:
    """Jobs that say what they did when they are looked at. `looks` lets a test wait for a number of looks."""

    every: Mapping[str, float]
    run: Callable[[str], JobRun | None] = lambda _: None
    trouble: list[EngineError] = field(default_factory=list)
    looks: dict[str, threading.Semaphore] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.looks = {name: threading.Semaphore(0) for name in self.every}

    def jobs(self) -> tuple[JobState, ...]:
        if self.trouble:
            raise self.trouble.pop(0)
        timed = (
            JobState(name=name, last=None, every_seconds=every, next_at=DAWN) for name, every in self.every.items()
        )
        return (*timed, JobState(name="a queue", last=None))

    def run_due(self, name: str) -> JobRun | None:
        self.looks[name].release()
        return self.run(name)

    def itself(self) -> "Looked":
        """What an engine answers."""
        return self

    def looked(self, name: str, times: int) -> None:
        """Wait until a job was looked at so many times more."""
        for _ in range(times):
            assert self.looks[name].acquire(timeout=60)


Starting = Callable[[Timed], Timetable]


@pytest.fixture
def start() -> Iterator[Starting]:
    """Start a timetable; it is stopped after the test."""
    running: list[Timetable] = []

    def begin(jobs: Timed) -> Timetable:
        timetable = Timetable(lambda: jobs, first_look_seconds=SOON)
        timetable.start()
        running.append(timetable)
        return timetable

    yield begin
    for timetable in running:
        timetable.stop()
        assert timetable.ended(60)


def test_every_job_is_looked_at_again_and_again(start: Starting) -> None:
    """Also one that is due once a day: the first look comes soon, in case it was due while nothing ran."""
    jobs = Looked({"often": 0.01, "daily": DAY})
    start(jobs)
    jobs.looked("often", 3)
    jobs.looked("daily", 1)


def test_a_failing_job_never_stops_the_rest(start: Starting, caplog: pytest.LogCaptureFixture) -> None:
    """Neither does a surprise; both are logged, without the text of an exception."""
    failed = JobRun(name="failing", started_at=DAWN, finished_at=DAWN, reason="the disk is full")
    trouble = {"surprising": ValueError("the text of a memory"), "refusing": StoreFailed("no space")}

    def run(name: str) -> JobRun | None:
        if name in trouble:
            raise trouble[name]
        return failed if name == "failing" else None

    jobs = Looked({"surprising": 0.01, "refusing": 0.01, "failing": 0.01, "sound": 0.01}, run)
    start(jobs)
    for name in jobs.every:
        jobs.looked(name, 3)
    assert "failing failed: the disk is full" in caplog.messages
    assert caplog.messages.count(StoreFailed("no space").message) == 1
    assert "builtins.ValueError" in caplog.text
    assert "the text of a memory" not in caplog.text


def test_a_long_job_keeps_a_short_one_from_nothing(start: Starting, caplog: pytest.LogCaptureFixture) -> None:
    """Nor is it begun a second time, nor complained of."""
    released = threading.Event()

    def run(name: str) -> None:
        if name == "daily":
            assert released.wait(60)

    jobs = Looked({"daily": DAY, "often": 0.01}, run)
    start(jobs)
    jobs.looked("daily", 1)
    jobs.looked("often", 3)
    released.set()
    assert caplog.messages == []


def test_a_job_that_takes_long_is_not_waited_for() -> None:
    """The process leaves; the threads are daemons. What was to come after it is not begun any more."""
    reached, released, begun = threading.Event(), threading.Event(), list[str]()

    def run(name: str) -> None:
        begun.append(name)
        reached.set()
        assert released.wait(60)

    jobs = Looked({"one": DAY, "another": DAY}, run)
    timetable = Timetable(lambda: jobs, first_look_seconds=SOON)
    timetable.start()
    assert reached.wait(60)
    timetable.stop()
    assert not timetable.ended(0.01)
    released.set()
    assert timetable.ended(60)
    assert len(begun) == 1


def test_it_keeps_no_process_that_wants_to_leave() -> None:
    """A job that never ends is left behind by the interpreter's own end too."""
    script = (
        "import threading\n"
        "from mcp_memory.scheduler.clockwork import Clockwork\n"
        "reached, never = threading.Event(), threading.Event()\n"
        "clockwork = Clockwork()\n"
        "clockwork.add(lambda: (reached.set(), never.wait()), 60)\n"
        "clockwork.start()\n"
        "reached.wait()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, timeout=60)
    assert (done.stdout, done.stderr) == (b"", b"")


def test_looks_that_were_slept_through_are_made_up_for_once() -> None:
    """A laptop that wakes after three days looks once, not 4,320 times."""
    looks = threading.Semaphore(0)
    clockwork = Clockwork(THREE_DAYS_AGO)
    clockwork.add(looks.release, 60.0)
    clockwork.start()
    assert looks.acquire(timeout=60)
    clockwork.stop()
    assert not looks.acquire(blocking=False)


def test_what_cannot_be_opened_or_read_yet_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    """A folder that somebody mends meanwhile has its jobs done."""
    jobs = Looked({"daily": DAY}, trouble=[StoreFailed("no space")])
    newer = [StoreNewer()]

    def build() -> Looked:
        if newer:
            raise newer.pop()
        return jobs

    timetable = Timetable(Opening(build), first_look_seconds=SOON, pause_seconds=SOON)
    timetable.start()
    jobs.looked("daily", 1)
    timetable.stop()
    assert timetable.ended(60)
    assert caplog.messages == [StoreNewer().message, StoreFailed("no space").message]


def test_it_can_be_stopped_before_there_is_an_engine(caplog: pytest.LogCaptureFixture) -> None:
    """A folder that cannot be opened is one line, and keeps nothing from ending."""
    tried = threading.Event()

    def build() -> Looked:
        tried.set()
        raise StoreNewer

    opened: Opening[Looked] = Opening(build)
    timetable = Timetable(opened)
    assert timetable.ended(0)
    timetable.start()
    assert tried.wait(60)
    timetable.stop()
    assert timetable.ended(60)
    assert caplog.messages == [StoreNewer().message]


def test_it_can_be_stopped_before_the_first_look() -> None:
    """A server that leaves at once has loaded nothing for it."""
    jobs = Looked({"daily": DAY})
    timetable = Timetable(lambda: jobs, first_look_seconds=DAY)
    timetable.start()
    timetable.stop()
    assert timetable.ended(60)
    assert not jobs.looks["daily"].acquire(blocking=False)


def test_of_two_timetables_on_one_folder_one_runs_a_daily_job(tmp_path: Path) -> None:
    """Both look; the book of the folder shows one run."""
    bell: list[str] = []

    def ring() -> JobOutcome:
        bell.append("rung")
        return JobOutcome({"rung": 1})

    with closing(open_records(tmp_path, StorePolicy())) as one, closing(open_records(tmp_path, StorePolicy())) as two:
        timetables, looks = [], []
        for number, records in enumerate((one, two), start=1):
            jobs = Jobs(
                [Job(name="bell", every_seconds=DAY, run=ring)], records, FrozenClock(), CountedIds(number * 1_000)
            )
            looks.append(Looked({"bell": DAY}, jobs.run_due))
            timetables.append(Timetable(looks[-1].itself, SOON))
        for timetable in timetables:
            timetable.start()
        for look in looks:
            look.looked("bell", 1)
        for timetable in timetables:
            timetable.stop()
            assert timetable.ended(60)
        (run,) = one.job_runs()
    assert (run.runs, run.passed, bell) == (1, True, ["rung"])
