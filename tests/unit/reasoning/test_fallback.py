"""One reasoner with another behind it: who answered is said, and one that keeps failing is left alone."""

import logging
from collections.abc import Iterator
from itertools import count

import pytest

from mcp_memory.engine.domain.errors import CeilingReached, ReasonerUnavailable
from mcp_memory.engine.domain.sessions import Role, Turn
from mcp_memory.engine.index.breaker import Breaker
from mcp_memory.engine.ports.reasoner import Batch, Extraction
from mcp_memory.engine.reasoning.deferred import DeferredReasoner
from mcp_memory.engine.reasoning.fallback import FallbackReasoner
from mcp_memory.testing import DAWN, ScriptedReasoner

BATCH = Batch(turns=(Turn(1, Role.USER, "Tea is preferred.", DAWN),), now=DAWN)
AWAY = ReasonerUnavailable("it cannot be reached")
READ = Extraction(reasoner="model", dropped={"malformed": 1})


class Watch:
    """A stopwatch that is moved by hand."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def watch() -> Watch:
    return Watch()


def behind(first: ScriptedReasoner, watch: Watch) -> FallbackReasoner:
    rest = Breaker(watch, first_pause_seconds=60, longest_pause_seconds=150)
    return FallbackReasoner(first, ScriptedReasoner(Extraction(note="in part"), name="rules"), rest)


def test_the_first_answers_while_it_can(watch: Watch) -> None:
    reasoner = behind(ScriptedReasoner(READ, name="model"), watch)
    assert reasoner.extract(BATCH) == READ
    assert reasoner.name == "model"


def test_the_second_answers_where_the_first_does_not_and_says_why(watch: Watch) -> None:
    reasoner = behind(ScriptedReasoner(AWAY, READ, name="model"), watch)
    assert reasoner.extract(BATCH) == Extraction(
        reasoner="rules", note="read by rules, because model did not answer: it cannot be reached; in part"
    )
    assert reasoner.extract(BATCH) == READ


def test_what_keeps_the_first_from_answering_is_noted_once_and_again_when_it_is_over(watch: Watch) -> None:
    """Whatever was asked; the first answer of a process is noted too, since another one may have met a failure."""
    noted: list[str] = []
    refused = ReasonerUnavailable("the key was refused")
    first = ScriptedReasoner(READ, AWAY, AWAY, refused, READ, name="model")
    rest = Breaker(watch, first_pause_seconds=60, longest_pause_seconds=150)
    reasoner = FallbackReasoner(first, ScriptedReasoner(Extraction(), name="rules"), rest, noted.append)
    for _ in range(2):
        reasoner.extract(BATCH)
    reasoner.summarise("", BATCH.turns, 100)
    reasoner.extract(BATCH)
    watch.seconds += 61
    reasoner.summarise("", BATCH.turns, 100)
    assert noted == ["", "it cannot be reached", "the key was refused", ""]


def test_a_summary_too(watch: Watch) -> None:
    first = ScriptedReasoner(READ, AWAY, name="model")
    reasoner = behind(first, watch)
    assert reasoner.summarise("Atlas.", BATCH.turns, 100) == "Atlas. Tea is preferred."
    assert reasoner.summarise("Atlas.", BATCH.turns, 100) == "Atlas. Tea is preferred."
    assert len(first.asked) == 2


def attempts(reasoner: FallbackReasoner, first: ScriptedReasoner) -> Iterator[int]:
    """How often the first was asked, after each question."""
    for _ in count():
        reasoner.extract(BATCH)
        yield len(first.asked)


def test_after_three_failures_in_a_row_the_first_rests_for_a_while_that_grows(watch: Watch) -> None:
    first = ScriptedReasoner(AWAY, name="model")
    reasoner = behind(first, watch)
    asked = attempts(reasoner, first)
    assert [next(asked) for _ in range(5)] == [1, 2, 3, 3, 3]
    assert "it is left alone for a while, since it cannot be reached" in reasoner.extract(BATCH).note
    for pause, tries in ((60, 4), (120, 5), (150, 6), (150, 7)):
        watch.seconds += pause - 1
        assert next(asked) == tries - 1
        watch.seconds += 1
        assert [next(asked), next(asked)] == [tries, tries]


def test_an_answer_ends_the_row(watch: Watch) -> None:
    first = ScriptedReasoner(AWAY, AWAY, READ, AWAY, AWAY, READ, name="model")
    asked = attempts(behind(first, watch), first)
    assert [next(asked) for _ in range(7)] == [1, 2, 3, 4, 5, 6, 7]


def test_a_ceiling_is_no_failure(watch: Watch) -> None:
    first = ScriptedReasoner(CeilingReached("the ceiling of 1 tokens an hour is reached"), name="model")
    reasoner = behind(first, watch)
    asked = attempts(reasoner, first)
    assert [next(asked) for _ in range(5)] == [1, 2, 3, 4, 5]
    assert "the ceiling of 1 tokens an hour is reached" in reasoner.extract(BATCH).note


def test_a_row_of_failures_is_logged_once(watch: Watch, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    reasoner = behind(ScriptedReasoner(AWAY, name="model"), watch)
    for _ in range(5):
        reasoner.extract(BATCH)
    assert caplog.messages == ["model did not answer, rules instead: it cannot be reached"]


def test_a_deferred_reasoner_is_made_at_the_first_question_and_once() -> None:
    made = []

    def make() -> ScriptedReasoner:
        made.append(ScriptedReasoner(READ, name="model"))
        return made[-1]

    reasoner = DeferredReasoner("model", make)
    assert (reasoner.name, made) == ("model", [])
    assert reasoner.extract(BATCH) == READ
    assert reasoner.summarise("", BATCH.turns, 100) == "Tea is preferred."
    assert len(made) == 1
