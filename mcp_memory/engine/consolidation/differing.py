"""In what two statements differ, word by word and in any order.

There is no dictionary of meanings here. Where each of two statements has a telling word that the other has not, in a
frame that is the same, the two are about different things: "Never deploy the map service on Fridays", "The billing
service must never be deployed on Fridays". Words that only say how something holds, or that stand in for others
("keep", "need", "something"), do not count. A word more than the other has may name a narrower thing ("the new map
service", "on Fridays") or only say the same at greater length ("please give me …").
"""

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import takewhile

from mcp_memory.engine.comparison.tables import meanings, words
from mcp_memory.engine.consolidation import cues
from mcp_memory.engine.text.languages import HAN, HAN_CHAR
from mcp_memory.engine.text.stop_words import ENGLISH_STOP_WORDS
from mcp_memory.engine.text.tokens import query_terms


class Kind(Enum):
    """How the telling words of two statements differ."""

    NOT_AT_ALL = auto()
    LONGER = auto()
    """One says more, and no other thing by it."""
    NARROWER = auto()
    """One says the same of something more special."""
    EACH = auto()
    """Each has words of its own."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How two statements differ, and twice the words they share, by those they have: 0..1."""

    kind: Kind
    shared: float


@lru_cache(maxsize=2_048)
def differing(first: str, second: str) -> Difference:
    """How they differ; the order of the two does not matter."""
    one, other = _pieces(first), _pieces(second)
    mine, theirs = _telling(one), _telling(other)
    total = len(mine) + len(theirs)
    shared = 2 * len(mine & theirs) / total if total else 0.0
    if mine == theirs:
        return Difference(Kind.NOT_AT_ALL, shared)
    if mine - theirs and theirs - mine:
        return Difference(Kind.EACH, shared)
    longer, shorter = (one, other) if mine > theirs else (other, one)
    return Difference(Kind.NARROWER if _narrows(longer, shorter) else Kind.LONGER, shared)


def words_of(text: str) -> frozenset[str]:
    """The telling words of a text, as stems, and its Han characters."""
    return _telling(_pieces(text))


def row_of(text: str) -> tuple[str, ...]:
    """The telling Han characters of a text, in order; () where it has other telling words too."""
    row = tuple(filter(_tells, _pieces(text)))
    return row if all(map(HAN_CHAR.match, row)) else ()


def begins_alike(first: str, second: str) -> bool:
    """Whether both begin with the same telling word or character."""
    one, other = (next(filter(_tells, _pieces(text)), "") for text in (first, second))
    return one == other


def related_by(text: str, relating: re.Match[str]) -> frozenset[str]:
    """The one word, or the two Han characters, that a relating word of the text ("over", 之前) refers to."""
    if relating.groupdict().get("of"):
        near = [piece for piece in reversed(_pieces(text[: relating.start()])) if _tells(piece)]
    else:
        near = [piece for piece in _pieces(text[relating.end() :]) if _tells(piece)]
    return frozenset(near[: 2 if near and HAN_CHAR.match(near[0]) else 1])


_PIECE = re.compile(rf"[{HAN}]|[^\W_{HAN}][^\W{HAN}]*(?:[.'’+#/-]+[^\W{HAN}]+)*|[,，。;；:：]")
_BREAK = "|"
"""Stands where a word was that does not tell."""

_OPENERS = words(
    "the a an this that these those each every any all both no for in on at of with within from by during under over"
    " against via inside outside above below near across between without except until before after when while if"
)
"""Words that begin a phrase which names or restricts what a statement is about."""

_OWNING = re.compile(r"(?<=\w)['’]s\b")
_TELLING_STOPS = frozenset(["before", "after", "under", "without", "again"])
_END_CHARS = 3
"""So many characters at the end of a Chinese statement are an object; fewer may complete the verb."""


@lru_cache(maxsize=2_048)
def _pieces(text: str) -> tuple[str, ...]:
    """The words as stems, the Han characters, openers as they are, and breaks, in order."""
    plain = cues.WEIGHTLESS.sub(f" {_BREAK} ", _OWNING.sub(" ", text))
    plain = cues.EMPTY.sub(f" {_BREAK} ", _OWNING_ZH.sub(f" {_OF_SIGN} ", plain))
    found: list[str] = []
    for word in re.findall(rf"{_PIECE.pattern}|\{_BREAK}|{_OF_SIGN}", plain):
        folded = word.casefold()
        if word == _OF_SIGN:
            found.append(_OF)
        elif HAN_CHAR.match(word):
            found.append(word)
        elif folded in _OPENERS and folded not in _TELLING_STOPS:
            found.append(f"{_OPEN}{folded}")
        elif not word[0].isalnum() or (folded in ENGLISH_STOP_WORDS and folded not in _TELLING_STOPS):
            found.append(_BREAK)
        else:
            found.append(query_terms(_REGULAR.get(folded, word))[-1])
    return tuple(found)


_OPEN = "^"
_SIDES_ZH = frozenset("前后")
_OF_SIGN = "\ue000"
_OF = f"{_OPEN}的"
_OWNING_ZH = re.compile(f"的(?=[{HAN}])")
"""What stands before it says whose, or which, the following is."""

_REGULAR = meanings("""
write: wrote written
hold: held
send: sent
build: built
choose: chose chosen
tell: told
find: found
show: shown
draw: drew drawn
know: knew known
speak: spoke spoken
break: broke broken
sell: sold
buy: bought
pay: paid
run: ran
drive: drove driven
eat: ate eaten
hide: hid hidden
lay: laid
lead: led
begin: began begun
freeze: froze frozen
""")
"""Forms of verbs that have another stem, by the verb."""


def _tells(piece: str) -> bool:
    return piece != _BREAK and not piece.startswith(_OPEN)


def _telling(pieces: tuple[str, ...]) -> frozenset[str]:
    return frozenset(filter(_tells, pieces))


def _narrows(pieces: tuple[str, ...], shorter: tuple[str, ...]) -> bool:
    """Whether a piece that the shorter statement has not names or restricts something."""
    common = _telling(shorter)
    extra = [n for n, piece in enumerate(pieces) if _tells(piece) and piece not in common]
    leads = extra[0] == 0 and pieces[1:2] == shorter[:1]  # "weekly reports" for "reports"
    return leads or any(_is_narrow(pieces, n, common) for n in extra)


def _stretch(pieces: tuple[str, ...], place: int) -> int:
    """How many pieces there are between the breaks around a place."""
    before = takewhile(_tells, reversed(pieces[:place]))
    return sum(1 for _ in before) + sum(1 for _ in takewhile(_tells, pieces[place:]))


def _is_narrow(pieces: tuple[str, ...], place: int, common: frozenset[str]) -> bool:
    if HAN_CHAR.match(pieces[place]):
        run = list(takewhile(_tells, pieces[place:]))
        if pieces[place] in _SIDES_ZH or pieces[place + len(run) : place + len(run) + 1] == (_OF,):
            return True
        if _stretch(pieces, place) < _END_CHARS:
            return False  # it stands for itself, before or after what it goes with
        extra = sum(1 for _ in takewhile(lambda piece: _tells(piece) and piece not in common, pieces[place:]))
        following = pieces[place + extra : place + extra + 1]
        return extra >= _END_CHARS or (bool(following) and HAN_CHAR.match(following[0]) is not None)
    before = takewhile(_tells, reversed(pieces[:place]))
    start = place - sum(1 for _ in before)
    return pieces[place] in _TELLING_STOPS or (start > 0 and pieces[start - 1].startswith(_OPEN))
