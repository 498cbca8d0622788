"""Which earlier rounds concern a question, by the informative terms they share.

It looks for the beginnings of words in the text itself and never takes a whole session apart, so that hundreds of long
rounds cost milliseconds.
"""

import math
import re
from collections.abc import Sequence

from mcp_memory.engine.domain.sessions import Turn
from mcp_memory.engine.text.tokens import is_compound, query_terms

ENOUGH = 0.35
"""The share of a question's information that a round must hold to concern it."""

_MAX_TERMS = 40
_STEM_ENDS = "ie"
"""Last letters of a stem that its words need not have: "compani" of "company", "decid" of "deciding"."""

_SHORT = 4


def concerning(question: str, rounds: Sequence[Sequence[Turn]]) -> list[int]:
    """The places of the rounds that concern the question, the closest first, of equally close ones the later first.

    A term counts the more the fewer rounds hold it; terms that no round holds do not count.
    """
    forms = [_form(term) for term in query_terms(question) if not is_compound(term)][:_MAX_TERMS]
    held = [_held(turns, forms) for turns in rounds]
    weights = {form: _weight(sum(form in some for some in held), len(rounds)) for form in forms}
    total = sum(weights.values())
    shares = {place: sum(weights[form] for form in some) / total for place, some in enumerate(held) if some and total}
    return sorted((place for place, share in shares.items() if share >= ENOUGH), key=lambda at: (-shares[at], -at))


def _weight(holding: int, rounds: int) -> float:
    """Inverse document frequency; nothing for a term that is nowhere."""
    return math.log(1 + rounds / holding) if holding else 0.0


def _form(term: str) -> str:
    """What the words of a term begin with."""
    return term.rstrip(_STEM_ENDS) if len(term) > _SHORT and term.isascii() else term


def _held(turns: Sequence[Turn], forms: Sequence[str]) -> frozenset[str]:
    """Which forms begin a word of these turns."""
    texts = [f"{turn.speaker} {turn.content}".casefold() for turn in turns]
    return frozenset(form for form in forms if any(_begins_word(form, text) for text in texts))


def _begins_word(form: str, text: str) -> bool:
    """Whether a word of the text begins with the form; characters of scripts without blanks need no word."""
    if form not in text:
        return False
    return not form.isascii() or re.search(rf"(?<![a-z0-9]){re.escape(form)}", text) is not None
