"""What rules only suspected when it was stored is put before a reasoner that understands it.

Whatever way a memory came in, it is looked at here once, after its answer was given. What the reasoner holds for a
contradiction is marked and waits for a person, as one that rules find; what it does not stays a mere link.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from mcp_memory.engine.clashes import Clash, settle, still_there, write
from mcp_memory.engine.comparison.relation import Compare, Comparison, Relation
from mcp_memory.engine.consolidation.promotions import as_itself
from mcp_memory.engine.consolidation.tally import Tally
from mcp_memory.engine.domain.memory import Change, Memory
from mcp_memory.engine.domain.vocabulary import LIVE, LinkKind
from mcp_memory.engine.ports.reasoner import Reasoner
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.ports.world import Clock

_MOST = 3
"""So many suspicions of one memory are looked at; each is a question to the reasoner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hints:
    """Looks at one memory after the other. With `writes` false nobody is asked, since nothing may come of it."""

    records: Records
    reasoner: Reasoner
    compare: Compare
    clock: Clock
    tally: Tally
    writes: bool

    def consider(self, memory: Memory) -> None:
        """Ask of what the memory may contradict, and mark both where it does. Raises `ReasonerUnavailable`."""
        if self.writes and self.reasoner.understands and memory.status in LIVE:
            for clash in self._suspected(memory):
                earlier, later = sorted((memory, clash.memory), key=lambda one: (one.occurred_at, one.id))
                self.tally.counts["suspicions looked at"] += 1
                if self.reasoner.contradicts(earlier.content, later.content):
                    self._mark(memory, clash)

    def _suspected(self, memory: Memory) -> Iterator[Clash]:
        """What was linked to it as similar when it was stored, may stand against it, and was not decided since."""
        linked = self.records.linked([memory.id], LinkKind.SIMILAR_TO)
        ids = [link.target for link in linked if link.source == memory.id]
        decided = self.records.linked([memory.id], LinkKind.CONFLICTS_WITH)
        known = {end for link in decided for end in link.ends}
        others = [other for other in self.records.get_many(ids).values() if other.status in LIVE]
        for other in [other for other in others if other.id not in known][:_MOST]:
            compared = self.compare(other.content, memory.content)
            if compared.relation is Relation.HINTS:
                reason = f"{compared.reason}, and a model holds it for a contradiction"
                yield Clash(other, Comparison(Relation.CONTRADICTS, reason, compared.subject))

    def _mark(self, memory: Memory, clash: Clash) -> None:
        who, now = as_itself(memory.scope.user), self.clock()
        with self.records.writing() as writing:
            before, clashes = writing.get(memory.id), still_there(writing, [clash])
            if before is None or before.status not in LIVE or before.content != memory.content:
                return
            if [one.memory.content for one in clashes] != [clash.memory.content]:
                return
            settled = settle(before, clashes, decides=False)
            if settled.draft != before:
                changed = settled.draft.changed(now)
                writing.put(
                    Change.made(who, "conflict", f"{settled.reason} (contradicts {clash.memory.id})", before, changed)
                )
            write(writing, who, settled, clashes, now)
            self.tally.counts["contradictions by a model"] += 1
