"""The port WordIndex where its terms stand in very many chunks."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace

import pytest
from records_kit import EVERYTHING, put

from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.records.connections import Connections
from mcp_memory.engine.records.schema import memories
from mcp_memory.engine.records.store import FILE_NAME, SqliteRecords, open_records
from mcp_memory.testing import a_memory

ROWS = 42_000
ALL = range(1, ROWS + 1)
NOW = tuple(f"now{number}" for number in range(6))
EVERY: Mapping[str, int] = {
    "deploy": 2, "server": 3, "night": 7, "often": 10, "rare": 14_000,
    **{word: 40 + number for number, word in enumerate(NOW)},
}  # fmt: skip
"""Words, and every how many chunks one holds it; `day` stands wherever `night` does not."""

_OWN = {"id": "printf('%05d', :row)", "project": ":project", "duplicate_key": ":row"}
"""What sets a row apart from the one that all are copies of."""


def held(row: int) -> set[str]:
    """The words of a row."""
    words = {word for word, every in EVERY.items() if row % every == 0}
    return words if "night" in words else words | {"day"}


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteRecords]:
    """Rows 1, 2, 3, … with ids to match, written straight into the tables; every hundredth in a project of its own."""
    folder = tmp_path_factory.mktemp("many")
    with closing(open_records(folder, StorePolicy())) as records:
        pattern = a_memory(content="")
        put(records, pattern)
        connections = Connections(folder / FILE_NAME, StorePolicy())
        keys = [(row + 10, f"{row:05}") for row in ALL]
        names = [column.name for column in memories.c]
        values = ", ".join(_OWN.get(name, name) for name in names)
        copied = f"INSERT INTO memories ({', '.join(names)}) SELECT {values} FROM memories WHERE id = :pattern"  # noqa: S608 - names of our own columns
        with closing(connections), connections.writing() as connection:
            connection.exec_driver_sql(
                copied,
                [{"row": row, "project": "other" if row % 100 else "hundredth", "pattern": pattern.id} for row in ALL],
            )
            connection.exec_driver_sql(
                "INSERT INTO chunks (key, memory_id, n, content_hash, text) VALUES (?, ?, 0, '', '')", keys
            )
            connection.exec_driver_sql(
                "INSERT INTO words (rowid, tokens) VALUES (?, ?)", [(row + 10, " ".join(held(row))) for row in ALL]
            )
        yield records


def found(records: SqliteRecords, *terms: str, limit: int = 30) -> list[int]:
    """The rows that these terms bring up, best first."""
    return [int(memory_id) for memory_id, _ in records.search_words(terms, EVERYTHING, limit)]


def test_what_holds_all_of_the_frequent_words_comes_first(records: SqliteRecords) -> None:
    """The newest of it."""
    rows = found(records, "deploy", "server")
    assert len(rows) == 30
    assert all({"deploy", "server"} <= held(row) for row in rows)
    assert min(rows) > ROWS - 1_000


def test_frequent_words_that_never_meet_are_found_one_by_one(records: SqliteRecords) -> None:
    """Rather in pairs than alone."""
    assert all(held(row) & {"night", "day"} for row in found(records, "night", "day"))
    assert all(len(held(row) & {"deploy", "night", "day"}) == 2 for row in found(records, "deploy", "night", "day"))


def test_a_word_of_a_tenth_is_found_beside_others_before_it_is_found_alone(records: SqliteRecords) -> None:
    """And alone when nobody else is asked for."""
    assert all("often" in held(row) for row in found(records, "often"))
    assert found(records, "often", "nowher") == found(records, "often")


def test_less_rare_words_bring_up_what_holds_two_of_them(records: SqliteRecords) -> None:
    """Also where no rare word stands; what holds a rare word is found in any case."""
    rows = found(records, "rare", *NOW, limit=300)
    assert {row for row in ALL if "rare" in held(row)} <= set(rows)
    assert {row for row in ALL if {"now0", "now1"} <= held(row) and "server" not in held(row)} <= set(rows)


def test_a_word_of_many_chunks_is_looked_at_beside_rarer_ones_only(records: SqliteRecords) -> None:
    """So that its chunks do not crowd out theirs."""
    rows = found(records, *NOW[:4], limit=400)
    beside = [row for row in rows if "now0" in held(row)]
    assert beside
    assert all(len(held(row) & set(NOW[:4])) > 1 for row in beside)


@pytest.mark.parametrize(
    "terms", [("deploy", "server"), ("often", "night"), ("rare", "now0", "now1", "now2", "now3", "now4"), ("night",)]
)
def test_given_chunks_are_scored_as_the_search_scores_them(records: SqliteRecords, terms: tuple[str, ...]) -> None:
    """However they were found; best first."""
    searched = records.search_words(terms, EVERYTHING, 30)
    assert records.score_words(terms, list(searched)) == searched
    assert [score.words for score in searched.values()] == sorted(
        (score.words for score in searched.values()), reverse=True
    )


def test_a_narrow_filter_is_filled_from_the_newest_matches(records: SqliteRecords) -> None:
    """They are looked through as far as there is time."""
    answers = records.search_words(["deploy"], replace(EVERYTHING, project="hundredth"), 30)
    assert len(answers) == 30
    assert all(int(memory_id) % 100 == 0 for memory_id, _ in answers)
    assert records.search_words(["deploy"], replace(EVERYTHING, project="nowhere"), 30) == {}
