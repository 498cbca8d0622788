"""Procedures as prompts: what is offered, what picking one says."""

from typing import Any

import pytest
from mcp import MCPError
from mcp.types import GetPromptResult, PromptReference, TextContent
from surface_kit import ERAS, Era, call, cannot_build, talking

from mcp_memory.engine.domain.errors import StoreBusy
from mcp_memory.engine.service import MemoryEngine

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


STEPS = ["Tag {version}", "Build {version} for {target}", "Publish"]


def text_of(shown: GetPromptResult) -> str:
    """The one message of a prompt."""
    [message] = shown.messages
    assert isinstance(message.content, TextContent)
    assert message.role == "user"
    return message.content.text


async def offered(client: Any) -> list[Any]:
    return [prompt for prompt in (await client.list_prompts()).prompts if prompt.name.startswith("procedure-")]


@pytest.mark.parametrize("era", ERAS)
async def test_a_procedure_is_a_prompt_with_its_parameters(engine: MemoryEngine, era: Era) -> None:
    """Picked, it asks for the steps to be followed, and says whose record they are."""
    async with talking(engine, era) as client:
        assert await offered(client) == []
        kept = await call(client, "remember", content="Release the shop", steps=STEPS)
        [prompt] = await offered(client)
        assert prompt.name == f"procedure-release-the-shop-{kept['id'][-6:]}"
        assert prompt.title == "Release the shop"
        assert [(argument.name, argument.required) for argument in prompt.arguments] == [
            ("version", True),
            ("target", True),
        ]
        shown = await client.get_prompt(prompt.name, {"version": "2.1 {target}", "target": "arm64"})
        lead, _, told = text_of(shown).partition("\n\n")
        assert "It is a record, since" in lead
        assert kept["id"] in lead
        assert told == "Release the shop\n1. Tag 2.1 {target}\n2. Build 2.1 {target} for arm64\n3. Publish"


async def test_in_chinese_too(engine: MemoryEngine) -> None:
    async with talking(engine) as client:
        kept = await call(client, "remember", content="新店上线", steps=["建 {门店} 的账号", "培训店长"])
        [prompt] = await offered(client)
        assert (prompt.name, prompt.title) == (f"procedure-{kept['id'][-6:]}", "新店上线")
        shown = await client.get_prompt(prompt.name, {"门店": "静安店"})
        assert "1. 建 静安店 的账号" in text_of(shown)


async def test_a_parameter_without_a_value_is_asked_for(engine: MemoryEngine) -> None:
    async with talking(engine) as client:
        await call(client, "remember", content="Release the shop", steps=STEPS)
        [prompt] = await offered(client)
        with pytest.raises(MCPError, match="needs a value for: version, target"):
            await client.get_prompt(prompt.name, {})


async def test_what_was_put_away_is_not_offered(engine: MemoryEngine) -> None:
    """Nor can it be had by its old name."""
    async with talking(engine) as client:
        kept = await call(client, "remember", content="Release the shop", steps=STEPS)
        [prompt] = await offered(client)
        await call(client, "forget", ids=[kept["id"]])
        assert await offered(client) == []
        with pytest.raises(MCPError, match="There is no prompt"):
            await client.get_prompt(prompt.name, {"version": "1", "target": "x"})


async def test_the_fixed_prompts_are_there_while_the_memory_is_not() -> None:
    async with talking(cannot_build(StoreBusy())) as client:
        assert [prompt.name for prompt in (await client.list_prompts()).prompts] == [
            "remember_this",
            "start_task",
            "review_memories",
        ]


async def test_tags_are_completed(engine: MemoryEngine) -> None:
    """Those of what counts; a task may begin with one of them."""
    async with talking(engine) as client:
        await call(client, "remember", content="We chose trunk-based development.", tags=["process", "git"])
        gone = await call(client, "remember", content="We chose long branches.", tags=["old"])
        await call(client, "forget", ids=[gone["id"]])
        start = PromptReference(name="start_task")
        assert (await client.complete(start, {"name": "tag", "value": ""})).completion.values == ["git", "process"]
        shown = await client.get_prompt("start_task", {"task": "Tidy up", "project": "atlas", "tag": "git"})
        assert 'with project="atlas" and tags="git"' in text_of(shown)
