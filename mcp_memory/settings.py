"""The only reader of environment and config file: what a person may set, its limits, and where each value came from.

Environment `MCP_MEMORY_*` goes over `config.toml` in the data folder, and that over the defaults. Everything else in
the program receives frozen policies from here. This module opens no database, imports nothing heavy, and never puts
a given value into a message: people paste keys into the wrong variable.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args, get_origin

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic.fields import FieldInfo

from mcp_memory.engine.domain.errors import InvalidSetting
from mcp_memory.engine.domain.policies import (
    SHIPPED_MODEL,
    DecayPolicy,
    EmbeddingPolicy,
    IndexPolicy,
    RecallPolicy,
    StorePolicy,
)
from mcp_memory.engine.domain.vocabulary import Layer

PREFIX = "MCP_MEMORY_"
CONFIG_FILE = "config.toml"
AGENTS_WORD = {"project": "CLAUDE_PROJECT_DIR", "session": "CLAUDE_CODE_SESSION_ID"}
"""Variables that an agent sets by itself; they answer when the setting of our own is absent from the environment."""


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


def _pairs(given: object) -> object:
    """Read `alpha=0.01, beta=0.05` into a mapping; leave anything else to the validation that follows."""
    if not isinstance(given, str):
        return given
    parts = (part.partition("=") for part in given.split(",") if part.strip())
    return {name.strip(): value.strip() for name, _, value in parts}


_NO_DATABASE_SERVER = "an address of a database server is not supported yet; name a folder of this machine"
_ALLOWED = {
    "home": "a folder of this machine",
    "model": f"{SHIPPED_MODEL}, BAAI/bge-m3, or another text model that fastembed knows",
    "tool_prefix": "up to 20 of a-z, 0-9 and _, beginning with a letter",
    "qdrant_url": "an address that begins with http:// or https://, without a key in it",
    "qdrant_api_key": "text of up to 1000 characters",
    "qdrant_path": "a folder of this machine, and no address beside it",
    "decay_projects": "project=rate pairs such as `atlas=0.01`, each rate from 0.01 to 0.05",
}
Share = Annotated[float, Field(ge=0, le=1)]
Cosine = Annotated[float, Field(ge=-1, le=1)]
EpisodicRate = Annotated[float, Field(ge=0.01, le=0.05)]
SlowRate = Annotated[float, Field(ge=0, le=0.05)]
Seconds = Annotated[float, Field(ge=0.05, le=3_600)]
ModelName = Annotated[str, Field(max_length=200, pattern=r"^[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)?$")]
Name = Annotated[str, Field(min_length=1, max_length=200)]


class _Values(BaseModel):
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

    decay_episodic: EpisodicRate = Field(default=0.02, description="loss of rank of episodes, per day")
    decay_semantic: SlowRate = Field(default=0.002, description="loss of rank of semantic memories, per day")
    decay_procedural: SlowRate = Field(default=0.0, description="loss of rank of procedures, per day")
    decay_floor: Share = Field(default=0.3, description="share of rank that is never lost")
    decay_projects: Annotated[dict[str, EpisodicRate], BeforeValidator(_pairs)] = Field(
        default_factory=dict, description="episodic rates of single projects"
    )

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

    @field_validator("qdrant_path")
    @classmethod
    def _one_of_both(cls, given: str, info: ValidationInfo) -> str:
        if given and info.data.get("qdrant_url"):
            raise ValueError
        return given


class Settings(_Values):
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
    def index_policy(self) -> IndexPolicy:
        """How the local index scans."""
        return IndexPolicy(
            exact_rows=self.index_exact_rows,
            least_candidates=self.index_least_candidates,
            most_candidates=self.index_most_candidates,
            snapshot_rows=self.index_snapshot_rows,
        )

    def shown(self) -> tuple[Shown, ...]:
        """Every setting with its value and source, in the order of the manual."""
        return tuple(
            Shown(name, variable(name), _text(getattr(self, name)), self.sources.get(name, Source.DEFAULT))
            for name in NAMES
        )


NAMES = tuple(_Values.model_fields)
"""The names of all settings, as the config file spells them."""


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def allowed(name: str) -> str:
    """What a setting allows, in words."""
    return _ALLOWED.get(name) or _allowed(_Values.model_fields[name])


def described(name: str) -> str:
    """What a setting is for, as the manual says it."""
    return _Values.model_fields[name].description or ""


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
    kind = "a whole number" if field.annotation is int else "a number"
    return f"{kind} from {limits['ge']:g} to {limits['le']:g}"


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
