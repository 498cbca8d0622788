"""Semantic memories as resources: facts and rules that hold beyond a single occasion."""

from mcp.server import MCPServer

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.resources.page import JSON, shelf, whole

LIST = "memory://semantic"
ONE = "memory://semantic/{id}"


def register(server: MCPServer, crossing: Crossing) -> None:
    """Add the list of the layer and the template of one memory."""

    @server.resource(
        LIST,
        title="Standing facts and rules",
        description="Memories on facts and rules that hold beyond a single occasion, as records.",
        mime_type=JSON,
    )
    async def semantic() -> str:
        return await shelf(crossing, Layer.SEMANTIC)

    @server.resource(
        ONE, title="A standing fact or rule", description="One memory with its history and provenance.", mime_type=JSON
    )
    async def semantic_memory(id: str) -> str:  # noqa: A002 (the name in the address)
        return await whole(crossing, Layer.SEMANTIC, id)
