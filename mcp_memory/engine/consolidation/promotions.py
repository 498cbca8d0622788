"""Writes down what consolidation found, each promotion in one transaction: all of it or nothing, whoever is killed.

It checks inside the transaction that the sources are still what they were when the gates were asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mcp_memory.engine.consolidation.confidence import raised
from mcp_memory.engine.consolidation.gates import Known
from mcp_memory.engine.domain.memory import Change, Link, Memory, Observation, Principal
from mcp_memory.engine.domain.promotion import CandidateState, PromotionCandidate
from mcp_memory.engine.domain.vocabulary import LIVE, LinkKind, Mark, Status
from mcp_memory.engine.ports.candidates import CandidateBook, CandidateTransaction
from mcp_memory.engine.ports.world import Clock
from mcp_memory.engine.text.normalise import duplicate_key

AGENT = "consolidation"
"""The agent's name under which consolidation itself writes."""


def as_itself(user: str) -> Principal:
    """On whose behalf consolidation writes."""
    return Principal(user=user, agent=AGENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Promotion:
    """A memory to be, the candidate it comes from, its sources, what stands against it, and what it supersedes."""

    memory: Memory
    candidate: PromotionCandidate
    sources: Sequence[Memory]
    against: Sequence[Known] = ()
    supersedes: Sequence[Memory] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Promotions:
    """Writes candidates and promotions."""

    book: CandidateBook
    clock: Clock

    def hold(self, candidate: PromotionCandidate) -> None:
        """Keep a candidate that did not pass."""
        with self.book.consolidating() as writing:
            writing.keep_candidate(candidate)

    def promote(self, who: Principal, promotion: Promotion) -> Memory | None:
        """Store the memory with its links and observations; None, and nothing done, when something changed meanwhile.

        A statement that is a memory already, because somebody was faster, is supported instead.
        """
        with self.book.consolidating() as writing:
            standing = writing.candidate(promotion.candidate.id)
            if standing is not None and standing.state is not CandidateState.OPEN:
                return None
            if not _unchanged(writing, promotion.sources):
                return None
            twin = _live_twin(writing, promotion.memory)
            memory = twin or promotion.memory
            if twin is None:
                writing.put(Change.made(who, "consolidate", promotion.reason, None, memory))
            kind = LinkKind.DERIVED_FROM if twin is None else LinkKind.SUPPORTS
            for source in promotion.sources:
                ends = (memory.id, source.id) if twin is None else (source.id, memory.id)
                writing.link(Link(ends[0], kind, ends[1], memory.stored_at))
            for seen in promotion.candidate.observations:
                writing.observe(Observation(memory.id, seen.scene, seen.at))
            if twin is None:
                _mark_conflicts(writing, who, memory, promotion.against)
                _supersede(writing, who, memory, promotion.supersedes)
            writing.keep_candidate(replace(promotion.candidate, state=CandidateState.PROMOTED, memory_id=memory.id))
            return memory

    def support(
        self, who: Principal, known: Memory, candidate: PromotionCandidate, fresh: Sequence[Observation]
    ) -> Memory | None:
        """Add agreeing observations to a memory: links, confidence; None when it does not stand any more.

        `candidate` already holds them; `fresh` are those that it did not hold before.
        """
        now = self.clock()
        with self.book.consolidating() as writing:
            before = writing.get(known.id)
            if before is None or before.status not in LIVE:
                return None
            new_scenes = 0
            for seen in fresh:
                writing.link(Link(seen.memory_id, LinkKind.SUPPORTS, before.id, now))
                new_scenes += writing.observe(Observation(before.id, seen.scene, seen.at))
            confidence = raised(before.confidence, len(fresh), new_scenes)
            after = before.changed(now, confidence=confidence)
            writing.put(Change.made(who, "support", f"{len(fresh)} more agreed", before, after))
            writing.keep_candidate(candidate)
            return after

    def move_watermark(self, revision: int) -> None:
        """Note how far everything has been looked at."""
        with self.book.consolidating() as writing:
            writing.move_watermark(revision)


def _unchanged(writing: CandidateTransaction, sources: Sequence[Memory]) -> bool:
    """Whether nobody has corrected, archived or purged a source since it was read."""
    for source in sources:
        now = writing.get(source.id)
        if now is None or (now.status, now.content) != (source.status, source.content):
            return False
    return True


def _live_twin(writing: CandidateTransaction, memory: Memory) -> Memory | None:
    twins = writing.twins(memory.scope, duplicate_key(memory.content))
    return next((twin for twin in twins if twin.layer is memory.layer and twin.status in LIVE), None)


def _mark_conflicts(writing: CandidateTransaction, who: Principal, memory: Memory, against: Sequence[Known]) -> None:
    """Both sides are marked and linked; what a person overturned stays as it is."""
    for known in against:
        other = writing.get(known.memory_id)
        if other is None:
            continue
        writing.link(Link(memory.id, LinkKind.CONFLICTS_WITH, other.id, memory.stored_at))
        if other.status in LIVE and Mark.CONFLICTED not in other.marks:
            after = other.marked(Mark.CONFLICTED).changed(memory.stored_at)
            writing.put(Change.made(who, "conflict", "consolidation found the contrary", other, after))


def _supersede(writing: CandidateTransaction, who: Principal, memory: Memory, olds: Sequence[Memory]) -> None:
    """Link to the versions before; one that still waited goes, one that counts stays until the new one is approved."""
    for old in olds:
        before = writing.get(old.id)
        if before is None:
            continue
        writing.link(Link(memory.id, LinkKind.SUPERSEDES, before.id, memory.stored_at))
        if before.status is Status.PENDING or (before.status is Status.ACTIVE and memory.status is Status.ACTIVE):
            after = before.changed(memory.stored_at, status=Status.SUPERSEDED)
            writing.put(Change.made(who, "supersede", "a newer version was drawn from more runs", before, after))


def opened(candidate: PromotionCandidate | None, fresh: PromotionCandidate) -> tuple[PromotionCandidate, bool]:
    """The candidate as it now stands, under the id it has; and whether that says anything new."""
    if candidate is None:
        return fresh, True
    after = replace(fresh, id=candidate.id, created_at=candidate.created_at)
    if replace(after, changed_at=candidate.changed_at) == candidate:
        return candidate, False
    return after, True


def closest(candidates: Sequence[PromotionCandidate], fresh: PromotionCandidate) -> PromotionCandidate | None:
    """The open candidate that shares most of the evidence; the oldest of equals."""
    wanted = set(fresh.evidence)
    return max(candidates, key=lambda one: len(wanted & set(one.evidence)), default=None)


def note_decision(book: CandidateBook, memory: Memory, now: datetime) -> None:
    """What a person rejected is not proposed again from the same evidence; what they took back may be."""
    state = CandidateState.REJECTED if memory.status is Status.OVERTURNED else CandidateState.PROMOTED
    for candidate in became(book, memory.id):
        if candidate.state is not state:
            with book.consolidating() as writing:
                writing.keep_candidate(replace(candidate, state=state, changed_at=now))


def became(book: CandidateBook, memory_id: str) -> list[PromotionCandidate]:
    """The candidates that became this memory, or keep its support, oldest first."""
    return [one for one in book.candidates_on([memory_id]) if one.memory_id == memory_id]
