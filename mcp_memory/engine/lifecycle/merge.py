"""The weekly job that lets one memory stand for several that say the same (SPEC 6, duplicates).

It destroys nothing, and the facts are found at every moment. One run writes overviews; the next, a minute later, puts
the sources away, once an overview is found by meaning too wherever a source was. A question that is being answered
meanwhile therefore meets sources, overview or both, never neither; and whoever is killed in between leaves memories
that are all active, and a next run that goes on there. What was undone is not merged again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from itertools import groupby
from typing import TypeVar

from mcp_memory.engine.comparison.relation import Compare
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.jobs import JobOutcome
from mcp_memory.engine.domain.memory import Change, Link, Memory, Principal
from mcp_memory.engine.domain.policies import MergePolicy
from mcp_memory.engine.domain.vocabulary import LinkKind, Status
from mcp_memory.engine.lifecycle.nearness import Cluster, Nearness
from mcp_memory.engine.lifecycle.overview import overview_of
from mcp_memory.engine.lifecycle.unmerge import MERGE_VERB, merge_reason
from mcp_memory.engine.ports.index import IndexSource
from mcp_memory.engine.ports.records import Records, Transaction
from mcp_memory.engine.ports.world import Clock, NewId

T = TypeVar("T")

AGENT = "merge"
"""The agent's name under which the job itself writes."""

_CARRIED = (LinkKind.DERIVED_FROM, LinkKind.SUPPORTS, LinkKind.SUPERSEDES, LinkKind.SIMILAR_TO)
_NOTHING = "no two memories say the same in other words"
_GOES_ON = "the sources are archived a minute later, once the overviews are found by meaning too"


@dataclass(frozen=True, slots=True)
class Begun:
    """An overview that is written, and the links from its sources, which are not archived yet."""

    overview_id: str
    links: tuple[Link, ...]
    is_ready: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Merging:
    """Merges near duplicates over all users of a data folder, each user's by themselves.

    `space` is the vector space of `vectors`. `shared` is the standing grant by which all sessions of a user see each
    other's episodes; without it, episodes of different sessions are never merged. `give_way` is called before each
    cluster is written, never in a write.
    """

    records: Records
    compare: Compare
    vectors: IndexSource
    space: str
    policy: MergePolicy
    clock: Clock
    new_id: NewId
    shared: bool
    give_way: Callable[[], None] = lambda: None

    def run(self) -> JobOutcome:
        """Archive the sources of overviews that are ready; where there are none, write new overviews.

        At most one cluster, or `policy.share` of a user's active memories. Each transaction concerns one cluster.
        """
        begun = self._begun()
        ready = [one for one in begun if one.is_ready]
        if ready:
            archived = sum(map(self._finish, self._unhurried(ready)))
            return _outcome({"archived": archived, "waiting": len(begun) - len(ready)})
        chosen, compared = self._chosen()
        written = [self._begin(cluster) for cluster in self._unhurried(chosen)]
        return _outcome({"compared": compared, "overviews": sum(written), "waiting": len(begun)})

    def rehearse(self) -> JobOutcome:
        """What a run would do now; nothing is written."""
        begun = self._begun()
        ready = [one for one in begun if one.is_ready]
        if ready:
            archived = sum(len(one.links) for one in ready)
            return _outcome({"archived": archived, "waiting": len(begun) - len(ready)})
        chosen, compared = self._chosen()
        return _outcome({"compared": compared, "overviews": len(chosen), "waiting": len(begun)})

    def is_open(self, counts: Mapping[str, int]) -> bool:
        """Whether the last run, which counted these, left something that can be finished now. Costs little if not."""
        left = counts.get("overviews", 0) or counts.get("waiting", 0)
        return bool(left) and any(one.is_ready for one in self._begun())

    def _unhurried(self, each: Iterable[T]) -> Iterator[T]:
        """One after the other, giving way before each."""
        for one in each:
            self.give_way()
            yield one

    # Overviews

    def _chosen(self) -> tuple[list[Cluster], int]:
        """The clusters of one run, within its bounds, and how many pairs were compared for them."""
        nearness = Nearness(
            records=self.records, compare=self.compare, policy=self.policy, now=self.clock(), shared=self.shared
        )
        most_of = cache(lambda user: self.policy.share * self.records.count(Filter(reach=Reach(user, sessions=None))))
        chosen: list[Cluster] = []
        used: dict[str, int] = {}
        for cluster in nearness.clusters():
            user = cluster[0].scope.user
            size = used.get(user, 0) + len(cluster)
            if not chosen or size <= most_of(user):
                used[user] = size
                chosen.append(cluster)
        return chosen[: self.policy.most_clusters], nearness.compared

    def _begin(self, cluster: Cluster) -> bool:
        """Write the overview beside its sources; false when one of them has changed meanwhile."""
        now = self.clock()
        with self.records.writing() as writing:
            members = [memory for found in cluster if (memory := writing.get(found.id))]
            if [member.version for member in members] != [found.version for found in cluster]:
                return False
            overview = overview_of(members, self.new_id(), now)
            reason = f"says what these say: {', '.join(member.id for member in members)}"
            writing.put(Change.made(as_itself(overview), MERGE_VERB, reason, None, overview))
            for member in members:
                writing.link(Link(member.id, LinkKind.MERGED_INTO, overview.id, now))
            self._hand_over(writing, [member.id for member in members], overview.id)
        return True

    def _hand_over(self, writing: Transaction, sources: Sequence[str], overview_id: str) -> None:
        """Where the sources were seen, each scene once, and what they are linked to, beside what they keep."""
        dossiers = [dossier for source in sources if (dossier := self.records.dossier(source))]
        seen = [observation for dossier in dossiers for observation in dossier.observations]
        for observation in sorted(seen, key=lambda one: (one.at, one.memory_id)):
            writing.observe(replace(observation, memory_id=overview_id))
        inside = {*sources, overview_id}
        for link in (link for dossier in dossiers for link in dossier.links if link.kind in _CARRIED):
            ends = [overview_id if end in sources else end for end in link.ends]
            if not inside.issuperset(link.ends):
                writing.link(Link(ends[0], link.kind, ends[1], link.at))

    # Sources

    def _begun(self) -> list[Begun]:
        """What was begun and not finished, and whether it can be finished now."""
        links = self.records.unfinished_merges()
        memories = self.records.get_many(list({end for link in links for end in link.ends}))
        embedded = {memory_id for memory_id, _ in self.vectors.vectors_of([(one, 0) for one in memories], self.space)}
        latest = self.clock() - timedelta(seconds=self.policy.rest_seconds)
        begun = []
        for target, each in groupby(links, key=lambda link: link.target):
            into = tuple(link for link in each if {link.source, target} <= memories.keys())
            is_found = target in embedded or embedded.isdisjoint(link.source for link in into)
            has_rested = all(link.at <= latest for link in into)
            if into:
                begun.append(Begun(target, into, is_found and has_rested))
        return begun

    def _finish(self, begun: Begun) -> int:
        """Archive the sources of an overview, unless either was changed meanwhile; returns how many were."""
        now = self.clock()
        with self.records.writing() as writing:
            overview = writing.get(begun.overview_id)
            if overview is None or overview.version != 1:
                return 0
            found = [(writing.get(link.source), link) for link in begun.links]
            sources = [source for source, link in found if source and source.changed_at <= link.at]
            self._hand_over(writing, [source.id for source in sources], overview.id)
            for source in sources:
                after = source.changed(now, status=Status.ARCHIVED)
                writing.put(Change.made(as_itself(source), MERGE_VERB, merge_reason(overview.id), source, after))
        return len(sources)


def as_itself(memory: Memory) -> Principal:
    """On whose behalf the job writes."""
    return Principal(user=memory.scope.user, agent=AGENT)


def _outcome(counts: dict[str, int]) -> JobOutcome:
    if counts.get("overviews") or counts.get("waiting"):
        return JobOutcome(counts, _GOES_ON)
    return JobOutcome(counts, "" if counts.get("archived") else _NOTHING)
