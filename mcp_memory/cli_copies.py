"""The terminal's commands that carry memories out of the data folder and into it: export, import, backup, restore.

They open files and show progress; what may leave, what comes in and what is refused is the engine's to say.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TextIO

import typer
from rich.console import Console

from mcp_memory import rendering_copies as rendering
from mcp_memory.bootstrap import backups_of, restore_records
from mcp_memory.desk import As, Desk, ProjectOption, opened, print_lines, show
from mcp_memory.engine.domain.errors import Invalid, StoreFailed
from mcp_memory.engine.domain.upkeep import BringIn, ExportForm, ImportForm
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.settings import Settings

_STANDARD = Path("-")
"""Standard input or output, in the place of a file."""


def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A new file; - writes to standard output.")] = _STANDARD,
    *,
    form: Annotated[
        ExportForm, typer.Option("--format", help="Everything, to keep or move; or what counts now, to read.")
    ] = "jsonl",
) -> None:
    """Write memories out: every one with history, links and observations, or a page for people."""
    with opened(context.obj) as desk, _written(file) as out:
        answer = desk.engine.export(desk.who, form, out.write)
    place = "standard output" if file == _STANDARD else str(file)
    print_lines(rendering.exported(answer, place), Console(stderr=True))
    if answer.unreadable:
        raise typer.Exit(1)


def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="An export, or another program's memories; - reads standard input.")],
    *,
    form: Annotated[ImportForm | None, typer.Option("--format", help="What it is; else seen by its start.")] = None,
    layer: Annotated[Layer | None, typer.Option(help="Where foreign memories go; else as the text says.")] = None,
    project: ProjectOption = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would come in, and change nothing.")] = False,
    as_json: As = False,
) -> None:
    """Bring memories in, after a backup: our own export as it was, lists of others, or transcripts of conversations."""
    with opened(context.obj) as desk, _read(file) as lines, _progress() as progress:
        ask = BringIn(form=form, layer=layer, project=desk.project(project), dry_run=dry_run)
        answer = desk.engine.bring_in(desk.who, ask, lines, progress)
        desk.show(answer, rendering.brought_in(answer), as_json=as_json)
        if answer.sessions and not dry_run:
            _encode(desk)
        if not dry_run and answer.added <= _EMBEDDED_AT_ONCE:
            desk.settle()
    if answer.failed or answer.conflicts:
        raise typer.Exit(1)


_EMBEDDED_AT_ONCE = 200
"""So many new memories get their vectors before the command ends; more are left to the next server."""


def backup(
    context: typer.Context,
    file: Annotated[Path | None, typer.Argument(help="A new file; else one in the folder of backups.")] = None,
    *,
    as_json: As = False,
) -> None:
    """Copy the records as they stand at this moment, while other programs go on using them."""
    with opened(context.obj) as desk:
        answer = desk.engine.back_up(file)
        desk.show(answer, rendering.backed_up(answer), as_json=as_json)


def restore(
    context: typer.Context,
    file: Annotated[Path | None, typer.Argument(help="A backup; without one, they are listed.")] = None,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: As = False,
) -> None:
    """Put a backup in the place of the records; what stands there is moved aside, not deleted."""
    settings = Settings.read(context.obj.environ)
    if file is None:
        found = backups_of(settings)
        show(found, rendering.backups(found), Console(), as_json=as_json)
        return
    if not yes:
        typer.confirm(f"Put {file} in the place of the records in {settings.home}?", abort=True, err=True)
    answer = restore_records(settings, file)
    show(answer, rendering.restored(answer), Console(), as_json=as_json)


COMMANDS: dict[Callable[..., None], tuple[str, str]] = {
    export: ("export", "export memories.jsonl"),
    import_: ("import", "import CLAUDE.md --project atlas --dry-run"),
    backup: ("backup", "backup"),
    restore: ("restore", "restore memory-20260302T090000Z.db"),
}


@contextmanager
def _written(file: Path) -> Iterator[TextIO]:
    """A new file that bears its name only once it is whole, readable by its owner alone; or standard output."""
    if file == _STANDARD:
        yield sys.stdout
        return
    if file.exists():
        raise Invalid(f"{file} exists already; name a new file", argument="file")
    unfinished = file.with_name(f"{file.name}.unfinished")
    try:
        unfinished.touch(mode=0o600)
        with unfinished.open("w", encoding="utf-8", newline="\n") as out:
            yield out
        unfinished.replace(file)
    except OSError as trouble:
        raise StoreFailed(f"{file} cannot be written: {trouble.strerror}") from trouble
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def _read(file: Path) -> Iterator[TextIO]:
    """The lines of a file; bytes that are no UTF-8 stay to be found in their line."""
    if file == _STANDARD:
        yield sys.stdin
        return
    try:
        with file.open(encoding="utf-8", errors="surrogateescape") as lines:
            yield lines
    except OSError as trouble:
        raise Invalid(f"{file} cannot be read: {trouble.strerror}", argument="file") from trouble


def _encode(desk: Desk) -> None:
    """Make memories of what was said, as a server would in its background."""
    sys.stdout.flush()
    with Console(stderr=True).status("Encoding"):
        while desk.engine.encode().done:
            pass


@contextmanager
def _progress() -> Iterator[Callable[[int], None]]:
    """A line on the person's screen that counts; nothing where nobody looks."""
    with Console(stderr=True).status("Reading") as status:
        yield lambda lines: status.update(f"Reading: {lines:,} lines")
