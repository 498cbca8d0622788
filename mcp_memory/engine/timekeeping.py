"""The part of the façade that does things as time passes: which jobs there are, how they went, doing them."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from mcp_memory.engine.clashes import Clashes
from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.consolidation.consolidate import Consolidating
from mcp_memory.engine.domain.errors import Refused, Unavailable
from mcp_memory.engine.domain.jobs import JobOutcome, JobRun, JobState
from mcp_memory.engine.domain.promotion import Consolidated
from mcp_memory.engine.jobs import Job, Jobs
from mcp_memory.engine.lifecycle.daily_backup import DailyBackup
from mcp_memory.engine.lifecycle.fading import Cooling
from mcp_memory.engine.lifecycle.merge import Merging
from mcp_memory.engine.parts import Parts

IDLE_SWEEP = "idle sweep"
BACKUP = "backup"
DECAY = "decay"
CONSOLIDATION = "consolidation"
MERGE = "merge"
_DAY_SECONDS = 86_400.0
_SWEEP_SECONDS = 30.0
_SWEEP_LEASE_SECONDS = 30.0
"""It takes no longer than a second; after a kill nobody should wait long for the next."""

_BACKUP_LEASE_SECONDS = 900.0
"""It copies the whole file and checks the copy: minutes on a slow disk."""


class Timekeeping:
    """What is done regularly, in one process at a time. Safe from many threads at once."""

    _parts: Parts
    _jobs: Jobs
    _consolidating: Consolidating

    def _keep_time(self, parts: Parts, sweep: Callable[[], dict[str, int]], consolidating: Consolidating) -> None:
        """Put the timetable together. `sweep` queues what idle sessions hold."""
        self._consolidating = consolidating
        timed = (*self._timetable(parts, sweep), _consolidation(consolidating), *_merge(parts))
        self._jobs = Jobs(timed, parts.jobs, parts.clock, parts.new_id)

    def jobs(self) -> tuple[JobState, ...]:
        """Where each job stands, then what the queues did last."""
        return self._jobs.states()

    def run_due(self, name: str) -> JobRun | None:
        """Run a job if it is due and no other process runs it; a failure is an answer."""
        return self._jobs.run_due(name)

    def run_job(self, name: str) -> JobRun:
        """Run a job now. Raises `NotFound`, or `Refused` while another process runs it; a failure is an answer."""
        return self._jobs.run_now(name)

    def consolidate(self) -> Consolidated:
        """Run consolidation now, which is a run of its job. Raises `Unavailable`; that another runs it is an answer."""
        told: list[Consolidated] = []

        def run() -> JobOutcome:
            told.append(self._consolidating.run())
            return _outcome(told[0])

        try:
            noted = self._jobs.run_now(CONSOLIDATION, run)
        except Refused as refused:
            return Consolidated(reason=f"{CONSOLIDATION}: {refused.detail}")
        if not noted.passed:
            raise Unavailable(noted.reason)
        return told[0]

    def rehearse_job(self, name: str) -> JobOutcome:
        """What a run of a job would do now; nothing is written. Raises `NotFound`, or `Refused` for others."""
        return self._jobs.rehearse(name)

    def leave_jobs(self) -> None:
        """The process ends while jobs run: note that, so that another goes on with them at once."""
        self._jobs.leave()

    def _timetable(self, parts: Parts, sweep: Callable[[], dict[str, int]]) -> Iterator[Job]:
        yield Job(
            name=IDLE_SWEEP,
            every_seconds=_SWEEP_SECONDS,
            run=lambda: JobOutcome(sweep()),
            rehearse=self._would_sweep,
            waits=self._has_idle_sessions,
            lease_seconds=_SWEEP_LEASE_SECONDS,
        )
        cooling = Cooling(parts.records, Clashes(parts.records, parts.words), parts.clock, parts.fading_policy)
        yield Job(name=DECAY, every_seconds=_DAY_SECONDS, run=cooling.run, rehearse=cooling.rehearse)
        policy = parts.backup_policy
        if policy.every_seconds:
            backup = DailyBackup(parts.records, parts.clock, policy.keep)
            yield Job(
                name=BACKUP,
                every_seconds=policy.every_seconds,
                run=backup.run,
                rehearse=backup.rehearse,
                lease_seconds=_BACKUP_LEASE_SECONDS,
            )

    def _has_idle_sessions(self) -> bool:
        sessions = self._parts.sessions
        return bool(sessions.idle(self._idle_since(), limit=1) or sessions.finished(limit=1))

    def _would_sweep(self) -> JobOutcome:
        sessions = self._parts.sessions
        return JobOutcome({"paused": len(sessions.idle(self._idle_since())), "archived": len(sessions.finished())})

    def _idle_since(self) -> datetime:
        return self._parts.clock() - timedelta(seconds=self._parts.encoding_policy.idle_seconds)


def _consolidation(consolidating: Consolidating) -> Job:
    """Every day, and as soon as enough episodes have gathered."""

    def run() -> JobOutcome:
        return _outcome(consolidating.run())

    def rehearse() -> JobOutcome:
        judged = [candidate.report for candidate in consolidating.dry_run()]
        passed = [report for report in judged if report.passed]
        waiting = sum(bool(report.waits) for report in passed)
        counts = {"promoted": len(passed) - waiting, "pending": waiting, "held": len(judged) - len(passed)}
        return JobOutcome(counts, "" if judged else "no new episodes look like a rule or a procedure")

    every_seconds = consolidating.policy.every_hours * 3_600
    return Job(name=CONSOLIDATION, every_seconds=every_seconds, run=run, early=consolidating.is_due, rehearse=rehearse)


def _outcome(done: Consolidated) -> JobOutcome:
    counts = {"read": 0, **done.counts, **{f"left out: {why}": count for why, count in done.left_out.items()}}
    counts |= {f"gate failed: {gate}": count for gate, count in done.failed_gates.items()}
    return JobOutcome(counts, done.reason)


def _merge(parts: Parts) -> Iterator[Job]:
    """Every week; and a minute after overviews were written, to archive what they stand for."""
    merging = Merging(
        records=parts.records,
        compare=parts.precedence.behind(compare),
        vectors=parts.vectors,
        space=parts.embedder.card.space,
        policy=parts.merge_policy,
        clock=parts.clock,
        new_id=parts.new_id,
        shared=parts.grants.user_sessions,
        give_way=parts.precedence.give_way,
    )

    def is_open() -> bool:
        last = next((run for run in parts.jobs.job_runs() if run.name == MERGE), None)
        return last is not None and merging.is_open(last.counts)

    if every_seconds := parts.merge_policy.every_seconds:
        yield Job(name=MERGE, every_seconds=every_seconds, run=merging.run, early=is_open, rehearse=merging.rehearse)
