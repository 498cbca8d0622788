"""How long recall takes with 1,000 to 1,000,000 memories, by stage and over stdio, and what remember costs.

The memories are made here, in English and Chinese, each different; their vectors are made up (the time of a search does
not depend on what they mean), so that the store is built soon. Stores above 10,000 are written straight into the
tables, and only the last 200 are remembered. Questions are embedded by the real model; every word of the "frequent"
question stands in a large share of the memories. `--words` shows the words leg by itself, without any model.
"""

import asyncio
import random
import struct
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from crowd import Maker
from engines import Around
from footprint import HAS_PROC, child_of_this, resident_megabytes
from kit import WHO, Tables, options, percentile, server
from mcp import Client

from mcp_memory.bootstrap import parts_of, shipped_embedder
from mcp_memory.engine.domain.answers import Recalled
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.policies import RecallPolicy, StorePolicy
from mcp_memory.engine.domain.requests import Recall, Remember
from mcp_memory.engine.domain.vocabulary import STANDING_EVENTS
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.records.store import open_records
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.engine.text.tokens import query_terms
from mcp_memory.settings import Settings

_PEOPLE = ["Maya", "Noor", "Jonas", "林静", "王磊", "Priya", "Tomás", "陈晨"]
_THINGS = ["the gateway", "the invoice job", "支付网关", "搜索服务", "the mobile app", "数据仓库", "the billing page"]
_DEEDS = ["was moved to", "now depends on", "部署到了", "改为使用", "was tested against", "failed because of"]
_PLACES = ["cluster", "region", "版本", "branch", "机房", "shard", "release"]
_MOST_REMEMBERED = 10_000
_REMEMBERED = 200
_FILTERS: dict[str, dict[str, Any]] = {
    "one project": {"project": "project 1"},
    "one kind": {"event_types": STANDING_EVENTS},
    "the last day": {"since": datetime.now(tz=UTC) - timedelta(days=1)},
}
QUESTIONS = [
    ("paraphrase", "which part of the product broke last week"),
    ("identifier", "cluster-4711"),
    ("two characters", "网关"),
    ("frequent words", "the gateway was moved to the cluster"),
    ("cross language", "数据仓库部署在哪里"),
    ("long", "I would like to know what we said about the invoice job and who moved it, " * 6),
]


class RandomVectors(Around):
    """The real model for questions, random unit vectors for passages; they land in the real space."""

    def __init__(self) -> None:
        super().__init__(shipped_embedder())
        self._chance = random.Random(7)  # noqa: S311 (not for secrets)

    def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        """At random."""
        return [self._unit() for _ in texts]

    def _unit(self) -> Vector:
        values = [self._chance.gauss(0, 1) for _ in range(self.card.dim)]
        length = sum(value * value for value in values) ** 0.5
        return Vector(struct.pack(f"<{len(values)}e", *(value / length for value in values)))


def statement(number: int) -> str:
    """A short statement that no other number yields."""
    chance = random.Random(number)  # noqa: S311 (not for secrets)
    who, what, did, where = (chance.choice(words) for words in (_PEOPLE, _THINGS, _DEEDS, _PLACES))
    return f"{who}: {what} {did} {where}-{number} on day {number % 365}"


def build(home: Path, size: int) -> list[float]:
    """Fill a data folder; returns the milliseconds of each remember."""
    times: list[float] = []
    done = 0
    if size > _MOST_REMEMBERED:
        done = size - _REMEMBERED
        Maker(done, space=shipped_embedder().card.space, statement=statement).build(home, with_words=True)
    settings = Settings.read({"MCP_MEMORY_HOME": str(home), "MCP_MEMORY_EMBEDDING_BATCH": "64"})
    with MemoryEngine(parts_of(settings, RandomVectors())) as engine:
        engine.warm()
        for number in range(done, size):
            start = time.perf_counter()
            engine.remember(WHO, Remember(content=statement(number), project=f"project {number % 5}"))
            times.append((time.perf_counter() - start) * 1000)
        while engine.work().done:
            pass
    return times


def by_stage(home: Path, rounds: int) -> dict[str, dict[str, list[float]]]:
    """Milliseconds by question and stage, inside one process."""
    stages: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    with MemoryEngine(parts_of(Settings.read({"MCP_MEMORY_HOME": str(home)}), shipped_embedder())) as engine:
        engine.warm()
        engine.work()  # leaves what the next start begins from
        for _ in range(rounds):
            for name, question in QUESTIONS:
                answer = engine.recall(WHO, Recall(query=question))
                if isinstance(answer, Recalled):
                    for stage, milliseconds in answer.stages.items():
                        stages[name][stage].append(milliseconds)
    return stages


async def over_stdio(home: Path, rounds: int) -> tuple[dict[str, list[float]], list[object]]:
    """Milliseconds of whole calls by a real client; then those of the first call, and the server's megabytes."""
    times: dict[str, list[float]] = defaultdict(list)
    async with Client(server(home), mode="legacy") as client:
        start = time.perf_counter()
        await client.call_tool("recall", {"query": "warm up"})
        first = (time.perf_counter() - start) * 1000
        await asyncio.sleep(3)  # the model loads in the background; what is timed is a warm server
        for _ in range(rounds):
            for name, question in QUESTIONS:
                start = time.perf_counter()
                await client.call_tool("recall", {"query": question})
                times[name].append((time.perf_counter() - start) * 1000)
        resident = resident_megabytes(child_of_this()) if HAS_PROC else "not told"
    return times, [first, resident]


def words_alone(tables: Tables, home: Path, size: int, rounds: int) -> None:
    """Milliseconds of CPU and wall of the words leg, by question and filter, and of scoring thirty given chunks."""
    everything = Filter(reach=Reach(user=WHO.user, sessions=None))
    filters = (everything, *(replace(everything, **one) for one in _FILTERS.values()))
    limit = RecallPolicy().candidates
    rows = []
    with closing(open_records(home, StorePolicy())) as records:
        given = [(memory.id, 0) for memory in records.listing(everything, limit=limit)]
        for name, question in QUESTIONS:
            terms = query_terms(question)
            searches = [partial(records.search_words, terms, within, limit) for within in filters]
            rows.append(
                [name, *(_taken(one, rounds) for one in (*searches, partial(records.score_words, terms, given)))]
            )
    head = ["", "no filter", *_FILTERS, "given chunks"]
    tables.add(f"The words leg at {size:,} memories, p50 ms of CPU / wall", head, rows)


def _taken(call: Callable[[], object], rounds: int) -> str:
    spent = []
    for _ in range(rounds):
        cpu, wall = time.thread_time(), time.perf_counter()
        call()
        spent.append(((time.thread_time() - cpu) * 1000, (time.perf_counter() - wall) * 1000))
    return " / ".join(f"{percentile(column, 0.5):.1f}" for column in zip(*spent, strict=True))


def report(tables: Tables, size: int, rounds: int, *, words: bool) -> None:
    """Build one store and print its tables, or that of its words alone."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        remembered = build(home, size)
        if words:
            words_alone(tables, home, size, rounds)
            return
        stages = by_stage(home, rounds)
        whole, others = asyncio.run(over_stdio(home, rounds))
    names = ["rewrite", "embed", "index", "rank", "fit", "outside"]
    rows = [
        [name, *(percentile(stages[name][stage], 0.5) for stage in names), *_ends(whole[name])] for name, _ in QUESTIONS
    ]
    tables.add(f"Recall at {size:,} memories, p50 ms by stage", ["", *names, "stdio p50", "stdio p95"], rows)
    head = ["remember p50 ms", "remember p95 ms", "first recall of a new server ms", "its memory MB"]
    tables.add(f"Other numbers at {size:,} memories", head, [[*_ends(remembered), *others]])


def _ends(values: Sequence[float]) -> list[float]:
    return [percentile(values, 0.5), percentile(values, 0.95)]


def main() -> None:
    """Print the tables of every size asked for."""
    parser = options(__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000], help="memories in each store")
    parser.add_argument("--rounds", type=int, default=20, help="how often each question is asked")
    parser.add_argument("--words", action="store_true", help="time the words leg only, by question and filter")
    asked = parser.parse_args()
    with Tables(asked.json) as tables:
        for size in asked.sizes:
            report(tables, size, asked.rounds, words=asked.words)


if __name__ == "__main__":
    main()
