"""What the benchmark programs share: options, tables, a real client."""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from mcp import StdioServerParameters

from mcp_memory.engine.domain.memory import Principal

WHO = Principal(user="me", agent="benchmark", session="benchmark")


def server(home: Path, **environ: str) -> StdioServerParameters:
    """How a client starts the server on a folder, offline and with nothing inherited that is not needed."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "LANG") if name in os.environ}
    environment = {**kept, "MCP_MEMORY_HOME": str(home), "HOME": str(home), "HF_HUB_OFFLINE": "1", **environ}
    return StdioServerParameters(command=sys.executable, args=["-m", "mcp_memory", "serve"], env=environment)


def options(about: str | None) -> argparse.ArgumentParser:
    """A parser with what every program that prints tables takes: `--json FILE`, for `Tables`."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the tables there as well")
    return parser


class Tables:
    """Prints tables in Markdown as they come; at the end says how busy the machine was, and writes all as JSON.

    The file holds {"load": [at the start, at the end], "cores", "tables": [{"title", "head", "rows"}]}. It is written
    once, also when the program ends early.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._tables: list[dict[str, Any]] = []
        self._loads: list[float] = []

    def add(self, title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Print one table and keep it."""
        kept: list[list[object]] = []
        self._tables.append({"title": title, "head": list(head), "rows": kept})
        print(f"\n### {title}\n\n| {' | '.join(head)} |\n|{'---|' * len(head)}")
        for row in rows:
            kept.append(list(row))
            print(f"| {' | '.join(_cell(cell) for cell in row)} |", flush=True)

    def __enter__(self) -> Self:
        self._loads.append(_load())
        return self

    def __exit__(self, *_: object) -> None:
        self._loads.append(_load())
        print("\nLoad of the machine: {:.1f} at the start, {:.1f} at the end.".format(*self._loads), flush=True)
        if self._file is not None:
            told = {"load": self._loads, "cores": os.cpu_count(), "tables": self._tables}
            self._file.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


class TimedRecords:
    """Records that note how long each of their writes held the lock, in milliseconds, the wait for it left out."""

    def __init__(self, records: Any) -> None:
        self._records = records
        self.milliseconds: list[float] = []

    def __getattr__(self, name: str) -> Any:
        """Everything but writing is the records' own."""
        return getattr(self._records, name)

    @contextmanager
    def writing(self) -> Iterator[Any]:
        """A write, timed from the moment it has the lock to its commit."""
        begun = 0.0
        with self._records.writing() as writing:
            begun = time.perf_counter()
            yield writing
        self.milliseconds.append((time.perf_counter() - begun) * 1_000)

    consolidating = writing


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share (0..1) of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _load() -> float:
    """Processes that ran or wanted to, over the last minute; 0 where the system does not tell."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def _cell(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)
