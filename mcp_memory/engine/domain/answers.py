"""What the engine answers: closed unions and frozen values, past tense."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from mcp_memory.engine.domain.jobs import JobState
from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.review import ReviewItem
from mcp_memory.engine.domain.sessions import Marked, Round, Session
from mcp_memory.engine.domain.vocabulary import Layer, Status, Tier


@dataclass(frozen=True, slots=True)
class Redaction:
    """One thing taken out of a text before it was stored: what kind, and how often."""

    kind: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Stored:
    """A new memory is there, and found from now on. `note` says what was special, such as an overturned twin."""

    memory: Memory
    note: str = ""


@dataclass(frozen=True, slots=True)
class SeenAgain:
    """The same statement was known; this sighting was added to it (or was a repeat within one scene)."""

    memory: Memory
    observations: int


@dataclass(frozen=True, slots=True)
class Pending:
    """Kept, but it waits for a person."""

    memory: Memory


@dataclass(frozen=True, slots=True)
class Conflict:
    """Stored, but it contradicts what is known: all are marked, and a person decides."""

    memory: Memory
    others: tuple[Memory, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class NewVersion:
    """Stored in the place of what it says more precisely, or reverses on a person's word; that is kept, superseded."""

    memory: Memory
    replaced: tuple[Memory, ...]
    reason: str


Outcome = Stored | SeenAgain | Pending | Conflict | NewVersion


@dataclass(frozen=True, slots=True)
class Remembered:
    """What became of one remember, and what the privacy gate changed."""

    outcome: Outcome
    redactions: tuple[Redaction, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Factors:
    """Why a memory ranks where it does. `score` is the product; see `recall.rank` for the formula.

    `cosine` None means that its vector is not there yet; `words` is BM25, `coverage` the share of the question's
    information its words cover, both 0 where no word hit.
    """

    cosine: float | None
    words: float
    coverage: float
    relevance: float
    retention: float
    importance: float
    confidence: float
    state: float
    score: float


@dataclass(frozen=True, slots=True)
class Found:
    """One memory in an answer. `text` is an excerpt when `full_chars` is larger than its length."""

    memory: Memory
    text: str
    full_chars: int
    why: tuple[str, ...]
    weak: bool
    factors: Factors


MOST_OUTSIDE = 1_000
"""Memories outside the scope are counted up to this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """What was looked at, so that an empty answer cannot be mistaken for an empty memory.

    `other_spelling` is a project that has memories, where the one asked for has none.

    `outside_scope` is counted up to `MOST_OUTSIDE`.
    """

    question: str
    scope: str
    legs: tuple[str, ...]
    tiers: tuple[str, ...]
    outside_scope: int
    degraded: str = ""
    other_spelling: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """An answer within its token budget, best first. `total` counts what was relevant, `left_out` what did not fit.

    `stages` are milliseconds by stage, for `--explain` and the benchmarks.
    """

    found: tuple[Found, ...]
    total: int
    left_out: int
    searched: Searched
    stages: Mapping[str, float] = field(default_factory=dict)


BRIEFING_SECTIONS = {
    "standing": "Standing",
    "said_once": "Said once, not yet a rule",
    "procedures": "Procedures",
    "open_tasks": "Open",
    "last_session": "Last session",
}
"""The sections of a briefing in their order, and how a person reads them named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Briefing:
    """The start of a task: what stands, what was said once, how things are done, what is open.

    `waiting` counts the review items, `proposals` what an agent could word as a rule, `unread` what was said
    and waits to be encoded.
    """

    scope: str
    standing: tuple[Memory, ...]
    said_once: tuple[Memory, ...]
    procedures: tuple[Memory, ...]
    open_tasks: tuple[Memory, ...]
    last_session: tuple[Memory, ...]
    waiting: int = 0
    left_out: int = 0
    proposals: int = 0
    unread: int = 0
    other_spelling: str = ""

    @property
    def sections(self) -> dict[str, tuple[Memory, ...]]:
        """The memories by the names of `BRIEFING_SECTIONS`."""
        return {name: getattr(self, name) for name in BRIEFING_SECTIONS}

    @property
    def memories(self) -> tuple[Memory, ...]:
        """All of them, section by section."""
        return tuple(memory for memories in self.sections.values() for memory in memories)


@dataclass(frozen=True, slots=True)
class Corrected:
    """The new state, and the ids of what was derived from it and now waits for a look."""

    memory: Memory
    for_review: tuple[str, ...] = ()
    redactions: tuple[Redaction, ...] = ()


@dataclass(frozen=True, slots=True)
class Revealed:
    """A text with the personal data its placeholders stand for, each value by its placeholder, and what is not kept."""

    text: str
    values: Mapping[str, str]
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What was forgotten (or, as a preview, what would be), and which ids were not found.

    `leftovers` are copies that still hold what was purged. `bytes_left`: others were in the way of wiping the last
    bytes from the log, which is finished later. `note` says why a query found nothing.
    """

    mode: str
    done: tuple[Memory, ...] = ()
    not_found: tuple[str, ...] = ()
    preview: bool = False
    leftovers: tuple[str, ...] = ()
    bytes_left: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What a batch run did. `failed` holds one reason per failed item."""

    done: int = 0
    skipped: int = 0
    failed: tuple[str, ...] = ()

    def __add__(self, other: "Report") -> "Report":
        """What two runs did together."""
        return Report(self.done + other.done, self.skipped + other.skipped, self.failed + other.failed)


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueState:
    """Of how many chunks how many wait to be embedded, how many are parked after too many attempts, and why."""

    total: int = 0
    waiting: int = 0
    parked: int = 0
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineStatus:
    """Counts and states of one data folder, without any memory text.

    `tiers` count active memories, `waiting` those that wait for a person, by why; a week is the last seven days.
    """

    user: str
    counts: Mapping[tuple[Layer, Status], int]
    queue: QueueState
    encoding: QueueState
    model: str
    model_ready: bool
    revision: int
    schema_version: int
    data_folder: str
    size_bytes: int
    last_stored_at: datetime | None = None
    jobs: tuple[JobState, ...] = ()
    tiers: Mapping[Tier, int] = field(default_factory=dict)
    waiting: Mapping[str, int] = field(default_factory=dict)
    stored_this_week: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """One check of the doctor: its name, whether it passed, and what it saw or what to do."""

    check: str
    passed: bool
    detail: str


@dataclass(frozen=True, slots=True)
class Listed:
    """One page of memories, and how many there are in all."""

    memories: tuple[Memory, ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Working:
    """The working part of one session, within its budget.

    `rounds` are the recent ones and older ones that concern the current question, in order; `left_out` counts turns
    that stand in the summary only.
    """

    session: Session
    summary: str
    rounds: tuple[Round, ...]
    open_tasks: tuple[str, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """What became of one observe: how many turns were taken, and what in them was marked as worth keeping."""

    accepted: int
    marks: tuple[Marked, ...]
    working: Working
    redactions: tuple[Redaction, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoded:
    """What became of one task of the encoding queue: counts by event type kept, and by reason dropped.

    `note` says what was out of the ordinary, such as a language model that did not answer; `failed` why the task waits
    to be tried again.
    """

    kept: Mapping[str, int] = field(default_factory=dict)
    dropped: Mapping[str, int] = field(default_factory=dict)
    reasoner: str = ""
    note: str = ""
    failed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """The items that wait, oldest first, of `total`; or, after a decision, the memories as they are now."""

    items: tuple[ReviewItem, ...] = ()
    total: int = 0
    decided: tuple[Memory, ...] = ()
    for_review: tuple[str, ...] = ()
