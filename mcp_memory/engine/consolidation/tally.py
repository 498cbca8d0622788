"""What one run counts."""

from collections import Counter
from dataclasses import dataclass, field

from mcp_memory.engine.domain.promotion import Consolidated, PromotionCandidate


@dataclass(slots=True)
class Tally:
    """Counts by stage, reasons of what was left out, gates that barred the way, candidates looked at."""

    counts: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    failed_gates: Counter[str] = field(default_factory=Counter)
    candidates: dict[str, PromotionCandidate] = field(default_factory=dict)

    def note(self, candidate: PromotionCandidate) -> None:
        """Note a candidate that was judged."""
        self.candidates[candidate.id] = candidate

    def told(self, milliseconds: float, *, rests: bool) -> Consolidated:
        """The report of the run."""
        barred = [candidate for candidate in self.candidates.values() if not candidate.report.passed]
        self.failed_gates = Counter(result.gate for candidate in barred for result in candidate.report.failed)
        return Consolidated(
            counts=+self.counts,
            left_out=+self.left_out,
            failed_gates=+self.failed_gates,
            candidates=tuple(self.candidates.values()),
            milliseconds=milliseconds,
            rests=rests,
            reason=self._reason(),
        )

    def _reason(self) -> str:
        """Why nothing rose; "" when something did."""
        if self.counts["promoted"] or self.counts["pending"]:
            return ""
        if not self.counts["read"]:
            return "nothing new since the last run"
        if self.candidates:
            gates = ", ".join(f"{gate} ({count})" for gate, count in self.failed_gates.most_common())
            return f"no candidate passed: {gates}" if gates else "what passed was known already"
        if self.counts["supported"]:
            return "what is new supports what is known"
        why = ", ".join(f"{reason} ({count})" for reason, count in self.left_out.most_common(3))
        return f"nothing said often enough: {why}" if why else "nothing said often enough"
