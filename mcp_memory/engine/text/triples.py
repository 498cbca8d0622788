"""A semantic statement taken apart into subject, predicate and object, by the cues of its wording."""

import re

from mcp_memory.engine.domain.memory import Details, Triple
from mcp_memory.engine.domain.vocabulary import EventType, Predicate


def triple_of(text: str) -> Triple:
    """Split at the earliest, longest cue; without one it is a fact about what its first words name."""
    sentence = " ".join(text.split())
    hits = [(match.start(), -match.end(), predicate) for predicate, cue in _CUES if (match := cue.search(sentence))]
    if not hits:
        subject, _, rest = sentence.partition(" ")
        return Triple(subject=subject, predicate=Predicate.FACT, object=rest or sentence)
    start, minus_end, predicate = min(hits)
    subject = sentence[:start].strip(" ,，:：") or _UNNAMED
    return Triple(subject=subject, predicate=predicate, object=sentence[-minus_end:].strip(" .。") or sentence)


def standing_event(details: Details) -> EventType | None:
    """The event type a semantic memory's predicate stands for; None where its wording must tell."""
    if not isinstance(details, Triple) or details.predicate is Predicate.FACT:
        return None
    return EventType.PREFERENCE if details.predicate is Predicate.PREFERS else EventType.CONSTRAINT


_UNNAMED = "user"
_CUES: tuple[tuple[Predicate, re.Pattern[str]], ...] = (
    (
        Predicate.FORBIDS,
        re.compile(
            r"\b(?:must not|mustn't|may not|never|do not|don't|should not|shouldn't|cannot|can't|is not allowed to"
            r"|forbids?|is forbidden)\b|不得|禁止|不允许|不许|严禁|不要|不能|别",
            re.IGNORECASE,
        ),
    ),
    (
        Predicate.PREFERS,
        re.compile(
            r"\b(?:prefers?|likes?|loves?|would rather|enjoys?|dislikes?|hates?|favou?rs?)\b"
            r"|不?喜欢|偏好|更愿意|宁愿|讨厌|习惯用",
            re.IGNORECASE,
        ),
    ),
    (
        Predicate.REQUIRES,
        re.compile(
            r"\b(?:must|requires?|needs?|has to|have to|is required to|should)\b|必须|需要|务必|一律要?|应当|应该|要求",
            re.IGNORECASE,
        ),
    ),
    (
        Predicate.RULE,
        re.compile(
            r"\b(?:always|only|every time|whenever|by default|as a rule)\b|总是|都要|都用|只能|默认|凡是", re.IGNORECASE
        ),
    ),
    (
        Predicate.FACT,
        re.compile(
            r"\b(?:is|are|was|were|has|have|uses?|runs?|lives?|works?|listens?|costs?)\b|是|为|位于|使用|用的是|有",
            re.IGNORECASE,
        ),
    ),
)
