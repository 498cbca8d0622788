"""What a server costs that nobody asks anything: tools/list in tokens, memory, processor time over a minute.

Memory is read before the first use (right after `initialize`), after the model is warm, and after recalls. Needs
`/proc` (Linux); elsewhere only the size of tools/list is printed.
"""

import asyncio
import os
import tempfile
from pathlib import Path

from kit import Tables, options, server
from mcp import Client

HAS_PROC = Path("/proc/self/statm").exists()


def tokens(text: str) -> int:
    """UTF-8 bytes of JSON over 4."""
    return -(-len(text.encode()) // 4)


def resident_megabytes(pid: int) -> float:
    """Resident memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000


def processor_seconds(pid: int) -> float:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def child_of_this() -> int:
    """The one server that was started."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split()
    return int(children[-1])


async def measure(idle_seconds: float) -> list[tuple[str, object]]:
    """Every row of the table."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        async with Client(server(Path(home)), mode="legacy") as client:
            listed = await client.list_tools()
            size = tokens(",".join(tool.model_dump_json(by_alias=True, exclude_none=True) for tool in listed.tools))
            rows: list[tuple[str, object]] = [(f"tools/list of {len(listed.tools)} tools, tokens", size)]
            if not HAS_PROC:
                return rows
            pid = child_of_this()
            rows.append(("resident after initialize, MB", resident_megabytes(pid)))
            await asyncio.sleep(8)
            rows.append(("resident with the model warm, MB", resident_megabytes(pid)))
            for number in range(20):
                await client.call_tool("remember", {"content": f"The lamp number {number} stands in hall {number}."})
                await client.call_tool("recall", {"query": f"where is lamp {number}"})
            await asyncio.sleep(8)
            rows.append(("resident after 20 remembers and recalls, MB", resident_megabytes(pid)))
            before = processor_seconds(pid)
            await asyncio.sleep(idle_seconds)
            rows.append((f"processor seconds over {idle_seconds:.0f} idle seconds", processor_seconds(pid) - before))
            return rows


def main() -> None:
    """Print the table."""
    parser = options(__doc__)
    parser.add_argument("--idle-seconds", type=float, default=60.0, help="how long processor time is counted")
    asked = parser.parse_args()
    with Tables(asked.json) as tables:
        tables.add("Footprint of an idle server", ["", "measured"], asyncio.run(measure(asked.idle_seconds)))


if __name__ == "__main__":
    main()
