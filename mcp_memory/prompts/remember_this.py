"""A prompt by which a person has something remembered."""

from mcp.server import MCPServer


def register(server: MCPServer, prefix: str) -> None:
    """Add the prompt."""

    @server.prompt(title="Remember this", description="Have a statement remembered, as a person's own word.")
    def remember_this(text: str) -> str:
        return (
            f"Remember this for me with the tool {prefix}remember, as statements that each stand on their own. A fact "
            "or rule that should hold from now on is layer=semantic with user_confirmed=true, because I say so here; "
            "ordered steps go into steps. Then tell me in one line what was stored.\n\n"
            f"{text}"
        )
