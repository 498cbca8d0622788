"""Merging near duplicates: what becomes one, what must not, how long others wait, and that it comes to rest.

    python benchmarks/merge.py
    python benchmarks/merge.py --memories 10000 --json merge.json

A folder of made memories, English and Chinese. A tenth are near duplicates: pairs that give one value of one subject in
two wordings, its spelling drawn by chance. Where neither spelling holds the figures of both ("2 hours", "120 minutes"),
the job leaves them apart. Another tenth are pairs that differ in that value. None of these may be merged, though every
pair is linked as similar beforehand and no memory is marked, so that nothing but the comparison stands between; where
such a pair is remembered in the ordinary way, it is marked as a contradiction long before.

The job runs until it has nothing to do, a minute between two runs by its clock. Then it runs a hundred times more: the
records must not move. A false merge, a lost row, a fact that is not found or records that move end the program with 1.
"""

import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from pathlib import Path
from typing import cast

from conflict_forms import CHINESE, ENGLISH, Attribute
from kit import WHO, Tables, TimedRecords, options, percentile
from made_texts import made_texts

from mcp_memory.bootstrap import parts_of, shipped_embedder
from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Change, Link, Memory, Observation, Origin
from mcp_memory.engine.domain.policies import MergePolicy
from mcp_memory.engine.domain.vocabulary import LinkKind, OriginKind, Status
from mcp_memory.engine.lifecycle.merge import Merging
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.text.normalise import duplicate_key
from mcp_memory.engine.text.tokens import query_terms
from mcp_memory.settings import Settings
from mcp_memory.testing import a_memory

Pair = tuple[str, str]
_START = datetime.fromisoformat("2026-01-05T09:00:00+00:00")
_NAMES = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "haven", "indigo", "jade", "lotus", "maple")
_MOST_RUNS = 10_000
_ALL = Filter(reach=Reach(WHO.user, sessions=None))


@dataclass(frozen=True, slots=True)
class Made:
    """The stored memories: pairs that say the same, pairs that differ in a value, and others."""

    same: list[tuple[Memory, Memory]]
    differing: list[tuple[Memory, Memory]]
    others: list[Memory]

    @property
    def pairs(self) -> list[tuple[Memory, Memory]]:
        """All pairs."""
        return [*self.same, *self.differing]

    @property
    def everything(self) -> list[Memory]:
        """All memories."""
        return [*self.others, *(memory for pair in self.pairs for memory in pair)]


def made_pairs(count: int, *, same: bool) -> list[Pair]:
    """Pairs of statements about one subject each, half English, half Chinese; no two pairs about the same one."""
    chance = random.Random(3 if same else 4)  # noqa: S311 (what is drawn guards nothing)
    kinds = [attribute for both in zip(ENGLISH, CHINESE, strict=False) for attribute in both]
    pairs: list[Pair] = []
    while len(pairs) < count:
        attribute = kinds[len(pairs) % len(kinds)]
        pair = _pair(attribute, f"{chance.choice(_NAMES)}{'s' if same else 'd'}{len(pairs)}", chance, same=same)
        if pair[0] != pair[1] and duplicate_key(pair[0]) != duplicate_key(pair[1]):
            pairs.append(pair)
    return pairs


def _pair(attribute: Attribute, name: str, chance: random.Random, *, same: bool) -> Pair:
    value = chance.choice(attribute.values)
    values = (value, value) if same else chance.choice(list(combinations(attribute.values, 2)))
    forms = chance.sample(attribute.forms, 2) if same else [chance.choice(attribute.forms) for _ in values]
    subject = f"{chance.choice(attribute.subjects)} {name}"
    one, other = (
        form.format(s=subject, v=chance.choice(said.split("|"))) for form, said in zip(forms, values, strict=True)
    )
    return one[0].upper() + one[1:], other[0].upper() + other[1:]


class Folder:
    """One data folder with a clock that the program moves."""

    def __init__(self, home: Path) -> None:
        self.parts = parts_of(Settings.read({"MCP_MEMORY_HOME": str(home)}), shipped_embedder())
        self.records = TimedRecords(self.parts.records)
        self.now = _START + timedelta(days=30)

    def merging(self) -> Merging:
        """The job, on timed records."""
        return Merging(
            records=cast("Records", self.records),
            compare=compare,
            vectors=self.parts.vectors,
            space=self.parts.embedder.card.space,
            policy=MergePolicy(),
            clock=lambda: self.now,
            new_id=self.parts.new_id,
            shared=True,
        )

    def fill(self, memories: int, planted: float) -> Made:
        """Store everything in one order, as it may come over a month; every pair is linked."""
        count = round(memories * planted / 2)
        others = [self._put(text, number) for number, text in enumerate(made_texts(memories - 4 * count))]
        same, differing = (
            [(self._put(one, number), self._put(other, number + 1)) for number, (one, other) in enumerate(pairs)]
            for pairs in (made_pairs(count, same=True), made_pairs(count, same=False))
        )
        made = Made(same, differing, others)
        with self.parts.records.writing() as writing:
            for one, other in made.pairs:
                writing.link(Link(other.id, LinkKind.SIMILAR_TO, one.id, self.now))
        return made

    def _put(self, content: str, number: int) -> Memory:
        at = _START + timedelta(minutes=number)
        memory = a_memory(
            id=self.parts.new_id(),
            content=content,
            origin=Origin(OriginKind.AGENT, WHO.agent, f"session {number % 20}"),
            occurred_at=at,
            stored_at=at,
            changed_at=at,
            importance=0.7,
        )
        with self.parts.records.writing() as writing:
            writing.put(Change.made(WHO, "remember", "", None, memory))
            writing.observe(Observation(memory.id, memory.origin.session, at))
        return memory

    def run_to_rest(self) -> tuple[int, Counter[str]]:
        """Run until a run does nothing; how many runs that took, and what they counted."""
        total: Counter[str] = Counter()
        for number in range(1, _MOST_RUNS):
            counts = self.merging().run().counts
            total.update(counts)
            self.now += timedelta(minutes=1)
            if not (counts.get("overviews") or counts.get("archived")):
                return number, total
        raise SystemExit("it does not come to rest")

    def state(self, made: Made) -> tuple[object, ...]:
        """Everything there is: the revision, and each memory with its history, links and observations."""
        into = [link.target for link in self._links(made)]
        ids = [*(memory.id for memory in made.everything), *into]
        return self.records.revision(), tuple(self.records.dossier(memory_id) for memory_id in ids)

    def _links(self, made: Made) -> Sequence[Link]:
        links: Sequence[Link] = self.records.linked([one.id for one in made.everything], LinkKind.MERGED_INTO)
        return links

    def judge(self, made: Made) -> dict[str, int]:
        """How many pairs of each kind became one, rows that are gone, and statements that words do not find."""
        into: dict[str, set[str]] = {}
        for link in self._links(made):
            into.setdefault(link.source, set()).add(link.target)
        known = self.records.get_many([memory.id for memory in made.everything])

        def merged(pairs: Sequence[tuple[Memory, Memory]]) -> int:
            return sum(bool(into.get(one.id, set()) & into.get(other.id, set())) for one, other in pairs)

        paired = {frozenset({one.id, other.id}) for one, other in made.same}
        targets: dict[str, set[str]] = {}
        for source, found in into.items():
            for target in found:
                targets.setdefault(target, set()).add(source)
        wrong = sum(frozenset(sources) not in paired for sources in targets.values())
        lost = sum(memory.content != known[memory.id].content for memory in made.everything if memory.id in known)
        return {
            "merged": merged(made.same),
            "false": wrong + merged(made.differing),
            "lost": len(made.everything) - len(known) + lost,
            "unfound": sum(not self._is_found(memory, into) for memory in made.everything),
        }

    def finds(self, memory: Memory) -> bool:
        """Whether the statement is found just now, while others may be merging it."""
        into = {link.target for link in self.records.linked([memory.id], LinkKind.MERGED_INTO)}
        return self._is_found(memory, {memory.id: into})

    def _is_found(self, memory: Memory, into: dict[str, set[str]]) -> bool:
        """Whether the statement is active itself or stands in an active overview that its own words bring up."""
        wanted = {memory.id, *into.get(memory.id, ())}
        active = {one.id for one in self.records.get_many(list(wanted)).values() if one.status is Status.ACTIVE}
        hits = self.parts.words.search_words(query_terms(memory.content), _ALL, 50)
        return bool(active & {memory_id for memory_id, _ in hits})


_MERGED = ("memories", "near duplicates", "merged", "value differs", "false merges", "rows lost", "facts not found")
_COSTS = ("runs", "compared", "overviews", "archived", "seconds", "transactions", "p50 ms", "p99 ms", "longest ms")


def measure(folder: Folder, made: Made, tables: Tables, more_runs: int) -> bool:
    """Merge until it rests, judge, run so many times more; whether nothing is wrong."""
    started = time.perf_counter()
    runs, counts = folder.run_to_rest()
    seconds = time.perf_counter() - started
    times = list(folder.records.milliseconds)
    judged, before = folder.judge(made), folder.state(made)
    for _ in range(more_runs):
        folder.now += timedelta(days=7)
        folder.merging().run()
    moved = folder.state(made) != before
    sizes = len(made.everything), f"{len(made.same)} pairs", judged["merged"], f"{len(made.differing)} pairs"
    wrong = judged["false"], judged["lost"], judged["unfound"]
    spent = percentile(times, 0.5), percentile(times, 0.99), max(times)
    done = counts["compared"], counts["overviews"], counts["archived"]
    tables.add("Merging until nothing is left", _MERGED, [(*sizes, *wrong)])
    tables.add("What it costs", _COSTS, [(runs, *done, seconds, len(times), *spent)])
    tables.add("At rest", ("runs more", "records"), [(more_runs, "moved" if moved else "the same")])
    return not (moved or any(wrong))


def main() -> None:
    """Fill a folder and measure."""
    parser = options(__doc__)
    parser.add_argument("--memories", type=int, default=2_000)
    parser.add_argument("--planted", type=float, default=0.1, help="share that are near duplicates, and that differ")
    parser.add_argument("--more-runs", type=int, default=100, help="runs after it has come to rest")
    wishes = parser.parse_args()
    with Tables(wishes.json) as tables, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        folder = Folder(Path(home))
        passed = measure(folder, folder.fill(wishes.memories, wishes.planted), tables, wishes.more_runs)
        folder.parts.records.close()
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
