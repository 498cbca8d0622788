"""One memory in the place of several that say the same. Pure: nothing is read or written here.

The wording is one that somebody used, never a new one. What it inherits is the most that any of them had.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.vocabulary import Status, Tier
from mcp_memory.engine.text.tokens import index_tokens


def holds_figures(one: Memory, other: Memory) -> bool:
    """Whether one of the two texts holds all figures of both: tokens with a digit in them.

    Values that are equal in other spellings ("2 hours", "120 minutes") are held by neither: such memories stay apart.
    """
    figures, others = figures_of(one.content), figures_of(other.content)
    return figures <= others or others <= figures


def clearest(members: Sequence[Memory]) -> Memory:
    """The member whose wording holds most figures, then says most of what others say too, then is the shortest.

    Where every two members pass `holds_figures`, that wording holds the figures of all.
    """
    tokens = {member.id: set(index_tokens(member.content)) for member in members}
    shared = Counter(token for each in tokens.values() for token in each)

    def clarity(member: Memory) -> tuple[int, int, int, datetime, str]:
        common = sum(shared[token] for token in tokens[member.id] if shared[token] > 1)
        return -len(figures_of(member.content)), -common, len(member.content), member.stored_at, member.id

    return min(members, key=clarity)


def overview_of(members: Sequence[Memory], memory_id: str, now: datetime) -> Memory:
    """The memory that says for all members what the clearest of them says.

    Text, details and origin are those of that one: they name its turns. Its event is the latest, because a statement
    that is made again holds later: with an older one, what was said in between would count as newer, and the overview
    would rank below its own sources. The earlier times stay among the observations. It was recalled at least as often
    as the member that was recalled most; the sum would count twice an answer that showed both.
    """
    return replace(
        clearest(members),
        id=memory_id,
        version=1,
        status=Status.ACTIVE,
        tier=Tier.HOT,
        stored_at=now,
        changed_at=now,
        occurred_at=max(member.occurred_at for member in members),
        importance=max(member.importance for member in members),
        confidence=max(member.confidence for member in members),
        tags=tuple(dict.fromkeys(tag for member in members for tag in member.tags)),
        confirmed_at=_latest(member.confirmed_at for member in members),
        recalled_at=_latest(member.recalled_at for member in members),
        recall_count=max(member.recall_count for member in members),
    )


def figures_of(content: str) -> set[str]:
    """The tokens of a text that hold a digit."""
    return {token for token in index_tokens(content) if any(char.isdigit() for char in token)}


def _latest(moments: Iterable[datetime | None]) -> datetime | None:
    return max((moment for moment in moments if moment), default=None)
