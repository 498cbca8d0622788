"""The tool that takes memories out of sight, brings them back, or erases them for good."""

from dataclasses import replace
from typing import Annotated

from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp.types import ToolAnnotations
from pydantic import Field

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.answers import Forgotten
from mcp_memory.engine.domain.errors import Invalid
from mcp_memory.engine.domain.requests import Forget, ForgetMode
from mcp_memory.tools.consent import Answer, Consent, Said, quoted, said
from mcp_memory.tools.verb import Verb, verb
from mcp_memory.views.answers import ForgottenView

HINTS = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)
META = {"anthropic/requiresUserInteraction": True}
"""A client that knows the hint has a person approve the call; a purge cannot be undone."""

MOST_SHOWN = 20
"""A person is shown everything that would be erased; more than this nobody reads."""


def tool(crossing: Crossing, prefix: str) -> Verb:
    """The tool, bound to one crossing."""

    async def meant(ids: tuple[str, ...], query: str, mode: ForgetMode) -> Forgotten | None:
        """What a purge would erase, where a person can be asked: looked up once, so that what is shown is what goes."""
        if mode != "purge" or not crossing.can_ask:
            return None
        ask, who = Forget(ids=ids, query=query, mode=mode), crossing.who()
        return _readable(await crossing.ask(lambda engine: engine.forget(who, ask)))

    async def consent(shown: Annotated[Forgotten | None, Resolve(meant)]) -> Elicit[Consent] | None:
        """Before anything is erased for good ask the person where the client can reach one, whatever the agent says."""
        return Elicit(_question(crossing.who().agent, shown), Consent) if shown and shown.done else None

    async def forget(
        *,
        answer: Annotated[Answer, Resolve(consent)],
        shown: Annotated[Forgotten | None, Resolve(meant)],
        ids: Annotated[tuple[str, ...], Field(description="Ids, or the beginnings that tell them apart")] = (),
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
            return ForgottenView.declined(mode=mode)
        ask = Forget(ids=ids, query=query, mode=mode, reason=reason, confirm=confirm)
        if shown is None:
            who = crossing.who()
            return ForgottenView.of(await crossing.tell(lambda engine: engine.forget(who, ask)))
        if outcome is not Said.AGREED:
            return ForgottenView.of(shown)
        return ForgottenView.of(await _erased(crossing, ask, shown))

    return verb(forget, prefix=prefix, title="Forget", annotations=HINTS, refuses_unknown=True, meta=META)


def _readable(preview: Forgotten) -> Forgotten:
    if len(preview.done) > MOST_SHOWN:
        detail = f"{len(preview.done)} are too many for a person to read; name at most {MOST_SHOWN} at a time"
        raise Invalid(detail, argument="ids")
    return preview


async def _erased(crossing: Crossing, ask: Forget, shown: Forgotten) -> Forgotten:
    """Erase what the person was shown and agreed to, and nothing else, whatever matches the query by now."""
    person = crossing.who(person=True)
    exactly = replace(ask, ids=tuple(memory.id for memory in shown.done), query="", confirm=True)
    done = await crossing.tell(lambda engine: engine.forget(person, exactly))
    return replace(done, not_found=shown.not_found + done.not_found)


def _question(agent: str, preview: Forgotten) -> str:
    """What the person reads before they decide. The ids bind their answer to these very memories."""
    memories = "".join(f"\n- {quoted(memory.content)} ({memory.id})" for memory in preview.done)
    return f"Agent {agent} wants to erase for good, beyond recovery:{memories}\nAgree?"
