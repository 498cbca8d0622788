"""The composition root: ports meet adapters here, for production and for tests alike.

Imports stand inside the functions, so that nothing heavy is loaded before `initialize` is answered.
"""

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcp_memory.engine.ports.embedder import Embedder
    from mcp_memory.engine.service import MemoryEngine, Parts
    from mcp_memory.settings import Settings

SHIPPED_MODEL = "multilingual-e5-small-enzh-q4"
"""The embedding model that comes with the package."""


def build_engine(settings: "Settings") -> "MemoryEngine":
    """An engine on the settings' data folder, with the embedding model named but not loaded.

    Raises `Unavailable` with the reason when the folder cannot be opened.
    """
    return assemble(settings, shipped_embedder())


def assemble(settings: "Settings", embedder: "Embedder") -> "MemoryEngine":
    """The same engine with an embedder of the caller's choice."""
    from mcp_memory.engine.service import MemoryEngine

    return MemoryEngine(parts_of(settings, embedder))


def parts_of(settings: "Settings", embedder: "Embedder") -> "Parts":
    """What an engine on the settings' data folder is put together from, for whoever measures single parts."""
    import time

    import uuid_utils

    from mcp_memory.engine.index.local import LocalIndex
    from mcp_memory.engine.privacy.access import Grants
    from mcp_memory.engine.records.store import open_records
    from mcp_memory.engine.service import Parts

    records = open_records(settings.home, settings.store_policy)
    return Parts(
        records=records,
        queue=records,
        index=LocalIndex(records, records, embedder.card.space),
        embedder=embedder,
        clock=lambda: datetime.now(UTC),
        new_id=lambda: str(uuid_utils.uuid7()),
        stopwatch=time.perf_counter,
        grants=Grants(user_sessions=True),
        recall_policy=settings.recall_policy,
        embedding_policy=settings.embedding_policy,
    )


def shipped_embedder() -> "Embedder":
    """The embedder that ships with the package; works offline, English and Chinese."""
    from mcp_memory.engine.embedding.fast import FastEmbedder

    folder = resources.files("mcp_memory") / "models" / SHIPPED_MODEL
    return FastEmbedder(Path(str(folder)), SHIPPED_MODEL)


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

    def close(self) -> None:
        """Close the engine if there is one."""
        with self._lock:
            if self._engine is not None:
                self._engine.close()
                self._engine = None
