"""What the tables of cues are made of."""

import re
from dataclasses import dataclass

from mcp_memory.engine.domain.vocabulary import EventType


@dataclass(frozen=True, slots=True)
class Cue:
    """A form of words that tells a kind, how surely (0..1), and where in it the thing said begins (the match's end).

    `negatable` cues say nothing after "not", "might", "should", "before" and the like; `is_chinese` ones nothing where
    no Han character stands.
    """

    event_type: EventType
    pattern: re.Pattern[str]
    certainty: float
    negatable: bool = True
    is_chinese: bool = False


def english(event_type: EventType, certainty: float, *forms: str, negatable: bool = True) -> Cue:
    """A cue of whole English words; each form is a regular expression. Capitals count only inside `(?-i:...)`."""
    return Cue(
        event_type,
        re.compile(rf"(?<![\w'-])(?:{'|'.join(forms)})(?!(?<=\w)[\w-])", re.IGNORECASE),
        certainty,
        negatable,
    )


def chinese(event_type: EventType, certainty: float, *forms: str, negatable: bool = True) -> Cue:
    """A cue of Chinese characters; each form is a regular expression."""
    return Cue(event_type, re.compile("|".join(forms)), certainty, negatable, is_chinese=True)
