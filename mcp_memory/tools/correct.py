"""The tool that says what is wrong or right about one memory."""

from typing import Annotated

from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp.types import ToolAnnotations
from pydantic import Field

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.requests import Correct, Verdict
from mcp_memory.tools.consent import Answer, Consent, Said, quoted, said
from mcp_memory.tools.verb import LayerWord, Verb, layer_of, verb
from mcp_memory.views.answers import CorrectedView
from mcp_memory.views.words import day

HINTS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
"""Not destructive: every earlier version stays in the history."""


def tool(crossing: Crossing, prefix: str) -> Verb:
    """The tool, bound to one crossing."""

    async def consent(
        id: str,  # noqa: A002 (the tool's argument)
        verdict: Verdict,
        content: str,
        layer: LayerWord,
        user_confirmed: bool,
    ) -> Elicit[Consent] | None:
        """Ask the person, where the engine wants one and the client can reach one."""
        if not crossing.can_ask:
            return None
        ask = Correct(id=id, verdict=verdict, content=content, layer=layer_of(layer), user_confirmed=user_confirmed)
        who = crossing.who()
        if not await crossing.ask(lambda engine: engine.needs_person(who, ask)):
            return None
        file = await crossing.ask(lambda engine: engine.dossier(who, id))
        return Elicit(_question(who.agent, file.memory, ask), Consent)

    async def correct(
        *,
        id: Annotated[str, Field(description="Id, or the beginning that tells it apart")],  # noqa: A002 (the name is the schema)
        answer: Annotated[Answer, Resolve(consent)],
        verdict: Verdict = "edit",
        content: Annotated[str, Field(description="New text, for edit")] = "",
        layer: Annotated[LayerWord, Field(description="New layer, for edit")] = "",
        reason: str = "",
        expected_version: Annotated[int, Field(ge=0, description="Refuse if it has changed since")] = 0,
        user_confirmed: Annotated[bool, Field(description="The person said so")] = False,
    ) -> CorrectedView:
        """Call when a memory is wrong, outdated or incomplete, or when the person confirms one.

        edit replaces its text and keeps the id; wrong and outdated take it out of recall; pin keeps it from fading.
        Each change stays in its history; review with action=undo takes the last one back. What rests on the person's
        word needs user_confirmed=true.
        """
        outcome = said(answer)
        if outcome is Said.DECLINED:
            return CorrectedView.declined(id=id)
        ask = Correct(
            id=id,
            verdict=verdict,
            content=content,
            layer=layer_of(layer),
            reason=reason,
            expected_version=expected_version,
            user_confirmed=user_confirmed,
        )
        who = crossing.who(person=outcome is Said.AGREED)
        return CorrectedView.of(await crossing.tell(lambda engine: engine.correct(who, ask)))

    return verb(correct, prefix=prefix, title="Correct", annotations=HINTS, refuses_unknown=True)


_WANTED: dict[Verdict, str] = {
    "edit": "change",
    "wrong": "mark as wrong",
    "outdated": "mark as outdated",
    "confirmed": "confirm",
    "pin": "pin",
    "unpin": "unpin",
}


def _question(agent: str, memory: Memory, ask: Correct) -> str:
    """What the person reads before they decide."""
    current = f"the memory of {day(memory.occurred_at)}: {quoted(memory.content)}"
    text = f"\nNew text: {quoted(ask.content)}" if ask.content else ""
    layer = f"\nNew layer: {ask.layer}" if ask.layer else ""
    return f"Agent {agent} wants to {_WANTED[ask.verdict]} {current}{text}{layer}\nAgree?"
