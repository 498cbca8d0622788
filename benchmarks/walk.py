"""One real client, over stdio, in both eras of the protocol: remember, recall, correct, recall, forget, recall.

It prints what the client saw, and exits with 1 when an answer is not what the step promises.
"""

import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from kit import Tables, options, server
from mcp import Client

Era = Literal["legacy", "auto"]


@dataclass(frozen=True)
class Story:
    """One memory's life: what is said, how it is asked for, what it is corrected to."""

    said: str
    asked: str
    corrected: str
    old: str
    new: str


STORIES = [
    Story(
        said="The staging gateway of Borealis listens on port 8443.",
        asked="Which port does the Borealis staging gateway use?",
        corrected="The staging gateway of Borealis listens on port 9443.",
        old="8443",
        new="9443",
    ),
    Story(
        said="北极光项目的预发网关由林静负责。",
        asked="预发网关归谁管？",
        corrected="北极光项目的预发网关由周凯负责。",
        old="林静",
        new="周凯",
    ),
]


async def live(client: Client, story: Story) -> list[tuple[str, str, bool]]:
    """The steps of one story: name, what was seen, whether it held."""
    steps: list[tuple[str, str, bool]] = []
    stored, took = await _call(client, "remember", {"content": story.said})
    steps.append((f"remember ({took:.0f} ms)", str(stored.get("outcome")), stored.get("outcome") == "stored"))
    first = await _texts(client, story.asked)
    steps.append(("recall", first, story.old in first))
    corrected, _ = await _call(client, "correct", {"id": stored["id"], "content": story.corrected, "reason": "moved"})
    steps.append(("correct", f"version {corrected.get('version')}", corrected.get("version") == 2))
    second = await _texts(client, story.asked)
    steps.append(("recall", second, story.new in second and story.old not in second))
    forgotten, _ = await _call(client, "forget", {"ids": [stored["id"]]})
    steps.append(("forget", str(forgotten.get("forgotten")), stored["id"] in str(forgotten.get("forgotten"))))
    third = await _texts(client, story.asked)
    steps.append(("recall", third or "nothing", story.new not in third))
    return steps


async def walk(era: Era) -> list[tuple[str, str, str, bool]]:
    """Every story in one era, on a folder of its own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        async with Client(server(Path(home)), mode=era) as client:
            name = client.protocol_version
            return [(name, *step) for story in STORIES for step in await live(client, story)]


async def _call(client: Client, tool: str, arguments: dict[str, Any]) -> tuple[dict[str, Any], float]:
    start = time.perf_counter()
    result = await client.call_tool(tool, arguments)
    return result.structured_content or {}, (time.perf_counter() - start) * 1000


async def _texts(client: Client, question: str) -> str:
    answer, _ = await _call(client, "recall", {"query": question})
    return " / ".join(str(memory.get("text", memory)) for memory in answer.get("memories", []))


def main() -> None:
    """Walk in both eras."""
    asked = options(__doc__).parse_args()
    with Tables(asked.json) as tables:
        rows = [row for era in ("legacy", "auto") for row in asyncio.run(walk(era))]
        tables.add("A real client over stdio", ["protocol", "step", "seen", "held"], rows)
    sys.exit(0 if all(held for *_, held in rows) else 1)


if __name__ == "__main__":
    main()
