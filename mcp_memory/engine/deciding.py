"""The part of the façade by which a person decides: what waits, what becomes of it."""

from collections.abc import Callable
from dataclasses import replace

from mcp_memory.engine.clashes import Clashes
from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.consolidation.consolidate import Consolidating
from mcp_memory.engine.consolidation.promote import Promoting
from mcp_memory.engine.consolidation.promotions import became, note_decision
from mcp_memory.engine.domain.answers import Reviewed
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.promotion import Consolidated, GateReport, Promote, PromotionOutcome
from mcp_memory.engine.domain.requests import Review
from mcp_memory.engine.domain.review import ReviewItem
from mcp_memory.engine.lifecycle.review import Reviewing
from mcp_memory.engine.lifecycle.sampling import Sampling
from mcp_memory.engine.lookup import look_up
from mcp_memory.engine.parts import Parts
from mcp_memory.engine.principals import Principals
from mcp_memory.engine.privacy.gate import admit, admit_all
from mcp_memory.engine.privacy.keeping import keeping

_LOOKED_AT = 20


class Deciding(Principals):
    """What may be asked about open questions. Safe from many threads at once."""

    def _prepare_decisions(
        self, parts: Parts, clashes: Clashes, consolidate: Callable[[], Consolidated]
    ) -> Consolidating:
        """Put together what lists, decides and promotes; consolidation itself is the timetable's to run."""
        sampling = Sampling(parts.records, parts.clock, parts.fading_policy.sample_per_day)
        self._reviewing = Reviewing(
            records=parts.records, clashes=clashes, clock=parts.clock, sampling=sampling, waits=self._waits
        )
        consolidating = Consolidating(
            records=parts.records,
            book=parts.candidates,
            index=parts.index,
            vectors=parts.vectors,
            space=parts.embedder.card.space,
            compare=parts.precedence.behind(compare),
            reasoner=parts.reasoner,
            clean=lambda text: admit(text).text,
            policy=parts.consolidation_policy,
            clock=parts.clock,
            new_id=parts.new_id,
            stopwatch=parts.stopwatch,
            shared=parts.grants.user_sessions,
            give_way=parts.precedence.give_way,
        )
        self._promoting = Promoting(consolidating, consolidate, self._decide)
        return consolidating

    def promote(self, who: Principal, ask: Promote) -> PromotionOutcome:
        """Make a rule or a procedure of episodes, through the gates or on a person's word.

        Raises `Invalid`, `MemoryNotFound`, `AmbiguousId`, `StaleVersion`, `RedactionFailed`, or `Unavailable`.
        """
        who = self._known(who)
        with keeping(self._parts.vault, who.user) as name:
            (statement, *steps), _, _ = admit_all((ask.statement, *ask.steps), name=name)
            clean = replace(ask, statement=statement.strip(), steps=tuple(steps))
            return self._promoting.promote(who, self._reach(who), clean)

    def _proposals(self, who: Principal) -> int:
        """How many sets of episodes have been seen often enough for a rule and still are none: an agent may word it."""
        policy = self._parts.consolidation_policy
        found = self._promoting.open_ones(self._reach(who), _LOOKED_AT)
        return sum(
            len(one.observations) >= policy.min_observations
            and len({seen.scene for seen in one.observations}) >= policy.min_scenes
            for one in found
        )

    def review(self, who: Principal, ask: Review) -> Reviewed:
        """List what waits for a person, or carry out their decision.

        Raises `PersonNeeded`, `NothingWaits`, `Invalid`, and what looking up an id raises.
        """
        who = self._known(who)
        reach = self._reach(who)
        if ask.action == "list":
            return self._reviewing.list_items(reach, ask.limit)
        with keeping(self._parts.vault, who.user) as name:
            clean = replace(ask, reason=admit(ask.reason, name=name).text)
            return self._decide(who, reach, clean)

    def review_item(self, who: Principal, item_id: str) -> ReviewItem:
        """One open question. Raises `NothingWaits`, and what looking up an id raises."""
        who = self._known(who)
        return self._reviewing.item(self._reach(who), item_id)

    def gate_report(self, who: Principal, memory_id: str) -> GateReport | None:
        """What the gates said of a memory that consolidation made; None for any other.

        Raises what looking up an id raises.
        """
        who = self._known(who)
        memory = look_up(self._parts.records, self._reach(who), memory_id)
        return self._report(memory.id)

    def _report(self, memory_id: str) -> GateReport | None:
        return next((one.report for one in reversed(became(self._parts.candidates, memory_id))), None)

    def _waits(self, memory_id: str) -> tuple[str, ...]:
        report = self._report(memory_id)
        return report.waits if report else ()

    def _decide(self, who: Principal, reach: Reach, ask: Review) -> Reviewed:
        reviewed = self._reviewing.decide(who, reach, ask)
        for memory in reviewed.decided:
            note_decision(self._parts.candidates, memory, self._parts.clock())
        return reviewed
