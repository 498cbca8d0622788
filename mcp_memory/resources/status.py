"""Counts and states as a resource, without any memory text."""

from mcp.server import MCPServer

from mcp_memory.crossing import Crossing
from mcp_memory.failures import told_to_reader
from mcp_memory.resources.layers import JSON
from mcp_memory.views.pages import StatusView

ADDRESS = "memory://status"


def register(server: MCPServer, crossing: Crossing) -> None:
    """Add the status."""

    @server.resource(ADDRESS, title="Status", description="How much is remembered, and its state.", mime_type=JSON)
    async def status() -> str:
        who = crossing.who()
        with told_to_reader():
            return StatusView.of(await crossing.ask(lambda engine: engine.status(who))).line()
