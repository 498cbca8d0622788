"""Which memories say the same in other words, so that one may stand for all of them.

Likeness decides nothing here: memories joined by a link are compared word by word and value by value, every two of a
cluster, so that no chain drifts from one statement to another. In doubt they stay apart: two records of one fact cost
a line, one record of two facts costs a fact.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from mcp_memory.engine.comparison.compare import LOOKED_AT, MOST_SENTENCES
from mcp_memory.engine.comparison.reading import fold, sentences
from mcp_memory.engine.comparison.relation import Compare, Relation
from mcp_memory.engine.domain.memory import Episode, Link, Memory, Triple
from mcp_memory.engine.domain.policies import MergePolicy
from mcp_memory.engine.domain.vocabulary import RECORDS_OF_WORK, Layer, LinkKind, Status
from mcp_memory.engine.lifecycle.overview import holds_figures
from mcp_memory.engine.ports.records import Records

Cluster = tuple[Memory, ...]
_LAYERS = frozenset({Layer.EPISODIC, Layer.SEMANTIC})
_PAGE = 100
"""Links read at once, with what stands at their ends: whoever asks meanwhile waits no longer than for that."""


@dataclass(slots=True, kw_only=True)
class Nearness:
    """Seeks clusters for one run. `shared`: all sessions of a user see each other's episodes (`Grants`)."""

    records: Records
    compare: Compare
    policy: MergePolicy
    now: datetime
    shared: bool
    compared: int = 0
    """Pairs of memories that were compared so far."""

    _kin: "Kin" = field(init=False)
    _known: dict[frozenset[str], bool] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._kin = Kin(self.records, self.policy.max_depth)

    def clusters(self) -> list[Cluster]:
        """Memories that say the same, those that were stored first in front; no memory stands in two."""
        found = _cliques(list(self._pairs()), self._is_same, self.policy.most_members)
        return sorted(found, key=lambda cluster: (cluster[0].stored_at, cluster[0].id))

    def _pairs(self) -> Iterator[tuple[Memory, Memory]]:
        """The linked pairs that say the same, as far as one run may compare."""
        begun = {end for link in self.records.unfinished_merges() for end in link.ends}
        last: Link | None = None
        while page := self.records.near_duplicates(_PAGE, last):
            last = page[-1]
            found = self.records.get_many(list({end for link in page for end in link.ends} - begun))
            self._kin.learn(found.values())
            for link in page:
                if self.compared >= self.policy.most_compared:
                    return
                one, other = found.get(link.source), found.get(link.target)
                if one and other and self._is_same(one, other):
                    yield one, other

    def _is_same(self, one: Memory, other: Memory) -> bool:
        """Whether one may stand for the other: nothing sets them apart, and they say the same whichever way round."""
        pair = frozenset({one.id, other.id})
        if pair not in self._known:
            self._known[pair] = self._may_join(one, other) and self._says_same(one, other)
        return self._known[pair]

    def _may_join(self, one: Memory, other: Memory) -> bool:
        if not (is_free(one, self.now) and is_free(other, self.now)):
            return False
        if bounds_of(one, shared=self.shared) != bounds_of(other, shared=self.shared):
            return False
        return self._kin.may_join(one.id, other.id)

    def _says_same(self, one: Memory, other: Memory) -> bool:
        """All wordings that each of them stands for are compared, so that a second merge drifts no further."""
        self.compared += 1
        return holds_figures(one, other) and all(
            self.compare(first, second).relation is Relation.SAME
            and self.compare(second, first).relation is Relation.SAME
            for first in self._kin.wordings(one)
            for second in self._kin.wordings(other)
        )


@dataclass(slots=True)
class Kin:
    """What was merged into what, ever. Links stay when a merge is undone, so a person's undoing is remembered."""

    records: Records
    max_depth: int
    _into: dict[str, set[str]] = field(default_factory=dict)
    _sources: dict[str, set[str]] = field(default_factory=dict)
    _texts: dict[str, str] = field(default_factory=dict)

    def learn(self, memories: Iterable[Memory]) -> None:
        """Read how these came about, as far back as the depth allows."""
        ids = {memory.id for memory in memories}
        for _ in range(self.max_depth):
            links = self.records.linked(sorted(ids), LinkKind.MERGED_INTO)
            for link in links:
                self._into.setdefault(link.source, set()).add(link.target)
                self._sources.setdefault(link.target, set()).add(link.source)
            ids = {link.source for link in links if link.target in ids}
            texts = self.records.get_many(sorted(ids))
            self._texts |= {memory_id: memory.content for memory_id, memory in texts.items()}

    def may_join(self, one: str, other: str) -> bool:
        """Whether nothing of one was ever merged with anything of the other, and an overview is no merge too many."""
        return self._family(one).isdisjoint(self._family(other)) and self._is_young(one) and self._is_young(other)

    def wordings(self, memory: Memory) -> list[str]:
        """Its own text, and the texts that it stands for."""
        said = (self._texts[source] for source in sorted(self._sources.get(memory.id, ())) if source in self._texts)
        return list(dict.fromkeys((memory.content, *said)))

    def _family(self, memory_id: str) -> set[str]:
        """It, what was merged into it, and what these were ever merged into."""
        own = {memory_id, *self._sources.get(memory_id, ())}
        return own.union(*(self._into.get(member, ()) for member in own))

    def _is_young(self, memory_id: str) -> bool:
        return self._depth(memory_id, self.max_depth) < self.max_depth

    def _depth(self, memory_id: str, left: int) -> int:
        """How many merges lie behind it: 0 for what somebody said, counted up to `left`."""
        sources = self._sources.get(memory_id, ()) if left else ()
        return max((1 + self._depth(source, left - 1) for source in sources), default=0)


def is_free(memory: Memory, now: datetime) -> bool:
    """Whether a memory may be merged at all: active, no mark on it, not expired, short enough to be compared whole.

    What is pinned stays as it is, and what is conflicted, denied or doubted waits for a person. Records of work are
    events, each its own.
    """
    is_kind = memory.layer in _LAYERS and memory.event_type not in RECORDS_OF_WORK
    is_open = memory.status is Status.ACTIVE and not memory.marks and not memory.is_expired(now)
    return is_kind and is_open and _is_read_whole(memory.content)


def bounds_of(memory: Memory, *, shared: bool) -> tuple[object, ...]:
    """What has to be equal beside the words: whose it is, of what kind, who said it, until when, when it is said to be.

    Who vouches is among it: an overview of a person's word and an agent's would lower the one or raise the other.
    """
    return (
        memory.scope,
        memory.layer,
        memory.event_type,
        memory.origin.kind,
        "" if shared or memory.layer is not Layer.EPISODIC else memory.origin.session,
        memory.valid_until,
        memory.occurred_at.date() if memory.when_said else None,
        _said_beside(memory),
    )


def _said_beside(memory: Memory) -> tuple[str, ...]:
    match memory.details:
        case Episode() as episode:
            place = "" if "place" in episode.inferred else episode.place
            return episode.speaker, place
        case Triple() as triple:
            return triple.predicate.value, ""
        case _:
            return "", ""


def _is_read_whole(content: str) -> bool:
    """Whether `compare` reads all of it."""
    return len(content) <= LOOKED_AT and len(sentences(fold(content), MOST_SENTENCES + 1)) <= MOST_SENTENCES


def _cliques(
    pairs: Sequence[tuple[Memory, Memory]], is_same: Callable[[Memory, Memory], bool], most: int
) -> Iterator[Cluster]:
    """Of what the pairs join, the memories of which every two are the same, the oldest first."""
    for joined in _components(pairs):
        rest = sorted(joined, key=lambda memory: (memory.stored_at, memory.id))
        while rest:
            clique = [rest[0]]
            for memory in rest[1:]:
                if len(clique) < most and all(is_same(member, memory) for member in clique):
                    clique.append(memory)
            rest = [memory for memory in rest if memory not in clique]
            if len(clique) > 1:
                yield tuple(clique)


def _components(pairs: Sequence[tuple[Memory, Memory]]) -> Iterator[list[Memory]]:
    known = {memory.id: memory for pair in pairs for memory in pair}
    near: dict[str, set[str]] = {}
    for one, other in pairs:
        near.setdefault(one.id, set()).add(other.id)
        near.setdefault(other.id, set()).add(one.id)
    while near:
        found: set[str] = set()
        frontier = {next(iter(near))}
        while frontier:
            found |= frontier
            frontier = {end for memory_id in frontier for end in near.pop(memory_id)} - found
        yield [known[memory_id] for memory_id in found]
