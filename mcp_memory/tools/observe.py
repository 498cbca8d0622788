"""The tool that notes what happened in a session."""

from typing import Annotated, Any, Literal

from mcp.types import ToolAnnotations
from pydantic import Field

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.requests import Observe
from mcp_memory.tools.turns import said
from mcp_memory.tools.verb import Verb, verb
from mcp_memory.views.sessions import ObservedView

HINTS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)


def tool(crossing: Crossing, prefix: str) -> Verb:
    """The tool, bound to one crossing."""

    async def observe(
        *,
        session: Annotated[str, Field(description="Default: this connection")] = "",
        role: Literal["user", "assistant", "system", "tool_call", "tool_result"] = "user",
        content: Annotated[str, Field(description="One turn, word for word")] = "",
        turns: Annotated[tuple[dict[str, Any], ...], Field(description="Several: {role, content, speaker?, at?}")] = (),
        goal: Annotated[str, Field(description="What the session is for")] = "",
        step: Annotated[str, Field(description="A step just done")] = "",
        artifact: Annotated[str, Field(description="Something made: a file, a link")] = "",
        resumes: Annotated[str, Field(description="Earlier session of the same task")] = "",
        end: Annotated[bool, Field(description="The session is over")] = False,
    ) -> ObservedView:
        """Call after each round with what was said, and when the task begins, advances or ends.

        Keeps the working memory of this session and turns what is worth keeping into memories, in the background.
        Without arguments it gives the state of the task back: goal, steps, summary, recent rounds.
        """
        ask = Observe(
            turns=said(role, content, turns),
            goal=goal,
            step=step,
            artifact=artifact,
            resumes=resumes,
            project=crossing.project(""),
            end=end,
        )
        who = crossing.who(session)
        return ObservedView.of(await crossing.tell(lambda engine: engine.observe(who, ask)))

    return verb(observe, prefix=prefix, title="Observe", annotations=HINTS)
