"""How Chinese a text is."""

import pytest

from mcp_memory.engine.text.languages import han_share


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("", 0.0),
        ("123 !?", 0.0),
        ("plain English", 0.0),
        ("中文", 1.0),
        ("用 Python 写", 0.5),
        ("数据库 PostgreSQL 选型", 5 / 7),
        ("\U00020000é", 1 / 3),
    ],
)
def test_the_share_counts_two_characters_for_a_word(text: str, share: float) -> None:
    """Han characters h and words w give h / (h + 2·w), and nothing at all is not Chinese."""
    assert han_share(text) == pytest.approx(share)
