"""What is read out of a text for its layer: procedures, triples."""

import pytest

from mcp_memory.engine.domain.memory import Procedure, Triple
from mcp_memory.engine.domain.vocabulary import Layer, Predicate
from mcp_memory.engine.text.procedures import steps_in, with_steps
from mcp_memory.engine.text.structure import structure
from mcp_memory.engine.text.triples import triple_of


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("以后发版都按：先跑回归，再灰度10%，最后全量", ("跑回归", "灰度10%", "全量")),
        (
            "From now on we release like this: first run the regression suite, then roll out to 10 %, finally to all.",
            ("run the regression suite", "roll out to 10 %", "to all"),
        ),
        ("From now on: lint, then test, then deploy", ("lint", "test", "deploy")),
        (
            "The procedure for backups:\n1. stop writes\n2. copy the folder\n3. start again",
            ("stop writes", "copy the folder", "start again"),
        ),
        (
            "To deploy atlas: 1. tag the commit 2. run the job 3. watch the graph",
            ("tag the commit", "run the job", "watch the graph"),
        ),
        ("回滚步骤：1. 停止流量 2. 恢复旧版 3. 放开流量", ("停止流量", "恢复旧版", "放开流量")),
        ("每次上线流程：打包 → 预发验证 → 上线", ("打包", "预发验证", "上线")),
        (
            "Whenever an alert fires: acknowledge -> look at the dashboard -> write it down",
            ("acknowledge", "look at the dashboard", "write it down"),
        ),
    ],
)
def test_a_text_that_words_a_procedure_yields_its_steps(text: str, steps: tuple[str, ...]) -> None:
    procedure = structure(Layer.PROCEDURAL, text)
    assert isinstance(procedure, Procedure)
    assert procedure.steps == steps
    assert procedure.trigger


def test_named_parameters_become_inputs() -> None:
    procedure = structure(Layer.PROCEDURAL, "To release {service}", ("tag <version>", "deploy {service} to {环境}"))
    assert isinstance(procedure, Procedure)
    assert procedure.inputs == ("service", "version", "环境")


def test_steps_that_the_text_lacks_are_written_below_it() -> None:
    assert with_steps("Release", ("build", "ship")) == "Release\n1. build\n2. ship"
    assert with_steps("Release: build, then ship", ("build", "ship")) == "Release: build, then ship"
    assert steps_in(with_steps("Release", ("build", "ship"))) == ("build", "ship")


def test_a_procedure_without_any_steps_is_one_step() -> None:
    assert structure(Layer.PROCEDURAL, "Ask Dana.") == Procedure(trigger="Ask Dana.", steps=("Ask Dana.",))


@pytest.mark.parametrize(
    ("text", "triple"),
    [
        ("The user prefers short answers.", Triple("The user", Predicate.PREFERS, "short answers")),
        ("用户不喜欢长回答。", Triple("用户", Predicate.PREFERS, "长回答")),
        ("Payments must be idempotent", Triple("Payments", Predicate.REQUIRES, "be idempotent")),
        ("Deploys must not happen on Friday", Triple("Deploys", Predicate.FORBIDS, "happen on Friday")),
        ("生产库禁止手工改数据", Triple("生产库", Predicate.FORBIDS, "手工改数据")),
        ("Never log card numbers.", Triple("user", Predicate.FORBIDS, "log card numbers")),
        ("The API listens on port 8443", Triple("The API", Predicate.FACT, "on port 8443")),
        ("Atlas", Triple("Atlas", Predicate.FACT, "Atlas")),
    ],
)
def test_a_semantic_statement_is_taken_apart(text: str, triple: Triple) -> None:
    assert triple_of(text) == triple
    assert structure(Layer.SEMANTIC, text) == triple


def test_an_episode_has_no_structure() -> None:
    assert structure(Layer.EPISODIC, "We met.") is None
