"""How many of the nearest texts the codes find, on the shipped model's vectors of English and Chinese sentences.

The sentences are made of templates here, so that anybody can repeat it. Made-up vectors are kinder to codes than those
of a model, and only these say how many candidates are enough.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from kit import Tables
from made_texts import made_questions, made_texts
from numpy.typing import NDArray

from mcp_memory.bootstrap import shipped_embedder
from mcp_memory.engine.domain.policies import IndexPolicy
from mcp_memory.engine.index.codes import Codes
from mcp_memory.engine.index.float16 import question_of
from mcp_memory.engine.index.vectors import Vectors
from mcp_memory.engine.ports.embedder import Embedder, Vector

_TEXTS = 8_000
_QUESTIONS = 200
_BATCH = 500
_CANDIDATES = ((100, 1.0), (200, 1.0), (400, 1.0), (1_000, 1.0), (400, 0.25), (1_000, 0.1), (1_000, 0.3))


def recall_on_real_texts(tables: Tables, folder: Path) -> None:
    """Add the recall among the first 10 and 30 by number of candidates. Vectors are kept in `folder`."""
    embedder = shipped_embedder()
    embedder.load()
    rows = embedded(embedder, folder, made_texts(_TEXTS))
    asked = [embedder.embed_query(question) for question in made_questions(_QUESTIONS)]
    exact = Vectors()
    exact.write(range(len(rows)), rows)
    found = []
    for candidates, share in _CANDIDATES:
        policy = IndexPolicy(least_candidates=candidates, refined_share=share, refined_per_hit=1)
        codes = Codes(embedder.card.dim, lambda slots: [rows[slot] for slot in slots], policy)
        codes.write(range(len(rows)), rows)
        name = f"{candidates} by bits, {round(candidates * share)} compared whole"
        found.append([name, *(_recall(codes, exact, asked, best) for best in (10, 30))])
    tables.add(f"Codes against exact, {len(rows):,} real texts", ("candidates", "recall@10", "recall@30"), found)


def embedded(embedder: Embedder, folder: Path, texts: Sequence[str]) -> list[Vector]:
    """The vectors of these texts, out of files in `folder` where they were embedded before."""
    folder.mkdir(parents=True, exist_ok=True)
    vectors: list[Vector] = []
    for first in range(0, len(texts), _BATCH):
        batch = texts[first : first + _BATCH]
        name = hashlib.sha256("\n".join((embedder.card.space, *batch)).encode()).hexdigest()[:24]
        file = folder / f"{name}.vectors"
        if not file.exists():
            file.write_bytes(b"".join(embedder.embed_passages(batch)))
            print(f"embedded {first + len(batch):,} of {len(texts):,} texts", flush=True)
        stored = file.read_bytes()
        size = len(stored) // len(batch)
        vectors += [Vector(stored[start : start + size]) for start in range(0, len(stored), size)]
    return vectors


def _recall(codes: Codes, exact: Vectors, asked: Sequence[Vector], best: int) -> float:
    shares = []
    for vector in asked:
        truth, found = (_nearest(leg, vector, best) for leg in (exact, codes))
        shares.append(len(truth & found) / len(truth))
    return sum(shares) / len(shares)


def _nearest(leg: Codes | Vectors, vector: Vector, best: int) -> set[int]:
    question = question_of(vector, leg.dim)
    if question is None:
        return set()
    everything: NDArray[np.bool_] = np.ones(_TEXTS, dtype=np.bool_)
    cosines = leg.cosines(question, leg.nearest(question, everything, best))
    return set(sorted(cosines, key=lambda slot: (-cosines[slot], slot))[:best])
