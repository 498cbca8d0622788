"""One reasoner with another behind it: where the first cannot answer, the second does, and the answer says so.

A first that failed some times in a row is left alone for a while that grows, so that no task waits for it in vain.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from mcp_memory.engine.domain.errors import CeilingReached, ReasonerUnavailable
from mcp_memory.engine.domain.sessions import Turn
from mcp_memory.engine.ports.reasoner import Batch, Common, Extraction, Reasoner

log = logging.getLogger(__name__)

_FAILURES_BORNE = 3

Answer = TypeVar("Answer")


class Rest(Protocol):
    """A pause that grows with every failure in a row."""

    @property
    def rests(self) -> bool:
        """Whether the pause after the last failure is not over."""

    def worked(self) -> bool:
        """Note an attempt that worked; returns whether that is news."""

    def failed(self) -> bool:
        """Note an attempt that did not; returns whether that is news."""


class FallbackReasoner:
    """Asks `first`, and `then` where the first is not available. Safe from several threads.

    `rest` is begun at the third failure in a row. A ceiling that is reached is no failure: it says by itself when it is
    over, and asking costs nothing. `note` is told why the first does not answer, and "" once it does.
    """

    def __init__(
        self, first: Reasoner, then: Reasoner, rest: Rest, note: Callable[[str], None] = lambda _: None
    ) -> None:
        self._first = first
        self._then = then
        self._rest = rest
        self._note = note
        self._noted: str | None = None
        self._lock = threading.Lock()
        self._failures = 0
        self._reason = ""

    @property
    def name(self) -> str:
        """How the first is called; an extraction says who read it."""
        return self._first.name

    @property
    def understands(self) -> bool:
        """Whether the first does."""
        return self._first.understands

    def extract(self, batch: Batch) -> Extraction:
        """What is worth keeping of these turns, by whoever could read them, with a note when it was the second."""
        read = self._by_first(lambda: self._first.extract(batch))
        if not isinstance(read, ReasonerUnavailable):
            return read
        instead = self._then.extract(batch)
        note = f"read by {self._then.name}, because {self._first.name} did not answer: {read.detail}"
        return replace(instead, reasoner=self._then.name, note="; ".join(filter(None, (note, instead.note))))

    def summarise(self, summary: str, turns: Sequence[Turn], max_tokens: int) -> str:
        """The summary so far and these turns, in at most `max_tokens` tokens, by whoever could write it."""
        return self._by_either(lambda reasoner: reasoner.summarise(summary, turns, max_tokens))

    def generalise(self, statements: Sequence[str]) -> Common:
        """The one rule that these statements give, by whoever could say it."""
        return self._by_either(lambda reasoner: reasoner.generalise(statements))

    def contradicts(self, earlier: str, later: str) -> bool | None:
        """Whether the later statement stands against the earlier, by whoever can know."""
        return self._by_either(lambda reasoner: reasoner.contradicts(earlier, later))

    def describes(self, procedure: str, runs: Sequence[str]) -> bool | None:
        """Whether the procedure describes how such a task is done, by whoever can know."""
        return self._by_either(lambda reasoner: reasoner.describes(procedure, runs))

    def _by_either(self, ask: Callable[[Reasoner], Answer]) -> Answer:
        answer = self._by_first(lambda: ask(self._first))
        return ask(self._then) if isinstance(answer, ReasonerUnavailable) else answer

    def _by_first(self, ask: Callable[[], Answer]) -> Answer | ReasonerUnavailable:
        if self._rest.rests:
            return ReasonerUnavailable(f"it is left alone for a while, since {self._reason}")
        try:
            answer = ask()
        except CeilingReached as reached:
            return reached
        except ReasonerUnavailable as away:
            self._fail(away.detail)
            self._tell(away.detail)
            return away
        with self._lock:
            self._failures = 0
            self._rest.worked()
        self._tell("")
        return answer

    def _tell(self, reason: str) -> None:
        """Note what is new about whether it answers; another process may have noted something else before."""
        with self._lock:
            is_news, self._noted = reason != self._noted, reason
        if is_news:
            self._note(reason)

    def _fail(self, reason: str) -> None:
        with self._lock:
            self._failures += 1
            self._reason = reason
            if self._failures == 1:
                log.warning("%s did not answer, %s instead: %s", self._first.name, self._then.name, reason)
            if self._failures >= _FAILURES_BORNE:
                self._rest.failed()
