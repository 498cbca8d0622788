"""Both sides of an open contradiction are told together, the newer one first."""

import pytest
from test_search import recall, stored, texts

from mcp_memory.engine.domain.requests import Review
from mcp_memory.engine.recall.sides import OTHER_SIDE
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, FrozenClock

OLD = "The staging gateway of Atlas listens on port 8443."
NEW = "The staging gateway of Atlas listens on port 9443."


@pytest.fixture
def torn(engine: MemoryEngine, clock: FrozenClock) -> MemoryEngine:
    """An engine that was told two ports."""
    for text in (OLD, NEW):
        stored(engine, text)
        clock.advance(days=1)
    return engine


@pytest.mark.parametrize("port", ["8443", "9443"])
def test_whichever_side_is_asked_for_both_are_told(torn: MemoryEngine, port: str) -> None:
    answer = recall(torn, port)
    assert texts(answer) == [NEW, OLD]
    assert {found.text: OTHER_SIDE in found.why for found in answer.found} == {
        OLD: port not in OLD,
        NEW: port not in NEW,
    }


def test_the_limit_is_kept(torn: MemoryEngine) -> None:
    assert texts(recall(torn, "8443", limit=1)) == [NEW]


def test_what_was_found_already_is_told_once(torn: MemoryEngine) -> None:
    stored(torn, "The billing gateway listens on port 8080.")
    assert texts(recall(torn, "staging gateway of Atlas"))[:2] == [NEW, OLD]
    assert len(recall(torn, "gateway port").found) == 3


def test_of_many_versions_the_newest_are_told(torn: MemoryEngine, clock: FrozenClock) -> None:
    for port in (9444, 9445):
        clock.advance(days=1)
        stored(torn, f"The staging gateway of Atlas listens on port {port}.")
    told = texts(recall(torn, "8443"))
    assert [text.split()[-1] for text in told] == ["9445.", "9444.", "8443."]


def test_another_scope_stays_outside(torn: MemoryEngine) -> None:
    stored(torn, "The staging gateway of Atlas listens on port 7443.", project="atlas")
    assert all("7443" not in text for text in texts(recall(torn, "8443", project="borealis")))


def test_what_was_decided_is_no_side(torn: MemoryEngine) -> None:
    [item] = torn.review(OWNER, Review(action="list")).items
    torn.review(OWNER, Review(action="keep_new", id=item.id, user_confirmed=True))
    assert texts(recall(torn, "9443")) == [NEW]
