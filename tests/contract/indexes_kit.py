"""Every index that the suites of indexes are held over. A new adapter joins by one line in `INDEXES`."""

from collections.abc import Callable, Iterator

import local_kit
import pytest
import qdrant_kit

from mcp_memory.engine.index.local import LocalIndex
from mcp_memory.engine.ports.index import Index, IndexSource, WordIndex

MakeIndex = Callable[[IndexSource, WordIndex, str], Index]

INDEXES = [
    pytest.param(lambda: LocalIndex, id="local"),
    pytest.param(lambda: local_kit.on_codes, id="local on codes"),
    pytest.param(local_kit.ReopeningFactory, id="local out of snapshots"),
    *qdrant_kit.INDEXES,
]


def made(request: pytest.FixtureRequest) -> Iterator[MakeIndex]:
    """How one of them is made, for a fixture with `INDEXES` as its parameters; what that holds is closed after it."""
    make: MakeIndex = request.param()
    yield make
    getattr(make, "close", bool)()
