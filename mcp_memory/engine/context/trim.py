"""Which rounds of a session stay in the window as they were said, and which turns are left to the summary (SPEC 3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from mcp_memory.engine.context.cutting import fitted, round_tokens
from mcp_memory.engine.context.relevance import concerning
from mcp_memory.engine.domain.policies import ContextPolicy
from mcp_memory.engine.domain.sessions import TOOL_ROLES, Round, Turn


@dataclass(frozen=True, slots=True)
class Selected:
    """`kept` are rounds in the order of the session; `older` every turn that does not stand whole in one of them.

    A turn that was cut is in both: its ends are kept, the whole is there to be summarised.
    """

    kept: tuple[Round, ...]
    older: tuple[Turn, ...]


def select(rounds: Sequence[Round], question: str, policy: ContextPolicy) -> Selected:
    """The last rounds, and earlier ones that concern the question, within the policy's `dialogue_tokens`.

    Tool calls and results stay of the last round only. What is too long for what is left is cut; then the budget is
    used up, and everything before goes, oldest first. The last round is there, cut if need be, unless the budget is
    below one turn.
    """
    spoken = [_spoken(some, is_last=place == len(rounds) - 1) for place, some in enumerate(rounds)]
    first_recent = max(0, len(rounds) - max(1, policy.recent_rounds))
    order = [*range(len(rounds) - 1, first_recent - 1, -1), *concerning(question, spoken[:first_recent])]
    kept: dict[int, Round] = {}
    room = policy.dialogue_tokens
    for place in order:
        turns = spoken[place]
        cost = round_tokens(turns)
        is_whole = cost <= room
        if not is_whole and kept and room < _WORTH_CUTTING:
            break
        stays = turns if is_whole else fitted(turns, room)
        if stays:
            kept[place] = Round(stays)
        if not is_whole:
            break
        room -= cost
    return Selected(
        kept=tuple(kept[place] for place in sorted(kept)),
        older=tuple(turn for place, some in enumerate(rounds) for turn in _missing(some, kept.get(place))),
    )


_WORTH_CUTTING = 120
"""With fewer tokens left, a round before the last is left out rather than cut."""


def _spoken(of_session: Round, *, is_last: bool) -> tuple[Turn, ...]:
    """The turns of a round that may stay."""
    return of_session.turns if is_last else tuple(turn for turn in of_session.turns if turn.role not in TOOL_ROLES)


def _missing(of_session: Round, kept: Round | None) -> list[Turn]:
    """The turns of a round that do not stand whole in what was kept of it."""
    whole = frozenset(kept.turns) if kept is not None else frozenset()
    return [turn for turn in of_session.turns if turn not in whole]
