"""The timetable's jobs: whether one is due, that it runs in one process at a time, and what is known of its last run.

It starts nothing by itself: somebody looks regularly (`run_due`), in every process. What a job does is its own affair.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from mcp_memory.engine.domain.answers import Finding
from mcp_memory.engine.domain.errors import EngineError, NotFound, Refused, StoreFailed
from mcp_memory.engine.domain.jobs import JobOutcome, JobRun, JobState, look_seconds
from mcp_memory.engine.ports.jobs import JobBook
from mcp_memory.engine.ports.world import Clock, NewId

_EARLY = 0.1
"""Share of the pause between looks by which one may come early: timers jitter, and a moment too soon costs a turn."""

_RETRY = timedelta(seconds=60)
_MOST_DOUBLINGS = 20
_ATTEMPT = "attempt"
"""Stands among the counts of a run that has not passed: how many in a row have not, this one included."""

_SURPRISE = "it broke off unexpectedly; the log says where"
_LEFT = "its process ended meanwhile; what was done stands, and the next run goes on from there"


def _lease(job_name: str) -> str:
    return f"job:{job_name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One thing to be done regularly, every `every_seconds`, in one process.

    `run` is bounded well below `lease_seconds`: after those another process holds it for killed. `waits` is asked at
    each look, before anything else, and has to be cheap; while it says no, nothing is run or written. `early` brings
    a run forward, unless the last one failed. `rehearse` says what a run would do now and writes nothing; not every job
    can.
    """

    name: str
    every_seconds: float
    run: Callable[[], JobOutcome]
    waits: Callable[[], bool] = lambda: True
    early: Callable[[], bool] = lambda: False
    rehearse: Callable[[], JobOutcome] | None = None
    lease_seconds: float = 180.0

    def next_at(self, last: JobRun | None, now: datetime) -> datetime:
        """When it is due: at once if it never ran, else by its last start; after a failure sooner, then ever later.

        A last start in the future was noted before the clock was set back, and says nothing.
        """
        if last is None or last.started_at > now + timedelta(seconds=look_seconds(self.every_seconds)):
            return now
        every = timedelta(seconds=self.every_seconds)
        if last.passed:
            return last.started_at + every
        doublings = min(max(last.counts.get(_ATTEMPT, 1) - 1, 0), _MOST_DOUBLINGS)
        return last.started_at + min(every, _RETRY * (1 << doublings))


class Jobs:
    """The jobs of one data folder, as one process sees them. Safe from many threads.

    `new_id` names each turn among those of all processes. Every call may raise `Unavailable` when the book cannot be
    used.
    """

    def __init__(self, jobs: Sequence[Job], book: JobBook, clock: Clock, new_id: NewId) -> None:
        self._jobs = {job.name: job for job in jobs}
        self._book = book
        self._clock = clock
        self._new_id = new_id
        self._running: dict[str, JobRun] = {}

    def states(self) -> tuple[JobState, ...]:
        """Where each job stands, in the order of the timetable; then what else the book knows, such as queues."""
        last, now = self._last_runs(), self._clock()
        timed = (
            JobState(
                name=job.name,
                every_seconds=job.every_seconds,
                last=last.get(job.name),
                next_at=job.next_at(last.get(job.name), now),
            )
            for job in self._jobs.values()
        )
        others = (JobState(name=name, last=run) for name, run in last.items() if name not in self._jobs)
        return (*timed, *others)

    def run_due(self, name: str) -> JobRun | None:
        """Run a job if it is due and no other runs it; None when it was not run.

        What fails is written into the book and told in the answer, not raised; surprises are noted and raised.
        """
        job = self._job(name)
        if not job.waits() or not self._is_due(job):
            return None
        with self._turn(job) as turn:
            # Whoever had the turn before may just have done it.
            return self._run(job, turn) if turn and self._is_due(job) else None

    def run_now(self, name: str, run: Callable[[], JobOutcome] | None = None) -> JobRun:
        """Run a job whether it is due or not, or `run` in its place, which does the same and tells somebody more of it.

        Raises `NotFound`, or `Refused` while another process runs it.
        """
        job = self._job(name)
        job = replace(job, run=run) if run else job
        with self._turn(job) as turn:
            if not turn:
                raise Refused("it is running just now, or was killed a moment ago; look again later", argument=name)
            return self._run(job, turn)

    def leave(self) -> None:
        """Note of what still runs in this process that the process ends, and let others go on with it at once."""
        for turn, started in list(self._running.items()):
            self._book.note_job(replace(started, reason=_LEFT, finished_at=self._clock()))
            self._book.release(_lease(started.name), turn)

    def rehearse(self, name: str) -> JobOutcome:
        """What a run would do now; neither that nor the run itself is noted. Raises `NotFound`, or `Refused`."""
        job = self._job(name)
        if job.rehearse is None:
            raise Refused("this job cannot be tried without being done", argument=name)
        return job.rehearse()

    def check(self) -> Finding:
        """Whether the last run of each job passed; one that still runs does no harm."""
        try:
            ran = [run for run in self._last_runs().values() if run.name in self._jobs]
        except StoreFailed as damaged:
            return Finding("jobs", passed=False, detail=damaged.detail)
        failed = [f"{run.name}: {run.reason}" for run in ran if run.outcome == "failed"]
        told = (
            f"{len(ran)} of {len(self._jobs)} have run, and the last run of each passed" if ran else "none has run yet"
        )
        return Finding("jobs", not failed, "; ".join(failed) or told)

    def _job(self, name: str) -> Job:
        if name not in self._jobs:
            raise NotFound(f"no job has that name; there are: {', '.join(self._jobs) or 'none'}", argument=name)
        return self._jobs[name]

    def _is_due(self, job: Job) -> bool:
        now, last = self._clock(), self._last_runs().get(job.name)
        early = timedelta(seconds=_EARLY * look_seconds(job.every_seconds))
        if job.next_at(last, now) <= now + early:
            return True
        return last is not None and last.passed and job.early()

    @contextmanager
    def _turn(self, job: Job) -> Iterator[str]:
        """Hold the lease of a job, by a name for this turn; "" when another does.

        Every turn is a holder of its own, so that two threads exclude each other as two processes do.
        """
        turn = self._new_id()
        is_ours = self._book.acquire(_lease(job.name), turn, self._clock(), job.lease_seconds)
        try:
            yield turn if is_ours else ""
        finally:
            if is_ours:
                self._book.release(_lease(job.name), turn)

    def _run(self, job: Job, turn: str) -> JobRun:
        before = self._last_runs().get(job.name)
        attempt = 1 if before is None or before.passed else before.counts.get(_ATTEMPT, 1) + 1
        runs = before.runs + 1 if before else 1
        started = JobRun(name=job.name, started_at=self._clock(), counts={_ATTEMPT: attempt}, runs=runs)
        self._book.note_job(started)
        self._running[turn] = started
        ended = replace(started, reason=_SURPRISE)
        try:
            outcome = job.run()
            ended = replace(started, passed=True, counts=outcome.counts, reason=outcome.reason)
        except EngineError as failed:
            ended = replace(started, reason=failed.message)
        finally:
            del self._running[turn]
            ended = replace(ended, finished_at=self._clock())
            self._book.note_job(ended)
        return ended

    def _last_runs(self) -> Mapping[str, JobRun]:
        return {run.name: run for run in self._book.job_runs()}
