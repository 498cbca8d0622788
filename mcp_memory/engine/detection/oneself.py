"""What people tell of themselves in a sentence, be it beside a request: what they did, have, know, and are to attend.

Feelings, what is done just now, and what is only asked or supposed are left out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mcp_memory.engine.detection.clauses import Clause, clauses
from mcp_memory.engine.detection.facts import is_talk
from mcp_memory.engine.detection.hedges import is_supposed, is_thin
from mcp_memory.engine.detection.oneself_en import is_due_en, is_goal_en, is_told_en
from mcp_memory.engine.detection.oneself_zh import goes_on_zh, is_due_zh, is_goal_zh, is_told_zh
from mcp_memory.engine.text.languages import HAN_CHAR

_POINTS = re.compile(r"\b(?:it|this|that|them|these|those)$|[这那它](?:个|些|样|件事)?$", re.IGNORECASE)
_STOPS = " .。!！"
_FEELS = re.compile(
    r"(?:(?:still|now|just|feeling|a bit|a little|very|so|quite|really) )*(?:nervous|worried|anxious|excited|stuck"
    r"|confused|unsure|tired|scared|afraid|happy|glad|proud|sad|overwhelmed|struggling|feeling)\b"
    r"|[^，]{0,4}(?:有点|很|非常|特别|好|太|挺|感到|觉得|心里)[^，]{0,2}(?:紧张|担心|害怕|累|焦虑|开心|烦|难过|着急"
    r"|不安|困惑|迷茫|激动|高兴"
    r"|纠结|慌|怕)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Told:
    """Where in a masked sentence something is told; `is_due`: an appointment that is still to come."""

    start: int
    end: int
    is_due: bool


def told(masked: str) -> tuple[Told, ...]:
    """The parts of a masked sentence that tell something concrete of the speaker, each with its subject, in order."""
    if is_supposed(masked):
        return ()
    found: list[Told] = []
    parts = _without_announcement(masked)
    place = 0
    while place < len(parts):
        last = place if _tells(masked, parts, place) else -1
        if last >= 0:
            while last + 1 < len(parts) and _belongs(masked, parts, last + 1):
                last += 1
            first = _with_goal(masked, parts, place)
            part = Told(
                parts[first].start, parts[last].end, any(_is_due(_text(masked, one)) for one in parts[place : last + 1])
            )
            if not is_thin(masked[part.start : part.end]):
                found.append(part)
            place = last
        place += 1
    return tuple(found)


def asks_too(masked: str) -> bool:
    """Whether a clause of a masked sentence asks for something."""
    return any(clause.asks for clause in clauses(masked))


def told_besides(masked: str, parts: Sequence[Told]) -> tuple[tuple[int, int], ...]:
    """The other clauses of a masked sentence that ask nothing and do not end in a pronoun, each by its place."""
    return tuple(
        (clause.start, clause.end)
        for clause in clauses(masked)
        if not clause.asks
        and not any(part.start <= clause.start < part.end for part in parts)
        and not _POINTS.search(_text(masked, clause))
    )


def _without_announcement(masked: str) -> tuple[Clause, ...]:
    """The clauses, without one that only announces what follows."""
    parts = clauses(masked)
    return parts[:-1] if masked.rstrip().endswith((":", "：")) else parts


def _tells(masked: str, parts: tuple[Clause, ...], place: int) -> bool:
    clause = parts[place]
    said = _text(masked, clause)
    if clause.asks or is_talk(said):
        return False
    if HAN_CHAR.search(said):
        return is_told_zh(said) or (_has_subject(masked, parts, place) and goes_on_zh(said))
    return is_told_en(said)


def _has_subject(masked: str, parts: tuple[Clause, ...], place: int) -> bool:
    return (
        place > 0 and parts[place - 1].opens and not parts[place - 1].asks and "我" in _text(masked, parts[place - 1])
    )


def _belongs(masked: str, parts: tuple[Clause, ...], place: int) -> bool:
    """Whether a clause goes on with what is told before it."""
    clause = parts[place]
    if clause.asks or _FEELS.match(_text(masked, clause)):
        return False
    return not clause.opens or _tells(masked, parts, place)


def _with_goal(masked: str, parts: tuple[Clause, ...], place: int) -> int:
    """The first clause to keep: the one before, where it says what all is for or has the subject."""
    if place == 0 or parts[place - 1].asks:
        return place
    before = _text(masked, parts[place - 1])
    said = _text(masked, parts[place])
    lacks_subject = bool(HAN_CHAR.search(said)) and "我" not in said
    return place - 1 if is_goal_en(before) or is_goal_zh(before) or lacks_subject else place


def _is_due(said: str) -> bool:
    return is_due_en(said) or is_due_zh(said)


def _text(masked: str, clause: Clause) -> str:
    return masked[clause.start : clause.end]
