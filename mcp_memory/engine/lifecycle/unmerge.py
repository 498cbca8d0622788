"""What was merged into an overview: what that holds, putting it back, and what goes with what when a text is erased."""

from collections.abc import Sequence
from dataclasses import dataclass

from mcp_memory.engine.domain.errors import Invalid, MemoryNotFound
from mcp_memory.engine.domain.memory import Change, Memory, Principal
from mcp_memory.engine.domain.vocabulary import LinkKind, Status
from mcp_memory.engine.ports.records import Records, Transaction
from mcp_memory.engine.ports.world import Clock
from mcp_memory.engine.text.normalise import duplicate_key

MERGE_VERB = "merge"
"""How the history names what the job did."""

_UNDONE = "unmerge"


def merge_reason(overview_id: str) -> str:
    """Why a source was archived."""
    return f"merged into {overview_id}, which says the same"


@dataclass(frozen=True, slots=True)
class Unmerging:
    """Takes overviews apart again."""

    records: Records
    clock: Clock

    def unmerge(self, who: Principal, overview_id: str, reason: str = "") -> tuple[Memory, ...]:
        """Put back what was merged into this overview, and archive it; returns what was put back.

        Sources that somebody has changed since stay as they are. Raises `MemoryNotFound`, or `Invalid` when nothing was
        merged into it.
        """
        with self.records.writing() as writing:
            overview = writing.get(overview_id)
            if overview is None or overview.scope.user != who.user:
                raise MemoryNotFound(overview_id, argument="id")
            if not self.sources_of(overview_id):
                raise Invalid(f"nothing was merged into {overview_id}", argument="id")
            back = self.put_back(writing, who, overview_id, reason or f"taken out of {overview_id}")
            if overview.status is Status.ACTIVE:
                after = overview.changed(self.clock(), status=Status.ARCHIVED)
                told = reason or "its sources stand by themselves again"
                writing.put(Change.made(who, _UNDONE, told, overview, after))
        return back

    def sources_of(self, overview_id: str) -> list[str]:
        """Ids of what was merged into a memory."""
        links = self.records.linked([overview_id], LinkKind.MERGED_INTO)
        return [link.source for link in links if link.target == overview_id]

    def put_back(self, writing: Transaction, who: Principal, overview_id: str, reason: str) -> tuple[Memory, ...]:
        """Make sources active again whose last change is that they were merged into this; returns them."""
        back = []
        for source_id in self.sources_of(overview_id):
            before, dossier = writing.get(source_id), self.records.dossier(source_id)
            last = dossier.history[-1] if dossier and dossier.history else None
            is_merged = last is not None and (last.verb, last.reason) == (MERGE_VERB, merge_reason(overview_id))
            if before is not None and is_merged:
                after = before.changed(self.clock(), status=Status.ACTIVE)
                writing.put(Change.made(who, _UNDONE, reason, before, after))
                back.append(after)
        return tuple(back)

    def with_same_words(self, chosen: Sequence[Memory]) -> tuple[Memory, ...]:
        """What has to be erased with these, because it holds their words: what they stand for, and what stands for it.

        An overview goes with all that was put away for it. A source takes an overview along that has, or had, its very
        words; what else was put away for that one stays.
        """
        found = {memory.id: memory for memory in chosen}
        frontier = list(chosen)
        while frontier:
            memory = frontier.pop()
            sources = self.records.get_many(self.sources_of(memory.id)).values()
            below = [one for one in sources if one.status is Status.ARCHIVED or _key(one) == _key(memory)]
            fresh = [one for one in below if one.id not in found]
            frontier += fresh
            found |= {one.id: one for one in fresh}
        spoken = {_key(memory) for memory in found.values()}
        frontier = list(found.values())
        while frontier:
            above = self._overviews_of(frontier.pop().id)
            fresh = [one for one in above if one.id not in found and not spoken.isdisjoint(self._ever_said(one))]
            frontier += fresh
            found |= {one.id: one for one in fresh}
        return tuple(one for one in found.values() if one.id not in {memory.id for memory in chosen})

    def _overviews_of(self, source_id: str) -> list[Memory]:
        links = self.records.linked([source_id], LinkKind.MERGED_INTO)
        return list(self.records.get_many([link.target for link in links if link.source == source_id]).values())

    def _ever_said(self, memory: Memory) -> set[str]:
        """All texts a memory has had, as keys."""
        dossier = self.records.dossier(memory.id)
        history = dossier.history if dossier else ()
        return {_key(memory), *(_key(change.after) for change in history)}


def _key(memory: Memory) -> str:
    return duplicate_key(memory.content)
