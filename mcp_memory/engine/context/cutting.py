"""Turns made to fit: what a turn costs, and the beginning and the end of one that is too long."""

from collections.abc import Sequence
from dataclasses import replace

from mcp_memory.engine.domain.sessions import Turn
from mcp_memory.engine.text.counting import count_tokens, cut, fair_limit, natural_end, prefix_length
from mcp_memory.engine.text.graphemes import last_boundary

TURN_TOKENS = 4
"""What one turn costs beside its text and its speaker: its role, and where it begins and ends."""


def turn_tokens(turn: Turn) -> int:
    """What a turn costs in the window."""
    return TURN_TOKENS + count_tokens(turn.speaker) + count_tokens(turn.content)


def round_tokens(turns: Sequence[Turn]) -> int:
    """What the turns of one round cost together."""
    return sum(map(turn_tokens, turns))


def fitted(turns: Sequence[Turn], max_tokens: int) -> tuple[Turn, ...]:
    """The turns of one round in at most `max_tokens`, in order; those that are too long are cut, the longest first.

    When even cut they are too many, the first one stays, and of the others the latest. Less than the frame of one
    turn fits nothing.
    """
    slim = [replace(turn, speaker=cut(turn.speaker, _SPEAKER_TOKENS)) for turn in turns]
    costs = {place: turn_tokens(turn) for place, turn in enumerate(slim)}
    chosen = _chosen(costs, max_tokens)
    level = fair_limit([costs[place] for place in chosen], max_tokens)
    return tuple(_cut_turn(slim[place], level) for place in chosen if level > TURN_TOKENS)


def cut_middle(text: str, max_tokens: int) -> str:
    """The text in at most `max_tokens`: when it is too long its beginning, how many tokens are missing, and its end.

    Where there is no room for that, only its beginning; it is cut between whole characters as a reader counts them.
    """
    total = count_tokens(text)
    if total <= max_tokens:
        return text
    room = max_tokens - count_tokens(_note(total))
    if room < _WORTH_TWO_ENDS:
        return cut(text, max_tokens)
    head_end = natural_end(text, prefix_length(text, room * _HEAD_PARTS // _PARTS))
    head = text[:head_end].rstrip()
    tail = _ending(text[head_end:], room - count_tokens(head)).lstrip()
    return f"{head}{_note(total - count_tokens(head) - count_tokens(tail))}{tail}"


_SPEAKER_TOKENS = 16
_SMALLEST = 24
"""A turn that is cut keeps at least so many tokens, else it is left out."""

_WORTH_TWO_ENDS = 24
_HEAD_PARTS, _PARTS = 3, 5
_LOOK_ON = 64
"""How many characters are given away at most to begin the end of a text with a whole one."""


def _note(tokens: int) -> str:
    return f" […{tokens:,} tokens left out…] "


def _chosen(costs: dict[int, int], room: int) -> list[int]:
    """The places that can stay, in order: the first, then from the last backwards while the smallest cut fits."""
    chosen: list[int] = []
    for place in sorted(costs, key=lambda at: (at != 0, -at)):
        room -= min(costs[place], _SMALLEST)
        if room < 0 and chosen:
            break
        chosen.append(place)
    return sorted(chosen)


def _cut_turn(turn: Turn, level: int) -> Turn:
    """The turn in at most `level` tokens; of a name that leaves nothing for the text nothing stays."""
    if turn_tokens(turn) <= level:
        return turn
    speaker = turn.speaker if count_tokens(turn.speaker) * 2 < level - TURN_TOKENS else ""
    room = level - TURN_TOKENS - count_tokens(speaker)
    return replace(turn, speaker=speaker, content=cut_middle(turn.content, room))


def _ending(text: str, max_tokens: int) -> str:
    """The longest end of a text of at most `max_tokens` that begins with a whole character, "" if that is far."""
    window = text[-4 * max_tokens :] if max_tokens > 0 else ""
    low, high = 0, len(window)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if count_tokens(window[middle:]) <= max_tokens else (middle + 1, high)
    offset = len(text) - len(window)
    places = range(offset + low, min(offset + low + _LOOK_ON, len(text)))
    return text[next((place for place in places if last_boundary(text, place) == place), len(text)) :]
