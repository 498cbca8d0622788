"""A session keeps no rule and no procedure that its speaker does not mean."""

import pytest

from mcp_memory.engine.domain.requests import Listing, Observe, Remember, Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER


def kept(engine: MemoryEngine, said: str) -> list[tuple[Layer, str]]:
    engine.observe(OWNER, Observe(turns=(Said(role=Role.USER, content=said),), end=True))
    while engine.encode().done:
        pass
    return [(memory.layer, memory.content) for memory in engine.listing(OWNER, Listing()).memories]


@pytest.mark.parametrize(
    "said",
    [
        "Should we always first lint, then test, then merge?",
        "Never do this: always first merge, then test.",
        "The old wiki says: from now on first archive, then delete, then notify.",
        "Yeah, from now on: first break prod, then blame Bob",
        "以后是不是先合并，再测试，最后评审？",
        "以后不要先合并再测试最后评审。",
    ],
)
def test_what_is_asked_forbidden_reported_or_mocked_settles_no_procedure(engine: MemoryEngine, said: str) -> None:
    engine.remember(OWNER, Remember(content=said))
    assert [content for layer, content in kept(engine, said) if layer is Layer.PROCEDURAL] == []


@pytest.mark.parametrize(
    "said",
    [
        "Because who needs backups, right? Never make backups of the database.",
        "Yeah sure, always push straight to main 🙄",
        "What could go wrong? We must always deploy on Fridays.",
        "反正谁还需要备份啊！以后不要备份数据库。",
    ],
)
def test_a_rule_that_is_mocked_is_not_kept(engine: MemoryEngine, said: str) -> None:
    assert kept(engine, said) == []


def test_a_rule_beside_mockery_of_something_else_is_kept(engine: MemoryEngine) -> None:
    said = "Great, another outage, what could go wrong. The weather is bad. Never make backups at noon."
    assert [content for _, content in kept(engine, said)] == ["Never make backups at noon."]
