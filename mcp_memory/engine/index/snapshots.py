"""Rows kept as files, so that a process starts in a moment: never needed, never trusted, never the only copy.

A file is named by vector space and revision and holds arrays in numpy's own format, one after another, then a checksum
over all of them. It appears whole, under its name, or not at all. Whatever is wrong with a file, it is taken for
missing. It holds ids, codes and what rows can be filtered by (names of projects, sessions and tags), no text and no
vectors; the rows of a purged memory are in no file written after the purge, and older files are removed.
"""

import json
import os
import tempfile
import zlib
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from mcp_memory.engine.index.facts import PackedFacts
from mcp_memory.engine.index.kinds import PackedKinds
from mcp_memory.engine.index.rows import PackedRows
from mcp_memory.engine.index.slots import PackedSlots

_FORMAT = 1
_SUFFIX = ".rows"
_UNFINISHED = ".unfinished"
_CHECKSUM_BYTES = 4
_READ_BYTES = 1 << 20
_ARRAYS = 8
"""How many arrays stand in a file, the header included."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The rows of an index as they were at a revision."""

    revision: int
    rows: PackedRows


class Snapshots:
    """The files of one vector space in a folder of their own. Safe beside any number of other processes."""

    def __init__(self, folder: Path, space: str) -> None:
        self._folder = folder
        self._space = space
        self._name = blake2b(space.encode(), digest_size=8).hexdigest()

    def newest(self) -> Snapshot | None:
        """The newest that can be read. Those that cannot are removed."""
        for revision, path in sorted(self._found(), reverse=True):
            if path.name.startswith(self._name):
                snapshot = self._read(path)
                if snapshot is not None and snapshot.revision == revision:
                    return snapshot
                _remove(path)
        return None

    def write(self, snapshot: Snapshot) -> bool:
        """Keep it, and remove older ones. False when the folder refuses: nothing is lost but time at the next start."""
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, unfinished = tempfile.mkstemp(suffix=_UNFINISHED, dir=self._folder)
        except OSError:
            return False
        path = Path(unfinished)
        try:
            with os.fdopen(handle, "w+b") as file:
                _write(file, self._space, snapshot)
            path.replace(self._folder / f"{self._name}-{snapshot.revision}{_SUFFIX}")
        except OSError:
            _remove(path)
            return False
        self.remove_older(snapshot.revision)
        return True

    def remove_older(self, revision: int) -> None:
        """Remove what was written before a revision, of every space, and what others are writing this moment.

        On Windows a file that another process is reading stays; it is removed with the next chance.
        """
        for written_at, path in self._found():
            if written_at < revision:
                _remove(path)
        for path in self._folder.glob(f"*{_UNFINISHED}"):
            _remove(path)

    def remove_all(self) -> None:
        """Remove every file, of every space."""
        for path in (*self._folder.glob(f"*{_SUFFIX}"), *self._folder.glob(f"*{_UNFINISHED}")):
            _remove(path)

    def _found(self) -> list[tuple[int, Path]]:
        named = ((path.stem.rpartition("-")[2], path) for path in self._folder.glob(f"*{_SUFFIX}"))
        return [(int(revision), path) for revision, path in named if revision.isdecimal()]

    def _read(self, path: Path) -> Snapshot | None:
        try:
            with path.open("rb") as file:
                size = path.stat().st_size - _CHECKSUM_BYTES
                if _checksum(file, size) != file.read():
                    return None
                file.seek(0)
                header, *arrays = [np.load(file, allow_pickle=False) for _ in range(_ARRAYS)]
                told = json.loads(header.tobytes())
                if (told["format"], told["space"]) != (_FORMAT, self._space):
                    return None
                return Snapshot(told["revision"], _rows(told, arrays))
        except (OSError, ValueError, LookupError, TypeError):
            return None


def _write(file: IO[bytes], space: str, snapshot: Snapshot) -> None:
    rows = snapshot.rows
    kinds = rows.facts.kinds
    told = {
        "format": _FORMAT,
        "space": space,
        "revision": snapshot.revision,
        "dim": rows.dim,
        "words": kinds.words,
        "tag_sets": kinds.tag_sets,
    }
    header = np.frombuffer(json.dumps(told).encode(), dtype=np.uint8)
    slots, facts = rows.slots, rows.facts
    for array in (
        header, slots.ids, slots.chunks, facts.kind, facts.occurred_at, kinds.columns, rows.codes, rows.present
    ):  # fmt: skip
        np.save(file, array, allow_pickle=False)
    size = file.tell()
    checksum = _checksum(file, size)
    file.write(checksum)


def _rows(told: dict[str, Any], arrays: list[NDArray[Any]]) -> PackedRows:
    ids, chunks, kind, occurred_at, columns, codes, present = arrays
    kinds = PackedKinds(columns, told["words"], told["tag_sets"])
    return PackedRows(PackedSlots(ids, chunks), PackedFacts(kind, occurred_at, kinds), told["dim"], codes, present)


def _checksum(file: IO[bytes], size: int) -> bytes:
    """CRC-32 of the first bytes of a file; leaves it standing behind them."""
    file.seek(0)
    checksum, left = 0, size
    while left > 0:
        block = file.read(min(left, _READ_BYTES))
        if not block:
            break
        checksum = zlib.crc32(block, checksum)
        left -= len(block)
    return checksum.to_bytes(_CHECKSUM_BYTES, "little")


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
