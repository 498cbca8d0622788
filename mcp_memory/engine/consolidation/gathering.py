"""Finds what may belong together: near by words, and by meaning where there are vectors; then reads it.

It looks only where conflicts and duplicates are sought too: in a memory's own project and in what is global.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from mcp_memory.engine.consolidation.reading import Reading, left_out, read
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.domain.vocabulary import LIVE, EventType, Layer, Status
from mcp_memory.engine.ports.embedder import Vector
from mcp_memory.engine.ports.index import Index, IndexSource
from mcp_memory.engine.ports.records import Records

_KNOWN = frozenset({Status.ACTIVE, Status.PENDING, Status.OVERTURNED})
_EVIDENCE = frozenset({Status.ACTIVE, Status.SUPERSEDED})
"""A statement that a more precise one has superseded was said all the same."""

_MOST_TERMS = 24
_MOST_REMEMBERED = 4_000


@dataclass(frozen=True, slots=True)
class Item:
    """A memory as it is compared, with its vector where it has one."""

    memory: Memory
    reading: Reading
    vector: Vector | None = None

    @property
    def id(self) -> str:
        """The memory's id."""
        return self.memory.id


@dataclass(slots=True)
class Gathering:
    """Reads memories and their neighbours for one run; what was read stays at hand."""

    records: Records
    index: Index
    vectors: IndexSource
    space: str
    policy: ConsolidationPolicy
    give_way: Callable[[], None]
    _read: dict[tuple[str, int], Item] = field(default_factory=dict)

    def item(self, memory: Memory) -> Item:
        """One memory, read."""
        return self.items([memory])[0]

    def items(self, memories: Sequence[Memory]) -> list[Item]:
        """Memories, read, in the same order."""
        if len(self._read) > _MOST_REMEMBERED:
            self._read.clear()
        fresh = [memory for memory in memories if (memory.id, memory.version) not in self._read]
        vectors = self._vectors_of(fresh)
        for memory in fresh:
            self.give_way()
            self._read[memory.id, memory.version] = Item(memory, read(memory), vectors.get(memory.id))
        return [self._read[memory.id, memory.version] for memory in memories]

    def neighbours(self, seed: Item) -> list[Item]:
        """Episodes near the seed that a rule may rest on, in its project or global; of a global one, in any project.

        The seed is not among them.
        """
        found = self._near(seed, Layer.EPISODIC, _EVIDENCE)
        return [item for item in found if item.id != seed.id and not left_out(item.memory, item.reading)]

    def known(self, seed: Item, projects: frozenset[str]) -> list[Item]:
        """Rules near the seed, in these projects: active, pending or overturned."""
        found = self._near(seed, Layer.SEMANTIC, _KNOWN)
        return [item for item in found if item.memory.scope.project in projects]

    def said(self, reach: Reach, reading: Reading) -> list[Item]:
        """Active episodes within a reach whose words are near a statement's, in any project."""
        within = Filter(reach=reach, layers=frozenset({Layer.EPISODIC}))
        found = self.items(self._search(sorted(reading.terms)[:_MOST_TERMS], None, within))
        return [item for item in found if not left_out(item.memory, item.reading)]

    def rules(self, reach: Reach, reading: Reading) -> list[Item]:
        """Rules within a reach whose words are near a statement's: active, pending or overturned."""
        within = Filter(reach=reach, layers=frozenset({Layer.SEMANTIC}), statuses=_KNOWN)
        return self.items(self._search(sorted(reading.terms)[:_MOST_TERMS], None, within))

    def runs(self, seed: Memory, terms: Sequence[str]) -> list[Memory]:
        """Task records whose words are near those terms, in the seed's project or global."""
        within = Filter(
            reach=Reach(seed.scope.user, sessions=None),
            project=seed.scope.project,
            layers=frozenset({Layer.EPISODIC}),
            event_types=frozenset({EventType.TASK_RECORD}),
        )
        return self._search(terms, None, within)

    def procedures(self, seed: Memory, terms: Sequence[str]) -> list[Memory]:
        """Procedures whose words are near those terms, in the seed's project or global: active or pending."""
        within = Filter(
            reach=Reach(seed.scope.user, sessions=None),
            project=seed.scope.project,
            layers=frozenset({Layer.PROCEDURAL}),
            statuses=LIVE,
        )
        return self._search(terms, None, within)

    def _near(self, seed: Item, layer: Layer, statuses: frozenset[Status]) -> list[Item]:
        within = Filter(
            reach=Reach(seed.memory.scope.user, sessions=None),
            statuses=statuses,
            project=seed.memory.scope.project,
            layers=frozenset({layer}),
        )
        return self.items(self._search(sorted(seed.reading.terms)[:_MOST_TERMS], seed.vector, within))

    def _search(self, terms: Sequence[str], vector: Vector | None, within: Filter) -> list[Memory]:
        hits = self.index.search(terms, vector, within, self.policy.neighbours)
        ids = dict.fromkeys(hit.memory_id for hit in (*hits.by_words, *hits.by_vector))
        return [memory for memory in self.records.get_many(list(ids)).values() if within.admits(memory)]

    def _vectors_of(self, memories: Iterable[Memory]) -> dict[str, Vector]:
        found = self.vectors.vectors_of([(memory.id, 0) for memory in memories], self.space)
        return {memory_id: vector for (memory_id, _), vector in found.items()}
