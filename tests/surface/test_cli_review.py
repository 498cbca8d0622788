"""The terminal's review: what waits is listed where nobody looks, and gone through where a person sits."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from cli_kit import Ran, Shell
from rich.console import Console

from mcp_memory import rendering_review
from mcp_memory.bootstrap import assemble
from mcp_memory.engine.domain.memory import Dossier, Memory, Principal
from mcp_memory.engine.domain.promotion import GateReport, GateResult
from mcp_memory.engine.domain.requests import Remember, Review
from mcp_memory.engine.domain.review import ReviewItem, kind_of
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Mark, Status
from mcp_memory.settings import Settings
from mcp_memory.testing import HashingEmbedder, a_memory

AGENT = Principal(user="me", agent="some agent", session="s1")
PORTS = tuple(f"The staging gateway of Atlas listens on port {port}." for port in (7443, 8443, 9443))
RULE = "All services are written in Go"


class Seat(io.StringIO):
    """What a person types at a terminal; `meanwhile` happens while they look at a question."""

    meanwhile: Callable[[], object] | None = None

    def isatty(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # of bytes and text at once, say the stubs
        if self.meanwhile:
            self.meanwhile()
        return super().readline(-1 if size is None else size)


def tell(shell: Shell, *asked: Remember) -> list[str]:
    """An agent remembers these; the ids of what became of them."""
    with assemble(Settings.read({"MCP_MEMORY_HOME": str(shell.home)}), HashingEmbedder()) as engine:
        return [engine.remember(AGENT, ask).outcome.memory.id for ask in asked]


def conflict(shell: Shell, sides: int = 2) -> list[str]:
    """Contradicting memories, the oldest event first."""
    asked = (
        Remember(content=text, occurred_at=f"2026-0{month}-05") for month, text in enumerate(PORTS[:sides], start=1)
    )
    return tell(shell, *asked)


def rule(shell: Shell) -> str:
    """A rule that waits for a person's word."""
    [memory_id] = tell(shell, Remember(content=RULE, layer=Layer.SEMANTIC))
    return memory_id


def seated(shell: Shell, *arguments: str, typed: str, meanwhile: Callable[[], object] | None = None) -> Ran:
    """Run the command where a person sits, at a plain screen of 80 columns."""
    seat = Seat(typed)
    seat.meanwhile = meanwhile
    with shell.monkeypatch.context() as here:
        here.setattr(sys.stdout, "isatty", lambda: True)
        here.setenv("TERM", "dumb")
        here.setattr("io.StringIO", lambda _typed: seat)
        return shell("review", *arguments, typed=typed)


class TestListed:
    def test_nothing_waits(self, shell: Shell) -> None:
        assert shell("review").out == "Nothing waits for you.\n"

    def test_where_nobody_sits_it_is_listed_with_how_to_decide(self, shell: Shell) -> None:
        old, new = conflict(shell)
        proposed = rule(shell)
        out = shell("review").out
        assert out.startswith("Conflict · seen in 2 scenes: ")
        assert out.index(f"newer, 2026-02-05 00:00  {PORTS[1]}") < out.index(f"older, 2026-01-05 00:00  {PORTS[0]}")
        assert f"{old} · episodic · active · global · conflicted · possibly outdated · an agent through" in out
        assert f"mcp-memory review {new} --keep-new | --keep-old | --keep-both" in out
        assert "asked for it to stand as a rule, and no person has confirmed it\n   20" in out
        assert f"mcp-memory review {proposed} --approve | --reject" in out

    def test_more_than_asked_for_is_counted(self, shell: Shell) -> None:
        conflict(shell)
        rule(shell)
        assert "1 more wait; raise --limit." in shell("review", "--list", "--limit", "1").out
        assert shell("review", "--list", "--limit", "1", "--json").json["total"] == 2

    def test_one_item_is_found_by_any_of_its_memories(self, shell: Shell) -> None:
        old, new = conflict(shell)
        rule(shell)
        ran = shell("review", old, "--json")
        assert [item["id"] for item in ran.json["items"]] == [new]

    def test_a_seat_alone_is_asked_nothing_when_a_list_is_wanted(self, shell: Shell) -> None:
        rule(shell)
        assert "--approve | --reject" in seated(shell, "--list", typed="").out


class TestDecided:
    @pytest.mark.parametrize(
        ("action", "states"),
        [
            ("--keep-new", ["active", "superseded"]),
            ("--keep-old", ["overturned", "active"]),
            ("--keep-both", ["active", "active"]),
        ],
    )
    def test_a_conflict_and_back(self, shell: Shell, action: str, states: list[str]) -> None:
        old, _ = conflict(shell)
        ran = shell("review", old, action, "--reason", "I looked", "--json")
        assert [memory["status"] for memory in ran.json["decided"]] == states
        assert "I looked" in shell("show", old).out
        assert shell("review").out == "Nothing waits for you.\n"
        undone = shell("review", old, "--undo")
        assert undone.out.startswith("Put back: The staging gateway")
        assert "To undo it" not in undone.out
        assert "Conflict · " in shell("review").out

    def test_a_proposal_is_rejected_on_a_persons_own_word(self, shell: Shell) -> None:
        memory_id = rule(shell)
        out = shell("review", memory_id, "--reject").out
        assert f"{memory_id} · semantic · overturned by the user" in out
        assert f"To undo it: mcp-memory review {memory_id} --undo" in out
        assert "review: reject by command line (person)" in shell("show", memory_id).out

    def test_what_rested_on_it_is_named(self, shell: Shell) -> None:
        _, newer = conflict(shell)
        derived = shell.remember(PORTS[1], "--layer", "semantic")
        out = shell("review", newer, "--keep-old").out
        assert f"now up for review: {derived}" in out

    def test_of_three_sides_the_older_two_still_contradict_each_other(self, shell: Shell) -> None:
        conflict(shell, 3)
        [item] = shell("review", "--json").json["items"]
        out = shell("review", item["id"], "--keep-old").out
        assert (out.count("Decided: "), out.count("Still in conflict: ")) == (1, 2)

    def test_what_was_decided_by_another_says_by_whom(self, shell: Shell) -> None:
        memory_id = rule(shell)
        shell("review", memory_id, "--approve")
        ran = shell("review", memory_id, "--approve")
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith(f"mcp-memory: {memory_id} was decided by command line (person) at ")

    @pytest.mark.parametrize(
        "arguments", [["--approve"], ["x", "--approve", "--reject"], ["x", "--list", "--undo"], ["--keep-new"]]
    )
    def test_what_makes_no_sense_is_a_usage_error(self, shell: Shell, arguments: list[str]) -> None:
        assert shell("review", *arguments).code == 2

    def test_a_proposal_has_no_sides(self, shell: Shell) -> None:
        ran = shell("review", rule(shell), "--keep-new")
        assert ran.code == 1
        assert "there is no other version to choose from" in ran.err


class TestGoneThrough:
    def test_the_sides_stand_beside_each_other_the_newer_left(self, shell: Shell) -> None:
        _, new = conflict(shell)
        ran = seated(shell, typed="n\n")
        assert (ran.code, ran.err) == (0, "")
        heads = next(line for line in ran.out.splitlines() if "Newer, fact of 2026-02-05" in line)
        assert heads.index("Newer, fact of 2026-02-05") < heads.index("Older, fact of 2026-01-05")
        for told in ("vouched by an agent through", "seen in 1 scene, last 2026-01-05", "7443 against 8443"):
            assert told in ran.out
        assert "[n]ew, [o]ld, [b]oth, [s]kip, [q]uit" in ran.out
        assert f"To undo it: mcp-memory review {new} --undo" in ran.out
        assert ran.out.endswith("1 decision; 0 still waiting.\n")

    def test_one_after_the_other_until_the_end(self, shell: Shell) -> None:
        """A letter that means nothing, or no letter, is asked for again; a word will do too."""
        conflict(shell)
        proposed = rule(shell)
        ran = seated(shell, "--reason", "all is well", typed="x\n\nBoth\napprove\n")
        assert ran.out.count("[n]ew") == 3
        assert "Conflict · 1 of 2" in ran.out
        assert "Proposed · 2 of 2" in ran.out
        assert "2 decisions; 0 still waiting." in ran.out
        assert "all is well" in shell("show", proposed).out

    @pytest.mark.parametrize(("typed", "seen"), [("s\nr\n", 2), ("q\n", 1), ("", 1), ("s\n", 2)])
    def test_skipping_goes_on_and_leaving_leaves(self, shell: Shell, typed: str, seen: int) -> None:
        conflict(shell)
        rule(shell)
        ran = seated(shell, typed=typed)
        assert ran.code == 0
        assert ran.out.count(" of 2 · ") == seen
        left = 1 if "r" in typed else 2
        assert f"{left} still waiting." in ran.out

    def test_one_item_by_its_id(self, shell: Shell) -> None:
        conflict(shell)
        assert "1 of 1" in seated(shell, rule(shell), typed="r\n").out

    def test_an_item_that_another_decides_meanwhile_is_left_alone(self, shell: Shell) -> None:
        memory_id = rule(shell)

        def decide() -> None:
            with assemble(Settings.read({"MCP_MEMORY_HOME": str(shell.home)}), HashingEmbedder()) as engine:
                engine.review(replace(AGENT, person=True, agent="web"), Review(action="approve", id=memory_id))

        ran = seated(shell, typed="r\n", meanwhile=decide)
        assert f"It waits no more: {memory_id} was decided by web (person)" in ran.out
        assert "0 decisions; 0 still waiting." in ran.out

    def test_markup_in_a_memory_is_text(self, shell: Shell) -> None:
        tell(shell, Remember(content="Use [bold]tabs[/bold] [link=x]always[/link]", layer=Layer.SEMANTIC))
        for out in (seated(shell, typed="q\n").out, shell("review").out):
            assert "Use [bold]tabs[/bold] [link=x]always[/link]" in out


class TestAsked:
    def test_what_moves_a_cursor_does_nothing(self) -> None:
        """Neither in a side nor in a reason, whatever stands in the records."""
        foreign = "\x1b[2Jgone\r\u202e\x07 [bold]tabs[/bold]"
        out = printed(a_question(a_memory(content=foreign, marks=frozenset({Mark.DENIED})), reason=foreign))
        assert out.count("[2Jgone [bold]tabs[/bold]") == 2
        assert not {"\x1b", "\r", "\u202e", "\x07"} & set(out)
        assert "Denied in a session" in out

    def test_what_the_gates_said_stands_above_a_proposal(self) -> None:
        report = GateReport(results=(GateResult("scenes", passed=False, reason="seen in one scene only"),))
        out = printed(replace(a_question(a_memory(status=Status.PENDING), reason=""), gates=report))
        assert "✗ scenes: seen in one scene only" in out

    @pytest.mark.parametrize(("width", "columns"), [(140, [3]), (80, [2, 1]), (60, [1, 1, 1]), (20, [1, 1, 1])])
    def test_sides_stand_under_each_other_where_the_screen_is_narrow(self, width: int, columns: list[int]) -> None:
        marks = frozenset({Mark.CONFLICTED})
        sides = [a_memory(content=text, marks=marks, event_type=EventType.RISK) for text in PORTS]
        out = printed(a_question(*sides, reason="ports differ"), width)
        assert [line.count("isk of") for line in out.splitlines() if "isk of" in line] == columns
        assert max(map(len, out.splitlines())) <= width

    def test_a_long_text_is_cut_and_a_recalled_one_says_so(self) -> None:
        out = printed(a_question(a_memory(content="word " * 2_000, recall_count=3), reason=""))
        assert out.count("word") < 500
        assert "recalled 3 times" in out
        assert "seen in 0 scenes\n" in out


def a_question(*memories: Memory, reason: str) -> rendering_review.Question:
    first = memories[0]
    item = ReviewItem(id=first.id, kind=kind_of(first), memories=memories, reason=reason, evidence=0)
    files = tuple(Dossier(memory, (), (), ()) for memory in memories)
    return rendering_review.Question(item=item, files=files, gates=None, place="1 of 1")


def printed(question: rendering_review.Question, width: int = 80) -> str:
    console = Console(width=width, file=io.StringIO())
    for renderable in rendering_review.asked(question, width):
        console.print(renderable, highlight=False)
    screen = console.file
    assert isinstance(screen, io.StringIO)
    return screen.getvalue()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_in_a_real_terminal_a_person_is_asked(shell: Shell) -> None:
    conflict(shell)
    keyboard, terminal = os.openpty()
    environ = {**os.environ, "MCP_MEMORY_HOME": str(shell.home), "COLUMNS": "100"}
    with subprocess.Popen(
        [sys.executable, "-m", "mcp_memory", "review"], stdin=terminal, stdout=terminal, stderr=terminal, env=environ
    ) as process:
        os.close(terminal)
        os.write(keyboard, b"n\n")
        printed = b"".join(iter(lambda: _read(keyboard), b"")).decode()
    os.close(keyboard)
    assert process.returncode == 0
    assert "1 decision; 0 still waiting." in printed


def _read(keyboard: int) -> bytes:
    """What the terminal shows next; nothing once nobody has it open."""
    try:
        return os.read(keyboard, 65_536)
    except OSError:
        return b""
