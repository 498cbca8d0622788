"""How soon `initialize` is answered, beside an empty server of the same SDK in the same environment.

The two are started in turns, so that a noisy machine is noisy for both; what counts is the ratio.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from kit import Tables, options, server
from mcp import Client, StdioServerParameters

EMPTY = "from mcp.server import MCPServer; MCPServer('empty', version='1').run()"


async def seconds_to_initialize(parameters: StdioServerParameters) -> float:
    """From the start of the process to the answer."""
    start = time.perf_counter()
    async with Client(parameters, mode="legacy"):
        return time.perf_counter() - start


async def measure(rounds: int) -> tuple[list[float], list[float]]:
    """Seconds of the empty server and of ours, round by round; the first round only warms the caches."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        ours = server(Path(home))
        empty = StdioServerParameters(command=sys.executable, args=["-c", EMPTY], env=ours.env)
        pairs = [(await seconds_to_initialize(empty), await seconds_to_initialize(ours)) for _ in range(rounds + 1)]
    return [pair[0] for pair in pairs[1:]], [pair[1] for pair in pairs[1:]]


def main() -> None:
    """Print the table."""
    parser = options(__doc__)
    parser.add_argument("--rounds", type=int, default=10, help="starts of each server")
    asked = parser.parse_args()
    with Tables(asked.json) as tables:
        empty, ours = asyncio.run(measure(asked.rounds))
        ratio = statistics.median(own / other for own, other in zip(ours, empty, strict=True))
        rows = [
            ["empty server", min(empty), statistics.median(empty)],
            ["mcp-memory", min(ours), statistics.median(ours)],
            ["ratio", min(ours) / min(empty), ratio],
        ]
        tables.add("initialize answered, seconds", ["", "best", "median"], rows)


if __name__ == "__main__":
    main()
