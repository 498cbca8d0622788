"""Which row of the arrays belongs to which chunk.

Settled rows stand first, sorted by memory id and chunk: two arrays, searched by halving. Rows taken since are loose:
dictionaries, and freed ones are used again. Settling turns all into settled ones, so that a million cost little.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import NDArray

Key = tuple[str, int]
"""A chunk: memory id and chunk number."""

_ENCODING = ("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class PackedSlots:
    """Memory ids in UTF-8 and chunk numbers of rows, sorted: the order of the bytes is that of the characters."""

    ids: NDArray[np.bytes_] = field(default_factory=lambda: np.zeros(0, dtype="S1"))
    chunks: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


class Slots:
    """Numbers rows 0, 1, 2, … and remembers whose they are."""

    def __init__(self) -> None:
        self._settled = PackedSlots()
        self._gone: NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)
        self._by_memory: dict[str, dict[int, int]] = {}
        self._keys: list[Key] = []
        self._free: list[int] = []

    @classmethod
    def unpacked(cls, packed: PackedSlots) -> Self:
        """Rows 0, 1, 2, … for these chunks, settled."""
        slots = cls()
        slots._settled = packed
        slots._gone = np.zeros(len(packed.ids), dtype=np.bool_)
        return slots

    def __len__(self) -> int:
        """Rows in use."""
        return int(np.count_nonzero(~self._gone)) + self.loose

    @property
    def loose(self) -> int:
        """Rows in use that are not settled."""
        return len(self._keys) - len(self._free)

    @property
    def settled(self) -> int:
        """Rows that are settled, in use or not."""
        return len(self._gone)

    @property
    def reach(self) -> int:
        """One more than the highest row ever used."""
        return self.settled + len(self._keys)

    def of(self, key: Key) -> int | None:
        """The row of a chunk, if it has one."""
        loose = self._by_memory.get(key[0])
        if loose is not None:
            return loose.get(key[1])
        return next((slot for slot in self._settled_rows([key[0]]) if self._settled.chunks[slot] == key[1]), None)

    def key(self, slot: int) -> Key:
        """The chunk of a row in use."""
        if slot >= self.settled:
            return self._keys[slot - self.settled]
        return self._settled.ids[slot].decode(*_ENCODING), int(self._settled.chunks[slot])

    def newest(self, limit: int) -> list[int]:
        """The last settled rows in use: ids grow with time."""
        return list(np.flatnonzero(~self._gone)[-limit:].tolist())

    def take(self, keys: Iterable[Key]) -> list[int]:
        """Give each chunk a row; they must not have one yet."""
        return [self._take(key) for key in keys]

    def release(self, memory_ids: Sequence[str]) -> list[int]:
        """Free all rows of these memories, and return them."""
        gone = self._settled_rows(memory_ids)
        self._gone[gone] = True
        freed = [slot for memory_id in memory_ids for slot in self._by_memory.pop(memory_id, {}).values()]
        self._free.extend(freed)
        return gone + freed

    def packed(self) -> tuple[PackedSlots, NDArray[np.intp]]:
        """All chunks in order, and their rows as they are numbered until now."""
        kept = np.flatnonzero(~self._gone)
        loose = sorted((memory_id, n, slot) for memory_id, rows in self._by_memory.items() for n, slot in rows.items())
        ids = np.concatenate(
            [
                self._settled.ids[kept],
                np.array([memory_id.encode(*_ENCODING) for memory_id, _, _ in loose], dtype=np.bytes_),
            ]
        )
        chunks = np.concatenate([self._settled.chunks[kept], np.array([n for _, n, _ in loose], dtype=np.int64)])
        slots = np.concatenate([kept, np.array([slot for _, _, slot in loose], dtype=np.intp)])
        # both runs are sorted, and no memory stands in both
        order = np.argsort(ids, kind="stable")
        return PackedSlots(ids[order], chunks[order]), slots[order]

    def _settled_rows(self, memory_ids: Sequence[str]) -> list[int]:
        """The settled rows in use of these memories."""
        ids = self._settled.ids
        encoded = [memory_id.encode(*_ENCODING) for memory_id in memory_ids]
        wanted = np.array([one for one in encoded if len(one) <= ids.itemsize], dtype=ids.dtype)
        ranges = zip(np.searchsorted(ids, wanted).tolist(), np.searchsorted(ids, wanted, "right").tolist(), strict=True)
        return [row for first, end in ranges for row in range(first, end) if not self._gone[row]]

    def _take(self, key: Key) -> int:
        if self._free:
            slot = self._free.pop()
            self._keys[slot - self.settled] = key
        else:
            slot = self.reach
            self._keys.append(key)
        self._by_memory.setdefault(key[0], {})[key[1]] = slot
        return slot
