"""Each gate: what passes, what does not, and a reason that a person understands."""

from datetime import timedelta

import pytest

from mcp_memory.engine.consolidation import gates
from mcp_memory.engine.consolidation.gates import Known, Objects
from mcp_memory.engine.consolidation.reading import Reading, read_statement
from mcp_memory.engine.detection.kinds import kind_of
from mcp_memory.engine.domain.memory import Procedure
from mcp_memory.engine.domain.policies import ConsolidationPolicy
from mcp_memory.engine.domain.promotion import GateResult
from mcp_memory.engine.domain.vocabulary import EventType
from mcp_memory.testing import DAWN

POLICY = ConsolidationPolicy()


def read(text: str, kind: EventType | None = None) -> Reading:
    return read_statement(text, kind or kind_of(text), DAWN + timedelta(days=3))


@pytest.mark.parametrize(
    "text",
    [
        "The user prefers tabs",
        "Never deploy on Fridays",
        "Atlas uses PostgreSQL 16",
        "Customer mail is answered within one day",
        "From today on, always use uv",
        "每次推送前都要跑测试",
        "周五不要部署",
    ],
)
def test_standing_subjects_and_recurring_days_are_free_of_an_occasion(text: str) -> None:
    assert gates.free_of_occasion(read(text)).passed


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("We deployed version 2.3 yesterday", "one occasion ('yesterday')"),
        ("I fixed the login bug", "one occasion"),
        ("Just this once, skip the review", "one occasion"),
        ("昨天部署了新版本", "one occasion ('昨天')"),
        ("我修复了登录问题", "one occasion"),
        ("For now we use SQLite", "only provisional ('For now')"),
        ("缓存先这样用 SQLite", "only provisional"),
        ("If it works, Redis is the cache", "only provisional ('If')"),
        ("This framework is a nightmare", "heat of a moment ('nightmare')"),
        ("受够了这个工具", "heat of a moment"),
    ],
)
def test_events_provisional_conclusions_and_outbursts_are_not(text: str, reason: str) -> None:
    result = gates.free_of_occasion(read(text))
    assert not result.passed
    assert reason in result.reason


@pytest.mark.parametrize(("observations", "scenes"), [(3, 2), (3, 3), (9, 2)])
def test_three_observations_in_two_scenes_suffice(observations: int, scenes: int) -> None:
    assert gates.more_than_one_scene(observations, scenes, POLICY).passed


@pytest.mark.parametrize(("observations", "scenes"), [(2, 2), (9, 1), (1, 1)])
def test_fewer_do_not_and_the_reason_counts_them(observations: int, scenes: int) -> None:
    result = gates.more_than_one_scene(observations, scenes, POLICY)
    assert not result.passed
    assert result.reason.endswith("needs 3 times in 2 scenes")


def test_the_reason_is_in_words() -> None:
    assert gates.more_than_one_scene(1, 1, POLICY).reason == "seen once in 1 scene; needs 3 times in 2 scenes"


@pytest.mark.parametrize("text", ["The user prefers tabs", "Atlas uses PostgreSQL 16", "The team keeps notes in Git"])
def test_preferences_rules_and_lasting_facts_are_useful(text: str) -> None:
    assert gates.useful(read(text)).passed


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("Write the letter", EventType.TASK, "a task is done with"),
        ("Which port is it", EventType.QUESTION, "a question is done with"),
        ("It must", EventType.CONSTRAINT, "does not say by itself"),
        ("that one is the old and broken machine", EventType.FACT, "points at something"),
    ],
)
def test_what_is_done_with_or_names_nothing_is_not(text: str, kind: EventType, reason: str) -> None:
    result = gates.useful(read(text, kind))
    assert not result.passed
    assert reason in result.reason


def test_a_task_that_comes_again_and_again_is_useful() -> None:
    assert gates.useful(read("Send the report every month", EventType.TASK)).passed


def test_a_procedure_needs_two_steps_and_an_occasion_to_follow_it() -> None:
    assert gates.useful_procedure(Procedure("release {object}", ("test", "push"))).passed
    assert "two steps" in gates.useful_procedure(Procedure("release", ("push",))).reason
    assert "when" in gates.useful_procedure(Procedure(" ", ("test", "push"))).reason


def test_nothing_known_against_it_passes_and_a_contrary_waits() -> None:
    assert gates.no_conflict(()).passed
    result = gates.no_conflict([Known("0001", "Use tabs", "says the contrary")])
    assert not result.passed
    assert result.reason == "a person has to decide, since 'Use tabs' says the contrary (0001)"


@pytest.mark.parametrize(("confidence", "passed"), [(0.7, True), (0.7 - 1e-12, True), (0.69, False), (1.0, True)])
def test_confidence_has_to_reach_the_minimum(confidence: float, passed: bool) -> None:  # noqa: FBT001
    assert gates.sure_enough(confidence, POLICY).passed is passed


@pytest.mark.parametrize(
    "text",
    [
        "The database password is rotated every month",
        "API keys live in the vault",
        "The user is allergic to peanuts",
        "The user owes the bank a mortgage",
        "密码每月更换",
        "用户对花生过敏",
        "用户每月还房贷",
    ],
)
def test_credentials_health_and_obligations_are_sensitive(text: str) -> None:
    result = gates.not_sensitive(text)
    assert not result.passed
    assert "sensitive topic" in result.reason


@pytest.mark.parametrize(
    "text",
    [
        "The health check returns 200",
        "The token budget is 2,000",
        "Pay down technical debt every sprint",
        "Pin the versions",
        "The tennis court is closed on Sundays",
        "接口要做健康检查",
    ],
)
def test_technical_words_that_look_alike_are_not(text: str) -> None:
    assert gates.not_sensitive(text).passed


def test_a_procedure_applies_to_others_when_it_was_seen_on_different_ones() -> None:
    assert gates.applies_to_others(Objects(("service",), ("atlas", "comet"))).passed
    assert "one object only (atlas)" in gates.applies_to_others(Objects(("service",), ("atlas", "atlas"))).reason
    assert "none named" in gates.applies_to_others(Objects(("service",), ())).reason
    assert "nothing in it varies" in gates.applies_to_others(Objects((), ())).reason


def test_a_report_passes_waits_or_bars_by_its_gates() -> None:
    through, barred = (
        GateResult(gates.USEFUL, passed=True, reason="ok"),
        GateResult(gates.SCENES, passed=False, reason="few"),
    )
    waiting = GateResult(gates.SENSITIVE, passed=False, reason="delicate")
    assert gates.report_of([through]).passed
    assert not gates.report_of([through, barred]).passed
    report = gates.report_of([through, waiting], ["more"])
    assert (report.passed, report.waits, report.failed) == (True, ("delicate", "more"), (waiting,))
