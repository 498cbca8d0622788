"""The only reader of environment and config file: what a person may set, its limits, and where each value came from.

Environment `MCP_MEMORY_*` goes over `config.toml` in the data folder, and that over the defaults. Everything else in
the program receives frozen policies from here. This module opens no database, imports nothing heavy, and never puts
a given value into a message: people paste keys into the wrong variable.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from pydantic import Field, ValidationError

from mcp_memory.engine.domain.errors import InvalidSetting
from mcp_memory.engine.domain.policies import (
    BackupPolicy,
    ConsolidationPolicy,
    ContextPolicy,
    DecayPolicy,
    EmbeddingPolicy,
    EncodingPolicy,
    FadingPolicy,
    IndexPolicy,
    MergePolicy,
    ReasonerPolicy,
    RecallPolicy,
    StorePolicy,
)
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.setting_values import NAMES, PREFIX, Values, allowed, described, variable

__all__ = ["NAMES", "PREFIX", "Settings", "Shown", "Source", "allowed", "described", "variable"]

CONFIG_FILE = "config.toml"
AGENTS_WORD = {
    "project": "CLAUDE_PROJECT_DIR",
    "session": "CLAUDE_CODE_SESSION_ID",
    "anthropic_api_key": "ANTHROPIC_API_KEY",
    "anthropic_base_url": "ANTHROPIC_BASE_URL",
}
"""Variables that an agent or a person sets for other programs too; they answer when ours is absent."""


class Source(StrEnum):
    """Where a value came from."""

    ENVIRONMENT = "environment"
    AGENT = "agent's environment"
    FILE = "config file"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Shown:
    """One setting as `doctor` prints it."""

    name: str
    variable: str
    value: str
    source: Source


_RULES_LEASE_SECONDS = 30.0
_GATHERED_TURNS = 40
"""A question to a model costs: what waits near each other is asked in one."""

_NO_DATABASE_SERVER = "an address of a database server is not supported yet; name a folder of this machine"


class Settings(Values):
    """The settings of one process, frozen. `warnings` name what was set but is not known."""

    sources: Mapping[str, Source] = Field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> Self:
        """Read settings from this environment and from the config file of the data folder it names.

        Raises `InvalidSetting`, which names every setting at fault and what it allows.
        """
        present = {key: value.strip() for key, value in environ.items() if value.strip()}
        said = {key.removeprefix(PREFIX).lower(): value for key, value in present.items() if key.startswith(PREFIX)}
        home = _home(said)
        written = _config(home / CONFIG_FILE)
        values: dict[str, Any] = {}
        sources = dict.fromkeys(NAMES, Source.DEFAULT)
        # From the weakest to the strongest, so that the last word counts.
        for source, given in (
            (Source.FILE, written),
            (Source.AGENT, _agents_word(present)),
            (Source.ENVIRONMENT, said),
        ):
            known = {name: value for name, value in given.items() if name in NAMES}
            values |= known
            sources |= dict.fromkeys(known, source)
        try:
            return cls(**{**values, "home": home}, sources=sources, warnings=_strays(said, written))
        except ValidationError as refused:
            raise _explained(refused, sources) from None

    @property
    def recall_policy(self) -> RecallPolicy:
        """How recall searches and what it may return."""
        return RecallPolicy(
            candidates=self.recall_candidates,
            noise_floor=self.noise_floor,
            weak_below=self.weak_below,
            strong_coverage=self.strong_coverage,
            max_weak=self.max_weak,
            max_limit=self.max_limit,
            standing_slots=self.standing_slots,
            whole_tokens=self.whole_tokens,
            standing_tokens=self.standing_tokens,
            decay=self.decay_policy,
        )

    @property
    def decay_policy(self) -> DecayPolicy:
        """How memories fade."""
        rates = {
            Layer.EPISODIC: self.decay_episodic,
            Layer.SEMANTIC: self.decay_semantic,
            Layer.PROCEDURAL: self.decay_procedural,
        }
        return DecayPolicy(rates=rates, project_rates=dict(self.decay_projects), floor=self.decay_floor)

    @property
    def fading_policy(self) -> FadingPolicy:
        """When memories cool, fall stale and are put away."""
        return FadingPolicy(
            hot_days=self.tier_hot_days,
            warm_days=self.tier_warm_days,
            often=self.tier_often,
            stale_days=self.stale_days,
            retention_days=self.retention_days,
            recall_log_days=self.recall_log_days,
            sample_per_day=self.sample_per_day,
        )

    @property
    def merge_policy(self) -> MergePolicy:
        """How often near duplicates are merged."""
        return MergePolicy(every_days=self.merge_days)

    @property
    def store_policy(self) -> StorePolicy:
        """How the records wait and sync."""
        return StorePolicy(durability=self.durability, lock_patience_seconds=self.lock_patience_seconds)

    @property
    def embedding_policy(self) -> EmbeddingPolicy:
        """How the embedding queue works."""
        return EmbeddingPolicy(
            batch=self.embedding_batch,
            lease_seconds=self.embedding_lease_seconds,
            backoff_seconds=self.embedding_backoff_seconds,
            max_attempts=self.embedding_max_attempts,
        )

    @property
    def encoding_policy(self) -> EncodingPolicy:
        """When sessions are encoded, and how that queue works."""
        return EncodingPolicy(
            idle_seconds=self.idle_seconds,
            lease_seconds=self.encoding_lease_seconds if self.asks_a_model else self._lease_by_rules,
            backoff_seconds=self.encoding_backoff_seconds,
            max_attempts=self.encoding_max_attempts,
            gathered_turns=_GATHERED_TURNS if self.asks_a_model else 0,
            layers=_layers(self.encode),
        )

    @property
    def _lease_by_rules(self) -> float:
        """Rules read a batch within a second or two: what a killed process had begun need not wait for a model."""
        return min(self.encoding_lease_seconds, _RULES_LEASE_SECONDS)

    @property
    def consolidation_policy(self) -> ConsolidationPolicy:
        """When episodes become rules and procedures."""
        return ConsolidationPolicy(
            every_episodes=self.consolidate_episodes,
            every_hours=self.consolidate_hours,
            min_observations=self.min_observations,
            min_scenes=self.min_scenes,
            min_confidence=self.min_confidence,
            layers=_layers(self.consolidate),
        )

    @property
    def context_policy(self) -> ContextPolicy:
        """What goes into a model's window."""
        return ContextPolicy(window_tokens=self.window_tokens, recent_rounds=self.recent_rounds)

    @property
    def index_policy(self) -> IndexPolicy:
        """How the local index scans."""
        return IndexPolicy(
            exact_rows=self.index_exact_rows,
            least_candidates=self.index_least_candidates,
            most_candidates=self.index_most_candidates,
            snapshot_rows=self.index_snapshot_rows,
        )

    @property
    def backup_policy(self) -> BackupPolicy:
        """How often the records are copied, and how many copies stay."""
        return BackupPolicy(every_hours=self.backup_every_hours, keep=self.backup_keep)

    @property
    def asks_a_model(self) -> bool:
        """Whether a language model reads conversations: when it is asked for, or by itself where there is a key."""
        return self.reasoner != "rules" and bool(self.anthropic_api_key.get_secret_value())

    @property
    def reasoner_policy(self) -> ReasonerPolicy:
        """How that model is asked, and what it may use up."""
        return ReasonerPolicy(
            model=self.anthropic_model,
            base_url=self.anthropic_base_url,
            timeout_seconds=self.anthropic_timeout_seconds,
            tokens_per_hour=self.reasoner_tokens_per_hour,
            dollars_per_hour=self.reasoner_dollars_per_hour,
            input_price=self.anthropic_input_price,
            output_price=self.anthropic_output_price,
        )

    def shown(self) -> tuple[Shown, ...]:
        """Every setting with its value and source, in the order of the manual."""
        return tuple(
            Shown(name, variable(name), _text(getattr(self, name)), self.sources.get(name, Source.DEFAULT))
            for name in NAMES
        )


def _layers(named: str) -> frozenset[Layer]:
    """The layers a setting names; the pattern of the setting keeps it to names of layers, or none."""
    return frozenset(layer for layer in Layer if layer in named)


def _agents_word(environ: Mapping[str, str]) -> dict[str, str]:
    said = {name: environ[source] for name, source in AGENTS_WORD.items() if source in environ}
    if "project" in said:
        said["project"] = Path(said["project"]).name
    # A folder's name need not be valid UTF-8; a memory's project must.
    return {name: value.encode(errors="replace").decode() for name, value in said.items() if value}


def _home(said: Mapping[str, str]) -> Path:
    """Find the data folder. It is known before anything else, since the config file lies in it."""
    for name in ("database_url", "home"):
        if "://" in said.get(name, ""):
            raise InvalidSetting(_NO_DATABASE_SERVER, argument=variable(name))
    if "home" in said:
        try:
            return Path(said["home"]).expanduser().absolute()
        except RuntimeError:
            raise InvalidSetting("the home folder of that user is not known", argument=variable("home")) from None
    # Not at the top: whoever names a data folder need not pay for finding the platform's own.
    from platformdirs import user_data_path

    return user_data_path("mcp-memory", appauthor=False)


def _config(path: Path) -> dict[str, Any]:
    """Read the config file; an absent one is empty. A byte-order mark, as some editors write it, is skipped."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as broken:
        raise InvalidSetting(f"cannot be read: {_reason(broken)}", argument=str(path)) from None
    import tomllib

    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as broken:
        raise InvalidSetting(f"not valid TOML: {broken}", argument=str(path)) from None
    if "home" in written:
        raise InvalidSetting(
            f"`home` cannot be set in the file it leads to; use {variable('home')}", argument=str(path)
        )
    return written


def _reason(broken: OSError | UnicodeDecodeError) -> str:
    return "it is not UTF-8" if isinstance(broken, UnicodeDecodeError) else broken.strerror or "the system refused"


def _strays(said: Mapping[str, str], written: Mapping[str, Any]) -> tuple[str, ...]:
    """One line for each name that was set but is not a setting."""
    unknown: list[tuple[str, str, Callable[[str], str]]] = [
        (variable(name), name, variable) for name in said if name not in NAMES
    ]
    unknown += [(f"{CONFIG_FILE}: {name}", name, str) for name in written if name not in NAMES]
    return tuple(f"{shown} is not a setting{_closest(name, spelled)}" for shown, name, spelled in unknown)


def _closest(name: str, spelled: Callable[[str], str]) -> str:
    import difflib

    near = difflib.get_close_matches(name, NAMES, n=1)
    return f"; did you mean {spelled(near[0])}?" if near else ""


def _explained(refused: ValidationError, sources: Mapping[str, Source]) -> InvalidSetting:
    """Say what each refused setting allows, without repeating what was given."""
    names = dict.fromkeys(str(error["loc"][0]) for error in refused.errors())
    return InvalidSetting("; ".join(f"{_spelled(name, sources[name])} must be {allowed(name)}" for name in names))


def _spelled(name: str, source: Source) -> str:
    if source is Source.FILE:
        return f"{name} in {CONFIG_FILE}"
    return AGENTS_WORD[name] if source is Source.AGENT else variable(name)


def _text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={rate:g}" for name, rate in value.items())
    return f"{value:g}" if isinstance(value, float) else str(value)
