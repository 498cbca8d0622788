"""The terminal shows where things come from: a memory with its turns, gates and conflicts, and the sessions."""

from cli_kit import Shell

from mcp_memory.bootstrap import assemble
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.promotion import Promote
from mcp_memory.engine.domain.requests import Observe, Remember, Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.settings import Settings
from mcp_memory.testing import HashingEmbedder

AGENT = Principal(user="me", agent="claude", session="s1")
DECISION = "We decided to use PostgreSQL for the ledger of Atlas."


def opened(shell: Shell) -> MemoryEngine:
    return assemble(Settings.read({"MCP_MEMORY_HOME": str(shell.home)}), HashingEmbedder())


def converse(shell: Shell, *, encode: bool = False, end: bool = False) -> None:
    """A session in which something was decided; and one before it that only greeted."""
    turns = (
        Said(role=Role.USER, content=DECISION, speaker="Ann"),
        Said(role=Role.ASSISTANT, content="Noted:\nPostgreSQL for the ledger."),
        Said(role=Role.TOOL_CALL, content="psql --version"),
    )
    with opened(shell) as engine:
        engine.observe(
            Principal(user="me", agent="cursor", session="s0"), Observe(turns=(Said(role=Role.USER, content="hi"),))
        )
        engine.observe(AGENT, Observe(goal="Release Atlas 2.0", project="atlas", turns=turns))
        engine.observe(AGENT, Observe(step="Looked at the pipeline"))
        engine.observe(AGENT, Observe(step="Chose the ledger", artifact="notes.md", end=end))
        while encode and engine.encode().done:
            pass


class TestSessions:
    def test_none_yet(self, shell: Shell) -> None:
        assert shell("sessions").out == "No session was observed yet.\n"

    def test_the_latest_come_first_with_what_waits_to_be_encoded(self, shell: Shell) -> None:
        converse(shell)
        first, goal, how, *rest = shell("sessions").out.splitlines()
        assert "  s1  project atlas · open" in first
        assert (goal, how) == ("   Release Atlas 2.0", "   3 turns, 3 waiting to be encoded · through claude")
        assert "  s0  no project · open" in rest[0]
        assert len(shell("sessions", "--limit", "1").out.splitlines()) == 3
        [last, _] = shell("sessions", "--json").json
        assert (last["session"]["id"], last["unencoded"]) == ("s1", 3)

    def test_what_was_encoded_waits_no_more(self, shell: Shell) -> None:
        converse(shell, encode=True, end=True)
        out = shell("sessions", "--limit", "1").out
        assert "project atlas · ended 20" in out
        assert "3 turns · through claude" in out

    def test_one_is_shown_whole(self, shell: Shell) -> None:
        converse(shell)
        out = shell("sessions", "s1").out
        assert out.startswith("Session s1\n")
        assert "Steps\n   1. Looked at the pipeline\n   2. Chose the ledger\nArtefacts\n   notes.md\n" in out
        assert f"Marked as worth keeping\n   decision: {DECISION}\n" in out
        for line in (
            "1. user (Ann), 20",
            f"      | {DECISION}\n",
            "      | Noted:\n      | PostgreSQL",
            "3. tool call, 20",
        ):
            assert line in out
        assert "3 turns, 3 waiting to be encoded" in out
        assert shell("sessions", "s1", "--json").json["session"]["goal"] == "Release Atlas 2.0"

    def test_a_long_one_says_what_stands_in_its_summary_only(self, shell: Shell) -> None:
        with opened(shell) as engine:
            for number in range(14):
                said = (Said(role=Role.USER, content=f"We decided to rename ship {number} to Aurora {number}."),)
                engine.observe(AGENT, Observe(turns=said))
            engine.observe(AGENT, Observe(turns=(Said(role=Role.USER, content="What is for lunch?"),)))
        out = shell("sessions", "s1").out
        assert "Summary\n" in out
        assert "more stand in the summary only." in out

    def test_an_unknown_one_says_where_to_look(self, shell: Shell) -> None:
        ran = shell("sessions", "nowhere")
        assert (ran.code, ran.out) == (1, "")
        assert ran.err == "mcp-memory: 'nowhere'. No session has that id. `mcp-memory sessions` lists them.\n"


class TestShow:
    def test_an_episode_with_its_parts_and_the_turns_it_came_from(self, shell: Shell) -> None:
        """Also once the session has ended and its turns lie in the archive; what was inferred says so."""
        converse(shell, encode=True, end=True)
        memories = shell("list", "--json", "--limit", "1000").json["memories"]
        episode = next(memory["id"] for memory in memories if "PostgreSQL" in memory["content"])
        out = shell("show", episode).out
        for part in ("speaker               Ann", "Release Atlas 2.0 (inferred)", "PostgreSQL", "in session s1"):
            assert part in out
        assert "Came from\n   1. user (Ann), 20" in out
        assert f"      | {DECISION}\n" in out
        assert [turn["n"] for turn in shell("show", episode, "--json").json["turns"]] == [1]

    def test_what_was_done_and_left_open(self, shell: Shell) -> None:
        converse(shell, encode=True, end=True)
        memories = shell("list", "--json", "--limit", "1000").json["memories"]
        records = [memory["id"] for memory in memories if memory["event_type"] == "task_record"]
        assert ["Actions\n   1. " in shell("show", memory_id).out for memory_id in records] in ([], [True])

    def test_a_procedure_has_its_steps_numbered_apart_from_the_answer(self, shell: Shell) -> None:
        steps = [part for step in ("tag the commit", "push the image") for part in ("--step", step)]
        memory_id = shell.remember("To release the app", *steps)
        assert shell("recall", "release").out.startswith(
            "1. To release the app\n   1. tag the commit\n   2. push the image\n"
        )
        assert "To release the app (2 steps)\n" in shell("list").out
        assert "Steps\n   1. tag the commit\n   2. push the image\n" in shell("show", memory_id).out

    def test_a_rule_taken_apart(self, shell: Shell) -> None:
        assert "taken apart" in shell("show", shell.remember("Ada prefers tea", "--layer", "semantic")).out

    def test_what_it_contradicts_and_how_to_decide(self, shell: Shell) -> None:
        with opened(shell) as engine:
            old, new = (
                engine.remember(
                    AGENT, Remember(content=f"The gateway of Atlas listens on port {port}.")
                ).outcome.memory.id
                for port in (7443, 8443)
            )
        out = shell("show", old).out
        assert "In conflict with\n   The gateway of Atlas listens on port 8443.\n" in out
        assert f"To decide: mcp-memory review {old}" in out
        for found in (shell("recall", "port of the gateway", "--explain").out, shell("list").out):
            assert "conflicted · possibly outdated" in found
        assert "see `mcp-memory review`" in shell("recall", "port of the gateway").out
        shell("review", new, "--keep-new")
        assert "In conflict with" not in shell("show", new).out

    def test_what_the_gates_said(self, shell: Shell) -> None:
        with opened(shell) as engine:
            ids = tuple(
                engine.remember(
                    Principal(user="me", agent="claude", session=f"s{number}"),
                    Remember(content=f"Ann asked for tabs in module {number}"),
                ).outcome.memory.id
                for number in range(3)
            )
            person = Principal(user="me", agent="claude", person=True)
            engine.promote(person, Promote(ids=ids, to=Layer.SEMANTIC, statement="Ann prefers tabs in modules"))
        memories = shell("list", "--layer", "semantic", "--status", "active", "--status", "pending", "--json").json
        out = shell("show", memories["memories"][0]["id"]).out
        assert "Gates\n   " in out


class TestCorrect:
    def test_what_is_overturned_already_says_so(self, shell: Shell) -> None:
        memory_id = shell.remember("Tea at four")
        assert "overturned before" not in shell("correct", memory_id, "--verdict", "wrong").out
        again = shell("correct", memory_id, "--verdict", "outdated").out
        assert again.startswith("Nothing changed, still version 2: Tea at four")
        edited = shell("correct", memory_id, "Tea at five").out
        assert edited.startswith("Now version 3: Tea at five")
        for out in (again, edited):
            assert "overturned before and is not recalled; --verdict confirmed makes it count again." in out
        assert "overturned before" not in shell("correct", memory_id, "--verdict", "confirmed").out


def test_backups_are_listed_when_the_records_cannot_be_opened(shell: Shell) -> None:
    """That is when they are needed, and what the error advises."""
    shell.remember("Tea at four")
    path = shell("backup", "--json").json["path"]
    (shell.home / "memory.db").write_text("hello, a text file\n" * 500)
    assert "`mcp-memory restore`" in shell("list").err
    assert path in shell("restore").out
    assert shell("restore", "--json").json[0]["path"] == path
    assert shell("restore", path, "--yes").code == 0
    assert "Tea at four" in shell("list").out
