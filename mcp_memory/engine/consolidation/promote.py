"""Promotion on demand: named episodes, a statement, or both, through the same gates as consolidation itself.

A person's word is the highest check: what they confirm counts at once, and the gates' report is kept beside it. What an
agent worded waits.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from mcp_memory.engine.consolidation.consolidate import Consolidating
from mcp_memory.engine.consolidation.promotions import Promotion, became, closest
from mcp_memory.engine.consolidation.proposals import Proposal, Proposing
from mcp_memory.engine.consolidation.tally import Tally
from mcp_memory.engine.domain.answers import Reviewed
from mcp_memory.engine.domain.errors import Invalid, StaleVersion
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.limits import check_length
from mcp_memory.engine.domain.memory import Memory, Origin, Principal
from mcp_memory.engine.domain.promotion import (
    CandidateState,
    Consolidated,
    GateReport,
    Held,
    Previewed,
    Promote,
    Promoted,
    PromotionCandidate,
    PromotionOutcome,
    Ran,
    Waits,
)
from mcp_memory.engine.domain.requests import Review
from mcp_memory.engine.domain.trust import initial_confidence
from mcp_memory.engine.domain.vocabulary import LIVE, Layer, Mark, Status
from mcp_memory.engine.lookup import look_up

_LISTED = 50


Decide = Callable[[Principal, Reach, Review], Reviewed]
"""A person's decision on something that waits."""


@dataclass(frozen=True, slots=True)
class Promoting:
    """Carries out what is asked to be promoted. What waits already is approved by `decide`, as in the review.

    `consolidate` runs consolidation where it is asked for, and sees to it that it runs once at a time.
    """

    consolidating: Consolidating
    consolidate: Callable[[], Consolidated]
    decide: Decide

    def promote(self, who: Principal, reach: Reach, ask: Promote) -> PromotionOutcome:
        """Promote, hold, or preview. Raises `Invalid`, `MemoryNotFound`, `AmbiguousId`, `StaleVersion`, `Unavailable`.

        `reach` bounds which sources and candidates are seen; without ids and statement consolidation runs for all.
        """
        if not ask.ids and not ask.statement.strip():
            return self._run(reach, ask)
        sources = self._sources(reach, ask)
        waiting = [source for source in sources if source.status is Status.PENDING and source.layer is ask.to]
        if waiting:
            return self._decide(who, reach, ask, sources)
        proposal = self._propose(who, reach, ask, sources)
        if ask.dry_run:
            return Previewed((proposal.candidate,), _would(who, ask, proposal))
        return self._settle(who, reach, ask, proposal)

    def _run(self, reach: Reach, ask: Promote) -> PromotionOutcome:
        if ask.steps:
            raise Invalid("steps alone say not what for; give a statement", argument="statement")
        if ask.dry_run:
            return Previewed(self._visible(reach, self.consolidating.dry_run()))
        done = self.consolidate()
        done = replace(done, candidates=self._visible(reach, done.candidates))
        return Ran(done, self.open_ones(reach, _LISTED))

    def open_ones(self, reach: Reach, limit: int) -> tuple[PromotionCandidate, ...]:
        """The candidates that are held and that nothing which counts or waits says already, latest changed first."""
        found = self.consolidating.book.candidates(reach.user, {CandidateState.OPEN}, limit)
        taken = self._taken(found)
        left = [one for one in self._visible(reach, found) if not taken[one.layer].issuperset(one.evidence)]
        proposing = self._proposing()
        return tuple(one for one in left if one.layer is not Layer.SEMANTIC or not proposing.is_known(reach, one))

    def _taken(self, found: Sequence[PromotionCandidate]) -> dict[Layer, set[str]]:
        """What of their evidence has become, or supports, a memory of that layer which counts or waits."""
        ids = {memory_id for one in found for memory_id in one.evidence}
        promoted = [one for one in self.consolidating.book.candidates_on(list(ids)) if one.memory_id]
        made = self.consolidating.records.get_many([one.memory_id for one in promoted])
        taken: dict[Layer, set[str]] = {layer: set() for layer in Layer}
        for one in promoted:
            if one.memory_id in made and made[one.memory_id].status in LIVE:
                taken[one.layer].update(one.evidence)
        return taken

    def _sources(self, reach: Reach, ask: Promote) -> list[Memory]:
        """The named memories, each once."""
        found = {memory.id: memory for memory in (look_up(self.consolidating.records, reach, one) for one in ask.ids)}
        fallen = [one.id for one in found.values() if not _counts(one)]
        if fallen:
            raise Invalid(f"{', '.join(fallen)} no longer counts; restore it first, or leave it out", argument="ids")
        return list(found.values())

    def _decide(self, who: Principal, reach: Reach, ask: Promote, named: Sequence[Memory]) -> PromotionOutcome:
        """What waits is named itself: a person's word makes it count, without one it goes on waiting."""
        if len(named) > 1 or ask.statement.strip() or ask.steps:
            raise Invalid("what waits is approved one by one, as it is; correct it to change it", argument="ids")
        report = self._report_of(named[0])
        if ask.dry_run and _is_confirmed(who, ask):
            return Previewed(tuple(became(self.consolidating.book, named[0].id)[-1:]), _ON_WORD)
        return Waits(named[0], report) if ask.dry_run else self._approve(who, reach, ask, (named[0], report))

    def _approve(
        self, who: Principal, reach: Reach, ask: Promote, waiting: tuple[Memory, GateReport]
    ) -> PromotionOutcome:
        memory, report = waiting
        if not _is_confirmed(who, ask):
            return Waits(memory, report)
        if Mark.CONFLICTED in memory.marks:
            raise Invalid("something contradicts it; decide between them with review", argument="ids")
        decision = Review(action="approve", id=memory.id, reason=_whose_word(who), user_confirmed=ask.user_confirmed)
        approved = self.decide(who, reach, decision).decided[0]
        return Promoted(approved, report, note="it waited, and was approved")

    def _propose(self, who: Principal, reach: Reach, ask: Promote, sources: Sequence[Memory]) -> Proposal:
        check_length(ask.statement)
        match ask.to:
            case Layer.SEMANTIC:
                return self._proposing().rule(who, reach, ask, sources)
            case Layer.PROCEDURAL:
                return self._proposing().procedure(who, ask, sources)
            case Layer.EPISODIC:
                raise Invalid("memories rise to semantic or procedural", argument="to")
            case _:
                assert_never(ask.to)

    def _settle(self, who: Principal, reach: Reach, ask: Promote, proposal: Proposal) -> PromotionOutcome:
        candidate = self._kept(proposal.candidate)
        if proposal.known is not None:
            if proposal.known.status is Status.PENDING:
                return self._approve(who, reach, ask, (proposal.known, candidate.report))
            return Promoted(proposal.known, candidate.report, note="it is known already")
        is_confirmed = _is_confirmed(who, ask)
        if not candidate.report.passed and not is_confirmed:
            self.consolidating.promotions.hold(candidate)
            return Held(candidate)
        memory = _confirmed(who, proposal.memory) if is_confirmed else proposal.memory
        promotion = Promotion(
            memory=memory,
            candidate=candidate,
            sources=proposal.sources,
            against=proposal.against,
            reason=_whose_word(who) if is_confirmed else "promoted on demand, through the gates",
        )
        stored = self.consolidating.promotions.promote(who, promotion)
        if stored is None:
            raise StaleVersion(argument="ids")
        if stored.status is Status.PENDING:
            return Waits(stored, candidate.report)
        return Promoted(stored, candidate.report)

    def _kept(self, candidate: PromotionCandidate) -> PromotionCandidate:
        """The candidate under the id that the same evidence already has."""
        found = [
            one
            for one in self.consolidating.book.candidates_on(candidate.evidence)
            if one.state is CandidateState.OPEN and one.layer is candidate.layer
        ]
        before = closest(found, candidate)
        return replace(candidate, id=before.id, created_at=before.created_at) if before else candidate

    def _report_of(self, memory: Memory) -> GateReport:
        found = became(self.consolidating.book, memory.id)
        return found[-1].report if found else GateReport(waits=("no gates were asked; a person decides",))

    def _visible(self, reach: Reach, candidates: Sequence[PromotionCandidate]) -> tuple[PromotionCandidate, ...]:
        """Those whose whole evidence may be seen."""
        ids = {memory_id for one in candidates for memory_id in one.evidence}
        seen = {one.id for one in self.consolidating.records.get_many(list(ids)).values() if reach.covers(one)}
        return tuple(one for one in candidates if one.scope.user == reach.user and seen.issuperset(one.evidence))

    def _proposing(self) -> Proposing:
        parts = self.consolidating
        return Proposing(
            book=parts.book,
            gathering=parts.gathering(),
            drafting=parts.drafting(),
            procedures=parts.procedures(Tally(), writes=False),
            clock=parts.clock,
            new_id=parts.new_id,
        )


def _counts(memory: Memory) -> bool:
    """Whether it may be a source; an episode that a more precise one has superseded was said all the same."""
    return memory.status in LIVE or (memory.status is Status.SUPERSEDED and memory.layer is Layer.EPISODIC)


def _is_confirmed(who: Principal, ask: Promote) -> bool:
    return who.person or ask.user_confirmed


_ON_WORD = "it would count at once, on the person's word"


def _would(who: Principal, ask: Promote, proposal: Proposal) -> str:
    """What would become of a proposal, in words."""
    report, known = proposal.candidate.report, proposal.known
    if known is not None and known.status is not Status.PENDING:
        return f"it is known already ({known.id})"
    if _is_confirmed(who, ask):
        failed = ", ".join(result.gate for result in report.failed)
        return f"{_ON_WORD}{f', whatever the gates say ({failed})' if failed else ''}"
    if not report.passed:
        return "it would be held; a person may override that"
    waits = "; ".join(report.waits)
    return f"it would wait for a person: {waits}" if waits else "it would count at once"


def _whose_word(who: Principal) -> str:
    return "a person said so" if who.person else f"a person said so, asserted by agent {who.agent}"


def _confirmed(who: Principal, memory: Memory) -> Memory:
    """The memory on a person's word."""
    origin = Origin.of(who, confirmed=True)
    confidence = max(memory.confidence, initial_confidence(origin.kind))
    return replace(memory, status=Status.ACTIVE, origin=origin, confidence=confidence, confirmed_at=memory.stored_at)
