"""How the local index behaves as it grows: cold load, search by stage, memory, and recall against an exact scan.

    python benchmarks/index_scale.py 10000 100000
    python benchmarks/index_scale.py 1000000 --questions 30 --json scale.json
    python benchmarks/index_scale.py 0 --real-texts .cache/vectors

Each index is measured in a process of its own. Milliseconds of a busy machine mean little by themselves, so an exact
scan over a float32 matrix runs in the same minutes, and the ratio to it stands beside them.
"""

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
from kit import Tables, options, percentile
from numpy.typing import NDArray
from real_texts import recall_on_real_texts

_BEST = 10
_LIMIT = 30
_WORKER = Path(__file__).with_name("index_worker.py")


def main() -> None:
    """Measure each size asked for, then real texts if a folder for their vectors is given."""
    parser = options(__doc__)
    parser.add_argument("rows", type=int, nargs="*", default=[1_000, 10_000, 100_000], help="sizes; 0 for none")
    parser.add_argument("--questions", type=int, default=100, help="for each size and filter")
    parser.add_argument("--words", action="store_true", help="search by words too; writing the rows takes longer")
    parser.add_argument("--real-texts", type=Path, metavar="FOLDER", help="embed made texts; vectors are kept there")
    asked = parser.parse_args()
    with Tables(asked.json) as tables:
        for rows in filter(None, asked.rows):
            size = Size(rows, asked.questions, with_words=asked.words)
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                measure(tables, Path(folder), size)
        if asked.real_texts:
            recall_on_real_texts(tables, asked.real_texts)


@dataclass(frozen=True, slots=True)
class Size:
    """How much is built and asked: rows, questions for each filter, with or without words."""

    rows: int
    questions: int
    with_words: bool


@dataclass(frozen=True, slots=True)
class Truth:
    """What an exact scan found for each question of one filter, best first, and how long it took, in milliseconds."""

    ids: list[list[str]]
    milliseconds: list[float]
    admitted: int


def measure(tables: Tables, folder: Path, size: Size) -> None:
    """Build a store of that size and ask it; adds two tables."""
    maker = Maker(size.rows)
    started = time.perf_counter()
    crowd = maker.build(folder, with_words=size.with_words)
    print(f"\n{size.rows:,} rows written in {time.perf_counter() - started:.0f} s", flush=True)
    asked = maker.vectors(size.questions)
    terms = [maker.terms(4) if size.with_words else [] for _ in range(size.questions)]
    np.save(folder / "questions.npy", asked)
    (folder / "terms.json").write_text(json.dumps(terms), encoding="utf-8")
    truths = _exact(crowd, asked)
    runs = {name: _worker(folder, size.rows, name) for name in ("records", "snapshot")}
    head = ("start from", "s", "CPU s", "first search ms", "memory MB", "peak MB", "snapshot MB", "written in s")
    loads = ([name, *run["load"].values()] for name, run in runs.items())
    tables.add(f"Cold load, {size.rows:,} rows", head, loads)
    searches = _compare(runs["snapshot"], truths)
    columns = ("filter", *next(iter(searches.values())))
    found = ([name, *search.values()] for name, search in searches.items())
    tables.add(f"Search, {size.rows:,} rows, milliseconds", columns, found)


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


if __name__ == "__main__":
    main()
