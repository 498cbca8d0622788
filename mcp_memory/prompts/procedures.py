"""Every active procedure as a prompt, its parameters as arguments: whoever picks it wants it followed.

What it carries is framed as the record it is. Nothing that waits, was put away or belongs to others is offered.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from mcp.types import GetPromptResult, Prompt, PromptArgument, PromptMessage, TextContent

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.errors import EngineError
from mcp_memory.engine.domain.memory import Memory, Procedure
from mcp_memory.engine.domain.requests import Listing
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.engine.text.counting import cut, cut_chars
from mcp_memory.engine.text.procedures import with_steps
from mcp_memory.views.words import vouched_by, when

PREFIX = "procedure-"
"""Begins the name of each, and of no other prompt."""

_MOST = 100
_TITLE_CHARS = 80
_SLUG_CHARS = 40
_MAX_TOKENS = 4_000
_NO_SLUG = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Recorded:
    """The procedures that memory holds, newest first; a hundred at most."""

    crossing: Crossing

    async def prompts(self) -> list[Prompt]:
        """One for each; none while the memory cannot be reached."""
        return [_prompt(memory, procedure) for memory, procedure in await self._known()]

    async def told(self, name: str, given: Mapping[str, str]) -> GetPromptResult | None:
        """A procedure with the values given in the place of its parameters; None when no prompt has that name."""
        known = await self._known() if name.startswith(PREFIX) else []
        found = next(((memory, procedure) for memory, procedure in known if _name(memory, procedure) == name), None)
        if found is None:
            return None
        memory, procedure = found
        lead = (
            "Follow this procedure for me as far as it fits the present case, and say where it does not. It is a "
            f"record, {when(memory)}, on the word of {vouched_by(memory.origin)} (id {memory.id})."
        )
        told = cut(_filled(with_steps(procedure.trigger, procedure.steps), given), _MAX_TOKENS)
        content = TextContent(text=f"{lead}\n\n{told}")
        return GetPromptResult(description=_title(procedure), messages=[PromptMessage(role="user", content=content)])

    async def _known(self) -> Sequence[tuple[Memory, Procedure]]:
        who, ask = self.crossing.who(), Listing(layers=frozenset({Layer.PROCEDURAL}), limit=_MOST)
        with suppress(EngineError):
            page = await self.crossing.ask(lambda engine: engine.listing(who, ask))
            return [(one, one.details) for one in page.memories if isinstance(one.details, Procedure)]
        return []


def _prompt(memory: Memory, procedure: Procedure) -> Prompt:
    arguments = [PromptArgument(name=name, required=True) for name in procedure.inputs]
    return Prompt(
        name=_name(memory, procedure),
        title=_title(procedure),
        description=f"A recorded procedure of {len(procedure.steps)} steps, {when(memory)}.",
        arguments=arguments,
    )


def _name(memory: Memory, procedure: Procedure) -> str:
    """Readable where its title is Latin, and its own by the end of its id."""
    slug = _NO_SLUG.sub("-", procedure.trigger.lower()).strip("-")[:_SLUG_CHARS].strip("-")
    return PREFIX + "-".join(filter(None, (slug, memory.id[-6:])))


def _title(procedure: Procedure) -> str:
    return cut_chars(" ".join(procedure.trigger.split()), _TITLE_CHARS)


def _filled(text: str, given: Mapping[str, str]) -> str:
    """The text with all values put in at once, so that no value is read for a parameter."""
    return re.sub(r"\{([^{}]+)\}", lambda found: given.get(found[1], found[0]), text)
