"""The month's conversations as they are fed to a client, and what a person who was there knows of them.

`month_texts.txt` holds what was said, and below each turn what a careful reader would note of it. The tables here say
which statements belong together. Nothing of that is told to the product.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Literal

TEXTS = Path(__file__).with_name("month_texts.txt")
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
    becomes: Literal["active", "pending", ""]

    def is_said_in(self, text: str) -> bool:
        """Whether a text says it."""
        return all(word in text.casefold() for word in self.words)


RULES = (
    Rule(
        "three sessions, near the same words (en)", ("deploy", "production", "friday"), (0, 8, 14), (0, 8, 14), "active"
    ),
    Rule("three sessions, near the same words (zh)", ("改动", "评审", "合并"), (0, 7, 15), (0, 7, 15), "active"),
    Rule(
        "three sessions, the same words (en)", ("migration must", "rollback script"), (3, 8, 22), (3, 8, 22), "active"
    ),
    Rule("three sessions, the same words (zh)", ("日志", "真实姓名"), (0, 7, 24), (0, 7, 24), "active"),
    Rule("three times in one session (en)", ("commit messages", "english"), (3, 3, 3), (3,), ""),
    Rule("three times in one session (zh)", ("金额", "用分"), (7, 7, 7), (7,), ""),
    Rule("a session and the one that resumes it (en)", ("feature flag", "owner"), (8, 8, 10), (8,), ""),
    Rule("a session and the one that resumes it (zh)", ("测试数据", "生产库"), (15, 15, 16), (15,), ""),
    Rule("two sessions and an imported copy (en)", ("backups must", "frankfurt"), (0, 14), (0, 14), ""),
    Rule("two sessions and an imported copy (zh)", ("发票抬头", "全称"), (0, 15), (0, 15), ""),
    Rule("sensitive, three sessions (en)", ("marta must", "epilepsy"), (3, 10, 22), (3, 10, 22), "pending"),
    Rule("sensitive, three sessions (zh)", ("老周", "糖尿病"), (7, 16, 24), (7, 16, 24), "pending"),
)


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


CHANGES = (
    Change(
        "a changed value (en)", ("session timeout",), "30 minutes", "60 minutes", "How long is the session timeout?"
    ),
    Change("a changed value (zh)", ("订单导出",), "凌晨2点", "凌晨4点", "订单导出几点跑？"),
)


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


TASKS = (
    Task(
        "a task from its tool calls (en)",
        ("run_tests", "git_tag", "build_image", "deploy", "smoke_test", "notify"),
        ("2.3.0", "2.4.0", "2.5.0"),
        ("staging", "production"),
        "roll_back",
        (3, 14, 22),
    ),
    Task(
        "a task from its steps (zh)",
        ("门店账号", "菜单", "小票打印机", "试单", "店长"),
        ("徐汇店", "静安店", "浦东店"),
        (),
        "CSV",
        (7, 15, 24),
    ),
)

COPIED = "# House rules\n\n- All backups must stay in the Frankfurt region.\n- 发票抬头一律用公司全称。\n"
"""A list that somebody brings in after the month; both were said in two sessions."""

QUESTIONS = (
    ("How do we release?", ("release orchard",)),
    ("我们怎么发版？", ("release",)),
    ("What did we decide about the database?", ("postgresql",)),
    ("数据库我们定了用什么？", ("postgresql",)),
    ("May I deploy on Friday?", ("friday",)),
    ("合并代码之前要做什么？", ("评审",)),
    ("How long is the session timeout?", ("60 minutes",)),
    ("订单导出几点跑？", ("4点",)),
    ("怎么上线一家新店？", ("上线", "菜单")),
    ("Who owns checkout_v2?", ("own", "checkout_v2")),
    ("会员积分会过期吗？", ("积分|还没定",)),
    ("What is Ada doing next week?", ("holiday",)),
    ("谁不能上夜班？", ("夜班|night shift",)),
)
"""What somebody asks at the end, and words that the first answer must hold; a bar stands between alternatives."""


def language(text: str) -> str:
    """The language: zh where it has Chinese characters, else en."""
    return "zh" if _HAN.search(text) else "en"


def holds(text: str, words: Iterable[str]) -> bool:
    """Whether each of the words stands in the text."""
    folded = text.casefold()
    return all(any(one in folded for one in word.split("|")) for word in words)


@cache
def month() -> tuple[Sitting, ...]:
    """Every session of the month, in order."""
    sittings: list[Sitting] = []
    for line in TEXTS.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            name, when, goal, resumes = (part.strip() for part in line[3:].split("|"))
            day, clock = when.split()
            sittings.append(Sitting(name, int(day), clock, goal, resumes))
        elif line and not line.startswith("#"):
            _read(line, sittings[-1].rounds)
    return tuple(sittings)


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
