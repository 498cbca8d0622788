"""In which words a memory says what a session said; what is asked to be remembered is an episode, never a rule."""

from pathlib import Path

import pytest

from mcp_memory.engine.domain.requests import Listing, Observe, Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.domain.vocabulary import EventType, Layer, OriginKind
from mcp_memory.engine.ports.reasoner import Candidate, Extraction
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import OWNER, ScriptedReasoner, an_engine


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


@pytest.mark.parametrize(
    ("said", "noted"),
    [
        ("The team must not deploy on Fridays.", "The team must deploy on Fridays."),
        ("周五不要发布地图服务。", "周五要发布地图服务。"),
    ],
)
def test_what_says_the_contrary_of_its_turns_is_dropped(tmp_path: Path, said: str, noted: str) -> None:
    """A reasoner may lose a "not"."""
    turned = Candidate(content=noted, event_type=EventType.CONSTRAINT, turns=(1,))
    reasoner = ScriptedReasoner(Extraction(candidates=(turned,), reasoner="scripted"))
    with an_engine(tmp_path, reasoner=reasoner) as engine:
        engine.observe(OWNER, Observe(turns=(Said(role=Role.USER, content=said),), end=True))
        while engine.encode().done:
            pass
        assert engine.listing(OWNER, Listing()).memories == ()


def test_what_told_a_secret_leaves_nothing(engine: MemoryEngine) -> None:
    """Without it the statement says nothing."""
    token = "ghp_" + "aB3" * 12
    assert kept(engine, f"The CI token is {token}.") == set()


@pytest.mark.parametrize(
    ("last", "outcome"),
    [
        ("I fixed the rounding and all tests pass.", "I fixed the rounding and all tests pass."),
        ("Seven hours in winter, six in summer.", ""),
        ("附近新开了一家面馆，听说不错。", ""),
    ],
)
def test_a_task_ends_in_what_was_reported_and_not_in_a_last_remark(
    engine: MemoryEngine, last: str, outcome: str
) -> None:
    """On the agent's word, whoever spoke last."""
    turns = (Said(role=Role.ASSISTANT, content=last), Said(role=Role.USER, content="Thanks!"))
    engine.observe(OWNER, Observe(turns=turns, goal="Fix the rounding", step="read the code", end=True))
    while engine.encode().done:
        pass
    listed = engine.listing(OWNER, Listing()).memories
    [record] = [memory for memory in listed if memory.event_type is EventType.TASK_RECORD]
    assert record.content.partition("Outcome: ")[2] == outcome
    assert record.origin.kind is OriginKind.AGENT
