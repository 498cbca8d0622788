"""What consolidation proposes and why: gates with reasons, candidates with their evidence, and what became of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from hashlib import blake2b

from mcp_memory.engine.domain.memory import Memory, Observation, Scope
from mcp_memory.engine.domain.vocabulary import Layer


@dataclass(frozen=True, slots=True)
class GateResult:
    """One check that a promotion must pass, and why it did or did not, in words for a person."""

    gate: str
    passed: bool
    reason: str


@dataclass(frozen=True, slots=True)
class GateReport:
    """All gates of one candidate. `waits` are the reasons for which a person looks at it although the gates let it by.

    `passed` is false as soon as one gate bars the way; a gate that only makes it wait is not passed either, and its
    reason stands in `waits`.
    """

    results: tuple[GateResult, ...] = ()
    passed: bool = False
    waits: tuple[str, ...] = ()

    @property
    def failed(self) -> tuple[GateResult, ...]:
        """The gates that did not let it pass."""
        return tuple(result for result in self.results if not result.passed)


class CandidateState(StrEnum):
    """Where a candidate stands."""

    OPEN = "open"
    """It did not pass, and is tried again on new evidence."""
    PROMOTED = "promoted"
    """It became a memory, or supports one that was there."""
    REJECTED = "rejected"
    """A person said no; the same evidence proposes it no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionCandidate:
    """What many episodes seem to say, the observations it rests on, and what its gates said.

    `observations` are those of its episodes, so their ids are the evidence. `confidence` is 0..1. `memory_id` names
    the memory it became, "" before that.
    """

    id: str
    scope: Scope
    layer: Layer
    statement: str
    observations: tuple[Observation, ...]
    report: GateReport = field(default_factory=GateReport)
    confidence: float = 0.0
    state: CandidateState = CandidateState.OPEN
    memory_id: str = ""
    created_at: datetime
    changed_at: datetime

    @property
    def evidence(self) -> tuple[str, ...]:
        """Ids of the memories it rests on, in order."""
        return tuple(sorted({seen.memory_id for seen in self.observations}))

    @property
    def signature(self) -> str:
        """A fingerprint of which memories were seen in which scenes, whatever the order and the times."""
        seen = repr(sorted(sightings(self.observations)))
        return blake2b(seen.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def sightings(observations: Iterable[Observation]) -> set[tuple[str, str]]:
    """Which memories were seen in which scenes: pairs of their ids."""
    return {(one.memory_id, one.scene) for one in observations}


@dataclass(frozen=True, slots=True, kw_only=True)
class Consolidated:
    """What one run did: counts by stage, why statements were left out and gates failed, and how long it took.

    `reason` says why nothing was promoted when nothing was. `rests` means that the run's bound was reached and more
    waits; the next run goes on there. `candidates` are those this run looked at.
    """

    counts: Mapping[str, int] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    failed_gates: Mapping[str, int] = field(default_factory=dict)
    candidates: tuple[PromotionCandidate, ...] = ()
    milliseconds: float = 0.0
    rests: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Promote:
    """Make a rule or a procedure of episodes. Without ids and statement: consolidate now, and list the candidates.

    `ids` name the sources; without a statement theirs is induced, and with a statement alone its sources are sought.
    The id of something that waits stands for that itself. `to` is semantic or procedural.
    """

    ids: tuple[str, ...] = ()
    to: Layer = Layer.SEMANTIC
    statement: str = ""
    steps: tuple[str, ...] = ()
    user_confirmed: bool = False
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Promoted:
    """It is a memory now, and counts. `note` says on whose word, or that one was there already."""

    memory: Memory
    report: GateReport
    note: str = ""


@dataclass(frozen=True, slots=True)
class Waits:
    """It is a memory now, and waits for a person; `report.waits` says why."""

    memory: Memory
    report: GateReport


@dataclass(frozen=True, slots=True)
class Held:
    """It did not pass. The candidate is kept with its report, and tried again on new evidence."""

    candidate: PromotionCandidate


@dataclass(frozen=True, slots=True)
class Previewed:
    """What would be promoted or held, with the report of each; nothing was written.

    `would` says what would come of one that was asked for, in words.
    """

    candidates: tuple[PromotionCandidate, ...]
    would: str = ""


@dataclass(frozen=True, slots=True)
class Ran:
    """Consolidation ran now; `candidates` are all that are open or wait."""

    consolidated: Consolidated
    candidates: tuple[PromotionCandidate, ...]


PromotionOutcome = Promoted | Waits | Held | Previewed | Ran
