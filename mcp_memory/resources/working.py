"""The working memory of one session as a resource."""

from mcp.server import MCPServer

from mcp_memory.crossing import Crossing
from mcp_memory.failures import told_to_reader
from mcp_memory.resources.layers import JSON
from mcp_memory.views.sessions import WorkingView

ADDRESS = "memory://working/{session}"

_MAX_TOKENS = 7_000
"""What the cap of one answer holds."""


def register(server: MCPServer, crossing: Crossing) -> None:
    """Add the working memory."""

    @server.resource(
        ADDRESS,
        title="Working memory of a session",
        description="Goal, steps, artefacts, summary, recent rounds, open tasks, what was denied.",
        mime_type=JSON,
    )
    async def working(session: str) -> str:
        who = crossing.who(session)
        with told_to_reader():
            return WorkingView.of(await crossing.ask(lambda engine: engine.working(who)), _MAX_TOKENS).line()
