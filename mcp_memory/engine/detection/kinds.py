"""What of a turn is worth keeping, and of what kind.

General rules of two languages and no model. They prefer to miss: a statement without a form of words that settles
its kind is kept only as a plain fact that names something, and what an assistant knows or advises is not kept.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mcp_memory.engine.detection import cues_en, cues_en_open, cues_zh, cues_zh_open
from mcp_memory.engine.detection.chatter import is_chatter, is_request
from mcp_memory.engine.detection.cue import Cue
from mcp_memory.engine.detection.facts import fact_certainty, is_passing, names_oneself
from mcp_memory.engine.detection.hedges import (
    is_asserted_at,
    is_made_up,
    is_open_question,
    is_question,
    is_supposed,
    is_thin,
    settled_part,
)
from mcp_memory.engine.detection.oneself import (
    asks_too,
    is_bare,
    is_general,
    moved,
    only_asks,
    reminder,
    told,
    told_apart,
    told_besides,
    told_span,
    told_within,
)
from mcp_memory.engine.detection.pasted import mentioned_masked
from mcp_memory.engine.detection.reports import draft_start, report_of
from mcp_memory.engine.detection.statements import Statement, worded
from mcp_memory.engine.detection.wishes import Wish, is_encouragement, is_errand, wish_of
from mcp_memory.engine.domain.vocabulary import EventType
from mcp_memory.engine.text.languages import HAN, HAN_CHAR

KEY_EVENTS: frozenset[EventType] = frozenset(
    {
        EventType.DECISION,
        EventType.PREFERENCE,
        EventType.CONSTRAINT,
        EventType.RISK,
        EventType.QUESTION,
        EventType.TASK,
        EventType.COMMITMENT,
        EventType.REVERSAL,
    }
)
"""What is encoded ahead of the rest."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A statement worth keeping; `certainty`, 0..1, is how plainly its wording says its kind."""

    event_type: EventType
    statement: Statement
    certainty: float


def notices(text: str, role: str, speaker: str = "") -> tuple[Notice, ...]:
    """The statements of one turn worth keeping, in order. Turns of tools and of the system give none.

    `role` is user, assistant, system, tool_call or tool_result; `speaker` names who says it where several people do.
    """
    if role == "user":
        return tuple(notice for statement, masked in _masked(text) for notice in _said(statement, masked, speaker))
    if role == "assistant":
        reported = (
            _reported(statement, masked[:_LOOKED_AT]) for statement, masked in _masked(text[: draft_start(text)])
        )
        return tuple(notice for notice in reported if notice is not None)
    return ()


def kind_of(text: str) -> EventType:
    """The kind of one statement that is kept anyway; FACT where no wording tells, QUESTION where it only asks."""
    masked = [part[:_LOOKED_AT] for _, part in _masked(text)]
    surest = max((hit for part in masked for hit in _hits(part)), key=lambda hit: hit[1], default=None)
    if surest is not None:
        return surest[0]
    return EventType.QUESTION if masked and all(map(is_question, masked)) else EventType.FACT


_LOOKED_AT = 600
"""Characters of a statement in which cues are sought. What is longer was pasted, and says what it says early."""
_READ = 1_500
"""Characters of a statement in which it is sought what somebody tells of themselves, beside long requests."""

_TABLES = tuple(
    cue
    for english, chinese in (
        (cues_en.REVERSALS, cues_zh.REVERSALS),
        (cues_en.DECISIONS, cues_zh.DECISIONS),
        (cues_en.COMMITMENTS, cues_zh.COMMITMENTS),
        (cues_en.PREFERENCES, cues_zh.PREFERENCES),
        (cues_en_open.CONSTRAINTS, cues_zh_open.CONSTRAINTS),
        (cues_en_open.RISKS, cues_zh_open.RISKS),
        (cues_en_open.QUESTIONS, cues_zh_open.QUESTIONS),
        (cues_en_open.TASKS, cues_zh_open.TASKS),
    )
    for cue in english + chinese
)
"""Reversals before decisions, for they quote them; of two equally sure cues the earlier one wins."""

_TO_DO = frozenset({EventType.TASK, EventType.COMMITMENT})
_STANDS_WHEN_SUPPOSED = frozenset({EventType.CONSTRAINT, EventType.RISK})
_TOLD_APART = KEY_EVENTS - {EventType.QUESTION, EventType.RISK}
_BINDS = frozenset({EventType.CONSTRAINT, EventType.PREFERENCE, EventType.TASK})
"""What a request may itself be that is told; else it is over with its answer, whatever words it has."""
_OPEN_QUESTION = 0.85
_WISHED = 0.9
_REMINDED = 0.86
_TOLD = 0.6
_LEAST = 0.5


_HALF_WIDTH = re.compile(rf"(?<=[{HAN}]),|,(?=\s?[{HAN}])")
"""A comma typed narrow beside Chinese, which the tables of cues know only in its full width."""
_SHORT_VERB = re.compile(r"^['’]s(?=( been)?\b)")


def _masked(text: str) -> Iterator[tuple[Statement, str]]:
    """Each statement with what only is mentioned in it masked; a quotation may go over several statements."""
    for statement, masked in worded(text, _HALF_WIDTH.sub("，", mentioned_masked(text))):
        yield statement, masked[:_READ] if len(masked) <= _READ else _to_clause(masked[:_READ])


def _to_clause(masked: str) -> str:
    """Without the beginning of a clause at its end."""
    return masked[: max(masked.rfind(mark) for mark in ",，;；. ")]


def _said(statement: Statement, masked: str, speaker: str) -> tuple[Notice, ...]:
    """What a person said; a line that only announces others says nothing by itself."""
    whole, masked = masked, masked[:_LOOKED_AT]
    wish = wish_of(masked)
    remind = reminder(masked)
    if masked.endswith((":", "：")):
        found = None
    elif wish is not None:
        found = _wished(_part(statement, wish.start, wish.end), masked[wish.start : wish.end].strip(), wish, speaker)
        return (found,) if found else ()
    elif remind:
        return (Notice(EventType.TASK, _joined(statement, remind), _REMINDED),)
    else:
        found = _by_itself(statement, masked, speaker)
    is_apart = found is not None and found.event_type in _TOLD_APART
    return (_apart(statement, masked, speaker) if is_apart else ()) or _sifted(statement, whole, found, speaker)


def _sifted(statement: Statement, whole: str, found: Notice | None, speaker: str) -> tuple[Notice, ...]:
    """What was found in a masked statement without what is asked beside it, or several things in its place."""
    masked = whole[:_LOOKED_AT]
    if (
        found is None
        or found.event_type is EventType.FACT
        or (found.event_type is EventType.DECISION and moved(masked))
    ):
        oneself = _of_oneself(statement, whole, found)
        apart = _apart(statement, masked, speaker) if found is None and not oneself else ()
        return oneself or tuple(notice for notice in apart if not is_bare(notice.statement.text))
    if found.event_type in _TO_DO and asks_too(masked):
        return _only_due(statement, masked, found.event_type) or (found,)
    if found.event_type is EventType.RISK:
        return _beside_worries(statement, masked, speaker) or (found,)
    return (found,)


def _apart(statement: Statement, masked: str, speaker: str) -> tuple[Notice, ...]:
    """What is told beside plain requests, each stretch by itself; nothing where a request binds for longer."""
    places = told_apart(masked)
    if not places or any(kind in _BINDS for kind, _ in _hits(_without(masked, places))):
        return ()
    told_ones = ((_part(statement, *place), masked[slice(*place)]) for place in places)
    return tuple(notice for part, said in told_ones for notice in _said(part, said, speaker))


def _without(masked: str, places: Sequence[tuple[int, int]]) -> str:
    """A masked sentence without these stretches."""
    starts, ends = [0, *(end for _, end in places)], [*(start for start, _ in places), len(masked)]
    return " ".join(masked[start:end].strip(" ,，") for start, end in zip(starts, ends, strict=True))


def _only_due(statement: Statement, masked: str, event_type: EventType) -> tuple[Notice, ...]:
    """The appointment to come without what is asked beside it, if nothing else in the sentence is to be done."""
    parts = told(masked)
    others = (masked[slice(*place)] for place in told_besides(masked, parts))
    if any(part.is_due for part in parts):
        is_all = not any(event_type in dict(_hits(other)) for other in others)
        return _of_oneself(statement, masked, None, event_type) if is_all else ()
    return tuple(
        Notice(event_type, _part(statement, part.start, part.end), _TOLD)
        for part in told_within(masked, parts)
        if event_type in dict(_hits(masked[part.start : part.end]))
    )


def _beside_worries(statement: Statement, masked: str, speaker: str) -> tuple[Notice, ...]:
    """What the speaker tells of themselves, then what worries them about it where that stands by itself."""
    parts = told(masked)
    if not parts or any(EventType.RISK in dict(_hits(masked[part.start : part.end])) for part in parts):
        return ()
    rest = (
        _by_itself(_part(statement, *place), masked[slice(*place)], speaker) for place in told_besides(masked, parts)
    )
    return (
        *_of_oneself(statement, masked, None),
        *(worry for worry in rest if worry and worry.event_type is EventType.RISK),
    )


def _of_oneself(
    statement: Statement, masked: str, found: Notice | None, due: EventType = EventType.TASK
) -> tuple[Notice, ...]:
    """What the speaker tells of themselves, without what they ask beside it; else the plain fact that was found."""
    parts = told(masked)
    if found is not None and not parts:
        if is_general(masked) or only_asks(masked):
            return ()
        return (replace(found, event_type=EventType.FACT, statement=_part(found.statement, *told_span(masked))),)
    if found is not None and not asks_too(masked):
        return (replace(found, event_type=due if any(part.is_due for part in parts) else EventType.FACT),)
    every = sorted((*parts, *told_within(masked, parts)), key=lambda part: part.start)
    return tuple(
        Notice(due if part.is_due else EventType.FACT, _part(statement, part.start, part.end), _TOLD) for part in every
    )


def _wished(statement: Statement, masked: str, wish: Wish, speaker: str) -> Notice | None:
    """What somebody asked to be remembered, without the words that ask for it."""
    if is_thin(masked):
        return None
    found = _by_itself(statement, masked, speaker)
    if found is not None:
        return replace(found, certainty=max(found.certainty, _WISHED)) if wish.firm else found
    if not wish.firm:
        is_idle = is_question(masked) or is_chatter(masked) or is_passing(masked) or is_encouragement(masked)
        return None if is_idle else Notice(EventType.FACT, statement, _TOLD)
    if is_question(masked):
        return Notice(EventType.QUESTION, statement, _WISHED)
    if is_errand(masked) or is_request(masked):
        return Notice(EventType.TASK, statement, _WISHED)
    return None if is_chatter(masked) or is_encouragement(masked) else Notice(EventType.FACT, statement, _WISHED)


def _by_itself(statement: Statement, masked: str, speaker: str) -> Notice | None:
    """What a statement says by its own words."""
    if is_open_question(masked):
        return Notice(EventType.QUESTION, statement, _OPEN_QUESTION)
    if is_question(masked):
        masked = settled_part(masked)
        statement = _part(statement, 0, len(masked))
    if is_chatter(masked):
        return None
    surest = max(_hits(masked), key=lambda hit: hit[1], default=None)
    if is_thin(masked) and not (surest and surest[0] is EventType.PREFERENCE) and not names_oneself(masked):
        return None
    if surest is None and not is_made_up(masked):
        surest = (EventType.FACT, fact_certainty(masked, speaker))
    return Notice(surest[0], statement, surest[1]) if surest and surest[1] >= _LEAST else None


def _part(statement: Statement, first: int, last: int) -> Statement:
    """These characters of a statement, what it asks around them left out; its place stays."""
    return replace(statement, text=statement.text[first:last].strip())


def _joined(statement: Statement, places: Sequence[tuple[int, int]]) -> Statement:
    """A thing and what is said of it elsewhere in the statement, as one; a shortened verb in full."""
    thing, *said = (statement.text[slice(*place)] for place in places)
    verb = _SHORT_VERB.sub(lambda found: " has" if found[1] else " is", "".join(said), count=1)
    return replace(statement, text=(thing.strip() + verb).strip())


def _reported(statement: Statement, masked: str) -> Notice | None:
    """What an assistant reports of this task."""
    if is_question(masked) or is_supposed(masked):
        return None
    kind, certainty = report_of(masked)
    return Notice(kind, statement, certainty) if certainty else None


def _hits(masked: str) -> Iterator[tuple[EventType, float]]:
    """The kinds whose cues are asserted in a masked statement, with their certainty."""
    supposed, has_han = is_supposed(masked), bool(HAN_CHAR.search(masked))
    for cue in _TABLES:
        if (cue.is_chinese and not has_han) or (supposed and cue.event_type not in _STANDS_WHEN_SUPPOSED):
            continue
        if any(_counts(cue, masked, match.start()) for match in cue.pattern.finditer(masked)):
            yield cue.event_type, cue.certainty


def _counts(cue: Cue, masked: str, place: int) -> bool:
    return not cue.negatable or is_asserted_at(masked, place)
