"""The parts of a sentence that say something by themselves, without what only leads in, gives reasons or agrees.

"The weekend was a mess, so please remember: we don't deploy on Fridays" says also just "We don't deploy on Fridays". A
part keeps every clause that restricts it (when, if, except, but) and what its pronouns point at; in doubt nothing is
cut out. What stands in a part was said in these very words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import lru_cache

from mcp_memory.engine.text import parts_words as forms
from mcp_memory.engine.text.languages import HAN_CHAR
from mcp_memory.engine.text.stop_words import ENGLISH_STOP_WORDS


@lru_cache(maxsize=2_048)
def parts(text: str) -> tuple[str, ...]:
    """Each part that is less than the text, in order; none of a long text, a question, or an answer that denies."""
    line = " ".join(text.split())
    if len(line) > _MOST_CHARS or forms.DENIES.search(line):
        return ()
    clauses = tuple(_clauses(line))
    if any(clause.kind is _Kind.ASKS for clause in clauses):
        return ()
    found = (_trimmed(line[start:end]) for start, end in _Cutting(line, clauses).spans())
    whole = line.rstrip(_ENDS).casefold()
    return tuple(part for part in dict.fromkeys(found) if part and part.casefold() != whole)


_MOST_CHARS = 600
_ENDS = " .,;:!?。，；：！？、…~"


class _Kind(Enum):
    """What a clause is to those around it."""

    TELLS = auto()
    ASIDE = auto()
    """It leads in, addresses somebody, gives a reason, or says that even more is meant: nothing is lost without it."""
    LIMITS = auto()
    """A condition, a time, a place: it belongs to what stands beside it."""
    EXCEPTS = auto()
    """It takes something back from what was said before it."""
    ASKS = auto()
    LABELS = auto()
    """It names what all that follows is about."""
    CONTINUES = auto()
    """The rest of a list, what comes first of two, or the bare name of what the next clause is about."""


@dataclass(frozen=True, slots=True)
class _Clause:
    start: int
    end: int
    kind: _Kind
    joint: str
    """The word that joins it to the clause before it, in small letters; "" for none."""


def _clauses(line: str) -> Iterator[_Clause]:
    pieces = [(start, end) for start, end in _pieces(line) if line[start:end].strip(_ENDS)]
    for place, (start, end) in enumerate(pieces):
        said = forms.CAUSE.sub("", line[start:end].strip(_ENDS))
        first = line.index(said, start)
        joint = forms.JOINT.match(said)
        beside = [
            line[slice(*pieces[other])].strip(_ENDS) if 0 <= other < len(pieces) else ""
            for other in (place - 1, place + 1)
        ]
        kind = _kind(said[joint.end() :] if joint else said, *beside)
        after = line[first + len(said) : first + len(said) + 1]
        if kind is not _Kind.ASIDE and after in {"?", "？"}:
            kind = _Kind.ASKS
        elif after in {":", "："} and (kind is _Kind.CONTINUES or forms.NAME.fullmatch(said)):
            kind = _Kind.LABELS
        yield _Clause(first, first + len(said), kind, joint.group().strip(_ENDS).casefold() if joint else "")


def _pieces(line: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in forms.BREAK.finditer(line):
        yield start, found.start()
        start = found.end()
    yield start, len(line)


def _kind(said: str, before: str, following: str) -> _Kind:
    if forms.CONCEDES.match(said) or forms.REASON.match(said) or forms.LEAD.fullmatch(said):
        return _Kind.ASIDE
    if forms.SAYS.search(said) or forms.FIRST.search(said):
        return _Kind.CONTINUES
    is_topic = forms.NAME_AT_END.search(before) or forms.GOES_ON.match(following)
    if forms.ADDRESS.fullmatch(said) or (forms.NAME.fullmatch(said) and not is_topic):
        return _Kind.ASIDE
    if forms.CONDITION.match(said) or (forms.PLACE.match(said) and not forms.VERB.search(said)):
        return _Kind.LIMITS
    if forms.EXCEPT.search(said):
        return _Kind.EXCEPTS
    return _Kind.CONTINUES if _is_rest(said) else _Kind.TELLS


def _is_rest(said: str) -> bool:
    """Whether nothing in it is a predicate."""
    if forms.VERB.search(said):
        return False
    if HAN_CHAR.search(said):
        return len(said) <= _SHORT_HAN
    return len(said.split()) <= _SHORT_WORDS or bool(forms.AND.search(said))


_SHORT_HAN, _SHORT_WORDS = 4, 3


@dataclass(slots=True)
class _Cutting:
    """Goes through the clauses once. `waiting` is a stretch that belongs to the next clause.

    `held` is where something begins that whatever follows may take back, so that both stay together.
    """

    line: str
    clauses: Sequence[_Clause]
    found: list[tuple[int, int]] = field(default_factory=list)
    waiting: tuple[int, int] | None = None
    held: int | None = None

    def spans(self) -> list[tuple[int, int]]:
        """Where the parts begin and end."""
        for place, clause in enumerate(self.clauses):
            if forms.BUT.fullmatch(clause.joint):
                self.found, self.held, self.waiting = [], None, None
            elif forms.SO.fullmatch(clause.joint):
                self.waiting = None
            self._take(place, clause)
        return self.found if self.found or self.waiting is None else [self.waiting]

    def _take(self, place: int, clause: _Clause) -> None:
        match clause.kind:
            case _Kind.ASIDE:
                pass
            case _Kind.LABELS:
                self.held = clause.start if self.held is None else self.held
                self.waiting = (clause.start, clause.end)
            case _Kind.LIMITS | _Kind.CONTINUES:
                if self.found and not forms.SO.fullmatch(clause.joint):
                    self.found[-1] = (self.found[-1][0], clause.end)
                self.waiting = (self.waiting[0] if self.waiting else clause.start, clause.end)
            case _Kind.EXCEPTS if self.found and not forms.SO.fullmatch(clause.joint):
                self.held = self.found[-1][0]
                self.found = [(self.held, clause.end)]
            case _:
                self._add(place, clause)

    def _add(self, place: int, clause: _Clause) -> None:
        start = self.waiting[0] if self.waiting else self._start(place)
        self.waiting = None
        if start is None:
            return
        if clause.kind is _Kind.EXCEPTS:
            self.held = start
        self.found.append((start if self.held is None else min(self.held, start), clause.end))

    def _start(self, place: int) -> int | None:
        """Where a part with this clause begins: before what it points at; None where that is not there."""
        clause = self.clauses[place]
        said = self.line[clause.start : clause.end]
        points = _points(said)
        if not (points or forms.GOES_ON.match(said)):
            return clause.start
        before = self.clauses[place - 1] if place else None
        if before is None or before.kind is _Kind.ASIDE:
            return None if points else clause.start
        return before.start


def _points(said: str) -> bool:
    """Whether a pronoun in it stands for something that the clause has not named."""
    found = forms.POINTS.search(said)
    if found is None:
        return False
    named = [word for word in forms.WORD.findall(said[: found.start()]) if word.casefold() not in ENGLISH_STOP_WORDS]
    return len(named) < _NAMED or bool(HAN_CHAR.search(found.group()))


_NAMED = 2


def _trimmed(part: str) -> str:
    """Without the words that lead in at its beginning, and those of courtesy at its end."""
    before = ""
    while part != before:
        before = part
        part = forms.TAIL.sub("", forms.HEAD.sub("", part.strip(_ENDS))).strip(_ENDS)
    return part[:1].upper() + part[1:]
