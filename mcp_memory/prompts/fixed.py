"""The prompts by which a person has something remembered, starts a task, or goes through what waits for them.

They carry no memory text: what is remembered comes as the answer of a tool, where it is data and not the person's word.
"""

from mcp.server import MCPServer


def register(server: MCPServer, prefix: str) -> None:
    """Add the prompts. `prefix` goes before the names of the tools."""

    @server.prompt(title="Remember this", description="Have a statement remembered, as a person's own word.")
    def remember_this(text: str) -> str:
        return (
            f"Remember this for me with the tool {prefix}remember, as statements that each stand on their own. A fact "
            "or rule that should hold from now on is layer=semantic with user_confirmed=true, because I say so here; "
            "ordered steps go into steps. Then tell me in one line what was stored.\n\n"
            f"{text}"
        )

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

    @server.prompt(title="Review memories", description="Go through what waits for my decision.")
    def review_memories() -> str:
        return (
            f"Call {prefix}review to list what waits for my decision. Take the items one by one: show me the texts "
            "with their dates and who said them, and for a contradiction both sides side by side, then ask me. Carry "
            f"out what I decide, no more, with {prefix}review, the item's id and user_confirmed=true; skip the rest."
        )
