"""The part of the façade that does things as time passes: which jobs there are, how they went, doing them."""

from collections.abc import Callable, Iterator
from datetime import timedelta

from mcp_memory.engine.domain.jobs import JobOutcome, JobRun, JobState
from mcp_memory.engine.jobs import Job, Jobs
from mcp_memory.engine.lifecycle.daily_backup import DailyBackup
from mcp_memory.engine.parts import Parts

IDLE_SWEEP = "idle sweep"
BACKUP = "backup"
_SWEEP_SECONDS = 30.0
_SWEEP_LEASE_SECONDS = 120.0
"""It takes no longer than a second; after a kill nobody should wait a quarter of an hour for the next."""


class Timekeeping:
    """What is done regularly, in one process at a time. Safe from many threads at once."""

    _parts: Parts
    _jobs: Jobs

    def _keep_time(self, parts: Parts, sweep: Callable[[], dict[str, int]]) -> None:
        """Put the timetable together. `sweep` queues what idle sessions hold."""
        self._jobs = Jobs(tuple(self._timetable(parts, sweep)), parts.jobs, parts.clock, parts.new_id)

    def jobs(self) -> tuple[JobState, ...]:
        """Where each job stands, then what the queues did last."""
        return self._jobs.states()

    def run_due(self, name: str) -> JobRun | None:
        """Run a job if it is due and no other process runs it; a failure is an answer."""
        return self._jobs.run_due(name)

    def run_job(self, name: str) -> JobRun:
        """Run a job now. Raises `NotFound`, or `Refused` while another process runs it; a failure is an answer."""
        return self._jobs.run_now(name)

    def _timetable(self, parts: Parts, sweep: Callable[[], dict[str, int]]) -> Iterator[Job]:
        yield Job(
            name=IDLE_SWEEP,
            every_seconds=_SWEEP_SECONDS,
            run=lambda: JobOutcome(sweep()),
            waits=self._has_idle_sessions,
            lease_seconds=_SWEEP_LEASE_SECONDS,
        )
        policy = parts.backup_policy
        if policy.every_seconds:
            backup = DailyBackup(parts.records, parts.clock, policy.keep)
            yield Job(name=BACKUP, every_seconds=policy.every_seconds, run=backup.run)

    def _has_idle_sessions(self) -> bool:
        idle_since = self._parts.clock() - timedelta(seconds=self._parts.encoding_policy.idle_seconds)
        sessions = self._parts.sessions
        return bool(sessions.idle(idle_since, limit=1) or sessions.finished(limit=1))
