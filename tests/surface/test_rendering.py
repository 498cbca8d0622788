"""What is printed of foreign text, and of answers that the commands' own tests do not bring about."""

import unicodedata
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from mcp_memory import rendering
from mcp_memory.engine.domain.answers import (
    Conflict,
    Factors,
    Forgotten,
    Found,
    NewVersion,
    Pending,
    Recalled,
    Remembered,
    Searched,
    Stored,
)
from mcp_memory.engine.domain.memory import Origin
from mcp_memory.engine.domain.vocabulary import Mark, OriginKind, Status
from mcp_memory.rendering import plain
from mcp_memory.testing import a_memory

FACTORS = Factors(
    cosine=None,
    words=2.0,
    coverage=0.5,
    relevance=0.5,
    retention=1.0,
    importance=1.0,
    confidence=1.0,
    state=1.0,
    score=0.5,
)
FOUND = Found(a_memory(), "On Monday", full_chars=36, why=("words",), weak=True, factors=FACTORS)
SEARCHED = Searched(question="monday", scope="", legs=("words",), tiers=("hot",), outside_scope=0)


def text(lines: rendering.Lines) -> str:
    return "\n".join(line.plain for line in lines)


@given(st.text())
def test_nothing_that_a_terminal_obeys_is_printed(foreign: str) -> None:
    printed = plain(foreign)
    categories = {unicodedata.category(char) for char in printed if char not in "\n\u200d"}
    assert not categories & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert plain(printed) == printed


def test_escape_sequences_and_direction_marks_lose_their_power() -> None:
    assert plain("a\x1b[31mred\x07 \u202eback\r\tc \ud800 👩‍💻") == "a[31mred back    c  👩‍💻"


def test_markup_of_the_terminal_library_is_text() -> None:
    memory = a_memory(content="[bold red]not markup[/bold red] [link=x]y[/link]")
    assert "[bold red]not markup[/bold red] [link=x]y[/link]" in text(
        rendering.remembered(Remembered(Stored(memory), notes=("one note",)))
    )


def test_a_long_memory_takes_one_line() -> None:
    lines = text(rendering.remembered(Remembered(Pending(a_memory(content="word\n" * 500)))))
    assert lines.startswith("Kept, waiting for a person's word: word word")
    assert len(lines.splitlines()) == 2


def test_weak_matches_are_announced_and_flagged() -> None:
    out = text(rendering.recalled(Recalled(found=(FOUND,), total=1, left_out=0, searched=SEARCHED), explain=True))
    assert out.startswith("Nothing clearly relevant; the nearest is:")
    assert "words (weak)" in out
    assert "excerpt of 36 characters" in out
    assert "no vector yet" in out


def test_a_degraded_search_says_why() -> None:
    searched = replace(SEARCHED, degraded="only words were searched: no model")
    out = text(rendering.recalled(Recalled(found=(), total=0, left_out=0, searched=searched), explain=False))
    assert "only words were searched: no model" in out


def test_marks_stand_beside_the_state() -> None:
    memory = a_memory(marks=frozenset({Mark.PINNED}))
    out = text(rendering.forgotten(Forgotten(mode="purge", done=(memory,), leftovers=("a backup of Monday",))))
    assert "pinned" in out
    assert "A copy may remain in a backup of Monday" in out


def test_a_contradiction_names_the_other_side_on_one_line() -> None:
    other = a_memory(content="The port\nis 7443\x1b[2J")
    out = text(rendering.remembered(Remembered(Conflict(a_memory(), (other,), "port: 7443 against 8443"))))
    assert out.splitlines()[2:] == [
        "port: 7443 against 8443; see `mcp-memory review`",
        f"   {other.id}  The port is 7443[2J",
    ]


def test_what_takes_another_place_names_what_is_kept() -> None:
    other = a_memory(id="00000002-0000-7000-8000-000000000000", status=Status.SUPERSEDED)
    out = text(rendering.remembered(Remembered(NewVersion(a_memory(), (other,), "more precise"))))
    assert out.endswith(f"more precise; kept as superseded: {other.id}")


def test_marks_and_states_are_words_that_people_use() -> None:
    marks = frozenset({Mark.POSSIBLY_OUTDATED, Mark.DENIED, Mark.SENSITIVE})
    found = replace(FOUND, memory=a_memory(marks=marks, status=Status.OVERTURNED))
    answer = Recalled(found=(found,), total=1, left_out=0, searched=SEARCHED)
    out = text(rendering.recalled(answer, explain=False))
    assert "overturned by the user · " in out
    assert " · denied by the user · possibly outdated · sensitive" in out
    assert "What is marked waits for a person; see `mcp-memory review`." in out


def test_every_mark_and_origin_has_its_words() -> None:
    everything = a_memory(marks=frozenset(Mark))
    assert rendering.marked(everything).plain.count(" · ") == len(Mark)
    for kind in OriginKind:
        assert rendering.origin(Origin(kind, "cursor", "s1")).endswith(" through cursor, session s1")
