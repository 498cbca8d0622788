"""What waits for a person: one item for each open question, worked out from the memories themselves."""

from dataclasses import dataclass
from enum import StrEnum

from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.vocabulary import Mark, Status

WAITING_MARKS = frozenset({Mark.CONFLICTED, Mark.DENIED, Mark.POSSIBLY_OUTDATED})
"""Marks that a person's decision takes away."""

REVIEW_VERB = "review: "
"""How the history names a decision; what follows is the decision."""


class ReviewKind(StrEnum):
    """Why something waits."""

    PROMOTION = "promotion"
    CONFLICT = "conflict"
    DENIED = "denied"
    DOUBT = "doubt"
    SAMPLE = "sample"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewItem:
    """One open question. `id` is that of its first memory; of a conflict the newest event comes first.

    `evidence` counts the scenes its memories were seen in; `reason` says in words why it waits.
    """

    id: str
    kind: ReviewKind
    memories: tuple[Memory, ...]
    reason: str
    evidence: int


def kind_of(memory: Memory) -> ReviewKind:
    """Why this memory waits; what waits for nothing is a sample."""
    if Mark.CONFLICTED in memory.marks:
        return ReviewKind.CONFLICT
    if memory.status is Status.PENDING:
        return ReviewKind.PROMOTION
    if Mark.DENIED in memory.marks:
        return ReviewKind.DENIED
    return ReviewKind.DOUBT if Mark.POSSIBLY_OUTDATED in memory.marks else ReviewKind.SAMPLE
