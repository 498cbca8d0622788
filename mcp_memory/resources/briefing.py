"""The start of a task as a resource, for clients whose person attaches context by hand."""

from mcp.server import MCPServer

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.requests import Recall
from mcp_memory.failures import told_to_reader
from mcp_memory.resources.layers import JSON
from mcp_memory.views.answers import RecalledView

ADDRESS = "memory://briefing"


def register(server: MCPServer, crossing: Crossing) -> None:
    """Add the briefing."""

    @server.resource(
        ADDRESS,
        title="Briefing",
        description="What stands, what was said once, procedures, open tasks, last session.",
        mime_type=JSON,
    )
    async def briefing() -> str:
        ask, who = Recall(project=crossing.project("")), crossing.who()
        with told_to_reader():
            answer = await crossing.ask(lambda engine: engine.recall(who, ask))
        return RecalledView.of(answer, ask.max_tokens).line()
