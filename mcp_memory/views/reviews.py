"""What is shown of open questions."""

from typing import Any, Literal, Self

from mcp_memory.engine.domain.answers import Reviewed
from mcp_memory.engine.domain.review import ReviewItem, ReviewKind
from mcp_memory.engine.text.counting import cut_chars
from mcp_memory.views.memory import MemoryView, brief
from mcp_memory.views.shape import Shape, View, within_cap
from mcp_memory.views.words import PREVIEW_CHARS, RECORDS, sentences

_MANY = 50
_ASK = (
    "Read each to the person and ask; then call review with its id, their decision and user_confirmed=true. "
    "A conflict takes keep_new, keep_old or keep_both; everything else approve or reject."
)


class ReviewItemView(Shape):
    """One open question: why it waits, and the memories it is about; of a conflict the newest event comes first."""

    id: str
    kind: str
    reason: str = ""
    evidence: int = 0
    memories: tuple[MemoryView, ...]

    @classmethod
    def of(cls, item: ReviewItem) -> Self:
        """The question with its texts cut to what a person needs."""
        return cls(
            id=item.id,
            kind=item.kind,
            reason=cut_chars(item.reason, 2 * PREVIEW_CHARS),
            evidence=item.evidence,
            memories=tuple(brief(memory) for memory in item.memories[:_MANY]),
        )


class ReviewedView(View):
    """The questions that wait, or what a decision has left."""

    outcome: Literal["listed", "decided", "declined"]
    items: tuple[ReviewItemView, ...] = ()
    total: int = 0
    decided: tuple[str, ...] = ()
    for_review: tuple[str, ...] = ()

    @classmethod
    def of(cls, answer: Reviewed) -> Self:
        """A list that fits the cap, or the new states."""
        if answer.decided:
            states = tuple(f"{memory.id} {memory.status}" for memory in answer.decided[:_MANY])
            more = f"Derived from it and now waiting: {len(answer.for_review)}." if answer.for_review else ""
            hint = sentences(more, "Undo with action=undo and one of these ids.")
            return cls(outcome="decided", decided=states, for_review=answer.for_review[:_MANY], hint=hint)
        items = tuple(within_cap(map(ReviewItemView.of, answer.items)))
        left = answer.total - len(items)
        hint = (
            sentences(RECORDS, _ASK, f"{left} more wait." if left else "") if items else "Nothing waits for the person."
        )
        return cls(outcome="listed", items=items, total=answer.total, hint=hint)

    def shown(self) -> dict[str, Any]:
        """A list goes out as one where it is empty too."""
        shown = super().shown()
        return shown | {"items": shown.get("items", [])} if self.outcome == "listed" else shown


def question(item: ReviewItem, action: str, agent: str) -> str:
    """What the person reads before they decide."""
    kind = "a contradiction" if item.kind is ReviewKind.CONFLICT else f"a {item.kind}"
    sides = "\n".join(
        f"- {memory.occurred_at:%Y-%m-%d}: {cut_chars(' '.join(memory.content.split()), PREVIEW_CHARS)} ({memory.id})"
        for memory in item.memories
    )
    return f"Agent {agent} asks to decide {kind} as {action}:\n{sides}\nAgree?"
