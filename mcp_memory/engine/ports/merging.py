"""What the engine asks of the records about merging: what may say the same, and what was begun and not finished."""

from typing import Protocol

from mcp_memory.engine.domain.memory import Link


class Merges(Protocol):
    """All users' memories, seen by their links."""

    def near_duplicates(self, limit: int, before: Link | None = None) -> tuple[Link, ...]:
        """`similar_to` links between active memories without any mark, of one user, project, layer and event type.

        Episodes and rules only, by who vouches alike. The newest statements first, those after `before` in that order.
        """

    def unfinished_merges(self) -> tuple[Link, ...]:
        """`merged_into` links between active memories of which nobody has changed either since; by target."""
