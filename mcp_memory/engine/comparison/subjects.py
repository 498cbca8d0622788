"""The key by which conflicts are grouped: what both statements are about."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from mcp_memory.engine.comparison.reading import Statement

_MOST_WORDS = 6


def subject_key(statements: Sequence[Statement]) -> str:
    """The words all of them share, sorted; Chinese characters that stand together stay together. "" for none."""
    if not statements:
        return ""
    rows = [statement.content for statement in statements]
    shared = Counter(statements[0].words)
    for statement in statements[1:]:
        shared &= Counter(statement.words)
    # One name for a word that was written in two ways, whichever text came first.
    said = {text: min(token.name for row in rows for token in row if token.text == text) for text in shared}
    return min(_joined([token.text for token in row if token.text in shared], said) for row in rows)


def _joined(kept: list[str], said: dict[str, str]) -> str:
    groups = [(is_character, list(group)) for is_character, group in groupby(kept, _is_character)]
    names = {"".join(group) for is_character, group in groups if is_character}
    names |= {said[text] for is_character, group in groups if not is_character for text in group}
    return " ".join(sorted(names)[:_MOST_WORDS])


def _is_character(text: str) -> bool:
    return not text.isascii() and len(text) == 1
