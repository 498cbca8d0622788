"""What every client is told at the start: names, schemas, instructions; and what must not be loaded by then."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from inline_snapshot import snapshot
from surface_kit import ERAS, Era, cannot_build, talking

from mcp_memory import __version__
from mcp_memory.engine.domain.vocabulary import EventType, Layer
from mcp_memory.server import instructions
from mcp_memory.tools.verb import EventWord, LayerWord

pytestmark = pytest.mark.anyio

HEAVY = (
    "numpy",
    "onnxruntime",
    "fastembed",
    "sqlalchemy",
    "qdrant_client",
    "anthropic",
    "apscheduler",
    "typer",
    "rich",
)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def tools() -> list[dict[str, Any]]:
    """The tools as they go over the wire."""
    async with talking(cannot_build(AssertionError())) as client:
        listed = (await client.list_tools()).tools
    return [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed]


async def test_the_list_is_small(tools: list[dict[str, Any]]) -> None:
    """Under 3,400 tokens, counted as a quarter of the bytes of its JSON."""
    size = len(json.dumps({"tools": tools}, ensure_ascii=False, separators=(",", ":")).encode()) / 4
    assert size < 3_400


async def test_signatures(tools: list[dict[str, Any]]) -> None:
    """Names, parameters and their order are the contract."""
    assert {tool["name"]: list(tool["inputSchema"]["properties"]) for tool in tools} == snapshot(
        {
            "remember": [
                "content",
                "layer",
                "event_type",
                "steps",
                "occurred_at",
                "valid_until",
                "project",
                "tags",
                "session",
                "user_confirmed",
            ],
            "recall": [
                "query",
                "layer",
                "limit",
                "max_tokens",
                "since",
                "until",
                "event_type",
                "project",
                "tags",
                "include",
                "session",
            ],
            "correct": ["id", "verdict", "content", "layer", "reason", "expected_version", "user_confirmed"],
            "forget": ["ids", "query", "mode", "reason", "confirm"],
            "observe": ["session", "role", "content", "turns", "goal", "step", "artifact", "resumes", "end"],
            "promote": ["ids", "to", "statement", "steps", "user_confirmed", "dry_run"],
            "review": ["action", "id", "reason", "limit", "user_confirmed"],
        }
    )


async def test_answers(tools: list[dict[str, Any]]) -> None:
    """The fields of answers are the contract too."""
    assert {tool["name"]: list(tool["outputSchema"]["properties"]) for tool in tools} == snapshot(
        {
            "remember": ["hint", "id", "layer", "status", "outcome", "conflicts_with", "redactions"],
            "recall": ["hint", "memories", "total", "searched"],
            "correct": ["hint", "id", "outcome", "layer", "status", "version", "marks", "for_review", "redactions"],
            "forget": ["hint", "mode", "outcome", "forgotten", "not_found", "preview", "copies_left"],
            "observe": ["hint", "accepted", "marks", "working", "redactions"],
            "promote": ["hint", "outcome", "memory", "gates", "candidates"],
            "review": ["hint", "outcome", "items", "total", "decided", "for_review"],
        }
    )


async def test_hints_and_defaults(tools: list[dict[str, Any]]) -> None:
    """What a client may conclude before it calls."""
    assert {tool["name"]: tool["annotations"] for tool in tools} == snapshot(
        {
            "remember": {
                "readOnlyHint": False,
                "destructiveHint": False,
                "idempotentHint": True,
                "openWorldHint": False,
            },
            "recall": {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False},
            "correct": {
                "readOnlyHint": False,
                "destructiveHint": False,
                "idempotentHint": False,
                "openWorldHint": False,
            },
            "forget": {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True, "openWorldHint": False},
            "observe": {
                "readOnlyHint": False,
                "destructiveHint": False,
                "idempotentHint": False,
                "openWorldHint": False,
            },
            "promote": {
                "readOnlyHint": False,
                "destructiveHint": False,
                "idempotentHint": True,
                "openWorldHint": False,
            },
            "review": {
                "readOnlyHint": False,
                "destructiveHint": False,
                "idempotentHint": False,
                "openWorldHint": False,
            },
        }
    )


async def test_defaults(tools: list[dict[str, Any]]) -> None:
    """What is not set means this."""
    assert {
        f"{tool['name']}.{name}": schema["default"]
        for tool in tools
        for name, schema in tool["inputSchema"]["properties"].items()
        if "default" in schema
    } == snapshot(
        {
            "remember.layer": "auto",
            "recall.layer": "any",
            "recall.limit": 8,
            "recall.max_tokens": 2000,
            "correct.verdict": "edit",
            "forget.mode": "archive",
            "observe.role": "user",
            "promote.to": "semantic",
            "review.action": "list",
            "review.limit": 10,
        }
    )


async def test_schemas_are_flat(tools: list[dict[str, Any]]) -> None:
    """No references, no combinators, no titles, no empty words, a type everywhere: clients stumble over those."""
    for tool in tools:
        for schema in (tool["inputSchema"], tool["outputSchema"]):
            assert schema["type"] == "object"
            for part in parts_of(schema):
                assert not {"$ref", "$defs", "anyOf", "oneOf", "allOf", "title", "format"} & set(part)
                assert "" not in part.get("enum", [])
                assert isinstance(part["type"], str)
        for inner in tool["inputSchema"]["properties"].values():
            assert inner["type"] != "object"


def parts_of(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A schema and everything below it."""
    yield schema
    for inner in schema.get("properties", {}).values():
        yield from parts_of(inner)
    if "items" in schema:
        yield from parts_of(schema["items"])


async def test_descriptions(tools: list[dict[str, Any]]) -> None:
    """At most 400 characters, and the first line says when to call."""
    for tool in tools:
        assert len(tool["description"]) <= 400
        assert tool["description"].startswith("Call ")
        assert tool["title"]


def test_words_of_the_schemas_are_those_of_the_domain() -> None:
    """The literals in the signatures and the enums of the domain say the same."""
    assert set(get_args(LayerWord)) - {""} == set(Layer)
    assert set(get_args(EventWord)) - {""} == set(EventType)


@pytest.mark.parametrize("era", ERAS)
async def test_introduction(era: Era) -> None:
    """Our name and version, instructions under 2 kB, subscriptions, completions; the same in both eras."""
    async with talking(cannot_build(AssertionError()), era) as client:
        assert client.server_info is not None
        assert (client.server_info.name, client.server_info.version) == ("mcp-memory", __version__)
        assert client.instructions == instructions()
        capabilities = client.server_capabilities
        assert capabilities.resources is not None
        assert capabilities.resources.subscribe
        assert capabilities.completions is not None
    assert len(instructions("a_very_long_prefix_").encode()) < 2_000


def test_building_a_server_loads_nothing_heavy() -> None:
    """Neither the transport nor a built server brings a heavy library in."""
    script = (
        "import sys, mcp_memory.stdio\n"
        "from mcp_memory.crossing import Identity\n"
        "mcp_memory.stdio.build_server(lambda: None, Identity(user='me'))\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"
