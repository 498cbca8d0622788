"""Opening the model that ships with the package: offline, English and Chinese. It refuses to download and to print."""

from pathlib import Path

from mcp_memory.engine.domain.policies import SHIPPED_MODEL
from mcp_memory.engine.embedding.centring import read_centre
from mcp_memory.engine.embedding.onnx import E5_PREFIXES, Opened
from mcp_memory.engine.embedding.opening import RUNTIME_ERRORS, damaged, open_folder, require
from mcp_memory.engine.embedding.shipped import CENTRE_FILE, stored_centre
from mcp_memory.engine.ports.embedder import ModelCard


def open_e5(folder: Path, card: ModelCard, threads: int) -> Opened:
    """Load a folder with `model.onnx`, its tokenizer, and `centre.npz` where the space is centred."""
    if card.name == SHIPPED_MODEL:
        # without it the same model would quietly become another, much worse, vector space
        require(folder, [CENTRE_FILE])
    centre = None
    if stored := stored_centre(folder):
        try:
            centre = read_centre(stored, card.dim)
        except ValueError as error:
            raise damaged(CENTRE_FILE, str(error)) from error
    return Opened(open_folder(folder, card.name, card.dim, threads), RUNTIME_ERRORS, E5_PREFIXES, centre)
