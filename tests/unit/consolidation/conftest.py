"""A life on a folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from consolidation_kit import Life


@pytest.fixture
def life(tmp_path: Path) -> Iterator[Life]:
    life = Life.on(tmp_path)
    yield life
    life.engine.close()
