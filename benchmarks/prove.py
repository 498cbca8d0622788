"""Every claim of the README and of docs/benchmarks.md, measured on this machine, as tables.

Quality needs data sets that are not part of this repository: `--evals FOLDER`; without it those tables are left out,
and it is said so. Each part is a program of its own; here they run one after the other, and a failing one is named.
"""

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def run(program: str, *arguments: str) -> bool:
    """Run one part and let it print; whether it passed."""
    return subprocess.run([sys.executable, str(HERE / program), *arguments], check=False).returncode == 0


def main() -> None:
    """Run all parts, quick or whole."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evals", type=Path, help="folder of the data sets for recall quality")
    parser.add_argument("--cache", type=Path, help="folder that keeps vectors between runs")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    asked = parser.parse_args()
    parts = [
        ("walk.py",),
        ("edges.py",),
        ("robustness.py", "--kills", "20" if asked.quick else "200"),
        ("startup.py", "--rounds", "3" if asked.quick else "10"),
        ("footprint.py", "--idle-seconds", "10" if asked.quick else "60"),
        ("latency.py", "--sizes", *(["1000"] if asked.quick else ["1000", "10000"])),
    ]
    if asked.evals:
        cache = ("--cache", str(asked.cache)) if asked.cache else ()
        parts.append(("quality.py", "--evals", str(asked.evals), *cache))
    else:
        print("No --evals: the tables of recall quality are left out.")
    failed = [part[0] for part in parts if not run(*part)]
    print(f"\n{'Failed: ' + ', '.join(failed) if failed else 'All parts passed.'}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
