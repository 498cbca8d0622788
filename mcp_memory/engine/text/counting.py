"""How many tokens a text costs, and the longest beginning of it that fits.

One estimate for every budget of the engine. It knows no tokenizer: it is a rule of thumb for present language models,
the same on every machine, and it errs on the high side.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate

from mcp_memory.engine.text.graphemes import last_boundary

ELLIPSIS = "…"
"""Stands at the end of a text that was cut; it counts."""

_QUARTERS = 4
_NEAR = 48
"""How many characters a cut may give away to end on a whole sentence or word."""

_SENTENCE_ENDS = frozenset("。！？；!?\n")
_STOPS = frozenset("。！？；，、：!?\n")


def count_tokens(text: str) -> int:
    """The estimate: characters at a fixed rate, rounded up; at least 1 for any text, never less for a longer one.

    Four ASCII letters or blanks make a token, two digits, two letters of other alphabets; a sign is one, and so is a
    Chinese, Japanese or Korean character; an emoji or rare character is two.
    """
    return math.ceil(sum(_cost(char) * times for char, times in Counter(text).items()) / _QUARTERS)


def cut(text: str, max_tokens: int) -> str:
    """The longest beginning of at most `max_tokens`, with an ellipsis when something was left out.

    It ends between whole characters as a reader counts them, on a sentence or word when one ends nearby. A budget
    below one token gives "".
    """
    if count_tokens(text) <= max_tokens:
        return text
    return _shortened(text, prefix_length(text, max_tokens - count_tokens(ELLIPSIS)), has_room=max_tokens > 0)


def cut_chars(text: str, max_chars: int) -> str:
    """The same by characters: at most `max_chars`, the ellipsis among them."""
    if len(text) <= max_chars:
        return text
    return _shortened(text, last_boundary(text, max_chars - len(ELLIPSIS)), has_room=max_chars > 0)


def prefix_length(text: str, max_tokens: int) -> int:
    """How many characters of the text fit into `max_tokens`, up to a place where it may be cut."""
    budget = max_tokens * _QUARTERS
    within = text[: max(budget, 0)]
    fitting = 0
    for spent in accumulate(map(_cost, within)):
        if spent > budget:
            break
        fitting += 1
    return last_boundary(text, fitting)


def fair_limit(costs: Sequence[int], budget: int) -> int:
    """The most that each may cost so that all fit the budget: small ones stay whole, the longest give way first.

    What fits as it is gets the largest of the costs; of nothing 0.
    """
    left = budget
    for place, cost in enumerate(sorted(costs)):
        share = left // (len(costs) - place)
        if cost > share:
            return share
        left -= cost
    return max(costs, default=0)


def natural_end(text: str, limit: int) -> int:
    """The end of a sentence, else of a word, at most 48 characters before `limit`; `limit` itself without one.

    `limit` lies inside the text.
    """
    first = max(limit - min(_NEAR, limit // 4), 1)
    places = range(limit, first - 1, -1)
    return _first(_ends_sentence, text, places) or _first(_ends_word, text, places) or limit


def _first(ends: Callable[[str, int], bool], text: str, places: range) -> int:
    return next((place for place in places if ends(text, place) and last_boundary(text, place) == place), 0)


def _ends_sentence(text: str, place: int) -> bool:
    return text[place - 1] in _SENTENCE_ENDS or (text[place - 1] == "." and text[place].isspace())


def _ends_word(text: str, place: int) -> bool:
    return text[place].isspace() or text[place - 1] in _STOPS


def _shortened(text: str, limit: int, *, has_room: bool) -> str:
    if not has_room:
        return ""
    return text[: natural_end(text, limit)].rstrip() + ELLIPSIS


def _cost(char: str) -> int:
    """The cost of one character in quarters of a token."""
    if char < "\x80":
        return 1 if char.isalpha() or char.isspace() else 2 if char.isdigit() else 4
    if char < "\u2000":
        return 2
    return 4 if char < "\U00010000" else 8
