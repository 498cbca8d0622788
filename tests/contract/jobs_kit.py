"""A book of jobs in memory, beside the real one: what the tests of the timetable run on."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from mcp_memory.engine.domain.jobs import JobRun
from mcp_memory.engine.ports.jobs import JobBook


@dataclass
class MemoryBook:
    """A book of jobs that several pretended processes share."""

    runs: dict[str, JobRun] = field(default_factory=dict)
    leases: dict[str, tuple[str, datetime]] = field(default_factory=dict)

    def acquire(self, name: str, holder: str, now: datetime, seconds: float) -> bool:
        """Take or prolong a lease; false while another has it."""
        held_by, until = self.leases.get(name, (holder, now))
        if held_by != holder and until > now:
            return False
        self.leases[name] = (holder, now + timedelta(seconds=seconds))
        return True

    def release(self, name: str, holder: str) -> None:
        """Give a lease back."""
        if self.leases.get(name, ("", None))[0] == holder:
            del self.leases[name]

    def job_runs(self) -> tuple[JobRun, ...]:
        """The last run of each job."""
        return tuple(self.runs[name] for name in sorted(self.runs))

    def note_job(self, run: JobRun) -> None:
        """Write down a run and count it once."""
        before = self.runs.get(run.name)
        counted = 1 if before is None else before.runs + (before.started_at != run.started_at)
        self.runs[run.name] = replace(run, runs=counted)


class Relay:
    """A book that hands everything on to another; what a test changes of it, it overrides."""

    def __init__(self, book: JobBook) -> None:
        self.book = book

    def acquire(self, name: str, holder: str, now: datetime, seconds: float) -> bool:
        """Hand it on."""
        return self.book.acquire(name, holder, now, seconds)

    def release(self, name: str, holder: str) -> None:
        """Hand it on."""
        self.book.release(name, holder)

    def job_runs(self) -> tuple[JobRun, ...]:
        """Hand it on."""
        return self.book.job_runs()

    def note_job(self, run: JobRun) -> None:
        """Hand it on."""
        self.book.note_job(run)
