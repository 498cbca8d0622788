"""MemoryEngine, the façade: one method per thing a surface may ask.

Every text that comes in passes the privacy gate here, before anything else sees it; every call carries a principal,
whose reach is decided by one function. The façade holds no rules of its own.
"""

import re
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from typing import Self

from mcp_memory.engine.clashes import Clashes
from mcp_memory.engine.deciding import Deciding
from mcp_memory.engine.domain.answers import (
    Briefing,
    Corrected,
    EngineStatus,
    Forgotten,
    Listed,
    Recalled,
    Remembered,
    Report,
    Revealed,
)
from mcp_memory.engine.domain.errors import MemoryNotFound, PersonalDataRefused
from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.domain.limits import MAX_CONTENT_CHARS, check_length, check_names, check_reason, check_steps
from mcp_memory.engine.domain.memory import Dossier, Memory, Principal
from mcp_memory.engine.domain.requests import Correct, Forget, Include, Listing, Recall, Remember
from mcp_memory.engine.encoding.adopt import Adopting
from mcp_memory.engine.encoding.remember import Remembering
from mcp_memory.engine.lifecycle.correct import Correcting, waits_for_person
from mcp_memory.engine.lifecycle.forget import Forgetting
from mcp_memory.engine.lifecycle.vectors import Vectorising
from mcp_memory.engine.lookup import look_up
from mcp_memory.engine.parts import Parts
from mcp_memory.engine.ports.vault import Reveal
from mcp_memory.engine.privacy.access import may_reveal
from mcp_memory.engine.privacy.gate import admit, admit_all
from mcp_memory.engine.privacy.keeping import as_placeholder, asking, keeping
from mcp_memory.engine.privacy.placeholders import PLACEHOLDER
from mcp_memory.engine.recall.briefing import Briefer
from mcp_memory.engine.recall.browse import Browsing, is_narrowed
from mcp_memory.engine.recall.reveal import Revealing
from mcp_memory.engine.recall.search import Searching
from mcp_memory.engine.recall.spelling import with_spelling
from mcp_memory.engine.sittings import Sittings
from mcp_memory.engine.text.tokens import has_telling_terms
from mcp_memory.engine.timekeeping import Timekeeping
from mcp_memory.engine.upkeeping import Upkeeping

_ID = re.compile(r"(?=.*\d)[0-9a-f]{8}(?:-[0-9a-f]{0,4}){0,3}(?:-[0-9a-f]{0,12})?", re.IGNORECASE)
"""An id, or its first 8 characters or more; what names no memory is searched as words."""

_MOST_SHOWN = 50
"""So many of the memories that a session was shown last are looked at for what it repeats."""

_MEANT_COVERAGE = 0.6
"""Of two words of a query both, of three any two (as far as they are equally rare) name what is to be forgotten."""


class MemoryEngine(Sittings, Deciding, Timekeeping, Upkeeping):
    """All that can be asked of one data folder. Calls are safe from many threads at once."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        clashes = Clashes(parts.records, parts.words)
        self._remembering = Remembering(parts.records, clashes, parts.clock, parts.new_id, parts.local)
        self._adopting = Adopting(parts.records, self._remembering)
        self._correcting = Correcting(parts.records, clashes, parts.clock)
        self._forgetting = Forgetting(parts.records, clashes, parts.clock)
        self._vectorising = Vectorising(parts.queue, parts.embedder, parts.embedding_policy, parts.clock)
        self._revealing = Revealing(parts.vault, parts.book, parts.clock)
        self._briefer = Briefer(parts.records, parts.recall_policy)
        self._browsing = Browsing(parts.records, parts.recall_policy, parts.clock, parts.local)
        self._searching = Searching(
            records=parts.records,
            index=parts.index,
            embedder=parts.embedder,
            policy=parts.recall_policy,
            clock=parts.clock,
            local=parts.local,
            stopwatch=parts.stopwatch,
        )
        self._sit(parts)
        self._keep_time(parts, self.sweep, self._prepare_decisions(parts, clashes, self.consolidate))

    def remember(self, who: Principal, ask: Remember) -> Remembered:
        """Keep one statement. Raises `Invalid`, `RedactionFailed`, or `Unavailable` with nothing written."""
        who = self._known(who)
        check_length(ask.content)
        check_names("project", (ask.project,))
        check_names("tags", ask.tags)
        check_steps(ask.steps)
        with keeping(self._parts.vault, who.user) as name:
            texts = (ask.content, ask.project, *ask.tags, *ask.steps)
            (content, project, *others), redactions, notes = admit_all(texts, name=name)
            tags, steps = others[: len(ask.tags)], others[len(ask.tags) :]
            clean = replace(ask, content=content, project=project, tags=tuple(tags), steps=tuple(steps))
            shown = () if who.person or ask.user_confirmed else self._shown_to(who)
            outcome = self._remembering.remember(who, self._reach(who), clean, self._scene(who), shown)
        return Remembered(outcome, redactions, notes)

    def recall(self, who: Principal, ask: Recall) -> Recalled | Briefing:
        """Answer a question; for an id, show that memory whole. Without one list what passes the filters, else brief.

        Raises `Invalid`, and `PersonalDataRefused` when personal data is asked for by whom it is not shown to.
        """
        who = self._known(who)
        check_names("project", (ask.project,))
        check_names("tags", ask.tags)
        is_personal = "personal" in ask.include
        if is_personal:
            self._check_may_reveal(who, "include")
        name = asking(self._parts.vault, who.user)
        (query, project, *tags), _, _ = admit_all((ask.query[-MAX_CONTENT_CHARS:], ask.project, *ask.tags), name=name)
        limit = max(1, min(ask.limit, self._parts.recall_policy.max_limit))
        clean = replace(ask, query=query.strip(), project=project.strip(), tags=tuple(tags), limit=limit)
        projects = self._parts.records.projects
        answer = with_spelling(self._answer(who, clean), clean.project, lambda: projects(who.user))
        match answer:
            case Recalled() if is_personal:
                return self._revealing.answer(who, answer, ask.max_tokens)
            case Briefing() if is_personal:
                return self._revealing.briefing(who, answer)
            case _:
                return answer

    def correct(self, who: Principal, ask: Correct) -> Corrected:
        """Edit, overturn, confirm, pin. Raises `MemoryNotFound`, `PersonNeeded`, `StaleVersion`, `Invalid`."""
        who = self._known(who)
        check_length(ask.content)
        check_reason(ask.reason)
        with keeping(self._parts.vault, who.user) as name:
            content, reason = admit(ask.content, name=name), admit(ask.reason, name=name)
            clean = replace(ask, content=content.text, reason=reason.text)
            corrected = self._correcting.correct(who, self._reach(who), clean)
        return replace(corrected, redactions=(*content.redactions, *reason.redactions))

    def needs_person(self, who: Principal, ask: Correct) -> bool:
        """Whether `correct` would raise `PersonNeeded`, so that a surface can ask the person first."""
        memory = look_up(self._parts.records, self._reach(who), ask.id)
        return waits_for_person(who, memory, ask)

    def forget(self, who: Principal, ask: Forget) -> Forgotten:
        """Archive, restore or purge by ids or by a query. Raises `EmptyFilter`, `AmbiguousId`."""
        who = self._known(who)
        check_reason(ask.reason)
        query = admit(ask.query, name=asking(self._parts.vault, who.user)).text.strip()
        with keeping(self._parts.vault, who.user) as name:
            clean = replace(ask, query=query, reason=admit(ask.reason, name=name).text)
            forgotten = self._forgetting.forget(who, self._reach(who), clean, self._matches(who, clean))
        if ask.mode == "purge" and not forgotten.preview:
            self._parts.index.size()  # catching up with a purge removes what the index had kept of it
        return forgotten

    def reveal(self, who: Principal, asked: str) -> Revealed:
        """The personal data behind a placeholder, or behind all those of a memory named by its id; noted in the log.

        Raises `PersonalDataRefused`, `MemoryNotFound`, `AmbiguousId`, `Invalid`, `VaultLocked`.
        """
        who = self._known(who)
        self._check_may_reveal(who, "")
        text = as_placeholder(asked)
        if not PLACEHOLDER.search(text):
            text = look_up(self._parts.records, self._reach(who), text).content
        return self._revealing.text(who, text)

    def reveals(self, who: Principal, limit: int = 100) -> tuple[Reveal, ...]:
        """Who was given which of the principal's personal data, latest first; never the data."""
        return self._parts.book.reveals(who.user, limit)

    def dossier(self, who: Principal, memory_id: str) -> Dossier:
        """One memory with history, links and observations. Raises `MemoryNotFound`."""
        memory = look_up(self._parts.records, self._reach(who), memory_id)
        dossier = self._parts.records.dossier(memory.id)
        if dossier is None:
            raise MemoryNotFound(memory_id, argument="id")
        return replace(dossier, memory=dossier.memory.as_of(self._parts.clock()))

    def listing(self, who: Principal, ask: Listing) -> Listed:
        """One page of memories, newest event first."""
        (project, *tags), _, _ = admit_all((ask.project, *ask.tags), name=asking(self._parts.vault, who.user))
        within = Filter(
            reach=self._reach(who),
            statuses=ask.statuses,
            project=project,
            layers=ask.layers,
            tags=frozenset(tags),
        )
        memories = self._parts.records.listing(within, limit=ask.limit, offset=ask.offset)
        now = self._parts.clock()
        return Listed(tuple(memory.as_of(now) for memory in memories), total=self._parts.records.count(within))

    def projects(self, who: Principal) -> tuple[str, ...]:
        """The principal's projects, by name."""
        return self._parts.records.projects(who.user)

    def tags(self, who: Principal) -> tuple[str, ...]:
        """The tags of what the principal may see and counts, by name."""
        return self._parts.records.tags(Filter(reach=self._reach(who)))

    def revision(self) -> int:
        """A number that grows with every write of any process; cheap enough to poll."""
        return self._parts.records.revision()

    def status(self, who: Principal) -> EngineStatus:
        """Counts and states, without any memory text."""
        facts, stats = self._parts.records.facts(who.user), self.stats(who)
        card = self._parts.embedder.card
        return EngineStatus(
            user=who.user,
            counts=facts.counts,
            queue=self._parts.queue.state(card.space),
            encoding=self._parts.sessions.encoding_state(),
            jobs=self.jobs(),
            model=card.name,
            model_ready=self._parts.embedder.is_ready,
            revision=facts.revision,
            schema_version=facts.schema_version,
            data_folder=facts.folder,
            size_bytes=facts.size_bytes,
            last_stored_at=facts.last_stored_at,
            tiers=stats.tiers,
            waiting=stats.waiting,
            stored_this_week=stats.weeks[-1].stored,
        )

    def answering(self) -> AbstractContextManager[None]:
        """Somebody waits for what this thread asks: until then, what runs in the background gives way."""
        return self._parts.precedence.answering()

    def work(self) -> Report:
        """One bounded slice of background work; `done` 0 means that there was nothing to do."""
        self._showing.note()
        self._parts.records.after_purge(patience_seconds=0.0)
        report = sum((follower.run() for follower in self._parts.followers), self._vectorising.run())
        if not report.done:
            self._parts.index.save()
        return report

    def close(self) -> None:
        """Write down what is still to be noted, and let go of the data folder."""
        self._showing.note()
        for follower in self._parts.followers:
            follower.close()
        self._parts.records.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _shown_to(self, who: Principal) -> tuple[str, ...]:
        """The texts that the principal's session was shown last."""
        memories = self._parts.records.get_many(self._showing.shown_to(who)[-_MOST_SHOWN:])
        return tuple(memory.content for memory in memories.values())

    def _answer(self, who: Principal, ask: Recall) -> Recalled | Briefing:
        if not ask.query and is_narrowed(ask):
            return self._browsing.browse(self._reach(who), ask)
        if not ask.query:
            briefing = self._briefer.brief(self._reach(who), ask, self._parts.clock())
            self._showing.show(who, tuple(memory.id for memory in briefing.memories), is_recall=False)
            unread = self._parts.sessions.encoding_state().waiting
            waiting = self._reviewing.counts(self._reach(who), ask.project).total()
            return replace(briefing, waiting=waiting, proposals=self._proposals(who), unread=unread)
        if _ID.fullmatch(ask.query):
            with suppress(MemoryNotFound):
                return self._searching.show(look_up(self._parts.records, self._reach(who), ask.query), ask)
        answer = self._searching.search(who, self._reach(who), ask)
        clear = tuple(found.memory.id for found in answer.found if not found.weak)
        self._showing.show(who, clear, is_recall=True)
        return answer

    def _check_may_reveal(self, who: Principal, argument: str) -> None:
        if not may_reveal(who, self._parts.grants):
            raise PersonalDataRefused(argument=argument)

    def _scene(self, who: Principal) -> str:
        """Where the principal sees things: a session that goes on from another one is in that one's scene."""
        return self._parts.sessions.scene_of(who.user, who.session) if who.session else who.scene

    def _matches(self, who: Principal, ask: Forget) -> tuple[Memory, ...]:
        """What a forget by query is about: what holds most of its telling words, among what the mode can act on.

        Being near in meaning is not enough: other things are near too, and nobody may look before they are gone.
        """
        if not has_telling_terms(ask.query):
            return ()
        include: frozenset[Include] = frozenset({"cold"} if ask.mode == "archive" else {"archived", "overturned"})
        answer = self._searching.search(who, self._reach(who), Recall(query=ask.query, limit=20, include=include))
        return tuple(found.memory for found in answer.found if found.factors.coverage >= _MEANT_COVERAGE)
