"""From a cluster to the memory it may become: its statement, its evidence, its gates, what makes it wait."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from mcp_memory.engine.consolidation import gates
from mcp_memory.engine.consolidation.alike import Likeness, Likening
from mcp_memory.engine.consolidation.clusters import Cluster
from mcp_memory.engine.consolidation.confidence import Support, confidence_of
from mcp_memory.engine.consolidation.evidence import Evidence, doubted, evidence_of
from mcp_memory.engine.consolidation.gathering import Item
from mcp_memory.engine.consolidation.reading import Reading, read_statement, secondhand_in
from mcp_memory.engine.domain.memory import Memory, Observation, Scope
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.domain.promotion import GateReport, PromotionCandidate
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Status

PRIVATE = "it was drawn from one agent's private episodes"
"""Why a promotion waits where agents do not see each other's episodes: until it is approved it is that agent's own."""

Seen = Mapping[str, Sequence[Observation]]
"""Where each memory was seen."""


@dataclass(frozen=True, slots=True)
class Induced:
    """The common statement of several, and whether it needs a person: nobody said it in just these words before."""

    statement: str
    waits: str = ""


Induce = Callable[[Cluster], Induced]
"""How a cluster's common statement is found: `clearest`, or with a reasoner that understands what it reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What may become a memory, after its gates: whose it is, what it rests on, how sure it is, what they said."""

    scope: Scope
    evidence: Evidence
    confidence: float
    report: GateReport

    @property
    def is_sensitive(self) -> bool:
        """Whether it touches a sensitive topic."""
        return any(result.gate == gates.SENSITIVE for result in self.report.failed)

    def candidate(self, layer: Layer, statement: str, candidate_id: str, now: datetime) -> PromotionCandidate:
        """The open candidate it makes, of that layer and in those words."""
        return PromotionCandidate(
            id=candidate_id,
            scope=self.scope,
            layer=layer,
            statement=statement,
            observations=self.evidence.observations,
            report=self.report,
            confidence=self.confidence,
            created_at=now,
            changed_at=now,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft(Judged):
    """What a cluster would become."""

    reading: Reading
    sources: tuple[Memory, ...]
    against: tuple[gates.Known, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What stands around a statement: whose it is, contrary episodes, known rules near it, where all were seen."""

    user: str
    contrary: tuple[Item, ...] = ()
    known: tuple[Item, ...] = ()
    seen: Seen


def clearest(cluster: Cluster) -> Induced:
    """The words of the centre or of its part, told of their speaker; it waits unless all say it in nearly these."""
    if len(cluster.same_words) == len(cluster.members):
        return Induced(cluster.form.text)
    return Induced(cluster.form.text, "its wording was chosen by rules from different wordings")


@dataclass(frozen=True, slots=True)
class Drafting:
    """Drafts by the numbers of a policy. `shared` says whether all of a user's agents may see each other's episodes."""

    likening: Likening
    policy: ConsolidationPolicy
    induce: Induce
    shared: bool

    def draft(self, cluster: Cluster, seen: Seen, known: Sequence[Item]) -> Draft:
        """The draft of a cluster, with its report. Nobody is asked for its wording before it has support enough."""
        evidence = self.evidence(cluster.members, seen)
        suffices = self._is_enough(self.evidence(cluster.same_words, seen))
        induced = self.induce(cluster) if self._is_enough(evidence) and not suffices else clearest(cluster)
        centre = cluster.centre.memory
        reading = read_statement(induced.statement, cluster.form.event_type, centre.occurred_at)
        sources = tuple(item.memory for item in cluster.members)
        waits = [] if suffices or not induced.waits else [induced.waits]
        around = Around(user=centre.scope.user, contrary=cluster.contrary, known=tuple(known), seen=seen)
        return self.judged(reading, sources, evidence, around, waits)

    def judged(
        self,
        reading: Reading,
        sources: tuple[Memory, ...],
        evidence: Evidence,
        around: Around,
        waits: Sequence[str],
    ) -> Draft:
        """A statement with its sources through all gates."""
        contrary, known, seen = around.contrary, around.known, around.seen
        against = (*self._against(reading, known), *_later(contrary, sources))
        support = Support(
            observations=evidence.count,
            scenes=evidence.scenes,
            confirmations=sum(source.confirmed_at is not None for source in sources),
            contrary=self.evidence(contrary, seen).count,
            hints=doubted(sources),
        )
        confidence = confidence_of(support, self.policy)
        results = (
            gates.free_of_occasion(reading),
            gates.more_than_one_scene(evidence.count, evidence.scenes, self.policy),
            gates.useful(reading),
            gates.no_conflict(against),
            gates.sure_enough(confidence, self.policy),
            gates.not_sensitive("\n".join((reading.text, *(source.content for source in sources)))),
        )
        return Draft(
            scope=common_scope(around.user, sources),
            reading=reading,
            sources=sources,
            evidence=evidence,
            confidence=confidence,
            report=gates.report_of(results, (*waits, *self._more_waits(reading, sources))),
            against=against,
        )

    def evidence(self, items: Sequence[Item], seen: Seen) -> Evidence:
        """The observations of these that count."""
        readings = {item.id: item.reading for item in items}

        def repeats(one: Memory, other: Memory) -> bool:
            return self.likening.liken(readings[one.id], readings[other.id]) is Likeness.SAME_WORDS

        return evidence_of([item.memory for item in items], seen, repeats)

    def _is_enough(self, evidence: Evidence) -> bool:
        """Whether it carries a rule; where those in nearly the same words do alone, paraphrases only add to it."""
        return evidence.count >= self.policy.min_observations and evidence.scenes >= self.policy.min_scenes

    def _against(self, reading: Reading, known: Sequence[Item]) -> list[gates.Known]:
        found = []
        for item in known:
            likeness = self.likening.liken(item.reading, reading)
            overturned = item.memory.status is Status.OVERTURNED
            if likeness is Likeness.CONTRARY and not overturned:
                found.append(gates.Known(item.id, item.memory.content, "says the contrary"))
            if likeness.agrees and overturned:
                found.append(gates.Known(item.id, item.memory.content, "was overturned before"))
        return found

    def _more_waits(self, reading: Reading, sources: Sequence[Memory]) -> list[str]:
        waits = []
        if reading.event_type in {EventType.DECISION, EventType.REVERSAL} and not reading.is_standing:
            waits.append("it was a decision, and a person says whether it stands as a rule")
        if secondhand_in(reading):
            waits.append("somebody else said it, or it held once, and a person says whether it stands here")
        return waits + private_waits(sources, shared=self.shared)


def _later(contrary: Sequence[Item], sources: Sequence[Memory]) -> list[gates.Known]:
    """Contrary statements that are newer than all that agree: perhaps a change of mind."""
    last = max((source.occurred_at for source in sources), default=None)
    return [
        gates.Known(item.id, item.memory.content, "says the contrary later")
        for item in contrary
        if last is not None and item.memory.occurred_at > last
    ]


def private_waits(sources: Sequence[Memory], *, shared: bool) -> list[str]:
    """Why it waits when all of it is one agent's, unless agents see each other's episodes."""
    return [PRIVATE] if not shared and len({source.origin.agent for source in sources}) == 1 else []


def common_scope(user: str, sources: Sequence[Memory]) -> Scope:
    """The one project of the sources; global when they have none, or several."""
    projects = {source.scope.project for source in sources} - {""}
    return Scope(user=user, project=projects.pop() if len(projects) == 1 else "")
