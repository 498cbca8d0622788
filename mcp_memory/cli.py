"""The terminal: parse, call, print. A person acts here directly, so what they say is a person's word.

Every command opens the data folder, asks the engine one thing and prints the answer; what it may and may not do is
the engine's to say. A plain `serve` never comes here: it must not pay for the terminal.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import TextIOWrapper
from typing import Annotated, NoReturn, get_args

import typer
from rich.console import Console

from mcp_memory import (
    __version__,
    cli_copies,
    cli_jobs,
    cli_review,
    cli_show,
    hooks,
    rendering,
    rendering_copies,
)
from mcp_memory.demo import play
from mcp_memory.desk import (
    As,
    Desk,
    IdArgument,
    ProjectOption,
    ReasonOption,
    Terminal,
    opened,
    show,
)
from mcp_memory.engine.domain.answers import Briefing, Finding
from mcp_memory.engine.domain.errors import EngineError, InvalidSetting, Unavailable
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.requests import (
    Correct,
    Forget,
    ForgetMode,
    Include,
    Listing,
    Recall,
    Remember,
    Verdict,
)
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Status
from mcp_memory.engine.privacy.gate import admit
from mcp_memory.refusals import told
from mcp_memory.settings import Settings, Shown

TYPED_CHARS = 8
"""How much of an id a person types to confirm that a memory is erased."""


def run(arguments: Sequence[str], terminal: Terminal) -> NoReturn:
    """Carry out one command line and leave with its exit code; what the engine refuses is one line."""
    for stream in (sys.stdout, sys.stderr):
        # A code page that lacks a character must cost that character, never the answer.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        code = application()(args=list(arguments) or ["--help"], prog_name="mcp-memory", obj=terminal)
    except EngineError as refused:
        sys.stderr.write(f"mcp-memory: {told(refused)}\n")
        code = 2 if isinstance(refused, InvalidSetting) else 1
    sys.exit(code)


def application() -> typer.Typer:
    """The command line with all its commands."""
    app = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_top)
    others = cli_show.COMMANDS | cli_review.COMMANDS | cli_jobs.COMMANDS | cli_copies.COMMANDS
    for command, (name, example) in (_COMMANDS | others).items():
        app.command(name, epilog=f"Example: mcp-memory {example}")(command)
    return app


def _version(asked: bool) -> None:  # noqa: FBT001 (typer calls it so)
    if asked:
        typer.echo(f"mcp-memory {__version__}")
        raise typer.Exit


def _top(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Long-term memory for AI agents: layered, reviewable, offline."""


TagOption = Annotated[list[str] | None, typer.Option("--tag", help="A tag, matched exactly; may be repeated.")]


def serve(context: typer.Context) -> None:
    """Answer an MCP client on standard input and output. Clients start this; there is nothing to see."""
    terminal: Terminal = context.obj
    settings = Settings.read(terminal.environ)
    from mcp_memory import stdio

    stdio.serve(settings)


def hook(
    context: typer.Context,
    event: Annotated[str, typer.Argument(metavar="EVENT", help="Such as session-start or stop.")],
) -> None:
    """Note what an agent's host tells of a session, as JSON on standard input. Hosts start this, see docs/hooks.md."""
    terminal: Terminal = context.obj
    hooks.run([event], terminal.environ)


def remember(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="The statement; - reads it from standard input.")],
    *,
    layer: Annotated[Layer | None, typer.Option(help="Where it belongs; else decided by the text.")] = None,
    event_type: Annotated[EventType | None, typer.Option(help="What kind of thing was said or done.")] = None,
    step: Annotated[list[str] | None, typer.Option(help="One step of a procedure; repeat in order.")] = None,
    occurred_at: Annotated[str, typer.Option(help="When it happened: a date, or words like 'yesterday'.")] = "",
    valid_until: Annotated[str, typer.Option(help="Until when it holds.")] = "",
    project: ProjectOption = None,
    tag: TagOption = None,
    as_json: As = False,
) -> None:
    """Keep one statement. It is found from the next recall on."""
    with opened(context.obj) as desk:
        ask = Remember(
            content=sys.stdin.read() if text == "-" else text,
            layer=layer,
            event_type=event_type,
            steps=tuple(step or ()),
            occurred_at=occurred_at,
            valid_until=valid_until,
            project=desk.project(project),
            tags=tuple(tag or ()),
        )
        answer = desk.engine.remember(desk.who, ask)
        desk.show(answer, rendering.remembered(answer), as_json=as_json)
        desk.settle()


def recall(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="A question, a few words or an id; nothing asks for the briefing.")] = "",
    *,
    explain: Annotated[bool, typer.Option("--explain", help="Show every factor of the rank and stage times.")] = False,
    layer: Annotated[Layer | None, typer.Option(help="Only this layer.")] = None,
    event_type: Annotated[EventType | None, typer.Option(help="Only this kind of event.")] = None,
    project: ProjectOption = None,
    tag: TagOption = None,
    since: Annotated[str, typer.Option(help="Only events from then on.")] = "",
    until: Annotated[str, typer.Option(help="Only events up to then.")] = "",
    include: Annotated[list[str] | None, typer.Option(help=f"Also: {', '.join(get_args(Include))}.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="Most memories.")] = 8,
    max_tokens: Annotated[int, typer.Option(min=1, help="Most tokens of text.")] = 2_000,
    as_json: As = False,
) -> None:
    """Find memories by meaning and by words."""
    with opened(context.obj) as desk:
        desk.warm()
        ask = Recall(
            query=query,
            layer=layer,
            limit=limit,
            max_tokens=max_tokens,
            since=since,
            until=until,
            event_type=event_type,
            project=desk.project(project),
            tags=tuple(tag or ()),
            include=_included(include or ()),
        )
        answer = desk.engine.recall(desk.who, ask)
        if isinstance(answer, Briefing):
            desk.show(answer, rendering.briefing(answer), as_json=as_json)
        else:
            desk.show(answer, rendering.recalled(answer, explain=explain), as_json=as_json)


def list_memories(
    context: typer.Context,
    *,
    layer: Annotated[list[Layer] | None, typer.Option(help="Only this layer; may be repeated.")] = None,
    status: Annotated[list[Status] | None, typer.Option(help="Active ones if not given; may be repeated.")] = None,
    project: ProjectOption = None,
    tag: TagOption = None,
    limit: Annotated[int, typer.Option(min=1, max=1_000, help="Most memories.")] = 50,
    offset: Annotated[int, typer.Option(min=0, help="How many to skip.")] = 0,
    as_json: As = False,
) -> None:
    """Page through memories, newest event first."""
    with opened(context.obj) as desk:
        ask = Listing(
            layers=frozenset(layer or ()),
            statuses=frozenset(status or (Status.ACTIVE,)),
            project=desk.project(project),
            tags=frozenset(tag or ()),
            limit=limit,
            offset=offset,
        )
        page = desk.engine.listing(desk.who, ask)
        desk.show(page, rendering.listed(page, offset=offset), as_json=as_json)


def correct(
    context: typer.Context,
    memory_id: IdArgument,
    content: Annotated[str, typer.Argument(help="The new text, for an edit.")] = "",
    *,
    verdict: Annotated[Verdict, typer.Option(help="What is to be said about it.")] = "edit",
    layer: Annotated[Layer | None, typer.Option(help="Move it to this layer.")] = None,
    reason: ReasonOption = "",
    expected_version: Annotated[int, typer.Option(min=0, help="Refuse if it is at another version by now.")] = 0,
    as_json: As = False,
) -> None:
    """Edit a memory, or say that it is wrong, outdated or confirmed; pin or unpin it."""
    with opened(context.obj) as desk:
        ask = Correct(
            id=memory_id,
            verdict=verdict,
            content=content,
            layer=layer,
            reason=reason,
            expected_version=expected_version,
        )
        before = desk.engine.dossier(desk.who, memory_id).memory
        answer = desk.engine.correct(desk.who, ask)
        desk.show(answer, rendering.corrected(answer, before), as_json=as_json)
        desk.settle()


def forget(
    context: typer.Context,
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Ids, or their first characters.")] = None,
    *,
    query: Annotated[str, typer.Option(help="Show what a question finds instead; --yes acts on it.")] = "",
    purge: Annotated[bool, typer.Option("--purge", help="Erase for good; asks for confirmation.")] = False,
    restore: Annotated[bool, typer.Option("--restore", help="Bring back what was archived.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    reason: ReasonOption = "",
    as_json: As = False,
) -> None:
    """Archive memories, so that they are offered no more; restore them; or erase them for good."""
    if purge and restore:
        raise typer.BadParameter("--purge and --restore exclude each other")
    mode: ForgetMode = "purge" if purge else "restore" if restore else "archive"
    with opened(context.obj) as desk:
        if query or purge:
            desk.warm()
        ask = Forget(ids=tuple(ids or ()), query=query, mode=mode, reason=reason, confirm=yes)
        answer = desk.engine.forget(desk.who, ask)
        if answer.preview and mode == "purge" and answer.done:
            desk.print(rendering.forgotten(answer))
            _confirm(answer.done)
            shown = tuple(memory.id for memory in answer.done)
            answer = desk.engine.forget(desk.who, replace(ask, ids=shown, query="", confirm=True))
        desk.show(answer, rendering.forgotten(answer), as_json=as_json)
        if answer.not_found:
            raise typer.Exit(1)


def reveal(
    context: typer.Context,
    asked: Annotated[
        str, typer.Argument(metavar="PLACEHOLDER|ID", help="What stands in the text, such as phone:1, or an id.")
    ] = "",
    *,
    log: Annotated[bool, typer.Option("--log", help="Show who was given what, latest first.")] = False,
    as_json: As = False,
) -> None:
    """Show personal data that stands in the vault; every time is noted in a log."""
    if log == bool(asked):
        raise typer.BadParameter("name a placeholder or an id, or ask for --log")
    with opened(context.obj) as desk:
        if log:
            noted = desk.engine.reveals(desk.who)
            desk.show(noted, rendering.reveals(noted), as_json=as_json)
            return
        answer = desk.engine.reveal(desk.who, asked)
        desk.show(answer, rendering.revealed(answer), as_json=as_json)
    if answer.unknown:
        raise typer.Exit(1)


def status(context: typer.Context, *, as_json: As = False) -> None:
    """Count what is remembered, and show the state of the data folder."""
    with opened(context.obj) as desk:
        state = desk.engine.status(desk.who)
        desk.show(state, rendering.status(state), as_json=as_json)


def doctor(
    context: typer.Context,
    *,
    repair: Annotated[bool, typer.Option("--repair", help="Mend first what can be mended; nothing is lost.")] = False,
    as_json: As = False,
) -> None:
    """Check records, index, queue and model, and show every setting and where it came from."""
    try:
        with opened(context.obj) as desk:
            failed = _repair(desk, as_json=as_json) if repair else ()
            # A key pasted into the wrong variable must not end up in a pasted report.
            settings = tuple(replace(shown, value=admit(shown.value).text) for shown in desk.settings.shown())
            report = Diagnosis((*failed, *desk.engine.diagnose()), settings, desk.settings.warnings)
    except (InvalidSetting, Unavailable) as closed:
        name = "settings" if isinstance(closed, InvalidSetting) else "records"
        report = Diagnosis((Finding(name, passed=False, detail=closed.message),), (), ())
    lines = rendering.diagnosis(report.findings, report.settings, report.warnings)
    show(report, lines, Console(), as_json=as_json)
    if not all(finding.passed for finding in report.findings):
        raise typer.Exit(2 if report.findings[0].check == "settings" else 1)


def demo(
    context: typer.Context,
    *,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the data folder and print where it is.")] = False,
) -> None:
    """Watch a bundled project history being remembered, recalled, corrected and forgotten. Needs no network."""
    terminal: Terminal = context.obj
    if not play(terminal.open_engine, Console(), keep=keep):
        raise typer.Exit(1)


_COMMANDS: dict[Callable[..., None], tuple[str, str]] = {
    serve: ("serve", "serve"),
    hook: ("hook", "hook session-start"),
    remember: ("remember", "remember 'Releases go out on Tuesdays' --layer semantic"),
    recall: ("recall", "recall 'when do we release?' --explain"),
    list_memories: ("list", "list --layer episodic --limit 10"),
    correct: ("correct", "correct 0199c3f2-7a10 'Releases go out on Mondays'"),
    forget: ("forget", "forget 0199c3f2-7a10 --reason 'the project is over'"),
    reveal: ("reveal", "reveal phone:1"),
    status: ("status", "status --json"),
    doctor: ("doctor", "doctor"),
    demo: ("demo", "demo --keep"),
}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What `doctor` reports."""

    findings: tuple[Finding, ...]
    settings: tuple[Shown, ...]
    warnings: tuple[str, ...]


def _repair(desk: Desk, *, as_json: bool) -> tuple[Finding, ...]:
    """Mend what can be mended; what keeps the repair from its work is a finding."""
    try:
        repaired = desk.engine.repair()
    except Unavailable as failed:
        return (Finding("repair", passed=False, detail=failed.message),)
    if not as_json:
        desk.print(rendering_copies.repaired(repaired))
    return ()


def _confirm(memories: Sequence[Memory]) -> None:
    """Have a person type the end of every id that is to be erased (ids of one minute begin alike); else leave."""
    for memory in memories:
        typed = typer.prompt(f"Type {memory.id[-TYPED_CHARS:]} to erase {memory.id} for good", err=True)
        if typed.strip() != memory.id[-TYPED_CHARS:]:
            typer.echo("That is not it; nothing was erased.", err=True)
            raise typer.Exit(1)


def _included(words: Sequence[str]) -> frozenset[Include]:
    known: tuple[Include, ...] = get_args(Include)
    unknown = sorted(set(words) - set(known))
    if unknown:
        raise typer.BadParameter(f"{', '.join(unknown)}; choose from {', '.join(known)}", param_hint="--include")
    return frozenset(word for word in known if word in words)
