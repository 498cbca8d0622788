"""The numbers of SPEC as frozen values. Settings yields them; nothing else in the engine holds a tunable number."""

from dataclasses import dataclass, field

from mcp_memory.engine.domain.vocabulary import Layer

_EPISODIC_RATE = 0.02
_SEMANTIC_RATE = 0.002


@dataclass(frozen=True, slots=True, kw_only=True)
class DecayPolicy:
    """Rates per day and layer, and the floor below which rank never falls."""

    rates: dict[Layer, float] = field(
        default_factory=lambda: {
            Layer.EPISODIC: _EPISODIC_RATE,
            Layer.SEMANTIC: _SEMANTIC_RATE,
            Layer.PROCEDURAL: 0.0,
        }
    )
    project_rates: dict[str, float] = field(default_factory=dict)
    floor: float = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallPolicy:
    """How recall searches and what it may return. Cosines are those of the default model, centred."""

    candidates: int = 30
    noise_floor: float = 0.12
    weak_below: float = 0.27
    strong_coverage: float = 0.5
    max_weak: int = 3
    max_limit: int = 50
    standing_slots: int = 2
    whole_tokens: int = 400
    standing_tokens: int = 2_000
    decay: DecayPolicy = field(default_factory=DecayPolicy)


@dataclass(frozen=True, slots=True, kw_only=True)
class StorePolicy:
    """How the records adapter waits and syncs. `durability` is `normal` (survives kill -9) or `full` (power loss)."""

    durability: str = "normal"
    lock_patience_seconds: float = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingPolicy:
    """How the embedding queue works: claims of `batch` chunks under a lease, then back-off, then parked."""

    batch: int = 4
    lease_seconds: float = 60.0
    backoff_seconds: float = 5.0
    max_attempts: int = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexPolicy:
    """How the local index scans. Up to `exact_rows` rows it compares whole vectors, beyond that codes of one bit.

    From 100,000 to 1,000,000 admitted rows the number of candidates grows from `least_candidates` to
    `most_candidates`; the `refined_share` of them that looks best is compared by whole vectors. A snapshot is worth
    writing from `snapshot_rows` rows on, once `snapshot_drift` of them have changed. `page` is how many changed
    memories are read at a time.
    """

    exact_rows: int = 20_000
    least_candidates: int = 1_000
    most_candidates: int = 4_000
    refined_share: float = 0.25
    snapshot_rows: int = 20_000
    snapshot_drift: float = 0.05
    page: int = 5_000
