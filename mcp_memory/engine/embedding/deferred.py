"""An embedder whose libraries are imported when it is loaded, and not before: they take half of a cold start."""

import threading
from collections.abc import Callable, Sequence

from mcp_memory.engine.domain.errors import ModelUnavailable
from mcp_memory.engine.ports.embedder import Embedder, ModelCard, Vector


class DeferredEmbedder:
    """The embedder that `make` makes, made at the first load. Its card is known before."""

    def __init__(self, card: ModelCard, make: Callable[[], Embedder]) -> None:
        self._card = card
        self._make = make
        self._making = threading.Lock()
        self._made: Embedder | None = None

    @property
    def card(self) -> ModelCard:
        """The vector space."""
        return self._card

    @property
    def is_ready(self) -> bool:
        """Whether the model is loaded."""
        return self._made is not None and self._made.is_ready

    def load(self) -> None:
        """Make the embedder once, and load it. Raises `ModelUnavailable` with the reason."""
        with self._making:
            if self._made is None:
                self._made = self._make()
        self._made.load()

    def embed_query(self, text: str) -> Vector:
        """The vector of a question."""
        return self._loaded().embed_query(text)

    def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        """The vectors of passages, in order."""
        return self._loaded().embed_passages(texts)

    def _loaded(self) -> Embedder:
        if self._made is None:
            raise ModelUnavailable("it is not loaded yet")
        return self._made
