"""How the local index behaves as it grows: cold load, search by stage, memory, and recall against an exact scan.

    python benchmarks/index_scale.py 10000 100000
    python benchmarks/index_scale.py 1000000 --questions 30 --json scale.json
    python benchmarks/index_scale.py 0 --real-texts .cache/vectors

Each index is measured in a process of its own. Milliseconds of a busy machine mean little by themselves, so an exact
scan over a float32 matrix runs in the same minutes, and the ratio to it stands beside them.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from crowd import Crowd, Maker, filters
from kit import percentile, table
from numpy.typing import NDArray
from real_texts import recall_on_real_texts

_BEST = 10
_LIMIT = 30
_WORKER = Path(__file__).with_name("index_worker.py")


def main() -> None:
    """Measure each size asked for, then real texts if a folder for their vectors is given."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=int, nargs="*", default=[1_000, 10_000, 100_000], help="sizes; 0 for none")
    parser.add_argument("--questions", type=int, default=100, help="for each size and filter")
    parser.add_argument("--words", action="store_true", help="search by words too; writing the rows takes longer")
    parser.add_argument("--real-texts", type=Path, metavar="FOLDER", help="embed made texts; vectors are kept there")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers there as well")
    asked = parser.parse_args()
    numbers: dict[str, Any] = {}
    for rows in filter(None, asked.rows):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            numbers[str(rows)] = measure(Path(folder), rows, asked.questions, with_words=asked.words)
    if asked.real_texts:
        numbers["real texts"] = recall_on_real_texts(asked.real_texts)
    if asked.json:
        asked.json.write_text(json.dumps(numbers, indent=1), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Truth:
    """What an exact scan found for each question of one filter, best first, and how long it took, in milliseconds."""

    ids: list[list[str]]
    milliseconds: list[float]
    admitted: int


def measure(folder: Path, rows: int, questions: int, *, with_words: bool) -> dict[str, Any]:
    """Build a store of that size and ask it; prints two tables, and returns what stands in them."""
    maker = Maker(rows)
    started = time.perf_counter()
    crowd = maker.build(folder, with_words=with_words)
    print(f"\n{rows:,} rows written in {time.perf_counter() - started:.0f} s", flush=True)
    asked = maker.vectors(questions)
    terms = [maker.terms(4) if with_words else [] for _ in range(questions)]
    np.save(folder / "questions.npy", asked)
    (folder / "terms.json").write_text(json.dumps(terms), encoding="utf-8")
    truths = _exact(crowd, asked)
    runs = {name: _worker(folder, rows, name) for name in ("records", "snapshot")}
    _print_loads(rows, runs)
    searches = _compare(runs["snapshot"], truths)
    _print_searches(rows, searches)
    return {"loads": {name: run["load"] for name, run in runs.items()}, "searches": searches}


def _exact(crowd: Crowd, asked: NDArray[np.float16]) -> dict[str, Truth]:
    matrix = crowd.vectors.astype(np.float32)
    truths = {}
    for name, within in filters(len(crowd.ids)).items():
        mask = crowd.admitted(within)
        found, took = [], []
        for question in asked.astype(np.float32):
            started = time.perf_counter()
            scores = np.where(mask, np.vecdot(matrix, question), -np.inf)
            best = np.argpartition(-scores, min(_LIMIT, len(scores) - 1))[:_LIMIT]
            took.append((time.perf_counter() - started) * 1_000)
            ranked = best[np.lexsort((best, -scores[best]))]
            found.append([crowd.ids[row] for row in ranked if mask[row]])
        truths[name] = Truth(found, took, int(mask.sum()))
    return truths


def _worker(folder: Path, rows: int, start_from: str) -> dict[str, Any]:
    """Run an index over the store in another process, starting from the records, or from the last run's snapshot."""
    done = subprocess.run(
        [sys.executable, str(_WORKER), str(folder), str(rows), start_from], check=True, capture_output=True, text=True
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _compare(run: dict[str, Any], truths: dict[str, Truth]) -> dict[str, dict[str, float]]:
    compared = {}
    for name, truth in truths.items():
        search = run["searches"][name]
        exact = percentile(truth.milliseconds, 0.5)
        median = percentile(search["whole"], 0.5)
        compared[name] = {
            "admitted": truth.admitted,
            "p50": median,
            "p95": percentile(search["whole"], 0.95),
            "CPU p50": percentile(search["cpu"], 0.5),
            **{stage: percentile(search[stage], 0.5) for stage in ("words", "changes", "vectors", "scan")},
            "exact p50": exact,
            "of exact": median / exact,
            "recall@10": _recall(search["ids"], truth.ids, _BEST),
            "recall@30": _recall(search["ids"], truth.ids, _LIMIT),
        }
    return compared


def _recall(found: Sequence[Sequence[str]], truth: Sequence[Sequence[str]], best: int) -> float:
    shares = [
        len(set(ours[:best]) & set(theirs[:best])) / len(theirs[:best])
        for ours, theirs in zip(found, truth, strict=True) if theirs
    ]  # fmt: skip
    return sum(shares) / len(shares) if shares else 1.0


def _print_loads(rows: int, runs: dict[str, dict[str, Any]]) -> None:
    head = ("start from", "s", "CPU s", "first search ms", "memory MB", "peak MB", "snapshot MB", "written in s")
    table(f"Cold load, {rows:,} rows", head, ([name, *run["load"].values()] for name, run in runs.items()))


def _print_searches(rows: int, searches: dict[str, dict[str, float]]) -> None:
    head = ("filter", *next(iter(searches.values())))
    table(f"Search, {rows:,} rows, milliseconds", head, ([name, *found.values()] for name, found in searches.items()))


if __name__ == "__main__":
    main()
