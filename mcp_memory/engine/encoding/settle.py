"""One draft against what is known, inside one transaction: stored, or seen again. It never overwrites."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mcp_memory.engine.clashes import Clash, Clashes, settle, still_there, write
from mcp_memory.engine.domain.answers import Conflict, NewVersion, Outcome, Pending, SeenAgain, Stored
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Change, Link, Memory, Observation, Principal
from mcp_memory.engine.domain.vocabulary import LIVE, Layer, LinkKind, Status
from mcp_memory.engine.ports.records import Transaction
from mcp_memory.engine.text.normalise import duplicate_key


def twins_of(writing: Transaction, reach: Reach, draft: Memory) -> list[Memory]:
    """The records of the draft's statement that may be seen, in any status and layer."""
    return [twin for twin in writing.twins(draft.scope, duplicate_key(draft.content)) if reach.covers(twin)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """A draft as it was seen: by whom, in which scene, and how it came in (`verb`, for the history).

    `any_layer` lets a record of another layer stand for the same statement. `renews_validity` says that the draft's
    `valid_until` was given on purpose. `decides`: a person's word is behind it, which settles its `clashes` with what
    is known. `is_echo`: its session was shown just this before, so that it is no sighting.
    """

    who: Principal
    scene: str
    draft: Memory
    verb: str = "remember"
    any_layer: bool = True
    renews_validity: bool = False
    decides: bool = False
    is_echo: bool = False
    clashes: tuple[Clash, ...] = ()


@dataclass(frozen=True, slots=True)
class Settling:
    """Settles one sighting."""

    writing: Transaction
    seen: Sighting
    clashes: Clashes

    def settle(self, twins: Sequence[Memory]) -> Outcome:
        """See the liveliest twin of the layer again; else store, and link to every other record of the statement.

        An archived twin that was overturned or superseded before does not come back by being repeated.
        """
        same = [(twin, self._standing(twin)) for twin in twins if self._is_same(twin)]
        for status in (Status.ACTIVE, Status.PENDING, Status.ARCHIVED):
            for twin, standing in same:
                if twin.status is status and standing in LIVE:
                    return self._see_again(self._standing_for(twin))
        overturned = next((twin for twin, standing in same if standing is Status.OVERTURNED), None)
        note = f"The same statement was overturned before ({overturned.id}); this is a new one." if overturned else ""
        outcome = self._store(note)
        for twin in twins:
            self._link(twin)
        return outcome

    def _standing(self, twin: Memory) -> Status:
        dossier = self.writing.dossier(twin.id) if twin.status is Status.ARCHIVED else None
        return dossier.standing if dossier else twin.status

    def _standing_for(self, twin: Memory) -> Memory:
        """What counts in the twin's place: the overview that it was merged into, while there is one; else itself."""
        if twin.status is not Status.ARCHIVED:
            return twin
        overviews = map(self.writing.get, self.writing.links_from(twin.id, LinkKind.MERGED_INTO))
        standing = (self._standing_for(overview) for overview in overviews if overview is not None)
        return next((one for one in standing if one.status is Status.ACTIVE), twin)

    def _is_same(self, twin: Memory) -> bool:
        """An explicit layer asks for a record of that layer; a plain repeat is known in whatever layer holds it."""
        draft = self.seen.draft
        plain = self.seen.any_layer and draft.layer is Layer.EPISODIC
        return plain or twin.layer is draft.layer

    def _store(self, note: str) -> Outcome:
        seen = self.seen
        clashes = still_there(self.writing, seen.clashes)
        settled = settle(seen.draft, clashes, decides=seen.decides)
        draft = settled.draft
        reason = ". ".join(filter(None, (settled.reason, note.rstrip("."))))
        self.writing.put(Change.made(seen.who, seen.verb, reason, None, draft))
        self._observe(draft)
        write(self.writing, seen.who, settled, clashes, draft.stored_at)
        if settled.contradicted:
            return Conflict(draft, settled.contradicted, reason)
        if draft.status is Status.PENDING:
            return Pending(draft)
        return NewVersion(draft, settled.replaced, reason) if settled.replaced else Stored(draft, note)

    def _see_again(self, known: Memory) -> Outcome:
        self._observe(known)
        after = self._absorb(known)
        if after != known:
            after = after.changed(self.seen.draft.stored_at)
            reason = "the same statement was remembered"
            self.writing.put(Change.made(self.seen.who, "see again", reason, known, after))
        if known.status not in LIVE:
            after = self._resumed(after)
        if after.status is Status.PENDING:
            return Pending(after)
        if known.status is not after.status:
            return Stored(after, f"The same statement was {known.status} and is active again.")
        return SeenAgain(after, observations=0)

    def _resumed(self, back: Memory) -> Memory:
        """What came back, marked with what it contradicts by now."""
        seen = self.seen
        self.clashes.resume(self.writing, seen.who, {back.id: seen.clashes}, seen.draft.stored_at)
        return self.writing.get(back.id) or back

    def _absorb(self, known: Memory) -> Memory:
        """What a repeated statement adds: tags, validity, the person's word, and life to an archived one."""
        draft = self.seen.draft
        waits = self._waits_on(known)
        revived = Status.PENDING if waits else draft.status
        return replace(
            known,
            status=known.status if known.status is Status.ACTIVE else revived,
            origin=draft.origin if known.status is Status.PENDING and not waits else known.origin,
            confidence=max(known.confidence, draft.confidence),
            tags=tuple(dict.fromkeys((*known.tags, *draft.tags))),
            valid_until=draft.valid_until if self.seen.renews_validity else known.valid_until,
        )

    def _waits_on(self, known: Memory) -> bool:
        """Whether it is a rule that no person has said yes to: repeating it is evidence, and no decision."""
        is_open = known.layer is Layer.SEMANTIC and self._standing(known) is Status.PENDING
        return is_open and not self.seen.decides

    def _observe(self, memory: Memory) -> None:
        if self.seen.is_echo:
            return
        seen_at = self.seen.draft.occurred_at
        self.writing.observe(Observation(memory_id=memory.id, scene=self.seen.scene, at=seen_at))

    def _link(self, twin: Memory) -> None:
        draft = self.seen.draft
        risen = twin.layer is Layer.EPISODIC and draft.layer is not Layer.EPISODIC
        kind = LinkKind.DERIVED_FROM if risen else LinkKind.SIMILAR_TO
        self.writing.link(Link(source=draft.id, kind=kind, target=twin.id, at=draft.stored_at))
