"""The numbers of SPEC as frozen values. Settings yields them; nothing else in the engine holds a tunable number."""

from dataclasses import dataclass, field

from mcp_memory.engine.domain.vocabulary import Layer

SHIPPED_MODEL = "multilingual-e5-small-enzh-q4"
"""The embedding model that comes with the package, and the default."""

_EPISODIC_RATE = 0.02
_SEMANTIC_RATE = 0.002
_FEW_ROWS = 100_000
_MANY_ROWS = 1_000_000


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
    strong_coverage: float = 0.35
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

    By their codes it picks candidates, and compares those that look best by whole vectors: the `refined_share` of
    them, and no fewer than `refined_per_hit` for each hit asked for. A snapshot is worth writing from `snapshot_rows`
    rows on, once the share `snapshot_drift` of them has changed. `page` is how many changed memories are read at a
    time, `loose_rows` how many new rows are kept apart from the others.
    """

    exact_rows: int = 20_000
    least_candidates: int = 1_000
    most_candidates: int = 4_000
    refined_share: float = 0.125
    refined_per_hit: int = 10
    snapshot_rows: int = 20_000
    snapshot_drift: float = 0.05
    page: int = 5_000
    loose_rows: int = 50_000

    def candidates(self, rows: int) -> int:
        """How many to pick among so many rows: the least up to 100,000, the most from 1,000,000 on."""
        share = min(1.0, max(0.0, (rows - _FEW_ROWS) / (_MANY_ROWS - _FEW_ROWS)))
        return round(self.least_candidates + share * (self.most_candidates - self.least_candidates))
