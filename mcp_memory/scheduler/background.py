"""When background work happens: queues are worked off as they fill, jobs are looked at as time passes.

What is done is the engine's to know. A failure is logged, and tried again after a pause that grows.
"""

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

import anyio

from mcp_memory.scheduler.guard import Guard, Opening
from mcp_memory.scheduler.slices import Queue, Slices
from mcp_memory.scheduler.timetable import Timed, Timetable
from mcp_memory.scheduler.worker import Worker

Engine = TypeVar("Engine")


class Background(Generic[Engine]):
    """All threads of one process. `engine` may block while it builds.

    Each queue has a thread of its own, so that none waits for another; `pause_seconds` is the first pause when nothing
    waits in it. `jobs` finds what the timetable looks at, for an engine that has one.
    """

    def __init__(
        self,
        engine: Callable[[], Engine],
        queues: Sequence[Queue[Engine]],
        *,
        jobs: Callable[[Engine], Timed] | None = None,
        pause_seconds: float = 1.0,
    ) -> None:
        opened = Opening(engine)
        self._queues = [Slices(opened, queue, pause_seconds) for queue in queues]
        timetables = [Timetable(lambda: _jobs_of(opened, jobs))] if jobs else []
        self._parts: list[Worker] = [*self._queues, *timetables]

    def start(self) -> None:
        """Begin; nothing is loaded before."""
        for part in self._parts:
            part.start()

    def wake(self) -> None:
        """There may be work in the queues now."""
        for queue in self._queues:
            queue.wake()

    def stop(self, timeout_seconds: float) -> bool:
        """Ask the threads to end after the slice or job they are in; returns whether all have."""
        for part in self._parts:
            part.stop()
        deadline = time.monotonic() + timeout_seconds
        return all(part.ended(max(0.0, deadline - time.monotonic())) for part in self._parts)


def _jobs_of(opened: Opening[Engine], jobs: Callable[[Engine], Timed]) -> Timed | None:
    engine = opened()
    return None if engine is None else jobs(engine)


async def regularly(look: Callable[[], Awaitable[None]], pause_seconds: float) -> None:
    """Look again and again until cancelled, whatever a single look meets."""
    guard = Guard()
    while True:
        await anyio.sleep(pause_seconds)
        with guard():
            await look()
