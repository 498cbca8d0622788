"""The terminal's review: a person goes through what waits for them and decides, one item after the other.

Where nobody sits at the terminal it only lists. What may be decided and what becomes of it is the engine's to say.
"""

import sys
from collections.abc import Callable
from typing import Annotated, cast

import typer

from mcp_memory import rendering_review as rendering
from mcp_memory.desk import As, Desk, ReasonOption, opened
from mcp_memory.engine.domain.answers import Reviewed
from mcp_memory.engine.domain.errors import NotFound
from mcp_memory.engine.domain.requests import Review, ReviewAction
from mcp_memory.engine.domain.review import ReviewItem, ReviewKind
from mcp_memory.rendering import counted, quiet

_OF_CONFLICTS = {"new": "keep_new", "old": "keep_old", "both": "keep_both"}
_OF_THE_REST = {"approve": "approve", "reject": "reject"}
_LEAVING = {"skip": "skip", "quit": "quit"}


def review(
    context: typer.Context,
    item_id: Annotated[
        str, typer.Argument(metavar="ID", help="Only this item; that of any memory in it.", show_default=False)
    ] = "",
    *,
    listed: Annotated[bool, typer.Option("--list", help="List what waits, and ask nothing.")] = False,
    approve: Annotated[bool, typer.Option("--approve", help="It holds.")] = False,
    reject: Annotated[bool, typer.Option("--reject", help="It is wrong.")] = False,
    keep_new: Annotated[bool, typer.Option("--keep-new", help="Of a conflict, the newer holds.")] = False,
    keep_old: Annotated[bool, typer.Option("--keep-old", help="Of a conflict, the older holds.")] = False,
    keep_both: Annotated[bool, typer.Option("--keep-both", help="It is no conflict; all hold.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Take the last decision on it back, or a merge apart.")] = False,
    reason: ReasonOption = "",
    limit: Annotated[int, typer.Option(min=1, max=1_000, help="Most items.")] = 50,
    as_json: As = False,
) -> None:
    """Go through what waits for you, one by one, and decide; list it; or decide one item."""
    asked = {"approve": approve, "reject": reject, "undo": undo}
    asked |= {"keep_new": keep_new, "keep_old": keep_old, "keep_both": keep_both}
    actions = [action for action, is_asked in asked.items() if is_asked]
    if len(actions) + listed > 1:
        raise typer.BadParameter("one decision at a time, or --list")
    if actions and not item_id:
        raise typer.BadParameter("name the item; `mcp-memory review --list` shows what waits", param_hint="ID")
    with opened(context.obj) as desk:
        if actions:
            answer = _decide(desk, item_id, actions[0], reason)
            desk.show(answer, rendering.decided(answer, undone=undo), as_json=as_json)
            return
        found = _waiting(desk, item_id, limit)
        if listed or as_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
            desk.show(found, rendering.waiting(found), as_json=as_json)
            return
        _go_through(desk, found, reason)


COMMANDS: dict[Callable[..., None], tuple[str, str]] = {
    review: ("review", "review 0199c3f2-7a10 --keep-new"),
}


def _waiting(desk: Desk, item_id: str, limit: int) -> Reviewed:
    if item_id:
        return Reviewed(items=(desk.engine.review_item(desk.who, item_id),), total=1)
    return desk.engine.review(desk.who, Review(limit=limit))


def _decide(desk: Desk, item_id: str, action: str, reason: str) -> Reviewed:
    return desk.engine.review(desk.who, Review(action=cast("ReviewAction", action), id=item_id, reason=reason))


def _go_through(desk: Desk, found: Reviewed, reason: str) -> None:
    """Ask about one item after the other until all were seen or the person leaves; each decision stands at once."""
    decisions = 0
    for number, listed in enumerate(found.items, start=1):
        try:
            # An earlier decision, or another reviewer, may have changed or settled it.
            item = desk.engine.review_item(desk.who, listed.id)
            action = _asked(desk, item, f"{number} of {len(found.items)}")
            if action == "quit":
                break
            if action != "skip":
                answer = _decide(desk, item.id, action, reason)
                desk.print(rendering.decided(answer))
                decisions += 1
        except NotFound as settled:
            desk.print((quiet(f"It waits no more: {settled.detail}"),))
    left = desk.engine.review(desk.who, Review(limit=1)).total
    desk.print((quiet(f"{counted(decisions, 'decision')}; {left:,} still waiting."),))


def _asked(desk: Desk, item: ReviewItem, place: str) -> str:
    """Show one item and have the person choose."""
    question = rendering.Question(
        item=item,
        files=tuple(desk.engine.dossier(desk.who, memory.id) for memory in item.memories),
        gates=desk.engine.gate_report(desk.who, item.id),
        place=place,
    )
    desk.draw(rendering.asked(question, desk.console.width))
    choices = (_OF_CONFLICTS if item.kind is ReviewKind.CONFLICT else _OF_THE_REST) | _LEAVING
    words = ", ".join(f"[{word[0]}]{word[1:]}" for word in choices)
    while True:
        typed = _typed(words).strip().casefold()
        chosen = next((action for word, action in choices.items() if typed and word.startswith(typed)), None)
        if chosen:
            return chosen


def _typed(words: str) -> str:
    """What the person types; leaving the prompt is leaving the review, in which nothing is lost."""
    try:
        typed: str = typer.prompt(words, default="", show_default=False)
    except typer.Abort:
        typer.echo()
        return "quit"
    return typed
