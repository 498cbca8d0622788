"""The tool that stores one statement."""

from typing import Annotated, Literal

from mcp.types import ToolAnnotations
from pydantic import Field

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.requests import Remember
from mcp_memory.tools.verb import EventWord, Verb, event_of, layer_of, verb
from mcp_memory.views.answers import RememberedView

HINTS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


def tool(crossing: Crossing, prefix: str) -> Verb:
    """The tool, bound to one crossing."""

    async def remember(
        *,
        content: Annotated[str, Field(description="One statement that stands on its own, with names and dates")],
        layer: Literal["auto", "episodic", "semantic", "procedural"] = "auto",
        event_type: EventWord = "",
        steps: Annotated[tuple[str, ...], Field(description="Ordered steps of a procedure")] = (),
        occurred_at: Annotated[str, Field(description='ISO date or "yesterday"; default now')] = "",
        valid_until: Annotated[str, Field(description="When it ceases to hold")] = "",
        project: Annotated[str, Field(description='"global": concerns every project')] = "",
        tags: tuple[str, ...] = (),
        session: str = "",
        user_confirmed: Annotated[bool, Field(description="The person said or agreed to exactly this")] = False,
    ) -> RememberedView:
        """Call when the person says to remember something, or when a decision, preference or fact is worth keeping.

        layer=auto keeps it as an event, or as a procedure when it has steps. A standing rule is layer=semantic with
        user_confirmed=true; without that it waits for the person. Repeating a call does no harm.
        """
        ask = Remember(
            content=content,
            layer=layer_of(layer),
            event_type=event_of(event_type),
            steps=steps,
            occurred_at=occurred_at,
            valid_until=valid_until,
            project=crossing.project(project),
            tags=tags,
            user_confirmed=user_confirmed,
        )
        who = crossing.who(session)
        return RememberedView.of(await crossing.tell(lambda engine: engine.remember(who, ask)))

    return verb(remember, prefix=prefix, title="Remember", annotations=HINTS)
