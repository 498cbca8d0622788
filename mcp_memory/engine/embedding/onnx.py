"""What every embedder on fastembed does: load once, take turns, check each vector.

It refuses to hand out a vector that is not finite, of another size, or zero. The libraries that take half of a cold
start are imported by whoever opens the model, and not before.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mcp_memory.engine.domain.errors import ModelUnavailable
from mcp_memory.engine.embedding.centring import Centre, Numbers, Role, packed, unit
from mcp_memory.engine.embedding.turns import Turns
from mcp_memory.engine.ports.embedder import ModelCard, Vector
from mcp_memory.engine.text.languages import han_share

if TYPE_CHECKING:
    from fastembed import TextEmbedding

E5_PREFIXES: Mapping[Role, str] = {"query": "query: ", "passage": "passage: "}
"""Models of the E5 family were trained with the role in front of every text; fastembed adds it for none of them."""

_RUN_TEXTS = 4
_RUN_CHARS = 1_000
"""One run takes up to four texts, padded to the longest, while together they stay this short: batching gains up to a
fifth on short texts and nothing on long ones, and a question waits for the run under way."""

_MAX_CHARS = 512 * 16
"""The models read 512 word pieces of at most 16 characters; cutting first spares the tokenizer the rest."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A model in memory, what running it may raise, what goes before a text by role, what is taken from its vectors."""

    model: "TextEmbedding"
    errors: tuple[type[Exception], ...]
    prefixes: Mapping[Role, str]
    centre: Centre | None = None


class OnnxEmbedder:
    """An `Embedder` over a model that `open_model` brings into memory."""

    def __init__(self, card: ModelCard, open_model: Callable[[], Opened]) -> None:
        self._card = card
        self._open_model = open_model
        self._turns = Turns()
        self._loading = threading.Lock()
        self._opened: Opened | None = None
        self._trouble = "it is not loaded yet"

    @property
    def card(self) -> ModelCard:
        """The vector space; known without loading the model."""
        return self._card

    @property
    def is_ready(self) -> bool:
        """Whether the model is loaded."""
        return self._opened is not None

    def load(self) -> None:
        """Load the model once; further calls return at once, and after a failure they try again."""
        with self._loading:
            if self._opened is not None:
                return
            try:
                self._opened = self._open_model()
            except ModelUnavailable as unavailable:
                self._trouble = unavailable.detail
                raise

    def embed_query(self, text: str) -> Vector:
        """The vector of a question; it goes before all passages that wait."""
        with self._turns.urgent():
            return self._run("query", [_readable(text)])[0]

    def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        """The vectors of passages, in order. The turn is given back after each run."""
        readable = [_readable(text) for text in texts]
        vectors: dict[int, Vector] = {}
        for places in _runs([len(text) for text in readable]):
            with self._turns.patient():
                made = self._run("passage", [readable[place] for place in places])
            vectors.update(zip(places, made, strict=True))
        return [vectors[place] for place in range(len(readable))]

    def _run(self, role: Role, texts: list[str]) -> list[Vector]:
        """One run of the model."""
        opened = self._opened
        if opened is None:
            raise ModelUnavailable(self._trouble)
        prefixed = [opened.prefixes.get(role, "") + text for text in texts]
        embed = opened.model.query_embed if role == "query" else opened.model.passage_embed
        try:
            rows = [np.asarray(row, dtype=np.float32) for row in embed(prefixed, batch_size=len(prefixed))]
            return [self._vector(row, opened.centre, role, text) for row, text in zip(rows, texts, strict=True)]
        except opened.errors as error:
            raise ModelUnavailable(f"the model could not embed the text: {error}") from error

    def _vector(self, row: Numbers, centre: Centre | None, role: Role, text: str) -> Vector:
        straight = unit(row, self._card.dim)
        if centre is not None:
            straight = unit(centre.centred(straight, role, han_share(text)), self._card.dim)
        return packed(straight)


def _runs(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Places of texts that share a run, shortest first, so that little is padded."""
    run: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if run and (len(run) == _RUN_TEXTS or (len(run) + 1) * lengths[place] > _RUN_CHARS):
            yield run
            run = []
        run.append(place)
    if run:
        yield run


def _readable(text: str) -> str:
    """What the tokenizer accepts: no lone surrogates, and no more than the model can read."""
    return text[:_MAX_CHARS].encode("utf-8", "replace").decode("utf-8")
