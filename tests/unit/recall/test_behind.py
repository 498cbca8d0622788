"""A rule answers in the place of its sources."""

from dataclasses import replace

from test_search import recall, stored, texts

from mcp_memory.engine.domain.promotion import Promote
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, FrozenClock


def test_a_rule_comes_first_and_its_sources_after_what_else_answers(engine: MemoryEngine, clock: FrozenClock) -> None:
    """However near its sources are to the question."""
    said = ("Never deploy on Fridays.", "Don't deploy on Fridays.", "We never deploy on Fridays.")
    for number, text in enumerate(said):
        clock.advance(hours=5)
        stored(engine, text, replace(OWNER, session=f"s{number}"))
    stored(engine, "The last deploy of a Friday cost us a weekend.", replace(OWNER, session="other"))
    before = texts(recall(engine, "may we deploy on Fridays?"))
    assert set(before[:3]) <= set(said)
    engine.promote(OWNER, Promote())
    after = texts(recall(engine, "may we deploy on Fridays?"))
    assert after[0].startswith("Never deploy on Fridays")
    assert after[1] == "The last deploy of a Friday cost us a weekend."
    assert set(after[2:]) == set(said)


def test_without_a_rule_nothing_moves(engine: MemoryEngine) -> None:
    for text in ("The API listens on port 8443.", "The API is versioned."):
        stored(engine, text)
    assert texts(recall(engine, "which port does the API listen on?"))[0] == "The API listens on port 8443."
