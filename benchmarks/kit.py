"""What the benchmark programs share: engines on temporary folders, a cache of vectors, tables, a real client."""

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from mcp import StdioServerParameters

from mcp_memory.bootstrap import parts_of, shipped_embedder
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.requests import Remember
from mcp_memory.engine.ports.embedder import Embedder, ModelCard, Vector
from mcp_memory.engine.service import MemoryEngine, Parts
from mcp_memory.settings import Settings

WHO = Principal(user="me", agent="benchmark", session="benchmark")


class CachedEmbedder:
    """An embedder that keeps the vectors of passages in a folder, so that a second run need not compute them."""

    def __init__(self, inner: Embedder, folder: Path) -> None:
        self._inner = inner
        self._folder = folder / hashlib.sha256(inner.card.space.encode()).hexdigest()[:12]
        self._folder.mkdir(parents=True, exist_ok=True)

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
        """Never cached: questions are what is timed."""
        return self._inner.embed_query(text)

    def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        """From the folder where it is known."""
        return [self._passage(text) for text in texts]

    def _passage(self, text: str) -> Vector:
        file = self._folder / hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
        if file.exists():
            return Vector(file.read_bytes())
        vector = self._inner.embed_passages([text])[0]
        file.write_bytes(vector)
        return vector


@contextmanager
def an_engine(cache: Path | None = None, **settings: str) -> Iterator[tuple[MemoryEngine, Parts]]:
    """A warmed engine with the shipped model on a temporary folder, and its parts. Settings as `candidates="50"`."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        environ = {f"MCP_MEMORY_{name.upper()}": value for name, value in settings.items()}
        embedder = shipped_embedder()
        if cache is not None:
            embedder = CachedEmbedder(embedder, cache)
        parts = parts_of(Settings.read({"MCP_MEMORY_HOME": home, **environ}), embedder)
        with MemoryEngine(parts) as engine:
            engine.warm()
            yield engine, parts


def remember_all(engine: MemoryEngine, asks: Iterable[Remember]) -> list[str]:
    """Remember each and embed them all; returns their ids, the same id for the same text."""
    ids = [engine.remember(WHO, ask).outcome.memory.id for ask in asks]
    while engine.work().done:
        pass
    return ids


def server(home: Path, **environ: str) -> StdioServerParameters:
    """How a client starts the server on a folder, offline and with nothing inherited that is not needed."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "LANG") if name in os.environ}
    environment = {**kept, "MCP_MEMORY_HOME": str(home), "HOME": str(home), "HF_HUB_OFFLINE": "1", **environ}
    return StdioServerParameters(command=sys.executable, args=["-m", "mcp_memory", "serve"], env=environment)


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table in Markdown."""
    print(f"\n### {title}\n\n| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for row in rows:
        print(f"| {' | '.join(_cell(cell) for cell in row)} |", flush=True)


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share (0..1) of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _cell(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)
