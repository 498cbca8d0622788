"""What the command line prints of one memory whole, of sessions, and of the data folder in numbers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from rich.text import Text

from mcp_memory.engine.domain.answers import Working
from mcp_memory.engine.domain.memory import (
    Action,
    Change,
    Details,
    Dossier,
    Episode,
    Memory,
    Procedure,
    Triple,
)
from mcp_memory.engine.domain.promotion import GateReport
from mcp_memory.engine.domain.sessions import Role, Session, Turn
from mcp_memory.engine.domain.stats import Stats
from mcp_memory.engine.text.counting import cut_chars
from mcp_memory.rendering import (
    DOUBT,
    QUIET,
    Lines,
    counted,
    gates,
    indented,
    minute,
    one_line,
    origin,
    plain,
    quiet,
    row,
    section,
    short,
    standing,
    through,
)
from mcp_memory.views.words import link

_TURN_CHARS = 2_000
"""How much of a turn is quoted."""

_PREVIEW_CHARS = 80
_BAR_CHARS = 30
_MEGABYTE = 1_048_576
_ROLES = {Role.TOOL_CALL: "tool call", Role.TOOL_RESULT: "tool result"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole(Dossier):
    """All there is to say of one memory.

    `gates` is their report when consolidation made it, `turns` are those it came from, `contradicted` is what it is in
    conflict with.
    """

    gates: GateReport | None = None
    turns: tuple[Turn, ...] = ()
    contradicted: tuple[Memory, ...] = ()


@dataclass(frozen=True, slots=True)
class Sitting:
    """A session in a list, and how many of its turns wait to be encoded."""

    session: Session
    unencoded: int


@dataclass(frozen=True, slots=True)
class Used:
    """One of the most recalled memories."""

    id: str
    recalled: int
    last: str
    content: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers under plain names; `weeks` by the day each begins, `size_bytes` of the records and their log."""

    total: int
    layers: Mapping[str, int]
    tiers: Mapping[str, int]
    event_types: Mapping[str, int]
    weeks: Mapping[str, int]
    most_recalled: tuple[Used, ...]
    waiting: Mapping[str, int]
    chunks: int
    size_bytes: int

    @classmethod
    def of(cls, stats: Stats) -> Self:
        """The engine's numbers, the texts of memories cut short."""
        return cls(
            total=stats.total,
            layers={f"{layer} {status}": size for (layer, status), size in stats.layers.items()},
            tiers={tier.value: size for tier, size in stats.tiers.items()},
            event_types={kind.value: size for kind, size in stats.event_types.items()},
            weeks={f"{week.begins_at:%Y-%m-%d}": week.stored for week in stats.weeks},
            most_recalled=tuple(
                Used(
                    id=memory.id,
                    recalled=memory.recall_count,
                    last=f"{memory.recalled_at:%Y-%m-%d}" if memory.recalled_at else "",
                    content=cut_chars(" ".join(memory.content.split()), _PREVIEW_CHARS),
                )
                for memory in stats.most_recalled
            ),
            waiting=dict(stats.waiting),
            chunks=stats.chunks,
            size_bytes=stats.size_bytes,
        )


def shown(whole: Whole) -> Lines:
    """Everything known about one memory."""
    memory = whole.memory
    yield Text(plain(memory.content))
    yield standing(memory)
    yield from _rows(_facts(memory))
    yield from _details(memory.details)
    if whole.contradicted:
        yield Text("In conflict with", style="bold")
        for other in whole.contradicted:
            yield Text(f"   {one_line(other)}\n   ") + standing(other)
        yield Text(f"   To decide: mcp-memory review {memory.id}", style=DOUBT)
    if whole.gates:
        yield Text("Gates", style="bold")
        yield from gates(whole.gates)
    yield from _quoted("Came from", whole.turns)
    yield Text("History", style="bold")
    for change in whole.history:
        yield from _change(change)
    yield from section("Seen", (f"{minute(seen.at)} in {_scene(seen.scene)}" for seen in whole.observations))
    yield from section("Links", (link(entry, memory.id) for entry in whole.links))


def sessions(sittings: Sequence[Sitting]) -> Lines:
    """The latest sessions: when, which, whether it goes on; below it what it is for and how far it is."""
    for sitting in sittings:
        session = sitting.session
        project = f"project {session.project}" if session.project else "no project"
        lead = f"{minute(session.active_at)}  {plain(session.id)}"
        yield Text.assemble((lead, "bold"), (plain(f"  {project} · {_state(session)}"), QUIET))
        if session.goal:
            yield Text(f"   {short(session.goal)}")
        waiting = f", {sitting.unencoded:,} waiting to be encoded" if sitting.unencoded else ""
        yield quiet(f"   {counted(session.turns, 'turn')}{waiting} · through {session.agent}")
    if not sittings:
        yield Text("No session was observed yet.")


def session(working: Working, unencoded: int) -> Lines:
    """One session: what it is for, what was done, what was said last."""
    about = working.session
    yield Text(plain(f"Session {about.id}"), style="bold")
    waiting = f"{counted(about.turns, 'turn')}, {unencoded:,} waiting to be encoded"
    facts = {
        "goal": about.goal,
        "project": about.project,
        "state": _state(about),
        "opened": f"{minute(about.opened_at)} through {about.agent}",
        "last active": minute(about.active_at),
        "resumes": about.resumes,
        "said": waiting,
    }
    yield from _rows(facts)
    yield from section("Steps", _numbered(about.steps))
    yield from section("Artefacts", about.artifacts)
    yield from section("Summary", (working.summary,) if working.summary else ())
    yield from section("Marked as worth keeping", (f"{mark.event_type}: {mark.text}" for mark in about.marked))
    yield from section("Denied in it", about.denied)
    yield from section("Open", working.open_tasks)
    yield from _quoted("Said last", [turn for kept in working.rounds for turn in kept.turns])
    if working.left_out:
        yield quiet(f"{counted(working.left_out, 'turn')} more stand in the summary only.")


def stats(numbers: Numbers) -> Lines:
    """Each group of numbers under its name."""
    size = f"{numbers.size_bytes / _MEGABYTE:.1f} MB"
    yield Text(f"{numbers.total:,} memories in {numbers.chunks:,} chunks, {size}", style="bold")
    yield from _group("Layers", numbers.layers)
    yield from _group("Tiers of active memories", numbers.tiers)
    yield from _group("Event types of active memories", numbers.event_types)
    yield from _weeks(numbers.weeks)
    if numbers.most_recalled:
        yield Text("Most recalled", style="bold")
    for used in numbers.most_recalled:
        yield Text(f"  {used.recalled:>6,}  {plain(used.content)}")
        yield quiet(f"          {used.id}, last {used.last or 'unknown'}")
    yield from _group("Waiting for a person", numbers.waiting)
    if not numbers.waiting:
        yield Text("Nothing waits for a person.")


def _facts(memory: Memory) -> dict[str, str]:
    return {
        "event": f"{memory.event_type}, {minute(memory.occurred_at)}",
        "said as": memory.when_said,
        "stored": minute(memory.stored_at),
        "valid until": through(memory.valid_until) if memory.valid_until else "",
        "recalled": _recalls(memory),
        "vouched by": origin(memory.origin),
        "tags": ", ".join(memory.tags),
        "importance": f"{memory.importance:.2f}, confidence {memory.confidence:.2f}",
    }


def _details(details: Details) -> Lines:
    """What a memory holds beside its sentence, as rows; what was not said but inferred says so."""
    match details:
        case Triple(subject, predicate, obj):
            yield from _rows({"taken apart": f"{subject} · {predicate} · {obj}"})
        case Procedure(trigger, steps, inputs, outputs):
            facts = {"trigger": trigger, "takes": ", ".join(inputs), "yields": ", ".join(outputs)}
            yield from _rows(facts)
            yield from section("Steps", _numbered(steps))
        case Episode():
            yield from _rows(_episode(details))
            yield from section("Left open", details.open_tasks)
            yield from section("Actions", _numbered(_action(action) for action in details.actions))
        case _:
            return


def _episode(episode: Episode) -> dict[str, str]:
    told = {
        "speaker": episode.speaker,
        "goal": episode.goal,
        "conclusion": episode.conclusion,
        "stance": episode.stance,
        "place": episode.place,
        "subjects": ", ".join(episode.subjects),
        "objects": ", ".join(episode.objects),
        "topic": episode.topic,
        "intent": episode.intent,
    }
    return {
        name: f"{value} (inferred)" if value and name in episode.inferred else value for name, value in told.items()
    }


def _action(action: Action) -> str:
    arguments = f" ({action.arguments})" if action.arguments else ""
    return f"{action.name}{arguments}{f' → {action.outcome}' if action.outcome else ''}"


def _numbered(steps: Iterable[str]) -> Iterator[str]:
    return (f"{number}. {step}" for number, step in enumerate(steps, start=1))


def _quoted(title: str, turns: Iterable[Turn]) -> Lines:
    """Turns as they were said, each line behind a bar."""
    lines: list[Text] = []
    for turn in turns:
        speaker = f" ({turn.speaker})" if turn.speaker else ""
        lines.append(quiet(f"   {turn.n}. {_ROLES.get(turn.role, turn.role)}{speaker}, {minute(turn.at)}"))
        said = plain(cut_chars(turn.content or "(erased)", _TURN_CHARS))
        lines += [Text(f"      | {line}") for line in said.split("\n")]
    if lines:
        yield Text(title, style="bold")
        yield from lines


def _rows(facts: dict[str, str]) -> Lines:
    return (row(name, indented(value)) for name, value in facts.items() if value)


def _change(change: Change) -> Lines:
    reason = f": {change.reason}" if change.reason else ""
    yield Text(indented(f"   {minute(change.at)}  version {change.version}  {change.verb} by {change.actor}{reason}"))
    if change.before is not None and change.before.content != change.after.content:
        yield quiet(f"      was: {indented(change.before.content)}")


def _recalls(memory: Memory) -> str:
    if memory.recalled_at is None:
        return ""
    return f"{counted(memory.recall_count, 'time')}, last {minute(memory.recalled_at)}"


def _scene(scene: str) -> str:
    return "an unknown session" if scene == "unknown" else f"session {scene}"


def _state(about: Session) -> str:
    return f"ended {minute(about.ended_at)}" if about.ended_at else "open"


def _group(title: str, counts: Mapping[str, int]) -> Lines:
    if counts:
        yield Text(title, style="bold")
    for name, count in counts.items():
        yield Text(f"  {count:>6,}  {name}")


def _weeks(weeks: Mapping[str, int]) -> Lines:
    most = max(weeks.values(), default=0)
    yield Text("Stored in the seven days from", style="bold")
    for day, stored in weeks.items():
        bar = "█" * round(_BAR_CHARS * stored / most) if most else ""
        yield Text(f"  {stored:>6,}  {day}  {bar}".rstrip())
