"""Vectors as the port has them, read as numbers many at a time.

It refuses to raise for a vector that cannot be used, of another size than the space or not finite: it leaves it out.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mcp_memory.engine.ports.embedder import Vector

Key = TypeVar("Key")

Numbers = NDArray[np.float32]
Halves = NDArray[np.float16]

_STORED = np.dtype("<f2")
"""Little-endian float16. Arithmetic in it is slow, so numbers are widened before anything is done with them."""


def common_dim(vectors: Sequence[Vector | None]) -> int:
    """How many numbers most of these vectors have; 0 when there is none."""
    sizes = Counter(len(vector) // _STORED.itemsize for vector in vectors if vector)
    return sizes.most_common(1)[0][0] if sizes else 0


def usable(vectors: Sequence[Vector | None], dim: int) -> tuple[NDArray[np.intp], Halves]:
    """The places of those that can be used, and their numbers, one row each."""
    size = dim * _STORED.itemsize
    fitting = [(place, vector) for place, vector in enumerate(vectors) if vector and len(vector) == size]
    places = np.array([place for place, _ in fitting], dtype=np.intp)
    halves = np.frombuffer(b"".join(vector for _, vector in fitting), dtype=_STORED).reshape(len(fitting), dim)
    finite = np.isfinite(halves).all(axis=1)
    return places[finite], halves[finite]


def question_of(vector: Vector | None, dim: int) -> Numbers | None:
    """A question's vector, widened; None when it cannot be used in a space of that size."""
    if not vector or len(vector) != dim * _STORED.itemsize:
        return None
    numbers = np.frombuffer(vector, dtype=_STORED).astype(np.float32)
    return numbers if np.isfinite(numbers).all() else None


def exact_cosines(question: Numbers, rows: Numbers | Halves) -> list[float]:
    """Cosines of unit vectors, exact: equal vectors have equal cosines wherever they stand.

    Products of float16 numbers summed in float64 do not round, so neither the order of the sum nor the machine
    matters, and ties are true ties.
    """
    return list(np.vecdot(rows.astype(np.float64), question.astype(np.float64)).tolist())


def cosines_by(question: Numbers, vectors: Mapping[Key, Vector | None]) -> dict[Key, float]:
    """The exact cosines of those of these vectors that can be used."""
    keys = list(vectors)
    places, rows = usable(list(vectors.values()), len(question))
    return dict(zip((keys[place] for place in places), exact_cosines(question, rows), strict=True))
