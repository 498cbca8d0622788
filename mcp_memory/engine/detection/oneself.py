"""What people tell of themselves in a sentence, be it beside a request: what they did, have, know, and are to attend.

Feelings, what is done just now, and what is only asked or supposed are left out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mcp_memory.engine.detection.clauses import Clause, clauses
from mcp_memory.engine.detection.facts import is_talk
from mcp_memory.engine.detection.hedges import is_supposed, is_thin
from mcp_memory.engine.detection.oneself_en import goes_on_en, is_due_en, is_goal_en, is_told_en
from mcp_memory.engine.detection.oneself_zh import goes_on_zh, is_due_zh, is_goal_zh, is_told_zh
from mcp_memory.engine.detection.words_en import TIME
from mcp_memory.engine.text.languages import HAN_CHAR

_POINTS = re.compile(r"\b(?:it|this|that|them|these|those)$|[这那它](?:个|些|样|件事)?$", re.IGNORECASE)
_POINTS_AT = re.compile(
    r"\b(?:it|them|its|their|there)\b|[它]|(?:这|那)(?:个|些|本|门|件)(?![月周年天])", re.IGNORECASE
)
_ANTECEDENT = re.compile(
    r"(?:i|we|my|our)\b|the (?!.*\b(?:is|are|was|were)\b)|(?-i:(?:[A-Z][\w.+#-]*\s?){1,3}$)", re.IGNORECASE
)
_OWN = re.compile(r"(?:my|our)\b|我们?的", re.IGNORECASE)
_REMINDER = re.compile(
    r"(?P<asks>\b(?:can|could|would|will) you (?:please |also |just |kindly )*)remind (?:me|us) (?:to (?!what|how)\w"
    rf"|(?:that|about|of|on|at|when)\b.*\b(?:{TIME}|\d))"
    r"|(?P<asks_zh>(?:你|您)(?:能不能|能否|能|可以|可不可以)(?:帮我|帮忙)?)[^，。]{0,12}?提醒(?:我|我们|一下)(?!什么"
    r"|怎么|哪)",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(r"remind (?:me|us) (?:to|that|about|of|when) (?:it|this|that|them|they)\b", re.IGNORECASE)
_FEELS = re.compile(
    r"(?:might|may|could|would|should|will)\b|(?:(?:still|now|just|feeling|a bit|a little|very|so|quite"
    r"|really) )*(?:nervous|worried|anxious|excited|stuck"
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
        begins, place = place, place + 1
        if not _tells(masked, parts, begins):
            continue
        while place < len(parts) and _belongs(masked, parts, place):
            place += 1
        first = parts[_with_goal(masked, parts, begins)]
        part = Told(first.start, parts[place - 1].end, any(_is_due(_text(masked, one)) for one in parts[begins:place]))
        if not is_thin(masked[part.start : part.end]):
            found.append(part)
    return tuple(found)


def reminder(masked: str) -> tuple[int, int] | None:
    """Where a masked question asks to be reminded of something to do, or of a time; None where it does not.

    With what stands before it, where it only points back to that.
    """
    found = _REMINDER.search(masked)
    if found is None:
        return None
    begins = found.end("asks" if found["asks"] else "asks_zh")
    start = 0 if _POINTS_BACK.match(masked, begins) else begins
    return start, len(masked.rstrip(" ?？吗"))


def asks_too(masked: str) -> bool:
    """Whether a clause of a masked sentence asks for something."""
    return any(clause.asks for clause in clauses(masked))


def told_besides(masked: str, parts: Sequence[Told]) -> tuple[tuple[int, int], ...]:
    """The other clauses of a masked sentence that ask nothing, are whole, and do not end in a pronoun, by place."""
    every = clauses(masked)
    return tuple(
        (clause.start, clause.end)
        for clause, following in zip(every, (*every[1:], None), strict=True)
        if not clause.asks
        and (following is None or following.asks or following.opens)
        and not any(part.start <= clause.start < part.end for part in parts)
        and not _POINTS.search(_text(masked, clause))
    )


def told_until(masked: str) -> int:
    """Where the requests at the end of a masked sentence begin; its length where there are none, or only a label."""
    every = clauses(masked)
    asked = next((place for place, clause in enumerate(every) if clause.asks), 0)
    if not asked or not all(clause.asks for clause in every[asked:]):
        return len(masked)
    end = every[asked - 1].end
    return len(masked) if masked[end] in ":：" else end


def moved(masked: str) -> bool:
    """Whether a masked sentence tells of one appointment of the speaker, still to come: its new time is no choice."""
    parts = told(masked)
    return len(parts) == 1 and parts[0].is_due and bool(_OWN.match(masked, parts[0].start))


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
    return is_told_en(said) or (_has_antecedent(masked, parts, place) and goes_on_en(said))


def _has_antecedent(masked: str, parts: tuple[Clause, ...], place: int) -> bool:
    """Whether the clause before tells of the speaker or names something, so that "which …" can follow."""
    return place > 0 and not parts[place - 1].asks and bool(_ANTECEDENT.match(_text(masked, parts[place - 1])))


def _has_subject(masked: str, parts: tuple[Clause, ...], place: int) -> bool:
    return (
        place > 0 and parts[place - 1].opens and not parts[place - 1].asks and "我" in _text(masked, parts[place - 1])
    )


def _belongs(masked: str, parts: tuple[Clause, ...], place: int) -> bool:
    """Whether a clause goes on with what is told before it."""
    clause = parts[place]
    said = _text(masked, clause)
    if clause.asks or _FEELS.match(said) or is_talk(said):
        return False
    return not clause.opens or _tells(masked, parts, place)


def _with_goal(masked: str, parts: tuple[Clause, ...], place: int) -> int:
    """The first clause to keep: one before, where it says what all is for or has what this one needs."""
    while (
        place > 0 and not parts[place - 1].asks and _needs(_text(masked, parts[place - 1]), _text(masked, parts[place]))
    ):
        place -= 1
    return place


def _needs(before: str, said: str) -> bool:
    if said.lower().startswith("which ") or is_goal_en(before) or is_goal_zh(before) or _POINTS_AT.search(said):
        return True
    return bool(HAN_CHAR.search(said)) and "我" not in said


def _is_due(said: str) -> bool:
    return is_due_en(said) or is_due_zh(said)


def _text(masked: str, clause: Clause) -> str:
    return masked[clause.start : clause.end]
