"""APScheduler as it is used here: looks at fixed intervals, in two daemon threads, remembered nowhere.

When a job is due and whether this process may run it is not decided here. Importing this module loads APScheduler.
"""

import logging
import queue
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from apscheduler.executors.base import BaseExecutor, run_job
from apscheduler.job import Job
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.interval import IntervalTrigger

from mcp_memory.engine.domain.jobs import LOOK_SECONDS


class Clockwork:
    """Looks at each thing from `first_seconds` after the start on. A look that was slept through is made up for once.

    What is looked at once a minute has one thread, what is looked at more often another, so that a long job does not
    keep a short one waiting.
    """

    def __init__(self, first_seconds: float = 0.0) -> None:
        logging.getLogger("apscheduler").setLevel(logging.ERROR)  # that a look comes while one is at work is no news
        self._first = datetime.now(UTC) + timedelta(seconds=first_seconds)
        self._scheduler = BackgroundScheduler(
            timezone=UTC,
            executors={name: _DaemonThread(name) for name in ("often", "seldom")},
            job_defaults={"coalesce": True, "misfire_grace_time": None, "max_instances": 1},
        )

    def add(self, look: Callable[[], None], every_seconds: float) -> None:
        """Look at one thing more."""
        self._scheduler.add_job(
            look,
            IntervalTrigger(seconds=every_seconds, timezone=UTC),
            next_run_time=self._first,
            executor="often" if every_seconds < LOOK_SECONDS else "seldom",
        )

    def start(self) -> None:
        """Begin; returns at once."""
        self._scheduler.start()

    def stop(self) -> None:
        """Begin no more looks, and wait for those that are at work."""
        self._scheduler.shutdown(wait=True)


class _DaemonThread(BaseExecutor):  # type: ignore[misc]  # the library has no types
    """Runs one thing after another, in a thread that never keeps the process as those of the library's pool do."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._given: queue.SimpleQueue[tuple[Job, list[datetime]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=f"mcp-memory {name}", daemon=True)

    def start(self, scheduler: BackgroundScheduler, alias: str) -> None:
        """Begin."""
        super().start(scheduler, alias)
        self._thread.start()

    def shutdown(self, wait: bool = True) -> None:  # noqa: FBT001, FBT002 (the library's signature)
        """End after what was given so far."""
        self._given.put(None)
        if wait:
            self._thread.join()

    def _do_submit_job(self, job: Job, run_times: list[datetime]) -> None:
        self._given.put((job, run_times))

    def _work(self) -> None:
        while (given := self._given.get()) is not None:
            job, run_times = given
            self._run_job_success(job.id, run_job(job, "default", run_times, "apscheduler"))
