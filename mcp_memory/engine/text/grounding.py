"""Whether what a reasoner says of a conversation occurs in it: names, numbers, dates, quotations (SPEC 4).

Whoever summarises invents most easily what is hardest to check later. Wording is free; these four are not.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from mcp_memory.engine.domain.sessions import Turn
from mcp_memory.engine.ports.reasoner import Candidate
from mcp_memory.engine.text.dates import find_spans
from mcp_memory.engine.text.languages import HAN

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_QUOTED = re.compile(r'"([^"\n]{2,200})"|“([^”\n]{2,200})”|「([^」\n]{2,200})」|『([^』\n]{2,200})』|`([^`\n]{2,200})`')
_LATIN_WORD = re.compile(r"[A-Za-z][\w.+#/@-]*[\w+#]|[A-Za-z]")
_SENTENCE_START = re.compile(r"(?:^|[.!?。！？:：;；\n]\s*|[-*•]\s+)$")
_PERSON_VERB = re.compile(
    r"\s+(?:will|has|had|is|was|are|were|wants?|prefers?|likes?|said|says|decided|agreed|promised|asked|needs?|must"
    rf"|and\s+[A-Z]|[A-Z])\b|['’]s\b|\s*[{HAN}]"
)
_PRONOUNS = frozenset({"i", "we", "you", "he", "she", "they", "it", "this", "that", "there", "these", "those", "the"})


def ungrounded(candidate: Candidate, turns: Sequence[Turn], around: Iterable[str] = ()) -> tuple[str, ...]:
    """The pieces of a candidate that its turns do not hold; none when it is grounded.

    Names may also come from `around`, which is read only where one is missing: whoever says "the migration" or "she"
    names by that what was named before.
    """
    source = _folded("\n".join(f"{turn.speaker} {turn.content}" for turn in turns))
    said = "\n".join((candidate.content, candidate.conclusion, candidate.stance, *candidate.steps))
    missing = _unsaid_numbers(_folded(said), source, turns)
    missing += [quote for quote in _quotes(said) if _folded(quote) not in source]
    unnamed = _unheld((*_names(said), candidate.speaker), source)
    missing += _unheld(unnamed, _folded("\n".join(around))) if unnamed else []
    return tuple(dict.fromkeys(missing))


def numbers_in(text: str) -> list[str]:
    """Its numbers, without what groups their digits."""
    return [found.replace(",", "") for found in _NUMBER.findall(text)]


def _unsaid_numbers(said: str, source: str, turns: Sequence[Turn]) -> list[str]:
    """Numbers that the turns neither hold nor name as a date; dates are looked for only where a number is missing."""
    numbers = set(numbers_in(source))
    missing = [number for number in numbers_in(said) if number not in numbers]
    dated = {number for turn in turns for number in _dates(turn)} if missing else set()
    return [number for number in missing if number not in dated]


def _dates(turn: Turn) -> list[str]:
    """The numbers of the dates that a turn names in words, so that a resolved date counts as said."""
    spans = find_spans(turn.content, turn.at)
    moments = (moment for span in spans for moment in (span.start, span.end))
    texts = (f"{moment:%Y %m %d %H:%M} {moment.month} {moment.day}" for moment in moments)
    return [number for text in texts for number in numbers_in(text)]


def _quotes(text: str) -> list[str]:
    return [next(part for part in found if part) for found in _QUOTED.findall(text)]


def _names(text: str) -> list[str]:
    """Words that are written as names: capitals within a sentence or a word, in Chinese, or a person at its start."""
    names = []
    for found in _LATIN_WORD.finditer(text):
        word = found.group()
        if word.lower() in _PRONOUNS or not any(char.isupper() for char in word):
            continue
        starts = bool(_SENTENCE_START.search(text[: found.start()]))
        is_name = any(char.isupper() for char in word[1:]) or not starts or bool(_PERSON_VERB.match(text, found.end()))
        if is_name:
            names.append(word)
    return names


def _unheld(names: Sequence[str], source: str) -> list[str]:
    words = set(_LATIN_WORD.findall(source)) if names else set()
    return [name for name in names if name and not _holds(source, words, name)]


def _holds(source: str, words: set[str], name: str) -> bool:
    folded = _folded(name).removesuffix("'s").removesuffix("’s")
    return folded in words if folded.isascii() and folded.isalpha() else folded in source


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
