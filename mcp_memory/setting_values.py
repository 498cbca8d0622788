"""Every setting with its limits, its default and what the manual says of it. Reading them is `settings.py`'s."""

from pathlib import Path
from typing import Annotated, Literal, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationInfo, field_validator
from pydantic.fields import FieldInfo

from mcp_memory.engine.domain.policies import READING_MODEL, SHIPPED_MODEL

PREFIX = "MCP_MEMORY_"


def _pairs(given: object) -> object:
    """Read `alpha=0.01, beta=0.05` into a mapping; leave anything else to the validation that follows."""
    if not isinstance(given, str):
        return given
    parts = (part.partition("=") for part in given.split(",") if part.strip())
    return {name.strip(): value.strip() for name, _, value in parts}


_ADDRESS = r"^https?://[^\s@?#]+$"
_ALLOWED = {
    "home": "a folder of this machine",
    "model": f"{SHIPPED_MODEL}, BAAI/bge-m3, or another text model that fastembed knows",
    "tool_prefix": "up to 20 of a-z, 0-9 and _, beginning with a letter",
    "qdrant_url": "an address that begins with http:// or https://, without a key in it",
    "qdrant_api_key": "text of up to 1000 characters",
    "qdrant_path": "a folder of this machine, and no address beside it",
    "anthropic_api_key": "a key of up to 1000 visible ASCII characters",
    "anthropic_base_url": "an address that begins with http:// or https://, without a key in it",
    "anthropic_model": "the name of a Claude model",
    "reasoner": "auto or rules or, where ANTHROPIC_API_KEY is set, anthropic",
    "consolidate": "semantic, procedural, both with a comma between, or none",
    "encode": "episodic, procedural, both with a comma between, or none",
    "decay_projects": "project=rate pairs such as `atlas=0.01`, each rate from 0.01 to 0.05",
}
Share = Annotated[float, Field(ge=0, le=1)]
Cosine = Annotated[float, Field(ge=-1, le=1)]
EpisodicRate = Annotated[float, Field(ge=0.01, le=0.05)]
SlowRate = Annotated[float, Field(ge=0, le=0.05)]
Seconds = Annotated[float, Field(ge=0.05, le=3_600)]
ModelName = Annotated[str, Field(max_length=200, pattern=r"^[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)?$")]
LanguageModel = Annotated[str, Field(max_length=200, pattern=r"^[A-Za-z0-9][\w.:@/-]*$")]
Days = Annotated[float, Field(ge=0.05, le=36_500)]
Dollars = Annotated[float, Field(ge=0, le=10_000)]
Name = Annotated[str, Field(min_length=1, max_length=200)]


_RISEN = r"^(none|(semantic|procedural)(\s*,\s*(semantic|procedural))*)$"
_LAYERS = r"^(none|(episodic|procedural)(\s*,\s*(episodic|procedural))*)$"


class Values(BaseModel):
    """Every setting with its limits and default; the description is what the manual says."""

    model_config = ConfigDict(frozen=True, str_strip_whitespace=True)

    home: Path = Field(default=Path(), description="the data folder")
    user: Name = Field(default="me", description="whose memories these are")
    project: str = Field(default="", max_length=200, description="the project that calls concern when they name none")
    session: str = Field(default="", max_length=200, description="the session that calls belong to")
    model: ModelName = Field(default=SHIPPED_MODEL, description="embedding model; all but the default are downloaded")
    durability: Literal["normal", "full"] = Field(default="normal", description="what a write survives")
    tool_prefix: str = Field(default="", pattern=r"^([a-z][a-z0-9_]{0,19})?$", description="prefix of tool names")
    log_level: Literal["debug", "info", "warning", "error"] = Field(default="warning", description="what is logged")
    background_pause_seconds: Seconds = Field(default=1.0, description="pause between looks at the queue")

    recall_candidates: int = Field(default=30, ge=1, le=1_000, description="candidates taken from each leg")
    noise_floor: Cosine = Field(default=0.12, description="vector hits below it are not returned")
    weak_below: Cosine = Field(default=0.27, description="vector hits below it are flagged weak")
    strong_coverage: Share = Field(default=0.35, description="share of the question's words that makes a strong hit")
    max_weak: int = Field(default=3, ge=0, le=50, description="weak hits in one answer")
    max_limit: int = Field(default=50, ge=1, le=500, description="most memories in one answer")
    standing_slots: int = Field(default=2, ge=0, le=50, description="places kept for standing preferences")
    whole_tokens: int = Field(default=400, ge=20, le=100_000, description="memories up to this size come whole, tokens")
    standing_tokens: int = Field(
        default=2_000, ge=100, le=100_000, description="standing memories in a briefing, tokens"
    )

    hook_briefing_tokens: int = Field(
        default=1_000, ge=0, le=2_400, description="briefing that a hook gives a new session, tokens; 0: none"
    )

    decay_episodic: EpisodicRate = Field(default=0.02, description="loss of rank of episodes, per day")
    decay_semantic: SlowRate = Field(default=0.002, description="loss of rank of semantic memories, per day")
    decay_procedural: SlowRate = Field(default=0.0, description="loss of rank of procedures, per day")
    decay_floor: Share = Field(default=0.3, description="share of rank that is never lost")
    decay_projects: Annotated[dict[str, EpisodicRate], BeforeValidator(_pairs)] = Field(
        default_factory=dict, description="episodic rates of single projects"
    )

    tier_hot_days: Days = Field(default=30.0, description="days for which an unused episode stays hot")
    tier_warm_days: Days = Field(default=180.0, description="days after which an unused episode is cold")
    tier_often: int = Field(default=5, ge=1, le=1_000_000, description="recalls that keep an episode hot until then")
    stale_days: Days = Field(default=180.0, description="days after which an unused rule is up for review")
    retention_days: float = Field(
        default=0.0, ge=0, le=36_500, description="days after which unused cold episodes are archived; 0: never"
    )
    recall_log_days: Days = Field(default=90.0, description="days for which it is known what a session was shown")
    sample_per_day: int = Field(default=1, ge=0, le=20, description="random episodes a day for review; 0: none")
    merge_days: float = Field(default=7.0, ge=0, le=365, description="days between merges of near duplicates; 0: never")

    lock_patience_seconds: Seconds = Field(default=20.0, description="wait for another process's write")
    embedding_batch: int = Field(default=4, ge=1, le=256, description="chunks embedded in one go")
    embedding_lease_seconds: Seconds = Field(default=60.0, description="after it another process takes over")
    embedding_backoff_seconds: Seconds = Field(default=5.0, description="first wait after a failure")
    embedding_max_attempts: int = Field(default=5, ge=1, le=100, description="attempts before a chunk is parked")

    index_exact_rows: int = Field(default=20_000, ge=0, le=999_999, description="up to so many it compares whole")
    index_least_candidates: int = Field(default=1_000, ge=50, le=50_000, description="picked up to 100,000 chunks")
    index_most_candidates: int = Field(default=4_000, ge=50, le=50_000, description="picked from 1,000,000 chunks on")
    index_snapshot_rows: int = Field(default=20_000, ge=1, le=999_999, description="from so many chunks on it is kept")

    qdrant_url: str = Field(default="", pattern=r"^(https?://[^\s@]+)?$", description="a Qdrant server for the index")
    qdrant_api_key: SecretStr = Field(default=SecretStr(""), max_length=1_000, description="key of that server")
    qdrant_path: str = Field(default="", max_length=1_000, description="a Qdrant folder instead, for one process")

    idle_seconds: float = Field(default=300.0, ge=0.05, le=86_400, description="without activity a session pauses")
    encode: str = Field(
        default="episodic, procedural", pattern=_LAYERS, description="layers that sessions may fill by themselves"
    )
    encoding_lease_seconds: Seconds = Field(
        default=120.0, description="after it another process takes over; 30 at most without a model"
    )
    encoding_backoff_seconds: Seconds = Field(default=5.0, description="first wait after a failure")
    encoding_max_attempts: int = Field(default=5, ge=1, le=100, description="attempts before turns are parked")
    consolidate: str = Field(
        default="semantic, procedural", pattern=_RISEN, description="layers that consolidation may fill"
    )
    consolidate_episodes: int = Field(default=20, ge=1, le=10_000, description="new episodes that make it run at once")
    consolidate_hours: float = Field(default=24.0, ge=0.01, le=8_760, description="and this often in any case, hours")
    min_observations: int = Field(default=3, ge=2, le=100, description="sightings that a promotion needs")
    min_scenes: int = Field(default=2, ge=2, le=100, description="scenes that a promotion needs")
    min_confidence: Share = Field(default=0.7, description="confidence that a promotion needs")
    window_tokens: int = Field(default=32_000, ge=2_000, le=10_000_000, description="the model's window, tokens")
    recent_rounds: int = Field(default=10, ge=1, le=1_000, description="rounds of a session that stay as they are")

    backup_every_hours: float = Field(default=24.0, ge=0, le=8_760, description="hours between backups; 0: none")
    backup_keep: int = Field(default=7, ge=0, le=1_000, description="backups of this kind that are kept; 0: none")

    anthropic_api_key: SecretStr = Field(
        default=SecretStr(""), max_length=1_000, description="key of the service that reads conversations"
    )
    anthropic_base_url: str = Field(
        default="https://api.anthropic.com", max_length=1_000, pattern=_ADDRESS, description="address of that service"
    )
    anthropic_model: LanguageModel = Field(default=READING_MODEL, description="language model that reads conversations")
    anthropic_timeout_seconds: Seconds = Field(default=45.0, description="wait for one answer of that model")
    anthropic_input_price: Dollars = Field(default=0.0, description="US dollars per million tokens read; 0: as listed")
    anthropic_output_price: Dollars = Field(
        default=0.0, description="US dollars per million tokens written; 0: as listed"
    )
    reasoner: Literal["auto", "rules", "anthropic"] = Field(default="auto", description="who reads conversations")
    reasoner_tokens_per_hour: int = Field(
        default=500_000, ge=0, le=1_000_000_000, description="tokens that the model may use up in any hour"
    )
    reasoner_dollars_per_hour: Dollars = Field(default=1.0, description="US dollars it may cost in any hour")

    @field_validator("qdrant_path")
    @classmethod
    def _one_of_both(cls, given: str, info: ValidationInfo) -> str:
        if given and info.data.get("qdrant_url"):
            raise ValueError
        return given

    @field_validator("anthropic_api_key")
    @classmethod
    def _fits_a_header(cls, given: SecretStr) -> SecretStr:
        key = given.get_secret_value()
        if not all("!" <= char <= "~" for char in key):
            raise ValueError
        return given

    @field_validator("reasoner")
    @classmethod
    def _has_a_key(cls, given: str, info: ValidationInfo) -> str:
        """`anthropic` is asked for by name, so its absence is an error and no reason to fall back."""
        key: SecretStr | None = info.data.get("anthropic_api_key")
        if given == "anthropic" and not (key and key.get_secret_value()):
            raise ValueError
        return given


NAMES = tuple(Values.model_fields)
"""The names of all settings, as the config file spells them."""


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def allowed(name: str) -> str:
    """What a setting allows, in words."""
    return _ALLOWED.get(name) or _allowed(Values.model_fields[name])


def described(name: str) -> str:
    """What a setting is for, as the manual says it."""
    return Values.model_fields[name].description or ""


def _allowed(field: FieldInfo) -> str:
    if get_origin(field.annotation) is Literal:
        return " or ".join(get_args(field.annotation))
    limits = {
        key: getattr(limit, key)
        for limit in field.metadata
        for key in ("ge", "le", "max_length")
        if hasattr(limit, key)
    }
    if field.annotation is str:
        return f"text of up to {limits['max_length']} characters"
    if field.annotation is int:
        return f"a whole number from {limits['ge']} to {limits['le']}"
    return f"a number from {limits['ge']:g} to {limits['le']:g}"
