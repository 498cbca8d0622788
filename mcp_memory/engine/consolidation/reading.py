"""One statement as consolidation reads it: told of its speaker, its telling words, the values it names, its sign.

It also says what speaks against resting a rule on it: one occasion, a provisional conclusion, strong feeling.
"""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto
from functools import lru_cache

from mcp_memory.engine.consolidation import cues
from mcp_memory.engine.consolidation.plain import Plain, plain_of, reworded
from mcp_memory.engine.detection import stance
from mcp_memory.engine.detection.hedges import is_question, is_supposed
from mcp_memory.engine.detection.kinds import kind_of
from mcp_memory.engine.domain.memory import Memory, Triple
from mcp_memory.engine.domain.vocabulary import STANDING_EVENTS, EventType, Predicate
from mcp_memory.engine.text.dates import find_spans
from mcp_memory.engine.text.normalise import duplicate_key
from mcp_memory.engine.text.parts import parts
from mcp_memory.engine.text.person import of_speaker, without_speaker
from mcp_memory.engine.text.stop_words import ENGLISH_STOP_WORDS
from mcp_memory.engine.text.tokens import query_terms
from mcp_memory.engine.text.triples import triple_of

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NUMBER_ZH = re.compile(r"[二两三四五六七八九十百千万]+(?:年|个?月|天|周|小时|分钟|秒|次|个?人|元|倍)")
_IDENTIFIER = re.compile(
    r"(?<![A-Za-z_])[A-Za-z_]*(?:[a-z][A-Z]|\d[A-Za-z]|[A-Za-z]\d|\w[_./@]\w)[\w./@-]*|\b[A-Z]{2,}\b"
)
_NAME = re.compile(r"(?<=[a-z,;:] )[A-Z][\w'-]+|(?<=[\u4e00-\u9fff])[A-Za-z][\w.-]+")
_QUOTED = re.compile(r"[`\"“「『]([^`\"”」』\n]{1,60})[`\"”」』]")
_VALUES = (_NUMBER, _NUMBER_ZH, _IDENTIFIER, _NAME, _QUOTED)
_PLURAL_DAY = re.compile(r"(?<=[a-z])days$")
_RECURRING = re.compile(
    r"(?:in|after|for) (?:\d|an? |one |two |three |five |ten )|.*\bend of (?:the|each|every) "
    r"|(?:on )?(?:a )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?$"
    r"|(?:周|星期|礼拜)[一二三四五六日天末]$",
    re.IGNORECASE,
)
_DURATION = re.compile(r"within\b|\d+ ?(?:小时|分钟|天)[之以]?内", re.IGNORECASE)
_FROM = re.compile(r"(?:from|starting|as of|since|从|自)\s*$", re.IGNORECASE)
_NEVER_KINDS = frozenset({EventType.QUESTION, EventType.DISCUSSION})
_OPEN_KINDS = frozenset({EventType.TASK, EventType.COMMITMENT})
_DONE_KINDS = _NEVER_KINDS | _OPEN_KINDS
"""Of a part of these it is read anew of what kind it is: what made the whole one may stand elsewhere in it."""

_LEAST_TERMS = 1
_MOST_PARTS = 4
_LEAST_PART_TERMS = 2
MOST_CHARS = 1_000
"""A longer text tells of many things, and gives no single rule."""


class Extent(Enum):
    """How much of what was said a reading is of."""

    SIMPLE = auto()
    """All, and nothing in it could be cut off."""
    AROUND = auto()
    """All, and it has parts."""
    PART = auto()


@dataclass(frozen=True, slots=True)
class Reading:
    """A statement: as it was `said`, and as `text` of its speaker.

    `terms` are its telling words, `values` the numbers, names and identifiers in it, `plain` is what is laid beside
    others. `forms` are the statement, and each part of it that says something by itself, as readings of their own,
    without those that tell of one occasion, or that are done with once they are done; a form has none.
    """

    said: str
    text: str
    terms: frozenset[str]
    values: frozenset[str]
    plain: Plain
    triple: Triple
    event_type: EventType
    said_at: datetime
    extent: Extent = Extent.SIMPLE

    forms: tuple["Reading", ...] = ()

    @property
    def key(self) -> str:
        """Equal for two wordings that differ in nothing that is read."""
        return duplicate_key(self.text)

    @property
    def is_standing(self) -> bool:
        """Whether its kind or its wording says that it holds beyond the moment."""
        return self.event_type in STANDING_EVENTS or bool(cues.STANDING.search(self.text))

    @property
    def is_open(self) -> bool:
        """Whether it is done with once it is done or answered: a question, a task or a promise that does not recur.

        What is forbidden is never done.
        """
        if self.event_type in _OPEN_KINDS:
            forbids = self.triple.predicate is Predicate.FORBIDS and not cues.REMINDS.search(self.text)
            return not (forbids or cues.RECURS.search(self.text))
        return self.event_type in _NEVER_KINDS


def read(memory: Memory) -> Reading:
    """The statement of a memory, told of its speaker; of a long text the beginning."""
    return read_statement(memory.content[:MOST_CHARS], memory.event_type, memory.occurred_at, memory.speaker)


def read_statement(content: str, event_type: EventType, said_at: datetime, speaker: str = "") -> Reading:
    """A statement that somebody said or proposes."""

    def read_part(said: str) -> Reading:
        text = of_speaker(said, speaker)
        return Reading(
            said=said,
            text=text,
            terms=frozenset(query_terms(cues.WEIGHTLESS.sub(" ", text))) - ENGLISH_STOP_WORDS,
            values=values_in(text),
            plain=plain_of(text),
            triple=triple_of(text),
            event_type=event_type if said == content or event_type not in _DONE_KINDS else kind_of(said),
            said_at=said_at,
        )

    whole = read_part(content)
    taken = () if secondhand_in(whole) or provisional_in(whole) else parts(without_speaker(content, speaker))
    others = [replace(read_part(part), extent=Extent.PART) for part in taken[:_MOST_PARTS]]
    if others:
        order = next((form.plain for form in others if form.plain.first), Plain(""))
        plain = replace(reworded(whole.text), first=order.first, then=order.then)
        whole = replace(whole, plain=plain, extent=Extent.AROUND)
    forms = (whole, *(form for form in others if len(form.terms) >= _LEAST_PART_TERMS))
    return replace(whole, forms=tuple(form for form in forms if not (form.is_open or occasion_in(form))))


@lru_cache(maxsize=2_048)
def is_negative(plain: str) -> bool:
    """Whether a statement put plainly forbids or denies."""
    sides = cues.CONTRASTED.sub(" ", plain)
    forbids = triple_of(sides).predicate is Predicate.FORBIDS or bool(cues.NEGATIVE.search(sides))
    return forbids and not cues.LIFTED.search(sides)


def values_in(text: str) -> frozenset[str]:
    """Numbers, identifiers, quoted words and names in it, folded."""
    found = [part for form in _VALUES for part in form.findall(text)]
    return frozenset(_PLURAL_DAY.sub("day", value.casefold().strip(".,")) for value in found)


def left_out(memory: Memory, reading: Reading) -> str:
    """Why a statement is not gathered at all, for counting; "" when it is."""
    if len(memory.content) > MOST_CHARS:
        return "too long for one statement"
    if (is_question(reading.said) and reading.extent is Extent.SIMPLE) or (reading.is_open and not reading.forms):
        return "a question, task or commitment"
    if not reading.forms or memory.valid_until is not None:
        return "a one-off event"
    if provisional_in(reading):
        return "a provisional conclusion"
    if emotional_in(reading):
        return "a strongly emotional statement"
    if len(reading.terms) < _LEAST_TERMS:
        return "says nothing by itself"
    return ""


def occasion_in(reading: Reading) -> str:
    """The words that tie a statement to one occasion; "" when none does."""
    dated = _date_in(reading)
    if dated:
        return dated
    once = cues.ONCE.search(reading.said)
    if once:
        return once.group()
    if reading.is_standing:
        return ""
    happened = cues.HAPPENED.search(reading.text) or cues.HAPPENED_ZH.search(reading.text)
    return happened.group() if happened else ""


def provisional_in(reading: Reading) -> str:
    """The words by which a statement is only provisional, imagined, or meant otherwise; "" when none does."""
    for form in (cues.PROVISIONAL, stance.SUPPOSED, stance.MOCKING):
        found = form.search(reading.said)
        if found:
            return found.group()
    if is_supposed(reading.said) and not reading.is_standing:
        return reading.said.split(maxsplit=1)[0]
    return ""


def secondhand_in(reading: Reading) -> str:
    """The words that make it somebody else's statement, one of another time, or made up; "" when none does."""
    for form in (stance.REPORTED, stance.BYGONE, stance.FICTION):
        found = form.search(reading.said)
        if found:
            return found.group()
    return ""


def emotional_in(reading: Reading) -> str:
    """The words of strong feeling; "" when there are none."""
    found = cues.EMOTIONAL.search(reading.said)
    return found.group() if found else ""


def sensitive_in(text: str) -> str:
    """The words that touch credentials, health, or what a person owes; "" when none does."""
    for form in (cues.CREDENTIALS, cues.HEALTH, cues.OBLIGATIONS):
        found = form.search(text)
        if found:
            return found.group()
    return ""


def _date_in(reading: Reading) -> str:
    """A date that is no recurring one and no beginning ("every Friday", "from today on")."""
    for span in find_spans(reading.said, reading.said_at):
        before = reading.said[: max(0, reading.said.find(span.wording))]
        recurs = bool(_RECURRING.match(span.wording)) and (reading.is_standing or is_negative(reading.plain.text))
        if not recurs and not _DURATION.match(span.wording) and not _FROM.search(before):
            return span.wording
    return ""
