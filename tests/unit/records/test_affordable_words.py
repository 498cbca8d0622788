"""Which terms of a question are ranked whole."""

from mcp_memory.engine.records.words import affordable


def test_the_rarest_terms_are_taken_while_their_matches_can_be_ranked_in_time() -> None:
    """The more frequent ones are left."""
    holding = {"zebra": 3, "giraffe": 3_000, "deploy": 900, "server": 90_000}
    assert affordable(["zebra", "deploy", "giraffe", "server"], holding, 1_000) == ("zebra", "deploy")
    assert affordable(["zebra", "deploy", "giraffe", "server"], holding, 100_000) == tuple(
        sorted(holding, key=lambda term: holding[term])
    )


def test_even_the_rarest_term_may_have_too_many() -> None:
    """Without terms there is nothing to take either."""
    assert affordable(["server"], {"server": 90_000}, 1_000) == ()
    assert affordable([], {}, 1_000) == ()
