"""Everything within reach, written out a line at a time. It decides nothing about where the lines go."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import assert_never

from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Dossier, Link, Memory
from mcp_memory.engine.domain.upkeep import Exported, ExportForm
from mcp_memory.engine.portability.own_lines import HEADER, line_of
from mcp_memory.engine.portability.page import SHOWN, footer, page
from mcp_memory.engine.ports.upkeep import Unreadable, Upkeep

Write = Callable[[str], object]
"""Takes one line with its end."""


def export(upkeep: Upkeep, reach: Reach, form: ExportForm, write: Write) -> Exported:
    """Write everything as JSONL, or what counts now as a page for people."""
    counted = _Counted()
    match form:
        case "jsonl":
            lines = _jsonl(counted.all_of(upkeep.whole(reach, "id")))
        case "markdown":
            lines = _markdown(reach.user, counted, upkeep.whole(reach, "group"))
        case _:
            assert_never(form)
    for line in lines:
        write(f"{line}\n")
    return Exported(counted.memories, counted.links, counted.left_out, tuple(counted.unreadable))


@dataclass(slots=True)
class _Counted:
    """Counts what passes, and keeps the names of what could not be read."""

    memories: int = 0
    links: int = 0
    left_out: int = 0
    unreadable: list[str] = field(default_factory=list)

    def all_of(self, parts: Iterable[Dossier | Link | Unreadable]) -> Iterator[Dossier | Link]:
        for part in parts:
            match part:
                case Dossier():
                    self.memories += 1
                    yield part
                case Link():
                    self.links += 1
                    yield part
                case Unreadable(name):
                    self.unreadable.append(name)
                case _:
                    assert_never(part)

    def shown_of(self, parts: Iterable[Dossier | Link | Unreadable]) -> Iterator[Memory]:
        """The memories that count now; links are for copies, not for people."""
        for part in self.all_of(parts):
            if isinstance(part, Dossier):
                if part.memory.status in SHOWN:
                    yield part.memory
                else:
                    self.memories -= 1
                    self.left_out += 1
            else:
                self.links -= 1


def _jsonl(parts: Iterable[Dossier | Link]) -> Iterator[str]:
    yield HEADER
    yield from (line_of(part) for part in parts)


def _markdown(user: str, counted: _Counted, parts: Iterable[Dossier | Link | Unreadable]) -> Iterator[str]:
    yield from page(user, counted.shown_of(parts))
    yield from footer(counted.left_out)
