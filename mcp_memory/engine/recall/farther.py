"""How far a search looks: hot first, then warm, then cold, and no farther than the question needs.

    hot suffices when it has as many strong matches as were asked for;
    warm is added otherwise, and suffices when there is any strong match;
    cold is added otherwise: before "nothing" is said, everything is looked at.

Hot and warm lie in one memory, so one search compares both, and where hot suffices what is warm is left out again: to
look farther costs nothing then. Words are found in every tier, since the records hold them all; so the same search
knows whether words have met something beyond that covers more of the question than all that is near at hand. Such a
memory is part of the answer, wherever it lies. Only the vectors of the cold tier have a price, that of reading them.

Pure: it is given a way to look, and says what was found and which tiers were searched.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mcp_memory.engine.domain.vocabulary import IN_MEMORY, Tier
from mcp_memory.engine.recall.rank import Ranked

_HOT = frozenset({Tier.HOT})
EVERYWHERE = frozenset(Tier)

Look = Callable[[frozenset[Tier]], Sequence[Ranked]]
"""Searches the vectors of these tiers and the words of all; the answer is ranked, memories of every tier in it."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found in the tiers that were searched, best first."""

    ranked: tuple[Ranked, ...]
    tiers: frozenset[Tier]

    @property
    def names(self) -> tuple[str, ...]:
        """The tiers that were searched, nearest first."""
        return tuple(tier.value for tier in Tier if tier in self.tiers)


@dataclass(frozen=True, slots=True)
class Farther:
    """When to look farther. `is_strong` tells a strong match; `strong_coverage` is what words must cover to count.

    `lies_in` says which tiers but the first hold anything at all; it is asked only when the first does not suffice.
    """

    is_strong: Callable[[Ranked], bool]
    strong_coverage: float
    lies_in: Callable[[], frozenset[Tier]]

    def look(self, look: Look, wanted: int) -> Looked:
        """Search as far as `wanted` matches need it."""
        found = look(IN_MEMORY)
        near, beyond = _parted(found, _HOT)
        if self._strong(near) >= wanted and not self._tells_more(beyond, near):
            return Looked(near, _HOT)
        near, beyond = _parted(found, IN_MEMORY)
        tiers = _HOT | self.lies_in()
        if self._tells_more(beyond, near):
            return Looked(tuple(found), tiers)
        if Tier.COLD in tiers and not self._strong(near):
            return Looked(tuple(look(EVERYWHERE)), tiers)
        return Looked(near, tiers & IN_MEMORY)

    def _strong(self, ranked: Iterable[Ranked]) -> int:
        return sum(map(self.is_strong, ranked))

    def _tells_more(self, beyond: Iterable[Ranked], near: Iterable[Ranked]) -> bool:
        """Whether words have met something beyond that covers more of the question than anything near at hand."""
        farther = max((item.hit.coverage for item in beyond), default=0.0)
        return farther >= self.strong_coverage and farther > max((item.hit.coverage for item in near), default=0.0)


def _parted(found: Iterable[Ranked], tiers: frozenset[Tier]) -> tuple[tuple[Ranked, ...], tuple[Ranked, ...]]:
    """What lies in these tiers, and what beyond; both in order."""
    found = tuple(found)
    return (
        tuple(item for item in found if item.memory.tier in tiers),
        tuple(item for item in found if item.memory.tier not in tiers),
    )
