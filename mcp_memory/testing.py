"""Public fakes and builders for tests: a frozen clock, counted ids, a hashing embedder, a scripted reasoner and more.

They are shipped, so that whoever extends the server tests against the same parts. `an_engine()` is the real engine
on a real folder; only time, ids and the model are replaced.
"""

import hashlib
import math
import os
import struct
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from mcp_memory.engine.domain.errors import ModelUnavailable, ReasonerUnavailable
from mcp_memory.engine.domain.memory import Memory, Origin, Principal, Scope
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.sessions import Turn
from mcp_memory.engine.domain.vocabulary import EventType, Layer, OriginKind, Status
from mcp_memory.engine.index.local import LocalIndex
from mcp_memory.engine.parts import Parts
from mcp_memory.engine.ports.embedder import Embedder, ModelCard, Vector
from mcp_memory.engine.ports.reasoner import Batch, Common, Extraction
from mcp_memory.engine.privacy.access import Grants
from mcp_memory.engine.reasoning.rules import RulesReasoner
from mcp_memory.engine.records.store import open_records
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.engine.text.counting import cut
from mcp_memory.engine.vault.key_file import KeyFile
from mcp_memory.engine.vault.sealed import SealedVault

DAWN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
"""Where frozen clocks start: a Monday morning."""

OWNER = Principal(user="me", agent="test", session="s1")
"""The principal most tests act as."""


@dataclass
class FrozenClock:
    """A clock that stands still until it is told to move."""

    now: datetime = DAWN

    def __call__(self) -> datetime:
        """Return the time it stands at."""
        return self.now

    def advance(self, **delta: float) -> None:
        """Move on by `timedelta(**delta)`."""
        self.now += timedelta(**delta)


@dataclass
class CountedIds:
    """Ids in UUIDv7's shape, in order, the same in every run. `start` keeps two counters apart."""

    start: int = 0
    _given: int = field(default=0, init=False)

    def __call__(self) -> str:
        """Return the next id; the count stands in front, so that prefixes of 8 characters tell ids apart."""
        self._given += 1
        return str(uuid.UUID(int=((self.start + self._given) << 96) | (7 << 76) | (2 << 62)))


class HashingEmbedder:
    """Hashes character trigrams into a unit vector: texts that share letters are near. Ready when loaded."""

    def __init__(self, dim: int = 64, name: str = "hashing", *, calibrated: bool = False) -> None:
        self.card = ModelCard(name=name, dim=dim, space=f"{name}:1", calibrated=calibrated)
        self.is_ready = False
        self.seen: list[str] = []

    def load(self) -> None:
        """Become ready."""
        self.is_ready = True

    def embed_query(self, text: str) -> Vector:
        """The vector of a question."""
        return self._embed(text)

    def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        """The vectors of passages, in order."""
        return [self._embed(text) for text in texts]

    def _embed(self, text: str) -> Vector:
        if not self.is_ready:
            raise ModelUnavailable("it was not loaded")
        self.seen.append(text)
        sums = [0.0] * self.card.dim
        padded = f"  {text.casefold()}  "
        for position in range(len(padded) - 2):
            digest = hashlib.blake2b(padded[position : position + 3].encode(), digest_size=8).digest()
            number = int.from_bytes(digest, "little")
            sums[number % self.card.dim] += 1.0 if number >> 63 else -1.0
        length = math.sqrt(sum(value * value for value in sums)) or 1.0
        return Vector(struct.pack(f"<{self.card.dim}e", *(value / length for value in sums)))


class ScriptedReasoner:
    """Answers as written down beforehand, one entry a question and the last one from then on; an error is raised.

    `asked` are the batches it was given; a summary's turns come as a batch of their own. What it is asked of memories
    it answers by `says`, from the texts it is given; without that as one who cannot know.
    """

    def __init__(self, *script: Extraction | ReasonerUnavailable, name: str = "scripted") -> None:
        self.name = name
        self.asked: list[Batch] = []
        self.says: Callable[..., str | bool] | None = None
        self._script = list(script) or [Extraction(reasoner=name)]

    @property
    def understands(self) -> bool:
        """When it has something to say."""
        return self.says is not None

    def extract(self, batch: Batch) -> Extraction:
        """The next entry of the script."""
        self.asked.append(batch)
        entry = self._script.pop(0) if len(self._script) > 1 else self._script[0]
        if isinstance(entry, ReasonerUnavailable):
            raise entry
        return entry

    def summarise(self, summary: str, turns: Sequence[Turn], max_tokens: int) -> str:
        """The summary so far and the contents of the turns, cut to size, if the next entry is no error."""
        self.extract(Batch(turns=tuple(turns), now=DAWN))
        return cut(" ".join((summary, *(turn.content for turn in turns))).strip(), max_tokens)

    def generalise(self, statements: Sequence[str]) -> Common:
        """What `says` makes of them; else the first."""
        if self.says is None:
            return Common(statement=statements[0], is_understood=False)
        return Common(statement=str(self.says(*statements)), is_understood=True)

    def contradicts(self, earlier: str, later: str) -> bool | None:
        """What `says` makes of the two."""
        return None if self.says is None else bool(self.says(earlier, later))

    def describes(self, procedure: str, runs: Sequence[str]) -> bool | None:
        """What `says` makes of them."""
        return None if self.says is None else bool(self.says(procedure, *runs))


_MEMORY = Memory(
    id="00000001-0000-7000-8000-000000000000",
    layer=Layer.EPISODIC,
    content="On Monday the team chose PostgreSQL.",
    scope=Scope(user="me"),
    status=Status.ACTIVE,
    origin=Origin(kind=OriginKind.AGENT, agent="test", session="s1"),
    event_type=EventType.FACT,
    occurred_at=DAWN,
    stored_at=DAWN,
    changed_at=DAWN,
    importance=0.5,
    confidence=0.7,
)


def a_memory(**changes: Any) -> Memory:
    """A plain episodic memory with some fields changed."""
    return replace(_MEMORY, **changes)


def an_engine(folder: Path, *, embedder: Embedder | None = None, **parts: Any) -> MemoryEngine:
    """The real engine on a folder, with a frozen clock, counted ids and a hashing embedder; `parts` replace parts."""
    records = open_records(folder, StorePolicy())
    model = embedder or HashingEmbedder()
    usual = Parts(
        records=records,
        words=records,
        queue=records,
        sessions=records,
        jobs=records,
        candidates=records,
        vectors=records,
        reasoner=RulesReasoner(),
        index=LocalIndex(records, records, model.card.space),
        embedder=model,
        vault=SealedVault(records, KeyFile(folder, os.urandom), os.urandom),
        book=records,
        clock=FrozenClock(),
        local=lambda moment: moment,
        new_id=CountedIds(),
        stopwatch=lambda: 0.0,
        grants=Grants(user_sessions=True, personal=True),
    )
    return MemoryEngine(replace(usual, **parts))
