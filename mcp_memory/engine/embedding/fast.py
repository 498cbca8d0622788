"""The embedder on fastembed: the model that ships with the package, offline, English and Chinese.

It refuses to download, to print, and to hand out a vector that is not finite, of another size, or zero.
"""

import hashlib
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from fastembed import TextEmbedding

from mcp_memory.engine.domain.errors import ModelUnavailable
from mcp_memory.engine.embedding.centring import Centre, Numbers, Role, packed, read_centre, unit
from mcp_memory.engine.embedding.opening import RUNTIME_ERRORS, damaged, open_model, require
from mcp_memory.engine.embedding.turns import Turns
from mcp_memory.engine.ports.embedder import ModelCard, Vector
from mcp_memory.engine.text.languages import han_share

SHIPPED_MODEL = "multilingual-e5-small-enzh-q4"
CALIBRATED_SPACE = f"{SHIPPED_MODEL}:cc10e99ef"
"""The one space for which the noise floor of the recall policy was measured."""

_CENTRE_FILE = "centre.npz"
_DIM = 384
"""Dimensions of every E5-small."""

_RUN_TEXTS = 4
_RUN_CHARS = 1_000
"""One run takes up to four texts, padded to the longest, while together they stay this short: batching gains up to a
fifth on short texts and nothing on long ones, and a question waits for the run under way."""

_MAX_CHARS = 512 * 16
"""The model reads 512 word pieces of at most 16 characters; cutting first spares the tokenizer the rest."""


@dataclass(frozen=True, slots=True)
class _Loaded:
    model: TextEmbedding
    centre: Centre | None


class FastEmbedder:
    """An `Embedder` over a folder with `model.onnx`, its tokenizer, and `centre.npz` where the space is centred."""

    def __init__(self, folder: Path, name: str, threads: int = 2) -> None:
        self._folder = folder
        self._threads = threads
        self._stored_centre = _bytes_of(folder / _CENTRE_FILE)
        space = f"{name}:c{_version(self._stored_centre)}"
        self._card = ModelCard(name=name, dim=_DIM, space=space, calibrated=space == CALIBRATED_SPACE)
        self._turns = Turns()
        self._loading = threading.Lock()
        self._loaded: _Loaded | None = None
        self._trouble = "it is not loaded yet"

    @property
    def card(self) -> ModelCard:
        """The vector space; known without loading the model."""
        return self._card

    @property
    def is_ready(self) -> bool:
        """Whether the model is loaded."""
        return self._loaded is not None

    def load(self) -> None:
        """Load the model once; further calls return at once, and after a failure they try again."""
        with self._loading:
            if self._loaded is not None:
                return
            try:
                self._loaded = self._open()
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

    def _open(self) -> _Loaded:
        if self._card.name == SHIPPED_MODEL:
            # without it the same model would quietly become another, much worse, vector space
            require(self._folder, [_CENTRE_FILE])
        centre = None
        if self._stored_centre:
            try:
                centre = read_centre(self._stored_centre, _DIM)
            except ValueError as error:
                raise damaged(_CENTRE_FILE, str(error)) from error
        return _Loaded(open_model(self._folder, self._card.name, _DIM, self._threads), centre)

    def _run(self, role: Role, texts: list[str]) -> list[Vector]:
        """One run of the model. E5 needs the role in front of the text; fastembed adds it for no custom model."""
        loaded = self._loaded
        if loaded is None:
            raise ModelUnavailable(self._trouble)
        prefixed = [f"{role}: {text}" for text in texts]
        try:
            rows = [np.asarray(row, dtype=np.float32) for row in loaded.model.embed(prefixed, batch_size=len(prefixed))]
            return [_vector(row, loaded.centre, role, text) for row, text in zip(rows, texts, strict=True)]
        except RUNTIME_ERRORS as error:
            raise ModelUnavailable(f"the model could not embed the text: {error}") from error


def _vector(row: Numbers, centre: Centre | None, role: Role, text: str) -> Vector:
    straight = unit(row, _DIM)
    if centre is not None:
        straight = unit(centre.centred(straight, role, han_share(text)), _DIM)
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


def _version(stored: bytes) -> str:
    return hashlib.blake2b(stored, digest_size=4).hexdigest() if stored else ""


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""
