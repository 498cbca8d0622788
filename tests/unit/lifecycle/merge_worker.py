"""Another process on the same data folder, as the tests of merging need one. Run as a script; see the verbs below."""

import os
import sys
from collections.abc import Callable
from datetime import datetime
from itertools import count
from pathlib import Path

from merge_kit import Kept

from mcp_memory.engine.domain.answers import Recalled
from mcp_memory.engine.domain.policies import MergePolicy
from mcp_memory.engine.domain.requests import Recall
from mcp_memory.testing import OWNER, HashingEmbedder, an_engine

_PLENTY = MergePolicy(share=1.0)


def main(verb: str, folder: Path, argument: str) -> None:
    """`read`: ask one question over and over, a line for each answer. `begin`, `finish`: stop inside that step.

    Whoever stops says so, and waits until it is killed: `begin` inside the second transaction, `finish` between two.
    """
    if verb == "read":
        read(folder, argument)
    kept = Kept(folder)
    if verb == "begin":
        kept.job(policy=_PLENTY, new_id=stopping(kept.overview_ids, 2)).run()
    else:
        kept.clock.advance(minutes=int(argument))
        kept.job(policy=_PLENTY, clock=stopping(kept.clock, 3)).run()


def read(folder: Path, question: str) -> None:
    """Say of each answer how many memories it held."""
    embedder = HashingEmbedder()
    embedder.load()
    with an_engine(folder, embedder=embedder) as engine:
        while True:
            answer = engine.recall(OWNER, Recall(query=question))
            say(len(answer.found) if isinstance(answer, Recalled) else -1)


def stopping(call: Callable[[], str] | Callable[[], datetime], at: int) -> Callable[[], str | datetime]:
    """The same call, which stops for good when it is made for that time."""
    counted = count(1)

    def stop_or_call() -> str | datetime:
        if next(counted) == at:
            say("stopped")
            sys.stdin.read()
        return call()

    return stop_or_call


def say(word: object) -> None:
    os.write(1, f"{word}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
