"""Chain A: what several episodes say becomes a rule, one new statement at a time.

Only episodes are read, never what consolidation made, so that it cannot feed on its own output.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mcp_memory.engine.consolidation.chain import Chain
from mcp_memory.engine.consolidation.clusters import Cluster, cluster_around
from mcp_memory.engine.consolidation.drafts import Draft, Drafting, Seen
from mcp_memory.engine.consolidation.gathering import Item
from mcp_memory.engine.consolidation.promotions import Promotion, as_itself, became
from mcp_memory.engine.consolidation.reading import left_out
from mcp_memory.engine.domain.memory import Memory, Origin
from mcp_memory.engine.domain.promotion import CandidateState, PromotionCandidate, sightings
from mcp_memory.engine.domain.trust import initial_importance
from mcp_memory.engine.domain.vocabulary import LIVE, EventType, Layer, Mark, OriginKind, Status
from mcp_memory.engine.text.triples import standing_event

_MOST_PROJECTS = 3
_LEAST_EVIDENCE = 2
_REJECTED_BEFORE = "a person rejected it before, on less evidence"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Chain):
    """Considers one episode after the other."""

    drafting: Drafting

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
            if rule.memory.status in LIVE and likening.liken(rule.reading, seed.reading).agrees:
                self._add_to(rule, seed, seen)
                return True
        return False

    def _add_to(self, rule: Item, seed: Item, seen: Seen) -> None:
        candidate = self._candidate_of(rule.memory, seed.memory)
        members = [*self.records.get_many(candidate.evidence).values(), seed.memory]
        items = list({item.id: item for item in self.gathering.items(members)}.values())
        evidence = self.drafting.evidence(items, {**self.book.observations_of([item.id for item in items]), **seen})
        self._support(rule.memory, candidate, evidence)

    def _candidate_of(self, rule: Memory, episode: Memory) -> PromotionCandidate:
        """The candidate that became this rule; for a rule that a person gave, a new one with what it rested on."""
        for candidate in became(self.book, rule.id):
            return candidate
        rests = rule.id in self.records.derived_from([episode.id])
        own = self.book.observations_of([episode.id if rests else rule.id])
        scenes = {one.scene for one in self.book.observations_of([rule.id]).get(rule.id, ())}
        return self._supporting(rule, tuple(one for each in own.values() for one in each if one.scene in scenes))

    def _join(self, seed: Item) -> None:
        """Find the cluster an episode belongs to, in the ranges it may, and promote or hold it."""
        self.give_way()
        near = self.gathering.neighbours(seed)
        weighed = [found for projects in _ranges(seed, near) if (found := self._weigh(seed, near, projects))]
        if not weighed:
            self.tally.left_out["said once so far"] += 1
            return
        draft, candidates = next((found for found in weighed if found[0].report.passed), weighed[0])
        self._settle(draft, candidates)

    def _weigh(
        self, seed: Item, neighbours: Sequence[Item], projects: frozenset[str]
    ) -> tuple[Draft, list[PromotionCandidate]] | None:
        """The draft of the seed's cluster; None when it stands alone, or a person rejected just this."""
        self.give_way()
        near = [item for item in neighbours if item.memory.scope.project in projects]
        seen = self.book.observations_of([seed.id, *(item.id for item in near)])
        cluster = cluster_around(seed, [item for item in near if item.id in seen], self.drafting.likening)
        candidates = self._candidates_on([item.id for item in cluster.members])
        cluster = self._untaken(cluster, candidates)
        if self.drafting.evidence(cluster.members, seen).count < _LEAST_EVIDENCE:
            return None
        draft = self.drafting.draft(cluster, seen, self.gathering.known(cluster.centre, projects))
        settled = [one for one in candidates if one.state is not CandidateState.OPEN]
        if self._was_decided(draft.evidence, settled):
            return None
        seen_now = sightings(draft.evidence.observations)
        if any(seen_now & sightings(one.observations) for one in settled):
            draft = replace(draft, report=replace(draft.report, waits=(*draft.report.waits, _REJECTED_BEFORE)))
        return draft, [one for one in candidates if one.state is CandidateState.OPEN]

    def _candidates_on(self, ids: Sequence[str]) -> list[PromotionCandidate]:
        return [one for one in self.book.candidates_on(ids) if one.layer is Layer.SEMANTIC]

    def _untaken(self, cluster: Cluster, candidates: Sequence[PromotionCandidate]) -> Cluster:
        """The cluster without what already stands for a live rule."""
        taken = {memory_id for one, _ in self._standing(candidates) for memory_id in one.evidence}

        def kept(items: Sequence[Item]) -> tuple[Item, ...]:
            return tuple(item for item in items if item.id not in taken)

        return replace(cluster, members=kept(cluster.members), same_words=kept(cluster.same_words))

    def _settle(self, draft: Draft, open_ones: Sequence[PromotionCandidate]) -> None:
        fresh = draft.candidate(Layer.SEMANTIC, draft.reading.text, self.new_id(), self.clock())
        candidate = self._judge(fresh, open_ones)
        if candidate is None:
            return
        promotion = Promotion(
            memory=memory_of(draft, self.new_id(), candidate),
            candidate=candidate,
            sources=draft.sources,
            against=draft.against,
            reason=f"{draft.evidence.count} observations in {draft.evidence.scenes} scenes agree",
        )
        self._promote(promotion)


def memory_of(draft: Draft, memory_id: str, candidate: PromotionCandidate, origin: Origin | None = None) -> Memory:
    """The rule that a draft becomes: active when nothing makes it wait, dated by its last observation."""
    event_type = standing_event(draft.reading.triple) or EventType.FACT
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


def _ranges(seed: Item, near: Sequence[Item]) -> Iterator[frozenset[str]]:
    """Where a rule of it may hold: its own range; for what is global, a few of the projects near it too."""
    own = _projects(seed.memory)
    yield own
    if own == {""}:
        found = {item.memory.scope.project for item in near}
        yield from (frozenset({"", project}) for project in sorted(found - {""})[:_MOST_PROJECTS])
