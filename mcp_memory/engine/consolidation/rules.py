"""Chain A: what several episodes say becomes a rule, one new statement at a time.

Only episodes are read, never what consolidation made, so that it cannot feed on its own output.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mcp_memory.engine.consolidation.clusters import Cluster, cluster_around
from mcp_memory.engine.consolidation.drafts import Draft, Drafting, Seen
from mcp_memory.engine.consolidation.gathering import Gathering, Item, cosine
from mcp_memory.engine.consolidation.promotions import LIVE, Promotion, Promotions, as_itself, opened
from mcp_memory.engine.consolidation.reading import left_out
from mcp_memory.engine.consolidation.tally import Tally
from mcp_memory.engine.domain.memory import Memory, Observation, Origin
from mcp_memory.engine.domain.promotion import CandidateState, PromotionCandidate
from mcp_memory.engine.domain.trust import initial_importance
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Mark, OriginKind, Predicate, Status
from mcp_memory.engine.ports.candidates import CandidateBook
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.ports.world import Clock, NewId

_MOST_PROJECTS = 3
_LEAST_EVIDENCE = 2
_REJECTED_BEFORE = "a person rejected it before, on less evidence"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Considers one episode after the other. With `writes` false it only looks."""

    book: CandidateBook
    records: Records
    gathering: Gathering
    drafting: Drafting
    promotions: Promotions
    clock: Clock
    new_id: NewId
    tally: Tally
    writes: bool

    def consider(self, memory: Memory) -> None:
        """See whether an episode supports a rule, or makes one with others."""
        seed = self.gathering.item(memory)
        reason = left_out(memory, seed.reading)
        seen = dict(self.book.observations_of([memory.id]))
        if not reason and not seen:
            reason = "a copy that was never seen in a scene"
        if reason:
            self.tally.left_out[reason] += 1
            return
        self.tally.counts["gathered"] += 1
        if not self._supports(seed, seen):
            self._join(seed)

    def _supports(self, seed: Item, seen: Seen) -> bool:
        """Whether the episode says what a live rule says; what is new of it is added to that."""
        likening = self.drafting.likening
        for rule in self.gathering.known(seed, _projects(seed.memory)):
            if rule.memory.status in LIVE and likening.liken(rule.reading, seed.reading, cosine(rule, seed)).agrees:
                self._support(rule, seed, seen)
                return True
        return False

    def _support(self, rule: Item, seed: Item, seen: Seen) -> None:
        candidate = self._candidate_of(rule.memory, seed.memory)
        before = candidate.observations
        members = [*self.records.get_many(candidate.evidence).values(), seed.memory]
        items = list({item.id: item for item in self.gathering.items(members)}.values())
        evidence = self.drafting.evidence(items, {**self.book.observations_of([item.id for item in items]), **seen})
        known = {(one.memory_id, one.scene) for one in before}
        fresh = [one for one in evidence.observations if (one.memory_id, one.scene) not in known]
        if evidence.count <= len(before) or not fresh:
            self.tally.counts["known"] += 1
            return
        self.tally.counts["supported"] += 1
        if self.writes:
            grown = replace(candidate, observations=evidence.observations, changed_at=self.clock())
            self.promotions.support(as_itself(seed.memory.scope.user), rule.memory, grown, fresh)

    def _candidate_of(self, rule: Memory, episode: Memory) -> PromotionCandidate:
        """The candidate that became this rule; for a rule that a person gave, a new one with what it rested on."""
        for candidate in self.book.candidates_on([rule.id]):
            if candidate.memory_id == rule.id:
                return candidate
        rests = rule.id in self.records.derived_from([episode.id])
        own = self.book.observations_of([episode.id if rests else rule.id])
        scenes = {one.scene for one in self.book.observations_of([rule.id]).get(rule.id, ())}
        return PromotionCandidate(
            id=self.new_id(),
            scope=rule.scope,
            layer=Layer.SEMANTIC,
            statement=rule.content,
            observations=tuple(one for each in own.values() for one in each if one.scene in scenes),
            confidence=rule.confidence,
            state=CandidateState.PROMOTED,
            memory_id=rule.id,
            created_at=self.clock(),
            changed_at=self.clock(),
        )

    def _join(self, seed: Item) -> None:
        """Find the cluster an episode belongs to, in the ranges it may, and promote or hold it."""
        weighed = [found for projects in self._ranges(seed) if (found := self._weigh(seed, projects))]
        if not weighed:
            self.tally.left_out["said once so far"] += 1
            return
        draft, candidates = next((found for found in weighed if found[0].report.passed), weighed[0])
        self._settle(draft, candidates)

    def _ranges(self, seed: Item) -> Iterator[frozenset[str]]:
        own = _projects(seed.memory)
        yield own
        projects = self.records.projects(seed.memory.scope.user) if own == {""} else ()
        if projects:
            near = self.gathering.neighbours(seed, frozenset(("", *projects)))
            found = {item.memory.scope.project for item in near}
            yield from (frozenset({"", project}) for project in sorted(found - {""})[:_MOST_PROJECTS])

    def _weigh(self, seed: Item, projects: frozenset[str]) -> tuple[Draft, list[PromotionCandidate]] | None:
        """The draft of the seed's cluster; None when it stands alone, or a person rejected just this."""
        near = self.gathering.neighbours(seed, projects)
        seen = self.book.observations_of([seed.id, *(item.id for item in near)])
        cluster = cluster_around(seed, [item for item in near if item.id in seen], self.drafting.likening)
        candidates = self._candidates_on([item.id for item in cluster.members])
        cluster = self._untaken(cluster, candidates)
        if self.drafting.evidence(cluster.members, seen).count < _LEAST_EVIDENCE:
            return None
        draft = self.drafting.draft(cluster, seen, self.gathering.known(cluster.centre, projects))
        settled = [one for one in candidates if one.state is not CandidateState.OPEN]
        pairs = _pairs(draft.evidence.observations)
        if any(pairs <= _pairs(one.observations) for one in settled):
            self.tally.left_out["rejected before, from the same evidence"] += 1
            return None
        if any(pairs & _pairs(one.observations) for one in settled):
            draft = replace(draft, report=replace(draft.report, waits=(*draft.report.waits, _REJECTED_BEFORE)))
        return draft, [one for one in candidates if one.state is CandidateState.OPEN]

    def _candidates_on(self, ids: Sequence[str]) -> list[PromotionCandidate]:
        return [one for one in self.book.candidates_on(ids) if one.layer is Layer.SEMANTIC]

    def _untaken(self, cluster: Cluster, candidates: Sequence[PromotionCandidate]) -> Cluster:
        """The cluster without what already stands for a live rule."""
        promoted = [one for one in candidates if one.state is CandidateState.PROMOTED]
        live = self.records.get_many([one.memory_id for one in promoted])
        taken = {
            memory_id
            for one in promoted
            if one.memory_id in live and live[one.memory_id].status in LIVE
            for memory_id in one.evidence
        }

        def kept(items: Sequence[Item]) -> tuple[Item, ...]:
            return tuple(item for item in items if item.id not in taken)

        return replace(cluster, members=kept(cluster.members), same_words=kept(cluster.same_words))

    def _settle(self, draft: Draft, open_ones: Sequence[PromotionCandidate]) -> None:
        now = self.clock()
        fresh = PromotionCandidate(
            id=self.new_id(),
            scope=draft.scope,
            layer=Layer.SEMANTIC,
            statement=draft.reading.text,
            observations=draft.evidence.observations,
            report=draft.report,
            confidence=draft.confidence,
            created_at=now,
            changed_at=now,
        )
        candidate, is_new = opened(closest(open_ones, fresh), fresh, now)
        self.tally.note(candidate)
        if not draft.report.passed:
            self.tally.counts["held"] += 1
            if is_new and self.writes:
                self.promotions.hold(candidate)
            return
        self._promote(draft, candidate)

    def _promote(self, draft: Draft, candidate: PromotionCandidate) -> None:
        memory = memory_of(draft, self.new_id(), candidate)
        self.tally.counts["pending" if memory.status is Status.PENDING else "promoted"] += 1
        if not self.writes:
            return
        promotion = Promotion(
            memory=memory,
            candidate=candidate,
            sources=draft.sources,
            against=draft.against,
            reason=f"{draft.evidence.count} observations in {draft.evidence.scenes} scenes agree",
        )
        if self.promotions.promote(as_itself(draft.scope.user), promotion) is None:
            self.tally.counts["changed meanwhile"] += 1


def memory_of(draft: Draft, memory_id: str, candidate: PromotionCandidate, origin: Origin | None = None) -> Memory:
    """The rule that a draft becomes: active when nothing makes it wait, dated by its last observation."""
    event_type = event_type_of(draft)
    marks = {Mark.SENSITIVE} if draft.is_sensitive else set()
    marks |= {Mark.CONFLICTED} if draft.against else set()
    tags = [set(source.tags) for source in draft.sources]
    return Memory(
        id=memory_id,
        layer=Layer.SEMANTIC,
        content=draft.reading.text,
        scope=draft.scope,
        status=Status.PENDING if draft.report.waits else Status.ACTIVE,
        origin=origin or origin_of(draft.sources),
        event_type=event_type,
        occurred_at=max((seen.at for seen in draft.evidence.observations), default=draft.reading.said_at),
        stored_at=candidate.changed_at,
        changed_at=candidate.changed_at,
        importance=max((source.importance for source in draft.sources), default=_importance(event_type)),
        confidence=draft.confidence,
        details=draft.reading.triple,
        marks=frozenset(marks),
        tags=tuple(sorted(set.intersection(*tags))) if tags else (),
    )


def event_type_of(draft: Draft) -> EventType:
    """What a rule stands for, by its predicate."""
    match draft.reading.triple.predicate:
        case Predicate.PREFERS:
            return EventType.PREFERENCE
        case Predicate.FACT:
            return EventType.FACT
        case _:
            return EventType.CONSTRAINT


def origin_of(sources: Sequence[Memory]) -> Origin:
    """An agent's, named when all sources are its own; the last session stands for where they can be seen."""
    last = max(sources, key=lambda source: (source.occurred_at, source.id))
    if len({source.origin.agent for source in sources}) == 1:
        return Origin(kind=OriginKind.AGENT, agent=last.origin.agent, session=last.origin.session)
    return Origin(kind=OriginKind.AGENT, agent=as_itself("").agent)


def _importance(event_type: EventType) -> float:
    return initial_importance(Layer.SEMANTIC, event_type)


def _projects(memory: Memory) -> frozenset[str]:
    return frozenset({"", memory.scope.project})


def _pairs(observations: Sequence[Observation]) -> set[tuple[str, str]]:
    return {(one.memory_id, one.scene) for one in observations}


def closest(candidates: Sequence[PromotionCandidate], fresh: PromotionCandidate) -> PromotionCandidate | None:
    """The open candidate that shares most of the evidence; the oldest of equals."""
    wanted = set(fresh.evidence)
    return max(candidates, key=lambda one: len(wanted & set(one.evidence)), default=None)
