"""Texts that break memory servers: very long, hidden characters, lone surrogates, emoji, values that differ by a digit.

Over stdio with a real client; exits with 1 when something is lost or wrongly merged.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from subprocess import PIPE
from typing import Any

from kit import Tables, options, server
from mcp import Client

Row = tuple[str, str, bool]
ME = {"name": "edges", "version": "1"}
PAIRS = [
    ("The billing API listens on port 8443.", "The billing API listens on port 8444."),
    ("The yearly licence costs 12,000 euros.", "The yearly licence costs 12,500 euros."),
    ("We run version 2.3.1 in production.", "We run version 2.3.2 in production."),
    ("客户预算是五千元。", "客户预算是五万元。"),
    ("服务器地址是 10.0.0.5。", "服务器地址是 10.0.0.6。"),
]


async def long_text(client: Client) -> Row:
    """The fact in the last sentence of 20 kB is found by meaning, as soon as its vector is there."""
    filler = "The committee met again and went through the minutes of the previous meeting line by line. "
    content = filler * (20_000 // len(filler)) + "At the very end Ottilie announced that she will move to Lisbon."
    await _call(client, "remember", {"content": content})
    by_words = "Lisbon" in str(await _call(client, "recall", {"query": "Ottilie Lisbon"}))
    by_meaning = False
    for _ in range(40):
        await asyncio.sleep(1)
        by_meaning = "Lisbon" in str(await _call(client, "recall", {"query": "who is relocating to Portugal"}))
        if by_meaning:
            break
    return f"{len(content):,} characters, fact last", f"by words {by_words}, by meaning {by_meaning}", by_words


async def long_question(client: Client) -> Row:
    """A question of 100,000 characters finds what its one asking sentence is about."""
    await _call(client, "remember", {"content": "The Helsinki contract was signed by Aalto Logistics."})
    noise = "It rained and the tram was late. "
    query = (noise * 4_000)[:99_950] + " Who signed the Helsinki contract?"
    start = time.perf_counter()
    answer = str(await _call(client, "recall", {"query": query}))
    seconds = time.perf_counter() - start
    return "question of 100,000 characters", f"{seconds:.2f} s, found {'Aalto' in answer}", "Aalto" in answer


async def odd_characters(client: Client) -> Row:
    """NUL, zero-width characters and emoji come in, and a readable text comes out."""
    content = "Zero\u200bwidth \x00NUL, and a family 👨‍👩‍👧 named Okonkwo"
    await _call(client, "remember", {"content": content})
    answer = json.dumps(await _call(client, "recall", {"query": "family Okonkwo"}), ensure_ascii=False)
    passed = "Zerowidth NUL" in answer and "👨‍👩‍👧" in answer
    return "NUL, zero-width, emoji", "clean text, family whole" if passed else answer, passed


def lone_surrogate(home: Path) -> Row:
    """Half an emoji, as an escape on the wire, is answered, and what it stored can be read."""
    calls = [
        {"method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": ME}},
        {"method": "tools/call", "params": {"name": "remember", "arguments": {"content": "Half \ud83d Quixotl"}}},
        {"method": "tools/call", "params": {"name": "recall", "arguments": {"query": "Quixotl"}}},
    ]
    lines = [json.dumps({"jsonrpc": "2.0", "id": number, **call}) for number, call in enumerate(calls)]
    lines.insert(1, json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}))
    parameters = server(home)
    command = [parameters.command, *parameters.args]
    answer = ""
    with subprocess.Popen(command, env=parameters.env, stdin=PIPE, stdout=PIPE, text=True, encoding="utf-8") as process:
        assert process.stdin is not None  # noqa: S101 (a pipe was asked for)
        assert process.stdout is not None  # noqa: S101 (a pipe was asked for)
        for line in lines:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            if '"id"' in line:
                answer = process.stdout.readline()
        process.stdin.close()
        code = process.wait(timeout=10)
    passed = "Half \ufffd Quixotl" in answer and code == 0
    return "lone surrogate on the wire", f"answered, exit code {code}", passed


async def near_twins(client: Client) -> Row:
    """Statements that differ in one value are two memories."""
    ids = [(await _call(client, "remember", {"content": text}))["id"] for pair in PAIRS for text in pair]
    return "differing ports, amounts, versions", f"{len(set(ids))} memories of {len(ids)}", len(set(ids)) == len(ids)


async def _call(client: Client, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return (await client.call_tool(tool, arguments)).structured_content or {}


async def run() -> list[Row]:
    """Every check against one server."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        async with Client(server(Path(home)), mode="legacy") as client:
            checks = (near_twins, odd_characters, long_question, long_text)
            return [lone_surrogate(Path(home)), *[await check(client) for check in checks]]


def main() -> None:
    """Print the table."""
    asked = options(__doc__).parse_args()
    with Tables(asked.json) as tables:
        rows = asyncio.run(run())
        tables.add("Odd texts over stdio", ["", "seen", "passed"], rows)
    sys.exit(0 if all(passed for _, _, passed in rows) else 1)


if __name__ == "__main__":
    main()
