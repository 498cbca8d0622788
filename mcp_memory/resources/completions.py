"""Completions: ids of recent memories for addresses, names of projects and tags for prompts."""

from contextlib import suppress

from mcp.server import MCPServer
from mcp.types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
)

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.errors import EngineError
from mcp_memory.engine.domain.limits import MAX_NAME_CHARS
from mcp_memory.engine.domain.requests import Listing
from mcp_memory.engine.domain.vocabulary import Layer

_RECENT = 200
_SHOWN = 50


def register(server: MCPServer, crossing: Crossing) -> None:
    """Answer completion requests; where nothing is known there is nothing to offer.

    A name over the limit, kept before there was one, is not offered: no call would take it.
    """

    async def complete(
        reference: PromptReference | ResourceTemplateReference,
        argument: CompletionArgument,
        _: CompletionContext | None,
    ) -> Completion:
        known: tuple[str, ...] = ()
        with suppress(EngineError):
            known = await _known(crossing, reference, argument.name)
        begins = argument.value.casefold()
        matching = [value for value in known if value.casefold().startswith(begins) and len(value) <= MAX_NAME_CHARS]
        shown = matching[:_SHOWN]
        return Completion(values=shown, total=len(matching), has_more=len(matching) > len(shown))

    server.completion()(complete)  # type: ignore[no-untyped-call]  # the SDK leaves it without a type


async def _known(
    crossing: Crossing, reference: PromptReference | ResourceTemplateReference, argument: str
) -> tuple[str, ...]:
    who = crossing.who()
    if isinstance(reference, PromptReference):
        match argument:
            case "project":
                return await crossing.ask(lambda engine: engine.projects(who))
            case "tag":
                return await crossing.ask(lambda engine: engine.tags(who))
            case _:
                return ()
    layers = frozenset(layer for layer in Layer if reference.uri == f"memory://{layer}/{{id}}")
    if not layers:
        return ()
    page = await crossing.ask(lambda engine: engine.listing(who, Listing(layers=layers, limit=_RECENT)))
    return tuple(memory.id for memory in page.memories)
