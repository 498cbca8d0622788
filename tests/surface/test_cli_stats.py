"""The data folder in numbers, in the terminal."""

from cli_kit import Shell

from mcp_memory.engine.domain.stats import Stats
from mcp_memory.rendering_show import Numbers, stats
from mcp_memory.testing import a_memory


def test_an_empty_folder_has_its_numbers_too(shell: Shell) -> None:
    ran = shell("stats")
    assert ran.code == 0
    assert ran.out.startswith("0 memories in 0 chunks")
    assert "Nothing waits for a person." in ran.out


def test_memories_are_counted_and_the_most_recalled_are_named(shell: Shell) -> None:
    shell.remember("Tea is drunk at four")
    shell("remember", "Invoices are PDF files", "--layer", "semantic")
    shell("recall", "when is tea drunk?")
    shown = shell("stats", "--json").json
    assert (shown["total"], shown["tiers"]) == (2, {"hot": 2})
    assert shown["layers"] == {"episodic active": 1, "semantic active": 1}
    assert list(shown["weeks"].values())[-1] == 2
    assert ("Tea is drunk at four", 1) in [(used["content"], used["recalled"]) for used in shown["most_recalled"]]
    out = shell("stats").out
    assert "2 memories in 2 chunks" in out
    assert "Most recalled\n" in out
    assert "       1  Tea is drunk at four" in out


def test_what_waits_is_counted_by_why() -> None:
    numbers = Numbers.of(
        Stats(
            layers={},
            tiers={},
            event_types={},
            weeks=(),
            most_recalled=(a_memory(recall_count=2),),
            waiting={"doubt": 3},
        )
    )
    lines = [line.plain for line in stats(numbers)]
    assert lines[-2:] == ["Waiting for a person", "       3  doubt"]
    assert any("last unknown" in line for line in lines)
