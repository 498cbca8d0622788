"""What tiers cost and what they save: memory, time to the first answer, time of a question, and what is found.

    python benchmarks/tiers.py
    python benchmarks/tiers.py --rows 100000 --vectors .cache/vectors --json tiers.json

A store of ten years: sentences under the shipped model's vectors, each in many slightly turned copies, few of them
preferences. Among them lie facts that nothing else resembles, told ten days, a hundred days and three years ago, and
each is asked for in its own words and in others. Every setting is measured in a process of its own over
the same file: without tiers everything is hot, with them the daily job has run.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import sqlalchemy as sa
from crowd import FIRST, Maker
from footprint import resident_megabytes
from kit import WHO, Tables, options, percentile
from made_texts import made_questions, made_texts
from numpy.typing import NDArray
from real_texts import embedded

from mcp_memory.bootstrap import parts_of, shipped_embedder
from mcp_memory.engine.domain.answers import Recalled
from mcp_memory.engine.domain.policies import FadingPolicy, StorePolicy
from mcp_memory.engine.domain.requests import Include, Recall, Remember
from mcp_memory.engine.domain.vocabulary import STANDING_EVENTS, Tier
from mcp_memory.engine.records.codec import to_micros
from mcp_memory.engine.records.connections import Connections
from mcp_memory.engine.records.schema import memories
from mcp_memory.engine.records.store import FILE_NAME
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.settings import Settings

YEARS = 10
_TEXTS = 4_000
_TURN = 0.035
"""Noise on each number of a copy's vector: its cosine with the original is then about 0.8."""

_STANDING_SHARE = 100
_AGES = {"10 days": 10, "100 days": 100, "3 years": 3 * 365}
_FACTS = {
    "The spare key of the boathouse hangs behind the third paddle.": (
        "Where does the spare key of the boathouse hang?", "how do I get into the shed by the lake",
    ),
    "Grandfather's telescope was lent to the school in Innsbruck.": (
        "Who was grandfather's telescope lent to?", "which institution borrowed grandpa's astronomy gear",
    ),
    "Professor Lindqvist retired to Uppsala and grows orchids.": (
        "What does Professor Lindqvist grow in Uppsala?", "what hobby did the emeritus take up with flowers",
    ),
    "The dentist moved her practice to Harbour Street 12.": (
        "To which street did the dentist move her practice?", "address for my teeth check-up",
    ),
    "Our tortoise hibernates in the fridge from November on.": (
        "When does our tortoise hibernate in the fridge?", "where does the pet reptile spend the winter",
    ),
    "Aunt Rosalind is allergic to walnuts.": (
        "What is Aunt Rosalind allergic to?", "which nuts must not be served to my relative",
    ),
    "外婆的食谱本在蓝色的旅行箱里。": ("外婆的食谱本在哪个旅行箱里？", "老人家做菜的笔记放在哪儿"),
    "车库的密码箱里放着房屋的原始图纸。": ("车库的密码箱里放着什么图纸？", "盖房子时的设计稿保存在什么地方"),
}  # fmt: skip


def main() -> None:
    """Build the store once, and ask it with and without tiers."""
    parser = options(__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--vectors", type=Path, default=Path(tempfile.gettempdir()) / "mcp-memory-vectors")
    parser.add_argument(
        "--worker", nargs=3, metavar=("STEP", "FOLDER", "NAME"), help="measure one setting; prints JSON"
    )
    asked = parser.parse_args()
    if asked.worker:
        step, home, name = asked.worker
        worker = Worker(Path(home), name)
        print(json.dumps(worker.prepare() if step == "prepare" else worker.measure()))
        return
    with Tables(asked.json) as tables, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        Aged(asked.rows, asked.vectors).build(Path(home), with_words=True)
        plant(Path(home))
        found = {name: _worker(home, name) for name in ("without tiers", "with tiers")}
        head = ("store", "hot", "warm", "cold", "decay job s", "index MB", "first answer s")
        tables.add(
            f"{asked.rows:,} memories of {YEARS} years", head, ([name, *run["load"]] for name, run in found.items())
        )
        rows = ([name, *row] for name, run in found.items() for row in run["facts"])
        tables.add(
            "Facts", ("store", "told", "asked", "first", "among 8", "median ms", "95 % ms", "looked farther"), rows
        )
        rows = ([name, *row] for name, run in found.items() for row in run["times"])
        tables.add(
            "Questions about what there is much of", ("store", "asked", "median ms", "95 % ms", "looked farther"), rows
        )


class Aged(Maker):
    """Rows of real sentences, each in many copies whose vectors are turned a little."""

    def __init__(self, rows: int, vectors: Path) -> None:
        embedder = shipped_embedder()
        embedder.load()
        self._texts = made_texts(_TEXTS)
        held = b"".join(embedded(embedder, vectors, self._texts))
        self._real = np.frombuffer(held, dtype="<f2").reshape(len(self._texts), -1).astype(np.float32)
        self._made = 0
        super().__init__(rows, space=embedder.card.space, statement=self._sentence)

    def vectors(self, count: int) -> NDArray[np.float16]:
        """Those of the next rows."""
        rows = np.arange(self._made, self._made + count) % len(self._real)
        self._made += count
        turned = self._real[rows] + _TURN * self._rng.normal(size=(count, self._real.shape[1])).astype(np.float32)
        units: NDArray[np.float16] = (turned / np.linalg.norm(turned, axis=1, keepdims=True)).astype(np.float16)
        return units

    def _sentence(self, row: int) -> str:
        return f"{self._texts[row % len(self._texts)]} ({row})"


def plant(home: Path) -> None:
    """Spread the rows over ten years that end now, leave few of them standing, and add the facts."""
    now = datetime.now(FIRST.tzinfo)
    start = now - timedelta(days=365 * YEARS)
    connections = Connections(home / FILE_NAME, StorePolicy())
    with connections.writing() as connection:
        rows_there = connection.execute(sa.select(memories.c.id, memories.c.event_type).order_by(memories.c.id)).all()
        step = (now - start) / (len(rows_there) + 1)
        moments = (to_micros(start + number * step) for number in range(len(rows_there)))
        connection.exec_driver_sql(
            "UPDATE memories SET occurred_at = ?1, stored_at = ?1, changed_at = ?1, event_type = ?2 WHERE id = ?3",
            [
                (
                    moment,
                    row.event_type
                    if number % _STANDING_SHARE == 0 or row.event_type not in STANDING_EVENTS
                    else "fact",
                    row.id,
                )
                for number, (row, moment) in enumerate(zip(rows_there, moments, strict=True))
            ],
        )
    connections.close()
    with _engine(home) as engine:
        for fact in _FACTS:
            engine.remember(WHO, Remember(content=fact))
        while engine.work().done:
            pass


def _engine(home: Path, policy: FadingPolicy | None = None) -> MemoryEngine:
    settings = {"MCP_MEMORY_HOME": str(home), "MCP_MEMORY_BACKUP_EVERY_HOURS": "0"}
    parts = parts_of(Settings.read(settings), shipped_embedder())
    engine = MemoryEngine(replace(parts, fading_policy=policy or FadingPolicy()))
    engine._parts.embedder.load()  # noqa: SLF001 - its time is not measured here
    return engine


def _worker(home: str, name: str) -> dict[str, Any]:
    """Prepare the store in one process, and measure it in a fresh one."""
    answers: list[dict[str, Any]] = []
    for step in ("prepare", "measure"):
        command = [sys.executable, __file__, "--worker", step, home, name]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        answers.append(json.loads(done.stdout))
    answers[1]["load"].insert(len(Tier), answers[0]["seconds"])
    return answers[1]


@dataclass
class Worker:
    """One setting over the store, in this process."""

    home: Path
    name: str

    def prepare(self) -> dict[str, Any]:
        """Let the daily job put everything where it belongs; how many seconds that took."""
        with _engine(self.home, self._policy) as engine:
            started = time.perf_counter()
            while engine.run_job("decay").reason.startswith("more"):
                pass
            took = time.perf_counter() - started
            self._ask(engine, "Who takes care of the espresso machine?")
            engine._showing._waiting.clear()  # noqa: SLF001 - what was asked here must not heat anything for the next
            engine.work()
        return {"seconds": took}

    def measure(self) -> dict[str, Any]:
        """The load, what is found of the facts, and how long questions take."""
        with _engine(self.home, self._policy) as engine:
            before, started = resident_megabytes(os.getpid()), time.perf_counter()
            self._ask(engine, "Who takes care of the espresso machine?")
            load = [resident_megabytes(os.getpid()) - before, time.perf_counter() - started]
            tiers = engine.stats(WHO).tiers
            measured = {
                "load": [*(tiers.get(tier, 0) for tier in Tier), *load],
                "times": self._times(engine),
                "facts": [row for age, days in _AGES.items() for row in self._facts(engine, age, days)],
            }
            engine._showing._waiting.clear()  # noqa: SLF001 - what was asked here must not heat anything for the next
        return measured

    @property
    def _policy(self) -> FadingPolicy:
        return FadingPolicy() if self.name == "with tiers" else FadingPolicy(hot_days=100_000)

    def _facts(self, engine: MemoryEngine, age: str, days: int) -> list[list[Any]]:
        """What is found of the facts, told that long ago, by their own words and by others."""
        told = to_micros(datetime.now(FIRST.tzinfo) - timedelta(days=days))
        connections = Connections(self.home / FILE_NAME, StorePolicy())
        with connections.writing() as connection:
            connection.exec_driver_sql("UPDATE meta SET value = value + 1 WHERE name = 'revision'")
            connection.exec_driver_sql(
                "UPDATE memories SET occurred_at = ?1, stored_at = ?1, changed_at = ?1, tier = 'hot',"
                " revision = (SELECT value FROM meta WHERE name = 'revision') WHERE content = ?2",
                [(told, fact) for fact in _FACTS],
            )
        connections.close()
        engine.run_job("decay")
        rows = []
        for number, asked in enumerate(("its own words", "other words")):
            answers = [(fact, *self._ask(engine, questions[number])) for fact, questions in _FACTS.items()]
            places = [_place(fact, answer) for fact, answer, _ in answers]
            times = [milliseconds for _, _, milliseconds in answers]
            rows.append(
                [
                    age,
                    asked,
                    sum(place == 0 for place in places),
                    sum(place < 8 for place in places),
                    *_spread(times),
                    _farther(answer for _, answer, _ in answers),
                ]
            )
        return rows

    def _times(self, engine: MemoryEngine) -> list[list[Any]]:
        kinds: dict[str, list[tuple[str, frozenset[Include]]]] = {
            "usual questions": [(question, frozenset()) for question in made_questions(60)],
            "nothing there is": [(f"zq{number} xw{number} kj{number}", frozenset()) for number in range(10)],
            "include=cold": [(question, frozenset({"cold"})) for question in made_questions(10)],
        }
        rows: list[list[Any]] = []
        for kind, questions in kinds.items():
            answers = [self._ask(engine, question, include) for question, include in questions]
            rows.append([kind, *_spread([took for _, took in answers]), _farther(answer for answer, _ in answers)])
        return rows

    def _ask(
        self, engine: MemoryEngine, question: str, include: frozenset[Include] = frozenset()
    ) -> tuple[Recalled, float]:
        started = time.perf_counter()
        answer = engine.recall(WHO, Recall(query=question, include=include))
        if not isinstance(answer, Recalled):
            raise SystemExit("a briefing for a question")
        return answer, (time.perf_counter() - started) * 1_000


def _place(fact: str, answer: Recalled) -> int:
    texts = [found.text for found in answer.found]
    return texts.index(fact) if fact in texts else len(texts) + 8


def _spread(times: list[float]) -> tuple[float, float]:
    return percentile(times, 0.5), percentile(times, 0.95)


def _farther(answers: Iterable[Recalled]) -> str:
    """How many answers looked into which tiers."""
    counts = Counter("+".join(answer.searched.tiers) for answer in answers)
    return ", ".join(f"{tiers} {count}" for tiers, count in sorted(counts.items()))


if __name__ == "__main__":
    main()
