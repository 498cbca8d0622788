"""Archive, restore, purge. Only an explicit, confirmed purge erases; everything else can be undone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from mcp_memory.engine.clashes import Clashes
from mcp_memory.engine.domain.answers import Forgotten
from mcp_memory.engine.domain.errors import EmptyFilter, MemoryNotFound
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Change, Memory, Principal
from mcp_memory.engine.domain.requests import Forget
from mcp_memory.engine.domain.vocabulary import LIVE, Status
from mcp_memory.engine.lifecycle.derived import put_up_for_review
from mcp_memory.engine.lifecycle.unmerge import Unmerging
from mcp_memory.engine.lookup import look_up
from mcp_memory.engine.ports.records import Records, Transaction
from mcp_memory.engine.ports.world import Clock
from mcp_memory.engine.text.tokens import has_telling_terms


@dataclass(frozen=True, slots=True)
class Forgetting:
    """Takes memories out of sight, brings them back, or erases them for good."""

    records: Records
    clashes: Clashes
    clock: Clock

    def forget(self, who: Principal, reach: Reach, ask: Forget, matches: Sequence[Memory]) -> Forgotten:
        """Act on the named ids and on `matches`, which a query found. Without `confirm` a query or a purge previews.

        An agent's purge by query always does, so that what is erased for good was named by id.
        What another process purges meanwhile counts as not found, and the rest is done.
        Raises `EmptyFilter` when neither ids nor a query are given, `AmbiguousId` and `Invalid` as look-up does.
        """
        if not ask.ids and not ask.query.strip():
            raise EmptyFilter(argument="ids")
        named, not_found = self._named(reach, ask.ids)
        chosen = tuple({memory.id: memory for memory in (*named, *matches)}.values())
        note = "" if matches or not ask.query.strip() else _why_nothing(ask.query)
        if ask.mode == "purge" and (with_it := self._unmerging.with_same_words(chosen)):
            chosen, note = (*chosen, *with_it), _WITH_IT.format(len(with_it))
        is_vague = ask.mode == "purge" and bool(ask.query.strip()) and not who.person
        if is_vague or (not ask.confirm and (ask.mode == "purge" or ask.query.strip())):
            return Forgotten(mode=ask.mode, done=chosen, not_found=not_found, preview=True, note=note)
        match ask.mode:
            case "archive" | "restore":
                answer = Forgotten(mode=ask.mode, done=self._move(who, reach, ask, chosen))
            case "purge":
                answer = self._purge(who, chosen)
            case _:
                assert_never(ask.mode)
        done = {memory.id for memory in answer.done}
        lost = tuple(memory.id for memory in chosen if memory.id not in done)
        return replace(answer, not_found=not_found + lost, note=note)

    @property
    def _unmerging(self) -> Unmerging:
        return Unmerging(self.records, self.clock)

    def _named(self, reach: Reach, ids: Sequence[str]) -> tuple[list[Memory], tuple[str, ...]]:
        named: list[Memory] = []
        not_found: list[str] = []
        for memory_id in ids:
            try:
                named.append(look_up(self.records, reach, memory_id))
            except MemoryNotFound:
                not_found.append(memory_id)
        return named, tuple(not_found)

    def _move(self, who: Principal, reach: Reach, ask: Forget, chosen: Sequence[Memory]) -> tuple[Memory, ...]:
        """All in one transaction, so that a failure leaves nothing half done."""
        if not chosen:
            return ()
        now = self.clock()
        aims = {memory.id: Status.ARCHIVED if ask.mode == "archive" else self._standing(memory) for memory in chosen}
        back = [memory for memory in chosen if memory.status not in LIVE and aims[memory.id] in LIVE]
        found = {memory.id: self.clashes.against(reach, memory) for memory in back}
        with self.records.writing() as writing:
            moved = [_moved(writing, who, ask, (memory, aims[memory.id], now)) for memory in chosen]
            if ask.mode == "archive":
                self.clashes.release(writing, [memory.id for memory in chosen], who, now)
            self.clashes.resume(writing, who, found, now)
            return tuple(writing.get(memory.id) or memory for memory in moved if memory is not None)

    def _standing(self, memory: Memory) -> Status:
        dossier = self.records.dossier(memory.id)
        return dossier.standing if dossier else memory.status

    def _purge(self, who: Principal, chosen: Sequence[Memory]) -> Forgotten:
        with self.records.writing() as writing:
            here = tuple(memory for memory in chosen if writing.get(memory.id) is not None)
            ids = [memory.id for memory in here]
            put_up_for_review(writing, self.records, ids, who, self.clock())
            self.clashes.release(writing, ids, who, self.clock())
            for memory_id in ids:
                self._unmerging.put_back(writing, who, memory_id, _OVERVIEW_GONE)
            writing.purge(ids)
        is_clean = self.records.after_purge()
        leftovers = self.records.copies_of(ids, [memory.content for memory in here])
        return Forgotten(mode="purge", done=here, leftovers=leftovers, bytes_left=not is_clean)


_WITH_IT = "{} of these are merged with another of them and hold the same words"
_OVERVIEW_GONE = "what stood for it was erased"


def _why_nothing(query: str) -> str:
    if not has_telling_terms(query):
        return "the query has only common words, which stand everywhere; say what it is about, or name ids"
    return "no memory holds most of the query's words; find it with recall and name its id"


def _moved(writing: Transaction, who: Principal, ask: Forget, move: tuple[Memory, Status, datetime]) -> Memory | None:
    """The memory after the move; None when it is gone."""
    found, status, now = move
    before = writing.get(found.id)
    if before is None or before.status is status:
        return before
    after = before.changed(now, status=status)
    writing.put(Change.made(who, ask.mode, ask.reason, before, after))
    return after
