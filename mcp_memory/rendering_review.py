"""What the command line prints of open questions: as a list, or one by one with its sides beside each other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mcp_memory.engine.domain.answers import Reviewed
from mcp_memory.engine.domain.memory import Dossier
from mcp_memory.engine.domain.promotion import GateReport
from mcp_memory.engine.domain.review import WAITING_MARKS, ReviewItem, ReviewKind
from mcp_memory.engine.text.counting import cut_chars
from mcp_memory.rendering import (
    DOUBT,
    Lines,
    counted,
    gates,
    headline,
    minute,
    one_line,
    origin,
    plain,
    quiet,
    standing,
)

_LEAST_COLUMN = 36
"""Characters below which a side is no column any more; sides stand under each other then."""

_SIDE_CHARS = 2_000
_GAP = 3
_TITLES = {
    ReviewKind.PROMOTION: "Proposed",
    ReviewKind.CONFLICT: "Conflict",
    ReviewKind.DENIED: "Denied in a session",
    ReviewKind.DOUBT: "Possibly outdated",
    ReviewKind.SAMPLE: "A sample",
}
_MEANINGS = {
    ReviewKind.PROMOTION: "Approved, it counts from now on; rejected, it does not.",
    ReviewKind.CONFLICT: "New supersedes the older; old overturns the newer; both lets all hold.",
}
_MEANS_OTHERWISE = "Approved, it still holds; rejected, it is overturned."


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One item as a person is asked about it.

    `files` are those of its memories in their order, `gates` is their report when consolidation proposed it, `place`
    says which of how many it is.
    """

    item: ReviewItem
    files: tuple[Dossier, ...]
    gates: GateReport | None
    place: str


def waiting(answer: Reviewed) -> Lines:
    """What waits, the longest waiting first, and by which commands it is decided."""
    for item in answer.items:
        reason = " ".join(item.reason.split()) or "no reason is noted"
        yield Text.assemble((_TITLES[item.kind], "bold"), f" · {_evidence(item)}", plain(f": {reason}"))
        for title, memory in zip(_sides(item), item.memories, strict=True):
            yield Text(f"   {title}{minute(memory.occurred_at)}  {one_line(memory)}")
            yield Text("      ") + standing(memory) + quiet(f" · {origin(memory.origin)}")
        yield quiet(f"   mcp-memory review {item.id} {' | '.join(_flags(item))}")
    if not answer.items:
        yield Text("Nothing waits for you.")
    elif answer.total > len(answer.items):
        yield quiet(f"{answer.total - len(answer.items):,} more wait; raise --limit.")


def asked(question: Question, width: int) -> Iterator[RenderableType]:
    """One item as it is asked about: why it waits, and its sides as columns if `width` (characters) allows."""
    item = question.item
    yield Text()
    yield Text.assemble((_TITLES[item.kind], "bold"), f" · {question.place} · {_evidence(item)}")
    if item.reason:
        yield Text(plain(item.reason), style=DOUBT)
    if question.gates:
        yield from gates(question.gates)
    sides = [_side(title, file) for title, file in zip(_sides(item), question.files, strict=True)]
    columns = min(len(sides), max(1, (width + _GAP) // (_LEAST_COLUMN + _GAP)))
    for first in range(0, len(sides), columns):
        yield _beside(sides[first : first + columns], columns)
    yield quiet(_MEANINGS.get(item.kind, _MEANS_OTHERWISE))


def decided(answer: Reviewed, *, undone: bool = False) -> Lines:
    """How the memories stand now, and how to take that back."""
    for memory in answer.decided:
        said = "Still in conflict" if memory.marks & WAITING_MARKS else "Decided"
        yield headline("Put back" if undone else said, memory)
    if answer.for_review:
        yield quiet(f"Derived from it, now up for review: {', '.join(answer.for_review)}")
    if answer.decided and not undone:
        yield quiet(f"To undo it: mcp-memory review {answer.decided[0].id} --undo")


def _sides(item: ReviewItem) -> tuple[str, ...]:
    """What each of its memories is headed by; the newest event comes first."""
    if item.kind is not ReviewKind.CONFLICT:
        return ("",)
    return ("newer, ", *("older, " for _ in item.memories[1:]))


def _side(title: str, file: Dossier) -> Text:
    memory, seen = file.memory, file.observations
    last = f", last {minute(max(one.at for one in seen))}" if seen else ""
    recalled = f", recalled {counted(memory.recall_count, 'time')}" if memory.recall_count else ""
    told = [
        f"stored {minute(memory.stored_at)}",
        f"vouched by {origin(memory.origin)}",
        f"seen in {counted(len(seen), 'scene')}{last}",
        f"confidence {memory.confidence:.2f}{recalled}",
    ]
    return Text.assemble(
        (f"{title}{memory.event_type} of {minute(memory.occurred_at)}".capitalize(), "bold"),
        "\n",
        plain(cut_chars(memory.content, _SIDE_CHARS)),
        "\n",
        *(quiet(f"{line}\n") for line in told),
        standing(memory),
    )


def _beside(sides: Sequence[Text], columns: int) -> RenderableType:
    if columns == 1:
        return Group(*sides)
    table = Table.grid(padding=(0, _GAP, 0, 0), expand=True)
    for _ in range(columns):
        table.add_column(ratio=1, overflow="fold")
    table.add_row(*sides)
    return table


def _evidence(item: ReviewItem) -> str:
    return f"seen in {counted(item.evidence, 'scene')}"


def _flags(item: ReviewItem) -> tuple[str, ...]:
    if item.kind is ReviewKind.CONFLICT:
        return ("--keep-new", "--keep-old", "--keep-both")
    return ("--approve", "--reject")
