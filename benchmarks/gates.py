"""The gates of consolidation: what rises of generated, labelled scenarios, by kind of trap, English and Chinese.

Each scenario is a user of their own in one data folder: they say things in sessions, days pass, consolidation runs. It
is right when what should rise rose (as active or as waiting, where the label says which), and nothing else did. A kind
of trap stands beside its controls, the same material where it should rise; precision and recall are about rising.
"""

import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from gate_around import around
from gate_texts import (
    CHANCE,
    EMOTIONAL,
    HABITS,
    OBJECTS,
    ONE_OFF,
    OTHER_TASKS,
    PROVISIONAL,
    RULES,
    SENSITIVE,
    TASKS,
    TEMPLATES,
    Rule,
    Task,
    Template,
)
from kit import Tables, options

from mcp_memory.bootstrap import parts_of, shipped_embedder
from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.consolidation.consolidate import Consolidating
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Memory, Principal
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.domain.requests import Observe, Remember, Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.domain.upkeep import BringIn
from mcp_memory.engine.domain.vocabulary import Layer, Status
from mcp_memory.engine.parts import Parts
from mcp_memory.engine.records.store import SqliteRecords
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.settings import Settings
from mcp_memory.testing import FrozenClock

LANGUAGES = ("en", "zh")
RISEN = frozenset({Status.ACTIVE, Status.PENDING})


@dataclass
class World:
    """One engine, its clock, and the user that a scenario plays."""

    engine: MemoryEngine
    parts: Parts
    clock: FrozenClock
    user: str = ""

    def who(self, session: str) -> Principal:
        """The scenario's user in a session."""
        return Principal(user=self.user, agent="benchmark", session=session)

    def say(self, text: str, session: str) -> None:
        """Remember something said in a session, some hours after the last thing."""
        self.clock.advance(hours=9)
        self.engine.remember(self.who(session), Remember(content=text))

    def resume(self, session: str, earlier: str) -> None:
        """Begin a session that goes on with an earlier one."""
        self.clock.advance(hours=9)
        said = (Said(role=Role.USER, content="ok"),)
        self.engine.observe(self.who(session), Observe(turns=said, resumes=earlier))

    def copy_in(self, *texts: str) -> None:
        """Bring in a list kept elsewhere."""
        self.engine.bring_in(self.who("import"), BringIn(form="markdown"), [f"- {text}\n" for text in texts])

    def do(self, session: str, goal: str, steps: Sequence[tuple[str, dict[str, str]]], failed: str = "") -> None:
        """Do a task by tool calls; the tool named `failed` fails."""
        self.clock.advance(hours=9)
        turns = [Said(role=Role.USER, content=goal)]
        for name, arguments in steps:
            called = json.dumps({"name": name, "arguments": arguments}, ensure_ascii=False)
            result = "error: it failed" if name == failed else "ok"
            turns += [Said(role=Role.TOOL_CALL, content=called), Said(role=Role.TOOL_RESULT, content=result)]
        turns.append(Said(role=Role.ASSISTANT, content="Done. The task is finished."))
        self.engine.observe(self.who(session), Observe(goal=goal, turns=tuple(turns), end=True))
        while self.engine.encode().done:
            pass


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is played, and what should come of it: `active`, `waits`, `rises` (either of both), or `nothing`.

    With `objects` it is `one each`: one rule about each of them, which rests on nothing said of another.
    """

    kind: str
    language: str
    expected: str
    play: Callable[[World], None]
    objects: tuple[str, ...] = ()


@dataclass
class Score:
    """How the scenarios of one kind came out."""

    right: int = 0
    risen: int = 0
    wanted: int = 0
    risen_wanted: int = 0
    wrongly_active: int = 0
    wrong: list[str] = field(default_factory=list)


def scenarios() -> Iterator[Scenario]:
    """All of them."""
    for rule in RULES:
        yield from _of_rule(rule)
    for language in LANGUAGES:
        for kind, texts, expected in (
            ("one-off", ONE_OFF[language], "nothing"),
            ("provisional", PROVISIONAL[language], "nothing"),
            ("emotional", EMOTIONAL[language], "nothing"),
            ("sensitive", SENSITIVE[language], "waits"),
        ):
            yield from (Scenario(kind, language, expected, _in_scenes(text, text, text)) for text in texts)
        for kind, groups, expected in (
            ("different objects", OBJECTS[language], "nothing"),
            ("habit or chance", HABITS[language], "rises"),
            ("habit or chance", CHANCE[language], "nothing"),
        ):
            yield from (Scenario(kind, language, expected, _in_scenes(*group)) for group in groups)
    for task in TASKS:
        yield from _of_task(task)
    for form in TEMPLATES:
        yield from _of_template(form)
    yield from (Scenario(kind, language, came, _said(*said)) for kind, language, came, said in around())


def _of_rule(rule: Rule) -> Iterator[Scenario]:
    one, two, three = rule.wordings
    language = rule.language

    def resumed(world: World) -> None:
        world.resume("s1", "")
        world.say(one, "s1")
        world.resume("s2", "s1")
        world.say(two, "s2")
        world.resume("s3", "s2")
        world.say(one, "s3")

    def copied(world: World) -> None:
        world.say(one, "s1")
        world.copy_in(two, three)
        world.say(one, "s2")

    def copied_and_seen(world: World) -> None:
        world.copy_in(two)
        _in_scenes(one, one, one)(world)

    def against_known(world: World) -> None:
        stated = Remember(content=rule.contrary, layer=Layer.SEMANTIC, user_confirmed=True)
        world.engine.remember(world.who("s0"), stated)
        _in_scenes(one, one, one)(world)

    yield Scenario("identical in three scenes", language, "active", _in_scenes(one, one, one))
    yield Scenario("identical in one scene", language, "nothing", _in_one_scene(one, one, one, one))
    yield Scenario("paraphrased in three scenes", language, "rises", _in_scenes(one, two, three))
    yield Scenario("paraphrased in one scene", language, "nothing", _in_one_scene(one, two, three))
    yield Scenario("resumed task", language, "nothing", resumed)
    yield Scenario("imported copy", language, "nothing", copied)
    yield Scenario("imported copy", language, "active", copied_and_seen)
    yield Scenario("unknown sessions", language, "nothing", _said(("", one), ("", two), ("", one), ("", three)))
    yield Scenario("two scenes only twice", language, "nothing", _in_scenes(one, one))
    yield Scenario("conflict with what is known", language, "waits", against_known)
    contrary = rule.contrary
    divided = _said(("s1", one), ("s2", one), ("s3", one), ("s4", contrary), ("s5", contrary))
    yield Scenario("disagreement", language, "not active", divided)


def _of_task(task: Task) -> Iterator[Scenario]:
    first = task.objects[0]

    def on_one_object(world: World) -> None:
        for place in range(4):
            world.do(f"t{place}", f"{task.goal.format(first)} {'once more ' * place}".strip(), _filled(task, first))

    def resumed(world: World) -> None:
        world.do("t0", task.goal.format(first), _filled(task, first))
        for place, name in enumerate(task.objects[1:3], 1):
            world.resume(f"t{place}", f"t{place - 1}")
            world.do(f"t{place}", task.goal.format(name), _filled(task, name))

    for kind, expected, play in (
        ("varying runs", "procedure", _runs(task)),
        ("with an exception", "procedure", _runs_with_exception(task)),
        ("one object only", "nothing", on_one_object),
        ("unlike tasks", "nothing", _unlike_runs(task)),
        ("failing runs", "nothing", _runs(task, failed=task.steps[-1][0])),
        ("resumed task", "nothing", resumed),
    ):
        yield Scenario(f"procedure, {kind}", task.language, expected, play)


def _of_template(form: Template) -> Iterator[Scenario]:
    one, names = form.wordings[0], form.objects
    same = _said(*((f"s{place}", one.format(name)) for place in range(3) for name in names))
    told = _said(*((f"s{place}", text.format(name)) for place, text in enumerate(form.wordings) for name in names))
    once = _in_scenes(*(one.format(name) for name in names))
    yield Scenario("template, each in three scenes", form.language, "one each", same, names)
    yield Scenario("template, each paraphrased", form.language, "one each", told, names)
    yield Scenario("template, each once", form.language, "nothing", once)


def _filled(task: Task, name: str) -> list[tuple[str, dict[str, str]]]:
    return [(tool, {key: value.format(name) for key, value in given.items()}) for tool, given in task.steps]


def _runs(task: Task, failed: str = "") -> Callable[[World], None]:
    def play(world: World) -> None:
        for place, name in enumerate(task.objects[:3]):
            world.do(f"t{place}", task.goal.format(name), _filled(task, name), failed)

    return play


def _runs_with_exception(task: Task) -> Callable[[World], None]:
    def play(world: World) -> None:
        for place, name in enumerate(task.objects):
            steps = _filled(task, name)
            if place == 2:
                steps[1:1] = [("ask_for_help", {"who": "operator"}), steps[0]]
            world.do(f"t{place}", task.goal.format(name), steps)

    return play


def _unlike_runs(task: Task) -> Callable[[World], None]:
    def play(world: World) -> None:
        for place, goal in enumerate(OTHER_TASKS[task.language]):
            world.do(f"t{place}", goal, _filled(task, task.objects[place]))

    return play


def _said(*sayings: tuple[str, str]) -> Callable[[World], None]:
    def play(world: World) -> None:
        for session, text in sayings:
            world.say(text, session)

    return play


def _in_scenes(*texts: str) -> Callable[[World], None]:
    return _said(*((f"s{place}", text) for place, text in enumerate(texts)))


def _in_one_scene(*texts: str) -> Callable[[World], None]:
    return _said(*(("s0", text) for text in texts))


def records_of(parts: Parts) -> SqliteRecords:
    """The records, which are the book of candidates and the source of vectors too."""
    if not isinstance(parts.records, SqliteRecords):
        raise TypeError("the records are not those of SQLite")
    return parts.records


def consolidating_of(parts: Parts) -> Consolidating:
    """Consolidation on the parts of an engine, without bounds."""
    records = records_of(parts)
    return Consolidating(
        records=records,
        book=records,
        index=parts.index,
        vectors=records,
        space=parts.embedder.card.space,
        compare=compare,
        reasoner=parts.reasoner,
        clean=str,
        policy=ConsolidationPolicy(max_episodes=1_000_000, max_seconds=86_400),
        clock=parts.clock,
        new_id=parts.new_id,
        stopwatch=time.perf_counter,
        shared=True,
    )


def outcome(world: World, scenario: Scenario, risen: Sequence[Memory]) -> str:
    """What came of a scenario."""
    if not risen:
        return "nothing"
    if scenario.objects:
        return "one each" if _is_one_each(world, scenario.objects, risen) else "mixed"
    if any(memory.layer is Layer.PROCEDURAL for memory in risen):
        return "procedure"
    return "active" if any(memory.status is Status.ACTIVE for memory in risen) else "waits"


def _is_one_each(world: World, objects: Sequence[str], risen: Sequence[Memory]) -> bool:
    records = records_of(world.parts)
    named = [next((name for name in objects if name in memory.content), "") for memory in risen]
    rested = [records.get_many(one.evidence) for memory in risen for one in records.candidates_on([memory.id])]
    told = [{name for name in objects for source in of.values() if name in source.content} for of in rested]
    return sorted(named) == sorted(objects) and all(len(names) == 1 for names in told)


def is_right(expected: str, came: str) -> bool:
    """Whether it is what the label says."""
    match expected:
        case "rises":
            return came in {"active", "waits"}
        case "not active":
            return came != "active"
        case _:
            return came == expected


def risen_of(world: World, user: str) -> list[Memory]:
    """What consolidation made of a user's episodes."""
    within = Filter(reach=Reach(user, None), layers=frozenset({Layer.SEMANTIC, Layer.PROCEDURAL}), statuses=RISEN)
    records = records_of(world.parts)
    found = records.listing(within, limit=20)
    return [memory for memory in found if records.candidates_on([memory.id]) and memory.origin.kind == "agent"]


def measure(tables: Tables, world: World, *, show: bool) -> None:
    """Play all, consolidate, score by kind."""
    played = list(scenarios())
    for place, scenario in enumerate(played):
        world.user = f"user-{place}"
        world.clock.advance(days=1)
        scenario.play(world)
    while world.engine.work().done:
        pass
    done = consolidating_of(world.parts).run()
    scores: dict[tuple[str, str], Score] = {}
    for place, scenario in enumerate(played):
        risen = risen_of(world, f"user-{place}")
        came = outcome(world, scenario, risen)
        score = scores.setdefault((scenario.kind, scenario.language), Score())
        is_wanted = scenario.expected not in {"nothing", "not active"}
        score.right += is_right(scenario.expected, came)
        score.risen += came != "nothing"
        score.wanted += is_wanted
        score.risen_wanted += is_wanted and came not in {"nothing", "mixed"}
        score.wrongly_active += came == "active" and scenario.expected not in {"active", "rises"}
        if not is_right(scenario.expected, came):
            texts = "; ".join(f"{memory.status}: {memory.content!r}" for memory in risen) or "nothing"
            score.wrong.append(
                f"{scenario.kind} ({scenario.language}, user-{place}): {scenario.expected}, {came}: {texts}"
            )
    rows = [_row(f"{kind}, {language}", [score]) for (kind, language), score in sorted(scores.items())]
    every = list(scores.values())
    head = ["kind", "right", "precision", "recall", "wrongly active"]
    tables.add("By kind", head, [*rows, _row("all", every)])
    counts = {**done.counts, **{f"left out: {name}": count for name, count in done.left_out.items()}}
    tables.add("Stages", ["stage", "count"], [*counts.items(), ("milliseconds", round(done.milliseconds))])
    if show:
        print("\n".join(line for score in every for line in score.wrong))


def _row(name: str, scores: Sequence[Score]) -> list[object]:
    risen, wanted = sum(score.risen for score in scores), sum(score.wanted for score in scores)
    hits, right = sum(score.risen_wanted for score in scores), sum(score.right for score in scores)
    total = Counter[str]()
    total["all"] = right + sum(len(score.wrong) for score in scores)
    precision = hits / risen if risen else "-"
    recall = hits / wanted if wanted else "-"
    return [name, f"{right}/{total['all']}", precision, recall, sum(score.wrongly_active for score in scores)]


def main(arguments: Sequence[str]) -> None:
    """Run it."""
    parser = options(__doc__)
    parser.add_argument("--words", action="store_true", help="words only: no vectors")
    parser.add_argument("--show", action="store_true", help="print what came out wrong")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home, Tables(asked.json) as tables:
        clock = FrozenClock()
        environ = {"MCP_MEMORY_HOME": home, "MCP_MEMORY_EMBEDDING_BATCH": "64"}
        parts = replace(parts_of(Settings.read(environ), shipped_embedder()), clock=clock)
        with MemoryEngine(parts) as engine:
            if not asked.words:
                engine.warm()
            measure(tables, World(engine, parts, clock), show=asked.show)


if __name__ == "__main__":
    main(sys.argv[1:])
