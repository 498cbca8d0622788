"""One process with a local index on a store that `index_scale.py` has built; prints what it measured as JSON."""

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from crowd import SPACE, filters, question_of

from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.domain.policies import IndexPolicy, StorePolicy
from mcp_memory.engine.domain.vocabulary import Tier
from mcp_memory.engine.index.local import LocalIndex
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import IndexChanges, WordScore
from mcp_memory.engine.records.store import SqliteRecords, open_records

_LIMIT = 30
_MEBI = 1 << 20
_WARMING = 3


class Timed:
    """Records that note how long each question to them takes: what is left of a search is the index's own scan."""

    def __init__(self, records: SqliteRecords) -> None:
        self._records = records
        self.seconds = {"words": 0.0, "changes": 0.0, "vectors": 0.0}

    def data_version(self) -> int:
        """Timed as a change."""
        started = time.perf_counter()
        version = self._records.data_version()
        self._note("changes", started)
        return version

    def changes_after(
        self, revision: int, space: str, limit: int, *, without: frozenset[Tier] = frozenset(), fresh_to: int = 0
    ) -> IndexChanges:
        """Timed as a change."""
        started = time.perf_counter()
        changes = self._records.changes_after(revision, space, limit, without=without, fresh_to=fresh_to)
        self._note("changes", started)
        return changes

    def vectors_of(self, chunks: Sequence[tuple[str, int]], space: str) -> dict[tuple[str, int], Vector]:
        """Timed as vectors."""
        started = time.perf_counter()
        vectors = self._records.vectors_of(chunks, space)
        self._note("vectors", started)
        return vectors

    def cold_chunks(self) -> int:
        """Not timed: nothing here is cold."""
        return self._records.cold_chunks()

    def search_words(self, terms: Sequence[str], within: Filter, limit: int) -> dict[tuple[str, int], WordScore]:
        """Timed as words."""
        started = time.perf_counter()
        scores = self._records.search_words(terms, within, limit) if terms else {}
        self._note("words", started)
        return scores

    def score_words(self, terms: Sequence[str], chunks: Sequence[tuple[str, int]]) -> dict[tuple[str, int], WordScore]:
        """Timed as words."""
        started = time.perf_counter()
        scores = self._records.score_words(terms, chunks) if terms else {}
        self._note("words", started)
        return scores

    def _note(self, stage: str, started: float) -> None:
        self.seconds[stage] += time.perf_counter() - started


def main(folder: Path, rows: int, start_from: str) -> None:
    """Load, search with every filter, and leave a snapshot behind."""
    records = open_records(folder, StorePolicy())
    timed = Timed(records)
    policy = IndexPolicy()
    index = LocalIndex(timed, timed, SPACE, policy, folder / "index")
    before = _resident()
    wall, cpu = time.perf_counter(), time.process_time()
    if index.size() != rows:
        sys.exit("the index does not hold all rows")
    load: dict[str, float] = {"s": time.perf_counter() - wall, "CPU s": time.process_time() - cpu}
    asked = np.load(folder / "questions.npy")
    terms = json.loads((folder / "terms.json").read_text(encoding="utf-8"))
    started = time.perf_counter()
    index.search(terms[0], question_of(asked[0]), filters(rows)["none"], _LIMIT)
    load["first search"] = (time.perf_counter() - started) * 1_000
    load["memory"] = (_resident() - before) / _MEBI
    load["peak"] = (_peak() - before) / _MEBI
    searches = {} if start_from == "records" else _searches(index, timed, asked, terms)
    started = time.perf_counter()
    written = index.save()
    load["snapshot"] = sum(file.stat().st_size for file in folder.glob("index/*")) / _MEBI
    load["written in"] = time.perf_counter() - started if written else 0.0
    records.close()
    print(json.dumps({"load": load, "searches": searches}))


def _searches(
    index: LocalIndex, timed: Timed, asked: np.ndarray[Any, np.dtype[np.float16]], terms: list[list[str]]
) -> dict[str, dict[str, list[Any]]]:
    found: dict[str, dict[str, list[Any]]] = {}
    for name, within in filters(index.size()).items():
        run: dict[str, list[Any]] = {stage: [] for stage in ("whole", "cpu", *timed.seconds, "scan", "ids")}
        for place in [*range(_WARMING), *range(len(asked))]:
            timed.seconds = dict.fromkeys(timed.seconds, 0.0)
            started, cpu = time.perf_counter(), time.process_time()
            hits = index.search(terms[place], question_of(asked[place]), within, _LIMIT)
            whole = time.perf_counter() - started
            run["whole"].append(whole * 1_000)
            run["cpu"].append((time.process_time() - cpu) * 1_000)
            run["scan"].append((whole - sum(timed.seconds.values())) * 1_000)
            for stage, seconds in timed.seconds.items():
                run[stage].append(seconds * 1_000)
            run["ids"].append([hit.memory_id for hit in hits.by_vector])
        found[name] = {stage: values[_WARMING:] for stage, values in run.items()}
    return found


def _resident() -> int:
    return _status("VmRSS")


def _peak() -> int:
    return _status("VmHWM")


def _status(name: str) -> int:
    """A line of this process's status in bytes; 0 where the system does not tell it so."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith(name)), 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
