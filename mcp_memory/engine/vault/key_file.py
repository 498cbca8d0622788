"""The vault's key: a file of its own beside the records, readable by its owner only, never in a backup of the records.

A key is made once, when the first value is to be sealed, and never replaced: whoever loses it loses the values.
On Windows the file has the rights of the user's own folder, which others cannot read.
"""

import base64
import binascii
import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mcp_memory.engine.domain.errors import VaultLocked

FILE_NAME = "vault.key"
"""The key, inside the data folder."""

KEY_BYTES = 32
_OTHERS = 0o077


@dataclass(frozen=True, slots=True)
class KeyFile:
    """The key in a folder. `entropy` returns that many random bytes."""

    folder: Path
    entropy: Callable[[int], bytes]

    @property
    def path(self) -> Path:
        """Where the key lies."""
        return self.folder / FILE_NAME

    def read(self) -> bytes | None:
        """The key, None when there is none. Raises `VaultLocked` when it cannot be read or is damaged."""
        return self._whole() if self.path.exists() else None

    def make(self) -> bytes:
        """Make a key unless another process was faster; either way the one key that is there, durable.

        Raises `VaultLocked` when the folder refuses.
        """
        draft = self.folder / f".{FILE_NAME}.{self.entropy(8).hex()}"
        try:
            try:
                _write(draft, base64.b64encode(self.entropy(KEY_BYTES)) + b"\n")
                with contextlib.suppress(FileExistsError):
                    _name_once(draft, self.path)
            finally:
                draft.unlink(missing_ok=True)
        except OSError as trouble:
            raise VaultLocked(f"{self.path} cannot be written: {trouble.strerror}") from trouble
        return self._whole()

    def is_private(self) -> bool:
        """Whether nobody but the owner may read the key, as far as the system tells."""
        return os.name == "nt" or not self.path.stat().st_mode & _OTHERS

    def _whole(self) -> bytes:
        try:
            key = base64.b64decode(self.path.read_bytes().strip(), validate=True)
        except OSError as trouble:
            raise VaultLocked(f"{self.path} cannot be read: {trouble.strerror}") from trouble
        except binascii.Error:
            key = b""
        if len(key) != KEY_BYTES:
            raise VaultLocked(f"{self.path} is damaged")
        return key


def _write(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _name_once(draft: Path, path: Path) -> None:
    """Give the draft its name, whole, unless the name is taken: the others never see half a key."""
    if os.name == "nt":
        draft.rename(path)
        return
    path.hardlink_to(draft)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
