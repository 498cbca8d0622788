"""Who goes first in one process: whoever is being answered, before what runs in the background.

The threads of a process share one interpreter, so that a question beside a long computation takes as long as both. What
computes for long asks between its steps, and never while it holds a lock, whether somebody is being answered.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

Taken = ParamSpec("Taken")
Given = TypeVar("Given")

LONGEST_SECONDS = 0.05
"""How long a step is put off at most; a question hardly takes as long."""

LEAST_SECONDS = 0.02
"""For how long it may go on after that, so that questions without a pause leave it a quarter of the time."""


class Precedence:
    """Knows which threads answer somebody. Safe from every thread."""

    def __init__(
        self, longest_seconds: float = LONGEST_SECONDS, stopwatch: Callable[[], float] = time.monotonic
    ) -> None:
        self._longest_seconds = longest_seconds
        self._stopwatch = stopwatch
        self._free_until = 0.0
        self._changed = threading.Condition()
        self._answering: set[int] = set()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Somebody waits for what this thread does."""
        thread = threading.get_ident()
        with self._changed:
            self._answering.add(thread)
        try:
            yield
        finally:
            with self._changed:
                self._answering.discard(thread)
                self._changed.notify_all()

    def others_answer(self) -> bool:
        """Whether somebody waits for another thread than this one."""
        return not self._answering <= {threading.get_ident()}

    def give_way(self) -> None:
        """Wait while other threads answer somebody, but not for long, and not at once again."""
        if self._stopwatch() < self._free_until:
            return
        with self._changed:
            if not self._changed.wait_for(lambda: not self.others_answer(), self._longest_seconds):
                self._free_until = self._stopwatch() + LEAST_SECONDS

    def behind(self, call: Callable[Taken, Given]) -> Callable[Taken, Given]:
        """The same call, which gives way first."""

        def later(*args: Taken.args, **kwargs: Taken.kwargs) -> Given:
            self.give_way()
            return call(*args, **kwargs)

        return later
