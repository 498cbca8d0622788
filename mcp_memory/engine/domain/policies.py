"""The numbers of SPEC as frozen values. Settings yields them; nothing else in the engine holds a tunable number."""

from dataclasses import dataclass, field

from mcp_memory.engine.domain.vocabulary import Layer

SHIPPED_MODEL = "multilingual-e5-small-enzh-q4"
"""The embedding model that comes with the package, and the default."""

READING_MODEL = "claude-haiku-5-5"
"""The language model that reads conversations, where there is a key: the small one of the current family."""

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
class FadingPolicy:
    """When memories cool, fall stale and are put away (SPEC 6). Days are counted from the last time of use.

    An episode is hot for `hot_days`, warm up to `warm_days`; recalled `often` times it is hot for those too. A rule
    that nobody needed or confirmed for `stale_days` loses `stale_step` of its confidence, down to `stale_floor`, both
    0..1. `retention_days` 0 archives nothing; else what is older, cold and was never recalled. What a session was shown
    is known for `recall_log_days`. `sample_per_day` episodes are put up for review at random; 0 means none. One run of
    the job moves, marks and archives at most `most_moves`, `most_stale` and `most_archived`.
    """

    hot_days: float = 30.0
    warm_days: float = 180.0
    often: int = 5
    stale_days: float = 180.0
    stale_step: float = 0.1
    stale_floor: float = 0.3
    retention_days: float = 0.0
    recall_log_days: float = 90.0
    sample_per_day: int = 1
    most_moves: int = 50_000
    most_stale: int = 1_000
    most_archived: int = 5_000


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
    time, `loose_rows` how many new rows are kept apart from the others. Cold rows are codes always, and kept on disk
    from `cold_snapshot_rows` on.
    """

    exact_rows: int = 20_000
    least_candidates: int = 1_000
    most_candidates: int = 4_000
    refined_share: float = 0.125
    refined_per_hit: int = 10
    snapshot_rows: int = 20_000
    snapshot_drift: float = 0.05
    page: int = 1_000
    loose_rows: int = 50_000
    cold_snapshot_rows: int = 2_000

    def candidates(self, rows: int) -> int:
        """How many to pick among so many rows: the least up to 100,000, the most from 1,000,000 on."""
        share = min(1.0, max(0.0, (rows - _FEW_ROWS) / (_MANY_ROWS - _FEW_ROWS)))
        return round(self.least_candidates + share * (self.most_candidates - self.least_candidates))


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodingPolicy:
    """When sessions are encoded, and how the queue works: claims under a lease, then back-off, then parked.

    A session without activity for `idle_seconds` has reached a boundary. Each task is read with `context_turns` turns
    before its own, and with tasks as urgent that wait within `gathered_turns` of it; 0: by itself. `layers` are those
    that automatic encoding may create.
    """

    idle_seconds: float = 300.0
    lease_seconds: float = 120.0
    backoff_seconds: float = 5.0
    max_attempts: int = 5
    context_turns: int = 6
    gathered_turns: int = 0
    layers: frozenset[Layer] = frozenset({Layer.EPISODIC, Layer.PROCEDURAL})


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextPolicy:
    """What goes into a model's window of `window_tokens` tokens (SPEC 3). Shares never lend to each other.

    The working limit is half the window; of that, background is a quarter, dialogue a half, reserve a quarter.
    Standing memories take at most half of the background; the summary has what they leave.
    """

    window_tokens: int = 32_000
    recent_rounds: int = 10

    @property
    def working_tokens(self) -> int:
        """The working limit."""
        return self.window_tokens // 2

    @property
    def background_tokens(self) -> int:
        """Standing memories and summary together."""
        return self.working_tokens // 4

    @property
    def standing_tokens(self) -> int:
        """Standing memories at most."""
        return self.background_tokens // 2

    @property
    def dialogue_tokens(self) -> int:
        """Rounds of the conversation."""
        return self.working_tokens // 2

    @property
    def summary_tokens(self) -> int:
        """What the summary always has; it may have more where standing memories leave some."""
        return self.background_tokens - self.standing_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsolidationPolicy:
    """When episodes become rules and procedures, and how much one run may do (SPEC 5).

    A run reads at most `max_episodes` changed memories and ends after `max_seconds`; the next one goes on there. Each
    is compared with its `neighbours` nearest. Statements whose terms overlap by `near_words` (Dice, 0..1) use nearly
    the same words. Procedures align where `near_runs` of the steps, 0..1, are shared.
    """

    every_episodes: int = 20
    every_hours: float = 24.0
    min_observations: int = 3
    min_scenes: int = 2
    min_confidence: float = 0.7
    max_episodes: int = 400
    max_seconds: float = 20.0
    neighbours: int = 24
    near_words: float = 0.8
    near_runs: float = 0.6
    layers: frozenset[Layer] = frozenset({Layer.SEMANTIC, Layer.PROCEDURAL})


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePolicy:
    """How often near duplicates are merged, and how much one run may do (SPEC 6); 0 days means never.

    One run begins one overview, or several of at most `share` (0..1) of a user's active memories, and compares at most
    `most_compared` pairs, about a millisecond each. A cluster has at most `most_members`. Between the writing of an
    overview and the archiving of its sources lie at least `rest_seconds`: longer than a question is being answered.
    """

    every_days: float = 7.0
    share: float = 0.01
    max_depth: int = 2
    rest_seconds: float = 30.0
    most_members: int = 20
    most_clusters: int = 500
    most_compared: int = 20_000

    @property
    def every_seconds(self) -> float:
        """The same as `every_days`."""
        return self.every_days * 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonerPolicy:
    """How a language model is asked to read conversations, and what that may use up in an hour.

    A question holds at most about `prompt_tokens` tokens of conversation, an answer `answer_tokens`, thinking among
    them. Two attempts of `timeout_seconds` and the `patience_seconds` that the service may ask for between them stay
    below the lease of an encoding task. Prices are US dollars per million tokens; 0 means the list price. A model that
    failed three times in a row rests for `rest_seconds`, twice as long each time, up to `longest_rest_seconds`.
    """

    model: str = READING_MODEL
    base_url: str = "https://api.anthropic.com"
    timeout_seconds: float = 45.0
    patience_seconds: float = 10.0
    prompt_tokens: int = 60_000
    answer_tokens: int = 8_000
    tokens_per_hour: int = 500_000
    dollars_per_hour: float = 1.0
    input_price: float = 0.0
    output_price: float = 0.0
    rest_seconds: float = 60.0
    longest_rest_seconds: float = 3_600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupPolicy:
    """How often the timetable copies the records, and how many of its copies stay; 0 of either means none at all."""

    every_hours: float = 24.0
    keep: int = 7

    @property
    def every_seconds(self) -> float:
        """The same as `every_hours`; 0 where no copies are made."""
        return self.every_hours * 3_600 if self.keep else 0.0
