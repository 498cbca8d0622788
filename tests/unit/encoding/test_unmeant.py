"""A session keeps no rule and no procedure that its speaker does not mean."""

import pytest

from mcp_memory.engine.domain.requests import Listing, Observe, Remember, Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER


def kept(engine: MemoryEngine, said: str, role: Role = Role.USER) -> list[tuple[Layer, str]]:
    engine.observe(OWNER, Observe(turns=(Said(role=role, content=said),), end=True))
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


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        (
            "I've trained 14 nurses. Can you help me check the dose first and then log it every time?",
            "I've trained 14 nurses.",
        ),
        (
            "I've trained 14 nurses. Each time this fails:\n```js\nlist.map((nurse) => { return nurse.id; });\n```",
            "I've trained 14 nurses.",
        ),
        ("我们的预发服务器叫红隼。你能教我先查剂量然后记录吗？我每次都搞混。", "我们的预发服务器叫红隼。"),
    ],
)
def test_a_fact_beside_what_only_looks_like_a_procedure_is_an_episode(
    engine: MemoryEngine, said: str, fact: str
) -> None:
    assert kept(engine, said) == [(Layer.EPISODIC, fact)]


def test_a_fact_beside_a_procedure_is_an_episode_of_its_own(engine: MemoryEngine) -> None:
    said = "I've trained 14 nurses. From now on first check the dose, then log it."
    assert sorted(kept(engine, said)) == [
        (Layer.EPISODIC, "I've trained 14 nurses."),
        (Layer.PROCEDURAL, "From now on first check the dose, then log it."),
    ]


@pytest.mark.parametrize(
    "said",
    [
        "We fixed it. From now on I will always first check the dose, then log it.",
        "我们已经修好了。以后我会先查剂量，再记录。",
    ],
)
def test_an_assistant_settles_no_procedure(engine: MemoryEngine, said: str) -> None:
    assert Layer.PROCEDURAL not in dict(kept(engine, said, Role.ASSISTANT))
