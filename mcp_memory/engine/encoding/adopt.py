"""Statements that were kept elsewhere become memories of origin import.

A copy adds no scene and changes nothing that is there: what is known in any status, forgotten or overturned included,
stays what it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mcp_memory.engine.domain.memory import Change, Memory, Origin, Principal
from mcp_memory.engine.domain.requests import Remember
from mcp_memory.engine.domain.trust import initial_confidence
from mcp_memory.engine.domain.vocabulary import OriginKind
from mcp_memory.engine.encoding.remember import Remembering
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.text.normalise import duplicate_key


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

    def keep_copies(self, who: Principal, drafts: Sequence[Memory]) -> int:
        """Store those that are not known yet, in one transaction; returns how many."""
        kept = 0
        with self.records.writing() as writing:
            for draft in drafts:
                if not writing.twins(draft.scope, duplicate_key(draft.content)):
                    writing.put(Change.made(who, "import", "", None, draft))
                    kept += 1
        return kept
