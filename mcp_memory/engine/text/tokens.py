"""The words of a text, as the word index stores them and as a question asks for them.

Every token is one run of letters, digits and marks in lower case, so that the FTS5 tokenizers `ascii` and `unicode61
remove_diacritics 0 categories 'L* N* M*'` keep it whole. Signs inside identifiers are spelled with letters: a
joining sign becomes `ᐧ` (user_id, user-id and user.id are all `userᐧid`), the tails of C++ and C# become `plusplus`
and `sharp`. There is no dictionary: scripts written without blanks go by characters and pairs of them.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from py_rust_stemmers import SnowballStemmer

from mcp_memory.engine.text.languages import HAN
from mcp_memory.engine.text.stop_words import CHINESE_PARTICLES, CHINESE_STOP_PAIRS, ENGLISH_STOP_WORDS

MAX_TOKEN_CHARS = 64
"""Longer tokens are cut: nobody asks for the middle of a key or of an encoded image."""

_JOINER = "ᐧ"
_JOINING_SIGNS = frozenset("._-‐:@/\\&")
_TAIL_SIGNS = {"+": "plus", "#": "sharp"}

_CONTRACTION = re.compile(r"(?:n['’]t|['’](?:s|re|ve|ll|d|m))\b", re.IGNORECASE)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200c\u200d\ufe0e\ufe0f\u20e3"))

_UNSPACED = re.compile(
    f"[{HAN}\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff"
    "\ua960-\ua97f\ua9e0-\ua9ff\uaa60-\uaa7f\uac00-\ud7ff]"
)
"""Han, Thai, Lao, Myanmar, Hangul, Khmer and kana."""

# A text is searched by its shape, one letter for each character: U and l for letters, d for digits, m for marks,
# c for characters of scripts without blanks, j for signs that join, t for signs at the end of a name.
_NAME = "[Uld][Uldm]*(?:t{1,2}(?![Uld]))?"
_RUN = re.compile(f"c[cm]*|{_NAME}(?:j{_NAME})*")
_UNIT = re.compile("cm*")
_PART = re.compile("([^jt]+)(t*)")
_HUMP = re.compile("U?l[lm]*|U+(?!l)")

_Stem = Callable[[str], str]

_KEPT_WORDS, _KEPT_CHARS = 10_000, 5_000
"""So much is kept with what was found of it: the texts of one memory use the same words again and again."""


class _Run(NamedTuple):
    """A stretch of one kind: characters of an unspaced script, or a word, or an identifier with its signs."""

    text: str
    shape: str

    @property
    def is_unspaced(self) -> bool:
        return self.shape[0] == "c"


def index_tokens(text: str) -> list[str]:
    """The tokens to store, in order, with repetitions. Never raises.

    Words as English stems, with and without accents; identifiers whole and in parts, humps of camelCase too;
    characters and pairs of characters of scripts without blanks.
    """
    runs = tuple(_runs(text))
    stored = {run: _with_pairs(_units(run)) if run.is_unspaced else _words(run) for run in dict.fromkeys(runs)}
    return [token for run in runs for token in stored[run]]


def query_terms(text: str) -> list[str]:
    """The distinct terms of a question, in order. Never raises.

    As above, but single characters only where they stand alone, and no function words while anything else remains.
    """
    asked = _terms_by_run(text)
    return _telling(asked) or list(dict.fromkeys(term for terms in asked.values() for term in terms))


def has_telling_terms(text: str) -> bool:
    """Whether a question is made of more than function words. Never raises."""
    return bool(_telling(_terms_by_run(text)))


def is_compound(term: str) -> bool:
    """Whether a term is a whole identifier whose parts are terms too; one that nothing holds tells nothing more."""
    return _JOINER in term


def _terms_by_run(text: str) -> dict[_Run, Sequence[str]]:
    return {run: _asked(run) for run in dict.fromkeys(_runs(text))}


def _telling(asked: dict[_Run, Sequence[str]]) -> list[str]:
    """The distinct terms of the runs, without function words."""
    terms = dict.fromkeys(term for run, terms in asked.items() if not _is_function_word(run) for term in terms)
    return [term for term in terms if not _is_function_pair(term)]


def _asked(run: _Run) -> Sequence[str]:
    if not run.is_unspaced:
        return _words(run)
    units = _units(run)
    return units if len(units) == 1 else _pairs(units)


def _is_function_word(run: _Run) -> bool:
    return run.text.casefold() in ENGLISH_STOP_WORDS


def _is_function_pair(term: str) -> bool:
    return term in CHINESE_STOP_PAIRS or not CHINESE_PARTICLES.isdisjoint(term)


def _units(run: _Run) -> list[str]:
    """Characters with their marks."""
    return [run.text[unit.start() : unit.end()] for unit in _UNIT.finditer(run.shape)]


def _pairs(units: list[str]) -> list[str]:
    return [(first + second)[:MAX_TOKEN_CHARS] for first, second in pairwise(units)]


def _with_pairs(units: list[str]) -> list[str]:
    return [unit[:MAX_TOKEN_CHARS] for unit in units] + _pairs(units)


def _words(run: _Run) -> tuple[str, ...]:
    """The tokens of one word or identifier."""
    return _words_of_short(run) if len(run.text) <= MAX_TOKEN_CHARS else _words_of(run)


def _words_of(run: _Run) -> tuple[str, ...]:
    stem = SnowballStemmer("english").stem_word
    names: list[str] = []
    tokens: list[str] = []
    for part in _PART.finditer(run.shape):
        word = run.text[part.start(1) : part.end(1)]
        tail = "".join(_TAIL_SIGNS[sign] for sign in run.text[part.start(2) : part.end(2)])
        names.append(_folded(word) + tail)
        for name in (word, *_humps(word, part.group(1))):
            tokens += _stems(name, stem)
        if tail:
            tokens.append(names[-1])
    if len(names) > 1:
        tokens.append(_JOINER.join(names))
    return tuple(token[:MAX_TOKEN_CHARS] for token in tokens)


_words_of_short = lru_cache(maxsize=_KEPT_WORDS)(_words_of)


def _humps(word: str, shape: str) -> list[str]:
    """The words inside userId, PostgreSQL, Python3; none for a plain word."""
    humps = [word[hump.start() : hump.end()] for hump in _HUMP.finditer(shape)]
    return [hump for hump in humps if 1 < len(hump) < len(word)]


def _stems(word: str, stem: _Stem) -> list[str]:
    folded = _folded(word)
    if folded.isascii():
        return [stem(folded) or folded]
    bare = _without_accents(folded)
    return [folded] if bare == folded else [folded, stem(bare) or bare]


def _folded(word: str) -> str:
    return unicodedata.normalize("NFKC", word.casefold()).lower()


def _without_accents(word: str) -> str:
    """Latin letters without their marks; other scripts are left alone, their marks are letters to them."""
    letters = unicodedata.normalize("NFD", word)
    bare = re.sub("(?<=[a-z])[\u0300-\u036f]+", "", letters)
    return unicodedata.normalize("NFC", bare)


def _runs(text: str) -> Iterator[_Run]:
    plain = unicodedata.normalize("NFKC", text).translate(_INVISIBLE)
    plain = _THOUSANDS.sub("", _CONTRACTION.sub("", plain))
    shape = plain.translate({ord(char): _kind(char) for char in set(plain)})
    for run in _RUN.finditer(shape):
        yield _Run(plain[run.start() : run.end()], run.group())


@lru_cache(maxsize=_KEPT_CHARS)
def _kind(char: str) -> str:
    """The letter that stands for a character in the shape of its text."""
    category = unicodedata.category(char)
    match category[0]:
        case "M":
            return "m"
        case "L" | "N" if _UNSPACED.match(char):
            return "c"
        case "L":
            return "U" if category in {"Lu", "Lt"} else "l"
        case "N":
            return "d"
        case _:
            return "j" if char in _JOINING_SIGNS else "t" if char in _TAIL_SIGNS else " "
