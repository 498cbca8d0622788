"""Consolidation: what gathered since the last run becomes rules and procedures, as far as the gates let it.

A run reads what changed since the watermark, in the order in which it changed, and moves the watermark behind what it
has looked at: whoever is killed leaves nothing half done, and the next run goes on there. Every write is a short
transaction of its own.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from mcp_memory.engine.comparison.relation import Compare
from mcp_memory.engine.consolidation.alike import Likening
from mcp_memory.engine.consolidation.drafts import Drafting
from mcp_memory.engine.consolidation.gathering import Gathering
from mcp_memory.engine.consolidation.hints import Hints
from mcp_memory.engine.consolidation.inducing import Inducing
from mcp_memory.engine.consolidation.procedures import Procedures
from mcp_memory.engine.consolidation.promotions import Promotions
from mcp_memory.engine.consolidation.rules import Rules
from mcp_memory.engine.consolidation.tally import Tally
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.domain.promotion import Consolidated, PromotionCandidate
from mcp_memory.engine.domain.vocabulary import EventType, Layer
from mcp_memory.engine.ports.candidates import CandidateBook
from mcp_memory.engine.ports.index import Index, IndexSource
from mcp_memory.engine.ports.reasoner import Reasoner
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.ports.world import Clock, NewId

_PAGE = 50
_KEPT_COMPARISONS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Consolidating:
    """Runs consolidation over all users of a data folder.

    `space` is the vector space of `vectors`; where a memory has none there, words answer. `shared` is the standing
    grant by which all agents of a user see each other's episodes; without it, what rests on one agent's episodes waits.
    `clean` is the gate that a reasoner's words pass. `give_way` is called between short steps, never in a write.
    """

    records: Records
    book: CandidateBook
    index: Index
    vectors: IndexSource
    space: str
    compare: Compare
    policy: ConsolidationPolicy
    clock: Clock
    new_id: NewId
    stopwatch: Callable[[], float]
    shared: bool
    reasoner: Reasoner
    clean: Callable[[str], str]
    give_way: Callable[[], None] = lambda: None

    def run(self) -> Consolidated:
        """Consolidate what is new, up to the policy's bounds. Raises `Unavailable` when the records cannot be used."""
        return self._run(writes=True)

    def dry_run(self) -> tuple[PromotionCandidate, ...]:
        """The candidates that `run` would judge now, with their reports; nothing is written."""
        return self._run(writes=False).candidates

    def is_due(self) -> bool:
        """Whether enough episodes have gathered; cheap enough to ask at every look of the timetable."""
        return self.book.unconsolidated_episodes(self.policy.every_episodes) >= self.policy.every_episodes

    def _run(self, *, writes: bool) -> Consolidated:
        begun = self.stopwatch()
        tally = Tally()
        chains = self.rules(tally, writes=writes), self.procedures(tally, writes=writes)
        hints = self.hints(tally, writes=writes)
        before = mark = self.book.watermark()
        rests = False
        for revision, memories in self._changed(mark):
            is_late = self.stopwatch() - begun >= self.policy.max_seconds
            if memories and (is_late or tally.counts["read"] >= self.policy.max_episodes):
                rests = True
                break
            for memory in memories:
                self.give_way()
                hints.consider(memory)
                self._consider(memory, chains, tally)
            mark = revision
            if writes and not memories and mark > before:
                self.promotions.move_watermark(mark)
                before = mark
        if writes and mark > before:
            self.promotions.move_watermark(mark)
        return tally.told((self.stopwatch() - begun) * 1_000, rests=rests)

    def _changed(self, after: int) -> Iterator[tuple[int, tuple[Memory, ...]]]:
        """What each transaction since then changed, in order; after a page its last revision, with nothing."""
        while True:
            page = self.book.unconsolidated(after, _PAGE)
            for revision, changed in groupby(page.memories, key=itemgetter(0)):
                yield revision, tuple(memory for _, memory in changed)
            yield page.revision, ()
            if not page.memories:
                return
            after = page.revision

    def _consider(self, memory: Memory, chains: tuple[Rules, Procedures], tally: Tally) -> None:
        tally.counts["read"] += 1
        rules, procedures = chains
        is_run = memory.layer is Layer.PROCEDURAL or memory.event_type is EventType.TASK_RECORD
        if is_run and Layer.PROCEDURAL in self.policy.layers:
            procedures.consider(memory)
        elif not is_run and Layer.SEMANTIC in self.policy.layers:
            rules.consider(memory)

    @property
    def promotions(self) -> Promotions:
        """What writes for it."""
        return Promotions(self.book, self.clock)

    def gathering(self) -> Gathering:
        """What finds neighbours, for one run."""
        return Gathering(self.records, self.index, self.vectors, self.space, self.policy, self.give_way)

    def drafting(self) -> Drafting:
        """What drafts rules and asks the gates; each star around a statement meets the same pairs again."""
        likening = Likening(lru_cache(_KEPT_COMPARISONS)(self.compare), self.policy)
        return Drafting(likening, self.policy, Inducing(self.reasoner, likening, self.clean).induce, self.shared)

    def hints(self, tally: Tally, *, writes: bool) -> Hints:
        """What asks of suspicions."""
        return Hints(
            records=self.records,
            reasoner=self.reasoner,
            compare=self.compare,
            clock=self.clock,
            tally=tally,
            writes=writes,
        )

    def rules(self, tally: Tally, *, writes: bool) -> Rules:
        """Chain A."""
        return Rules(
            book=self.book,
            records=self.records,
            gathering=self.gathering(),
            drafting=self.drafting(),
            promotions=self.promotions,
            clock=self.clock,
            new_id=self.new_id,
            give_way=self.give_way,
            tally=tally,
            writes=writes,
        )

    def procedures(self, tally: Tally, *, writes: bool) -> Procedures:
        """Chain B."""
        return Procedures(
            book=self.book,
            records=self.records,
            gathering=self.gathering(),
            promotions=self.promotions,
            policy=self.policy,
            describes=self.reasoner.describes,
            shared=self.shared,
            clock=self.clock,
            new_id=self.new_id,
            give_way=self.give_way,
            tally=tally,
            writes=writes,
        )
