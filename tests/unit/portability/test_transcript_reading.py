"""Transcripts of Claude Code are read as the conversations they hold."""

import json
from typing import Any

import pytest

from mcp_memory.engine.domain.requests import Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.domain.upkeep import LineFault
from mcp_memory.engine.portability.transcripts import (
    Conversation,
    is_memory_tool,
    last_answer,
    project_of,
    read_transcript,
    spoken,
)

AT = "2026-05-03T14:00:00.500Z"
TOLD_AT = "2026-05-03T14:00:00.500000+00:00"


def line(role: str, content: object, **more: Any) -> str:
    """One line of a transcript."""
    plain = {
        "type": role,
        "message": {"role": role, "content": content},
        "sessionId": "s-1",
        "timestamp": AT,
        "cwd": "/srv/atlas",
    }
    return json.dumps(plain | more)


def call(name: str, given: object, call_id: str = "t1") -> dict[str, object]:
    return {"type": "tool_use", "id": call_id, "name": name, "input": given}


def result(content: object, call_id: str = "t1", **more: object) -> dict[str, object]:
    return {"type": "tool_result", "tool_use_id": call_id, "content": content, **more}


def read(*lines: str) -> list[Conversation | LineFault]:
    return list(read_transcript(enumerate(lines, 1)))


def turns(*lines: str) -> list[tuple[Role, str]]:
    """What was said in the one conversation of these lines."""
    found = read(*lines)
    assert all(isinstance(item, Conversation) for item in found)
    return [(turn.role, turn.content) for item in found if isinstance(item, Conversation) for turn in item.turns]


def test_a_conversation_has_its_session_project_and_turns_with_their_times() -> None:
    (told,) = read(line("user", "We chose PostgreSQL."), line("assistant", [{"type": "text", "text": "Noted."}]))
    assert told == Conversation(
        session="s-1",
        agent="claude-code",
        project="atlas",
        line=1,
        turns=(
            Said(role=Role.USER, content="We chose PostgreSQL.", at=TOLD_AT),
            Said(role=Role.ASSISTANT, content="Noted.", at=TOLD_AT),
        ),
    )


def test_tool_calls_and_results_are_turns_of_their_own() -> None:
    blocks = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "I look."},
        call("Bash", {"command": "ls"}),
    ]
    assert turns(
        line("assistant", blocks),
        line("user", [result([{"type": "text", "text": "a.py"}])]),
        line("user", [result("no such file", "t2", is_error=True)]),
    ) == [
        (Role.ASSISTANT, "I look."),
        (Role.TOOL_CALL, "Bash\nls"),
        (Role.TOOL_RESULT, "a.py"),
        (Role.TOOL_RESULT, "error: no such file"),
    ]


@pytest.mark.parametrize(
    "left_out",
    [
        line("user", "said by a sub-agent", isSidechain=True),
        line("user", "put in by the program", isMeta=True),
        line("user", "This session is being continued", isCompactSummary=True),
        line("assistant", "API error", isApiErrorMessage=True),
        line("user", "<command-name>/clear</command-name>"),
        line("user", "<local-command-stdout></local-command-stdout>"),
        line("user", "[Request interrupted by user for tool use]"),
        line("user", [{"type": "image", "source": {"data": "AAAA"}}]),
        json.dumps({"type": "summary", "summary": "About databases", "leafUuid": "u9"}),
        json.dumps({"type": "file-history-snapshot", "snapshot": {}}),
        json.dumps({"type": "system", "sessionId": "s-1", "subtype": "stop_hook_summary"}),
        "",
    ],
)
def test_what_is_no_part_of_the_conversation_is_left_out(left_out: str) -> None:
    assert read(left_out) == []


def test_calls_of_memory_tools_and_what_they_gave_back_are_no_news() -> None:
    given = line(
        "assistant", [call("mcp__memory__recall", {"query": "db"}, "m1"), call("Bash", {"command": "ls"}, "b1")]
    )
    back = line("user", [result("We chose PostgreSQL.", "m1"), result("a.py", "b1")])
    assert turns(given, back) == [(Role.TOOL_CALL, "Bash\nls"), (Role.TOOL_RESULT, "a.py")]


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("mcp__memory__recall", True),
        ("mcp__plugin_x_memory__m_review", True),
        ("mcp__brain__recall", True),
        ("mcp__github__review", False),
        ("recall", False),
        ("Bash", False),
    ],
)
def test_memory_tools_are_told_by_their_names(name: str, answer: bool) -> None:  # noqa: FBT001
    assert is_memory_tool(name) is answer


def test_a_reminder_that_the_program_put_into_a_prompt_is_taken_out() -> None:
    assert spoken("<system-reminder>be brief</system-reminder>\nWe ship on Friday.") == "We ship on Friday."


def test_lines_that_a_later_file_repeats_count_once() -> None:
    same = line("user", "We ship on Friday.", uuid="u1")
    assert turns(same, same) == [(Role.USER, "We ship on Friday.")]


def test_a_file_may_hold_several_sessions() -> None:
    found = read(
        line("user", "one"), line("user", "two", sessionId="s-2", cwd="C:\\code\\borealis"), line("user", "three")
    )
    assert [(item.session, item.project, len(item.turns)) for item in found if isinstance(item, Conversation)] == [
        ("s-1", "atlas", 2),
        ("s-2", "borealis", 1),
    ]


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ('{"type": "user"', "not JSON"),
        ("[1]", "an object expected"),
        (json.dumps({"type": "user", "sessionId": "s-1"}), "message is missing"),
        (json.dumps({"type": "user", "message": {"content": "x"}}), "sessionId is missing"),
        (line("user", 7), "a list expected"),
        (line("user", [{"type": "text", "text": 7}]), "text expected"),
        (line("user", "x", sessionId=""), "sessionId is empty"),
        (line("user", "x", timestamp="soon"), "Invalid isoformat string"),
        (line("user", "x", timestamp="2026-05-03T14:00:00"), "a time without its zone"),
        (line("user", "x", timestamp="0001-01-01T00:00:00+14:00"), "out of range"),
    ],
)
def test_a_broken_line_costs_that_line_alone(broken: str, reason: str) -> None:
    fault, told = read(line("user", "one"), broken)
    assert isinstance(fault, LineFault)
    assert fault.line == 2
    assert reason in fault.reason
    assert isinstance(told, Conversation)
    assert len(told.turns) == 1


def test_a_turn_without_a_time_has_none() -> None:
    (told,) = read(line("user", "one", timestamp=""))
    assert isinstance(told, Conversation)
    assert told.turns[0].at == ""


def test_the_last_answer_is_what_the_model_said_since_the_person_spoke() -> None:
    """Half a line at the start and tool results at the end do not matter."""
    said = line("assistant", [{"type": "text", "text": "Done."}])
    assert last_answer(['half": "a line"}', line("user", "Do it."), said, line("user", [result("late")])]) == "Done."
    assert last_answer([said, line("user", "And now?")]) == ""
    assert last_answer([]) == ""


@pytest.mark.parametrize(
    ("folder", "name"),
    [("/srv/atlas", "atlas"), ("C:\\code\\atlas\\", "atlas"), ("", ""), ("/", ""), ("/x/a\udcff", "a?")],
)
def test_a_project_is_the_name_of_its_folder(folder: str, name: str) -> None:
    assert project_of(folder) == name
