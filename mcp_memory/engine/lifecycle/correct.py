"""What a person says about one memory: edit, wrong, outdated, confirmed, pin, unpin, another layer.

Every verdict is a version in the history and can be undone; nothing is erased here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from mcp_memory.engine.clashes import Clash, Clashes, settle, still_there, write
from mcp_memory.engine.domain.answers import Corrected
from mcp_memory.engine.domain.errors import Invalid, PersonNeeded, StaleVersion
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.limits import check_length
from mcp_memory.engine.domain.memory import Change, Memory, Principal
from mcp_memory.engine.domain.requests import Correct
from mcp_memory.engine.domain.review import WAITING_MARKS
from mcp_memory.engine.domain.trust import raised_confidence
from mcp_memory.engine.domain.vocabulary import LIVE, Layer, Mark, Status
from mcp_memory.engine.lifecycle.derived import put_up_for_review
from mcp_memory.engine.lifecycle.versions import supersede_versions
from mcp_memory.engine.lookup import current, look_up
from mcp_memory.engine.ports.records import Records, Transaction
from mcp_memory.engine.ports.world import Clock
from mcp_memory.engine.privacy.access import needs_person
from mcp_memory.engine.text.normalise import duplicate_key
from mcp_memory.engine.text.structure import structure

_SHOWN_CHARS = 300
"""How much of the current text an error quotes."""


@dataclass(frozen=True, slots=True)
class Correcting:
    """Carries out verdicts on single memories."""

    records: Records
    clashes: Clashes
    clock: Clock

    def correct(self, who: Principal, reach: Reach, ask: Correct) -> Corrected:
        """Change one memory as told, or raise and change nothing.

        Raises `MemoryNotFound`, `Invalid`, `PersonNeeded`, or `StaleVersion` when somebody else was faster.
        """
        found = look_up(self.records, reach, ask.id)
        now = self.clock()
        corrected = self._corrected(who, reach, found, ask, now)
        with self.records.writing() as writing:
            before = current(writing, found)
            if before.version != found.version:
                corrected = self._corrected(who, reach, before, ask, now)
            after, clashes = corrected
            if after == before:
                return Corrected(before)
            refuse_twin(writing, before, after)
            decides = who.person or ask.user_confirmed
            settled = settle(after.changed(now), still_there(writing, clashes), decides=decides)
            reason = "; ".join(filter(None, (ask.reason, settled.reason)))
            writing.put(Change.made(who, _verb(who, ask), reason, before, settled.draft))
            if before.status is Status.PENDING and settled.draft.status is Status.ACTIVE:
                supersede_versions(writing, who, _verb(who, ask), settled.draft)
            waiting: tuple[str, ...] = ()
            if _breaks_derived(before, settled.draft):
                waiting = put_up_for_review(writing, self.records, [before.id], who, now)
                self.clashes.release(writing, [before.id], who, now)
            write(writing, who, settled, still_there(writing, clashes), now)
        return Corrected(settled.draft, for_review=waiting)

    def _corrected(
        self, who: Principal, reach: Reach, memory: Memory, ask: Correct, now: datetime
    ) -> tuple[Memory, Sequence[Clash]]:
        """What a memory becomes, and what that stands against if it is new. It takes a while."""
        self._check(who, memory, ask)
        after = _judged(memory, ask, now)
        is_new = after.content != memory.content or (memory.status not in LIVE and after.status in LIVE)
        return after, self.clashes.against(reach, after) if is_new else ()

    @staticmethod
    def _check(who: Principal, memory: Memory, ask: Correct) -> None:
        if ask.expected_version not in {0, memory.version}:
            state = f"it is at version {memory.version} and reads: {memory.content[:_SHOWN_CHARS]}"
            raise StaleVersion(state, argument="expected_version")
        if waits_for_person(who, memory, ask):
            raise PersonNeeded(argument="user_confirmed")


def refuse_twin(writing: Transaction, before: Memory, after: Memory) -> None:
    """Raise `Invalid` for a text that another live record has: two of one statement are a duplicate made by hand."""
    if after.content == before.content:
        return
    for twin in writing.twins(after.scope, duplicate_key(after.content)):
        if twin.id != after.id and twin.status is Status.ACTIVE and twin.layer is after.layer:
            detail = f"memory {twin.id} says exactly that already; forget this one instead"
            raise Invalid(detail, argument="content")


def waits_for_person(who: Principal, memory: Memory, ask: Correct) -> bool:
    """Whether this correction needs a person's word that is not there: it touches a rule, or would make one."""
    makes_rule = ask.layer is Layer.SEMANTIC and not (who.person or ask.user_confirmed)
    return makes_rule or needs_person(who, memory, user_confirmed=ask.user_confirmed)


def _judged(memory: Memory, ask: Correct, now: datetime) -> Memory:
    match ask.verdict:
        case "edit":
            return _edited(memory, ask, now)
        case "wrong" | "outdated":
            return replace(memory, status=Status.OVERTURNED)
        case "confirmed":
            return _confirmed(memory, now)
        case "pin":
            return memory.marked(Mark.PINNED)
        case "unpin":
            return memory.unmarked(Mark.PINNED)
        case _:
            assert_never(ask.verdict)


def _edited(memory: Memory, ask: Correct, now: datetime) -> Memory:
    """New text or another layer under the same id; what was derived from the old text is derived anew."""
    content = ask.content.strip() or memory.content
    layer = ask.layer or memory.layer
    if content == memory.content and layer is memory.layer:
        raise Invalid("there is nothing to change; give the new content, or another layer", argument="content")
    check_length(content)
    confirmed_at = now if ask.user_confirmed else memory.confirmed_at
    edited = replace(memory, content=content, layer=layer, details=structure(layer, content), confirmed_at=confirmed_at)
    return edited if content == memory.content else replace(edited, marks=memory.marks - WAITING_MARKS)


def _confirmed(memory: Memory, now: datetime) -> Memory:
    """A confirmation makes it active again, clears the doubts noted on it, and raises its confidence."""
    doubts = {Mark.POSSIBLY_OUTDATED, Mark.DENIED}
    return replace(
        memory,
        status=Status.ACTIVE,
        marks=memory.marks - doubts,
        confidence=raised_confidence(memory.confidence),
        confirmed_at=now,
    )


def _breaks_derived(before: Memory, after: Memory) -> bool:
    return after.status is Status.OVERTURNED or after.content != before.content


def _verb(who: Principal, ask: Correct) -> str:
    """The verdict, and whose word it was: a person's through an agent counts less than a person's own hand."""
    return f"{ask.verdict}, asserted by agent" if ask.user_confirmed and not who.person else ask.verdict
