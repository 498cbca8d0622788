"""Taking back what was last said of a memory, a decision or a correction, with everything it changed elsewhere.

What changed since is not undone over: that memory stays as it is. Undoing is a version in the history like any other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from mcp_memory.engine.domain.answers import Reviewed
from mcp_memory.engine.domain.errors import NothingToUndo
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Change, Memory, Principal
from mcp_memory.engine.domain.requests import Review, Verdict
from mcp_memory.engine.domain.review import REVIEW_VERB
from mcp_memory.engine.domain.vocabulary import LinkKind, Status
from mcp_memory.engine.lifecycle.correct import refuse_twin
from mcp_memory.engine.lifecycle.unmerge import Unmerging
from mcp_memory.engine.lookup import look_up
from mcp_memory.engine.ports.records import Records, Transaction
from mcp_memory.engine.ports.world import Clock

_UNDO = f"{REVIEW_VERB}undo"
_VERDICTS = frozenset(get_args(Verdict))
_DECIDED_TOGETHER = (LinkKind.CONFLICTS_WITH, LinkKind.SUPERSEDES)


@dataclass(frozen=True, slots=True)
class Undoing:
    """Puts back what one change and those made with it have changed."""

    records: Records
    clock: Clock

    def undo(self, who: Principal, reach: Reach, ask: Review) -> Reviewed:
        """Put back what the last change of a memory did, if it was a decision or a correction; take an overview apart.

        Raises `NothingToUndo` when it was neither, `Invalid` when another memory has the old text by now, and what
        looking up an id raises.
        """
        memory = look_up(self.records, reach, ask.id)
        last = self._last(memory.id)
        if last is None or not _is_said(last):
            unmerging = Unmerging(self.records, self.clock)
            if memory.status is Status.ACTIVE and unmerging.sources_of(memory.id):
                return Reviewed(decided=unmerging.unmerge(who, memory.id, ask.reason))
            raise NothingToUndo(_why_not(memory.id, last), argument="id")
        made = [last, *self._made_with(last)]
        with self.records.writing() as writing:
            restored = [self.put_back(writing, who, ask, each) for each in made]
        return Reviewed(decided=tuple(memory for memory in restored if memory))

    def put_back(self, writing: Transaction, who: Principal, ask: Review, made: Change) -> Memory | None:
        """The memory as it was before this change; None when that is not its last one any more."""
        current = writing.get(made.memory_id)
        if current is None or current.version != made.version or made.before is None:
            return None
        refuse_twin(writing, current, made.before)
        restored = replace(made.before, version=current.version + 1, changed_at=self.clock())
        writing.put(Change.made(who, _UNDO, ask.reason, current, restored))
        return restored

    def _made_with(self, last: Change) -> Iterator[Change]:
        """What the same act changed: the other sides of a contradiction, and what was derived from those that fell."""
        sides = [last.memory_id, *self._beside(last.memory_id)]
        for memory_id in [*sides[1:], *self._derived(sides)]:
            other = self._last(memory_id)
            if other is not None and (other.at, other.actor) == (last.at, last.actor):
                yield other

    def _beside(self, memory_id: str) -> list[str]:
        links = [link for kind in _DECIDED_TOGETHER for link in self.records.linked([memory_id], kind)]
        return sorted({end for link in links for end in (link.source, link.target)} - {memory_id})

    def _derived(self, sides: Sequence[str]) -> list[str]:
        """Ids of all that was derived from these, however far."""
        found: list[str] = []
        frontier: Sequence[str] = sides
        while frontier:
            frontier = [one for one in self.records.derived_from(frontier) if one not in {*sides, *found}]
            found += frontier
        return found

    def _last(self, memory_id: str) -> Change | None:
        dossier = self.records.dossier(memory_id)
        return dossier.history[-1] if dossier and dossier.history else None


def _why_not(memory_id: str, last: Change | None) -> str:
    if last is not None and last.verb.startswith(_UNDO):
        return f"what was last decided or corrected of {memory_id} was taken back at {last.at:%Y-%m-%d %H:%M} UTC"
    return f"the last change of {memory_id} was no decision and no correction"


def _is_said(change: Change) -> bool:
    """Whether a decision or a correction made it, and not the undoing of one."""
    is_decision = change.verb.startswith(REVIEW_VERB) and not change.verb.startswith(_UNDO)
    return is_decision or change.verb.partition(",")[0] in _VERDICTS
