"""Chain B: how a kind of task was done several times becomes a procedure, with parameters and branches.

It reads task records and procedures that people settled, never those it made itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mcp_memory.engine.consolidation import gates
from mcp_memory.engine.consolidation.alignment import Aligned, align
from mcp_memory.engine.consolidation.confidence import Support, confidence_of
from mcp_memory.engine.consolidation.drafts import PRIVATE, common_scope
from mcp_memory.engine.consolidation.evidence import Evidence, evidence_of
from mcp_memory.engine.consolidation.gathering import Gathering
from mcp_memory.engine.consolidation.promotions import LIVE, Promotion, Promotions, as_itself, opened
from mcp_memory.engine.consolidation.rules import closest, origin_of
from mcp_memory.engine.consolidation.runs import Run, are_alike, are_same, run_of
from mcp_memory.engine.consolidation.tally import Tally
from mcp_memory.engine.domain.memory import Memory, Observation, Origin, Procedure, Scope
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.domain.promotion import CandidateState, GateReport, PromotionCandidate
from mcp_memory.engine.domain.trust import initial_importance
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Mark, Status
from mcp_memory.engine.ports.candidates import CandidateBook
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.ports.world import Clock, NewId
from mcp_memory.engine.text.procedures import with_steps

WITHOUT_MODEL = "it was drawn from runs by rules, without a model"
_LEAST_RUNS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureDraft:
    """What runs would become."""

    scope: Scope
    aligned: Aligned
    runs: tuple[Run, ...]
    evidence: Evidence
    confidence: float
    report: GateReport

    @property
    def sources(self) -> tuple[Memory, ...]:
        """The memories of its runs."""
        return tuple(run.memory for run in self.runs)

    @property
    def content(self) -> str:
        """The procedure as text."""
        return with_steps(self.aligned.procedure.trigger, self.aligned.procedure.steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedures:
    """Considers one task record or settled procedure after the other. With `writes` false it only looks."""

    book: CandidateBook
    records: Records
    gathering: Gathering
    promotions: Promotions
    policy: ConsolidationPolicy
    shared: bool
    clock: Clock
    new_id: NewId
    tally: Tally
    writes: bool

    def consider(self, memory: Memory) -> None:
        """See whether a run supports a procedure, makes a new version of one, or makes one with others."""
        run = run_of(memory)
        reason = "a task without two steps" if run is None else "" if run.is_done else "a task that failed"
        if not reason and self._is_own(memory):
            reason = "made by consolidation itself"
        if run is None or reason:
            self.tally.left_out[reason] += 1
            return
        self.tally.counts["gathered"] += 1
        if memory.layer is Layer.EPISODIC and self._supports_settled(run):
            return
        self._join(run)

    def draft(self, runs: Sequence[Run], seen: Mapping[str, Sequence[Observation]]) -> ProcedureDraft:
        """What these runs, two or more, have in common, through the gates of a procedure."""
        return self.judged(align(runs), runs, seen, [WITHOUT_MODEL], user=runs[0].memory.scope.user)

    def judged(
        self,
        aligned: Aligned,
        runs: Sequence[Run],
        seen: Mapping[str, Sequence[Observation]],
        waits: Sequence[str],
        *,
        user: str,
    ) -> ProcedureDraft:
        """A procedure with the runs it rests on through all gates."""
        by_id = {run.memory.id: run for run in runs}
        evidence = evidence_of(
            [run.memory for run in runs], seen, lambda one, other: are_same(by_id[one.id], by_id[other.id])
        )
        support = Support(observations=evidence.count, scenes=evidence.scenes, hints=aligned.deviating)
        confidence = confidence_of(support, self.policy)
        text = "\n".join((aligned.procedure.trigger, *aligned.procedure.steps))
        results = (
            gates.more_than_one_scene(evidence.count, evidence.scenes, self.policy),
            gates.useful_procedure(aligned.procedure),
            gates.applies_to_others(aligned.objects),
            gates.sure_enough(confidence, self.policy),
            gates.not_sensitive(text),
        )
        is_private = not self.shared and len({run.memory.origin.agent for run in runs}) == 1
        return ProcedureDraft(
            scope=common_scope(user, [run.memory for run in runs]),
            aligned=aligned,
            runs=tuple(runs),
            evidence=evidence,
            confidence=confidence,
            report=gates.report_of(results, [*waits, *([PRIVATE] if is_private else [])]),
        )

    def _is_own(self, memory: Memory) -> bool:
        """Whether consolidation made it; a candidate that only keeps the support of a settled one has no report."""
        made = self.book.candidates_on([memory.id]) if memory.layer is Layer.PROCEDURAL else ()
        return any(candidate.memory_id == memory.id and candidate.report.results for candidate in made)

    def _supports_settled(self, run: Run) -> bool:
        """Whether a procedure that people settled is what the run followed."""
        for known in self.gathering.procedures(run.memory, sorted(run.goal_terms)):
            settled = run_of(known)
            if settled is None or not self._is_settled(known):
                continue
            if are_alike(settled, run, self.policy.near_runs):
                candidate = self._kept_for(known)
                self._support(known, candidate, self.draft([*self._runs(candidate), run], self._seen(candidate, run)))
                return True
        return False

    def _kept_for(self, known: Memory) -> PromotionCandidate:
        """The candidate in which the support of a settled procedure is kept."""
        now = self.clock()
        for candidate in self.book.candidates_on([known.id]):
            if candidate.memory_id == known.id:
                return candidate
        return PromotionCandidate(
            id=self.new_id(),
            scope=known.scope,
            layer=Layer.PROCEDURAL,
            statement=known.content,
            observations=(),
            confidence=known.confidence,
            state=CandidateState.PROMOTED,
            memory_id=known.id,
            created_at=now,
            changed_at=now,
        )

    def _join(self, run: Run) -> None:
        others = self._others(run)
        ids = [run.memory.id, *(other.memory.id for other in others)]
        candidates = [one for one in self.book.candidates_on(ids) if one.layer is Layer.PROCEDURAL]
        live = self._live(candidates, ids)
        if live is not None:
            self._go_on(run, *live)
            return
        runs = sorted([run, *others], key=_by_age)
        seen = self.book.observations_of(ids)
        draft = self.draft(runs, seen) if len(runs) >= _LEAST_RUNS else None
        if draft is None or draft.evidence.count < _LEAST_RUNS:
            self.tally.left_out["done once so far"] += 1
            return
        pairs = _pairs(draft.evidence.observations)
        if any(pairs <= _pairs(one.observations) for one in candidates if one.state is not CandidateState.OPEN):
            self.tally.left_out["rejected before, from the same evidence"] += 1
            return
        self._settle(draft, [one for one in candidates if one.state is CandidateState.OPEN])

    def _others(self, run: Run) -> list[Run]:
        """Runs of the same kind of task, near by the words of their goal; records and settled ones do not mix."""
        terms = sorted(run.goal_terms)
        if run.memory.layer is Layer.EPISODIC:
            near = self.gathering.runs(run.memory, terms)
        else:
            near = [one for one in self.gathering.procedures(run.memory, terms) if self._is_settled(one)]
        others = [memory for memory in near if memory.id != run.memory.id]
        runs = [other for memory in others if (other := run_of(memory)) is not None and other.is_done]
        projects = {"", run.memory.scope.project}
        in_range = [other for other in runs if other.memory.scope.project in projects]
        return [other for other in in_range if are_alike(run, other, self.policy.near_runs)]

    def _is_settled(self, memory: Memory) -> bool:
        """Whether people settled it, and it counts."""
        return memory.status is Status.ACTIVE and not self._is_own(memory)

    def _live(
        self, candidates: Sequence[PromotionCandidate], ids: Sequence[str]
    ) -> tuple[Memory, PromotionCandidate] | None:
        """The procedure that these runs have become already, with its candidate."""
        made = [one for one in candidates if one.state is CandidateState.PROMOTED and one.report.results]
        memories = self.records.get_many([one.memory_id for one in made])
        live = [one for one in made if one.memory_id in memories and memories[one.memory_id].status in LIVE]
        best = max(live, key=lambda one: (len(set(one.evidence) & set(ids)), len(one.evidence)), default=None)
        return (memories[best.memory_id], best) if best else None

    def _go_on(self, run: Run, memory: Memory, candidate: PromotionCandidate) -> None:
        """One more run of a procedure: it supports it, or makes its next version."""
        by_id = {other.memory.id: other for other in (*self._runs(candidate), run)}
        draft = self.draft(sorted(by_id.values(), key=_by_age), self._seen(candidate, run))
        known = memory.details
        is_same = isinstance(known, Procedure) and (known.trigger, known.steps) == (
            draft.aligned.procedure.trigger,
            draft.aligned.procedure.steps,
        )
        if is_same or not draft.report.passed or draft.evidence.count <= len(candidate.observations):
            self._support(memory, candidate, draft)
            return
        self.tally.counts["new versions"] += 1
        self._settle(draft, [], supersedes=[memory])

    def _runs(self, candidate: PromotionCandidate) -> list[Run]:
        memories = self.records.get_many(candidate.evidence).values()
        return [run for memory in memories if (run := run_of(memory)) is not None]

    def _seen(self, candidate: PromotionCandidate, run: Run) -> Mapping[str, Sequence[Observation]]:
        return self.book.observations_of([*candidate.evidence, run.memory.id])

    def _support(self, memory: Memory, candidate: PromotionCandidate, draft: ProcedureDraft) -> None:
        before = _pairs(candidate.observations)
        fresh = [one for one in draft.evidence.observations if (one.memory_id, one.scene) not in before]
        if not fresh or draft.evidence.count <= len(candidate.observations):
            self.tally.counts["known"] += 1
            return
        self.tally.counts["supported"] += 1
        if self.writes:
            grown = replace(candidate, observations=draft.evidence.observations, changed_at=self.clock())
            self.promotions.support(as_itself(memory.scope.user), memory, grown, fresh)

    def _settle(
        self, draft: ProcedureDraft, open_ones: Sequence[PromotionCandidate], supersedes: Sequence[Memory] = ()
    ) -> None:
        now = self.clock()
        fresh = PromotionCandidate(
            id=self.new_id(),
            scope=draft.scope,
            layer=Layer.PROCEDURAL,
            statement=draft.content,
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
        self.tally.counts["pending"] += 1
        if not self.writes:
            return
        promotion = Promotion(
            memory=procedure_memory(draft, self.new_id(), candidate),
            candidate=candidate,
            sources=draft.sources,
            supersedes=supersedes,
            reason=f"{draft.evidence.count} runs in {draft.evidence.scenes} scenes share its steps",
        )
        if self.promotions.promote(as_itself(candidate.scope.user), promotion) is None:
            self.tally.counts["changed meanwhile"] += 1


def procedure_memory(
    draft: ProcedureDraft, memory_id: str, candidate: PromotionCandidate, origin: Origin | None = None
) -> Memory:
    """The procedure that a draft becomes: pending, dated by its last run."""
    sensitive = any(result.gate == gates.SENSITIVE for result in draft.report.failed)
    return Memory(
        id=memory_id,
        layer=Layer.PROCEDURAL,
        content=candidate.statement,
        scope=candidate.scope,
        status=Status.PENDING if draft.report.waits else Status.ACTIVE,
        origin=origin or origin_of(draft.sources),
        event_type=EventType.FACT,
        occurred_at=max((seen.at for seen in draft.evidence.observations), default=candidate.changed_at),
        stored_at=candidate.changed_at,
        changed_at=candidate.changed_at,
        importance=initial_importance(Layer.PROCEDURAL, EventType.FACT),
        confidence=draft.confidence,
        details=draft.aligned.procedure,
        marks=frozenset({Mark.SENSITIVE} if sensitive else ()),
    )


def _by_age(run: Run) -> tuple[datetime, str]:
    return run.memory.occurred_at, run.memory.id


def _pairs(observations: Sequence[Observation]) -> set[tuple[str, str]]:
    return {(one.memory_id, one.scene) for one in observations}
