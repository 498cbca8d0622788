"""The extractive summary: turns folded one by one into the lines that are there, always within a budget.

It needs no model and invents nothing: every line is a sentence that was said, shortened at most. Summarising turns in
one go or in several gives the same summary.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from mcp_memory.engine.context.gleaning import glean
from mcp_memory.engine.context.lines import DAY_TOKENS, Heading, Line, in_order, parse, render
from mcp_memory.engine.context.settled import Subject, asks, says_done, subject
from mcp_memory.engine.domain.sessions import Turn
from mcp_memory.engine.text.counting import count_tokens


def extract(summary: str, turns: Sequence[Turn], max_tokens: int) -> str:
    """The summary so far with what these turns add, in at most `max_tokens`. Never raises.

    A statement stands once. Where the budget is reached, the oldest of what was only said goes first, then of what is
    done; decisions, constraints, preferences, numbers and open points go last, the oldest of the kind that takes most.
    What a turn settles leaves the open points. Without turns a summary within the budget is returned as it is.
    """
    if not turns and count_tokens(summary) <= max_tokens:
        return summary
    lines = _fitting(_unique(parse(summary)), max_tokens)
    for turn in turns:
        added = glean(turn)
        if added:
            lines = _fitting(_unique([*_still_open(lines, added), *added]), max_tokens)
    return render(lines)


_LASTING: Mapping[Heading, float] = {
    Heading.DECIDED: 4,
    Heading.CONSTRAINTS: 4,
    Heading.NUMBERS: 4,
    Heading.PREFERENCES: 3,
    Heading.OPEN: 3,
}
"""What lasts, and in which proportion it shares a budget that is too small."""

_PASSING = (Heading.SAID, Heading.DONE)
"""What goes before all that, in this order."""


def _unique(lines: Iterable[Line]) -> list[Line]:
    """The lines without duplicates. The first one stays, unless a later one says it under a heading that lasts."""
    known: dict[str, Line] = {}
    for line in lines:
        before = known.get(line.key)
        if before is None or (before.heading in _PASSING and line.heading in _LASTING):
            known.pop(line.key, None)
            known[line.key] = line
    return list(known.values())


def _still_open(lines: list[Line], added: Sequence[Line]) -> list[Line]:
    """The lines without the open points that new ones settle: something was done, or a question was decided."""
    done = [subject(line.said) for line in added if line.heading is Heading.DONE or says_done(line.said)]
    decided = [subject(line.said) for line in added if line.heading is Heading.DECIDED]
    if not done and not decided:
        return lines
    return [line for line in lines if line.heading is not Heading.OPEN or not _is_settled(line.said, done, decided)]


def _is_settled(said: str, done: Sequence[Subject], decided: Sequence[Subject]) -> bool:
    return any(map(subject(said).is_settled_by, [*done, *decided] if asks(said) else done))


def _fitting(lines: list[Line], max_tokens: int) -> list[Line]:
    """The lines in order, without those that the budget has no room for."""
    blocks = {heading: _Block(heading) for heading in Heading}
    for line in in_order(lines):
        blocks[line.heading].add(line)
    over = sum(block.tokens for block in blocks.values()) - max_tokens
    while over > 0 and any(block.lines for block in blocks.values()):
        over -= _weakest(blocks).drop_oldest()
    return [line for block in blocks.values() for line in block.lines]


class _Block:
    """The lines below one heading, oldest first, and what they cost with it and with their days."""

    def __init__(self, heading: Heading) -> None:
        self.heading = heading
        self.lines: list[Line] = []
        self.tokens = 0

    def add(self, line: Line) -> None:
        """Put a line at the end."""
        self.lines.append(line)
        self.tokens += self._cost_at(len(self.lines) - 1)

    def drop_oldest(self) -> int:
        """Take the oldest line away that another repeats but for its numbers, else the oldest; how much that frees."""
        shapes = Counter(line.shape for line in self.lines)
        place = next((place for place, line in enumerate(self.lines) if shapes[line.shape] > 1), 0)
        freed = self._cost_at(place)
        del self.lines[place]
        self.tokens -= freed
        return freed

    def _cost_at(self, place: int) -> int:
        """What the line there costs, with the day and the heading that stand for it alone."""
        line = self.lines[place]
        before = self.lines[place - 1] if place else None
        after = self.lines[place + 1] if place + 1 < len(self.lines) else None
        days = _day_tokens(line, before) + _day_tokens(after, line) - _day_tokens(after, before)
        return line.tokens + days + (self.heading.tokens if len(self.lines) == 1 else 0)


def _day_tokens(line: Line | None, before: Line | None) -> int:
    """What the day above a line costs, where it needs one."""
    if line is None or not line.day or (before is not None and before.day == line.day):
        return 0
    return DAY_TOKENS


def _weakest(blocks: Mapping[Heading, _Block]) -> _Block:
    """The block that gives a line away next; one with lines, while there is any."""
    for heading in _PASSING:
        if blocks[heading].lines:
            return blocks[heading]
    return max((blocks[heading] for heading in _LASTING), key=lambda block: block.tokens / _LASTING[block.heading])
