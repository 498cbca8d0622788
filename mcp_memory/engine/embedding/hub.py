"""Embedders by name, for whoever asks for another model than the one that ships: any that fastembed knows, and bge-m3.

The files come from a model hub into the data folder, only when `fetch` is called and never by loading. Half a download
is never used. These models are not calibrated: no centre, no noise floor; only the E5 family gets its prefixes.
"""

import difflib
import re
import threading
from dataclasses import dataclass
from pathlib import Path

from fastembed import TextEmbedding
from fastembed.common.model_description import PoolingType

from mcp_memory.engine.domain.errors import ModelUnavailable
from mcp_memory.engine.embedding.downloads import Download
from mcp_memory.engine.embedding.onnx import E5_PREFIXES, OnnxEmbedder, Opened
from mcp_memory.engine.embedding.opening import RUNTIME_ERRORS, CustomModel, open_registered, register
from mcp_memory.engine.ports.embedder import ModelCard

BGE_M3 = CustomModel(
    name="BAAI/bge-m3",
    repository="BAAI/bge-m3",
    dim=1024,
    pooling=PoolingType.CLS,
    model_file="onnx/model.onnx",
    additional_files=("onnx/model.onnx_data", "onnx/Constant_7_attr__value"),
)

_MAKING = "hub1"
"""How vectors are made here; a change of it makes another space of the same model."""

_E5 = re.compile(r"(?:^|[/_-])e5(?:[_-]|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Known:
    """A model as fastembed's register describes it."""

    name: str
    repository: str
    dim: int
    files: tuple[str, ...]


class HubEmbedder(OnnxEmbedder):
    """An `Embedder` over a model of fastembed's register, with its files in a folder of the data folder.

    `fetch` waits `patience_seconds` for a download that is under way; the download itself goes on.
    """

    def __init__(
        self, name: str, models: Path, *, threads: int = 2, patience_seconds: float = 2.0, endpoint: str | None = None
    ) -> None:
        self._known = known(name)
        self._threads = threads
        self._patience_seconds = patience_seconds
        self._fetching: threading.Thread | None = None
        self._failure = ""
        self._starting = threading.Lock()
        dim = self._known.dim if self._known else 0
        super().__init__(ModelCard(name, dim, f"{name}:{_MAKING}", calibrated=False), self._open)
        self._folder = models / name.replace("/", "--")
        files = self._known.files if self._known else ()
        repository = self._known.repository if self._known else name
        self._download = Download(repository, files, self._folder, endpoint)

    def fetch(self) -> None:
        """Have the files brought here. Raises `ModelUnavailable` with the reason while they are not."""
        if self.is_ready or self._known is None or self._download.is_whole():
            return
        with self._starting:
            if self._fetching is None or not self._fetching.is_alive():
                self._failure = ""
                self._fetching = threading.Thread(target=self._run_download, name="mcp-memory download", daemon=True)
                self._fetching.start()
            under_way = self._fetching
        under_way.join(self._patience_seconds)
        if self._failure:
            raise ModelUnavailable(self._failure)
        if under_way.is_alive():
            raise ModelUnavailable(f"{self.card.name} is being downloaded")

    def _run_download(self) -> None:
        try:
            self._download.run()
        except ModelUnavailable as unavailable:
            self._failure = unavailable.detail

    def _open(self) -> Opened:
        if self._known is None:
            raise ModelUnavailable(_unknown(self.card.name))
        if not self._download.is_whole():
            reason = self._failure or "a running server downloads it in the background"
            raise ModelUnavailable(f"{self.card.name} is not on this machine yet: {reason}")
        try:
            model = open_registered(self._folder, self._known.name, self._threads)
        except RUNTIME_ERRORS as error:
            self._download.distrust()
            raise ModelUnavailable(f"{self.card.name} cannot be loaded and is downloaded again: {error}") from error
        return Opened(model, RUNTIME_ERRORS, E5_PREFIXES if _E5.search(self._known.name) else {})


def known(name: str) -> Known | None:
    """What the register says of a model; None when it does not know it."""
    register(BGE_M3)
    for entry in TextEmbedding.list_supported_models():
        if entry["model"].lower() == name.lower() and entry["sources"]["hf"]:
            files = (entry["model_file"], *entry["additional_files"])
            return Known(entry["model"], entry["sources"]["hf"], entry["dim"], files)
    return None


def _unknown(name: str) -> str:
    names = [entry["model"] for entry in TextEmbedding.list_supported_models()]
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    return f"fastembed knows no model {name}" + (f"; did you mean {near[0]}?" if near else "")
