"""The tool that makes a rule or a procedure of episodes, or lists what could become one."""

from typing import Annotated, Literal

from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp.types import ToolAnnotations
from pydantic import Field

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.promotion import Promote
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.tools.consent import Answer, Consent, Said, quoted, said
from mcp_memory.tools.verb import Verb, verb
from mcp_memory.views.promotions import PromotedView

HINTS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


def tool(crossing: Crossing, prefix: str) -> Verb:
    """The tool, bound to one crossing."""

    async def consent(
        ids: tuple[str, ...], statement: str, user_confirmed: bool, dry_run: bool
    ) -> Elicit[Consent] | None:
        """Where the agent says that the person agreed and the person can be asked, ask them."""
        if dry_run or not user_confirmed or not (ids or statement) or not crossing.can_ask:
            return None
        meant = quoted(statement) if statement else f"{len(ids)} memories"
        return Elicit(f"Agent {crossing.who().agent} wants to make a standing rule of {meant}.\nAgree?", Consent)

    async def promote(
        *,
        answer: Annotated[Answer, Resolve(consent)],
        ids: Annotated[tuple[str, ...], Field(description="Episodes it rests on, or what waits")] = (),
        to: Literal["semantic", "procedural"] = "semantic",
        statement: Annotated[str, Field(description="The rule in one sentence, free of any occasion")] = "",
        steps: Annotated[tuple[str, ...], Field(description="Of a procedure; {braces} name what varies")] = (),
        user_confirmed: Annotated[bool, Field(description="The person said or agreed to exactly this")] = False,
        dry_run: Annotated[bool, Field(description="Only show what the gates say")] = False,
    ) -> PromotedView:
        """Call when several episodes say the same rule, or show the same way of doing something.

        Gates decide: several sightings in several sessions, no contradiction, useful later. What does not pass is kept
        and tried again. Without arguments it runs consolidation now and lists the candidates.
        """
        outcome = said(answer)
        if outcome is Said.DECLINED:
            return PromotedView.declined()
        ask = Promote(
            ids=ids, to=Layer(to), statement=statement, steps=steps, user_confirmed=user_confirmed, dry_run=dry_run
        )
        who = crossing.who(person=outcome is Said.AGREED)
        return PromotedView.of(await crossing.tell(lambda engine: engine.promote(who, ask)))

    return verb(promote, prefix=prefix, title="Promote", annotations=HINTS, refuses_unknown=True)
