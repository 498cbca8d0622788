"""What somebody asks to be promoted, judged by the gates of consolidation but not stored yet."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from mcp_memory.engine.consolidation.alignment import Aligned, align, varying
from mcp_memory.engine.consolidation.alike import Likeness
from mcp_memory.engine.consolidation.clusters import Cluster, cluster_around
from mcp_memory.engine.consolidation.drafts import Around, Draft, Drafting
from mcp_memory.engine.consolidation.gates import Known, Objects
from mcp_memory.engine.consolidation.gathering import Gathering, Item
from mcp_memory.engine.consolidation.procedures import (
    LEAST_RUNS,
    WITHOUT_MODEL,
    Procedures,
    procedure_memory,
)
from mcp_memory.engine.consolidation.reading import Reading, read_statement
from mcp_memory.engine.consolidation.rules import memory_of
from mcp_memory.engine.consolidation.runs import Run, run_of
from mcp_memory.engine.detection.kinds import kind_of
from mcp_memory.engine.domain.errors import EmptyContent, Invalid
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Memory, Origin, Principal, Procedure
from mcp_memory.engine.domain.promotion import Promote, PromotionCandidate
from mcp_memory.engine.domain.vocabulary import LIVE, Layer, OriginKind
from mcp_memory.engine.ports.candidates import CandidateBook
from mcp_memory.engine.ports.world import Clock, NewId
from mcp_memory.engine.text.procedures import MIN_STEPS, procedure_of, steps_in, with_steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A memory to be, with its candidate; `known` is the live memory that says the same already."""

    memory: Memory
    candidate: PromotionCandidate
    sources: tuple[Memory, ...]
    against: tuple[Known, ...] = ()
    known: Memory | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposing:
    """Makes proposals of named sources, a statement, or both; what may not be seen is not looked at."""

    book: CandidateBook
    gathering: Gathering
    drafting: Drafting
    procedures: Procedures
    clock: Clock
    new_id: NewId

    def rule(self, who: Principal, reach: Reach, ask: Promote, sources: Sequence[Memory]) -> Proposal:
        """A rule. Raises `Invalid` for sources that are no episodes."""
        if any(source.layer is not Layer.EPISODIC for source in sources):
            raise Invalid("a rule is drawn from episodes; name only those", argument="ids")
        items = self.gathering.items(sources)
        if ask.statement.strip():
            reading = read_statement(ask.statement.strip(), kind_of(ask.statement), self.clock())
            trusted = _ON_A_PERSONS_WORD if who.person or ask.user_confirmed else _TAKEN_AT_WORD
            members, contrary = self._sided(
                reading, items or self.gathering.said(reach, reading), trusted if items else ()
            )
            draft = self._draft(reach, reading, members, contrary, [_worded_by(who)])
        else:
            cluster = self._widest(items)
            draft = self._draft(reach, cluster.form, *_parts(cluster), self._waits(cluster, items))
        candidate = draft.candidate(Layer.SEMANTIC, draft.reading.text, self.new_id(), self.clock())
        return Proposal(
            memory=memory_of(draft, self.new_id(), candidate, _origin(who)),
            candidate=candidate,
            sources=draft.sources,
            against=draft.against,
            known=self._said_already(reach, draft.reading),
        )

    def procedure(self, who: Principal, ask: Promote, sources: Sequence[Memory]) -> Proposal:
        """A procedure. Raises `Invalid` where sources have no steps, or where there are not two steps in all."""
        said = ask.statement.strip()
        steps = ask.steps or steps_in(said)
        runs = [run for source in sources if (run := run_of(source)) is not None]
        _check_steps(runs, sources, steps, said)
        seen = self.book.observations_of([run.memory.id for run in runs])
        found = align(runs) if len(runs) >= LEAST_RUNS else Aligned(Procedure("", ()), Objects((), ()), deviating=0)
        waits = [WITHOUT_MODEL]
        if steps:
            text = with_steps(said or found.procedure.trigger or runs[0].goal, steps)
            given, waits = procedure_of(text, steps), [_worded_by(who)]
            objects = found.objects if found.objects.parameters else Objects(given.inputs, varying(runs))
            found = replace(found, procedure=given, objects=objects)
        draft = self.procedures.judged(found, runs, seen, waits, user=who.user)
        candidate = draft.candidate(Layer.PROCEDURAL, draft.content, self.new_id(), self.clock())
        memory = procedure_memory(draft, self.new_id(), candidate, _origin(who))
        return Proposal(memory=memory, candidate=candidate, sources=draft.sources)

    def _sided(
        self, reading: Reading, items: Sequence[Item], taken: Collection[Likeness]
    ) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
        """The episodes for a statement: those that agree, or stand to it in one of the ways `taken`; those against."""
        liken = self.drafting.likening.liken
        found = [(item, liken(reading, item.reading)) for item in items]
        members = tuple(item for item, likeness in found if likeness.agrees or likeness in taken)
        return members, tuple(item for item, likeness in found if likeness is Likeness.CONTRARY)

    def _widest(self, items: Sequence[Item]) -> Cluster:
        """The largest cluster among the named episodes."""
        stars = [
            cluster_around(item, [other for other in items if other.id != item.id], self.drafting.likening)
            for item in items
        ]
        return max(stars, key=lambda star: (len(star.members), len(star.same_words)))

    def _waits(self, cluster: Cluster, items: Sequence[Item]) -> list[str]:
        induced = self.drafting.induce(cluster)
        left = len(items) - len(cluster.members)
        return [
            *([induced.waits] if induced.waits else []),
            *([f"{left} of those named do not say it"] if left else []),
        ]

    def _draft(
        self,
        reach: Reach,
        reading: Reading,
        members: Sequence[Item],
        contrary: Sequence[Item],
        waits: Sequence[str],
    ) -> Draft:
        seen = self.book.observations_of([item.id for item in (*members, *contrary)])
        known = self.gathering.rules(reach, reading)
        around = Around(user=reach.user, contrary=tuple(contrary), known=tuple(known), seen=seen)
        sources = tuple(item.memory for item in members)
        return self.drafting.judged(reading, sources, self.drafting.evidence(members, seen), around, waits)

    def is_known(self, reach: Reach, candidate: PromotionCandidate) -> bool:
        """Whether a rule that counts or waits says what the candidate says, in whatever words."""
        now = self.clock()
        reading = read_statement(candidate.statement, kind_of(candidate.statement), now)
        known = self.gathering.rules(reach, reading)
        liken = self.drafting.likening.liken
        projects = {"", candidate.scope.project}
        live = (item for item in known if item.memory.status in LIVE and item.memory.scope.project in projects)
        return any(liken(item.reading, reading).agrees for item in live)

    def _said_already(self, reach: Reach, reading: Reading) -> Memory | None:
        liken = self.drafting.likening.liken
        live = (item for item in self.gathering.rules(reach, reading) if item.memory.status in LIVE)
        return next((item.memory for item in live if liken(item.reading, reading) is Likeness.SAME_WORDS), None)


_TAKEN_AT_WORD = frozenset({Likeness.APART, Likeness.NARROWER})
"""How a named episode may stand to a statement worded for it: in words that cannot be compared, or of a part of it."""

_ON_A_PERSONS_WORD = _TAKEN_AT_WORD | {Likeness.OTHER_OBJECT}
"""A person may draw a rule of several things from what was said of some: it rests on all that they named."""


def _parts(cluster: Cluster) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    return cluster.members, cluster.contrary


def _check_steps(runs: Sequence[Run], sources: Sequence[Memory], steps: Sequence[str], said: str) -> None:
    if len(runs) < len(sources):
        raise Invalid("some of these have no steps; name task records or procedures", argument="ids")
    if len(runs) < LEAST_RUNS and len(steps) < MIN_STEPS:
        raise Invalid("give at least two steps, or two runs to draw them from", argument="steps")
    if not (said or runs):
        raise EmptyContent(argument="statement")


def _worded_by(who: Principal) -> str:
    return f"{who.agent} worded it, and no person has confirmed it"


def _origin(who: Principal) -> Origin:
    return Origin(kind=OriginKind.AGENT, agent=who.agent, session=who.session)
