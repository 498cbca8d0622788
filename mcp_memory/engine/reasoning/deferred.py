"""A reasoner whose libraries are imported when it is first asked, and not before: they take two seconds of a start."""

import threading
from collections.abc import Callable, Sequence

from mcp_memory.engine.domain.sessions import Turn
from mcp_memory.engine.ports.reasoner import Batch, Common, Extraction, Reasoner


class DeferredReasoner:
    """The reasoner that `make` makes, made at the first question. Its name is known before."""

    def __init__(self, name: str, make: Callable[[], Reasoner]) -> None:
        self._name = name
        self._make = make
        self._making = threading.Lock()
        self._made: Reasoner | None = None

    @property
    def name(self) -> str:
        """How it is called in reports."""
        return self._name

    @property
    def understands(self) -> bool:
        """What takes so long to load is a model."""
        return True

    def extract(self, batch: Batch) -> Extraction:
        """What is worth keeping of these turns. Raises `ReasonerUnavailable`."""
        return self._reasoner().extract(batch)

    def summarise(self, summary: str, turns: Sequence[Turn], max_tokens: int) -> str:
        """The summary so far and these turns, in at most `max_tokens` tokens. Raises `ReasonerUnavailable`."""
        return self._reasoner().summarise(summary, turns, max_tokens)

    def generalise(self, statements: Sequence[str]) -> Common:
        """The one rule that these statements give. Raises `ReasonerUnavailable`."""
        return self._reasoner().generalise(statements)

    def contradicts(self, earlier: str, later: str) -> bool | None:
        """Whether the later statement stands against the earlier. Raises `ReasonerUnavailable`."""
        return self._reasoner().contradicts(earlier, later)

    def describes(self, procedure: str, runs: Sequence[str]) -> bool | None:
        """Whether the procedure describes how such a task is done. Raises `ReasonerUnavailable`."""
        return self._reasoner().describes(procedure, runs)

    def _reasoner(self) -> Reasoner:
        with self._making:
            if self._made is None:
                self._made = self._make()
            return self._made
