"""What passes the filters of a call that asks nothing: newest first, without a search."""

from dataclasses import dataclass

from mcp_memory.engine.domain.answers import Recalled, Searched
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.policies import RecallPolicy
from mcp_memory.engine.domain.requests import Recall
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.ports.world import Clock, Local
from mcp_memory.engine.recall.fit import Shown, fit
from mcp_memory.engine.recall.rank import rank_unsought
from mcp_memory.engine.recall.search import OTHER_STATUSES, count_outside, excerpts, filter_of


def is_narrowed(ask: Recall) -> bool:
    """Whether a call narrows what it is about by more than its project."""
    return bool(ask.layer or ask.tags or ask.event_type or ask.since or ask.until or ask.include & OTHER_STATUSES)


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
        shown = [Shown(rank_unsought(memory, now, self.policy.decay), ("listed",)) for memory in page]
        found, _ = fit(shown, excerpts(self.records, shown, self.policy), ask.max_tokens)
        total = self.records.count(within)
        outside = count_outside(self.records, within)
        searched = Searched(question="", scope=ask.project, legs=("filters",), tiers=(), outside_scope=outside)
        return Recalled(found=found, total=total, left_out=total - len(found), searched=searched)
