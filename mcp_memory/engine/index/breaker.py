"""Remembers that something does not answer, so that nobody waits for it again and again."""

import threading
from collections.abc import Callable

_GROWTH = 2.0


class Breaker:
    """Open until a first attempt has worked. Each failure in a row doubles the pause before the next attempt.

    `stopwatch` gives seconds that never run backwards. Safe from several threads.
    """

    def __init__(
        self, stopwatch: Callable[[], float], *, first_pause_seconds: float = 1.0, longest_pause_seconds: float = 60.0
    ) -> None:
        self._stopwatch = stopwatch
        self._first_pause = first_pause_seconds
        self._longest_pause = longest_pause_seconds
        self._lock = threading.Lock()
        self._closed = False
        self._pause = 0.0
        self._failed_at = 0.0

    @property
    def is_closed(self) -> bool:
        """Whether the last attempt worked."""
        return self._closed

    @property
    def rests(self) -> bool:
        """Whether the pause after the last failure is not over."""
        with self._lock:
            return not self._closed and self._stopwatch() - self._failed_at < self._pause

    def worked(self) -> bool:
        """Note an attempt that worked; returns whether that is news."""
        with self._lock:
            is_news = not self._closed
            self._closed, self._pause = True, 0.0
            return is_news

    def failed(self) -> bool:
        """Note an attempt that did not; returns whether that is news."""
        with self._lock:
            is_news = self._closed or not self._pause
            self._closed = False
            self._failed_at = self._stopwatch()
            self._pause = min(self._pause * _GROWTH or self._first_pause, self._longest_pause)
            return is_news
