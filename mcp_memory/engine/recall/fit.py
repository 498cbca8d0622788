"""What of the ranked memories fits the token budget, and how much of each is shown. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mcp_memory.engine.domain.answers import Found
from mcp_memory.engine.recall.rank import Ranked
from mcp_memory.engine.text.counting import count_tokens, cut

FRAME_TOKENS = 60
"""What one memory costs beside its text: id, layer, date, origin, why, marks."""

MIN_SHOWN_TOKENS = 30
"""Less than this of a text tells nothing; then the memory is left out instead."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A memory chosen to be shown, why it was found, and whether the match is weak."""

    ranked: Ranked
    why: tuple[str, ...]
    weak: bool = False


def fit(shown: Iterable[Shown], excerpts: Mapping[str, str], max_tokens: int) -> tuple[tuple[Found, ...], int]:
    """The found memories within `max_tokens`, in order, and how many were left out.

    `excerpts` gives the best-matching part of long memories by id. A text that does not fit as a whole is cut; the
    budget is never passed.
    """
    found: list[Found] = []
    left_out = 0
    room = max_tokens
    for item in shown:
        memory = item.ranked.memory
        best = excerpts.get(memory.id, memory.content)
        text = cut(best, max(0, room - FRAME_TOKENS))
        cost = count_tokens(text) + FRAME_TOKENS
        if cost > room or (text != best and count_tokens(text) < MIN_SHOWN_TOKENS):
            left_out += 1
            continue
        room -= cost
        found.append(
            Found(
                memory=memory,
                text=text,
                full_chars=len(memory.content),
                why=item.why,
                weak=item.weak,
                factors=item.ranked.factors,
            )
        )
    return tuple(found), left_out
