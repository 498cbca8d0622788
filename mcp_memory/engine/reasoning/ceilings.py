"""What a language model may use up in an hour, in tokens and in US dollars.

Counted in this process and kept in its memory: several processes on one data folder have a ceiling each, and a restart
begins from nothing. The hour slides: what was used up counts for sixty minutes.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from mcp_memory.engine.domain.errors import CeilingReached
from mcp_memory.engine.domain.policies import ReasonerPolicy
from mcp_memory.engine.ports.world import Clock
from mcp_memory.engine.reasoning.prices import Usage, price_of

_HOUR = timedelta(hours=1)
_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class _Ceiling:
    words: str
    limit: float
    measure: Callable[[Usage], float]


@dataclass(frozen=True, slots=True)
class _Call:
    at: datetime
    usage: Usage


class Ceilings:
    """Admits calls while the hour's ceilings allow them. Safe from several threads.

    A call is entered with the most it can take before it is made, so that calls at the same time do not pass a ceiling
    together; what the service reports afterwards takes that place. A call without a report keeps its entry: the
    service may have done the work.
    """

    def __init__(self, policy: ReasonerPolicy, clock: Clock) -> None:
        tokens, dollars = policy.tokens_per_hour, policy.dollars_per_hour
        self._ceilings = (
            _Ceiling(f"{tokens:,} tokens an hour", tokens, lambda usage: usage.tokens),
            _Ceiling(f"${dollars:g} an hour", dollars, price_of(policy).dollars),
        )
        self._clock = clock
        self._lock = threading.Lock()
        self._calls: dict[int, _Call] = {}
        self._entered = 0

    def enter(self, most: Usage) -> int:
        """Enter a call that takes at most that; returns its number for `settle`.

        Raises `CeilingReached`, which says until when.
        """
        with self._lock:
            now = self._clock()
            self._calls = {number: call for number, call in self._calls.items() if now - call.at < _HOUR}
            for ceiling in self._ceilings:
                self._admit(ceiling, most)
            self._entered += 1
            self._calls[self._entered] = _Call(now, most)
            return self._entered

    def settle(self, number: int, used: Usage) -> None:
        """Note what the call of that number took, as the service reports it."""
        with self._lock:
            if call := self._calls.get(number):
                self._calls[number] = _Call(call.at, used)

    def _admit(self, ceiling: _Ceiling, most: Usage) -> None:
        wanted = ceiling.measure(most)
        if wanted > ceiling.limit:
            raise CeilingReached(f"one call can take more than the ceiling of {ceiling.words}")
        calls = tuple(self._calls.values())
        # Summed anew for each, since what is left of a difference of fractions is never quite nothing.
        left = (sum(ceiling.measure(call.usage) for call in calls[gone:]) for gone in range(len(calls) + 1))
        gone = next(number for number, taken in enumerate(left) if taken + wanted <= ceiling.limit)
        if gone:
            free = calls[gone - 1].at + _HOUR + _MINUTE  # the seconds are cut off, so it is the next minute
            raise CeilingReached(f"the ceiling of {ceiling.words} is reached until {free:%H:%M} UTC")
