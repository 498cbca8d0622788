"""One turn as lines of a summary: what it decides, demands, prefers, names, leaves open and reports as done."""

import re
from collections.abc import Container, Iterator
from itertools import islice

from mcp_memory.engine.context.lines import Heading, Line
from mcp_memory.engine.context.settled import says_done
from mcp_memory.engine.context.telling import is_naming, is_numbered, telling_part
from mcp_memory.engine.detection.brevity import brief
from mcp_memory.engine.detection.chatter import is_chatter
from mcp_memory.engine.detection.kinds import notices
from mcp_memory.engine.detection.statements import statements
from mcp_memory.engine.domain.sessions import TOOL_ROLES, Role, Turn
from mcp_memory.engine.domain.vocabulary import EventType
from mcp_memory.engine.text.counting import cut_chars

LINE_WORDS = 60
"""Words and Han characters of one line at most."""


def glean(turn: Turn) -> tuple[Line, ...]:
    """The lines of one turn, in the order in which they were said; none for chatter. Never raises."""
    if turn.role in TOOL_ROLES:
        return _of_tool(turn)
    text = telling_part(turn.content, _LOOKED_AT)
    noticed = {
        notice.statement.start: (_heading(notice.event_type, notice.statement.text), notice.statement.text)
        for notice in sorted(notices(text, turn.role.value, turn.speaker), key=lambda it: -it.certainty)[:_MOST_NOTICED]
    }
    told = noticed | dict(_unnoticed(turn.role, text, noticed))
    if not told:
        told = dict(_first_said(turn.content[:_BEGINNING]))
    return tuple(_line(heading, turn, said) for _, (heading, said) in sorted(told.items()))


_Placed = tuple[int, tuple[Heading, str]]

_LOOKED_AT = 24
_MOST_NOTICED = 12
_MOST_UNNOTICED = 3
_FIRST_WORDS = 30
_BEGINNING = 2_000
_LINE_CHARS = 400
_LABEL_CHARS = 40
_TOOL_CHARS = 160
_HEADINGS = {
    EventType.DECISION: Heading.DECIDED,
    EventType.REVERSAL: Heading.DECIDED,
    EventType.CONSTRAINT: Heading.CONSTRAINTS,
    EventType.PREFERENCE: Heading.PREFERENCES,
    EventType.RISK: Heading.OPEN,
    EventType.QUESTION: Heading.OPEN,
    EventType.TASK: Heading.OPEN,
    EventType.COMMITMENT: Heading.OPEN,
    EventType.TASK_RECORD: Heading.DONE,
    EventType.DISCUSSION: Heading.SAID,
}
_OPEN = re.compile(
    r"\b(?:still (?:have|need) to|find out (?:whether|if|who|what|when|how)|not (?:yet )?(?:clear|decided|settled)"
    r"|unclear|undecided|to be (?:decided|confirmed|clarified|determined)|tbd|tbc|open (?:question|point|issue))\b"
    r"|还(?:要|需|得|没|未|不)[^，。；]{0,6}(?:清楚|明白|确认|确定|决定|定|查|问|等|核实)|待(?:定|确认|办|核实|讨论|解决)|尚(?:未|不)"
    r"|弄清楚?|搞清楚|有待"
    r"|[一二三四五六日天末底号初点\d](?:之前|以前|前)(?:要|得|会|把|给|发|交|完成|提交|搞定)",
    re.IGNORECASE,
)
_ONLY = re.compile(
    r"\bonly\b.{1,60}\b(?:may|can|must|should|(?:is|are) allowed)\b|\b(?:nobody|no one)\b.{0,40}\b(?:may|can|should)\b"
    r"|只有[^，。；]{1,20}(?:能|可以)|只能|不得|不允许",
    re.IGNORECASE,
)
_LASTING_WORTH = 4
_OWN = frozenset(("i", "i'm", "i've", "i'll", "i'd", "we", "we're", "we've", "we'll", "my", "our", "me", "us"))


def _heading(event_type: EventType, said: str) -> Heading:
    """Where a statement stands; a fact by what it holds."""
    return _HEADINGS.get(event_type) or _of_fact(said, else_=Heading.NUMBERS if is_naming(said) else Heading.SAID)


def _of_fact(said: str, *, else_: Heading) -> Heading:
    """Numbers last, also those of something done; what was done without any is told while there is room."""
    if is_numbered(said):
        return Heading.NUMBERS
    return Heading.DONE if says_done(said) else else_


def _unnoticed(role: Role, text: str, noticed: Container[int]) -> list[_Placed]:
    """Statements that nothing was noticed of, yet restrict, are open, or hold numbers or names; the richest of them."""
    found: list[tuple[int, _Placed]] = []
    for statement in statements(text):
        if statement.start not in noticed:
            worth, heading = _aside(role, statement.text[:_LINE_CHARS])
            if worth:
                found.append((worth, (statement.start, (heading, statement.text))))
    return [placed for _, placed in sorted(found, key=lambda it: -it[0])[:_MOST_UNNOTICED]]


def _aside(role: Role, said: str) -> tuple[int, Heading]:
    """What a statement that nothing was noticed of is worth, 0 for nothing, and where it stands.

    What an assistant says in passing was only said: it knows and names much that nobody asked about.
    """
    worth = 2 * is_numbered(said) + is_naming(said)
    if role is not Role.ASSISTANT:
        if _OPEN.search(said):
            return _LASTING_WORTH + worth, Heading.OPEN
        if _ONLY.search(said):
            return _LASTING_WORTH + worth, Heading.CONSTRAINTS
    if not worth or is_chatter(said):
        return 0, Heading.SAID
    fact = _of_fact(said, else_=Heading.SAID)
    return worth, Heading.SAID if fact is Heading.NUMBERS and role is Role.ASSISTANT else fact


def _first_said(text: str) -> Iterator[_Placed]:
    """What a turn without anything better begins with."""
    telling = (statement for statement in statements(text) if not is_chatter(statement.text))
    for statement in islice(telling, 1):
        heading = Heading.DONE if says_done(statement.text) else Heading.SAID
        yield statement.start, (heading, brief(statement.text, _FIRST_WORDS))


def _of_tool(turn: Turn) -> tuple[Line, ...]:
    """One line: how a call or a result begins."""
    first = next((line for line in turn.content[:_BEGINNING].splitlines() if line.strip()), "")
    if not first:
        return ()
    said = cut_chars(first.strip(), _TOOL_CHARS)
    return (Line.of(Heading.DONE, _day(turn), f"[{_label(turn.speaker) or turn.role.value}] {said}"),)


def _line(heading: Heading, turn: Turn, said: str) -> Line:
    short = cut_chars(brief(said, LINE_WORDS) or said, _LINE_CHARS)
    who = _label(turn.speaker) or (turn.role.value if _speaks_of_itself(short) else "")
    return Line.of(heading, _day(turn), f"[{who}] {short}" if who else short)


def _label(speaker: str) -> str:
    """The name as it stands before a line."""
    return cut_chars(" ".join(speaker.replace("[", "").replace("]", "").split()), _LABEL_CHARS)


def _speaks_of_itself(said: str) -> bool:
    """Whether the reader must know who says it: in the first person."""
    return "我" in said or not _OWN.isdisjoint(said.casefold().replace("’", "'").split())


def _day(turn: Turn) -> str:
    return turn.at.date().isoformat()
