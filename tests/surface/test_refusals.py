"""What the engine refuses, as a person at the terminal reads it."""

from collections.abc import Iterator

import pytest

from mcp_memory.engine.domain.errors import (
    AmbiguousId,
    EmptyContent,
    EngineError,
    Invalid,
    MemoryNotFound,
    NotFound,
    PersonNeeded,
)
from mcp_memory.refusals import told


def errors(kind: type[EngineError] = EngineError) -> Iterator[type[EngineError]]:
    yield kind
    for narrower in kind.__subclasses__():
        yield from errors(narrower)


@pytest.mark.parametrize("kind", list(errors()))
def test_every_error_says_what_to_do_in_one_line_and_speaks_to_no_model(kind: type[EngineError]) -> None:
    for refused in (kind(), kind("it is so"), kind("it is so", argument="content")):
        said = told(refused)
        assert said.endswith((".", "it is so."))
        assert "\n" not in said
        assert "user_confirmed" not in said
        assert "call again" not in said or not refused.detail


@pytest.mark.parametrize(
    ("refused", "said"),
    [
        (EmptyContent(argument="content"), "There is nothing to remember. Give the statement as plain text."),
        (Invalid("'x' is not a time", argument="since"), "--since: 'x' is not a time."),
        (NotFound("no job has that name; `mcp-memory jobs` lists them", argument="x"),
         "no job has that name; `mcp-memory jobs` lists them."),
        (MemoryNotFound("'x'", argument="id"),
         "'x'. No memory has that id. `mcp-memory list` and `mcp-memory recall` show ids."),
        (PersonNeeded(argument="user_confirmed"), "A person decides this, at a terminal."),
        (Invalid(argument="since"), "--since. The argument cannot be used as given. Correct it and call again."),
    ],
)  # fmt: skip
def test_options_have_their_names_and_the_next_step_is_a_command(refused: EngineError, said: str) -> None:
    assert told(refused) == said


def test_a_memory_that_is_quoted_cannot_move_the_cursor() -> None:
    said = told(AmbiguousId("1 (\x1b[2Jgone\r\n\u202eaway)", argument="id"))
    assert said == "1 ([2Jgone away). Several memories begin with that. Use the whole id, or more of it."
