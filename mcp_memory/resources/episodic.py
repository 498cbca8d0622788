"""Episodes as resources, one at a time: there may be many thousands, so no list of them is offered."""

from mcp.server import MCPServer

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.resources.page import JSON, whole

ONE = "memory://episodic/{id}"


def register(server: MCPServer, crossing: Crossing) -> None:
    """Add the template of one episode."""

    @server.resource(ONE, title="An episode", description="One event with its history and provenance.", mime_type=JSON)
    async def episodic_memory(id: str) -> str:  # noqa: A002 (the name in the address)
        return await whole(crossing, Layer.EPISODIC, id)
