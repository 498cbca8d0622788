"""What lets background work outlive whatever goes wrong in it."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from mcp_memory.engine.domain.errors import EngineError
from mcp_memory.failures import frames

log = logging.getLogger(__name__)

Built = TypeVar("Built")


class Guard:
    """Logs what is raised, and goes on. The same failure in a row is logged once, whichever thread it met."""

    def __init__(self) -> None:
        self._said = ""
        self._lock = threading.Lock()

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Log what is raised inside and go on after it."""
        failure = ""
        try:
            yield
        except EngineError as failed:
            failure = failed.message
        except Exception as surprise:  # noqa: BLE001 (the one place: one bad item must not end all background work)
            failure = f"background work failed\n{frames(surprise)}"
        with self._lock:
            if failure not in {"", self._said}:
                log.error("%s", failure)
            self._said = failure


class Opening(Generic[Built]):
    """Builds what the threads of the background share. Why it cannot be built is said once, however many ask."""

    def __init__(self, build: Callable[[], Built]) -> None:
        self._build = build
        self._guard = Guard()

    def __call__(self) -> Built | None:
        """What was built, None while it cannot be."""
        with self._guard():
            return self._build()
        return None
