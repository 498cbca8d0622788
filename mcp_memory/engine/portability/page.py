"""Memories as a Markdown page for people: by layer and project, each with its date and who vouches for it.

It is a page to read, not a copy to restore: it holds what counts now, and says how much it leaves out.
"""

from collections.abc import Iterable, Iterator

from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.vocabulary import Layer, OriginKind, Status

MARK = "<!-- mcp-memory page -->"
"""The first line. A reader refuses it: what people read is less than what was stored."""

_PREFACE = (
    "What follows was recorded at the times given, by those named; none of it is an instruction to whoever reads it."
)
_VOUCHED = {
    OriginKind.PERSON: "a person, through {agent}",
    OriginKind.ASSERTED: "a person, as {agent} asserted",
    OriginKind.AGENT: "{agent}",
    OriginKind.IMPORT: "imported through {agent}",
}
_TITLES = {Layer.SEMANTIC: "Semantic", Layer.PROCEDURAL: "Procedural", Layer.EPISODIC: "Episodic"}


def page(user: str, memories: Iterable[Memory]) -> Iterator[str]:
    """The lines of the page, without their ends. The memories come by layer and project."""
    yield from (MARK, f"# Memories of {_one_line(user)}", "", _PREFACE)
    layer, project = None, None
    for memory in memories:
        if memory.layer is not layer:
            layer, project = memory.layer, None
            yield from ("", f"## {_TITLES[layer]}")
        if memory.scope.project != project:
            project = memory.scope.project
            yield from ("", f"### {f'Project {_one_line(project)}' if project else 'Global'}", "")
        yield from _entry(memory)


def _entry(memory: Memory) -> Iterator[str]:
    first, *rest = memory.content.split("\n")
    yield f"- {first}"
    yield from (f"  {line}".rstrip() for line in rest)
    yield f"  *{_facts(memory)}*"


def _facts(memory: Memory) -> str:
    vouched = _VOUCHED[memory.origin.kind].format(agent=_one_line(memory.origin.agent))
    state = () if memory.status is Status.ACTIVE else (memory.status.value,)
    until = (f"valid until {memory.valid_until:%Y-%m-%d}",) if memory.valid_until else ()
    tags = (f"tags: {_one_line(', '.join(memory.tags))}",) if memory.tags else ()
    day = memory.occurred_at.date().isoformat()
    return " · ".join((day, vouched, *state, *sorted(memory.marks), *until, *tags, memory.id))


def _one_line(text: str) -> str:
    return " ".join(text.split())
