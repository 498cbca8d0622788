"""Who may use the model next: a question goes before passages that wait.

It refuses to interrupt: whoever has the turn keeps it, so that a question waits for one run at most (and for the
questions before it).
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """One turn at a time. Patient callers wait until nobody urgent does."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._taken = False
        self._urgent_waiting = 0

    @contextmanager
    def urgent(self) -> Iterator[None]:
        """Hold the turn, ahead of all patient callers."""
        with self._changed:
            self._urgent_waiting += 1
            try:
                self._changed.wait_for(lambda: not self._taken)
            finally:
                self._urgent_waiting -= 1
            self._taken = True
        with self._held():
            yield

    @contextmanager
    def patient(self) -> Iterator[None]:
        """Hold the turn when nobody urgent wants it."""
        with self._changed:
            self._changed.wait_for(lambda: not self._taken and not self._urgent_waiting)
            self._taken = True
        with self._held():
            yield

    @contextmanager
    def _held(self) -> Iterator[None]:
        try:
            yield
        finally:
            with self._changed:
                self._taken = False
                self._changed.notify_all()
