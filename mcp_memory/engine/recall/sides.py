"""Beside one side of an open contradiction goes the other, the newer event first: nobody takes one for the whole."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.policies import DecayPolicy
from mcp_memory.engine.domain.vocabulary import LinkKind, Mark
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.recall.fit import Shown
from mcp_memory.engine.recall.rank import rank_unsought

OTHER_SIDE = "other side"
"""Why such a memory is shown, where the question itself did not bring it up."""

_MOST = 2
"""Of a subject with many versions the newest others."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Finds other sides among the records."""

    records: Records
    decay: DecayPolicy

    def beside(self, chosen: Sequence[Shown], within: Filter, now: datetime) -> list[Shown]:
        """What was chosen, each open contradiction with its other side, as far as the filter admits it.

        A weak match is doubtful enough by itself and brings up nothing else.
        """
        found = [item.ranked.memory for item in chosen if not item.weak]
        torn = [memory for memory in found if Mark.CONFLICTED in memory.marks]
        if not torn:
            return list(chosen)
        others = self._others(torn, within)
        known = {item.ranked.memory.id: item for item in chosen}
        placed: dict[str, Shown] = {}
        for item in chosen:
            for memory in _newest_first(item.ranked.memory, others.get(item.ranked.memory.id, ())):
                shown = known.get(memory.id) or Shown(rank_unsought(memory, now, self.decay), (OTHER_SIDE,))
                placed.setdefault(memory.id, shown)
        return list(placed.values())

    def _others(self, torn: Sequence[Memory], within: Filter) -> dict[str, list[Memory]]:
        """What stands against each of these, still undecided."""
        links = self.records.linked([memory.id for memory in torn], LinkKind.CONFLICTS_WITH)
        pairs = {pair for link in links for pair in (link.ends, link.ends[::-1])}
        memories = self.records.get_many(sorted({other for _, other in pairs}))
        found: dict[str, list[Memory]] = {}
        for one, other in sorted(pairs):
            memory = memories.get(other)
            if memory is not None and Mark.CONFLICTED in memory.marks and within.admits(memory):
                found.setdefault(one, []).append(memory)
        return found


def _newest_first(memory: Memory, others: Sequence[Memory]) -> Iterator[Memory]:
    latest = sorted(others, key=lambda other: (other.occurred_at, other.id))[-_MOST:]
    yield from sorted((memory, *latest), key=lambda one: (one.occurred_at, one.id), reverse=True)
