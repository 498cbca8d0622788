"""One bit for each number of a vector: 48 bytes a row instead of 1,536, so that a million rows are scanned in time.

A question is answered in three steps, each on fewer rows and closer to the truth: differing bits over all admitted
rows, then the question's own numbers against the bits of the best, then whole vectors of the best of those, which are
read from the records. They are held nowhere else: what is purged there is gone, and a process needs little memory.
"""

from collections.abc import Callable, Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

from mcp_memory.engine.domain.policies import IndexPolicy
from mcp_memory.engine.index.float16 import Halves, Numbers, cosines_by, usable
from mcp_memory.engine.index.growth import grown
from mcp_memory.engine.index.vectors import Vectors
from mcp_memory.engine.ports.embedder import Vector

ReadVectors = Callable[[Sequence[int]], Sequence[Vector | None]]
"""Reads the vectors of rows from where the truth is."""

Words = NDArray[np.uint64]

_WORD_BITS = 64
_WORD_BYTES = 8
_BYTE_VALUES = 256
_NOT_ADMITTED = 1 << 14
"""Stands in for a distance: more than any number of bits that can differ."""

_SPARSE_SHARE = 0.25
"""Up to this share of the rows it is quicker to pick the admitted ones than to run over all."""


class Codes:
    """A `VectorLeg` over sign bits, kept word by word: the first 64 bits of all rows, then the next."""

    def __init__(self, dim: int, read: ReadVectors, policy: IndexPolicy) -> None:
        self.dim = dim
        self._read = read
        self._policy = policy
        self._words: list[Words] = [np.zeros(0, dtype=np.uint64) for _ in range(-(-dim // _WORD_BITS))]
        self._present: NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)

    @classmethod
    def taking_over(cls, vectors: Vectors, read: ReadVectors, policy: IndexPolicy) -> Self:
        """The codes of vectors that were held whole until now."""
        codes = cls(vectors.dim, read, policy)
        codes._write(*vectors.held())
        return codes

    def write(self, slots: Sequence[int], vectors: Sequence[Vector | None]) -> None:
        """Fill these rows; None, a wrong size and what is not finite leave a row without a vector."""
        places, halves = usable(vectors, self.dim)
        self._write(np.array(slots, dtype=np.intp)[places], halves)

    def erase(self, slots: Sequence[int]) -> None:
        """Leave these rows without a vector."""
        held = np.array(slots, dtype=np.intp)
        self._present[held[held < len(self._present)]] = False

    def nearest(self, question: Numbers, mask: NDArray[np.bool_], limit: int) -> list[int]:
        """The rows that look nearest by their codes, with all that tie with the last of them; unordered."""
        reach = min(len(mask), len(self._present))
        admitted = mask[:reach] & self._present[:reach]
        count = int(np.count_nonzero(admitted))
        candidates = self._policy.candidates(count)
        refined = max(round(candidates * self._policy.refined_share), self._policy.refined_per_hit * limit)
        if count <= refined:
            return list(np.flatnonzero(admitted).tolist())
        near = self._near(question, admitted, min(max(candidates, refined), count))
        estimates = self._estimates(question, near)
        last = np.partition(estimates, len(estimates) - refined)[len(estimates) - refined]
        return list(near[estimates >= last].tolist())

    def cosines(self, question: Numbers, slots: Sequence[int]) -> dict[int, float]:
        """The exact cosines of those of these rows that hold a vector, which is read from the records."""
        return cosines_by(question, dict(zip(slots, self._read(slots), strict=True)))

    def agree(self, slots: Sequence[int]) -> bool:
        """Whether the vectors of these rows, as they are read now, are those that their codes were made from."""
        held = [slot for slot in slots if self._present[slot]]
        places, halves = usable(self._read(held), self.dim)
        return len(places) == len(held) and bool((self._of(halves) == self._codes(np.array(held, np.intp))).all())

    def packed(self, order: NDArray[np.intp]) -> tuple[Words, NDArray[np.bool_]]:
        """The codes of these rows, of shape (words, rows), and which of them there are."""
        reach = int(order.max(initial=-1)) + 1
        words = np.stack([grown(word, reach)[order] for word in self._words])
        return words, grown(self._present, reach)[order]

    def unpack(self, words: Words, present: NDArray[np.bool_]) -> None:
        """Take what `packed` gave, in place of what is held."""
        self._words = list(words)
        self._present = present

    def _write(self, slots: NDArray[np.intp], numbers: Numbers | Halves) -> None:
        if not len(slots):
            return
        reach = int(slots.max()) + 1
        self._present = grown(self._present, reach)
        self._present[slots] = True
        for place, word in enumerate(self._of(numbers).T):
            self._words[place] = grown(self._words[place], reach)
            self._words[place][slots] = word

    def _near(self, question: Numbers, admitted: NDArray[np.bool_], wanted: int) -> NDArray[np.intp]:
        """The `wanted` admitted rows in which the fewest bits differ, with all that tie with the last of them."""
        asked = self._of(question[np.newaxis])[0]
        rows = np.flatnonzero(admitted)
        if len(rows) > _SPARSE_SHARE * len(admitted):
            distances = np.where(admitted, np.uint16(0), np.uint16(_NOT_ADMITTED))
            for word, bits in zip(self._words, asked, strict=True):
                distances += np.bitwise_count(word[: len(distances)] ^ bits)
            return np.flatnonzero(distances <= _reach(distances, wanted))
        distances = np.zeros(len(rows), dtype=np.uint16)
        for word, bits in zip(self._words, asked, strict=True):
            distances += np.bitwise_count(word[rows] ^ bits)
        return rows[distances <= _reach(distances, wanted)]

    def _estimates(self, question: Numbers, slots: NDArray[np.intp]) -> Numbers:
        """The question's numbers summed with the signs of each row: the cosine, but for what the bits do not tell."""
        places = np.arange(len(self._words) * _WORD_BYTES)
        padded = np.zeros((len(places), 8), dtype=np.float32)
        padded.flat[: self.dim] = question
        signs = 2 * np.unpackbits(np.arange(_BYTE_VALUES, dtype=np.uint8)[:, np.newaxis], axis=1).astype(np.float32) - 1
        sums = np.vecdot(signs[:, np.newaxis, :], padded)
        estimates: Numbers = sums[self._codes(slots).view(np.uint8), places].sum(axis=1)
        return estimates

    def _codes(self, slots: NDArray[np.intp]) -> Words:
        """The codes of these rows, of shape (rows, words)."""
        return np.stack([word[slots] for word in self._words], axis=1)

    def _of(self, numbers: Numbers | Halves) -> Words:
        """The codes of these vectors, of shape (vectors, words): a bit is set where a number is not negative."""
        bits = np.packbits(~np.signbit(numbers), axis=1)
        filled = np.zeros((len(numbers), len(self._words) * _WORD_BYTES), dtype=np.uint8)
        filled[:, : bits.shape[1]] = bits
        return filled.view(np.uint64)


def _reach(distances: NDArray[np.uint16], wanted: int) -> np.intp:
    """The least distance within which so many lie."""
    return np.searchsorted(np.cumsum(np.bincount(distances)), wanted)
