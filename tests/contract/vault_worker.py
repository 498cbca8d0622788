"""Another process on the same data folder, as the vault's tests need one. Run as a script; see the verbs below."""

import os
import random
import sys
from pathlib import Path

from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.requests import Remember
from mcp_memory.engine.ports.vault import Valuable
from mcp_memory.engine.records.store import open_records
from mcp_memory.engine.vault.key_file import KeyFile
from mcp_memory.engine.vault.sealed import SealedVault
from mcp_memory.testing import OWNER, CountedIds, an_engine


def main(verb: str, folder: Path, count: int) -> None:
    """`name`: seal so many values in an order of its own, print each with its placeholder. `remember`: until killed."""
    if verb == "remember":
        with an_engine(folder, new_id=CountedIds(os.getpid() << 32)) as engine:
            for number in range(count):
                text = f"call 1380013{number:04} about item {number}"
                say(engine.remember(OWNER, Remember(content=text)).outcome.memory.content)
        return
    records = open_records(folder, StorePolicy())
    vault = SealedVault(records, KeyFile(folder, os.urandom), os.urandom)
    numbers = list(range(count))
    random.SystemRandom().shuffle(numbers)
    for number in numbers:
        say(f"{number} {vault.placeholder('me', Valuable('phone', str(number), f'value {number}'))}")
    records.close()


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
