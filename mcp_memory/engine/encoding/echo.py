"""Whether a statement only repeats a memory: the same terms, and no other number.

Agents say again what they recalled; stored once more it would count as evidence for itself.
"""

import re
from collections.abc import Iterable, Sequence

from mcp_memory.engine.text.tokens import query_terms

MOSTLY = 0.8
"""Share of a statement's terms that a memory must hold for the statement to repeat it."""

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


def repeats(statement: str, known: str) -> bool:
    """Whether the statement says nothing that the known text does not."""
    return not _numbers(statement) - _numbers(known) and coverage(statement, known) >= MOSTLY


def echoes(statement: str, known: Iterable[str]) -> bool:
    """Whether the statement repeats any of these."""
    return any(repeats(statement, text) for text in known)


def closest(statement: str, known: Sequence[str]) -> int | None:
    """The place of the text that shares most with the statement; None when none shares anything."""
    scores = [coverage(text, statement) + coverage(statement, text) for text in known]
    best = max(range(len(scores)), key=lambda place: (scores[place], place), default=None)
    return best if best is not None and scores[best] > 0 else None


def coverage(statement: str, known: str) -> float:
    """The share, 0..1, of the statement's terms that the known text holds."""
    terms = set(query_terms(statement))
    return len(terms & set(query_terms(known))) / len(terms) if terms else 0.0


def _numbers(text: str) -> set[str]:
    return {found.replace(",", "") for found in _NUMBER.findall(text)}
