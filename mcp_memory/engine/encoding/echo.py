"""Whether a statement only repeats a memory: the same terms, and no other number.

Agents say again what they recalled; stored once more it would count as evidence for itself.
"""

from collections.abc import Iterable, Sequence

from mcp_memory.engine.text.grounding import numbers_in
from mcp_memory.engine.text.tokens import query_terms

MOSTLY = 0.8
"""Share of a statement's terms that a memory must hold for the statement to repeat it."""


def echoes(statement: str, known: Iterable[str]) -> bool:
    """Whether the statement says nothing that one of these texts does not."""
    numbers, terms = set(numbers_in(statement)), _terms(statement)
    return any(numbers <= set(numbers_in(text)) and _covered(terms, _terms(text)) >= MOSTLY for text in known)


def closest(statement: str, known: Sequence[str]) -> int | None:
    """The place of the text that shares most with the statement; None when none shares anything."""
    terms = _terms(statement)
    scores = [_covered(others, terms) + _covered(terms, others) for others in map(_terms, known)]
    best = max(range(len(scores)), key=lambda place: (scores[place], place), default=None)
    return best if best is not None and scores[best] > 0 else None


def _terms(text: str) -> frozenset[str]:
    return frozenset(query_terms(text))


def _covered(terms: frozenset[str], known: frozenset[str]) -> float:
    """The share, 0..1, of the terms that are known."""
    return len(terms & known) / len(terms) if terms else 0.0
