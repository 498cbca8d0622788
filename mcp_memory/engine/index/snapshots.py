"""Rows kept as files, so that a process starts in a moment: never needed, never trusted, never the only copy.

A file is named by vector space, part and revision and holds arrays in numpy's own format, one after another, then a
checksum over all of them. It appears whole, under its name, or not at all. Whatever is wrong with a file, it is taken
for missing. It is mapped into memory, which processes then share; what nobody looks at stays on disk.

It holds ids, codes and what rows can be filtered by (names of projects, sessions and tags), no text and no vectors.
Nothing of a purged memory is in a file written after the purge, and every process that learns of the purge removes the
files written before it, those that were begun and never finished among them.
"""

import io
import json
import math
import os
import tempfile
import zlib
from collections.abc import Iterator
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

_FORMAT = 2
_SUFFIX = ".rows"
_UNFINISHED = ".unfinished"
_CHECKSUM_BYTES = 4
_ALIGNED = 64
"""Each array begins at a multiple of so many bytes, so that its numbers can be used where they stand."""

_LONGEST_OPENING = 512
"""Bytes within which numpy's description of an array ends."""

_PIECE_BYTES = 1 << 20

_ARRAYS = 8
"""How many arrays stand in a file, the header included."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The rows of an index as they were at a revision."""

    revision: int
    rows: PackedRows


class Snapshots:
    """The files of one part of a vector space, in a folder of its own. Safe beside any number of other processes.

    The parts of a space answer each for its own files; those of other spaces go with whichever writes or purges first.
    """

    def __init__(self, folder: Path, space: str, part: str = "") -> None:
        self._folder = folder
        self._space = space
        self._space_name = blake2b(space.encode(), digest_size=8).hexdigest()
        self._name = f"{self._space_name}{part}"

    def newest(self) -> Snapshot | None:
        """The newest that can be read. Those that cannot are removed."""
        for revision, path in sorted(self._found(), reverse=True):
            if _owner(path) == self._name:
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
            with os.fdopen(handle, "wb") as file:
                _write(file, self._space, snapshot)
            checksum = _checksum(path, path.stat().st_size)
            with path.open("ab") as file:
                file.write(checksum)
            path.replace(self._folder / f"{self._name}-{snapshot.revision}{_SUFFIX}")
        except OSError:
            _remove(path)
            return False
        self.remove_older(snapshot.revision)
        return True

    def remove_older(self, revision: int) -> None:
        """Remove what was written before a revision, other parts of this space excepted, and what is being written.

        On Windows a file that another process is reading stays; it is removed with the next chance.
        """
        for written_at, path in self._found():
            is_other_part = _owner(path).startswith(self._space_name) and _owner(path) != self._name
            if written_at < revision and not is_other_part:
                _remove(path)
        for path in self._folder.glob(f"*{_UNFINISHED}"):
            _remove(path)

    def remove_own(self) -> None:
        """Remove the files of this part."""
        for _, path in self._found():
            if _owner(path) == self._name:
                _remove(path)

    def there_are(self) -> bool:
        """Whether any file of this part is there."""
        return any(_owner(path) == self._name for _, path in self._found())

    def remove_all(self) -> None:
        """Remove every file, of every space."""
        for path in (*self._folder.glob(f"*{_SUFFIX}"), *self._folder.glob(f"*{_UNFINISHED}")):
            _remove(path)

    def _found(self) -> list[tuple[int, Path]]:
        named = ((path.stem.rpartition("-")[2], path) for path in self._folder.glob(f"*{_SUFFIX}"))
        return [(int(revision), path) for revision, path in named if revision.isdecimal()]

    def _read(self, path: Path) -> Snapshot | None:
        try:
            content = _content(path)
            if _checksum(path, len(content) - _CHECKSUM_BYTES) != content[-_CHECKSUM_BYTES:].tobytes():
                return None
            header, *arrays = _arrays(content)
            told = json.loads(header.tobytes())
            if (told["format"], told["space"]) != (_FORMAT, self._space):
                return None
            return Snapshot(told["revision"], _rows(told, arrays))
        except (OSError, ValueError, LookupError, TypeError):
            return None


def _content(path: Path) -> NDArray[np.uint8]:
    """The bytes of a file; changes to them stay in memory. Where a mapped file could not be removed they are read."""
    return np.fromfile(path, np.uint8) if os.name == "nt" else np.asarray(np.memmap(path, np.uint8, mode="c"))


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
        file.write(bytes(-file.tell() % _ALIGNED))


def _arrays(content: NDArray[np.uint8]) -> Iterator[NDArray[Any]]:
    """The arrays of a file, none of them copied."""
    start = 0
    for _ in range(_ARRAYS):
        opening = io.BytesIO(content[start : start + _LONGEST_OPENING].tobytes())
        np.lib.format.read_magic(opening)
        shape, _, dtype = np.lib.format.read_array_header_1_0(opening)
        first = start + opening.tell()
        start = first + math.prod(shape) * dtype.itemsize
        yield content[first:start].view(dtype).reshape(shape)
        start += -start % _ALIGNED


def _rows(told: dict[str, Any], arrays: list[NDArray[Any]]) -> PackedRows:
    ids, chunks, kind, occurred_at, columns, codes, present = arrays
    kinds = PackedKinds(columns, told["words"], told["tag_sets"])
    return PackedRows(PackedSlots(ids, chunks), PackedFacts(kind, occurred_at, kinds), told["dim"], codes, present)


def _checksum(path: Path, size: int) -> bytes:
    """Over so many bytes of a file; read, not mapped, so that no page of it counts as memory in use."""
    checksum = 0
    with path.open("rb") as file:
        while size > 0 and (piece := file.read(min(size, _PIECE_BYTES))):
            checksum = zlib.crc32(piece, checksum)
            size -= len(piece)
    return checksum.to_bytes(_CHECKSUM_BYTES, "little")


def _owner(path: Path) -> str:
    """The space and part that a file is named by."""
    return path.stem.rpartition("-")[0]


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
