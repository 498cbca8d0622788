"""Words as sparse vectors: which 32-bit number stands for a word, and how much it weighs in a passage.

The numbers are hashes, the same in every process and version, so that no dictionary has to be shared. Two words that
share a number add up; with some hundred thousand words that is rare, and costs a little precision, never a match.
Rarity is not in here: the index server weighs it (IDF) over what it holds.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence

_SATURATION = 1.2
_LENGTH_SHARE = 0.75
_USUAL_TOKENS = 64
"""BM25's k1 and b with their customary values, and a fixed usual length in the place of the average one: a weight must
not change when other passages come or go."""


def passage_weights(tokens: Sequence[str]) -> dict[int, float]:
    """BM25's part that depends on the passage alone, by the number of each word."""
    length = 1 - _LENGTH_SHARE + _LENGTH_SHARE * len(tokens) / _USUAL_TOKENS
    counts = Counter(map(_number, tokens))
    return {
        number: count * (_SATURATION + 1) / (count + _SATURATION * length) for number, count in sorted(counts.items())
    }


def _number(word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=4).digest(), "little")
