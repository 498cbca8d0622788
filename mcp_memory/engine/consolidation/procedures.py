"""Chain B: how a kind of task was done several times becomes a procedure, with parameters and branches.

It reads task records and procedures that people settled, never those it made itself.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from mcp_memory.engine.consolidation import gates
from mcp_memory.engine.consolidation.alignment import Aligned, align
from mcp_memory.engine.consolidation.chain import Chain
from mcp_memory.engine.consolidation.confidence import Support, confidence_of
from mcp_memory.engine.consolidation.drafts import Judged, common_scope, private_waits
from mcp_memory.engine.consolidation.evidence import evidence_of
from mcp_memory.engine.consolidation.promotions import Promotion, became
from mcp_memory.engine.consolidation.rules import origin_of
from mcp_memory.engine.consolidation.runs import Run, are_alike, are_same, run_of
from mcp_memory.engine.domain.memory import Memory, Observation, Origin, Procedure
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.domain.promotion import CandidateState, PromotionCandidate
from mcp_memory.engine.domain.trust import initial_importance
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Mark, Status
from mcp_memory.engine.text.procedures import with_steps

WITHOUT_MODEL = "it was drawn from runs by rules, without a model"
DOUBTED = "the model does not hold it for what its runs did"
LEAST_RUNS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureDraft(Judged):
    """What runs would become."""

    aligned: Aligned
    runs: tuple[Run, ...]

    @property
    def sources(self) -> tuple[Memory, ...]:
        """The memories of its runs."""
        return tuple(run.memory for run in self.runs)

    @property
    def content(self) -> str:
        """The procedure as text."""
        return with_steps(self.aligned.procedure.trigger, self.aligned.procedure.steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedures(Chain):
    """Considers one task record or settled procedure after the other."""

    policy: ConsolidationPolicy
    describes: Callable[[str, Sequence[str]], bool | None]
    shared: bool

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
        sources = [run.memory for run in runs]
        evidence = evidence_of(sources, seen, lambda one, other: are_same(by_id[one.id], by_id[other.id]))
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
        return ProcedureDraft(
            scope=common_scope(user, sources),
            aligned=aligned,
            runs=tuple(runs),
            evidence=evidence,
            confidence=confidence,
            report=gates.report_of(results, [*waits, *private_waits(sources, shared=self.shared)]),
        )

    def _is_own(self, memory: Memory) -> bool:
        """Whether consolidation made it; a candidate that only keeps the support of a settled one has no report."""
        made = became(self.book, memory.id) if memory.layer is Layer.PROCEDURAL else ()
        return any(candidate.report.results for candidate in made)

    def _supports_settled(self, run: Run) -> bool:
        """Whether a procedure that people settled is what the run followed."""
        for known in self.gathering.procedures(run.memory, sorted(run.goal_terms)):
            settled = run_of(known)
            if settled is None or not self._is_settled(known):
                continue
            if are_alike(settled, run, self.policy.near_runs):
                candidate = self._kept_for(known)
                grown = self.draft([*self._runs(candidate), run], self._seen(candidate, run))
                self._support(known, candidate, grown.evidence)
                return True
        return False

    def _kept_for(self, known: Memory) -> PromotionCandidate:
        """The candidate in which the support of a settled procedure is kept."""
        for candidate in became(self.book, known.id):
            return candidate
        return self._supporting(known, ())

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
        draft = self.draft(runs, seen) if len(runs) >= LEAST_RUNS else None
        if draft is None or draft.evidence.count < LEAST_RUNS:
            self.tally.left_out["done once so far"] += 1
            return
        if self._was_decided(draft.evidence, [one for one in candidates if one.state is not CandidateState.OPEN]):
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
    ) -> tuple[PromotionCandidate, Memory] | None:
        """The candidate by which these runs have become a procedure already, with that."""
        live = self._standing([one for one in candidates if one.report.results])
        wanted = set(ids)

        def shared(found: tuple[PromotionCandidate, Memory]) -> tuple[int, int]:
            evidence = found[0].evidence
            return len(wanted.intersection(evidence)), len(evidence)

        return max(live, key=shared, default=None)

    def _go_on(self, run: Run, candidate: PromotionCandidate, memory: Memory) -> None:
        """One more run of a procedure: it supports it, or makes its next version."""
        by_id = {other.memory.id: other for other in (*self._runs(candidate), run)}
        draft = self.draft(sorted(by_id.values(), key=_by_age), self._seen(candidate, run))
        known = memory.details
        is_same = isinstance(known, Procedure) and (known.trigger, known.steps) == (
            draft.aligned.procedure.trigger,
            draft.aligned.procedure.steps,
        )
        if is_same or not draft.report.passed or draft.evidence.count <= len(candidate.observations):
            self._support(memory, candidate, draft.evidence)
            return
        self.tally.counts["new versions"] += 1
        self._settle(draft, [], supersedes=[memory])

    def _runs(self, candidate: PromotionCandidate) -> list[Run]:
        memories = self.records.get_many(candidate.evidence).values()
        return [run for memory in memories if (run := run_of(memory)) is not None]

    def _seen(self, candidate: PromotionCandidate, run: Run) -> Mapping[str, Sequence[Observation]]:
        return self.book.observations_of([*candidate.evidence, run.memory.id])

    def _settle(
        self, draft: ProcedureDraft, open_ones: Sequence[PromotionCandidate], supersedes: Sequence[Memory] = ()
    ) -> None:
        draft = self._with_verdict(draft)
        fresh = draft.candidate(Layer.PROCEDURAL, draft.content, self.new_id(), self.clock())
        candidate = self._judge(fresh, open_ones)
        if candidate is None:
            return
        promotion = Promotion(
            memory=procedure_memory(draft, self.new_id(), candidate),
            candidate=candidate,
            sources=draft.sources,
            supersedes=supersedes,
            reason=f"{draft.evidence.count} runs in {draft.evidence.scenes} scenes share its steps",
        )
        self._promote(promotion)

    def _with_verdict(self, draft: ProcedureDraft) -> ProcedureDraft:
        """The draft after a reasoner has looked at it, when its gates let it through: confirmed, it need not wait."""
        if not draft.report.passed:
            return draft
        verdict = self.describes(draft.content, [_as_text(run) for run in draft.runs])
        if verdict is None:
            return draft
        waits = [why for why in draft.report.waits if why != WITHOUT_MODEL]
        doubts = [] if verdict else [DOUBTED]
        return replace(draft, report=replace(draft.report, waits=(*waits, *doubts)))


def procedure_memory(
    draft: ProcedureDraft, memory_id: str, candidate: PromotionCandidate, origin: Origin | None = None
) -> Memory:
    """The procedure that a draft becomes: pending, dated by its last run."""
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
        marks=frozenset({Mark.SENSITIVE} if draft.is_sensitive else ()),
    )


def _as_text(run: Run) -> str:
    """The goal, then a line a step: what was done, to what, and what came of it."""
    steps = (" ".join(filter(None, (step.name, *step.arguments.values(), step.outcome))) for step in run.steps)
    return "\n".join((run.goal, *steps))


def _by_age(run: Run) -> tuple[datetime, str]:
    return run.memory.occurred_at, run.memory.id
