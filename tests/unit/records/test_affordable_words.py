"""Which terms of a question are searched by."""

from mcp_memory.engine.records.words import affordable


def test_the_rarest_terms_are_searched_while_their_matches_can_be_scored_in_time() -> None:
    """In a large store the more frequent terms of a question count in coverage only."""
    holding = {"zebra": 3, "giraffe": 15_000, "deploy": 6_000, "server": 90_000}
    assert affordable(["zebra", "deploy", "giraffe", "server"], holding) == ["zebra", "deploy"]


def test_the_rarest_term_is_always_searched() -> None:
    """However many matches it has; without terms there is nothing to search by."""
    assert affordable(["server"], {"server": 90_000}) == ["server"]
    assert affordable([], {}) == []
