"""The tool by which a person decides, through a model, what waits for them."""

from typing import Annotated

from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp.types import ToolAnnotations
from pydantic import Field

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.requests import Review, ReviewAction
from mcp_memory.tools.consent import Answer, Consent, Said, said
from mcp_memory.tools.verb import Verb, verb
from mcp_memory.views.reviews import ReviewedView, question

HINTS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
"""Not destructive: every decision can be undone."""

_UNASKED = frozenset({"list", "undo"})


def tool(crossing: Crossing, prefix: str) -> Verb:
    """The tool, bound to one crossing."""

    async def consent(action: ReviewAction, id: str) -> Elicit[Consent] | None:  # noqa: A002 (the tool's argument)
        """Ask the person, where the client can reach one; their own hand counts more than an agent's word."""
        if action in _UNASKED or not crossing.can_ask:
            return None
        who = crossing.who()
        item = await crossing.ask(lambda engine: engine.review_item(who, id))
        return Elicit(question(item, action, who.agent), Consent)

    async def review(
        *,
        answer: Annotated[Answer, Resolve(consent)],
        action: ReviewAction = "list",
        id: Annotated[str, Field(description="Of the item, from the list")] = "",  # noqa: A002 (the name is the schema)
        reason: str = "",
        limit: Annotated[int, Field(ge=1, le=50)] = 10,
        user_confirmed: Annotated[bool, Field(description="The person decided so")] = False,
    ) -> ReviewedView:
        """Call when the person wants to see or decide what waits: contradictions, proposed rules, doubts, denials.

        list shows what waits and changes nothing. A decision is the person's: ask them, then call with
        user_confirmed=true. undo takes back the last decision on an item, or the last correction of a memory.
        """
        outcome = said(answer)
        if outcome is Said.DECLINED:
            return ReviewedView.declined()
        ask = Review(action=action, id=id, reason=reason, limit=limit, user_confirmed=user_confirmed)
        who = crossing.who(person=outcome is Said.AGREED)
        return ReviewedView.of(await crossing.tell(lambda engine: engine.review(who, ask)))

    return verb(review, prefix=prefix, title="Review", annotations=HINTS, refuses_unknown=True)
