"""The reasoner put together as production does it: chosen by the settings, with the rules behind it, imported late."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import get_args

import anthropic
import fake_anthropic as fakes
import pytest
from anthropic.types import ModelParam
from fake_anthropic import FakeAnthropic, memories, memory, status, text
from starlette.responses import Response

from mcp_memory.bootstrap import assemble, parts_of, reasoner_of
from mcp_memory.engine.domain.answers import Finding
from mcp_memory.engine.domain.policies import READING_MODEL
from mcp_memory.engine.domain.sessions import Role, Turn
from mcp_memory.engine.ports.reasoner import Batch, Extraction, Reasoner
from mcp_memory.settings import Settings
from mcp_memory.testing import DAWN, FrozenClock, HashingEmbedder, ScriptedReasoner

BATCH = Batch(turns=(Turn(1, Role.USER, "Tea is preferred.", DAWN),), now=DAWN)


@pytest.fixture(scope="module")
def service() -> Iterator[FakeAnthropic]:
    with fakes.running() as fake:
        yield fake


def wired(home: Path, service: FakeAnthropic, **environ: str) -> Reasoner:
    given = {"MCP_MEMORY_HOME": str(home), "ANTHROPIC_API_KEY": fakes.KEY, "ANTHROPIC_BASE_URL": service.url}
    return reasoner_of(Settings.read({**given, **environ}), FrozenClock(), ScriptedReasoner(Extraction(), name="rules"))


def test_with_a_key_the_model_reads(tmp_path: Path, service: FakeAnthropic) -> None:
    service.answers(memories(memory("Tea is preferred.", 1, event_type="preference")))
    read = wired(tmp_path, service).extract(BATCH)
    assert (read.reasoner, read.note, len(read.candidates)) == ("anthropic", "", 1)
    assert service.asked[0]["model"] == READING_MODEL


def the_doctor_says(environ: dict[str, str]) -> Finding:
    """What another process finds on the same folder."""
    with assemble(Settings.read(environ), HashingEmbedder()) as engine:
        return next(finding for finding in engine.diagnose() if finding.check == "reasoner")


def test_the_doctor_names_why_the_model_did_not_answer_and_what_to_do(tmp_path: Path, service: FakeAnthropic) -> None:
    """Also in another process, until it answers again, or until no model is asked any more."""
    environ = {
        "MCP_MEMORY_HOME": str(tmp_path),
        "ANTHROPIC_API_KEY": fakes.KEY,
        "ANTHROPIC_BASE_URL": service.url,
    }
    assert the_doctor_says(environ) == Finding("reasoner", passed=True, detail="anthropic has not been asked yet")
    parts = parts_of(Settings.read(environ), HashingEmbedder())
    reasoner = parts.reasoner
    with closing(parts.records):
        service.answers(status(401))
        reasoner.generalise(["We use uv.", "uv is what we use."])
        refused = the_doctor_says(environ)
        assert not refused.passed
        assert "the key was refused (401)" in refused.detail
        assert "reasoner to rules" in refused.detail
        assert fakes.KEY not in refused.detail
        assert the_doctor_says({**environ, "MCP_MEMORY_REASONER": "rules"}).passed
        service.answers(memories())
        reasoner.extract(BATCH)
    assert the_doctor_says(environ) == Finding(
        "reasoner", passed=True, detail="anthropic answered when it was last asked"
    )


@pytest.mark.parametrize("environ", [{"ANTHROPIC_API_KEY": ""}, {"MCP_MEMORY_REASONER": "rules"}])
def test_without_a_key_or_by_the_setting_the_rules_read_alone(
    tmp_path: Path, service: FakeAnthropic, environ: dict[str, str]
) -> None:
    service.answers(memories())
    reasoner = wired(tmp_path, service, **environ)
    assert reasoner.name == "rules"
    assert reasoner.extract(BATCH) == Extraction()
    assert service.asked == []


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (status(401), "the key was refused (401)"),
        (status(429, retry_after="3600"), "it was asked too often (429), and wants 3600 s of rest"),
        (text("No.", stop_reason="refusal"), "it refused to read this conversation"),
        (text("{"), "its answer was not in the form asked for"),
    ],
)
def test_where_the_model_fails_the_rules_read_and_that_is_recorded(
    tmp_path: Path, service: FakeAnthropic, answer: Response, reason: str
) -> None:
    service.answers(answer)
    read = wired(tmp_path, service).extract(BATCH)
    assert (read.reasoner, read.note) == ("rules", f"read by rules, because anthropic did not answer: {reason}")


def test_after_three_failures_it_is_asked_no_more_for_a_while(tmp_path: Path, service: FakeAnthropic) -> None:
    service.answers(status(401))
    reasoner = wired(tmp_path, service)
    notes = [reasoner.extract(BATCH).note for _ in range(6)]
    assert len(service.asked) == 3
    assert "it is left alone for a while, since the key was refused (401)" in notes[-1]


def test_the_ceilings_are_those_of_the_settings(tmp_path: Path, service: FakeAnthropic) -> None:
    service.answers(memories())
    reasoner = wired(tmp_path, service, MCP_MEMORY_REASONER_DOLLARS_PER_HOUR="0.000001")
    assert "one call can take more than the ceiling of $1e-06 an hour" in reasoner.extract(BATCH).note
    assert service.asked == []


def test_the_sdk_is_not_imported_before_the_first_question(tmp_path: Path) -> None:
    code = (
        "import sys; from mcp_memory.bootstrap import reasoner_of; from mcp_memory.settings import Settings;"
        f"settings = Settings.read({{'MCP_MEMORY_HOME': {str(tmp_path)!r}, 'ANTHROPIC_API_KEY': 'sk'}});"
        "reasoner = reasoner_of(settings, None, None);"
        "print(reasoner.name, sorted({'anthropic', 'sqlalchemy', 'numpy'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=tmp_path)
    assert ran.stdout.decode().strip() == "anthropic []"


def test_the_default_model_is_one_that_the_sdk_lists_as_current() -> None:
    """A deprecated one would warn, and warnings are errors here."""
    listed = [name for part in get_args(ModelParam) for name in get_args(part)]
    assert READING_MODEL in listed
    assert int(anthropic.__version__.split(".")[0]) == 2
