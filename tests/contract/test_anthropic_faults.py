"""How the reasoner fails, over the real SDK and real HTTP: soon, in few words, discreetly, and within its ceilings."""

import json
import logging
import traceback
from collections.abc import Iterator
from dataclasses import replace

import fake_anthropic as fakes
import pytest
from anthropic_kit import SAID, a_batch, a_turn, reasoner
from fake_anthropic import FakeAnthropic, memories, memory, status, text
from starlette.responses import Response

from mcp_memory.engine.domain.errors import ReasonerUnavailable
from mcp_memory.engine.ports.reasoner import Extraction


@pytest.fixture(scope="module")
def service() -> Iterator[FakeAnthropic]:
    with fakes.running() as fake:
        yield fake


@pytest.fixture
def waited() -> list[float]:
    """The pauses that were asked for, in seconds; none of them is made."""
    return []


FAILURES = {
    "always busy": (status(429), "it was asked too often (429)", 2),
    "overloaded": (status(529), "the service is overloaded (529)", 2),
    "broken": (status(500), "the service failed (500)", 2),
    "wrong key": (status(401), "the key was refused (401)", 1),
    "no such model": (status(404), "there is no such model (404)", 1),
    "bad request": (status(400), "the question was refused (400)", 1),
    "refusal": (text("I would rather not.", stop_reason="refusal"), "it refused to read this conversation", 1),
    "too long": (text(stop_reason="model_context_window_exceeded"), "the conversation is too long", 1),
    "truncated": (text('{"memories": [', stop_reason="max_tokens"), "its answer was cut off", 2),
    "malformed": (text("Here you are: {"), "its answer was not in the form asked for", 2),
    "deep": (text("[" * 200_000), "its answer was not in the form asked for", 2),
    "another form": (text('["memories"]'), "its answer was not in the form asked for", 2),
    "no list": (text('{"memories": "none"}'), "its answer was not in the form asked for", 2),
    "empty": (text(), "its answer was empty", 2),
    "blank": (text(" ", "\n"), "its answer was empty", 2),
    "a web page": (fakes.body("<html>Log in</html>", "text/html"), "its answer was not in the form asked for", 2),
    "half a body": (fakes.body('{"id": '), "its answer was not in the form asked for", 2),
    "other JSON": (fakes.body('{"detail": "x"}'), "its answer was not in the form asked for", 2),
    "disconnect": (fakes.hang_up(), "it cannot be reached", 2),
}


class TestFailures:
    @pytest.mark.parametrize(("answer", "reason", "attempts"), FAILURES.values(), ids=FAILURES)
    def test_each_is_a_short_reason_after_at_most_two_attempts(
        self, service: FakeAnthropic, answer: Response, reason: str, attempts: int
    ) -> None:
        service.answers(answer)
        with pytest.raises(ReasonerUnavailable) as away:
            reasoner(service).extract(a_batch(SAID))
        assert away.value.detail == reason
        assert len(service.asked) == attempts

    def test_too_slow(self, service: FakeAnthropic) -> None:
        service.answers(fakes.slow())
        with pytest.raises(ReasonerUnavailable) as away:
            reasoner(service, timeout_seconds=0.2).extract(a_batch(SAID))
        assert away.value.detail == "no answer within 0.2 s"
        assert len(service.asked) == 2

    def test_nobody_listens(self, service: FakeAnthropic, waited: list[float]) -> None:
        nowhere = replace(service, url="http://127.0.0.1:9")
        with pytest.raises(ReasonerUnavailable, match="cannot be reached"):
            reasoner(nowhere, waited).extract(a_batch(SAID))
        assert waited == [1.0]

    def test_another_key_is_refused(self, service: FakeAnthropic) -> None:
        service.answers(memories())
        with pytest.raises(ReasonerUnavailable, match="the key was refused"):
            reasoner(service, key="sk-ant-other").extract(a_batch(SAID))

    @pytest.mark.parametrize(("said", "wait"), [("3", 3.0), ("0.5", 0.5), ("soon", 1.0)])
    def test_a_busy_service_is_asked_again_when_it_says(
        self, service: FakeAnthropic, waited: list[float], said: str, wait: float
    ) -> None:
        service.answers(status(429, retry_after=said), memories(memory("Good.", 1)))
        assert len(reasoner(service, waited).extract(a_batch(SAID)).candidates) == 1
        assert waited == [wait]

    def test_nobody_waits_for_an_hour(self, service: FakeAnthropic, waited: list[float]) -> None:
        """The SDK would, with a task in its hands."""
        service.answers(status(429, retry_after="3600"))
        with pytest.raises(ReasonerUnavailable, match=r"too often \(429\), and wants 3600 s of rest"):
            reasoner(service, waited).extract(a_batch(SAID))
        assert (waited, len(service.asked)) == ([], 1)

    def test_an_answer_that_was_cut_off_gets_twice_the_room(self, service: FakeAnthropic) -> None:
        service.answers(text("{", stop_reason="max_tokens"), memories(memory("Good.", 1)))
        assert len(reasoner(service).extract(a_batch(SAID)).candidates) == 1
        first, second = (sent["max_tokens"] for sent in service.asked)
        assert second == 2 * first

    def test_an_empty_summary_is_none(self, service: FakeAnthropic) -> None:
        service.answers(text('{"summary": " "}'))
        with pytest.raises(ReasonerUnavailable, match="not in the form"):
            reasoner(service).summarise("", [a_turn(1, SAID)], 100)


class TestDiscretion:
    @pytest.mark.parametrize("answer", [answer for answer, _, _ in FAILURES.values()], ids=list(FAILURES))
    def test_neither_key_nor_conversation_stand_in_a_log_or_an_error(
        self, service: FakeAnthropic, answer: Response, caplog: pytest.LogCaptureFixture
    ) -> None:
        """Even where everything is logged, and whoever logs the error logs its causes too."""
        caplog.set_level(logging.DEBUG)
        service.answers(answer)
        with pytest.raises(ReasonerUnavailable) as away:
            reasoner(service).extract(a_batch(SAID))
        written = caplog.text + "".join(traceback.format_exception(away.value)) + repr(away.value.__context__)
        assert fakes.KEY not in written
        assert "PostgreSQL" not in written

    def test_nor_when_all_went_well(self, service: FakeAnthropic, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.DEBUG)
        service.answers(memories(memory("The team chose PostgreSQL.", 1)))
        reasoner(service).extract(a_batch(SAID))
        assert fakes.KEY not in caplog.text
        assert "PostgreSQL" not in caplog.text

    def test_the_key_goes_into_the_header_alone(self, service: FakeAnthropic) -> None:
        service.answers(memories())
        reasoner(service).extract(a_batch(SAID))
        assert fakes.KEY not in json.dumps(service.asked)
        assert [name for name, value in service.headers[0].items() if fakes.KEY in value] == ["authorization"]

    def test_other_credentials_of_the_environment_are_not_used(
        self, service: FakeAnthropic, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What is not in the settings is not read, by the SDK either."""
        monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "stray")
        monkeypatch.setenv("ANTHROPIC_API_KEY", "stray")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
        service.answers(memories())
        assert reasoner(service).extract(a_batch(SAID)) == Extraction(reasoner="anthropic")


class TestCeilings:
    def test_no_call_is_made_over_a_ceiling(self, service: FakeAnthropic) -> None:
        """Calls count what the service reports: 1,000 tokens each here, while room is kept for the most one can take."""
        service.answers(memories())
        asking = reasoner(service, tokens_per_hour=6_000, answer_tokens=2_000)
        for _ in range(3):
            asking.extract(a_batch(SAID))
        with pytest.raises(
            ReasonerUnavailable, match=r"the ceiling of 6,000 tokens an hour is reached until 10:01 UTC"
        ):
            asking.extract(a_batch(SAID))
        assert len(service.asked) == 3

    def test_the_second_attempt_counts_as_well(self, service: FakeAnthropic) -> None:
        """An answer that cannot be used was paid for."""
        service.answers(text("{"))
        asking = reasoner(service, dollars_per_hour=0.003, answer_tokens=2_000)
        reasons = []
        for _ in range(20):
            with pytest.raises(ReasonerUnavailable) as away:
                asking.extract(a_batch(SAID))
            reasons.append(away.value.detail)
        assert reasons[0] == "its answer was not in the form asked for"
        assert reasons[-1] == "the ceiling of $0.003 an hour is reached until 10:01 UTC"
        assert len(service.asked) < 20

    def test_what_the_service_refused_costs_nothing(self, service: FakeAnthropic) -> None:
        service.answers(status(500))
        asking = reasoner(service, tokens_per_hour=5_000, answer_tokens=2_000)
        for _ in range(5):
            with pytest.raises(ReasonerUnavailable, match="the service failed"):
                asking.extract(a_batch(SAID))

    def test_an_answer_that_never_came_counts_with_all_it_may_have_taken(self, service: FakeAnthropic) -> None:
        service.answers(fakes.hang_up())
        asking = reasoner(service, tokens_per_hour=5_000, answer_tokens=3_000)
        with pytest.raises(ReasonerUnavailable, match="the ceiling of 5,000 tokens an hour is reached"):
            asking.extract(a_batch(SAID))
        assert len(service.asked) == 1

    def test_a_ceiling_below_one_call_says_so(self, service: FakeAnthropic) -> None:
        service.answers(memories())
        with pytest.raises(ReasonerUnavailable, match="one call can take more than the ceiling of 0 tokens an hour"):
            reasoner(service, tokens_per_hour=0).extract(a_batch(SAID))
        assert service.asked == []
