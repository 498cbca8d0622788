"""The terminal's commands that show how things stand: one memory whole, the sessions, the data folder in numbers.

They put together what the engine tells; nothing is decided here.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

import typer

from mcp_memory import rendering_show as rendering
from mcp_memory.desk import As, Desk, IdArgument, opened
from mcp_memory.engine.domain.errors import NothingWaits
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.vocabulary import Mark


def show(context: typer.Context, memory_id: IdArgument, *, as_json: As = False) -> None:
    """Show one memory with what it holds, the turns it came from, its history, where it was seen, and its links."""
    with opened(context.obj) as desk:
        file = desk.engine.dossier(desk.who, memory_id)
        whole = rendering.Whole(
            memory=file.memory,
            history=file.history,
            links=file.links,
            observations=file.observations,
            gates=desk.engine.gate_report(desk.who, file.memory.id),
            turns=desk.engine.source_turns(desk.who, file.memory.id),
            contradicted=_contradicted(desk, file.memory),
        )
        desk.show(whole, rendering.shown(whole), as_json=as_json)


def sessions(
    context: typer.Context,
    session: Annotated[str, typer.Argument(metavar="ID", help="Only this one, whole.", show_default=False)] = "",
    *,
    limit: Annotated[int, typer.Option(min=1, max=1_000, help="Most sessions.")] = 20,
    as_json: As = False,
) -> None:
    """Show the latest sessions: what each is for, and what of it waits to be encoded; or one of them whole."""
    with opened(context.obj) as desk:
        if session:
            who = replace(desk.who, session=session)
            working = desk.engine.working(who)
            desk.show(working, rendering.session(working, desk.engine.unencoded(who)), as_json=as_json)
            return
        sittings = tuple(
            rendering.Sitting(found, desk.engine.unencoded(replace(desk.who, session=found.id)))
            for found in desk.engine.sessions(desk.who, limit)
        )
        desk.show(sittings, rendering.sessions(sittings), as_json=as_json)


def stats(context: typer.Context, *, as_json: As = False) -> None:
    """Count memories by layer, status, tier and event type; show growth per week, what is used and what waits."""
    with opened(context.obj) as desk:
        shown = rendering.Numbers.of(desk.engine.stats(desk.who))
        desk.show(shown, rendering.stats(shown), as_json=as_json)


COMMANDS: dict[Callable[..., None], tuple[str, str]] = {
    show: ("show", "show 0199c3f2-7a10"),
    sessions: ("sessions", "sessions --limit 5"),
    stats: ("stats", "stats --json"),
}


def _contradicted(desk: Desk, memory: Memory) -> tuple[Memory, ...]:
    """What the memory is in conflict with, as long as nobody has decided."""
    if Mark.CONFLICTED in memory.marks:
        with suppress(NothingWaits):
            item = desk.engine.review_item(desk.who, memory.id)
            return tuple(member for member in item.memories if member.id != memory.id)
    return ()
