"""One thread that works off one queue, a bounded slice at a time: at once when woken, else after a pause."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from mcp_memory.engine.domain.answers import Report
from mcp_memory.scheduler.guard import Guard, Opening

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


class Slices(Generic[Engine]):
    """The thread of one queue; it never keeps the process. `pause_seconds` is the first pause when nothing waits."""

    def __init__(self, opened: Opening[Engine], queue: Queue[Engine], pause_seconds: float) -> None:
        self._opened = opened
        self._queue = queue
        self._pause_seconds = pause_seconds
        self._woken = threading.Event()
        self._stopping = threading.Event()
        self._warming, self._working = Guard(), Guard()
        self._is_warm = False
        self._thread = threading.Thread(target=self._run, name=f"mcp-memory {queue.name}", daemon=True)

    def start(self) -> None:
        """Begin; nothing is loaded before."""
        self._thread.start()

    def wake(self) -> None:
        """There may be work now."""
        self._woken.set()

    def stop(self) -> None:
        """Ask the thread to end after the slice it is in."""
        self._stopping.set()
        self._woken.set()

    def ended(self, timeout_seconds: float) -> bool:
        """Wait for the end of the thread; whether it came, or the thread never began."""
        if self._thread.is_alive():
            self._thread.join(timeout_seconds)
        return not self._thread.is_alive()

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
