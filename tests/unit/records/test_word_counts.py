"""How many chunks hold a term, and how many there are."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.records import word_counts, words
from mcp_memory.engine.records.connections import Connections
from mcp_memory.engine.records.revisions import advance_revision
from mcp_memory.engine.records.store import FILE_NAME, open_records
from mcp_memory.engine.records.word_counts import Totals, WordCounts


@pytest.fixture
def connections(tmp_path: Path) -> Iterator[Connections]:
    open_records(tmp_path, StorePolicy()).close()
    with closing(Connections(tmp_path / FILE_NAME, StorePolicy())) as connections:
        yield connections


def learn(connections: Connections, first: int, count: int, *tokens: str) -> None:
    """Index so many chunks of the same tokens, in one transaction."""
    with connections.writing() as connection:
        for key in range(first, first + count):
            words.learn(connection, key, tokens)
        advance_revision(connection)


def test_the_totals_are_those_of_the_index(connections: Connections) -> None:
    with connections.reading() as connection:
        empty = word_counts.totals(connection)
    assert (empty.chunks, empty.tokens, empty.usual_tokens) == (0, 0, 0.0)
    learn(connections, 1, 300, "zebra", "giraffe", "zebra")
    with connections.writing() as connection:
        connection.execute(sa.text("DELETE FROM words WHERE rowid <= 100"))
    with connections.reading() as connection:
        assert word_counts.totals(connection) == Totals(revision=1, chunks=200, tokens=600)


def test_a_rare_term_is_counted_anew_after_every_write(connections: Connections) -> None:
    counts = WordCounts()
    learn(connections, 1, 3, "zebra")
    assert held(connections, counts) == {"zebra": 3}
    learn(connections, 4, 1, "zebra", "giraffe")
    assert held(connections, counts) == {"zebra": 4, "giraffe": 1}


def test_a_frequent_term_is_counted_anew_once_the_store_has_grown(connections: Connections) -> None:
    counts = WordCounts()
    learn(connections, 1, 1_000, "zebra")
    assert held(connections, counts) == {"zebra": 1_000}
    learn(connections, 2_000, 20, "zebra")
    assert held(connections, counts) == {"zebra": 1_000}
    learn(connections, 3_000, 1, "zebra")
    assert held(connections, counts) == {"zebra": 1_021}


def test_there_is_an_end_to_what_is_remembered(connections: Connections) -> None:
    counts = WordCounts()
    learn(connections, 1, 3, "zebra")
    with connections.reading() as connection:
        now = word_counts.totals(connection)
        for round_ in range(3):
            assert counts.holding(connection, ["zebra", *(f"{round_}x{n}" for n in range(9_000))], now) == {"zebra": 3}


def held(connections: Connections, counts: WordCounts) -> dict[str, int]:
    """What is told of two words at the present state."""
    with connections.reading() as connection:
        return counts.holding(connection, ["zebra", "giraffe"], word_counts.totals(connection))
