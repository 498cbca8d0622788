"""What passes the filters of a call that asks nothing: newest first, without a search."""

from dataclasses import dataclass, replace

from mcp_memory.engine.domain.answers import MOST_OUTSIDE, Recalled, Searched
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.policies import RecallPolicy
from mcp_memory.engine.domain.requests import Recall
from mcp_memory.engine.ports.index import Hit
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.ports.world import Clock, Local
from mcp_memory.engine.recall.fit import Shown, fit
from mcp_memory.engine.recall.rank import rank
from mcp_memory.engine.recall.search import filter_of
from mcp_memory.engine.text.counting import count_tokens

_NO_HIT = Hit(memory_id="", chunk=0, cosine=None, words=0.0, coverage=0.0)
_STATUSES = frozenset({"archived", "overturned", "pending"})


def is_narrowed(ask: Recall) -> bool:
    """Whether a call narrows what it is about by more than its project."""
    return bool(ask.layer or ask.tags or ask.event_type or ask.since or ask.until or ask.include & _STATUSES)


@dataclass(frozen=True, slots=True)
class Browsing:
    """Lists from the records alone: no search, no model."""

    records: Records
    policy: RecallPolicy
    clock: Clock
    local: Local

    def browse(self, reach: Reach, ask: Recall) -> Recalled:
        """The newest `limit` memories that pass every filter, within the token budget. Raises `Invalid`."""
        now = self.clock()
        within = filter_of(reach, ask, self.local(now))
        page = self.records.listing(within, limit=ask.limit)
        shown = [Shown(rank(memory.as_of(now), _NO_HIT, 1.0, now, self.policy.decay), ("listed",)) for memory in page]
        long = [memory.id for memory in page if count_tokens(memory.content) > self.policy.whole_tokens]
        starts = self.records.chunk_texts([(memory_id, 0) for memory_id in long])
        found, _ = fit(shown, {memory_id: text for (memory_id, _), text in starts.items()}, ask.max_tokens)
        total = self.records.count(within)
        outside = self.records.count(replace(within, outside=True), MOST_OUTSIDE) if ask.project else 0
        searched = Searched(question="", scope=ask.project, legs=("filters",), tiers=(), outside_scope=outside)
        return Recalled(found=found, total=total, left_out=total - len(found), searched=searched)
