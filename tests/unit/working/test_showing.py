"""What sessions were shown is written down once, whichever thread comes to it."""

import threading

from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.requests import Observe, Recall, Remember, Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER


def test_two_threads_that_write_down_at_once_lose_nothing_and_fail_nowhere(engine: MemoryEngine) -> None:
    kept = engine.remember(OWNER, Remember(content="The staging server is called Kestrel.")).outcome.memory
    failures: list[BaseException] = []

    def note() -> None:
        try:
            for _ in range(50):
                engine._showing.note()
        except IndexError as failed:
            failures.append(failed)

    threads = [threading.Thread(target=note) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(20):
        engine.recall(OWNER, Recall(query="Kestrel staging server"))
    for thread in threads:
        thread.join()
    engine._showing.note()
    assert failures == []
    assert engine._parts.sessions.recalled_in("me", "s1") == (kept.id,)


def test_an_answer_counts_for_the_session_that_is_observed(engine: MemoryEngine) -> None:
    """A client may name its session when it observes and leave it out when it recalls."""
    kept = engine.remember(OWNER, Remember(content="The staging server is called Kestrel.")).outcome.memory
    for name in ("first", "second"):
        who = Principal(user="me", agent="test", session=name)
        engine.observe(who, Observe(turns=(Said(role=Role.USER, content="hello there"),)))
    engine.recall(Principal(user="me", agent="test", session="connection"), Recall(query="Kestrel"))
    engine._showing.note()
    seen = {name: engine._parts.sessions.recalled_in("me", name) for name in ("first", "second", "connection")}
    assert seen == {"first": (), "second": (kept.id,), "connection": (kept.id,)}
