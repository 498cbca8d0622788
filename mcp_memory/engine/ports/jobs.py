"""What the engine asks so that each job of the timetable runs in one process at a time, and is remembered."""

from typing import Protocol

from mcp_memory.engine.domain.jobs import JobRun
from mcp_memory.engine.ports.leases import Leases


class JobBook(Leases, Protocol):
    """Last runs, one for each job, beside the records."""

    def job_runs(self) -> tuple[JobRun, ...]:
        """The last run of each job that ever ran, by name."""

    def note_job(self, run: JobRun) -> None:
        """Write down a run, in the place of the job's last one; `runs` is counted by the book, one for each start."""
