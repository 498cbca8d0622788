"""What all shapes have in common, and how a tool's answer travels."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Self, TypeVar

from mcp.types import CallToolResult, TextContent
from pydantic import BaseModel, ConfigDict

from mcp_memory.engine.text.counting import cut_chars
from mcp_memory.views.words import DECLINED, sentences

MAX_BYTES = 29_000
"""Cap of one answer, UTF-8. It travels twice, as text and as structure, and some clients refuse 60 kB."""

FRAME_BYTES = 2_000
"""What of the cap is kept for all that an answer says beside what it lists."""

_ERROR_CHARS = 2_000


class Shape(BaseModel):
    """A frozen value for the outside."""

    model_config = ConfigDict(frozen=True)

    def shown(self) -> dict[str, Any]:
        """What goes out: only what is set."""
        return self.model_dump(mode="json", exclude_defaults=True)

    def line(self) -> str:
        """The same as one line of JSON."""
        return json.dumps(self.shown(), ensure_ascii=False, separators=(",", ":"))


OneShape = TypeVar("OneShape", bound=Shape)


def within_cap(shapes: Iterable[OneShape]) -> Iterator[OneShape]:
    """The first shapes that fit into one answer together; none is cut."""
    left = MAX_BYTES - FRAME_BYTES
    for shape in shapes:
        left -= len(shape.line().encode())
        if left < 0:
            return
        yield shape


class View(Shape):
    """A whole answer. `hint` says what to make of it and what to do next."""

    hint: str = ""

    def noted(self, note: str) -> Self:
        """The same with one more thing said, first."""
        return self.model_copy(update={"hint": sentences(note, self.hint)})

    @classmethod
    def declined(cls, **asked: str) -> Self:
        """Nothing was done, because the person said so; `asked` is what the answer names of the question."""
        return cls.model_validate({**asked, "outcome": "declined", "hint": DECLINED})


def answered(view: View) -> CallToolResult:
    """A tool's answer: one line of JSON for clients that read text, the same as structure for the others."""
    return CallToolResult(content=[TextContent(type="text", text=view.line())], structured_content=view.shown())


def refused(reason: str) -> CallToolResult:
    """A tool's error."""
    return CallToolResult(content=[TextContent(type="text", text=cut_chars(reason, _ERROR_CHARS))], is_error=True)
