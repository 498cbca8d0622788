"""Procedural memories as resources: how things are done, step by step."""

from mcp.server import MCPServer

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.resources.page import JSON, shelf, whole

LIST = "memory://procedural"
ONE = "memory://procedural/{id}"


def register(server: MCPServer, crossing: Crossing) -> None:
    """Add the list of the layer and the template of one memory."""

    @server.resource(
        LIST,
        title="Procedures",
        description="Memories on how things are done, step by step, as records.",
        mime_type=JSON,
    )
    async def procedural() -> str:
        return await shelf(crossing, Layer.PROCEDURAL)

    @server.resource(
        ONE, title="A procedure", description="One memory with its history and provenance.", mime_type=JSON
    )
    async def procedural_memory(id: str) -> str:  # noqa: A002 (the name in the address)
        return await whole(crossing, Layer.PROCEDURAL, id)
