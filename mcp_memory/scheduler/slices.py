"""One thread that works off one queue, a bounded slice at a time: at once when woken, else after a pause."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from mcp_memory.engine.domain.answers import Report
from mcp_memory.scheduler.guard import Guard, Opening
from mcp_memory.scheduler.worker import Worker

LONGEST_PAUSE_SECONDS = 60.0
_GROWTH = 2.0

Engine = TypeVar("Engine")


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue(Generic[Engine]):
    """What waits to be worked off. `work` does one bounded slice, `done` 0 when there is none.

    `warm` loads what the first slice would wait for; it is tried before every slice until it succeeds.
    """

    name: str
    work: Callable[[Engine], Report]
    warm: Callable[[Engine], None] = lambda _: None


class Slices(Worker, Generic[Engine]):
    """The thread of one queue. `pause_seconds` is the first pause when nothing waits."""

    def __init__(self, opened: Opening[Engine], queue: Queue[Engine], pause_seconds: float) -> None:
        super().__init__(queue.name)
        self._opened = opened
        self._queue = queue
        self._pause_seconds = pause_seconds
        self._woken = threading.Event()
        self._warming, self._working = Guard(), Guard()
        self._is_warm = False

    def wake(self) -> None:
        """There may be work now."""
        self._woken.set()

    def stop(self) -> None:
        """Ask the thread to end after the slice it is in."""
        super().stop()
        self._woken.set()

    def _run(self) -> None:
        pause = self._pause_seconds
        while not self._stopping.is_set():
            self._woken.clear()
            if self._slice() or self._woken.wait(pause):
                pause = self._pause_seconds
            else:
                pause = min(pause * _GROWTH, LONGEST_PAUSE_SECONDS)

    def _slice(self) -> bool:
        """Warm what is cold and do one slice; returns whether there may be more at once."""
        engine = self._opened()
        if engine is None:
            return False
        with self._warming():
            if not self._is_warm:
                self._queue.warm(engine)
                self._is_warm = True
        done = 0
        with self._working():
            done = self._queue.work(engine).done
        return done > 0
