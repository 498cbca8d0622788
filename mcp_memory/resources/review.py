"""What waits for a person, as a resource."""

from mcp.server import MCPServer

from mcp_memory.crossing import Crossing
from mcp_memory.engine.domain.requests import Review
from mcp_memory.failures import told_to_reader
from mcp_memory.resources.layers import JSON
from mcp_memory.views.reviews import ReviewedView

ADDRESS = "memory://review"

_MANY = 50


def register(server: MCPServer, crossing: Crossing) -> None:
    """Add the review queue."""

    @server.resource(
        ADDRESS, title="Review queue", description="Contradictions, proposed rules, doubts, denials.", mime_type=JSON
    )
    async def review() -> str:
        ask, who = Review(limit=_MANY), crossing.who()
        with told_to_reader():
            return ReviewedView.of(await crossing.ask(lambda engine: engine.review(who, ask))).line()
