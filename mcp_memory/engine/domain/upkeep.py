"""What is asked and answered when memories are kept, moved and mended: exports, imports, backups, repairs."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from mcp_memory.engine.domain.answers import Finding, Redaction
from mcp_memory.engine.domain.vocabulary import Layer

ExportForm = Literal["jsonl", "markdown"]
ImportForm = Literal["own", "mcp", "markdown", "claude-code"]
"""Our own JSONL; JSONL of the official MCP memory server; a Markdown list such as CLAUDE.md; a transcript."""


@dataclass(frozen=True, slots=True)
class Exported:
    """How much was written. `unreadable` names rows that could not be: the doctor can set them aside."""

    memories: int
    links: int = 0
    left_out: int = 0
    unreadable: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BringIn:
    """Bring memories in from a file. `form` None means: told by its first line.

    `project` and `layer` are for foreign forms, whose memories have none; our own keep theirs. A transcript knows the
    folder it was held in, which counts where no project is named; its layers are the encoding's to decide.
    """

    form: ImportForm | None = None
    project: str = ""
    layer: Layer | None = None
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class LineFault:
    """One line that was not brought in, and why."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BroughtIn:
    """What became of a file. The first faults are told one by one, all of them are counted.

    `known` were there already; `conflicts` are ids that are there with something else, which was left as it is. Of a
    transcript, `added` and `known` count turns, and `sessions` the conversations in it.
    """

    form: ImportForm
    added: int = 0
    sessions: int = 0
    links: int = 0
    known: int = 0
    conflicts: int = 0
    failed: int = 0
    faults: tuple[LineFault, ...] = ()
    redactions: tuple[Redaction, ...] = ()
    backup: str = ""
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Backup:
    """One copy of the records."""

    path: str
    made_at: datetime
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup stands in the place of the records; what stood there is at `set_aside` ("" when nothing did)."""

    source: str
    memories: int
    set_aside: str = ""


@dataclass(frozen=True, slots=True)
class Repaired:
    """What was done, step by step, and the backup that was made before anything was taken out."""

    steps: tuple[Finding, ...]
    backup: str = ""
