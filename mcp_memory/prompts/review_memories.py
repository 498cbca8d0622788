"""A prompt by which a person goes through what waits for them. It carries no memory text."""

from mcp.server import MCPServer


def register(server: MCPServer, prefix: str) -> None:
    """Add the prompt."""

    @server.prompt(title="Review memories", description="Go through what waits for my decision.")
    def review_memories() -> str:
        return (
            f"Call {prefix}review to list what waits for my decision. Take the items one by one: show me the texts "
            "with their dates and who said them, and for a contradiction both sides side by side, then ask me. Carry "
            f"out what I decide, no more, with {prefix}review, the item's id and user_confirmed=true; skip the rest."
        )
