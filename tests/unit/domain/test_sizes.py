"""How large what is kept may be: told by the argument's name, with nothing written."""

from typing import Any

import pytest

from mcp_memory.engine.domain.errors import ContentTooLong, Invalid
from mcp_memory.engine.domain.requests import Correct, Forget, Observe, Recall, Remember, Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER


@pytest.mark.parametrize(
    ("wishes", "argument"),
    [
        ({"project": "x" * 201}, "project"),
        ({"tags": ("fine", "x" * 201)}, "tags"),
        ({"steps": ("fine", "x" * 10_001)}, "steps"),
    ],
)
def test_what_is_too_long_is_refused_by_name(engine: MemoryEngine, wishes: dict[str, Any], argument: str) -> None:
    with pytest.raises(Invalid, match=rf"^{argument}: "):
        engine.remember(OWNER, Remember(content="A note.", **wishes))
    assert not engine.status(OWNER).counts


@pytest.mark.parametrize("wishes", [{"project": "x" * 200}, {"tags": ("x" * 200,)}, {"steps": ("x" * 10_000, "y")}])
def test_what_just_fits_is_kept(engine: MemoryEngine, wishes: dict[str, Any]) -> None:
    assert engine.remember(OWNER, Remember(content="A note.", **wishes)).outcome.memory.content


def test_a_question_has_the_same_limits(engine: MemoryEngine) -> None:
    with pytest.raises(Invalid, match=r"^project: "):
        engine.recall(OWNER, Recall(query="a note", project="x" * 201))
    with pytest.raises(Invalid, match=r"^tags: "):
        engine.recall(OWNER, Recall(query="a note", tags=("x" * 201,)))


def test_a_reason_has_a_limit(engine: MemoryEngine) -> None:
    """It is kept in the history for ever."""
    memory = engine.remember(OWNER, Remember(content="A note.")).outcome.memory
    with pytest.raises(Invalid, match=r"^reason: 2,001 characters"):
        engine.correct(OWNER, Correct(id=memory.id, verdict="pin", reason="x" * 2_001))
    with pytest.raises(Invalid, match=r"^reason: 2,001 characters"):
        engine.forget(OWNER, Forget(ids=(memory.id,), reason="x" * 2_001))
    assert engine.dossier(OWNER, memory.id).memory == memory


def test_length_counts_before_anything_is_taken_out_and_after(engine: MemoryEngine) -> None:
    """A text that is short only without its secrets is too long all the same; so is a turn."""
    wordy = "password: Hunter2!x1 "
    with pytest.raises(ContentTooLong):
        engine.remember(OWNER, Remember(content=wordy * 5_000))
    with pytest.raises(ContentTooLong):
        engine.remember(OWNER, Remember(content="x" * 95_000, steps=("y" * 9_000,)))
    with pytest.raises(ContentTooLong):
        engine.observe(OWNER, Observe(turns=(Said(role=Role.USER, content=wordy * 5_000),)))
    with pytest.raises(Invalid, match=r"^project: "):
        engine.observe(OWNER, Observe(goal="Billing", project="x" * 201))
