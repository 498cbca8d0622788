"""What is shown of promotions: what became of one, and why each gate let it by or not."""

from typing import Any, Literal, Self, assert_never

from pydantic import Field

from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.promotion import (
    Consolidated,
    GateReport,
    Held,
    Previewed,
    Promoted,
    PromotionCandidate,
    PromotionOutcome,
    Ran,
    Waits,
)
from mcp_memory.engine.text.counting import cut_chars
from mcp_memory.views.memory import brief
from mcp_memory.views.shape import Shape, View, within_cap
from mcp_memory.views.words import PENDING, PREVIEW_CHARS, sentences

_MANY_IDS = 20
_HELP = "Where several episodes look like one rule, word it and call promote with their ids and the statement."


class CandidateView(Shape):
    """What many episodes seem to say, and what keeps it from being a rule."""

    statement: str
    to: str
    ids: tuple[str, ...]
    confidence: float = 0.0
    gates: tuple[str, ...] = ()

    @classmethod
    def of(cls, candidate: PromotionCandidate) -> Self:
        """The candidate with the gates that did not let it pass."""
        return cls(
            statement=cut_chars(candidate.statement, 2 * PREVIEW_CHARS),
            to=candidate.layer,
            ids=candidate.evidence[:_MANY_IDS],
            confidence=round(candidate.confidence, 2),
            gates=_gates(candidate.report, only_failed=True),
        )


class PromotedView(View):
    """What became of a promotion; the gates in words."""

    outcome: Literal["promoted", "pending", "held", "preview", "ran", "declined"]
    memory: dict[str, Any] = Field(default_factory=dict)
    gates: tuple[str, ...] = ()
    candidates: tuple[dict[str, Any], ...] = ()

    @classmethod
    def of(cls, answer: PromotionOutcome) -> Self:
        """The outcome in one word, the memory if there is one, and the reports."""
        match answer:
            case Promoted(memory, report, note):
                return cls(outcome="promoted", memory=_shown(memory), gates=_gates(report), hint=sentences(note))
            case Waits(memory, report):
                hint = sentences(*report.waits, PENDING)
                return cls(outcome="pending", memory=_shown(memory), gates=_gates(report), hint=hint)
            case Held(candidate):
                hint = sentences(
                    "Not a rule yet; kept, and tried again when more is known.", "A person may override it."
                )
                return cls(outcome="held", gates=_gates(candidate.report), hint=hint)
            case Previewed(candidates, would):
                hint = sentences("Nothing was written.", would or ("" if candidates else "No candidates."))
                return cls(outcome="preview", candidates=_fitting(candidates), hint=hint)
            case Ran(consolidated, candidates):
                hint = sentences(_told(consolidated), _HELP if candidates else "")
                return cls(outcome="ran", candidates=_fitting(candidates), hint=hint)
            case _:
                assert_never(answer)


def _shown(memory: Memory) -> dict[str, Any]:
    return brief(memory).shown()


def _gates(report: GateReport, *, only_failed: bool = False) -> tuple[str, ...]:
    """Each gate as `name: passed, why`."""
    results = report.failed if only_failed else report.results
    return tuple(f"{one.gate}: {'passed' if one.passed else 'not passed'}, {one.reason}" for one in results)


def _told(done: Consolidated) -> str:
    counts = ", ".join(f"{stage} {count}" for stage, count in done.counts.items() if count)
    return "; ".join(filter(None, (counts, done.reason))) or "nothing new"


def _fitting(candidates: tuple[PromotionCandidate, ...]) -> tuple[dict[str, Any], ...]:
    return tuple(view.shown() for view in within_cap(map(CandidateView.of, candidates)))
