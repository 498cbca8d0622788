"""What was never so, or is given up, against a statement that says it: in other words than "yes" and "no" of one thing.

"I have never been to Lisbon" denies every visit, so that one visit told before contradicts it; told after, it may have
come since. "The Old Mill instead of the Riverside Hall" gives up the hall, wherever it was named.
"""

import re
from collections.abc import Sequence

from mcp_memory.engine.comparison.polarity import settle
from mcp_memory.engine.comparison.relation import Relation
from mcp_memory.engine.comparison.words import Token, is_content, tokens

_NEVER = re.compile(r"\bnever\b|从[没未]|从来没|没[一-龥]{0,10}过|一直没")
_PLANNED = re.compile(
    r"\b(?:want|wants|plan|plans|planning|hope|hoping|would|will|going to|try|trying|might|should|need|needs|wish"
    r"|almost|nearly|dream|thinking)\b|想|打算|计划|准备|希望|要|会|考虑|差点"
)
_GIVEN_UP = re.compile(
    r"(?:\b(?:instead of|rather than|in place of)|, not) (?P<what>[^,;]+?) ?(?:$|[,;])"
    r"|(?:而不是|代替了?|取代了?|不再[用去找])(?P<that>[^,;，；]+?)了?(?:$|[,;，；])"
)
_LEAST_WORDS = 2


def denies_all(sentence: str) -> bool:
    """Whether a folded sentence says that something was never so."""
    return _NEVER.search(sentence) is not None


def is_planned(sentence: str) -> bool:
    """Whether a folded sentence tells what is wanted or to come, and not what is."""
    return _PLANNED.search(sentence) is not None


def given_up(text: str) -> frozenset[str]:
    """The words of what a text says is given up for something else."""
    found = _GIVEN_UP.search(text)
    named = tokens(settle(found["what"] or found["that"])) if found else ()
    return frozenset(token.text for token in named if _tells(token))


def never_and_once(never: Sequence[Token], once: Sequence[Token], *, since: bool) -> tuple[Relation, str] | None:
    """What a denial of all means for one case; None for another thing. `since`: it was told after the denial."""
    denied, told = ([token.text for token in side if _tells(token)] for side in (never, once))
    if len(denied) < _LEAST_WORDS or denied[:_LEAST_WORDS] != told[:_LEAST_WORDS]:
        return None
    rest = iter(told)
    if not all(word in rest for word in denied):
        return None
    return (Relation.HINTS if since else Relation.CONTRADICTS), "says never where the other tells of one time"


def _tells(token: Token) -> bool:
    return is_content(token) and token.text not in _WEIGHTLESS


_WEIGHTLESS = frozenset(
    ["to", "for", "before", "into", "with", "过", "了", "从", "来", "没", "一", "直", "在", "的", "any"]
)
