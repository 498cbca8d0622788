"""Every claim of the README and of docs/benchmarks.md, measured on this machine, as tables.

    python benchmarks/prove.py --quick
    python benchmarks/prove.py --only writers redaction --json numbers.json

Some sections need data sets that are not part of this repository: `--evals FOLDER`; without it they are left out, and
it is said so. Each section is a program of its own; they run one after the other, and a failing one is named.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from kit import options

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Section:
    """One program, what it is called with in a whole run and in a quick one, and whether it takes data sets."""

    name: str
    whole: tuple[str, ...] = ()
    quick: tuple[str, ...] = ()
    evals: Literal["", "taken", "needed"] = ""

    def arguments(self, evals: Path | None, cache: Path | None, *, is_quick: bool) -> list[str]:
        """What the program is called with here."""
        given = list(self.quick if is_quick else self.whole)
        if self.evals and evals:
            given += ["--evals", str(evals)]
        if self.name == "quality" and cache:
            given += ["--cache", str(cache)]
        return given


SECTIONS = (
    Section("walk"),
    Section("edges"),
    Section("robustness", ("--kills", "200"), ("--kills", "20")),
    Section("writers", ("--seconds", "5"), ("--seconds", "2", "--processes", "1", "8")),
    Section("startup", ("--rounds", "10"), ("--rounds", "3")),
    Section("footprint", ("--idle-seconds", "60"), ("--idle-seconds", "10")),
    Section("latency", ("--sizes", "1000", "10000", "100000", "1000000"), ("--sizes", "1000", "--rounds", "5")),
    Section(
        "index_scale",
        ("1000", "10000", "100000", "1000000", "--questions", "30", "--words"),
        ("1000", "10000", "--questions", "10", "--words"),
    ),
    Section("redaction", evals="taken"),
    Section("model_switch", ("--memories", "2000"), ("--memories", "200")),
    Section("away", ("--seconds", "60"), ("--seconds", "10")),
    Section("tiers", ("--rows", "100000"), ("--rows", "4000")),
    Section("ten_years", (), ("--memories", "500", "--years", "1")),
    Section("context"),
    Section("sitting"),
    Section("feedback"),
    Section("month", (), ("--reasoner", "rules")),
    Section("merge"),
    Section("killed"),
    Section("beside", (), ("--episodes", "2000", "--rounds", "1")),
    Section("gates"),
    Section("conflicts", evals="needed"),
    Section("detection", evals="needed"),
    Section("chats", evals="needed"),
    Section("beam", (), ("--chats", "1"), "needed"),
    Section("quality", (), ("--conversations", "1", "--chats", "1"), "needed"),
)


def main() -> None:
    """Run the sections asked for."""
    names = [section.name for section in SECTIONS]
    parser = options(__doc__)
    parser.add_argument("--evals", type=Path, metavar="FOLDER", help="the data sets")
    parser.add_argument("--cache", type=Path, metavar="FOLDER", help="keeps vectors between runs")
    parser.add_argument("--quick", action="store_true", help="fewer rounds and small sizes: some ten minutes in all")
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="SECTION", help=", ".join(names))
    asked = parser.parse_args()
    chosen = [section for section in SECTIONS if section.name in asked.only]
    if not asked.evals:
        for section in (section for section in chosen if section.evals):
            told = "is left out" if section.evals == "needed" else "takes only texts of its own"
            print(f"No --evals: {section.name} {told}.")
        chosen = [section for section in chosen if section.evals != "needed"]
    found: dict[str, Any] = {}
    for section in chosen:
        found[section.name] = run(section, section.arguments(asked.evals, asked.cache, is_quick=asked.quick))
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    failed = [name for name, told in found.items() if not told["passed"]]
    print(f"\n{'Failed: ' + ', '.join(failed) if failed else 'All sections passed.'}")
    sys.exit(1 if failed else 0)


def run(section: Section, arguments: Sequence[str]) -> dict[str, Any]:
    """Run one section and let it print; returns whether it passed, how long it took, and its tables."""
    print(f"\n## {section.name}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.json"
        command = [sys.executable, str(HERE / f"{section.name}.py"), *arguments, "--json", str(file)]
        started = time.perf_counter()
        code = subprocess.run(command, check=False).returncode
        tables = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        return {"passed": code == 0, "seconds": round(time.perf_counter() - started), **tables}


if __name__ == "__main__":
    main()
