"""Engines on temporary folders, and a cache of vectors, embedded in as many processes as there are cores.

A run of the small model gains little from a second thread, so thousands of long texts take about half as long in
processes of one thread each.
"""

import hashlib
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from kit import WHO

from mcp_memory.bootstrap import parts_of, shipped_embedder
from mcp_memory.engine.domain.requests import Remember
from mcp_memory.engine.parts import Parts
from mcp_memory.engine.ports.embedder import Embedder, ModelCard, Vector
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.settings import Settings

_FEW = 8
"""So few texts are embedded sooner than processes for them have started."""


@contextmanager
def an_engine(cache_folder: Path | None = None, **settings: str) -> Iterator[tuple[MemoryEngine, Parts]]:
    """A warmed engine with the shipped model on a temporary folder, and its parts. Settings as `candidates="50"`."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        environ = {f"MCP_MEMORY_{name.upper()}": value for name, value in settings.items()}
        with ExitStack() as stack:
            embedder = shipped_embedder()
            if cache_folder is not None:
                embedder = stack.enter_context(closing(CachedEmbedder(embedder, cache_folder)))
                environ.setdefault("MCP_MEMORY_EMBEDDING_BATCH", "256")
            parts = parts_of(Settings.read({"MCP_MEMORY_HOME": home, **environ}), embedder)
            engine = stack.enter_context(MemoryEngine(parts))
            engine.warm()
            yield engine, parts


def remember_all(engine: MemoryEngine, asks: Iterable[Remember]) -> list[str]:
    """Remember each and embed them all; returns their ids, the same id for the same text."""
    ids = [engine.remember(WHO, ask).outcome.memory.id for ask in asks]
    while engine.work().done:
        pass
    return ids


class Around:
    """Another embedder for everything but passages, whose vectors are for the class that derives from this one."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner

    @property
    def card(self) -> ModelCard:
        """The inner embedder's card."""
        return self._inner.card

    @property
    def is_ready(self) -> bool:
        """Whether the inner embedder is."""
        return self._inner.is_ready

    def load(self) -> None:
        """Load the inner embedder."""
        self._inner.load()

    def embed_query(self, text: str) -> Vector:
        """By the inner embedder: questions are what is timed."""
        return self._inner.embed_query(text)


class CachedEmbedder(Around):
    """The shipped embedder; vectors of passages are kept in a folder, so that a second run need not compute them."""

    def __init__(self, inner: Embedder, folder: Path) -> None:
        super().__init__(inner)
        self._pool = EmbeddingPool()
        self._folder = folder / hashlib.sha256(inner.card.space.encode()).hexdigest()[:12]
        self._folder.mkdir(parents=True, exist_ok=True)

    def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        """From the folder where they are known; the others on all cores."""
        files = {text: self._folder / hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() for text in texts}
        missing = [text for text, file in files.items() if not file.exists()]
        made = self._pool.embed(missing) if len(missing) > _FEW else self._inner.embed_passages(missing)
        for text, vector in zip(missing, made, strict=True):
            files[text].write_bytes(vector)
        return [Vector(files[text].read_bytes()) for text in texts]

    def close(self) -> None:
        """End the processes that embed."""
        self._pool.close()


class EmbeddingPool:
    """Processes that embed passages; they start with the first text and end with `close`."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def embed(self, texts: Iterable[str]) -> Iterator[Vector]:
        """The vectors of passages, in order, each as soon as it is there."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(os.cpu_count(), get_context("spawn"))
        return self._pool.map(_embedded, texts, chunksize=4)

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


@cache
def _model() -> Embedder:
    """The model of this process, loaded once."""
    model = shipped_embedder(threads=1)
    model.load()
    return model


def _embedded(text: str) -> Vector:
    return _model().embed_passages([text])[0]
