"""Tool calls and results as the text of a turn."""

import pytest

from mcp_memory.engine.privacy.gate import admit
from mcp_memory.engine.text.tool_turns import MAX_TOOL_CHARS, called, returned, shortened


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ({"command": "npm test"}, "Bash\nnpm test"),
        (
            {"command": "npm test", "description": "Run the tests"},
            "Bash\ncommand: npm test\ndescription: Run the tests",
        ),
        ({"edits": [{"old": "a"}, {"old": "b"}], "all": False, "n": 0}, "Bash\nold: a\nold: b\nn: 0"),
        ({}, "Bash"),
        (None, "Bash"),
        ("free text", "Bash\nfree text"),
    ],
)
def test_a_call_is_its_name_and_one_argument_a_line(arguments: object, shown: str) -> None:
    """What says nothing is left out, and a single argument needs no name."""
    assert called("Bash", arguments) == shown


@pytest.mark.parametrize(("name", "shown"), [("mcp__a__b", "mcp__a__b"), ("My tool!", "My_tool_"), ("", "call")])
def test_a_call_always_has_a_name(name: str, shown: str) -> None:
    assert called(name, None) == shown


@pytest.mark.parametrize(
    ("response", "shown"),
    [
        ("ok", "ok"),
        ({"stdout": "ok\nfine", "stderr": "", "interrupted": False}, "stdout: ok\nfine"),
        ([{"type": "text", "text": "one"}, {"type": "text", "text": "two"}], "one\ntwo"),
        ({"done": True, "seconds": 1.5}, "done: True\nseconds: 1.5"),
        (None, ""),
    ],
)
def test_a_result_is_what_it_says(response: object, shown: str) -> None:
    assert returned(response) == shown


def test_a_failure_says_so() -> None:
    assert returned("Exit code 1", failed=True) == "error: Exit code 1"


def test_what_is_nested_without_end_is_not_followed() -> None:
    nested: object = "deep"
    for _ in range(50):
        nested = [nested]
    assert returned(nested) == "…"


def test_an_image_is_no_text() -> None:
    assert returned({"data": "iVBORw0KGgo" * 200}) == "data: …"


@pytest.mark.parametrize("word", ["word ", "文字", "mixed 文字 "])
def test_a_long_text_is_cut_between_words(word: str) -> None:
    """To its size, and with a sign that it was."""
    text = returned(word * MAX_TOOL_CHARS)
    assert len(text) <= MAX_TOOL_CHARS + len("…")
    assert text.endswith(("word…", "文…", "字…", "mixed…"))
    assert shortened("short") == "short"


@pytest.mark.parametrize("before", range(0, 60, 7))
def test_no_half_of_a_key_is_left_for_the_gate_to_miss(before: int) -> None:
    """Wherever the cut falls, the gate sees the whole key, or there is none of it."""
    key = "ghp_" + "a1B2c3D4e5" * 4
    text = shortened(f"{'x ' * before}token {key} and more", 100)
    assert "ghp_" not in admit(text).text


def test_a_password_in_the_arguments_is_seen_by_the_gate() -> None:
    """It stands on a line of its own, not behind the escapes of JSON."""
    call = called("Bash", {"command": "export DB_PASSWORD=hunter2xyz\npsql", "description": "log in"})
    assert admit(call).text == "Bash\ncommand: export DB_PASSWORD=[secret:password]\npsql\ndescription: log in"
