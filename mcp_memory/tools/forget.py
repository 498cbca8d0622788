"""The tool that takes memories out of sight, brings them back, or erases them for good."""

from dataclasses import replace
from typing import Annotated

from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp.types import ToolAnnotations
from pydantic import Field

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.answers import Forgotten
from mcp_memory.engine.domain.requests import Forget, ForgetMode
from mcp_memory.engine.text.counting import cut_chars
from mcp_memory.tools.consent import Answer, Consent, Said, said
from mcp_memory.tools.verb import Verb, verb
from mcp_memory.views.answers import ForgottenView
from mcp_memory.views.words import PREVIEW_CHARS

HINTS = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)
META = {"anthropic/requiresUserInteraction": True}
"""A client that knows the hint has a person approve the call; a purge cannot be undone."""

_SHOWN = 5


def tool(crossing: Crossing, prefix: str) -> Verb:
    """The tool, bound to one crossing."""

    async def consent(ids: tuple[str, ...], query: str, mode: ForgetMode) -> Elicit[Consent] | None:
        """Before anything is erased for good ask the person where the client can reach one, whatever the agent says."""
        if mode != "purge" or not crossing.can_ask:
            return None
        ask, who = Forget(ids=ids, query=query, mode=mode), crossing.who()
        preview = await crossing.ask(lambda engine: engine.forget(who, ask))
        return Elicit(_question(who.agent, preview), Consent) if preview.done else None

    async def forget(
        *,
        answer: Annotated[Answer, Resolve(consent)],
        ids: Annotated[tuple[str, ...], Field(description="Ids, or their first 8 characters")] = (),
        query: Annotated[str, Field(description="Instead of ids")] = "",
        mode: ForgetMode = "archive",
        reason: str = "",
        confirm: Annotated[bool, Field(description="The person has seen the preview and agreed")] = False,
    ) -> ForgottenView:
        """Call when the person wants something forgotten, or brought back.

        archive hides memories and can be undone with restore; purge erases them for good, by ids only. By query, or
        to purge, the first call shows what is meant; confirm=true carries it out.
        """
        outcome = said(answer)
        if outcome is Said.DECLINED:
            return ForgottenView.declined(mode)
        ask = Forget(ids=ids, query=query, mode=mode, reason=reason, confirm=confirm)
        who = crossing.who(person=outcome is Said.AGREED)
        agreed = replace(ask, confirm=confirm or who.person)
        return ForgottenView.of(await crossing.tell(lambda engine: engine.forget(who, agreed)))

    return verb(forget, prefix=prefix, title="Forget", annotations=HINTS, refuses_unknown=True, meta=META)


def _question(agent: str, preview: Forgotten) -> str:
    """What the person reads before they decide."""
    texts = "".join(f'\n- "{cut_chars(memory.content, PREVIEW_CHARS)}"' for memory in preview.done[:_SHOWN])
    more = f"\n- and {len(preview.done) - _SHOWN} more" if len(preview.done) > _SHOWN else ""
    return f"Agent {agent} wants to erase for good, beyond recovery:{texts}{more}\nAgree?"
