"""What the tools answer."""

from typing import Literal, Self, assert_never

from mcp_memory.engine.domain.answers import (
    Briefing,
    Conflict,
    Corrected,
    Forgotten,
    NewVersion,
    Pending,
    Recalled,
    Remembered,
    Searched,
    SeenAgain,
    Stored,
)
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.text.counting import count_tokens, cut_chars
from mcp_memory.views.memory import MemoryView, brief, fitting
from mcp_memory.views.shape import Shape, View
from mcp_memory.views.words import (
    BYTES_LEFT,
    CONFLICT,
    PENDING,
    PREVIEW_CHARS,
    RECORDS,
    scope,
    sentences,
    spelling,
    taken_out,
    when,
)

FRAME_TOKENS = 60
"""What an answer costs beside its memories, what was searched, and its hint."""

_MANY = 50
_MANY_IDS = 200
_ID_CHARS = 40
_REDACTED = "What redactions names was taken out before anything was stored."


class RememberedView(View):
    """What became of a statement."""

    id: str
    layer: str
    status: str
    outcome: Literal["stored", "seen_again", "new_version", "conflict", "pending"]
    conflicts_with: tuple[str, ...] = ()
    redactions: tuple[str, ...] = ()

    @classmethod
    def of(cls, answer: Remembered) -> Self:
        """The outcome in one word, and what else is to be said about it."""
        outcome: Literal["stored", "seen_again", "new_version", "conflict", "pending"]
        others: tuple[Memory, ...] = ()
        match answer.outcome:
            case Stored(memory, note):
                outcome = "stored"
            case SeenAgain(memory, observations):
                outcome, note = "seen_again", f"Known already; seen in {observations} session(s)."
            case Pending(memory):
                outcome, note = "pending", PENDING
            case Conflict(memory, others, reason):
                outcome, note = "conflict", sentences(reason, CONFLICT)
            case NewVersion(memory, replaced, reason):
                outcome, note = "new_version", sentences(f"Replaces {len(replaced)}: {reason}", "The old one is kept")
            case _:
                assert_never(answer.outcome)
        return cls(
            id=memory.id,
            layer=memory.layer,
            status=memory.status,
            outcome=outcome,
            conflicts_with=tuple(other.id for other in others[:_MANY]),
            redactions=taken_out(answer.redactions),
            hint=sentences(note, *answer.notes, _REDACTED if answer.redactions else ""),
        )


class SearchedView(Shape):
    """What was looked at."""

    scope: str
    by: tuple[str, ...] = ()
    tiers: tuple[str, ...] = ()
    outside_scope: int = 0

    @classmethod
    def of(cls, searched: Searched) -> Self:
        """What a question looked at, and how many memories lie elsewhere."""
        return cls(
            scope=scope(searched.scope),
            by=searched.legs,
            tiers=searched.tiers,
            outside_scope=searched.outside_scope,
        )


class RecalledView(View):
    """Memories, best first; a briefing has them by section."""

    memories: tuple[MemoryView, ...]
    total: int
    searched: SearchedView

    @classmethod
    def of(cls, answer: Recalled | Briefing, max_tokens: int) -> Self:
        """An answer that fits `max_tokens` as a whole, its frame and hint included."""
        match answer:
            case Recalled():
                return cls._of_recalled(answer, max_tokens)
            case Briefing():
                return cls._of_briefing(answer, max_tokens)
            case _:
                assert_never(answer)

    @classmethod
    def _of_recalled(cls, answer: Recalled, max_tokens: int) -> Self:
        searched = SearchedView.of(answer.searched)
        found = [MemoryView.of_found(found) for found in answer.found]
        hint = _recall_hint(answer)
        memories = fitting(found, max_tokens - FRAME_TOKENS - count_tokens(hint + searched.line()))
        more = answer.left_out + len(found) - len(memories)
        missing = f"{more} more did not fit; raise limit or max_tokens, or ask more narrowly." if more else ""
        return cls(memories=memories, total=answer.total, searched=searched, hint=sentences(hint, missing))

    @classmethod
    def _of_briefing(cls, answer: Briefing, max_tokens: int) -> Self:
        lines = [brief(memory, section) for section, memories in answer.sections.items() for memory in memories]
        other = spelling(answer.scope, answer.other_spelling)
        unread = f"Still being read: {answer.unread}; ask again in a moment." if answer.unread else ""
        hint = sentences(_briefing_hint(answer) if lines else "Nothing is remembered here yet.", unread, other)
        memories = fitting(lines, max_tokens - FRAME_TOKENS - count_tokens(hint))
        more = answer.left_out + len(lines) - len(memories)
        return cls(
            memories=memories,
            total=len(memories) + more,
            searched=SearchedView(scope=scope(answer.scope)),
            hint=sentences(hint, f"{more} more did not fit; raise max_tokens." if more else ""),
        )


class CorrectedView(View):
    """The new state of a memory; nothing but the id when the person declined."""

    id: str
    outcome: Literal["changed", "declined"]
    layer: str = ""
    status: str = ""
    version: int = 0
    marks: tuple[str, ...] = ()
    for_review: tuple[str, ...] = ()
    redactions: tuple[str, ...] = ()

    @classmethod
    def of(cls, answer: Corrected) -> Self:
        """The state after a correction, and what was derived from the old one."""
        memory = answer.memory
        review = f"Derived from it and now up for review: {len(answer.for_review)}." if answer.for_review else ""
        return cls(
            id=memory.id,
            outcome="changed",
            layer=memory.layer,
            status=memory.status,
            version=memory.version,
            marks=tuple(sorted(memory.marks)),
            for_review=answer.for_review[:_MANY],
            redactions=taken_out(answer.redactions),
            hint=sentences(review, _REDACTED if answer.redactions else ""),
        )


class PreviewView(Shape):
    """A memory that is meant: enough to know it by."""

    id: str
    layer: str
    when: str
    text: str

    @classmethod
    def of(cls, memory: Memory) -> Self:
        """The beginning of one memory."""
        text = cut_chars(memory.content, PREVIEW_CHARS)
        return cls(id=memory.id, layer=memory.layer, when=when(memory), text=text)


class ForgottenView(View):
    """Ids that were forgotten, restored or erased; what would be, for a preview."""

    mode: str
    outcome: Literal["done", "preview", "declined"]
    forgotten: tuple[str, ...] = ()
    not_found: tuple[str, ...] = ()
    preview: tuple[PreviewView, ...] = ()
    copies_left: tuple[str, ...] = ()

    @classmethod
    def of(cls, answer: Forgotten) -> Self:
        """What was done, or would be."""
        meant = answer.done if answer.preview else ()
        done = () if answer.preview else answer.done
        return cls(
            mode=answer.mode,
            outcome="preview" if answer.preview else "done",
            forgotten=tuple(memory.id for memory in done[:_MANY_IDS]),
            not_found=tuple(cut_chars(missing, _ID_CHARS) for missing in answer.not_found[:_MANY]),
            preview=tuple(PreviewView.of(memory) for memory in meant[:_MANY]),
            copies_left=answer.leftovers,
            hint=_forget_hint(answer),
        )


_ERASED = "They would be erased for good, and with them whatever else the turns of sessions say that they came from."


def _recall_hint(answer: Recalled) -> str:
    searched = answer.searched
    other = spelling(searched.scope, searched.other_spelling)
    if answer.found:
        return sentences(RECORDS, other, searched.degraded)
    outside = ""
    if searched.outside_scope:
        outside = f'Memories outside this scope: {searched.outside_scope}; project="all" searches them too.'
    nothing = "Nothing relevant was found so far." if searched.degraded else "Nothing relevant is remembered here."
    return sentences(searched.degraded, nothing, other, outside)


def _briefing_hint(answer: Briefing) -> str:
    waiting = f"Waiting for a person's word: {answer.waiting}." if answer.waiting else ""
    once = "What stands under said_once is not a rule yet." if answer.said_once else ""
    alike = f"Episodes that look like one rule: {answer.proposals} sets; see promote." if answer.proposals else ""
    return sentences(RECORDS, once, waiting, alike)


def _forget_hint(answer: Forgotten) -> str:
    if not answer.done:
        return sentences("Nothing matches; nothing was changed.", answer.note)
    if answer.preview:
        erased = _ERASED if answer.mode == "purge" else ""
        ask = "Show this to the person; if they agree, call again with confirm=true."
        return sentences("Preview: nothing was changed.", erased, ask, RECORDS)
    undo = "Undo with mode=restore." if answer.mode == "archive" else ""
    return sentences(undo, BYTES_LEFT if answer.bytes_left else "")
