"""The embedder on fastembed for the model that ships with the package: offline, English and Chinese.

It refuses to download and to print.
"""

from pathlib import Path

from mcp_memory.engine.domain.policies import SHIPPED_MODEL
from mcp_memory.engine.embedding.centring import read_centre
from mcp_memory.engine.embedding.onnx import E5_PREFIXES, OnnxEmbedder, Opened
from mcp_memory.engine.embedding.opening import damaged, open_folder, require
from mcp_memory.engine.embedding.shipped import CENTRE_FILE, card_of, stored_centre


class FastEmbedder(OnnxEmbedder):
    """An `Embedder` over a folder with `model.onnx`, its tokenizer, and `centre.npz` where the space is centred."""

    def __init__(self, folder: Path, name: str, threads: int = 2) -> None:
        self._folder = folder
        self._threads = threads
        super().__init__(card_of(folder, name), self._open)

    def _open(self) -> Opened:
        if self.card.name == SHIPPED_MODEL:
            # without it the same model would quietly become another, much worse, vector space
            require(self._folder, [CENTRE_FILE])
        centre = None
        stored = stored_centre(self._folder)
        if stored:
            try:
                centre = read_centre(stored, self.card.dim)
            except ValueError as error:
                raise damaged(CENTRE_FILE, str(error)) from error
        return Opened(open_folder(self._folder, self.card.name, self.card.dim, self._threads), E5_PREFIXES, centre)
