"""A folded statement as tokens with their roles."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import TypeVar

from mcp_memory.engine.comparison import words_en as en
from mcp_memory.engine.comparison import words_zh as zh
from mcp_memory.engine.comparison.polarity import HARDLY, NEEDLESS, NOT
from mcp_memory.engine.comparison.words_across import ACROSS
from mcp_memory.engine.text.languages import HAN

FIRST_VALUE = 0xE000
"""In the text, the value number n is the character FIRST_VALUE + n."""
MAX_VALUES = 0x400
VALUE_MARK = rf"[\ue000-{chr(FIRST_VALUE + MAX_VALUES - 1)}]"
"""A pattern of the marks that stand for values."""

Marked = TypeVar("Marked")


class Role(StrEnum):
    """What a token does in its statement."""

    COPULA = "copula"
    STATE = "state"
    PLACE = "place"
    EVENT = "event"
    SET = "set"
    OWNING = "owning"
    ATTRIBUTE = "attribute"
    MODAL = "modal"
    LISTING = "listing"
    EVALUATIVE = "evaluative"
    VALUE = "value"
    NOT = "not"
    HARDLY = "hardly"
    NEEDLESS = "needless"
    BREAK = "break"
    PLAIN_FORM = "plain form"
    """Without an ending: a verb like "report" may be a noun here."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word: its canonical form, that form as a person reads it, the word as written, and what it does.

    `flip`: what was written is the opposite of the form; `scalar`: with room between the two.
    """

    text: str
    name: str
    surface: str
    roles: frozenset[Role] = frozenset()
    flip: bool = False
    scalar: bool = False


PREDICATES = frozenset({Role.COPULA, Role.STATE, Role.PLACE, Role.EVENT, Role.SET, Role.OWNING})
_NO_CONTENT = frozenset({Role.VALUE, Role.MODAL})


def is_content(token: Token) -> bool:
    """Whether it is a word that says what the statement is about, or what it says of it."""
    return bool(token.text) and not token.roles & _NO_CONTENT


def at_marks(text: str, values: Sequence[Marked]) -> tuple[Marked, ...]:
    """The values that the marks in a text stand for, in its order."""
    places = (ord(sign) - FIRST_VALUE for sign in text)
    return tuple(values[place] for place in places if 0 <= place < MAX_VALUES)


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a settled text, without the weightless ones; linear in its length."""
    found: list[Token] = []
    for piece in _PIECE.finditer(text):
        if piece.lastgroup == "han":
            found += _chinese(piece.group())
        elif piece.lastgroup == "word":
            found += _english(piece.group(), after_be=bool(found) and Role.COPULA in found[-1].roles)
        else:
            found += _sign(piece.group())
    return tuple(_without_repeats(found))


def said(told: Sequence[Token]) -> str:
    """Words as they were written."""
    ascii_only = all(token.surface.isascii() for token in told)
    return (" " if ascii_only else "").join(token.surface for token in told)


def stem(word: str) -> str:
    """An English word without the endings of number and tense; the same for all forms of a regular word."""
    if len(word) <= 3 or not word.isalpha():  # noqa: PLR2004
        return word
    for ending, shortest, instead in _ENDINGS:
        if word.endswith(ending) and len(word) >= shortest:
            word = word[: len(word) - len(ending)] + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsez":  # noqa: PLR2004
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word  # noqa: PLR2004


_ENDINGS = (
    ("ies", 5, "y"), ("sses", 5, "ss"), ("xes", 4, "x"), ("ches", 5, "ch"), ("shes", 5, "sh"), ("ss", 2, "ss"),
    ("us", 2, "us"), ("is", 2, "is"), ("s", 4, ""), ("ied", 5, "y"), ("ing", 6, ""), ("ed", 5, ""),
)  # fmt: skip
_PIECE = re.compile(
    rf"(?P<han>[{HAN}]+)|(?P<word>(?:(?![{HAN}])\w)(?:(?![{HAN}])[\w+#.\-/@:])*(?<![.:\-/])(?:'s\b)?)|(?P<sign>\S)"
)


def _stemmed(table: dict[str, str]) -> dict[str, str]:
    return {stem(word): value for word, value in table.items()} | table


# "Released" is a verb, "release" mostly none: such forms count as they are written.
_STATE = {w: m for w, m in en.STATE_VERBS.items() if w.endswith("ed")} | _stemmed(
    {w: m for w, m in en.STATE_VERBS.items() if not w.endswith("ed")}
)
_SAME = _stemmed(en.SAME_WORDS | en.IRREGULAR)
_FLIPS = _stemmed(en.FLIPS)
_SCALAR = _stemmed(en.SCALAR_FLIPS)
_ATTRIBUTES = frozenset(map(stem, en.ATTRIBUTES))
_SETS = frozenset(map(stem, en.SET_VERBS))
_OWNING = frozenset(map(stem, en.OWNING))


def _english(written: str, *, after_be: bool) -> Iterator[Token]:
    word = written.removesuffix("'s").strip("'")
    base = stem(word)
    if word in en.WEIGHTLESS or not word:
        return
    if word in en.COPULAS:
        yield Token("", "", word, frozenset({Role.COPULA}))
        return
    if word in en.MODALS:
        yield Token(en.MODALS[word], en.MODALS[word], word, frozenset({Role.MODAL}))
        return
    flipped = _FLIPS.get(word) or _FLIPS.get(base)
    scalar = _SCALAR.get(word) or _SCALAR.get(base)
    verb = _STATE.get(word) or _STATE.get(base)
    meant = flipped or scalar or verb or _SAME.get(word) or _SAME.get(base) or word
    roles = _english_roles(word, stem(meant), verb, after_be=after_be)
    yield Token(stem(meant), meant, word, roles, flip=bool(flipped or scalar), scalar=bool(scalar))


def _english_roles(word: str, base: str, verb: str | None, *, after_be: bool) -> frozenset[Role]:
    told = {
        Role.STATE: verb is not None,
        Role.PLACE: verb in en.PLACE_VERBS,
        Role.EVENT: not after_be and (word in en.EVENT_FORMS or (word.endswith("ed") and verb is None)),
        Role.SET: base in _SETS,
        Role.OWNING: base in _OWNING,
        Role.ATTRIBUTE: base in _ATTRIBUTES or stem(word) in _ATTRIBUTES,
        Role.LISTING: word in en.LISTING,
        Role.EVALUATIVE: word in en.EVALUATIVE,
        Role.PLAIN_FORM: word.isascii() and stem(word) in {word, word.removesuffix("e")},
    }
    return frozenset(role for role, holds in told.items() if holds)


_ZH_NOT = zh.NEGATIONS | zh.SOFT_NEGATIONS
_ZH_WORDS = frozenset().union(
    zh.WEIGHTLESS, zh.COPULAS, zh.ATTRIBUTES, zh.STATE_VERBS, zh.EVENT_FORMS, zh.SET_VERBS, zh.OWNING, zh.MODALS,
    zh.SAME_WORDS, zh.FLIPS, zh.SCALAR_FLIPS, zh.EVALUATIVE, zh.LISTING, zh.PLAIN, _ZH_NOT, zh.FLIPS.values(),
    zh.STATE_VERBS.values(), zh.SAME_WORDS.values(), *zh.CLASHING, *chain.from_iterable(zh.POLES), ACROSS,
)  # fmt: skip
_LONGEST = max(map(len, _ZH_WORDS))


def _chinese(run: str) -> Iterator[Token]:
    start = 0
    while start < len(run):
        length = next(
            (n for n in range(min(_LONGEST, len(run) - start), 1, -1) if run[start : start + n] in _ZH_WORDS), 1
        )
        yield from _chinese_word(run[start : start + length])
        start += length


def _chinese_word(word: str) -> Iterator[Token]:
    if word in zh.FLIPS:
        meant = zh.FLIPS[word]
        modal = frozenset({Role.MODAL}) if meant in zh.MODALS else frozenset()
        yield Token(meant, meant, word, _chinese_roles(meant) | modal, flip=True)
    elif word in zh.NEGATIONS:
        yield Token("", "", word, frozenset({Role.NOT}))
    elif word in zh.SOFT_NEGATIONS:
        yield Token("", "", word, frozenset({Role.HARDLY}))
    elif word in zh.WEIGHTLESS:
        return
    elif word in zh.COPULAS:
        yield Token("", "", word, frozenset({Role.COPULA}))
    elif word in zh.MODALS:
        yield Token(zh.MODALS[word], zh.MODALS[word], word, frozenset({Role.MODAL}))
    else:
        scalar = zh.SCALAR_FLIPS.get(word)
        meant = scalar or zh.STATE_VERBS.get(word) or zh.SAME_WORDS.get(word) or word
        yield Token(meant, meant, word, _chinese_roles(word), flip=bool(scalar), scalar=bool(scalar))


def _chinese_roles(word: str) -> frozenset[Role]:
    told = {
        Role.STATE: word in zh.STATE_VERBS,
        Role.PLACE: zh.STATE_VERBS.get(word) in zh.PLACE_VERBS,
        Role.EVENT: word in zh.EVENT_FORMS,
        Role.SET: word in zh.SET_VERBS,
        Role.OWNING: word in zh.OWNING,
        Role.ATTRIBUTE: word in zh.ATTRIBUTES,
        Role.LISTING: word in zh.LISTING,
        Role.EVALUATIVE: word in zh.EVALUATIVE,
    }
    return frozenset(role for role, holds in told.items() if holds)


_SIGNS = {NOT: Role.NOT, HARDLY: Role.HARDLY, NEEDLESS: Role.NEEDLESS, "=": Role.COPULA, "、": Role.LISTING}
_SIGNS |= {"&": Role.LISTING, "+": Role.LISTING} | dict.fromkeys(",，;；", Role.BREAK)


def _sign(sign: str) -> Iterator[Token]:
    if FIRST_VALUE <= ord(sign) < FIRST_VALUE + MAX_VALUES:
        yield Token(sign, "", sign, frozenset({Role.VALUE}))
    elif sign in _SIGNS:
        yield Token("", "", sign, frozenset({_SIGNS[sign]}))
    elif unicodedata.category(sign)[0] not in "PZ":
        yield Token(
            sign, sign, sign
        )  # what is no punctuation says something: "<", an emoji, the vowel of an Indic script


def _without_repeats(found: list[Token]) -> Iterator[Token]:
    """For "listens on port 80" says "port" once."""
    seen: set[str] = set()
    last = ""
    for token in found:
        named = token.roles & {Role.ATTRIBUTE, Role.STATE} and token.text in seen
        if not token.text or (token.text != last and not named):
            yield token
        last = token.text or last
        seen.add(token.text)
