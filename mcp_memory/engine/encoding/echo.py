"""Whether a statement only repeats a memory: the same terms, and no other number.

Agents say again what they recalled; stored once more it would count as evidence for itself.
"""

from collections.abc import Iterable, Sequence

from mcp_memory.engine.text.grounding import numbers_in
from mcp_memory.engine.text.stop_words import ENGLISH_STOP_WORDS
from mcp_memory.engine.text.tokens import query_terms

MOSTLY = 0.8
"""Share of a statement's terms that a memory must hold for the statement to repeat it."""


def echoes(statement: str, known: Iterable[str]) -> bool:
    """Whether the statement says nothing that one of these texts does not."""
    numbers, terms = set(numbers_in(statement)), _terms(statement)
    return any(numbers <= set(numbers_in(text)) and _covered(terms, _terms(text)) >= MOSTLY for text in known)


def closest(told: Sequence[str], known: Sequence[str]) -> int | None:
    """The place of the text that one of these repeats at least half of, the most and the latest; None for none."""
    spoken = [_own(text) for text in told]
    scores = [max((_covered(_own(text), terms) for terms in spoken), default=0.0) for text in known]
    best = max(range(len(scores)), key=lambda place: (scores[place], place), default=None)
    return best if best is not None and scores[best] >= _HALF else None


def names_little(statement: str) -> bool:
    """Whether it names at most two things, so that only what went before tells what it is about."""
    return len(_own(statement)) <= _LITTLE


def is_about(statement: str, text: str, *, is_negative: bool) -> bool:
    """Whether a statement speaks of what the text says; one that denies something must deny nothing else."""
    terms, known = _own(statement), _own(text)
    share = _covered(known, terms)
    if is_negative:
        return share >= _HALF and _covered(terms, known) >= MOSTLY
    return share > _HALF


_HALF = 0.5
_LITTLE = 2
_SPEAKERS = frozenset(query_terms("user") + query_terms("team") + query_terms("用户") + query_terms("团队"))
_EMPTY = ENGLISH_STOP_WORDS | _SPEAKERS


def _own(text: str) -> frozenset[str]:
    """The terms that tell something, without those for whoever speaks."""
    return _terms(text) - _EMPTY


def _terms(text: str) -> frozenset[str]:
    return frozenset(query_terms(text))


def _covered(terms: frozenset[str], known: frozenset[str]) -> float:
    """The share, 0..1, of the terms that are known."""
    return len(terms & known) / len(terms) if terms else 0.0
