"""What both chains do with what they find: count it, keep the candidate, and write it unless they only look."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from mcp_memory.engine.consolidation.evidence import Evidence
from mcp_memory.engine.consolidation.gathering import Gathering
from mcp_memory.engine.consolidation.promotions import Promotion, Promotions, as_itself, closest, opened
from mcp_memory.engine.consolidation.tally import Tally
from mcp_memory.engine.domain.memory import Memory, Observation
from mcp_memory.engine.domain.promotion import CandidateState, PromotionCandidate, sightings
from mcp_memory.engine.domain.vocabulary import LIVE, Status
from mcp_memory.engine.ports.candidates import CandidateBook
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.ports.world import Clock, NewId


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """One chain of one run. With `writes` false it only looks."""

    book: CandidateBook
    records: Records
    gathering: Gathering
    promotions: Promotions
    clock: Clock
    new_id: NewId
    give_way: Callable[[], None]
    tally: Tally
    writes: bool

    def _support(self, known: Memory, candidate: PromotionCandidate, evidence: Evidence) -> None:
        """Add to a memory what of the evidence its candidate does not hold yet."""
        before = sightings(candidate.observations)
        fresh = [one for one in evidence.observations if (one.memory_id, one.scene) not in before]
        if not fresh or evidence.count <= len(candidate.observations):
            self.tally.counts["known"] += 1
            return
        self.tally.counts["supported"] += 1
        if self.writes:
            grown = replace(candidate, observations=evidence.observations, changed_at=self.clock())
            self.promotions.support(as_itself(known.scope.user), known, grown, fresh)

    def _supporting(self, known: Memory, observations: tuple[Observation, ...]) -> PromotionCandidate:
        """A candidate that keeps the support of a memory which people gave; it has no report."""
        now = self.clock()
        return PromotionCandidate(
            id=self.new_id(),
            scope=known.scope,
            layer=known.layer,
            statement=known.content,
            observations=observations,
            confidence=known.confidence,
            state=CandidateState.PROMOTED,
            memory_id=known.id,
            created_at=now,
            changed_at=now,
        )

    def _standing(self, candidates: Sequence[PromotionCandidate]) -> list[tuple[PromotionCandidate, Memory]]:
        """Those that have become a memory which still counts or waits, each with it."""
        promoted = [one for one in candidates if one.state is CandidateState.PROMOTED]
        memories = self.records.get_many([one.memory_id for one in promoted])
        found = ((one, memories.get(one.memory_id)) for one in promoted)
        return [(one, memory) for one, memory in found if memory is not None and memory.status in LIVE]

    def _was_decided(self, evidence: Evidence, decided: Sequence[PromotionCandidate]) -> bool:
        """Whether one of these candidates, promoted or rejected before, rested on all of this evidence; counted."""
        seen = sightings(evidence.observations)
        if not any(seen <= sightings(one.observations) for one in decided):
            return False
        self.tally.left_out["rejected before, from the same evidence"] += 1
        return True

    def _judge(self, fresh: PromotionCandidate, open_ones: Sequence[PromotionCandidate]) -> PromotionCandidate | None:
        """The candidate under the id that it has, when its gates let it by; else it is held, and None."""
        candidate, is_new = opened(closest(open_ones, fresh), fresh)
        self.tally.note(candidate)
        if candidate.report.passed:
            return candidate
        self.tally.counts["held"] += 1
        if is_new and self.writes:
            self.promotions.hold(candidate)
        return None

    def _promote(self, promotion: Promotion) -> None:
        self.tally.counts["pending" if promotion.memory.status is Status.PENDING else "promoted"] += 1
        user = promotion.memory.scope.user
        if self.writes and self.promotions.promote(as_itself(user), promotion) is None:
            self.tally.counts["changed meanwhile"] += 1
