"""Statements in two languages: a Chinese one in English words, as far as a small table of both goes.

Only what the table, names and values say is compared. A Chinese word that it does not know, a person's name among them,
may mean anything in English, so that such a statement is not compared at all.
"""

import re
from dataclasses import replace

from mcp_memory.engine.comparison import words_zh as zh
from mcp_memory.engine.comparison.reading import Statement
from mcp_memory.engine.comparison.words import Token, stem, tokens
from mcp_memory.engine.comparison.words_across import ACROSS
from mcp_memory.engine.text.languages import HAN_CHAR


def in_two_languages(first: Statement, second: Statement) -> bool:
    """Whether one of them is Chinese and the other is not."""
    return bool(HAN_CHAR.search(first.key)) is not bool(HAN_CHAR.search(second.key))


def in_english(statement: Statement) -> Statement | None:
    """The statement with its known Chinese words in English; None when it has others. What it chooses is left out."""
    told = [_told(token) for token in statement.tokens]
    if any(HAN_CHAR.search(token.text) for token in told):
        return None
    return replace(statement, tokens=tuple(told), choice=None)


def in_one_language(first: Statement, second: Statement) -> tuple[Statement, Statement]:
    """Both in English when only one is Chinese and known well enough; else as they are."""
    if not in_two_languages(first, second):
        return first, second
    return in_english(first) or first, in_english(second) or second


def other_wording(text: str) -> str:
    """A text with the words of the table in the other language; "" when it has none of them."""
    worded, count = _KNOWN.subn(lambda found: f" {_other(found.group())} ", text)
    return worded if count else ""


def _told(token: Token) -> Token:
    name = ACROSS.get(token.text)
    return replace(token, text=tokens(name)[0].text, name=name) if name else token


def _other(word: str) -> str:
    return _IN_ENGLISH.get(word) or _IN_CHINESE[stem(word.casefold())]


_IN_ENGLISH = {form: ACROSS[meant] for form, meant in zh.SAME_WORDS.items() if meant in ACROSS} | ACROSS
_ENDINGS = ("", "s", "es", "d", "ed")
_IN_CHINESE = {stem(f"{english}{ending}"): chinese for chinese, english in ACROSS.items() for ending in _ENDINGS}
_KNOWN = re.compile(
    "|".join(
        (
            *sorted(_IN_ENGLISH, key=len, reverse=True),
            *(rf"\b{english}(?:{'|'.join(_ENDINGS)})\b" for english in ACROSS.values()),
        )
    ),
    re.IGNORECASE,
)
