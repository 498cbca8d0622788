"""What each row can be filtered by: its kind, and when it occurred. A filter becomes one mask over all rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.index.growth import grown
from mcp_memory.engine.index.kinds import NOTHING, Kinds, Mask, PackedKinds
from mcp_memory.engine.ports.index import IndexRow


@dataclass(frozen=True, slots=True)
class PackedFacts:
    """The kind and the time of each row, and the kinds there are."""

    kind: NDArray[np.intp]
    occurred_at: NDArray[np.float64]
    kinds: PackedKinds


class Facts:
    """The filter columns of all rows."""

    def __init__(self) -> None:
        self._kinds = Kinds()
        self._kind: NDArray[np.intp] = np.zeros(0, dtype=np.intp)
        self._occurred_at: NDArray[np.float64] = np.zeros(0, dtype=np.float64)

    @classmethod
    def unpacked(cls, packed: PackedFacts) -> Self:
        """The facts that `packed` gave."""
        facts = cls()
        facts._kinds = Kinds.unpacked(packed.kinds)
        facts._kind, facts._occurred_at = packed.kind, packed.occurred_at
        return facts

    def write(self, slots: Sequence[int], rows: Sequence[IndexRow]) -> None:
        """Fill these rows."""
        if not slots:
            return
        self._kind = grown(self._kind, max(slots) + 1)
        self._occurred_at = grown(self._occurred_at, max(slots) + 1)
        self._kind[list(slots)] = [self._kinds.number_of(row) for row in rows]
        self._occurred_at[list(slots)] = [row.occurred_at for row in rows]

    def erase(self, slots: Sequence[int]) -> None:
        """Empty these rows: no filter admits them any more."""
        self._kind[list(slots)] = NOTHING

    def admitted(self, within: Filter, reach: int) -> Mask:
        """Which of the first `reach` rows a filter admits."""
        mask: Mask = self._kinds.admitted(within)[self._kind[:reach]]
        if within.since is not None:
            mask &= self._occurred_at[:reach] >= within.since.timestamp()
        if within.until is not None:
            mask &= self._occurred_at[:reach] < within.until.timestamp()
        return mask

    def packed(self, order: NDArray[np.intp]) -> PackedFacts:
        """What these rows need, and nothing that only others needed."""
        kinds, kind = self._kinds.packed(self._kind[order])
        return PackedFacts(kind=kind, occurred_at=self._occurred_at[order], kinds=kinds)
