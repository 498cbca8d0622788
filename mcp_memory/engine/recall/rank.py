"""Where a memory ranks: relevance to the question, times gentle factors of the memory itself. Pure.

    score = relevance x (0.9 + 0.1 retention) x (0.8 + 0.2 importance) x (0.9 + 0.1 confidence) x state

Each factor lies close below 1: they decide between memories that answer about equally well. Importance outweighs all
fading and all confidence together, 0.8 + 0.2 x 0.4 < (0.9 + 0.1 x 0.3) x (0.9 + 0.1 x 0.6), so that fresh chatter
never passes an old stated preference that answers as well, whoever vouches for either.
"""

from dataclasses import dataclass
from datetime import datetime

from mcp_memory.engine.domain.answers import Factors
from mcp_memory.engine.domain.decay import retention
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.policies import DecayPolicy, RecallPolicy
from mcp_memory.engine.domain.vocabulary import Layer, Mark, Status
from mcp_memory.engine.ports.index import Hit
from mcp_memory.engine.recall.fuse import LEAST_COVERAGE
from mcp_memory.engine.recall.rewrite import Rewritten

_RETENTION_WEIGHT = 0.1
_IMPORTANCE_WEIGHT = 0.2
_CONFIDENCE_WEIGHT = 0.1
_ASKED_FOR = 1.15
"""What a memory gains whose event lies in the time the question names, or is of a kind that it asks for."""

_DOUBTED = 0.8
"""Factor of each doubt: below a successor that answers as well, above what answers worse."""

_NO_HIT = Hit(memory_id="", chunk=0, cosine=None, words=0.0, coverage=0.0)
_STATE = {Status.ACTIVE: 1.0, Status.PENDING: 0.9, Status.SUPERSEDED: 0.7, Status.ARCHIVED: 0.7, Status.OVERTURNED: 0.5}
_DOUBTS = frozenset({Mark.POSSIBLY_OUTDATED, Mark.DENIED, Mark.EXPIRED})


@dataclass(frozen=True, slots=True)
class Ranked:
    """A memory with the hit that brought it up and the factors of its rank.

    `placed`: by what it stands higher than its score, "" where its score alone decides.
    """

    memory: Memory
    hit: Hit
    factors: Factors
    placed: str = ""


def rank(memory: Memory, hit: Hit, relevance: float, now: datetime, decay: DecayPolicy) -> Ranked:
    """Weigh one memory, as of now, for one question."""
    kept = retention(memory, now, decay)
    importance = 1 - _IMPORTANCE_WEIGHT * (1 - memory.importance)
    confidence = 1 - _CONFIDENCE_WEIGHT * (1 - memory.confidence)
    state = _state(memory)
    faded = 1 - _RETENTION_WEIGHT * (1 - kept)
    factors = Factors(
        cosine=hit.cosine,
        words=hit.words,
        coverage=hit.coverage,
        relevance=relevance,
        retention=kept,
        importance=importance,
        confidence=confidence,
        state=state,
        score=relevance * faded * importance * confidence * state,
    )
    return Ranked(memory, hit, factors)


def rank_unsought(memory: Memory, now: datetime, decay: DecayPolicy) -> Ranked:
    """Weigh one memory, as of now, that no search has brought up: it is named, or listed."""
    return rank(memory.as_of(now), _NO_HIT, 1.0, now, decay)


def as_asked(relevance: float, memory: Memory, question: Rewritten) -> float:
    """Relevance, raised when the event lies in the time that the question names, and when it is of its kind."""
    window = question.window
    is_then = window is not None and window.start <= memory.occurred_at < window.end
    is_way = question.asks_how and memory.layer is Layer.PROCEDURAL
    is_kind = memory.event_type in question.kinds or is_way
    return relevance * (_ASKED_FOR if is_then else 1.0) * (_ASKED_FOR if is_kind else 1.0)


def order(ranked: Ranked) -> tuple[float, float, str]:
    """Sort key: best score first, then the newer event, then id, so that equal questions get equal answers."""
    return (-ranked.factors.score, -ranked.memory.occurred_at.timestamp(), ranked.memory.id)


def is_noise(hit: Hit, policy: RecallPolicy, *, calibrated: bool) -> bool:
    """Below the floor and without a word hit (SPEC 12.8). A model without calibration has no floor."""
    by_chance = hit.coverage < LEAST_COVERAGE
    return calibrated and by_chance and hit.cosine is not None and hit.cosine < policy.noise_floor


def is_weak(hit: Hit, policy: RecallPolicy, *, calibrated: bool) -> bool:
    """Above the floor, but neither near in meaning nor holding half of what the question's words tell."""
    near = hit.cosine is not None and hit.cosine >= policy.weak_below
    return calibrated and not near and hit.coverage < policy.strong_coverage


def _state(memory: Memory) -> float:
    doubts = len(memory.marks & _DOUBTS)
    return _STATE[memory.status] * _DOUBTED**doubts
