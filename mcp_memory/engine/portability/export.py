"""Everything within reach, written out a line at a time. It decides nothing about where the lines go."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import assert_never

from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Dossier, Link, Memory
from mcp_memory.engine.domain.upkeep import Exported, ExportForm
from mcp_memory.engine.domain.vocabulary import LIVE
from mcp_memory.engine.portability.own_lines import HEADER, line_of
from mcp_memory.engine.portability.page import page
from mcp_memory.engine.ports.upkeep import Unreadable, Upkeep

Part = Dossier | Link | Unreadable

Write = Callable[[str], object]
"""Takes one line with its end."""


def export(upkeep: Upkeep, reach: Reach, form: ExportForm, write: Write) -> Exported:
    """Write everything as JSONL, or what counts now as a page for people."""
    counted = _Counted()
    match form:
        case "jsonl":
            lines = chain([HEADER], counted.lines(upkeep.whole(reach, "id")))
        case "markdown":
            lines = chain(page(reach.user, counted.shown(upkeep.whole(reach, "group"))), counted.footer())
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

    def lines(self, parts: Iterable[Part]) -> Iterator[str]:
        """All there is."""
        for part in self._readable(parts):
            self.memories += isinstance(part, Dossier)
            self.links += isinstance(part, Link)
            yield line_of(part)

    def shown(self, parts: Iterable[Part]) -> Iterator[Memory]:
        """The memories that count now; links are for copies, not for people."""
        for part in self._readable(parts):
            if isinstance(part, Dossier) and part.memory.status in LIVE:
                self.memories += 1
                yield part.memory
            else:
                self.left_out += isinstance(part, Dossier)

    def footer(self) -> Iterator[str]:
        """What the page does not show."""
        if self.left_out:
            yield from ("", f"Not shown: {self.left_out:,} that are superseded, archived or overturned.")

    def _readable(self, parts: Iterable[Part]) -> Iterator[Dossier | Link]:
        for part in parts:
            if isinstance(part, Unreadable):
                self.unreadable.append(part.name)
            else:
                yield part
