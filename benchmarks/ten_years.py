"""Ten simulated years: memories arrive, questions are asked, the daily jobs run, and nothing that counts is lost.

    python benchmarks/ten_years.py
    python benchmarks/ten_years.py --memories 1000 --years 3 --cache .cache/vectors --json years.json

The real engine with a clock that is moved day by day; no day is skipped. Each check stands with what it found. Rows
must never become fewer; facts that were told once in the first year, and one that was pinned, must answer their
questions first; chatter of the last day must not pass preferences of the first year; the hot tier must stay small; a
second run of the jobs on the same day must change nothing.
"""

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from engines import CachedEmbedder
from kit import WHO, Tables, options, percentile
from made_texts import made_questions, made_texts

from mcp_memory.bootstrap import parts_of, shipped_embedder
from mcp_memory.engine.domain.answers import Recalled
from mcp_memory.engine.domain.requests import Correct, Recall, Remember
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Tier
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.settings import Settings
from mcp_memory.testing import FrozenClock

Answer = TypeVar("Answer")

JOBS = {"decay": 1, "consolidation": 30}
"""How often each job runs, in days. Consolidation is due daily too; it takes longest and is measured elsewhere."""

_ASKED_A_DAY = 0.15
_PERSON = replace(WHO, person=True)
_FACTS = {
    "The spare key of the boathouse hangs behind the third paddle.": "Where is the spare key of the boathouse?",
    "Grandfather's telescope was lent to the school in Innsbruck.": "Who has grandfather's telescope?",
    "The old router in the attic answers at 10.7.0.9.": "Which address does the old router in the attic have?",
    "Professor Lindqvist retired to Uppsala and grows orchids.": "What does Professor Lindqvist do in Uppsala?",
    "车库的密码箱里放着房屋的原始图纸。": "房屋的原始图纸放在哪里？",
    "外婆的食谱本在蓝色的旅行箱里。": "外婆的食谱本在哪里？",
}
_PINNED = ("Our insurer's emergency line is answered by Mrs. Baumgartner.", "Who answers our insurer's emergency line?")
_PREFERENCES = {
    ("Marta prefers window seats on night trains.", "Marta looked at window seats on night trains."): (
        "window seats on night trains, Marta"
    ),
    ("For Atlas we want metric units in every report.", "Somebody mentioned metric units in a report of Atlas."): (
        "metric units in reports of Atlas"
    ),
    ("小林喜欢把会议放在上午。", "小林今天上午开了会议。"): "小林 上午 会议",
}


def main() -> None:
    """Live through the years, then check."""
    parser = options(__doc__)
    parser.add_argument("--memories", type=int, default=5_000)
    parser.add_argument("--years", type=int, default=10)
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "mcp-memory-vectors")
    asked = parser.parse_args()
    with Tables(asked.json) as tables, a_life(asked.cache) as life:
        life.begin()
        life.live(days=asked.years * 365, memories=asked.memories)
        found = life.check()
        tables.add(f"{asked.years} years, {asked.memories:,} memories", ("check", "found", "holds"), found)
        head = ("what", "runs", "median ms", "95 % ms", "slowest ms")
        tables.add("Time", head, ([name, *life.times(name)] for name in life.took))
    if not all(holds for _, _, holds in found):
        raise SystemExit(1)


@contextmanager
def a_life(cache: Path) -> "Iterator[Life]":
    """The real engine on a temporary folder, its clock in our hands, its vectors from a cache."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home, ExitStack() as stack:
        settings = {"HOME": home, "EMBEDDING_BATCH": "256", "BACKUP_EVERY_HOURS": "0"}
        embedder = stack.enter_context(closing(CachedEmbedder(shipped_embedder(), cache)))
        parts = parts_of(Settings.read({f"MCP_MEMORY_{name}": value for name, value in settings.items()}), embedder)
        clock = FrozenClock()
        engine = stack.enter_context(MemoryEngine(replace(parts, clock=clock, local=lambda moment: moment)))
        engine.warm()
        yield Life(engine, clock)


@dataclass
class Life:
    """An engine, its clock, and what was seen on the way."""

    engine: MemoryEngine
    clock: FrozenClock
    took: dict[str, list[float]] = field(default_factory=dict)
    remembered: set[str] = field(default_factory=set)
    lost: int = 0
    changed_twice: int = 0
    hottest: int = 0

    def begin(self) -> None:
        """What is told once, in the first year."""
        for fact in _FACTS:
            self.remember(fact)
        self.engine.correct(_PERSON, Correct(id=self.remember(_PINNED[0]), verdict="pin"))
        for preference, _ in _PREFERENCES:
            self.remember(preference, event_type=EventType.PREFERENCE)

    def live(self, *, days: int, memories: int) -> None:
        """Day by day: memories, now and then a question, the jobs; every quarter the jobs twice and a count."""
        texts, questions, chance = made_texts(memories), made_questions(200), random.Random(7)  # noqa: S311 - no secret
        for day in range(1, days + 1):
            self.clock.advance(days=1)
            for text in texts[(day - 1) * memories // days : day * memories // days]:
                self.remember(text, layer=Layer.SEMANTIC if chance.random() < 0.03 else None)
            if chance.random() < _ASKED_A_DAY:
                self.timed("a question", lambda: self.recall(chance.choice(questions)))
            while self.engine.work().done:
                pass
            self.run_jobs(day)
            if day % 90 == 0:
                before = self.engine.revision()
                self.run_jobs(day)
                self.changed_twice += self.engine.revision() != before
                self.look()

    def run_jobs(self, day: int) -> None:
        """The jobs of that day."""
        for name in (name for name, every in JOBS.items() if day % every == 0):
            run = self.timed(name, lambda name=name: self.engine.run_job(name))  # type: ignore[misc]
            if not run.passed:
                raise SystemExit(f"{name} failed: {run.reason}")

    def look(self) -> None:
        """Count the rows, and the hot ones among the episodes."""
        stats = self.engine.stats(WHO)
        self.lost = max(self.lost, len(self.remembered) - stats.total)
        rules = sum(size for (layer, _), size in stats.layers.items() if layer is not Layer.EPISODIC)
        self.hottest = max(self.hottest, stats.tiers.get(Tier.HOT, 0) - rules)

    def check(self) -> list[tuple[str, str, bool]]:
        """Each check, what was found, and whether it holds."""
        self.look()
        tiers = ", ".join(f"{tier} {size:,}" for tier, size in sorted(self.engine.stats(WHO).tiers.items()))
        first = [self.first(question) == fact for fact, question in _FACTS.items()]
        pinned = self.first(_PINNED[1]) == _PINNED[0]
        unpassed = [self.unpassed(*pair, question) for pair, question in _PREFERENCES.items()]
        return [
            ("rows lost", f"{self.lost} of {len(self.remembered):,}", self.lost == 0),
            ("facts told once come first", f"{sum(first)} of {len(first)}", all(first)),
            ("a pinned fact comes first", str(pinned), pinned),
            ("old preferences above fresh chatter", f"{sum(unpassed)} of {len(unpassed)}", all(unpassed)),
            (
                "most episodes that were ever hot",
                f"{self.hottest:,}; now {tiers}",
                self.hottest < len(self.remembered) / 4,
            ),
            ("days on which a second run changed something", str(self.changed_twice), self.changed_twice == 0),
        ]

    def unpassed(self, preference: str, chatter: str, question: str) -> bool:
        """Whether chatter of today stands below a preference of the first year."""
        self.remember(chatter, event_type=EventType.DISCUSSION)
        while self.engine.work().done:
            pass
        texts = [found.text for found in self.recall(question).found]
        return preference in texts and (chatter not in texts or texts.index(preference) < texts.index(chatter))

    def first(self, question: str) -> str:
        """What stands first in the answer."""
        found = self.timed("a question about the first year", lambda: self.recall(question)).found
        return found[0].text if found else ""

    def recall(self, question: str) -> Recalled:
        """One answer."""
        answer = self.engine.recall(WHO, Recall(query=question))
        if not isinstance(answer, Recalled):
            raise SystemExit("a briefing for a question")
        return answer

    def remember(self, content: str, *, layer: Layer | None = None, event_type: EventType | None = None) -> str:
        """Store one memory in a session of its day; returns its id."""
        who = replace(WHO, session=f"{self.clock():%Y-%m-%d}")
        ask = Remember(content=content, layer=layer, event_type=event_type, user_confirmed=layer is not None)
        memory_id = self.timed("remember", lambda: self.engine.remember(who, ask)).outcome.memory.id
        self.remembered.add(memory_id)
        return memory_id

    def timed(self, name: str, ask: Callable[[], Answer]) -> Answer:
        """Ask, and keep how long it took."""
        start = time.perf_counter()
        answer = ask()
        self.took.setdefault(name, []).append((time.perf_counter() - start) * 1_000)
        return answer

    def times(self, name: str) -> tuple[int, float, float, float]:
        """How often, and the median, a high and the highest time in milliseconds."""
        took = self.took[name]
        return len(took), percentile(took, 0.5), percentile(took, 0.95), max(took)


if __name__ == "__main__":
    main()
