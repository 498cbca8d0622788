"""Plain BM25 as the textbooks have it, to stand beside ours: it shares no code with the product.

The variant is Lucene's (k1 1.2, b 0.75, idf with one added). English: words of letters and digits, Snowball stems, stop
words left out. Chinese: single characters and pairs.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from py_rust_stemmers import SnowballStemmer

_K1, _B = 1.2, 0.75
_WORD = re.compile(r"[a-z0-9]+|[\u4e00-\u9fff]+")
_STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be but by for if in into is it no not of on or such that the their then there these they"
        " this to was will with",
    )
)
"""Lucene's own list for English."""


class PlainBm25:
    """Ranks documents, given by id, for questions."""

    def __init__(self, documents: Mapping[str, str]) -> None:
        self._stem = SnowballStemmer("english").stem_word
        self._postings: dict[str, dict[str, int]] = defaultdict(dict)
        self._lengths: dict[str, int] = {}
        for name, text in documents.items():
            counts = Counter(self._tokens(text))
            self._lengths[name] = counts.total()
            for token, count in counts.items():
                self._postings[token][name] = count
        self._mean = sum(self._lengths.values()) / max(1, len(self._lengths))

    def rank(self, question: str, limit: int) -> list[str]:
        """Ids of the documents that share a token with the question, best first."""
        scores: dict[str, float] = defaultdict(float)
        for token in self._tokens(question):
            found = self._postings.get(token, {})
            idf = math.log(1 + (len(self._lengths) - len(found) + 0.5) / (len(found) + 0.5))
            for name, count in found.items():
                norm = _K1 * (1 - _B + _B * self._lengths[name] / self._mean)
                scores[name] += idf * count / (count + norm)
        return sorted(scores, key=lambda name: -scores[name])[:limit]

    def _tokens(self, text: str) -> Iterator[str]:
        for word in _WORD.findall(text.lower()):
            if word.isascii():
                if word not in _STOP_WORDS:
                    yield self._stem(word)
                continue
            yield from word
            yield from (word[place : place + 2] for place in range(len(word) - 1))
