"""Sessions over real stdio: what is observed becomes memories by itself, once, whatever happens to the server.

Each line is something a session must show; the program exits with 1 when one does not hold. Times are wall clock.
"""

import asyncio
import json
import os
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kit import Tables, options, server
from mcp import Client

PATIENCE_SECONDS = 60.0
SHORT_IDLE = {"MCP_MEMORY_IDLE_SECONDS": "1", "MCP_MEMORY_BACKGROUND_PAUSE_SECONDS": "0.2"}


@dataclass
class Proof:
    """What was looked at, what was seen, and whether it held."""

    rows: list[list[str]] = field(default_factory=list)

    def add(self, name: str, seen: str, *, held: bool) -> None:
        """One line."""
        self.rows.append([name, seen, "held" if held else "FAILED"])


@asynccontextmanager
async def talking(home: str, **environ: str) -> AsyncIterator[Client]:
    """A real client on a server process of its own."""
    async with Client(server(Path(home), **environ), mode="legacy") as client:
        yield client


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The structured answer of a tool. Raises when it is an error."""
    answer = await client.call_tool(tool, arguments)
    if answer.is_error:
        raise RuntimeError(str(answer.content))
    return dict(answer.structured_content or {})


async def observe(client: Client, session: str, *texts: str, **more: Any) -> dict[str, Any]:
    """Observe user turns."""
    turns = [{"role": "user", "content": text} for text in texts]
    return await call(client, "observe", session=session, turns=turns, **more)


async def status(client: Client) -> dict[str, Any]:
    """What memory://status tells."""
    (page,) = (await client.read_resource("memory://status")).contents
    return dict(json.loads(page.model_dump()["text"]))


async def recalled(client: Client, query: str, **more: Any) -> list[dict[str, Any]]:
    """The memories a question finds."""
    return list((await call(client, "recall", query=query, **more)).get("memories", []))


async def until_found(client: Client, query: str, text: str) -> float:
    """Seconds until a recall of `query` holds `text`; infinite when it never does."""
    start = time.monotonic()
    while time.monotonic() - start < PATIENCE_SECONDS:
        if any(text in memory["text"] for memory in await recalled(client, query)):
            return time.monotonic() - start
        await asyncio.sleep(0.2)
    return float("inf")


async def until_encoded(client: Client) -> None:
    """Wait until nothing waits to be encoded."""
    await _until(client, lambda status: not status.get("encoding_waiting"))


async def until_embedded(client: Client) -> None:
    """Wait until the model is there and nothing waits to be embedded."""
    await _until(client, lambda status: bool(status.get("model_ready")) and not status.get("embedding_waiting"))


async def _until(client: Client, is_so: Callable[[dict[str, Any]], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        if is_so(await status(client)):
            return
        await asyncio.sleep(0.2)


async def mid_session(home: str, proof: Proof) -> None:
    """A decision in the middle is recalled before the end; chatter leaves nothing; echoes and denials."""
    async with talking(home) as client:
        await observe(client, "long", "Good morning!", "Can you look at the logs?", goal="Clean up the shop")
        await observe(client, "long", "We decided to move the invoices to Postgres.")
        waited = await until_found(client, "Where do the invoices go?", "Postgres")
        proof.add("a decision is recalled before its session ends", f"after {waited:.1f} s", held=waited < 30)
        before = (await call(client, "recall", query=""))["total"]
        for number in range(100):
            await observe(client, "chatter", "ok, thanks!", f"haha, let me see number {number}")
        await observe(client, "chatter", "bye", end=True)
        await until_encoded(client)
        after = (await call(client, "recall", query=""))["total"]
        proof.add("200 turns of chatter create nothing", f"{after - before} new", held=after == before)
        told = [{"role": "assistant", "content": "As recorded, we decided to move the invoices to Postgres."}]
        await call(client, "observe", session="long", turns=told)
        await until_encoded(client)
        copies = [memory for memory in await recalled(client, "invoices Postgres") if "invoices" in memory["text"]]
        proof.add("what was recalled and repeated is not stored again", f"{len(copies)} record", held=len(copies) == 1)
        await observe(client, "long", "No, that's wrong, we never decided to move the invoices to Postgres.")
        await until_encoded(client)
        [denied] = [memory for memory in await recalled(client, "invoices Postgres") if memory["id"] == copies[0]["id"]]
        proof.add("a denial marks the memory", str(denied.get("marks")), held="denied" in denied.get("marks", []))
        await observe(client, "away", "I'm away until Sunday, so please don't call me before.")
        await until_encoded(client)
        [absent] = [memory for memory in await recalled(client, "when is the user away") if "away" in memory["text"]]
        proof.add("an absence has an end", absent.get("valid_until", ""), held=bool(absent.get("valid_until")))


async def procedures(home: str, proof: Proof) -> None:
    """A procedure settled in each language becomes one procedural memory each."""
    async with talking(home) as client:
        await observe(client, "p", "以后发版都按：先跑回归，再灰度10%，最后全量")
        english = (
            "From now on we release like this: first run the regressions, then roll out to 10%, then to everybody."
        )
        await observe(client, "p", english, end=True)
        await until_encoded(client)
        found = await recalled(client, "how do we release 发版", layer="procedural")
        proof.add("settled procedures, en and zh", f"{len(found)} procedures", held=len(found) == 2)
        rules = (await call(client, "recall", query="", layer="semantic"))["memories"]
        proof.add("none of it became a rule", f"{len(rules)} semantic", held=not rules)


async def idle_and_killed(home: str, proof: Proof) -> None:
    """An idle session is encoded; a killed server's session is finished by the next one, exactly once."""
    async with talking(home, **SHORT_IDLE) as client:
        await observe(client, "idle", "The printer on the third floor is called Kestrel.")
        waited = await until_found(client, "third floor printer", "Kestrel")
        proof.add("an idle session is encoded", f"after {waited:.1f} s", held=waited < PATIENCE_SECONDS)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "mcp_memory",
        "serve",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, "MCP_MEMORY_HOME": home, **SHORT_IDLE},
        limit=2**24,
    )
    await spoken(
        process, "killed", ["We decided to paint the gate blue.", "The code of the gate is kept in the kitchen by Ada."]
    )
    process.send_signal(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
    await process.wait()
    async with talking(home, **SHORT_IDLE) as client:
        await until_found(client, "colour of the gate", "blue")
        await until_found(client, "key of the gate", "kitchen")
        await until_encoded(client)
        gate = [memory for memory in await recalled(client, "gate", limit=50) if "gate" in memory["text"]]
        texts = [memory["text"] for memory in gate]
        once = len(texts) == len(set(texts)) == 2
        proof.add("after kill -9 its episodes exist exactly once", f"{len(texts)} episodes", held=once)
        state = await call(client, "observe", session="killed")
        known = state["working"]
        proof.add(
            "and its task state is back", f"goal: {known.get('goal')}", held=known.get("goal") == "Paint the gate"
        )


async def spoken(process: asyncio.subprocess.Process, session: str, texts: list[str]) -> None:
    """Observe some turns of a session over the bare protocol, and wait for the acknowledgement."""
    turns = [{"role": "user", "content": text} for text in texts]
    arguments = {"session": session, "goal": "Paint the gate", "turns": turns}
    client = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "proof", "version": "1"}}
    for message in (
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "observe", "arguments": arguments}},
    ):
        process.stdin.write(json.dumps(message).encode() + b"\n")  # type: ignore[union-attr]
    await process.stdin.drain()  # type: ignore[union-attr]
    while json.loads(await process.stdout.readline()).get("id") != 2:  # type: ignore[union-attr]
        pass


async def busy(home: str, proof: Proof) -> None:
    """How long `observe` takes while the worker has much to encode, beside an idle worker."""
    async with talking(home) as client:
        idle = [await timed(client, f"idle {number}") for number in range(40)]
        heap = [f"We decided to rename service number {number} to Falcon {number}." for number in range(400)]
        for start in range(0, len(heap), 100):
            await observe(client, "heap", *heap[start : start + 100])
        at_work = [await timed(client, f"busy {number}") for number in range(40)]
        medians = [statistics.median(times) * 1000 for times in (idle, at_work)]
        worst = [max(times) * 1000 for times in (idle, at_work)]
        seen = f"p50 {medians[0]:.0f} and {medians[1]:.0f} ms, worst {worst[0]:.0f} and {worst[1]:.0f} ms"
        proof.add("observe beside an idle and a busy worker", seen, held=worst[1] < 5_000)


async def timed(client: Client, text: str) -> float:
    """Seconds of one observe."""
    start = time.monotonic()
    await observe(client, "timed", text)
    return time.monotonic() - start


async def prove(proof: Proof) -> None:
    """Every scene on a data folder of its own."""
    for scene in (mid_session, procedures, idle_and_killed, busy):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
            await scene(str(Path(home)), proof)


def main() -> None:
    """Print the table; exit with 1 when something did not hold."""
    asked = options(__doc__).parse_args()
    proof = Proof()
    with Tables(asked.json) as tables:
        asyncio.run(prove(proof))
        tables.add("Sessions over stdio", ["what", "seen", ""], proof.rows)
    sys.exit(any(row[2] == "FAILED" for row in proof.rows))


if __name__ == "__main__":
    main()
