"""From the two scored lists to one relevance between 0 and 1. Pure; knows no store and no language.

Two witnesses, either of which may convince (a noisy or): `1 - (1 - meaning) * (1 - words)`. Meaning is the cosine.
Words convince by the share of the question's information that a chunk covers, and less so when many chunks cover much
of it: then the question's words are common talk. Equal weights would not do: words are noise on paraphrases and the
stronger leg on dialogue (`benchmarks/prove.py` shows both).

The cosines of a model without calibration are all high, whatever they compare. There meaning is how far a cosine
stands above the last of the nearest; else a memory that has no vector yet would lose against everything that has one.
"""

from collections.abc import Collection, Mapping

from mcp_memory.engine.ports.index import Hit, Hits

WORDS_TRUST = 0.8
"""Relevance, by words alone, of a chunk that holds every word of the question."""

STEEPNESS = 1.5
"""Half of the information counts for 0.8 * 0.5 ** 1.5 = 0.28."""

LEAST_COVERAGE = 0.2
"""A chunk that covers less of the question than this has met it by chance."""

CROWD_RANK = 20
"""The crowd is what the twentieth best candidate covers."""

CROWD_POWER = 2
"""How fast partial coverage loses its worth in a crowd; a chunk that holds every word is never discounted."""

LEAD_COVERAGE = 0.5
"""Only a chunk that covers so much of the question passes the one nearest in meaning."""

_AHEAD = 1e-6
_CLOSEST = 0.999


def fuse(hits: Hits, *, calibrated: bool = True) -> dict[tuple[str, int], float]:
    """Relevance, 0..1, of every chunk (memory id, chunk number) that either leg brought up.

    `calibrated` says that a cosine of 0 means nothing in common.
    """
    candidates = {(hit.memory_id, hit.chunk): hit for hit in (*hits.by_words, *hits.by_vector)}
    crowd = _crowd_coverage(candidates.values())
    background = 0.0 if calibrated else _background(hits)
    relevance = {place: _relevance(hit, crowd, background) for place, hit in candidates.items()}
    return relevance | _lead(hits, relevance)


def _lead(hits: Hits, relevance: Mapping[tuple[str, int], float]) -> dict[tuple[str, int], float]:
    """The nearest chunk with just more relevance than all that may not pass it."""
    if not hits.by_vector:
        return {}
    nearest = (hits.by_vector[0].memory_id, hits.by_vector[0].chunk)
    behind = (relevance[hit.memory_id, hit.chunk] for hit in hits.by_words if hit.coverage < LEAD_COVERAGE)
    return {nearest: min(1.0, max([relevance[nearest], *(value + _AHEAD for value in behind)]))}


def _background(hits: Hits) -> float:
    """The cosine that tells nothing: that of the last of the nearest, in a small store the farthest of all."""
    last = hits.by_vector[-1].cosine if hits.by_vector else None
    return min(_CLOSEST, max(0.0, last or 0.0))


def _relevance(hit: Hit, crowd: float, background: float) -> float:
    meaning = min(1.0, max(0.0, ((hit.cosine or 0.0) - background) / (1.0 - background)))
    return 1.0 - (1.0 - meaning) * (1.0 - _words_evidence(hit.coverage, crowd))


def _words_evidence(coverage: float, crowd: float) -> float:
    """What the words alone say: steep in the coverage, discounted by a crowd that covers as much."""
    if coverage < LEAST_COVERAGE:
        return 0.0
    discount = (1.0 - crowd * (1.0 - coverage)) ** CROWD_POWER
    return float(WORDS_TRUST * coverage**STEEPNESS * discount)


def _crowd_coverage(candidates: Collection[Hit]) -> float:
    """Coverage of the twentieth best candidate, 0 when there are fewer."""
    if len(candidates) < CROWD_RANK:
        return 0.0
    return sorted((hit.coverage for hit in candidates), reverse=True)[CROWD_RANK - 1]
