"""Tasks whose steps an agent told one by one become a procedure, as tasks done by tool calls do."""

from collections.abc import Sequence

import pytest
from consolidation_kit import Life

from mcp_memory.engine.consolidation.runs import aligned, run_of
from mcp_memory.engine.domain.memory import Action, Episode, Memory, Principal, Procedure
from mcp_memory.engine.domain.promotion import Waits
from mcp_memory.engine.domain.requests import Observe, Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.domain.vocabulary import EventType, Layer
from mcp_memory.engine.encoding.actions import MAX_ACTIONS, actions
from mcp_memory.testing import a_memory

ENGLISH = (
    "Release the {} service",
    ("Run the tests of {}", "Build the image of {}", "Tag the commit", "Announce {} in the chat"),
    ("atlas", "borealis", "comet"),
)
CHINESE = ("发布{}服务", ("跑{}的测试", "构建{}的镜像", "打标签", "在群里通知{}发布"), ("订单", "支付", "库存"))
CALL = Said(role=Role.TOOL_CALL, content='{"name": "bash", "arguments": {"command": "make release"}}')
OK = Said(role=Role.TOOL_RESULT, content="ok")
FAILED = Said(role=Role.TOOL_RESULT, content="error: no space left")


def told(life: Life, goal: str, steps: Sequence[str], session: str, *turns: Said) -> Memory:
    """A task in a session of its own, told step by step; the record it leaves."""
    who = Principal(user="me", agent="test", session=session)
    life.clock.advance(hours=9)
    life.engine.observe(who, Observe(goal=goal, turns=(Said(role=Role.USER, content=goal),)))
    for step in steps:
        life.engine.observe(who, Observe(step=step))
    life.engine.observe(who, Observe(turns=(*turns, Said(role=Role.ASSISTANT, content="It is released.")), end=True))
    while life.engine.encode().done:
        pass
    listed = life.listed(frozenset({Layer.EPISODIC}), ())
    return next(memory for memory in listed if memory.event_type is EventType.TASK_RECORD)


def tell_three(life: Life, task: tuple[str, Sequence[str], Sequence[str]], *turns: Said) -> list[Memory]:
    goal, steps, names = task
    filled = [(goal.format(name), [step.format(name) for step in steps]) for name in names]
    return [told(life, *each, f"session-{place}", *turns) for place, each in enumerate(filled)]


@pytest.mark.parametrize("task", [ENGLISH, CHINESE])
@pytest.mark.parametrize("turns", [(), (CALL, OK)])
def test_three_tasks_told_in_steps_become_a_procedure(
    life: Life, task: tuple[str, Sequence[str], Sequence[str]], turns: tuple[Said, ...]
) -> None:
    """Tool calls beside them change nothing: the steps say what the calls were for."""
    tell_three(life, task, *turns)
    life.consolidating().run()
    (procedure,) = life.procedures()
    assert isinstance(procedure.details, Procedure)
    (named,) = procedure.details.inputs
    braced = f"{{{named}}}"
    assert procedure.details.trigger == task[0].format(braced)
    assert procedure.details.steps == tuple(step.format(braced) for step in task[1])


@pytest.mark.parametrize("task", [ENGLISH, CHINESE])
def test_they_can_be_promoted_by_their_ids(life: Life, task: tuple[str, Sequence[str], Sequence[str]]) -> None:
    ids = [record.id for record in tell_three(life, task)]
    outcome = life.promote(*ids, to=Layer.PROCEDURAL)
    assert isinstance(outcome, Waits)
    assert all(result.passed for result in outcome.report.results)


def test_steps_and_calls_are_both_kept_in_order(life: Life) -> None:
    record = told(life, "Release atlas", ["Run the tests", "Run the tests", "Tag it"], "one", CALL, OK)
    assert isinstance(record.details, Episode)
    assert [(action.name, action.outcome) for action in record.details.actions] == [
        ("Run the tests", ""),
        ("Tag it", ""),
        ("bash", "ok"),
    ]


def test_steps_leave_no_room_for_more_calls_than_are_kept() -> None:
    assert len(actions([f"Step number {n}" for n in range(MAX_ACTIONS + 5)], ())) == MAX_ACTIONS


def test_a_task_whose_last_call_failed_is_no_way_to_do_it(life: Life) -> None:
    tell_three(life, ENGLISH, CALL, FAILED)
    done = life.consolidating().run()
    assert done.left_out == {"a task that failed": 3}


def test_other_tasks_in_steps_make_none(life: Life) -> None:
    told(life, "Write the letter to the landlord", ["Look up the address", "Draft it", "Ask Anna"], "a")
    told(life, "Plan the summer party", ["Count the guests", "Rent the boat", "Order ice"], "b")
    told(life, "Repair the old printer", ["Open the cover", "Clean the roller", "Print a page"], "c")
    life.consolidating().run()
    assert life.procedures() == []


def test_one_told_step_beside_calls_leaves_the_account_to_the_calls() -> None:
    calls = (Action("build", "{}"), Action("push", "{}"))
    run = run_of(a_memory(details=Episode(goal="ship it", actions=(Action("Ship it now"), *calls))))
    assert run is not None
    assert [step.name for step in run.steps] == ["build", "push"]


@pytest.mark.parametrize("content", ["Task: x Steps: Open it; Close it Outcome: ok", "任务: x 步骤: Open it; Close it"])
def test_a_record_without_actions_is_read_from_its_text(content: str) -> None:
    run = run_of(a_memory(content=content, details=Episode(goal="x")))
    assert run is not None
    assert [step.words for step in run.steps] == ["Open it", "Close it"]


def test_steps_that_do_the_contrary_to_one_thing_do_not_align() -> None:
    def run(*steps: str) -> Memory:
        return a_memory(details=Episode(goal="patch it", actions=tuple(map(Action, steps))))

    one = run_of(run("Stop the server", "Patch it now"))
    other = run_of(run("Start the server", "Patch it now"))
    assert one is not None
    assert other is not None
    assert aligned(one.steps, other.steps) == [(1, 1)]
