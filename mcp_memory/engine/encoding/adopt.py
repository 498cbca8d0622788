"""Statements that were kept elsewhere become memories of origin import.

A copy adds no scene and replaces nothing that is there: what is known in any status, forgotten or overturned included,
stays what it is, but for the mark on what it contradicts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mcp_memory.engine.clashes import Clash, among, settle, still_there, write
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Change, Memory, Origin, Principal
from mcp_memory.engine.domain.requests import Remember
from mcp_memory.engine.domain.trust import initial_confidence
from mcp_memory.engine.domain.vocabulary import OriginKind
from mcp_memory.engine.encoding.remember import Remembering
from mcp_memory.engine.ports.records import Records, Transaction
from mcp_memory.engine.text.normalise import duplicate_key

_TOGETHER = 10
"""Every two copies of one transaction are compared; what was stored before is found by its words, which is cheaper."""


@dataclass(frozen=True, slots=True)
class Adopting:
    """Encodes copies."""

    records: Records
    remembering: Remembering

    def draft_copy(self, who: Principal, ask: Remember) -> Memory:
        """The memory it would be. Raises `Invalid` for what cannot be kept."""
        origin = Origin(kind=OriginKind.IMPORT, agent=who.agent, session=who.session)
        draft = self.remembering.draft(who, ask)
        return replace(draft, origin=origin, confidence=initial_confidence(origin.kind))

    def keep_copies(self, who: Principal, reach: Reach, drafts: Sequence[Memory]) -> int:
        """Store those that are not known yet, a few in each transaction; returns how many.

        What contradicts something known, or another of them, is marked with it and waits. A copy replaces nothing.
        """
        groups = (drafts[start : start + _TOGETHER] for start in range(0, len(drafts), _TOGETHER))
        return sum(self._keep_few(who, reach, group) for group in groups)

    def _keep_few(self, who: Principal, reach: Reach, drafts: Sequence[Memory]) -> int:
        # Comparing takes longer than others should wait for the write lock.
        new = [one for one in drafts if not self.records.knows(one.scope, duplicate_key(one.content))]
        clashes = {one.id: self._clashes(reach, one, new[:place]) for place, one in enumerate(new)}
        kept = 0
        with self.records.writing() as writing:
            for draft in new:
                if not writing.twins(draft.scope, duplicate_key(draft.content)):
                    self._keep(writing, who, draft, clashes[draft.id])
                    kept += 1
        return kept

    def _clashes(self, reach: Reach, draft: Memory, before: Sequence[Memory]) -> tuple[Clash, ...]:
        return (*self.remembering.clashes.against(reach, draft), *among(draft, before))

    @staticmethod
    def _keep(writing: Transaction, who: Principal, draft: Memory, clashes: Sequence[Clash]) -> None:
        live = still_there(writing, clashes)
        settled = replace(settle(draft, live, decides=False), replaced=())
        writing.put(Change.made(who, "import", settled.reason, None, settled.draft))
        write(writing, who, settled, live, draft.stored_at)
