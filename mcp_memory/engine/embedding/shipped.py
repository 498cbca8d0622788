"""The model that ships with the package: its name, and its vector space, known without loading anything."""

import hashlib
from pathlib import Path

from mcp_memory.engine.domain.policies import SHIPPED_MODEL
from mcp_memory.engine.ports.embedder import ModelCard

CALIBRATED_SPACE = f"{SHIPPED_MODEL}:cc10e99ef"
"""The one space for which the noise floor of the recall policy was measured."""

CENTRE_FILE = "centre.npz"
_DIM = 384
"""Dimensions of every E5-small."""


def card_of(folder: Path, name: str) -> ModelCard:
    """The card of an E5-small in a folder; its space changes with the numbers its vectors are centred by."""
    stored = stored_centre(folder)
    version = hashlib.blake2b(stored, digest_size=4).hexdigest() if stored else ""
    space = f"{name}:c{version}"
    return ModelCard(name, _DIM, space, calibrated=space == CALIBRATED_SPACE)


def stored_centre(folder: Path) -> bytes:
    """The file of centres; nothing where there is none."""
    try:
        return (folder / CENTRE_FILE).read_bytes()
    except FileNotFoundError:
        return b""
