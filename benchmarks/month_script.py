"""A month's conversations as they are fed to a client, and what a person who was there knows of them.

A script is one text file: what was said, below each turn what a careful reader would note of it, and before all that
which statements belong together. Nothing of the latter is told to the product.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Self

_ROLES = {"~ ": "assistant", "> ": "tool_call", "< ": "tool_result"}
_HAN = re.compile(r"[一-鿿]")


@dataclass
class Turn:
    """One turn; `kind` and `note` are what a careful reader notes of it, empty where it is not worth keeping."""

    role: str
    text: str
    speaker: str = ""
    kind: str = ""
    note: str = ""

    @property
    def language(self) -> str:
        """That of its text."""
        return language(self.text)


@dataclass
class Round:
    """A person's turn and all up to the next one; or a step that was done."""

    turns: list[Turn] = field(default_factory=list)
    step: str = ""


@dataclass
class Sitting:
    """One session: its name, when it begins, what it is for, which one it goes on with."""

    name: str
    day: int
    clock: str
    goal: str
    resumes: str
    rounds: list[Round] = field(default_factory=list)

    @property
    def turns(self) -> list[Turn]:
        """All its turns, in order."""
        return [turn for round_ in self.rounds for turn in round_.turns]

    def begins(self, monday: datetime) -> datetime:
        """When, in the month that begins on that Monday."""
        hour, minute = map(int, self.clock.split(":"))
        return monday + timedelta(days=self.day, hours=hour, minutes=minute)


@dataclass(frozen=True)
class Rule:
    """Something said more than once. `words` stand in every wording of it; `days` are those it was said on.

    `scenes` are the days that are contexts of their own; `becomes` is what it may become without a person.
    """

    what: str
    words: tuple[str, ...]
    days: tuple[int, ...]
    scenes: tuple[int, ...]
    becomes: str

    def is_said_in(self, text: str) -> bool:
        """Whether a text says it."""
        return holds(text, self.words)


@dataclass(frozen=True)
class Change:
    """A value that was one thing first and another later."""

    what: str
    words: tuple[str, ...]
    old: str
    new: str
    asked: str

    def is_about(self, text: str) -> bool:
        """Whether a text tells that value."""
        return all(word in text.casefold() for word in self.words)


@dataclass(frozen=True)
class Task:
    """A task done on three days: its steps, the values that vary, those that are the same in every run."""

    what: str
    steps: tuple[str, ...]
    varies: tuple[str, ...]
    stays: tuple[str, ...]
    exception: str
    days: tuple[int, ...]

    def is_described_in(self, text: str) -> bool:
        """Whether a procedure is about it: most of its steps stand there."""
        return sum(step in text for step in self.steps) * 2 > len(self.steps)


@dataclass
class Script:
    """A month: its sessions in order, and what belongs together in them.

    `copied` is a list that somebody brings in afterwards; `questions` is what somebody asks at the end, each with the
    words that the first answer must hold.
    """

    project: str = ""
    sittings: list[Sitting] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    tasks: list[Task] = field(default_factory=list)
    copied: list[str] = field(default_factory=list)
    questions: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    @classmethod
    def read(cls, file: Path) -> Self:
        """Read a script; how one is written stands at the head of `month_orchard.txt`."""
        script = cls()
        for line in file.read_text(encoding="utf-8").splitlines():
            parts = [part.strip() for part in line[2:].lstrip("=").split("|")]
            if line.startswith("! "):
                script._know(*parts)
            elif line.startswith("== "):
                script.sittings.append(_sitting(*parts))
            elif line and not line.startswith("#"):
                _read(line, script.sittings[-1].rounds)
        return script

    def _know(self, what: str, first: str, *rest: str) -> None:
        match what, rest:
            case "project", ():
                self.project = first
            case "rule", (words, days, scenes, becomes):
                self.rules.append(Rule(first, _words(words), _days(days), _days(scenes), becomes))
            case "change", (words, old, new, asked):
                self.changes.append(Change(first, _words(words), old, new, asked))
            case "task", (steps, varies, stays, exception, days):
                told = _words(steps), _words(varies), _words(stays)
                self.tasks.append(Task(first, *told, exception, _days(days)))
            case "copied", ():
                self.copied.append(first)
            case "asked", (words,):
                self.questions.append((first, _words(words)))
            case _:
                raise ValueError(f"not known in a script: {what}, {first}")


def language(text: str) -> str:
    """The language: zh where it has Chinese characters, else en."""
    return "zh" if _HAN.search(text) else "en"


def holds(text: str, words: Iterable[str]) -> bool:
    """Whether each of the words stands in the text; a slash stands between alternatives."""
    folded = text.casefold()
    return all(any(one in folded for one in word.split("/")) for word in words)


def _words(told: str) -> tuple[str, ...]:
    return tuple(told.split(", ")) if told else ()


def _days(told: str) -> tuple[int, ...]:
    return tuple(map(int, told.split()))


def _sitting(name: str, when: str, goal: str, resumes: str) -> Sitting:
    day, clock = when.split()
    return Sitting(name, int(day), clock, goal, resumes)


def _read(line: str, rounds: list[Round]) -> None:
    mark, rest = line[:2], line[2:]
    if mark == "+ ":
        rounds.append(Round(step=rest))
    elif mark == "= ":
        turn = rounds[-1].turns[-1]
        turn.kind, turn.note = rest.split(" | ", 1)
    elif mark in _ROLES:
        if not rounds or rounds[-1].step:
            rounds.append(Round())
        rounds[-1].turns.append(Turn(_ROLES[mark], rest.replace("; ", "\n") if mark == "> " else rest))
    else:
        speaker, text = line.split(": ", 1)
        rounds.append(Round([Turn("user", text, speaker)]))
