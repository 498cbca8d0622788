"""One memory as it is shown outside, and how many of them fit a budget."""

from collections.abc import Iterable
from typing import Self

from mcp_memory.engine.domain.answers import Found
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.engine.text.counting import count_tokens, cut, cut_chars
from mcp_memory.views.shape import FRAME_BYTES, MAX_BYTES, Shape
from mcp_memory.views.words import through, vouched_by, when

LIST_TOKENS = 4_000
"""Budget of a list that nobody set a budget for."""

BRIEF_TOKENS = 120
"""Most that one memory's text may take of a list or a briefing."""

_MANY_TOKENS = 1_000_000
_LEAST_CHARS = 40
_NAME_CHARS = 60
_MANY_TAGS = 20


class MemoryView(Shape):
    """One memory as a record: `text` was said or noted at `when` by `origin`."""

    id: str
    layer: str
    when: str
    origin: str
    text: str
    section: str = ""
    event_type: str = ""
    why: tuple[str, ...] = ()
    weak: bool = False
    project: str = ""
    tags: tuple[str, ...] = ()
    status: str = "active"
    marks: tuple[str, ...] = ()
    confidence: float = 0.0
    version: int = 1
    valid_until: str = ""
    full_chars: int = 0
    resource: str = ""

    @classmethod
    def of(cls, memory: Memory, text: str | None = None, section: str = "") -> Self:
        """A memory with its text, or with what is to be shown of it."""
        is_episode = memory.layer is Layer.EPISODIC
        whole = cls(
            id=memory.id,
            layer=memory.layer,
            when=when(memory),
            origin=vouched_by(memory.origin),
            text=memory.content,
            section=section,
            event_type=memory.event_type if is_episode else "",
            project=cut_chars(memory.scope.project, _NAME_CHARS),
            tags=tuple(cut_chars(tag, _NAME_CHARS) for tag in memory.tags[:_MANY_TAGS]),
            status=memory.status,
            marks=tuple(sorted(memory.marks)),
            confidence=0.0 if is_episode else round(memory.confidence, 2),
            version=memory.version,
            valid_until=through(memory.valid_until) if memory.valid_until else "",
        )
        return whole if text is None else whole.showing(text)

    @classmethod
    def of_found(cls, found: Found) -> Self:
        """A memory that a question found, and why."""
        view = cls.of(found.memory, found.text)
        return view.model_copy(update={"why": found.why, "weak": found.weak})

    def showing(self, text: str) -> Self:
        """The same with part of its text; then the length and the address of the whole are given too."""
        if text == self.text:
            return self
        whole = {"full_chars": max(self.full_chars, len(self.text)), "resource": f"memory://{self.layer}/{self.id}"}
        return self.model_copy(update={"text": text, **whole})


def brief(memory: Memory, section: str = "") -> MemoryView:
    """A memory with the beginning of its text."""
    return MemoryView.of(memory, cut(memory.content, BRIEF_TOKENS), section)


def fitting(memories: Iterable[MemoryView], max_tokens: int) -> tuple[MemoryView, ...]:
    """The first memories that fit the budget and the cap; the one that reaches the limit has its text cut."""
    tokens, size = max_tokens, MAX_BYTES - FRAME_BYTES
    kept: list[MemoryView] = []
    for memory in memories:
        fitted = _within(memory, tokens, size)
        if fitted is None:
            break
        view, spent_tokens, spent_bytes = fitted
        kept.append(view)
        tokens -= spent_tokens
        size -= spent_bytes
    return tuple(kept)


def within_bytes(memory: MemoryView, max_bytes: int) -> MemoryView:
    """The memory with as much of its text as fits; there is room for some of it always."""
    fitted = _within(memory, _MANY_TOKENS, max_bytes - FRAME_BYTES)
    return fitted[0] if fitted else memory.showing(cut_chars(memory.text, 1))


def _within(memory: MemoryView, tokens: int, size: int) -> tuple[MemoryView, int, int] | None:
    """The memory with as much of its text as fits, and the tokens and bytes of its line.

    None when too little would be left to tell anything.
    """
    fitted = memory
    while True:
        line = fitted.line()
        spent_tokens, spent_bytes = count_tokens(line), len(line.encode())
        if spent_tokens <= tokens and spent_bytes <= size:
            return fitted, spent_tokens, spent_bytes
        shorter = cut_chars(cut(fitted.text, tokens), len(fitted.text) * 4 // 5)
        if len(shorter) < _LEAST_CHARS:
            return None
        fitted = memory.showing(shorter)
