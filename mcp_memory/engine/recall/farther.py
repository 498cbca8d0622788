"""How far a search looks: hot first, then warm, then cold, and no farther than the question needs.

Words are found in every tier in any case, since the records hold them all. So a search of the hot tier knows at no
price whether words have met something farther off that covers more of the question than all that is near at hand:
then the search goes there. It goes on, too, while what it has found is too little:

    hot suffices when it has as many strong matches as were asked for;
    warm is added otherwise, and suffices when there is any strong match;
    cold is added otherwise: before "nothing" is said, everything is looked at.

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
        found = look(_HOT)
        near, beyond = _parted(found, _HOT)
        if self._strong(near) >= wanted and not self._tells_more(beyond, near):
            return Looked(near, _HOT)
        filled = self.lies_in()
        if Tier.WARM in filled:
            found = look(IN_MEMORY)
            near, beyond = _parted(found, IN_MEMORY)
        if Tier.COLD not in filled:
            return Looked(near, _HOT | filled)
        if self._tells_more(beyond, near):
            return Looked(tuple(found), EVERYWHERE)
        if not self._strong(near):
            return Looked(tuple(look(EVERYWHERE)), EVERYWHERE)
        return Looked(near, _HOT | (filled & IN_MEMORY))

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
