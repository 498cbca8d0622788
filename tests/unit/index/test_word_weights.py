"""Words as sparse vectors: stable numbers, and weights that follow BM25."""

from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.index.word_weights import passage_weights

WORDS = st.lists(st.text(min_size=1, max_size=5), max_size=30)


def test_the_number_of_a_word_never_changes() -> None:
    """Collections outlive versions of this program."""
    assert list(passage_weights(["tea", "咖啡"])) == [648460319, 3227360001]


@given(WORDS)
def test_a_passage_has_every_word_that_a_question_may_ask_for(words: list[str]) -> None:
    weights = passage_weights(words)
    assert weights.keys() == {number for word in words for number in passage_weights([word])}
    assert all(0 < weight < 2.2 for weight in weights.values())
    assert all(0 <= number < 2**32 for number in weights)
    assert list(weights) == sorted(weights)


def test_a_word_said_more_often_weighs_more_and_in_a_longer_passage_less() -> None:
    [once], [thrice] = passage_weights(["tea"]).values(), passage_weights(["tea"] * 3).values()
    [tea] = passage_weights(["tea"])
    assert once < thrice < 3 * once
    assert passage_weights(["tea", *"abcdefgh"])[tea] < once
