"""In which words a memory says what a session said; what is asked to be remembered is an episode, never a rule."""

import pytest

from mcp_memory.engine.domain.requests import Listing, Observe, Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER


def kept(engine: MemoryEngine, *texts: str) -> set[tuple[Layer, str]]:
    turns = tuple(Said(role=Role.USER, content=text) for text in texts)
    engine.observe(OWNER, Observe(turns=turns, end=True))
    while engine.encode().done:
        pass
    return {(memory.layer, memory.content) for memory in engine.listing(OWNER, Listing()).memories}


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("Remember: the staging database is on port 5433.", "the staging database is on port 5433."),
        ("Please remember that every invoice needs a number.", "every invoice needs a number."),
        ("请记住我们的CI在Jenkins上跑。", "我们的CI在Jenkins上跑。"),
        ("还有一个没解决的问题：谁来付托管费？", "还有一个没解决的问题：谁来付托管费？"),
        ("另外，发布时间是周二。", "发布时间是周二。"),
    ],
)
def test_it_is_an_episode_without_the_words_that_ask_or_join_on(engine: MemoryEngine, said: str, content: str) -> None:
    assert kept(engine, said) == {(Layer.EPISODIC, content)}


def test_a_list_that_is_one_thought_is_one_episode(engine: MemoryEngine) -> None:
    criteria = "验收标准：\n1. 登录可用\n2. 导出可用\n3. 数据不丢失"
    assert kept(engine, criteria) == {(Layer.EPISODIC, "验收标准：登录可用；导出可用；数据不丢失")}


def test_a_statement_that_points_back_brings_what_it_points_to(engine: MemoryEngine) -> None:
    [(_, content)] = kept(engine, "We test on a copy first. From now on we must always release like this.")
    assert content == "We test on a copy first. From now on we must always release like this."
