"""Where a turn is taken apart, and what is left out of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.detection.statements import statements


def said(turn: str) -> list[str]:
    return [statement.text for statement in statements(turn)]


def test_sentences_end_at_their_signs_and_not_at_abbreviations_or_numbers() -> None:
    assert said("Dr. Lee called at 3.30 p.m. today. Use v1.2.3! Ok?") == [
        "Dr. Lee called at 3.30 p.m. today.",
        "Use v1.2.3!",
        "Ok?",
    ]
    assert said("我们用 Redis。命中≥0.85、延迟≤1.4s；好吗？") == ["我们用 Redis。", "命中≥0.85、延迟≤1.4s；", "好吗？"]


def test_items_of_lists_are_statements_and_short_ones_bring_their_heading() -> None:
    assert said("Decisions:\n- use Redis\n- " + "a long item " * 9) == [
        "Decisions:",
        "Decisions: use Redis",
        ("a long item " * 9).strip(),
    ]
    assert said("计划：1）用 Redis；2）删旧表") == ["计划：", "计划：用 Redis；", "计划：删旧表"]
    assert said("## Goals\n1. ship it\n\nDone.") == ["Goals", "ship it", "Done."]


def test_code_quotations_tables_logs_and_bare_addresses_are_left_out() -> None:
    turn = """We use Redis.
```python
we_decided = True
```
> somebody else decided
| a | b |
https://example.com/page
2026-03-01 10:00:00 INFO we decided
ERROR: cannot connect
Traceback (most recent call last):
  File "x.py", line 3
def f(x):
    return f(x) + g(x) == {x: 1};
queue.push(item, {retries: 3});
total = {a: b, c: (d)} | [e]
$ make test
-----
That is all."""
    assert said(turn) == ["We use Redis.", "That is all."]


@pytest.mark.parametrize(
    "line",
    [
        "docker run -p 5432:5432 postgres:16",
        "npm install --save-dev eslint",
        "git push origin main",
        "sudo apt-get install redis-server",
        "kubectl get pods -n billing",
        "grep -rn TODO src",
        "export PATH=$PATH:/usr/local/bin",
        "for i in range(10): print(i)",
    ],
)
def test_a_command_line_is_pasted(line: str) -> None:
    assert said(line) == []


@pytest.mark.parametrize(
    "line",
    [
        "git push is disabled for juniors",
        "docker runs on the build server",
        "make sure that the tests pass",
        "go to the office on Monday",
        "For Anna in Berlin: the office is closed.",
        "pip install takes ten minutes here",
    ],
)
def test_a_sentence_about_a_command_is_said(line: str) -> None:
    assert said(line) == [line]


def test_an_unclosed_code_block_hides_the_rest() -> None:
    assert said("Look:\n~~~\nwe decided\n```\nnothing") == ["Look:"]


def test_lines_wrapped_by_a_program_are_one_sentence() -> None:
    turn = "We have decided that the queue is going to be moved to\nRedis streams. Then we wait for the\nresults of the test"
    assert said(turn)[0].endswith("moved to")
    wrapped = "We have decided that the queue is going to be moved to the\nnew cluster in spring."
    assert said(wrapped) == ["We have decided that the queue is going to be moved to the new cluster in spring."]


def test_marks_of_emphasis_are_no_words() -> None:
    assert said("**Note**: we __always__ lint.\n**") == ["Note: we always lint."]


@given(st.text(alphabet='ab我，。.!?;；:：\n-*1）)`"> 　A', max_size=80))
def test_every_statement_lies_in_order_inside_its_turn(turn: str) -> None:
    last = 0
    for statement in statements(turn):
        assert last <= statement.start < statement.end <= len(turn)
        assert statement.text.strip()
        last = statement.end
