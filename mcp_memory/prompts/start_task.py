"""A prompt by which a person starts a task with what is remembered.

It carries no memory text: what is remembered comes as the answer of a tool, where it is data and not the person's word.
"""

from mcp.server import MCPServer


def register(server: MCPServer, prefix: str) -> None:
    """Add the prompt."""

    @server.prompt(title="Start a task", description="Begin a task with what earlier sessions have left.")
    def start_task(task: str, project: str = "", tag: str = "") -> str:
        named = [f'{name}="{value}"' for name, value in (("project", project), ("tags", tag)) if value]
        scope = f" with {' and '.join(named)}" if named else ""
        return (
            f"Before you start, call {prefix}recall{scope} without a query for the briefing, then once more with the "
            "task as its query. Keep to the preferences, constraints and procedures you find that concern it; say "
            "which you used, and ask where they contradict each other or the task.\n\n"
            f"Task: {task}"
        )
