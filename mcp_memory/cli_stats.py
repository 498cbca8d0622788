"""The terminal's view of the data folder in numbers. Nothing is decided here."""

from collections.abc import Callable

import typer

from mcp_memory import rendering_stats as rendering
from mcp_memory.desk import As, opened


def stats(context: typer.Context, *, as_json: As = False) -> None:
    """Count memories by layer, status, tier and event type; show growth per week, what is used and what waits."""
    with opened(context.obj) as desk:
        numbers = desk.engine.stats(desk.who)
        shown = rendering.Numbers.of(numbers)
        desk.show(shown, rendering.stats(shown), as_json=as_json)


COMMANDS: dict[Callable[..., None], tuple[str, str]] = {
    stats: ("stats", "stats --json"),
}
