"""The gates of SPEC 5, each a pure function with its reason in words.

A gate that bars the way keeps a candidate from becoming a memory. Two gates only make it wait for a person: a conflict
with what is known, and a sensitive topic.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mcp_memory.engine.consolidation import reading as readings
from mcp_memory.engine.consolidation.reading import Reading
from mcp_memory.engine.detection.hedges import is_thin
from mcp_memory.engine.domain.memory import Procedure
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.domain.promotion import GateReport, GateResult
from mcp_memory.engine.domain.vocabulary import Predicate
from mcp_memory.engine.text.procedures import MIN_STEPS

OCCASION, SCENES, USEFUL, CONFLICT = "free of a single occasion", "more than one scene", "useful", "no conflict"
CONFIDENCE, SENSITIVE, REUSABLE = "confidence", "sensitive topic", "applies to other objects"

WAITING_GATES = frozenset({CONFLICT, SENSITIVE})
"""Those that make a candidate wait instead of barring its way."""

_SHOWN_CHARS = 120


@dataclass(frozen=True, slots=True)
class Known:
    """A memory that stands against a candidate, and how: "says the contrary", "was overturned before"."""

    memory_id: str
    statement: str
    how: str


@dataclass(frozen=True, slots=True)
class Objects:
    """What a procedure was seen on: its named parameters, and each run's values."""

    parameters: tuple[str, ...]
    seen: tuple[str, ...]


def free_of_occasion(statement: Reading) -> GateResult:
    """Whether nothing ties it to one occasion. Standing subjects (the user, a project, a component) are fine."""
    tie = readings.occasion_in(statement)
    if tie:
        return GateResult(OCCASION, passed=False, reason=f"it tells of one occasion ({tie!r})")
    provisional = readings.provisional_in(statement)
    if provisional:
        return GateResult(OCCASION, passed=False, reason=f"it was only provisional ({provisional!r})")
    feeling = readings.emotional_in(statement)
    if feeling:
        return GateResult(OCCASION, passed=False, reason=f"it was said in the heat of a moment ({feeling!r})")
    return GateResult(OCCASION, passed=True, reason="no date and no single event in it")


def more_than_one_scene(observations: int, scenes: int, policy: ConsolidationPolicy) -> GateResult:
    """Whether it was seen often enough, in enough independent scenes (iron rule 3)."""
    told = f"seen {_times(observations)} in {_scenes(scenes)}"
    if observations >= policy.min_observations and scenes >= policy.min_scenes:
        return GateResult(SCENES, passed=True, reason=told)
    needed = f"needs {_times(policy.min_observations)} in {_scenes(policy.min_scenes)}"
    return GateResult(SCENES, passed=False, reason=f"{told}; {needed}")


def useful(statement: Reading) -> GateResult:
    """Whether a future decision could turn on it: a preference, a rule, a decision, a risk, or a lasting fact."""
    if statement.is_open:
        return GateResult(USEFUL, passed=False, reason=f"a {statement.event_type} is done with once it is done")
    if not statement.terms or is_thin(statement.text):
        return GateResult(USEFUL, passed=False, reason="it does not say by itself what it is about")
    if statement.triple.predicate is not Predicate.FACT or statement.is_standing:
        return GateResult(USEFUL, passed=True, reason="it says how to decide or act")
    if not statement.values and _POINTER.match(statement.text):
        return GateResult(USEFUL, passed=False, reason="it points at something it does not name")
    return GateResult(USEFUL, passed=True, reason="it is a fact that decisions can rest on")


_POINTER = re.compile(
    r"(?:it|this|that|these|those|they|he|she|there)\b|[这那它他她](?:个|些|样|里|边|么)?(?!们)", re.IGNORECASE
)


def useful_procedure(procedure: Procedure) -> GateResult:
    """Whether it can be followed: at least two steps and something that calls for it."""
    if len(procedure.steps) < MIN_STEPS:
        return GateResult(USEFUL, passed=False, reason="fewer than two steps are common to its runs")
    if not procedure.trigger.strip():
        return GateResult(USEFUL, passed=False, reason="nothing says when it is to be followed")
    return GateResult(USEFUL, passed=True, reason=f"{len(procedure.steps)} steps for {procedure.trigger!r}")


def no_conflict(against: Sequence[Known]) -> GateResult:
    """Whether nothing that is known stands against it."""
    if not against:
        return GateResult(CONFLICT, passed=True, reason="nothing known stands against it")
    told = "; ".join(f"{known.statement[:_SHOWN_CHARS]!r} {known.how} ({known.memory_id})" for known in against)
    return GateResult(CONFLICT, passed=False, reason=f"a person has to decide, since {told}")


def sure_enough(confidence: float, policy: ConsolidationPolicy) -> GateResult:
    """Whether its confidence reaches the minimum."""
    told = f"confidence {confidence:.2f}"
    if confidence >= policy.min_confidence - _ROUNDING:
        return GateResult(CONFIDENCE, passed=True, reason=told)
    return GateResult(CONFIDENCE, passed=False, reason=f"{told} is below {policy.min_confidence:.2f}")


_ROUNDING = 1e-9


def not_sensitive(text: str) -> GateResult:
    """Whether it touches no credentials, no health, and nothing that a person owes or answers for."""
    found = readings.sensitive_in(text)
    if found:
        return GateResult(SENSITIVE, passed=False, reason=f"it touches a sensitive topic ({found!r})")
    return GateResult(SENSITIVE, passed=True, reason="no sensitive topic in it")


def applies_to_others(objects: Objects) -> GateResult:
    """Whether a procedure was seen on different objects and names what varies."""
    different = tuple(dict.fromkeys(objects.seen))
    if objects.parameters and len(different) > 1:
        told = ", ".join(different[:4])
        return GateResult(REUSABLE, passed=True, reason=f"seen on different objects ({told})")
    if not objects.parameters:
        return GateResult(
            REUSABLE, passed=False, reason="nothing in it varies, so it is only known for what it was seen on"
        )
    return GateResult(
        REUSABLE, passed=False, reason=f"seen on one object only ({', '.join(different) or 'none named'})"
    )


def report_of(results: Sequence[GateResult], waits: Sequence[str] = ()) -> GateReport:
    """All gates together: barred, waiting, or through. `waits` are further reasons for a person to look at it."""
    barred = any(not result.passed and result.gate not in WAITING_GATES for result in results)
    waiting = [result.reason for result in results if not result.passed and result.gate in WAITING_GATES]
    return GateReport(results=tuple(results), passed=not barred, waits=(*waiting, *waits))


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _scenes(count: int) -> str:
    return "1 scene" if count == 1 else f"{count} scenes"
