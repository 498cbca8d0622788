"""One thread of the background, however it spends its time. It never keeps the process."""

import threading
from abc import ABC, abstractmethod


class Worker(ABC):
    """Begins nothing before it is started, and ends by itself some time after it was asked to."""

    def __init__(self, name: str) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"mcp-memory {name}", daemon=True)

    def start(self) -> None:
        """Begin; nothing is loaded before."""
        self._thread.start()

    def stop(self) -> None:
        """Ask the thread to end after what it is at."""
        self._stopping.set()

    def ended(self, timeout_seconds: float) -> bool:
        """Wait for the end of the thread; whether it came, or the thread never began."""
        if self._thread.is_alive():
            self._thread.join(timeout_seconds)
        return not self._thread.is_alive()

    @abstractmethod
    def _run(self) -> None:
        """What the thread does until it is asked to stop."""
