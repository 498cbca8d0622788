"""A task that was done, as an ordered row of steps, and how two such rows align."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mcp_memory.engine.consolidation.alike import dice
from mcp_memory.engine.consolidation.differing import begins_alike, differing
from mcp_memory.engine.domain.memory import Action, Episode, Memory, Procedure
from mcp_memory.engine.text.procedures import MIN_STEPS
from mcp_memory.engine.text.tokens import query_terms

_MOST_STEPS = 40
_HALF = 0.5
_LEAST_GOAL = 0.3
_SHELLS = frozenset(
    ["bash", "shell", "sh", "exec", "execute", "run", "run_command", "terminal", "command", "cmd", "powershell", "call"]
)
_FAMILIES = frozenset(
    [
        "git",
        "docker",
        "kubectl",
        "npm",
        "pnpm",
        "yarn",
        "cargo",
        "uv",
        "pip",
        "go",
        "make",
        "terraform",
        "helm",
        "gh",
        "systemctl",
        "poetry",
    ]
)
_NAMED = re.compile(r"\s*(?P<name>[A-Za-z_][\w-]{0,40})\s*[:=]\s*(?P<value>\S.*?)\s*")
_WORD = re.compile(r"[A-Za-z][\w.-]*")
_JOINS = re.compile(r"[_.:/-]+")
_TOOL = re.compile(r"[A-Za-z_][\w.:/-]*", re.ASCII)
_TOLD_STEPS = re.compile(r"(?:^|\s)(?:Steps|步骤): (.+?)(?=\s+(?:Outcome|结果): |\n|$)")


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `key` says what is done, without what it is done to; "" for a step told in words."""

    name: str
    key: str
    arguments: Mapping[str, str]
    outcome: str = ""

    @property
    def words(self) -> str:
        """What is done, in words: a step told in words whole, else the tool's name."""
        return _JOINS.sub(" ", self.name) or self.arguments.get("", "")

    @property
    def has_failed(self) -> bool:
        """Whether its outcome says so."""
        return self.outcome.startswith("failed:")


@dataclass(frozen=True, slots=True)
class Run:
    """One task that was done, or a procedure that was settled in words."""

    memory: Memory
    goal: str
    steps: tuple[Step, ...]
    goal_terms: frozenset[str]

    @property
    def is_done(self) -> bool:
        """Whether its last step did not fail."""
        return not self.steps[-1].has_failed


def run_of(memory: Memory) -> Run | None:
    """The run that a task record or a procedure tells of; None when it has fewer than two steps or no goal."""
    match memory.details:
        case Episode() as episode:
            goal = episode.goal
            steps = _account(episode.actions) or tuple(map(_told, _told_steps(memory.content)))
        case Procedure() as procedure:
            goal, steps = procedure.trigger, tuple(map(_told, procedure.steps))
        case _:
            return None
    if not goal or len(steps) < MIN_STEPS:
        return None
    return Run(memory, goal, steps[:_MOST_STEPS], frozenset(query_terms(goal)))


def are_alike(first: Run, second: Run, near_runs: float) -> bool:
    """Whether two runs did the same kind of task: goals that share words, and most steps in the same order."""
    if dice(first.goal_terms, second.goal_terms) < _LEAST_GOAL:
        return False
    shared = len(aligned(first.steps, second.steps))
    return shared >= MIN_STEPS and shared >= near_runs * min(len(first.steps), len(second.steps))


def are_same(first: Run, second: Run) -> bool:
    """Whether one is a repeat of the other: the same goal, the same steps on the same things."""
    return first.goal == second.goal and [(step.name, step.arguments) for step in first.steps] == [
        (step.name, step.arguments) for step in second.steps
    ]


def aligned(first: Sequence[Step], second: Sequence[Step]) -> list[tuple[int, int]]:
    """Places of the steps that both have, in the same order: a longest common subsequence.

    Of several equally long ones that in which most arguments agree, so that a step which was done twice is found where
    it was done in the same way; of these the earliest, so that what was repeated lies behind it.
    """
    rows, columns = len(first), len(second)
    best = [[(0, 0.0)] * (columns + 1) for _ in range(rows + 1)]
    worth = [[_worth(one, other) for other in second] for one in first]
    for row in reversed(range(rows)):
        for column in reversed(range(columns)):
            skipped = max(best[row + 1][column], best[row][column + 1])
            best[row][column] = max(skipped, _joined(worth[row][column], best[row + 1][column + 1]))
    found, row, column = [], 0, 0
    while row < rows and column < columns:
        if worth[row][column] is not None and best[row][column] == _joined(
            worth[row][column], best[row + 1][column + 1]
        ):
            found.append((row, column))
            row, column = row + 1, column + 1
        elif best[row + 1][column] >= best[row][column + 1]:
            row += 1
        else:
            column += 1
    return found


def _worth(one: Step, other: Step) -> float | None:
    """How far the arguments of two steps of one kind agree, 0..1; None when they are of different kinds."""
    if not _same(one, other):
        return None
    names = one.arguments.keys() | other.arguments.keys()
    alike = (_likeness(one.arguments.get(name, ""), other.arguments.get(name, "")) for name in names)
    return sum(alike) / len(names) if names else 1.0


def _likeness(one: str, other: str) -> float:
    """1 for equal texts, else twice the words they share by the words they have."""
    return 1.0 if one == other else dice(frozenset(one.split()), frozenset(other.split()))


def _joined(worth: float | None, rest: tuple[int, float]) -> tuple[int, float]:
    return (rest[0] + 1, rest[1] + worth) if worth is not None else (-1, 0.0)


def _same(one: Step, other: Step) -> bool:
    if one.key and other.key:
        return one.key == other.key
    shared = differing(one.words, other.words).shared
    return shared > _HALF or (shared == _HALF and begins_alike(one.words, other.words))


def _account(actions: Sequence[Action]) -> tuple[Step, ...]:
    """The steps of a run: those told in words, where there are enough of them, else the tool calls.

    A failure of the last call is that of the last step.
    """
    told = [_told(action.name) for action in actions if _is_told(action)]
    called = tuple(_acted(action) for action in actions if not _is_told(action))
    if len(told) < MIN_STEPS:
        return called
    failure = called[-1].outcome if called and called[-1].has_failed else ""
    return (*told[:-1], replace(told[-1], outcome=failure))


def _is_told(action: Action) -> bool:
    return not (action.arguments or action.outcome or _TOOL.fullmatch(action.name))


def _acted(action: Action) -> Step:
    arguments = _arguments(action.arguments)
    return Step(
        name=action.name,
        key=_key(action.name, arguments),
        arguments=arguments,
        outcome=action.outcome,
    )


def _told(text: str) -> Step:
    return Step(name="", key="", arguments={"": text})


def _told_steps(content: str) -> list[str]:
    found = _TOLD_STEPS.search(content)
    return [part.strip() for part in found.group(1).split("; ") if part.strip()] if found else []


def _arguments(text: str) -> dict[str, str]:
    """Arguments by name, told as a JSON object or a line each ("version: 2.1"); else all of it stands under ""."""
    try:
        plain = json.loads(text) if text.startswith("{") else None
    except (ValueError, RecursionError):
        plain = None
    if isinstance(plain, dict):
        return {str(name): value if isinstance(value, str) else json.dumps(value) for name, value in plain.items()}
    lines = [_NAMED.fullmatch(line) for line in text.splitlines() if line.strip()]
    named = {found["name"]: found["value"] for found in lines if found}
    return named if named and len(named) == len(lines) else {"": text} if text else {}


def _key(name: str, arguments: Mapping[str, str]) -> str:
    """The tool; of a shell its program, and of a family of commands the one command."""
    folded = name.casefold()
    if folded not in _SHELLS:
        return folded
    line = next(iter(arguments.values()), "")
    words = _WORD.findall(line)[:2]
    if not words:
        return folded
    return " ".join([folded, *(words if words[0] in _FAMILIES else words[:1])])
