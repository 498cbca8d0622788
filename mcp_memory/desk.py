"""What one command of the terminal works at: the open data folder, the person, the screen.

It prints what it is given and decides nothing.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Annotated

import typer
from pydantic import TypeAdapter
from rich.console import Console, RenderableType
from rich.text import Text

from mcp_memory.engine.domain.errors import ModelUnavailable
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.settings import Settings

Opener = Callable[[Settings], MemoryEngine]

_NO_PROJECT = frozenset({"global", "all", "*"})

IdArgument = Annotated[str, typer.Argument(metavar="ID", help="An id, or the beginning that tells it apart.")]
ReasonOption = Annotated[str, typer.Option(help="Why; it is kept in the history.")]
As = Annotated[bool, typer.Option("--json", help="Print JSON.")]
ProjectOption = Annotated[
    str | None, typer.Option("--project", help="A project, or 'global'; else the one that is set.")
]


@dataclass(frozen=True, slots=True)
class Terminal:
    """What the command line runs in: the environment, and how a data folder is opened."""

    environ: Mapping[str, str]
    open_engine: Opener


@dataclass(frozen=True, slots=True)
class Desk:
    """What one command works at."""

    engine: MemoryEngine
    who: Principal
    settings: Settings
    console: Console

    def print(self, lines: Iterable[Text]) -> None:
        """Print lines on the person's screen."""
        print_lines(lines, self.console)

    def draw(self, renderables: Iterable[RenderableType]) -> None:
        """Print what is laid out by the width of the person's screen."""
        for renderable in renderables:
            self.console.print(renderable, highlight=False)

    def show(self, answer: object, lines: Iterable[Text], *, as_json: bool) -> None:
        """Print an answer, as JSON when that is asked for."""
        show(answer, lines, self.console, as_json=as_json)

    def project(self, named: str | None) -> str:
        """The project named on the command line, none for "global"; without a name the setting's."""
        return self.settings.project if named is None else "" if named.casefold() in _NO_PROJECT else named

    def warm(self) -> None:
        """Load the model, so that meaning answers too; without it the answer says that only words did."""
        with suppress(ModelUnavailable):
            self.engine.warm(fetch=False)

    def settle(self) -> None:
        """Give what was just written its vector before this process ends; the answer stands on the screen already."""
        sys.stdout.flush()
        self.warm()
        while self.engine.work().done:
            pass


def show(answer: object, lines: Iterable[Text], console: Console, *, as_json: bool) -> None:
    """Print an answer as lines, or as JSON when that is asked for."""
    if as_json:
        sys.stdout.write(TypeAdapter(type(answer)).dump_json(answer, indent=2).decode() + "\n")
    else:
        print_lines(lines, console)


def print_lines(lines: Iterable[Text], console: Console) -> None:
    """Print lines as they are; the terminal wraps them, a pipe gets them whole."""
    for line in lines:
        console.print(line, soft_wrap=True, highlight=False)


@contextmanager
def opened(terminal: Terminal) -> Iterator[Desk]:
    """Open the data folder for one command, and let go of it afterwards."""
    settings = Settings.read(terminal.environ)
    who = Principal(user=settings.user, agent="command line", session=settings.session, person=True)
    with terminal.open_engine(settings) as engine:
        yield Desk(engine, who, settings, Console())
