"""One question, answered: rewrite, two legs, one fusion, re-rank, floor, standing preferences, budget.

It writes nothing: which memories were recalled is the caller's to note.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime

from mcp_memory.engine.domain.answers import MOST_OUTSIDE, Recalled, Searched
from mcp_memory.engine.domain.errors import Invalid, ModelUnavailable
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Memory, Principal
from mcp_memory.engine.domain.policies import RecallPolicy
from mcp_memory.engine.domain.requests import Include, Recall
from mcp_memory.engine.domain.vocabulary import STANDING_EVENTS, Layer, Status, Tier
from mcp_memory.engine.ports.embedder import Embedder, Vector
from mcp_memory.engine.ports.index import Hit, Hits, Index
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.ports.world import Clock, Local
from mcp_memory.engine.recall.behind import rules_first
from mcp_memory.engine.recall.farther import EVERYWHERE, Farther, Looked
from mcp_memory.engine.recall.fit import Shown, fit
from mcp_memory.engine.recall.fuse import fuse
from mcp_memory.engine.recall.latest import latest_first
from mcp_memory.engine.recall.rank import Ranked, as_asked, is_noise, is_weak, order, rank, rank_unsought
from mcp_memory.engine.recall.rewrite import Rewritten, points_back, rewrite
from mcp_memory.engine.recall.sides import Sides
from mcp_memory.engine.text.counting import count_tokens
from mcp_memory.engine.text.moments import end_of, moment
from mcp_memory.engine.text.tokens import query_terms

OTHER_STATUSES: frozenset[Include] = frozenset({"archived", "overturned", "pending"})
"""Statuses that a question only ranges over when it asks for them."""

_PUT_AWAY: frozenset[Include] = frozenset({"cold", "archived", "overturned"})
_MAX_ALIASES = 4
_RECENT = 20
_LOOKED_AT = 2
"""So many times what is asked for is looked at for rules and what they rest on, and for what is newer."""

_PLACES_PER_STANDING = 4
"""A short answer gives no place away; one of eight gives two to what stands but was not found by itself."""


@dataclass(frozen=True, slots=True)
class Searching:
    """Answers questions from records, index and embedder. `stopwatch` returns seconds, for the stage times."""

    records: Records
    index: Index
    embedder: Embedder
    policy: RecallPolicy
    clock: Clock
    local: Local
    stopwatch: Callable[[], float]

    def search(self, who: Principal, reach: Reach, ask: Recall) -> Recalled:
        """The memories that answer a question, best first, within limit and budget. Raises `Invalid`."""
        stages = _Stages(self.stopwatch)
        now = self.clock()
        within = filter_of(reach, ask, self.local(now))
        with stages.time("rewrite"):
            question = self._rewrite(who, reach, ask, now)
        with stages.time("embed"):
            vector, degraded = self._vector(question.text)
        with stages.time("index"):
            looked = self._looked(question, vector, within, (ask, now))
        with stages.time("rank"):
            strong, weak = self._sift(looked.ranked)
            strong = rules_first(self.records, strong, ask.limit * _LOOKED_AT)
            if not question.asks_before:
                strong, weak = latest_first(self.records, strong, weak, ask.limit * _LOOKED_AT)
            best = self._choose(strong, weak, self._standing(question, vector, within, now), ask.limit)
            chosen = Sides(self.records, self.policy.decay).beside(best, within, now)[: ask.limit]
        with stages.time("fit"):
            found, left_out = fit(chosen, excerpts(self.records, chosen, self.policy), ask.max_tokens)
        with stages.time("outside"):
            outside = count_outside(self.records, within)
        return Recalled(
            found=found,
            total=max(len(strong) + len(weak), len(chosen)),
            left_out=left_out,
            searched=Searched(
                question=question.text,
                scope=ask.project,
                legs=("words",) if vector is None else ("words", "vectors"),
                tiers=looked.names,
                outside_scope=outside,
                degraded=degraded,
            ),
            stages=stages.milliseconds,
        )

    def show(self, memory: Memory, ask: Recall) -> Recalled:
        """One memory that was asked for by its id, whole within `max_tokens`."""
        shown = Shown(rank_unsought(memory, self.clock(), self.policy.decay), ("id",))
        found, left_out = fit([shown], {}, ask.max_tokens)
        searched = Searched(question=ask.query, scope="", legs=("id",), tiers=(), outside_scope=0)
        return Recalled(found=found, total=1, left_out=left_out, searched=searched)

    def _rewrite(self, who: Principal, reach: Reach, ask: Recall, now: datetime) -> Rewritten:
        pointed_at = self._pointed_at(who, reach) if points_back(ask.query) else ""
        question = rewrite(ask.query, self.local(now), pointed_at)
        other_names = self.records.aliases(who.user, question.terms)[:_MAX_ALIASES]
        return question.joined_by(tuple(query_terms(" ".join(other_names))))

    def _pointed_at(self, who: Principal, reach: Reach) -> str:
        """What "that plan" most likely is: the latest thing this session stored."""
        if not who.session:
            return ""
        mine = Filter(
            reach=Reach(user=reach.user, sessions=frozenset({who.session})), layers=frozenset({Layer.EPISODIC})
        )
        latest = max(self.records.listing(mine, limit=_RECENT), key=lambda memory: memory.stored_at, default=None)
        return latest.content if latest else ""

    def _vector(self, text: str) -> tuple[Vector | None, str]:
        """The question's vector, or None with the reason why only words answer."""
        if not self.embedder.is_ready:
            return None, "the embedding model is not ready yet, so only words were searched"
        try:
            return self.embedder.embed_query(text), ""
        except ModelUnavailable as unavailable:
            return None, f"only words were searched: {unavailable.detail or unavailable.message}"

    def _looked(
        self, question: Rewritten, vector: Vector | None, within: Filter, asked: tuple[Recall, datetime]
    ) -> Looked:
        """Search the tiers that the question needs, or all at once where what was put away is asked for."""
        ask, now = asked

        def look(tiers: frozenset[Tier]) -> Sequence[Ranked]:
            return self._ranked(question, vector, replace(within, tiers=tiers), now)

        if ask.include & _PUT_AWAY:
            return Looked(tuple(look(EVERYWHERE)), EVERYWHERE)
        farther = Farther(
            is_strong=lambda item: bool(self._sift([item])[0]),
            strong_coverage=self.policy.strong_coverage,
            lies_in=lambda: self.records.tiers(within.reach.user),
        )
        return farther.look(look, ask.limit)

    def _ranked(self, question: Rewritten, vector: Vector | None, within: Filter, now: datetime) -> list[Ranked]:
        hits = self.index.search(question.terms, vector, within, self.policy.candidates)
        relevance = fuse(hits, calibrated=self.embedder.card.calibrated)
        best: dict[str, tuple[Hit, float]] = {}
        for hit in _distinct(hits):
            score = relevance[hit.memory_id, hit.chunk]
            if hit.memory_id not in best or score > best[hit.memory_id][1]:
                best[hit.memory_id] = (hit, score)
        memories = self.records.get_many(tuple(best))
        ranked = [
            rank(memory.as_of(now), hit, as_asked(score, memory, question), now, self.policy.decay)
            for memory_id, (hit, score) in best.items()
            if (memory := memories.get(memory_id)) is not None and within.admits(memory)
        ]
        return sorted(ranked, key=order)

    def _sift(self, ranked: Iterable[Ranked]) -> tuple[list[Ranked], list[Ranked]]:
        """Strong and weak matches, each best first; noise is left out."""
        calibrated = self.embedder.card.calibrated
        strong: list[Ranked] = []
        weak: list[Ranked] = []
        for item in ranked:
            if is_noise(item.hit, self.policy, calibrated=calibrated):
                continue
            (weak if is_weak(item.hit, self.policy, calibrated=calibrated) else strong).append(item)
        return strong, weak

    def _standing(self, question: Rewritten, vector: Vector | None, within: Filter, now: datetime) -> list[Ranked]:
        """Preferences, constraints and instructions nearest in meaning, however they are worded (SPEC 7.4)."""
        if within.event_types or self.policy.standing_slots == 0:
            return []
        asked = question if vector is None else replace(question, terms=())
        standing = self._ranked(asked, vector, replace(within, event_types=STANDING_EVENTS), now)
        calibrated = self.embedder.card.calibrated
        return [item for item in standing if not is_noise(item.hit, self.policy, calibrated=calibrated)]

    def _choose(
        self, strong: Sequence[Ranked], weak: Sequence[Ranked], standing: Sequence[Ranked], limit: int
    ) -> list[Shown]:
        """Strong matches, then a few weak ones; the nearest standing memories keep the last places of a full answer."""
        chosen = [Shown(item, _why(item)) for item in strong[:limit]]
        room = min(self.policy.max_weak, limit - len(chosen))
        chosen += [Shown(item, _why(item), weak=True) for item in weak[:room]]
        known = {item.ranked.memory.id for item in chosen}
        places = min(self.policy.standing_slots, max(limit // _PLACES_PER_STANDING, limit - len(chosen)))
        extra = [item for item in standing if item.memory.id not in known][:places]
        kept = chosen[: max(0, limit - len(extra))]
        return kept + [Shown(item, (*_why(item), "standing"), weak=not strong) for item in extra][: limit - len(kept)]


def filter_of(reach: Reach, ask: Recall, now: datetime) -> Filter:
    """The range a question is asked over. Raises `Invalid` for times that cannot be read."""
    since, until = moment("since", ask.since, now), end_of("until", ask.until, now)
    if since and until and since >= until:
        raise Invalid("nothing lies between since and until; turn them round", argument="until")
    asked_for = {Status(name) for name in ask.include & OTHER_STATUSES}
    return Filter(
        reach=reach,
        statuses=frozenset({Status.ACTIVE} | asked_for),
        project=ask.project.strip(),
        layers=frozenset({ask.layer} if ask.layer else ()),
        event_types=frozenset({ask.event_type} if ask.event_type else ()),
        tags=frozenset(ask.tags),
        since=since,
        until=until,
    )


def excerpts(records: Records, chosen: Sequence[Shown], policy: RecallPolicy) -> dict[str, str]:
    """The best-matching chunk, or without a match the first, of each memory that is too long to be shown whole."""
    long = [
        (item.ranked.memory.id, item.ranked.hit.chunk)
        for item in chosen
        if count_tokens(item.ranked.memory.content) > policy.whole_tokens
    ]
    return {memory_id: text for (memory_id, _), text in records.chunk_texts(long).items()}


def count_outside(records: Records, within: Filter) -> int:
    """How much passes the filter but for its project, up to `MOST_OUTSIDE`; 0 where it ranges over all projects."""
    return records.count(replace(within, outside=True), MOST_OUTSIDE) if within.project else 0


def _distinct(hits: Hits) -> Iterator[Hit]:
    return iter({(hit.memory_id, hit.chunk): hit for hit in (*hits.by_words, *hits.by_vector)}.values())


def _why(item: Ranked) -> tuple[str, ...]:
    by_meaning = ("meaning",) if item.hit.cosine is not None and item.hit.cosine > 0 else ()
    by_words = ("words",) if item.hit.words > 0 else ()
    placed = (item.placed,) if item.placed else ()
    return by_meaning + by_words + placed


@dataclass(slots=True)
class _Stages:
    """Milliseconds by stage of one call."""

    stopwatch: Callable[[], float]
    milliseconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def time(self, stage: str) -> Iterator[None]:
        """Time one stage."""
        start = self.stopwatch()
        yield
        self.milliseconds[stage] = (self.stopwatch() - start) * 1000
