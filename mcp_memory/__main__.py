"""The entry point. `serve` goes straight to the stdio runner, `hook` to its watch, everything else to the command line.

A client starts this program and waits for `initialize`, so the way to the runner imports no terminal library. Standard
output belongs to the protocol there: what goes wrong at the start is one line on standard error and an exit code. A
hook is waited for too, at every turn, and its watch has to begin before anything is imported that takes long.
"""

import gc
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn

from mcp_memory.bootstrap import build_engine
from mcp_memory.engine.domain.errors import EngineError, InvalidSetting

if TYPE_CHECKING:
    from mcp_memory.engine.service import MemoryEngine
    from mcp_memory.settings import Settings


def main() -> None:
    """Run as the user's environment and arguments say."""
    start(sys.argv[1:], os.environ)


def start(
    arguments: Sequence[str],
    environ: Mapping[str, str],
    open_engine: "Callable[[Settings], MemoryEngine]" = build_engine,
) -> NoReturn:
    """Serve, or carry out a command, and leave: with exit code 2 for what cannot be used as given."""
    if arguments[:1] == ["hook"] and "--help" not in arguments:
        from mcp_memory import hooks

        hooks.run(arguments[1:], environ)
    try:
        if _is_to_serve(arguments):
            _serve(environ)
        from mcp_memory.cli import run
        from mcp_memory.desk import Terminal

        run(arguments, Terminal(environ, open_engine))
    except EngineError as failed:
        sys.stderr.write(f"mcp-memory: {failed.message}\n")
        sys.exit(2 if isinstance(failed, InvalidSetting) else 1)


def _is_to_serve(arguments: Sequence[str]) -> bool:
    """`serve`, or nothing where no person is at the other end, as with clients that start the bare program."""
    is_terminal = sys.stdin is not None and sys.stdin.isatty()
    return list(arguments) == ["serve"] or (not arguments and not is_terminal)


def _serve(environ: Mapping[str, str]) -> NoReturn:
    from mcp_memory.settings import Settings

    settings = Settings.read(environ)
    gc.disable()  # a tenth of the start; the runner turns it on again after the first answer
    from mcp_memory.stdio import serve

    serve(settings)


if __name__ == "__main__":
    main()
