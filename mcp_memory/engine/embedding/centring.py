"""Centring: what makes the scores of an E5 model comparable across languages and usable with a threshold.

An uncentred E5 model puts all texts of one language into one narrow cone: it prefers the question's own language, and
unrelated texts still score .8. Subtracting the mean of the text's language, and then the one direction in which the
calibration texts differ most, leaves what the text is about. Pure functions on numpy arrays; no model, no files.
"""

import io
import zipfile
import zlib
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mcp_memory.engine.ports.embedder import Vector

Role = Literal["query", "passage"]
"""The two sides that E5 models tell apart by a prefix; each has means of its own."""

Numbers = NDArray[np.float32]

_SHORTEST = 1e-6
"""Below this length a vector is rounding noise and has no direction."""


@dataclass(frozen=True, slots=True)
class Means:
    """The mean vector of English and of Chinese texts in one role, each of shape (dim,)."""

    english: Numbers
    chinese: Numbers

    def at(self, han_share: float) -> Numbers:
        """The mean for a text whose words are Chinese by this share, 0..1."""
        return (1 - han_share) * self.english + han_share * self.chinese


@dataclass(frozen=True, slots=True)
class Centre:
    """What is subtracted: the means by role, and the common directions, unit rows of shape (count, dim)."""

    means: dict[Role, Means]
    directions: Numbers

    def centred(self, raw: Numbers, role: Role, han_share: float) -> Numbers:
        """The vector without its language and without the common directions. Its length is whatever is left."""
        rest = raw - self.means[role].at(han_share)
        return np.asarray(rest - (rest @ self.directions.T) @ self.directions, dtype=np.float32)


def read_centre(stored: bytes, dim: int) -> Centre:
    """Read a centre from the bytes of its `.npz` file. Raises ValueError when they are damaged or of another size."""
    try:
        with np.load(io.BytesIO(stored), allow_pickle=False) as arrays:
            named = {name: np.asarray(arrays[name], dtype=np.float32) for name in arrays.files}
        centre = Centre(
            means={"query": Means(named["q_en"], named["q_zh"]), "passage": Means(named["p_en"], named["p_zh"])},
            directions=named["pc"],
        )
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, AttributeError) as error:
        raise ValueError("it cannot be read") from error
    vectors = [mean for means in centre.means.values() for mean in (means.english, means.chinese)]
    if any(vector.shape != (dim,) for vector in vectors) or centre.directions.shape[1:] != (dim,):
        raise ValueError(f"it is not made for {dim} dimensions")
    return centre


def unit(numbers: Numbers, dim: int) -> Numbers:
    """The vector at length 1. Raises ValueError for a wrong size, for what is not finite, and for zeros."""
    if numbers.shape != (dim,):
        raise ValueError(f"a vector of shape {numbers.shape} came out instead of {dim} numbers")
    length = float(np.linalg.norm(numbers))
    if not np.isfinite(length):
        raise ValueError("a vector came out that is not finite")
    if length < _SHORTEST:
        raise ValueError("a vector of zeros came out")
    return np.asarray(numbers / length, dtype=np.float32)


def packed(numbers: Numbers) -> Vector:
    """The port's representation: little-endian float16."""
    return Vector(numbers.astype("<f2").tobytes())
