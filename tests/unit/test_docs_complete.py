"""The manual names all there is: every command with its options, every setting, tool, resource and prompt."""

import re
from pathlib import Path

import anyio
import pytest
import typer

from mcp_memory.cli import application
from mcp_memory.crossing import Identity
from mcp_memory.engine.domain.errors import Unavailable
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.server import build_server
from mcp_memory.settings import NAMES, Settings, allowed, described, variable

ROOT = Path(__file__).parents[2]
SETTINGS = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
MANUAL = "\n".join(path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_stands_in_the_manual_as_the_program_has_it(name: str) -> None:
    default = {shown.name: shown.value for shown in Settings().shown()}[name]
    shown = "the platform's folder" if name == "home" else default or "none"
    assert f"| `{variable(name)}` | {described(name)} | {allowed(name)} | {shown} |" in SETTINGS


def test_the_manual_names_no_setting_that_is_not_there() -> None:
    named = set(re.findall(r"`(MCP_MEMORY_[A-Z_]+)`", SETTINGS))
    assert named == {variable(name) for name in NAMES}


def test_every_command_stands_in_the_manual() -> None:
    commands = typer.main.get_group(application()).commands
    assert [name for name in commands if f"| `mcp-memory {name}" not in COMMANDS] == []


def test_every_command_has_a_sentence_and_an_example() -> None:
    for name, command in typer.main.get_group(application()).commands.items():
        assert command.help, name
        assert (command.epilog or "").startswith(f"Example: mcp-memory {name}"), name


def test_every_tool_resource_and_prompt_stands_in_the_manual() -> None:
    assert [name for name in anyio.run(_names_on_the_wire) if f"`{name}`" not in MANUAL] == []


async def _names_on_the_wire() -> list[str]:
    server = build_server(_no_engine, Identity(user="me"))
    tools = [tool.name for tool in await server.list_tools()]
    resources = [str(resource.uri) for resource in await server.list_resources()]
    templates = [template.uri_template for template in await server.list_resource_templates()]
    prompts = [prompt.name for prompt in await server.list_prompts()]
    assert min(map(len, (tools, resources, templates, prompts))) > 0
    return [*tools, *resources, *templates, *prompts]


def _no_engine() -> MemoryEngine:
    """Listing what there is asks nothing of the engine."""
    raise Unavailable
