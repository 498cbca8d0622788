"""The files of one model, from a hub into a folder, whole or not at all.

A note beside the files, written last, says which they are and how long; without it, or when a file is of another
length, there is no model. It refuses to print, and every wait for the hub has an end.
"""

import hashlib
import json
import logging
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import huggingface_hub
from huggingface_hub import utils as hub_utils
from huggingface_hub.utils.tqdm import tqdm

from mcp_memory.engine.domain.errors import ModelUnavailable
from mcp_memory.engine.domain.plain import UNREADABLE, as_mapping, as_whole

NOTE = "complete.json"
SETTINGS_FILES = (
    "config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "preprocessor_config.json",
)
"""What fastembed reads beside the model, as far as the hub has it."""

_HUB_SECONDS = 10.0
_READ_BYTES = 1 << 20


class _Silent(tqdm):
    """A progress bar that is not shown."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options | {"disable": True})  # type: ignore[no-untyped-call]  # theirs is untyped


def _hub_errors() -> tuple[type[Exception], ...]:
    """What the hub's library may raise; its transport has errors of its own that are no OSError."""
    transport = getattr(getattr(hub_utils, "httpx", None), "TransportError", OSError)
    return (OSError, ValueError, transport)


class Download:
    """One model's files. Several processes may run it at once: the hub's library locks each file."""

    def __init__(self, repository: str, files: Iterable[str], folder: Path, endpoint: str | None = None) -> None:
        self._repository = repository
        self._files = tuple(files)
        self._folder = folder
        self._endpoint = endpoint

    def is_whole(self) -> bool:
        """Whether everything is there in its full length."""
        try:
            noted = as_mapping(json.loads((self._folder / NOTE).read_bytes()))
            lengths = {name: as_whole(length) for name, length in noted.items()}
            sound = all((self._folder / name).stat().st_size == length for name, length in lengths.items())
        except (OSError, *UNREADABLE):
            return False
        return sound and lengths.keys() >= set(self._files)

    def distrust(self) -> None:
        """Forget that it was whole: the next run compares every file with what the hub says of it."""
        (self._folder / NOTE).unlink(missing_ok=True)

    def run(self) -> None:
        """Bring what is missing. Raises `ModelUnavailable` with the reason; what has arrived is used next time."""
        try:
            logging.getLogger("huggingface_hub").setLevel(logging.ERROR)
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._bring()
        except _hub_errors() as trouble:
            reason = str(trouble).strip().split("\n", 1)[0]
            raise ModelUnavailable(f"{self._repository} cannot be downloaded: {reason}") from trouble

    def _bring(self) -> None:
        hub = huggingface_hub.HfApi(endpoint=self._endpoint)
        told = hub.model_info(self._repository, files_metadata=True, timeout=_HUB_SECONDS)
        offered = {file.rfilename: file for file in told.siblings or ()}
        missing = [name for name in self._files if name not in offered]
        if missing:
            raise ValueError(f"the hub does not have {', '.join(missing)}")
        lengths: dict[str, int] = {}
        for name in dict.fromkeys((*self._files, *(name for name in SETTINGS_FILES if name in offered))):
            expected = offered[name]
            path = self._folder / name
            digest = expected.lfs.sha256 if expected.lfs else ""
            if not _is_as_told(path, expected.size, digest):
                path.unlink(missing_ok=True)
                self._bring_file(name, told.sha)
            if not _is_as_told(path, expected.size, digest):
                path.unlink(missing_ok=True)
                raise ValueError(f"{name} arrived damaged")
            lengths[name] = path.stat().st_size
        unfinished = self._folder / f"{NOTE}.{os.getpid()}"
        unfinished.write_text(json.dumps(lengths), encoding="utf-8")
        unfinished.replace(self._folder / NOTE)

    def _bring_file(self, name: str, revision: str | None) -> None:
        huggingface_hub.hf_hub_download(
            self._repository,
            name,
            revision=revision,
            local_dir=self._folder,
            etag_timeout=_HUB_SECONDS,
            endpoint=self._endpoint,
            tqdm_class=_Silent,
        )


def _is_as_told(path: Path, length: int | None, digest: str) -> bool:
    """Whether a file is there and is what the hub says of it, as far as it says."""
    if not path.is_file() or (length is not None and path.stat().st_size != length):
        return False
    return not digest or _digest(path) == digest


def _digest(path: Path) -> str:
    made = hashlib.sha256()
    with path.open("rb") as content:
        while block := content.read(_READ_BYTES):
            made.update(block)
    return made.hexdigest()
