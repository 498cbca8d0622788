"""Files that somebody laid into the data folder, an export perhaps: which of them still hold what was purged.

They are named, not touched: nobody but who put them there knows what they are for.
"""

from collections.abc import Collection, Container, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from mcp_memory.engine.records.codec import to_json

_PIECE_BYTES = 1 << 20
_LEAST_CHARS = 8
"""A shorter text stands anywhere."""

NO_COPIES = ("index", "models")
"""Folders of the data folder that hold no text of memories."""


def holding(file: Path, backups: Path, memory_ids: Sequence[str], texts: Sequence[str]) -> tuple[str, ...]:
    """Paths of files beside the database `file` that hold one of these ids or texts, or cannot be read to say so.

    The database's own files, `backups` and what never holds a text are left out. Of a text its longest line is sought.
    """
    lines = (max(text.splitlines(), key=len, default="").strip() for text in texts)
    telling = [line for line in lines if len(line) >= _LEAST_CHARS]
    words = (*memory_ids, *telling, *(to_json(line)[1:-1] for line in telling))
    wanted = {word.encode(errors="surrogatepass") for word in words}
    passed_over = {backups, *(file.parent / name for name in NO_COPIES)}
    found = (path for path in _files(file.parent, passed_over) if not path.name.startswith(file.name))
    return tuple(str(path) for path in found if _holds(path, wanted))


def _files(folder: Path, passed_over: Container[Path]) -> Iterator[Path]:
    with suppress(OSError):
        for path in sorted(folder.iterdir()):
            if path in passed_over or path.is_symlink():
                continue
            if path.is_dir():
                yield from _files(path, passed_over)
            elif path.is_file():
                yield path


def _holds(path: Path, wanted: Collection[bytes]) -> bool:
    longest, read = max(map(len, wanted), default=1), b""
    try:
        with path.open("rb") as file:
            while piece := file.read(_PIECE_BYTES):
                read = read[-longest:] + piece
                if any(word in read for word in wanted):
                    return True
    except OSError:
        return True
    return False
