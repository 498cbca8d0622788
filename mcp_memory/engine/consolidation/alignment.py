"""Several runs of one kind of task, aligned: a stable backbone, named parameters, exceptions as branches.

The backbone are the steps of a reference run that at least three quarters of the runs took in the same order. Steps
that only some took become branches behind the step they followed: after a failure, or now and then. How often is not
said, so that one more run like the others leaves the procedure as it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mcp_memory.engine.consolidation.gates import Objects
from mcp_memory.engine.consolidation.runs import Run, Step, aligned
from mcp_memory.engine.consolidation.slots import Slots, Values, arguments_template, template
from mcp_memory.engine.domain.memory import Procedure
from mcp_memory.engine.text.counting import cut_chars
from mcp_memory.engine.text.languages import is_chinese

_STABLE = 0.75
_MOST_BRANCHES = 6
_REASON_CHARS = 60
_FREE_TEXT = frozenset(
    [
        "message",
        "content",
        "text",
        "body",
        "description",
        "comment",
        "query",
        "note",
        "title",
        "output",
        "code",
        "patch",
        "diff",
    ]
)


@dataclass(frozen=True, slots=True)
class Aligned:
    """What runs have in common: the procedure, what it was seen on, and how many runs left out a step of it."""

    procedure: Procedure
    objects: Objects
    deviating: int


def align(runs: Sequence[Run]) -> Aligned:
    """The procedure that these runs, two or more, have in common; its steps are empty when they share none."""
    reference = _reference(runs)
    places = [dict(aligned(reference.steps, run.steps)) for run in runs]
    needed = _STABLE * len(runs)
    backbone = [n for n in range(len(reference.steps)) if sum(n in place for place in places) >= needed]
    in_chinese = is_chinese(reference.goal)
    slots = _named_by_arguments(runs, reference, places)
    trigger = template([run.goal for run in runs], slots)
    in_goal = tuple(name for name in slots.named if f"{{{name}}}" in trigger)
    told = [_told(reference, n, runs, places, slots) for n in backbone]
    branches = _branches(runs, places, backbone)
    steps: list[str] = []
    for n, step in zip(backbone, told, strict=True):
        steps.append(step)
        steps += (_branch(branch, in_chinese=in_chinese) for branch in branches.get(n, ())[:_MOST_BRANCHES])
    procedure = Procedure(
        trigger=trigger,
        steps=tuple(steps),
        inputs=tuple(slots.named),
        outputs=_outputs(runs),
    )
    return Aligned(
        procedure=procedure,
        objects=_objects(slots.named, in_goal, steps),
        deviating=sum(any(n not in place for n in backbone) for place in places),
    )


def varying(runs: Sequence[Run]) -> tuple[str, ...]:
    """What the goals of these runs name differently, one value for each run; () where they are all alike."""
    slots = Slots()
    if runs:
        template([run.goal for run in runs], slots)
    return max(slots.named.values(), key=lambda values: len(set(values)), default=())


@dataclass(frozen=True, slots=True)
class _Branch:
    """Steps that some runs took behind a step of the backbone, and after which failure, "" without one."""

    steps: tuple[str, ...]
    failed: str = ""
    reason: str = ""


def _reference(runs: Sequence[Run]) -> Run:
    """The run that shares most with the others; of equals the shortest, then the first."""

    def shared(run: Run) -> int:
        return sum(len(aligned(run.steps, other.steps)) for other in runs)

    return max(runs, key=lambda run: (shared(run), -len(run.steps), [-ord(char) for char in run.memory.id]))


def _named_by_arguments(runs: Sequence[Run], reference: Run, places: Sequence[Mapping[int, int]]) -> Slots:
    """The parameters of the goal that are an argument of a step, called as that is."""
    goals, slots = Slots(), Slots()
    template([run.goal for run in runs], goals)
    wanted = [tuple(value.casefold() for value in values) for values in goals.named.values()]
    for n in range(len(reference.steps)):
        steps = _taken(reference, n, runs, places)
        for name in steps[0].arguments:
            values = tuple(step.arguments.get(name, "") for step in steps)
            if name and name not in _FREE_TEXT and tuple(value.casefold() for value in values) in wanted:
                slots.name(values, name)
    return slots


def _taken(reference: Run, n: int, runs: Sequence[Run], places: Sequence[Mapping[int, int]]) -> list[Step]:
    """One step as each run took it; a run that left it out takes the reference's, so that the rows stay comparable."""
    return [run.steps[place[n]] if n in place else reference.steps[n] for run, place in zip(runs, places, strict=True)]


def _told(reference: Run, n: int, runs: Sequence[Run], places: Sequence[Mapping[int, int]], slots: Slots) -> str:
    """One step of the backbone as text on one line, its varying arguments as parameters."""
    steps = _taken(reference, n, runs, places)
    arguments = " ".join(arguments_template([step.arguments for step in steps], slots).split())
    name = steps[0].name
    if not name:
        return arguments or steps[0].arguments.get("", "")
    return f"{name} ({arguments})" if arguments else name


def _branches(
    runs: Sequence[Run], places: Sequence[Mapping[int, int]], backbone: Sequence[int]
) -> dict[int, list[_Branch]]:
    """By the place of the backbone's step before them, what runs did beside the backbone."""
    found: dict[int, list[_Branch]] = {}
    for run, place in zip(runs, places, strict=True):
        own = {place[n]: n for n in backbone if n in place}
        after, extra, before = next(iter(backbone), 0), list[Step](), None
        for position, step in enumerate(run.steps):
            if position in own:
                _note(found, after, extra, before)
                after, extra, before = own[position], [], step
            else:
                extra.append(step)
        _note(found, after, extra, before)
    return found


def _note(found: dict[int, list[_Branch]], after: int, extra: Sequence[Step], before: Step | None) -> None:
    if not extra:
        return
    failed = next((step for step in (before, *extra) if step is not None and step.has_failed), None)
    reason = cut_chars(failed.outcome.removeprefix("failed:").strip(), _REASON_CHARS) if failed else ""
    branch = _Branch(tuple(_name(step) for step in extra), _name(failed) if failed else "", reason)
    known = found.setdefault(after, [])
    if not any((one.steps, one.failed) == (branch.steps, branch.failed) for one in known):
        known.append(branch)


def _name(step: Step) -> str:
    return step.key or step.name or step.arguments.get("", "")


def _branch(branch: _Branch, *, in_chinese: bool) -> str:
    steps = ("，然后 " if in_chinese else ", then ").join(branch.steps)
    if not branch.failed:
        return f"有时：{steps}" if in_chinese else f"Sometimes: {steps}"
    reason = f" ({branch.reason})" if branch.reason else ""
    return f"如果 {branch.failed} 失败{reason}：{steps}" if in_chinese else f"If {branch.failed} fails{reason}: {steps}"


def _objects(named: Mapping[str, Values], in_goal: Sequence[str], steps: Sequence[str]) -> Objects:
    """What the runs were done on: what varies in their goals and steps, else in arguments that are no free text.

    What varies in the goals alone is their wording, unless no step takes arguments at all.
    """
    whole = [name for name, values in named.items() if all(value.strip() for value in values)]
    used = [name for name in whole if any(f"{{{name}}}" in step for step in steps)]
    bare = not any("(" in step for step in steps)
    telling = [name for name in in_goal if name in used or (bare and name in whole)] or [
        name for name in used if name.rstrip("_0123456789") not in _FREE_TEXT
    ]
    most = max(telling, key=lambda name: len(set(named[name])), default=None)
    return Objects(parameters=tuple(telling), seen=named[most] if most is not None else ())


def _outputs(runs: Sequence[Run]) -> tuple[str, ...]:
    """What all runs ended in, when they say the same."""
    last = {run.steps[-1].outcome for run in runs}
    only = last.pop() if len(last) == 1 else ""
    return (only,) if only else ()
