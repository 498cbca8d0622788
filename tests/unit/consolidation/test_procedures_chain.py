"""Chain B on a real folder: backbone, parameters, branches, versions."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import pytest
from consolidation_kit import Life

from mcp_memory.engine.domain.memory import Action, Change, Episode, Memory, Procedure, Scope
from mcp_memory.engine.domain.promotion import CandidateState, Waits
from mcp_memory.engine.domain.requests import Correct
from mcp_memory.engine.domain.vocabulary import Layer, LinkKind, Mark, Status
from mcp_memory.testing import DAWN, OWNER

SERVICES = ("atlas", "borealis", "comet", "delta", "echo")


def steps_for(service: str, *, before: Sequence[Action] = (), outcome: str = "ok") -> list[Action]:
    return [
        Action("run_tests", json.dumps({"service": service}), "42 passed"),
        *before,
        Action("build", json.dumps({"service": service, "tag": "latest"}), "ok"),
        Action("push", json.dumps({"image": f"{service}:latest"}), "ok"),
        Action("bash", json.dumps({"command": f"kubectl rollout restart {service}"}), outcome),
    ]


def deploy(life: Life, service: str, **how: object) -> Memory:
    return life.do(f"deploy {service} to staging", steps_for(service, **how), f"on-{service}")  # type: ignore[arg-type]


def deploy_three(life: Life) -> Memory:
    for service in SERVICES[:3]:
        deploy(life, service)
    life.consolidating().run()
    (procedure,) = life.procedures()
    return procedure


def procedure_of(memory: Memory) -> Procedure:
    assert isinstance(memory.details, Procedure)
    return memory.details


def test_what_three_runs_share_becomes_a_procedure_that_waits(life: Life) -> None:
    """What varies is a parameter, also where it is only part of an argument."""
    memory = deploy_three(life)
    procedure = procedure_of(memory)
    assert memory.status is Status.PENDING
    assert procedure.trigger == "deploy {service} to staging"
    assert procedure.steps == (
        "run_tests (service: {service})",
        "build (service: {service}, tag: latest)",
        "push (image: {service}:latest)",
        "bash (command: kubectl rollout restart {service})",
    )
    assert (procedure.inputs, procedure.outputs) == (("service",), ("ok",))
    dossier = life.records.dossier(memory.id)
    assert dossier is not None
    assert [link.kind for link in dossier.links] == [LinkKind.DERIVED_FROM] * 3
    (candidate,) = life.records.candidates("me", {CandidateState.PROMOTED})
    assert candidate.report.waits == ("it was drawn from runs by rules, without a model",)


def test_in_chinese_too(life: Life) -> None:
    for service in ("订单", "支付", "库存"):
        steps = [
            Action("跑测试", json.dumps({"服务": service}), "好"),
            Action("发布", json.dumps({"服务": service}), "好"),
        ]
        life.do(f"发布{service}服务", steps, f"在{service}")
    life.consolidating().run()
    procedure = procedure_of(life.procedures()[0])
    assert (procedure.trigger, procedure.steps) == ("发布{服务}服务", ("跑测试 (服务: {服务})", "发布 (服务: {服务})"))


def test_what_was_done_again_after_a_failure_is_its_branch(life: Life) -> None:
    """And what the others did once, in the same way, is found behind it: `production` is no parameter."""

    def release(version: str, *, again: bool = False) -> list[Action]:
        def called(name: str, **arguments: str) -> Action:
            return Action(name, json.dumps(arguments), "ok")

        staging = called("deploy", environment="staging", version=version)
        smoke = called("smoke_test", environment="staging")
        failed = replace(smoke, outcome="failed: 3 of 40 red")
        retry = [failed, called("roll_back", environment="staging"), called("warm_cache"), staging] if again else []
        production = called("deploy", environment="production", version=version)
        return [staging, *retry, smoke, production, called("notify", channel="releases")]

    for version, again in (("2.1", False), ("2.2", True), ("2.3", False)):
        life.do(f"Release {version} of the shop", release(version, again=again), f"on-{version}")
    life.consolidating().run()
    (memory,) = life.procedures()
    procedure = procedure_of(memory)
    assert procedure.inputs == ("version",)
    assert procedure.steps == (
        "deploy (environment: staging, version: {version})",
        "smoke_test (environment: staging)",
        "If smoke_test fails (3 of 40 red): roll_back, then warm_cache, then deploy, then smoke_test",
        "deploy (environment: production, version: {version})",
        "notify (channel: releases)",
    )


def test_arguments_may_be_told_line_by_line(life: Life) -> None:
    for version in ("2.1", "2.2", "2.3"):
        deploys = [
            Action("deploy", f"environment: {where}\nversion: {version}", "ok") for where in ("staging", "production")
        ]
        life.do(f"Release {version} of the shop", deploys, f"on-{version}")
    life.consolidating().run()
    assert procedure_of(life.procedures()[0]).steps == (
        "deploy (environment: staging, version: {version})",
        "deploy (environment: production, version: {version})",
    )


def test_two_runs_are_held(life: Life) -> None:
    deploy(life, "atlas")
    deploy(life, "comet")
    done = life.consolidating().run()
    assert (life.procedures(), done.failed_gates["more than one scene"]) == ([], 1)
    assert life.consolidating().run().counts == {}


def test_a_task_resumed_in_one_scene_is_one_run(life: Life) -> None:
    for _ in range(3):
        life.do("deploy atlas to staging", steps_for("atlas"), "one")
    done = life.consolidating().run()
    assert (life.procedures(), done.left_out) == ([], {"done once so far": 3})


def test_the_same_object_again_and_again_is_no_procedure(life: Life) -> None:
    for place in range(4):
        life.do("deploy atlas to staging", steps_for("atlas"), f"s{place}")
    life.consolidating().run()
    (candidate,) = life.open_candidates()
    assert [result.gate for result in candidate.report.failed] == ["applies to other objects"]


def test_only_another_wording_of_the_goal_is_no_other_object(life: Life) -> None:
    for goal in ("deploy atlas now", "deploy atlas quickly", "deploy atlas again"):
        life.do(goal, steps_for("atlas"), goal)
    life.consolidating().run()
    assert life.procedures() == []


def test_steps_without_arguments_vary_by_their_goal(life: Life) -> None:
    for name in ("Anna", "Bert", "Cleo"):
        life.do(f"invite {name} to the team", [Action("open_form"), Action("fill_form"), Action("send")], name)
    life.consolidating().run()
    procedure = procedure_of(life.procedures()[0])
    assert (procedure.trigger, procedure.steps) == ("invite {object} to the team", ("open_form", "fill_form", "send"))


def test_free_text_that_varies_is_no_object(life: Life) -> None:
    for place, message in enumerate(("first", "second", "third")):
        steps = [Action("edit", '{"path": "notes.md"}'), Action("commit", json.dumps({"message": message}))]
        life.do("keep the notes", steps, f"s{place}")
    life.consolidating().run()
    assert life.procedures() == []


def test_unlike_goals_share_no_procedure(life: Life) -> None:
    for goal in ("fix the login", "draft a letter", "compare the clouds"):
        life.do(goal, steps_for("atlas"), goal)
    done = life.consolidating().run()
    assert done.left_out == {"done once so far": 3}


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        (steps_for("atlas", outcome="failed: no quorum"), "a task that failed"),
        ([Action("run_tests")], "a task without two steps"),
    ],
)
def test_what_failed_or_has_no_steps_is_left_out(life: Life, steps: list[Action], why: str) -> None:
    life.do("deploy atlas", steps, "s")
    assert life.consolidating().run().left_out == {why: 1}


def test_one_more_run_supports_it(life: Life) -> None:
    before = deploy_three(life)
    deploy(life, "delta")
    done = life.consolidating().run()
    (after,) = life.procedures()
    assert (done.counts["supported"], after.id) == (1, before.id)
    assert after.confidence > before.confidence


def test_an_exception_becomes_a_branch_of_the_next_version(life: Life) -> None:
    old = deploy_three(life)
    before = [Action("edit", '{"path": "x"}'), Action("run_tests", '{"service": "delta"}', "ok")]
    steps = steps_for("delta", before=before)
    steps[0] = Action("run_tests", '{"service": "delta"}', "failed: 2 failed")
    life.do("deploy delta to staging", steps, "on-delta")
    done = life.consolidating().run()
    (new,) = life.procedures(Status.PENDING)
    (superseded,) = life.procedures(Status.SUPERSEDED)
    assert (done.counts["new versions"], superseded.id) == (1, old.id)
    assert procedure_of(new).steps[1] == "If run_tests fails (2 failed): edit, then run_tests"
    dossier = life.records.dossier(new.id)
    assert dossier is not None
    assert (new.id, old.id) in {(one.source, one.target) for one in dossier.links if one.kind is LinkKind.SUPERSEDES}
    assert life.consolidating().run().counts == {}


def test_an_extra_step_without_a_failure_is_taken_now_and_then(life: Life) -> None:
    deploy_three(life)
    deploy(life, "delta", before=[Action("lint")])
    life.consolidating().run()
    assert procedure_of(life.procedures(Status.PENDING)[0]).steps[1] == "Sometimes: lint"


def test_a_run_that_leaves_out_a_step_weakens_it(life: Life) -> None:
    for service in SERVICES[:3]:
        deploy(life, service)
    life.do("deploy delta to staging", steps_for("delta")[1:], "on-delta")
    life.consolidating().run()
    (procedure,) = life.procedures()
    assert len(procedure_of(procedure).steps) == 4
    assert procedure.confidence == pytest.approx((1 - 0.3 * 0.9 * 0.8**2) * 4 / 4.5)


def test_an_approved_version_counts_until_the_next_one_is_approved(life: Life) -> None:
    old = deploy_three(life)
    life.decided("approve", old.id)
    deploy(life, "delta", before=[Action("lint")])
    life.consolidating().run()
    (new,) = life.procedures(Status.PENDING)
    assert [one.id for one in life.procedures(Status.ACTIVE)] == [old.id]
    assert isinstance(life.promote(new.id, to=Layer.PROCEDURAL), Waits)
    life.promote(new.id, to=Layer.PROCEDURAL, person=True)
    assert [one.id for one in life.procedures(Status.ACTIVE)] == [new.id]
    assert [one.id for one in life.procedures(Status.SUPERSEDED)] == [old.id]
    dossier = life.records.dossier(old.id)
    assert dossier is not None
    assert dossier.history[-1].verb == "review: approve"


@pytest.mark.parametrize("path", ["review", "promote", "correct"])
def test_approving_a_new_version_is_one_act_on_either_path_and_is_undone_as_one(life: Life, path: str) -> None:
    old = deploy_three(life)
    life.decided("approve", old.id)
    deploy(life, "delta", before=[Action("lint")])
    life.consolidating().run()
    (new,) = life.procedures(Status.PENDING)
    life.clock.advance(hours=1)
    if path == "review":
        life.decided("approve", new.id)
    elif path == "correct":
        life.engine.correct(OWNER, Correct(id=new.id, verdict="confirmed", user_confirmed=True))
    else:
        life.promote(new.id, to=Layer.PROCEDURAL, person=True)
    assert [one.id for one in life.procedures(Status.ACTIVE)] == [new.id]
    assert [one.id for one in life.procedures(Status.SUPERSEDED)] == [old.id]
    life.clock.advance(hours=1)
    life.decided("undo", new.id)
    assert [one.id for one in life.procedures(Status.ACTIVE)] == [old.id]
    assert [one.id for one in life.procedures(Status.PENDING)] == [new.id]


def test_a_settled_procedure_is_supported_by_its_runs(life: Life) -> None:
    settled = life.say("deploy a service to staging", "told", steps=("run tests", "build", "push", "restart with bash"))
    assert settled.layer is Layer.PROCEDURAL
    for service in SERVICES[:2]:
        deploy(life, service)
    done = life.consolidating().run()
    (after,) = life.procedures()
    assert (after.id, done.counts["supported"]) == (settled.id, 2)
    seen = life.everything()
    life.forget_how_far()
    life.consolidating().run()
    assert life.everything() == seen


def test_settled_procedures_for_different_objects_become_one(life: Life) -> None:
    for name in ("atlas", "borealis", "comet"):
        life.say(f"To release {name}", name, steps=(f"test {name} thoroughly", f"tag {name} with a version"))
    life.consolidating().run()
    (general,) = life.procedures(Status.PENDING)
    assert procedure_of(general).steps == ("test {object} thoroughly", "tag {object} with a version")
    life.forget_how_far()
    life.consolidating().run()
    assert len(life.procedures()) == 4


def test_a_rejected_procedure_is_not_proposed_again(life: Life) -> None:
    deploy_three(life)
    (candidate,) = life.records.candidates("me", {CandidateState.PROMOTED})
    life.decided("reject", candidate.memory_id)
    life.forget_how_far()
    done = life.consolidating().run()
    assert life.procedures(Status.ACTIVE, Status.PENDING) == []
    assert done.left_out == {"rejected before, from the same evidence": 3}


def test_a_sensitive_procedure_is_marked(life: Life) -> None:
    for service in SERVICES[:3]:
        steps = [
            Action("rotate_password", json.dumps({"service": service})),
            Action("restart", json.dumps({"service": service})),
        ]
        life.do(f"rotate the password of {service}", steps, service)
    life.consolidating().run()
    assert life.procedures()[0].marks == {Mark.SENSITIVE}


def test_without_the_grant_it_is_the_agents_own(life: Life) -> None:
    life.shared = False
    deploy_three(life)
    (candidate,) = life.records.candidates("me", {CandidateState.PROMOTED})
    assert "it was drawn from one agent's private episodes" in candidate.report.waits


def test_running_again_from_the_beginning_changes_nothing(life: Life) -> None:
    deploy_three(life)
    deploy(life, "delta", before=[Action("lint")])
    life.consolidating().run()
    seen = life.everything()
    for _ in range(3):
        life.forget_how_far()
        life.consolidating().run()
    assert life.everything() == seen


def test_a_dry_run_shows_it_and_writes_nothing(life: Life) -> None:
    for service in SERVICES[:3]:
        deploy(life, service)
    (candidate, *_) = life.consolidating().dry_run()
    assert candidate.report.passed
    assert life.procedures() == []


def test_steps_told_in_words_align_by_their_words(life: Life) -> None:
    """A task without tool calls has its steps in its text, and arguments may be plain text."""
    for name in ("anna", "bert", "cleo"):
        steps = [Action(f"collect the papers of {name}"), Action(f"scan the papers of {name}")]
        record = life.do(f"file the papers of {name}", steps, name)
        with life.records.writing() as writing:
            told = replace(record.changed(life.clock()), details=Episode(goal=f"file the papers of {name}"))
            writing.put(Change.made(OWNER, "edit", "", record, told))
    life.consolidating().run()
    procedure = procedure_of(life.procedures()[0])
    assert procedure.steps == ("collect the papers of {object}", "scan the papers of {object}")


def test_plain_and_broken_arguments_are_compared_as_text(life: Life) -> None:
    for name in ("web1", "web2", "db1"):
        life.do(
            f"restart {name}",
            [Action("bash", f"systemctl stop {name}"), Action("bash", '{"command": "sleep'), Action("bash", "123")],
            name,
        )
    life.consolidating().run()
    procedure = procedure_of(life.procedures()[0])
    assert procedure.steps == ("bash (systemctl stop {object})", 'bash ({"command": "sleep)', "bash (123)")


def test_the_runs_of_another_project_are_another_procedure(life: Life) -> None:
    for place, service in enumerate(SERVICES[:4]):
        scope = Scope("me", "atlas" if place % 2 else "comet")
        life.do(f"deploy {service} to staging", steps_for(service), service, scope=scope)
    life.consolidating().run()
    assert life.procedures() == []


def test_a_dry_run_of_support_and_of_a_new_version_writes_nothing(life: Life) -> None:
    deploy_three(life)
    deploy(life, "delta")
    life.say("release a service", "told", steps=("test", "push"))
    deploy(life, "echo", before=[Action("lint")])
    seen = life.everything()
    life.consolidating().dry_run()
    assert life.everything() == seen


def test_sources_that_change_meanwhile_make_no_procedure(life: Life) -> None:
    runs = [deploy(life, service) for service in SERVICES[:3]]
    consolidating = life.consolidating()

    def now() -> datetime:
        """A clock at whose first look, between the gates and the write, somebody archives a run."""
        with life.records.writing() as writing:
            run = writing.get(runs[0].id)
            if run is not None and run.status is Status.ACTIVE:
                writing.put(Change.made(OWNER, "archive", "", run, run.changed(DAWN, status=Status.ARCHIVED)))
        return life.clock()

    done = replace(consolidating, clock=now).run()
    assert (life.procedures(Status.PENDING), done.counts["changed meanwhile"]) == ([], 1)
