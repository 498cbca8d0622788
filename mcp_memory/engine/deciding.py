"""The part of the façade by which a person decides: what waits, what becomes of it."""

from dataclasses import replace

from mcp_memory.engine.clashes import Clashes
from mcp_memory.engine.domain.answers import Reviewed
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.requests import Review
from mcp_memory.engine.domain.review import ReviewItem
from mcp_memory.engine.lifecycle.review import Reviewing
from mcp_memory.engine.parts import Parts
from mcp_memory.engine.privacy.access import reach_of
from mcp_memory.engine.privacy.gate import admit
from mcp_memory.engine.privacy.keeping import keeping
from mcp_memory.engine.privacy.names import known


class Deciding:
    """What may be asked about open questions. Safe from many threads at once."""

    _parts: Parts

    def _prepare_decisions(self, parts: Parts, clashes: Clashes) -> None:
        """Put together what lists and decides."""
        self._reviewing = Reviewing(parts.records, clashes, parts.clock)

    def review(self, who: Principal, ask: Review) -> Reviewed:
        """List what waits for a person, or carry out their decision.

        Raises `PersonNeeded`, `NothingWaits`, `Invalid`, and what looking up an id raises.
        """
        who = known(self._parts.vault, who)
        reach = reach_of(who, self._parts.grants)
        if ask.action == "list":
            return self._reviewing.list_items(reach, ask.limit)
        with keeping(self._parts.vault, who.user) as name:
            clean = replace(ask, reason=admit(ask.reason, name=name).text)
            return self._reviewing.decide(who, reach, clean)

    def review_item(self, who: Principal, item_id: str) -> ReviewItem:
        """One open question. Raises `NothingWaits`, and what looking up an id raises."""
        who = known(self._parts.vault, who)
        return self._reviewing.item(reach_of(who, self._parts.grants), item_id)
