"""MemoryEngine, the façade: one method per thing a surface may ask.

Every text that comes in passes the privacy gate here, before anything else sees it; every call carries a principal,
whose reach is decided by one function. The façade holds no rules of its own.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Self

from mcp_memory.engine.domain.answers import (
    Briefing,
    Corrected,
    EngineStatus,
    Finding,
    Forgotten,
    Listed,
    Recalled,
    Remembered,
    Report,
    Revealed,
)
from mcp_memory.engine.domain.errors import MemoryNotFound, ModelUnavailable, PersonalDataRefused, StoreFailed
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.limits import MAX_CONTENT_CHARS, check_length
from mcp_memory.engine.domain.memory import Dossier, Memory, Principal
from mcp_memory.engine.domain.policies import EmbeddingPolicy, RecallPolicy
from mcp_memory.engine.domain.requests import Correct, Forget, Include, Listing, Recall, Remember
from mcp_memory.engine.domain.upkeep import Backup, BringIn, BroughtIn, Exported, ExportForm, Repaired
from mcp_memory.engine.encoding.adopt import Adopting
from mcp_memory.engine.encoding.remember import Remembering
from mcp_memory.engine.lifecycle.correct import Correcting, waits_for_person
from mcp_memory.engine.lifecycle.forget import Forgetting
from mcp_memory.engine.lifecycle.vectors import Vectorising
from mcp_memory.engine.lookup import look_up
from mcp_memory.engine.portability.bring_in import Asked, BringingIn
from mcp_memory.engine.portability.export import Write, export
from mcp_memory.engine.portability.tally import Progress
from mcp_memory.engine.ports.embedder import Embedder
from mcp_memory.engine.ports.feeds import Follower
from mcp_memory.engine.ports.index import Index
from mcp_memory.engine.ports.records import EmbeddingQueue, Records
from mcp_memory.engine.ports.vault import Reveal, SealedBook, Vault
from mcp_memory.engine.ports.world import Clock, Local, NewId
from mcp_memory.engine.privacy.access import Grants, may_reveal, reach_of
from mcp_memory.engine.privacy.gate import admit, admit_all
from mcp_memory.engine.privacy.keeping import as_placeholder, asking, keeping
from mcp_memory.engine.privacy.placeholders import PLACEHOLDER
from mcp_memory.engine.recall.briefing import Briefer
from mcp_memory.engine.recall.reveal import Revealing
from mcp_memory.engine.recall.search import Searching

_ID = re.compile(r"(?=.*\d)[0-9a-f]{8}(?:-[0-9a-f]{0,4}){0,3}(?:-[0-9a-f]{0,12})?", re.IGNORECASE)
"""An id, or its first 8 characters or more; what names no memory is searched as words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What an engine is put together from: ports, policies, the world."""

    records: Records
    queue: EmbeddingQueue
    index: Index
    embedder: Embedder
    vault: Vault
    book: SealedBook
    clock: Clock
    local: Local
    new_id: NewId
    stopwatch: Callable[[], float]
    grants: Grants
    fetch_model: Callable[[], None] = lambda: None
    followers: tuple[Follower, ...] = ()
    recall_policy: RecallPolicy = field(default_factory=RecallPolicy)
    embedding_policy: EmbeddingPolicy = field(default_factory=EmbeddingPolicy)


class MemoryEngine:
    """All that can be asked of one data folder. Calls are safe from many threads at once."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._remembering = Remembering(parts.records, parts.clock, parts.new_id, parts.local)
        self._adopting = Adopting(parts.records, self._remembering)
        self._correcting = Correcting(parts.records, parts.clock)
        self._forgetting = Forgetting(parts.records, parts.clock)
        self._vectorising = Vectorising(parts.queue, parts.embedder, parts.embedding_policy, parts.clock)
        self._revealing = Revealing(parts.vault, parts.book, parts.clock)
        self._briefer = Briefer(parts.records, parts.recall_policy)
        self._searching = Searching(
            records=parts.records,
            index=parts.index,
            embedder=parts.embedder,
            policy=parts.recall_policy,
            clock=parts.clock,
            local=parts.local,
            stopwatch=parts.stopwatch,
        )
        self._recalled: deque[str] = deque()

    def remember(self, who: Principal, ask: Remember) -> Remembered:
        """Keep one statement. Raises `Invalid`, `RedactionFailed`, or `Unavailable` with nothing written."""
        check_length(ask.content)
        with keeping(self._parts.vault, who.user) as name:
            texts = (ask.content, ask.project, *ask.tags, *ask.steps)
            (content, project, *others), redactions, notes = admit_all(texts, name=name)
            tags, steps = others[: len(ask.tags)], others[len(ask.tags) :]
            clean = replace(ask, content=content, project=project, tags=tuple(tags), steps=tuple(steps))
            outcome = self._remembering.remember(who, self._reach(who), clean)
        return Remembered(outcome, redactions, notes)

    def recall(self, who: Principal, ask: Recall) -> Recalled | Briefing:
        """Answer a question; without one, brief; for an id, show that memory whole.

        Raises `Invalid`, and `PersonalDataRefused` when personal data is asked for by whom it is not shown to.
        """
        is_personal = "personal" in ask.include
        if is_personal:
            self._check_may_reveal(who, "include")
        name = asking(self._parts.vault, who.user)
        (query, project, *tags), _, _ = admit_all((ask.query[-MAX_CONTENT_CHARS:], ask.project, *ask.tags), name=name)
        limit = max(1, min(ask.limit, self._parts.recall_policy.max_limit))
        answer = self._answer(who, replace(ask, query=query.strip(), project=project, tags=tuple(tags), limit=limit))
        match answer:
            case Recalled() if is_personal:
                return self._revealing.answer(who, answer, ask.max_tokens)
            case Briefing() if is_personal:
                return self._revealing.briefing(who, answer)
            case _:
                return answer

    def correct(self, who: Principal, ask: Correct) -> Corrected:
        """Edit, overturn, confirm, pin. Raises `MemoryNotFound`, `PersonNeeded`, `StaleVersion`, `Invalid`."""
        check_length(ask.content)
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

    def revision(self) -> int:
        """A number that grows with every write of any process; cheap enough to poll."""
        return self._parts.records.revision()

    def status(self, who: Principal) -> EngineStatus:
        """Counts and states, without any memory text."""
        facts = self._parts.records.facts(who.user)
        card = self._parts.embedder.card
        return EngineStatus(
            user=who.user,
            counts=facts.counts,
            queue=self._parts.queue.state(card.space),
            model=card.name,
            model_ready=self._parts.embedder.is_ready,
            revision=facts.revision,
            schema_version=facts.schema_version,
            data_folder=facts.folder,
            size_bytes=facts.size_bytes,
            last_stored_at=facts.last_stored_at,
        )

    def diagnose(self) -> tuple[Finding, ...]:
        """Check the records, the index against them, the queue and the model."""
        checks = (self._check_index(), self._check_queue(), self._parts.vault.check(), self._check_model())
        followers = (follower.check() for follower in self._parts.followers)
        return (*self._parts.records.check(), *checks, *followers, self._sizes())

    def export(self, who: Principal, form: ExportForm, write: Write) -> Exported:
        """Write all that the principal may see, a line at a time: everything as JSONL, or a page for people."""
        return export(self._parts.records, self._reach(who), form, write)

    def bring_in(
        self, who: Principal, ask: BringIn, lines: Iterable[str], progress: Progress = lambda _: None
    ) -> BroughtIn:
        """Bring in the lines of a file, after a backup. Raises `Invalid` for a file of no form that can be read."""
        asked = Asked(who=who, reach=self._reach(who), ask=ask)
        backup = "" if ask.dry_run or not self._parts.records.revision() else self.back_up().path
        with keeping(self._parts.vault, who.user) as name:
            gate = partial(admit, name=asking(self._parts.vault, who.user) if ask.dry_run else name)
            bringing = BringingIn(records=self._parts.records, encoder=self._adopting, gate=gate)
            answer = bringing.bring_in(asked, lines, progress)
        return replace(answer, backup=backup)

    def back_up(self, to: Path | None = None) -> Backup:
        """Copy the records into the folder of backups, or to a new file. Raises `Invalid` when that file exists."""
        return self._parts.records.back_up(self._parts.clock(), to)

    def backups(self) -> tuple[Backup, ...]:
        """The copies that are there, newest first."""
        return self._parts.records.backups()

    def repair(self) -> Repaired:
        """Set damaged rows aside, after a backup; derive anew what follows from the memories; the index too."""
        records = self._parts.records
        backup = self.back_up().path if records.has_damage() else ""
        steps = records.repair(self._parts.embedder.card, self._parts.clock())
        rows = self._parts.index.rebuild()
        return Repaired((*steps, Finding("index", passed=True, detail=f"{rows} rows were built again")), backup)

    def rebuild(self) -> int:
        """Derive the index again from the records; returns its rows."""
        return self._parts.index.rebuild()

    def warm(self, *, fetch: bool = True) -> None:
        """Load what the first question would wait for. Raises `ModelUnavailable`; words answer all the same.

        With `fetch`, which is for the background, a model that is not on this machine is downloaded; that takes minutes
        and many calls.
        """
        self._parts.index.size()
        if fetch:
            self._parts.fetch_model()
        self._parts.embedder.load()

    def work(self) -> Report:
        """One bounded slice of background work; `done` 0 means that there was nothing to do."""
        self._note_recalls()
        report = sum((follower.run() for follower in self._parts.followers), self._vectorising.run())
        if not report.done:
            self._parts.index.save()
        return report

    def close(self) -> None:
        """Write down what is still to be noted, and let go of the data folder."""
        self._note_recalls()
        for follower in self._parts.followers:
            follower.close()
        self._parts.records.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _answer(self, who: Principal, ask: Recall) -> Recalled | Briefing:
        if not ask.query:
            return self._briefer.brief(self._reach(who), ask, self._parts.clock())
        if _ID.fullmatch(ask.query):
            with suppress(MemoryNotFound):
                return self._searching.show(look_up(self._parts.records, self._reach(who), ask.query), ask)
        answer = self._searching.search(who, self._reach(who), ask)
        self._recalled.extend(found.memory.id for found in answer.found if not found.weak)
        return answer

    def _check_may_reveal(self, who: Principal, argument: str) -> None:
        if not may_reveal(who, self._parts.grants):
            raise PersonalDataRefused(argument=argument)

    def _reach(self, who: Principal) -> Reach:
        return reach_of(who, self._parts.grants)

    def _matches(self, who: Principal, ask: Forget) -> tuple[Memory, ...]:
        """What a forget by query is about: the clear matches only, among what the mode can act on."""
        if not ask.query:
            return ()
        include: frozenset[Include] = frozenset({"archived", "overturned"} if ask.mode != "archive" else ())
        answer = self._searching.search(who, self._reach(who), Recall(query=ask.query, limit=20, include=include))
        return tuple(found.memory for found in answer.found if not found.weak and "standing" not in found.why)

    def _note_recalls(self) -> None:
        ids: dict[str, None] = {}
        while self._recalled:
            ids[self._recalled.popleft()] = None
        if ids:
            self._parts.records.touch(tuple(ids), self._parts.clock())

    def _check_index(self) -> Finding:
        rows, chunks = self._parts.index.size(), self._parts.records.chunk_count()
        return Finding("index", rows == chunks, f"{rows} rows for {chunks} chunks; if they differ, rebuild the index")

    def _check_queue(self) -> Finding:
        queue = self._parts.queue.state(self._parts.embedder.card.space)
        reasons = f" ({'; '.join(queue.reasons)})" if queue.reasons else ""
        return Finding("queue", queue.parked == 0, f"{queue.waiting} waiting, {queue.parked} parked{reasons}")

    def _sizes(self) -> Finding:
        records = self._parts.records
        try:
            size, quarantined, backups = records.facts("").size_bytes, records.quarantined(), records.backups()
        except StoreFailed as failed:
            return Finding("sizes", passed=False, detail=failed.detail)
        kept = f"{len(backups)} backups of {_megabytes(sum(backup.size_bytes for backup in backups))}"
        newest = f", the newest of {backups[0].made_at:%Y-%m-%d}" if backups else ""
        aside = f"; {quarantined} damaged rows set aside" if quarantined else ""
        return Finding("sizes", passed=True, detail=f"records {_megabytes(size)}; {kept}{newest}{aside}")

    def _check_model(self) -> Finding:
        try:
            self._parts.embedder.load()
        except ModelUnavailable as unavailable:
            return Finding("model", passed=False, detail=unavailable.message)
        return Finding("model", passed=True, detail=self._parts.embedder.card.space)


def _megabytes(size_bytes: int) -> str:
    return f"{size_bytes / 1_048_576:.1f} MB"
