"""The composition root: ports meet adapters here, for production and for tests alike.

Imports stand inside the functions, so that nothing heavy is loaded before `initialize` is answered.
"""

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from mcp_memory.engine.domain.policies import SHIPPED_MODEL

if TYPE_CHECKING:
    from mcp_memory.engine.domain.upkeep import Backup, Restored
    from mcp_memory.engine.parts import Parts
    from mcp_memory.engine.ports.embedder import Embedder
    from mcp_memory.engine.ports.jobs import JobBook
    from mcp_memory.engine.ports.reasoner import Reasoner
    from mcp_memory.engine.ports.vault import Vault
    from mcp_memory.engine.ports.world import Clock
    from mcp_memory.engine.records.store import SqliteRecords
    from mcp_memory.engine.service import MemoryEngine
    from mcp_memory.settings import Settings

INDEX = "index"
"""The folder of what the local index keeps between starts; deleting it loses nothing."""

MODELS = "models"
"""The folder of downloaded models, inside the data folder."""


def build_engine(settings: "Settings") -> "MemoryEngine":
    """An engine on the settings' data folder, with the embedding model named but not loaded.

    Raises `Unavailable` with the reason when the folder cannot be opened.
    """
    if settings.model == SHIPPED_MODEL:
        return assemble(settings, shipped_embedder())
    from dataclasses import replace

    from mcp_memory.engine.embedding.hub import HubEmbedder
    from mcp_memory.engine.service import MemoryEngine

    embedder = HubEmbedder(settings.model, settings.home / MODELS)
    return MemoryEngine(replace(parts_of(settings, embedder), fetch_model=embedder.fetch))


def assemble(settings: "Settings", embedder: "Embedder") -> "MemoryEngine":
    """The same engine with an embedder of the caller's choice."""
    from mcp_memory.engine.service import MemoryEngine

    return MemoryEngine(parts_of(settings, embedder))


def parts_of(settings: "Settings", embedder: "Embedder") -> "Parts":
    """What an engine on the settings' data folder is put together from, for whoever measures single parts."""
    import time

    import uuid_utils

    from mcp_memory.engine.index.local import LocalIndex
    from mcp_memory.engine.parts import Parts
    from mcp_memory.engine.privacy.access import Grants
    from mcp_memory.engine.records.store import open_records

    records = open_records(settings.home, settings.store_policy)
    parts = Parts(
        records=records,
        words=records,
        queue=records,
        sessions=records,
        jobs=records,
        candidates=records,
        vectors=records,
        reasoner=_reasoner(settings, records),
        index=LocalIndex(records, records, embedder.card.space, settings.index_policy, settings.home / INDEX),
        embedder=embedder,
        vault=_vault(settings, records),
        book=records,
        clock=_now,
        local=lambda moment: moment.astimezone(),
        new_id=lambda: str(uuid_utils.uuid7()),
        stopwatch=time.perf_counter,
        grants=Grants(user_sessions=True, personal=True),
        recall_policy=settings.recall_policy,
        embedding_policy=settings.embedding_policy,
        backup_policy=settings.backup_policy,
        fading_policy=settings.fading_policy,
        merge_policy=settings.merge_policy,
        encoding_policy=settings.encoding_policy,
        consolidation_policy=settings.consolidation_policy,
        context_policy=settings.context_policy,
    )
    return _with_qdrant(settings, records, parts) if settings.qdrant_url or settings.qdrant_path else parts


def _now() -> datetime:
    return datetime.now(UTC)


def _vault(settings: "Settings", records: "SqliteRecords") -> "Vault":
    from mcp_memory.engine.vault.key_file import KeyFile
    from mcp_memory.engine.vault.sealed import SealedVault

    return SealedVault(records, KeyFile(settings.home, os.urandom), os.urandom)


def _reasoner(settings: "Settings", book: "JobBook") -> "Reasoner":
    from mcp_memory.engine.domain.errors import Unavailable
    from mcp_memory.engine.domain.jobs import JobRun
    from mcp_memory.engine.ports.reasoner import REASONER
    from mcp_memory.engine.reasoning.rules import RulesReasoner

    def note(reason: str) -> None:
        now = _now()
        with suppress(Unavailable):  # it was asked for its answer
            book.note_job(JobRun(name=REASONER, started_at=now, finished_at=now, passed=not reason, reason=reason))

    return reasoner_of(settings, _now, RulesReasoner(), note)


def _with_qdrant(settings: "Settings", records: "SqliteRecords", parts: "Parts") -> "Parts":
    """The same parts, with Qdrant before the local index and its feed in the background."""
    import time
    from dataclasses import replace

    from mcp_memory.engine.index.guarded import GuardedIndex
    from mcp_memory.engine.index.qdrant import QdrantIndex
    from mcp_memory.engine.index.qdrant_feed import QdrantFeed, QdrantParts
    from mcp_memory.engine.index.qdrant_server import QdrantServer, connector, opener

    key = settings.qdrant_api_key.get_secret_value() or None
    url, folder = settings.qdrant_url, settings.home / Path(settings.qdrant_path).expanduser()
    qdrant = QdrantParts(
        records=records,
        server=QdrantServer(connector(url, key) if url else opener(folder), time.monotonic, is_shared=bool(url)),
        space=parts.embedder.card.space,
        dim=parts.embedder.card.dim,
        holder=parts.new_id(),
        clock=parts.clock,
        new_id=parts.new_id,
    )
    feed = QdrantFeed(qdrant)
    index = GuardedIndex(QdrantIndex(qdrant, records, feed), parts.index)
    return replace(parts, index=index, followers=(feed,))


def reasoner_of(
    settings: "Settings", clock: "Clock", rules: "Reasoner", note: Callable[[str], None] = lambda _: None
) -> "Reasoner":
    """Who reads conversations: the rules, or a language model with the rules behind it.

    The model's SDK is imported at the first question. `note` is told why it does not answer, and "" once it does.
    """
    if not settings.asks_a_model:
        return rules
    import time

    from mcp_memory.engine.index.breaker import Breaker
    from mcp_memory.engine.reasoning.deferred import DeferredReasoner
    from mcp_memory.engine.reasoning.fallback import FallbackReasoner

    policy = settings.reasoner_policy
    rest = Breaker(
        time.monotonic,
        first_pause_seconds=policy.rest_seconds,
        longest_pause_seconds=policy.longest_rest_seconds,
    )
    return FallbackReasoner(DeferredReasoner("anthropic", lambda: _anthropic(settings, clock)), rules, rest, note)


def _anthropic(settings: "Settings", clock: "Clock") -> "Reasoner":
    import secrets
    import time

    from mcp_memory.engine.reasoning.anthropic import AnthropicParts, AnthropicReasoner
    from mcp_memory.engine.reasoning.ceilings import Ceilings

    parts = AnthropicParts(
        policy=settings.reasoner_policy,
        ceilings=Ceilings(settings.reasoner_policy, clock),
        pause=time.sleep,
        new_mark=lambda: secrets.token_hex(8),
    )
    return AnthropicReasoner(parts, settings.anthropic_api_key.get_secret_value())


def backups_of(settings: "Settings") -> tuple["Backup", ...]:
    """The backups there are, newest first, also when the records themselves cannot be opened."""
    from mcp_memory.engine.records.copies import BACKUPS, backups

    return backups(settings.home / BACKUPS)


def restore_records(settings: "Settings", backup: Path) -> "Restored":
    """Put a backup in the place of the settings' records, which nobody may have open.

    Raises `Invalid`, `StoreNewer`, `StoreFailed` or `StoreBusy`, and then nothing was changed.
    """
    import shutil

    from mcp_memory.engine.records.replacing import restore

    restored = restore(settings.home, backup, datetime.now(UTC), settings.store_policy)
    shutil.rmtree(settings.home / INDEX, ignore_errors=True)  # it was derived from the other records
    return restored


def shipped_embedder(threads: int = 2) -> "Embedder":
    """The embedder that ships with the package; works offline, English and Chinese."""
    from mcp_memory.engine.embedding.onnx import OnnxEmbedder, Opened
    from mcp_memory.engine.embedding.shipped import card_of

    folder = Path(str(resources.files("mcp_memory"))) / "models" / SHIPPED_MODEL
    card = card_of(folder, SHIPPED_MODEL)

    def opened() -> Opened:
        from mcp_memory.engine.embedding.fast import open_e5

        return open_e5(folder, card, threads)

    return OnnxEmbedder(card, opened)


class EngineOnce:
    """An engine that is built at the first call, once for all threads; a failure to build is raised at every call."""

    def __init__(self, build: "Callable[[], MemoryEngine]") -> None:
        self._build = build
        self._lock = threading.Lock()
        self._engine: MemoryEngine | None = None

    def __call__(self) -> "MemoryEngine":
        """Return the engine; the first caller builds it while others wait."""
        with self._lock:
            if self._engine is None:
                self._engine = self._build()
            return self._engine

    def disconnect(self) -> None:
        """The connection is closed: an engine that is there notes it, if it can at once."""
        self._note(lambda engine: engine.disconnect())

    def leave(self) -> None:
        """The process ends while jobs run: an engine that is there notes it, if it can at once."""
        self._note(lambda engine: engine.leave_jobs())

    def _note(self, what: "Callable[[MemoryEngine], None]") -> None:
        from mcp_memory.engine.domain.errors import Unavailable

        if self._engine is not None:
            with suppress(Unavailable):
                what(self._engine)

    def close(self) -> None:
        """Close the engine if there is one."""
        with self._lock:
            if self._engine is not None:
                self._engine.close()
                self._engine = None
