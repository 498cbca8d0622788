"""A bundled project history goes through the real engine: remembered, recalled, corrected, kept apart, forgotten.

It shows what the product does on the reader's own machine, and says so when something does not come out as it should.
It touches no data folder but one of its own, and no network.
"""

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from importlib import resources
from pathlib import Path

from pydantic import TypeAdapter
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from mcp_memory.engine.domain.answers import Found, Recalled
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.requests import Correct, Forget, Recall, Remember
from mcp_memory.engine.domain.vocabulary import EventType, Layer
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.rendering import plain, quiet, verdict
from mcp_memory.settings import Settings

Opener = Callable[[Settings], MemoryEngine]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One memory of the history, so many days before the demo is watched."""

    key: str
    days_ago: int
    session: str
    content: str
    event_type: EventType
    layer: Layer | None = None
    steps: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    project: str | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """One question, what it shows, and the memories that must come first, in any order."""

    how: str
    ask: str
    finds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """One memory that turns out different, its new text, and a question about it."""

    key: str
    content: str
    ask: str


@dataclass(frozen=True, slots=True)
class Parting:
    """One memory that is forgotten, and a question that it answered."""

    key: str
    ask: str


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The whole script of the demo."""

    project: str
    about: str
    memories: tuple[Told, ...]
    questions: tuple[Question, ...]
    correction: Correction
    forgetting: Parting
    near_miss: str
    off_topic: str


def bundled_history() -> History:
    """The history that comes with the package."""
    text = (resources.files("mcp_memory") / "demo_history.json").read_text(encoding="utf-8")
    return TypeAdapter(History).validate_json(text)


@dataclass(frozen=True, slots=True)
class Check:
    """One step on the screen: what it shows, the question, what came back, whether as expected, how long it took."""

    how: str
    asked: str
    answers: tuple[str, ...]
    passed: bool
    milliseconds: float


def play(open_engine: Opener, console: Console, *, keep: bool) -> bool:
    """Show the demo; returns whether all came out as expected. The folder is deleted unless it is to be kept."""
    folder = Path(tempfile.mkdtemp(prefix="mcp-memory-demo-"))
    try:
        with open_engine(Settings.read({"MCP_MEMORY_HOME": str(folder)})) as engine:
            performance = Performance(engine, bundled_history(), datetime.now(UTC))
            return _print(performance, console)
    finally:
        if keep:
            console.print(quiet(f"Kept in {folder}"), soft_wrap=True)
        else:
            shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Performance:
    """Carries one history through one engine, step by step."""

    engine: MemoryEngine
    history: History
    now: datetime
    _ids: dict[str, str] = field(default_factory=dict)

    def checks(self) -> Iterator[Check]:
        """Every step in order, each as soon as it is done."""
        yield self._tell()
        yield self._learn()
        yield from (self._put(question) for question in self.history.questions)
        yield self._correct()
        yield self._forget()
        yield self._miss()
        yield self._stray()

    def _tell(self) -> Check:
        """Remember everything. Words must find the last of it at once, before any vector is there."""
        memories = self.history.memories
        start = time.perf_counter()
        for told in memories:
            self._ids[told.key] = self._remember(told)
        each = _milliseconds_since(start) / len(memories)
        last = memories[-1]
        found = self._recall(last.content)[0]
        passed = self._place(last.key, found) == 1
        weeks = max(told.days_ago for told in memories) // 7
        answer = f"{each:.1f} ms each; the last one is found by words at once"
        return Check(
            "remember", f"{len(memories)} memories from {weeks} weeks", (answer,), passed, each * len(memories)
        )

    def _learn(self) -> Check:
        """Load the model and let the queue run empty."""
        start = time.perf_counter()
        self.engine.warm()
        loaded = _milliseconds_since(start)
        while self.engine.work().done:
            pass
        queue = self.engine.status(_principal("today")).queue
        each = (_milliseconds_since(start) - loaded) / len(self.history.memories)
        answer = f"loaded in {loaded:.0f} ms, then {each:.0f} ms per memory in the background"
        passed = queue.waiting == 0 and queue.parked == 0
        return Check("embed", "with the model shipped in the package", (answer,), passed, loaded)

    def _put(self, question: Question) -> Check:
        found, milliseconds = self._recall(question.ask)
        first = found[: len(question.finds)]
        passed = {item.memory.id for item in first} == {self._ids[key] for key in question.finds}
        return Check(question.how, question.ask, _texts(first) or ("nothing relevant",), passed, milliseconds)

    def _correct(self) -> Check:
        """After the correction the new text answers, and the old one is offered nowhere."""
        correction = self.history.correction
        before = self._recall(correction.ask)[0]
        known = self._place(correction.key, before) == 1
        old = next(told.content for told in self.history.memories if told.key == correction.key)
        ask = Correct(id=self._ids[correction.key], content=correction.content, user_confirmed=True)
        self.engine.correct(_principal("today"), ask)
        while self.engine.work().done:
            pass
        found, milliseconds = self._recall(correction.ask)
        answered = bool(found) and found[0].text == correction.content
        passed = known and answered and all(item.text != old for item in found)
        answers = (*_texts(found[:1]), "the old text is offered no more" if passed else "the old text is still offered")
        return Check("corrected", correction.ask, answers, passed, milliseconds)

    def _forget(self) -> Check:
        """What was forgotten answered before, and is not offered afterwards."""
        parting = self.history.forgetting
        known = self._place(parting.key, self._recall(parting.ask)[0]) == 1
        forgotten = self.engine.forget(_principal("today"), Forget(ids=(self._ids[parting.key],)))
        found, milliseconds = self._recall(parting.ask)
        passed = known and len(forgotten.done) == 1 and not self._place(parting.key, found)
        answers = ("offered no more",) if passed else _texts(found[:1])
        return Check("forgotten", parting.ask, answers, passed, milliseconds)

    def _miss(self) -> Check:
        """A question that comes near what was told: at most weak matches, flagged as such."""
        found, milliseconds = self._recall(self.history.near_miss)
        answers = ("nothing clearly relevant; weak matches are flagged",)
        passed = all(item.weak for item in found)
        return Check(
            "near miss", self.history.near_miss, answers if passed else _texts(found[:1]), passed, milliseconds
        )

    def _stray(self) -> Check:
        """A question about nothing that was told."""
        found, milliseconds = self._recall(self.history.off_topic)
        answers = _texts(found[:1]) or ("nothing relevant",)
        return Check("off topic", self.history.off_topic, answers, not found, milliseconds)

    def _remember(self, told: Told) -> str:
        ask = Remember(
            content=told.content,
            layer=told.layer,
            event_type=told.event_type,
            steps=told.steps,
            occurred_at=(self.now - timedelta(days=told.days_ago)).isoformat(),
            project=self.history.project if told.project is None else told.project,
            tags=told.tags,
            user_confirmed=told.layer is Layer.SEMANTIC,
        )
        return self.engine.remember(_principal(told.session), ask).outcome.memory.id

    def _recall(self, question: str) -> tuple[tuple[Found, ...], float]:
        start = time.perf_counter()
        answer = self.engine.recall(_principal("today"), Recall(query=question, project=self.history.project))
        milliseconds = _milliseconds_since(start)
        return (answer.found if isinstance(answer, Recalled) else ()), milliseconds

    def _place(self, key: str, found: Sequence[Found]) -> int:
        """Where in the answer a memory stands, from 1; 0 when it is not there."""
        ids = [item.memory.id for item in found]
        return ids.index(self._ids[key]) + 1 if self._ids[key] in ids else 0


def _print(performance: Performance, console: Console) -> bool:
    width = min(max(console.width, 80), 110)
    console.print(Text(f"mcp-memory demo: {performance.history.about}", style="bold"), soft_wrap=True)
    failed = 0
    for check in performance.checks():
        failed += not check.passed
        for line in _lines(check, width):
            console.print(line, soft_wrap=True, highlight=False)
    closing = f"{failed} did not come out as expected." if failed else "All as expected. Nothing left this machine."
    console.print(verdict(passed=not failed) + Text(closing, style="bold"), soft_wrap=True)
    return not failed


_HOW_CELLS = 22
_TIME_CELLS = 8


def _lines(check: Check, width: int) -> Iterator[Text]:
    asked_cells = width - _HOW_CELLS - _TIME_CELLS - 2
    asked = set_cell_size(_fitted(check.asked, asked_cells), asked_cells)
    yield Text.assemble(
        verdict(passed=check.passed),
        set_cell_size(check.how, _HOW_CELLS),
        (asked, "bold"),
        quiet(f"{check.milliseconds:.0f} ms".rjust(_TIME_CELLS)),
    )
    for answer in check.answers:
        yield Text(f"  → {_fitted(answer, width - 4)}", style="" if check.passed else "red")


def _fitted(text: str, cells: int) -> str:
    """One line of at most so many terminal cells; a Chinese character takes two."""
    line = " ".join(plain(text).split())
    return line if cell_len(line) <= cells else f"{set_cell_size(line, cells - 1).rstrip()}…"


def _texts(found: Sequence[Found]) -> tuple[str, ...]:
    return tuple(item.text for item in found)


def _principal(session: str) -> Principal:
    return Principal(user="me", agent="demo", session=session)


def _milliseconds_since(start: float) -> float:
    return (time.perf_counter() - start) * 1000
