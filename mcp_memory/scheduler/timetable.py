"""The timetable in this process: looks at each job regularly. Whether it is due and ours is the engine's to say."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Protocol

from mcp_memory.engine.domain.jobs import JobRun, JobState, look_seconds
from mcp_memory.scheduler.guard import Guard
from mcp_memory.scheduler.worker import Worker

log = logging.getLogger(__name__)

FIRST_LOOK_SECONDS = 5.0
"""When jobs are looked at first, and what that takes is loaded, counted from when the engine is there: the client's
first questions go before."""


class Timed(Protocol):
    """What the timetable asks of the engine's jobs."""

    def jobs(self) -> tuple[JobState, ...]:
        """The jobs there are; those without a next time are not the timetable's."""

    def run_due(self, name: str) -> JobRun | None:
        """Run a job if it is due and no other process runs it."""


class Timetable(Worker):
    """Threads that look at the jobs of an engine. Once stopped they begin no more looks; a job that runs goes on.

    `opened` says None while there is no engine; it is asked again every `pause_seconds`.
    """

    def __init__(
        self,
        opened: Callable[[], Timed | None],
        first_look_seconds: float = FIRST_LOOK_SECONDS,
        pause_seconds: float = 60.0,
    ) -> None:
        super().__init__("timetable")
        self._opened = opened
        self._first_look_seconds = first_look_seconds
        self._pause_seconds = pause_seconds
        self._guard = Guard()

    def _run(self) -> None:
        while (looks := self._looks()) is None:
            if self._stopping.wait(self._pause_seconds):
                return
        if self._stopping.wait(self._first_look_seconds):
            return
        from mcp_memory.scheduler.clockwork import Clockwork

        clockwork = Clockwork()
        for look, every_seconds in looks:
            clockwork.add(look, every_seconds)
        clockwork.start()
        self._stopping.wait()
        clockwork.stop()

    def _looks(self) -> list[tuple[Callable[[], None], float]] | None:
        """What is to be looked at and how often, in seconds; None while that cannot be known."""
        timed = self._opened()
        if timed is None:
            return None
        with self._guard():
            return [
                (partial(self._look, timed, state.name, Guard()), look_seconds(state.every_seconds))
                for state in timed.jobs()
                if state.next_at is not None
            ]
        return None

    def _look(self, timed: Timed, name: str, guard: Guard) -> None:
        """Run a job if it is due; whatever goes wrong, the next look comes."""
        if self._stopping.is_set():
            return
        with guard():
            run = timed.run_due(name)
            if run is not None and not run.passed:
                log.error("%s failed: %s", name, run.reason)
