"""When background work happens: one daemon thread that builds and warms the engine and works off what waits.

What is done is the engine's to know. A failure is logged, and tried again after a pause that grows.
"""

import logging
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import anyio

from mcp_memory.engine.domain.answers import Report
from mcp_memory.engine.domain.errors import EngineError
from mcp_memory.failures import frames

log = logging.getLogger(__name__)

LONGEST_PAUSE_SECONDS = 60.0
_GROWTH = 2.0


class Worker(Protocol):
    """What the background asks of the engine."""

    def warm(self) -> None:
        """Load what the first question would wait for."""

    def work(self) -> Report:
        """One bounded slice of work; `done` 0 when there is none."""


class Guard:
    """Lets background work outlive what goes wrong in it. The same failure in a row is logged once."""

    def __init__(self) -> None:
        self._said = ""

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Log what is raised inside and go on after it."""
        try:
            yield
        except EngineError as failed:
            self._say(failed.message)
        except Exception as surprise:  # noqa: BLE001 (the one place: one bad item must not end all background work)
            self._say(f"background work failed\n{frames(surprise)}")
        else:
            self._said = ""

    def _say(self, failure: str) -> None:
        if failure != self._said:
            log.error("%s", failure)
        self._said = failure


class Background:
    """The thread. `engine` may block while it builds; `pause_seconds` is the first pause when nothing waits."""

    def __init__(self, engine: Callable[[], Worker], *, pause_seconds: float = 1.0) -> None:
        self._engine = engine
        self._pause_seconds = pause_seconds
        self._woken = threading.Event()
        self._stopping = threading.Event()
        self._warming, self._working = Guard(), Guard()
        self._is_warm = False
        self._thread = threading.Thread(target=self._run, name="mcp-memory background", daemon=True)

    def start(self) -> None:
        """Begin; nothing is loaded before."""
        self._thread.start()

    def wake(self) -> None:
        """There may be work now."""
        self._woken.set()

    def stop(self, timeout_seconds: float) -> bool:
        """Ask the thread to end after the slice it is in; returns whether it has."""
        self._stopping.set()
        self._woken.set()
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
        engine: Worker | None = None
        with self._warming():
            engine = self._engine()
            if not self._is_warm:
                engine.warm()
                self._is_warm = True
        if engine is None:
            return False
        done = 0
        with self._working():
            done = engine.work().done
        return done > 0


async def regularly(look: Callable[[], Awaitable[None]], pause_seconds: float) -> None:
    """Look again and again until cancelled, whatever a single look meets."""
    guard = Guard()
    while True:
        await anyio.sleep(pause_seconds)
        with guard():
            await look()
