"""Taking back what was last said of a memory, a decision or a correction, with everything it changed elsewhere.

What changed since is not undone over: that memory stays as it is. Undoing is a version in the history like any other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import get_args

from mcp_memory.engine.clashes import SUPERSEDE_VERB, Clashes
from mcp_memory.engine.domain.answers import Reviewed
from mcp_memory.engine.domain.errors import NothingToUndo
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Change, Memory, Principal
from mcp_memory.engine.domain.requests import Review, Verdict
from mcp_memory.engine.domain.review import REVIEW_VERB
from mcp_memory.engine.domain.vocabulary import LinkKind, Status
from mcp_memory.engine.lifecycle.correct import refuse_twin
from mcp_memory.engine.lifecycle.derived import all_derived
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
    clashes: Clashes
    clock: Clock

    def undo(self, who: Principal, reach: Reach, ask: Review) -> Reviewed:
        """Put back what the last change of a memory did, if it was a decision or a correction; take an overview apart.

        What a statement replaced when it was stored comes back beside it; where they contradict each other, both are
        marked and wait. Raises `NothingToUndo` when there is nothing of all that, `Invalid` when another memory has the
        old text by now, and what looking up an id raises.
        """
        memory = look_up(self.records, reach, ask.id)
        last = self._last(memory.id)
        if last is not None and _is_said(last):
            made = [last, *self._made_with(last)]
        elif replaced := self._replaced(memory):
            made = replaced
        else:
            unmerging = Unmerging(self.records, self.clock)
            if memory.status is Status.ACTIVE and unmerging.sources_of(memory.id):
                return Reviewed(decided=unmerging.unmerge(who, memory.id, ask.reason))
            raise NothingToUndo(_why_not(memory.id, last), argument="id")
        return Reviewed(decided=self._put_all_back(who, reach, ask, made))

    def _put_all_back(self, who: Principal, reach: Reach, ask: Review, made: Sequence[Change]) -> tuple[Memory, ...]:
        """All in one transaction, and what contradicts each other again is marked; returns what came back."""
        aims = [change.before for change in made if change.before is not None]
        found = {memory.id: self.clashes.against(reach, memory) for memory in aims}
        now = self.clock()
        with self.records.writing() as writing:
            restored = [one.id for each in made if (one := put_back(writing, who, ask, each, now))]
            back = {memory_id: found[memory_id] for memory_id in restored}
            self.clashes.resume(writing, who, back, now)
            return tuple(memory for memory_id in restored if (memory := writing.get(memory_id)))

    def _replaced(self, memory: Memory) -> list[Change]:
        """How this memory was replaced when another was stored, or else what it replaced by being stored."""
        links = self.records.linked([memory.id], LinkKind.SUPERSEDES)
        ends = [memory.id, *sorted(link.target for link in links if link.source == memory.id)]
        changes = {end: change for end in ends if (change := self._last(end)) and change.verb == SUPERSEDE_VERB}
        own = changes.pop(memory.id, None)
        return [own] if own else [change for change in changes.values() if change.reason.startswith(memory.id)]

    def _made_with(self, last: Change) -> Iterator[Change]:
        """What the same act changed: the other sides of a contradiction, and what was derived from those that fell."""
        sides = [last.memory_id, *self._beside(last.memory_id)]
        for memory_id in [*sides[1:], *all_derived(self.records, sides)]:
            other = self._last(memory_id)
            if other is not None and (other.at, other.actor) == (last.at, last.actor):
                yield other

    def _beside(self, memory_id: str) -> list[str]:
        links = [link for kind in _DECIDED_TOGETHER for link in self.records.linked([memory_id], kind)]
        return sorted({end for link in links for end in link.ends} - {memory_id})

    def _last(self, memory_id: str) -> Change | None:
        """What was done to it last; several versions that one act made count as one change."""
        dossier = self.records.dossier(memory_id)
        last: Change | None = None
        for change in reversed(dossier.history if dossier else ()):
            if last is None:
                last = change
            elif (change.at, change.actor) != (last.at, last.actor) or change.before is None:
                break
            else:
                verb = change.verb if change.verb.startswith(_UNDO) else last.verb
                last = replace(last, before=change.before, verb=verb)
        return last


def put_back(writing: Transaction, who: Principal, ask: Review, made: Change, now: datetime) -> Memory | None:
    """The memory as it was before this change; None when that is not its last one any more."""
    current = writing.get(made.memory_id)
    if current is None or current.version != made.version or made.before is None:
        return None
    refuse_twin(writing, current, made.before)
    restored = replace(made.before, version=current.version + 1, changed_at=now)
    writing.put(Change.made(who, _UNDO, ask.reason, current, restored))
    return restored


def _why_not(memory_id: str, last: Change | None) -> str:
    if last is not None and last.verb.startswith(_UNDO):
        return f"what was last decided or corrected of {memory_id} was taken back at {last.at:%Y-%m-%d %H:%M} UTC"
    return f"the last change of {memory_id} was no decision and no correction"


def _is_said(change: Change) -> bool:
    """Whether a decision or a correction made it, and not the undoing of one."""
    is_decision = change.verb.startswith(REVIEW_VERB) and not change.verb.startswith(_UNDO)
    return is_decision or change.verb.partition(",")[0] in _VERDICTS
