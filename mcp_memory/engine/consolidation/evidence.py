"""What a group of statements rests on: each (scene, time) once, a repeat inside one scene never (SPEC 1)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mcp_memory.engine.domain.memory import Memory, Observation
from mcp_memory.engine.domain.vocabulary import Mark

_DOUBTED = frozenset({Mark.DENIED, Mark.POSSIBLY_OUTDATED})


@dataclass(frozen=True, slots=True)
class Evidence:
    """The observations that count, earliest first."""

    observations: tuple[Observation, ...]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.observations)

    @property
    def scenes(self) -> int:
        """In how many scenes."""
        return len({seen.scene for seen in self.observations})


def evidence_of(
    members: Sequence[Memory],
    seen: Mapping[str, Sequence[Observation]],
    repeats: Callable[[Memory, Memory], bool],
) -> Evidence:
    """What counts of the members' observations.

    Inside one scene a statement in nearly the same words (`repeats`), or one of the same moment, is a repeat.
    """
    counted: dict[str, list[tuple[Memory, Observation]]] = {}
    pairs = [(member, one) for member in members for one in seen.get(member.id, ())]
    for member, one in sorted(pairs, key=lambda pair: (pair[1].at, pair[1].memory_id, pair[1].scene)):
        before = counted.setdefault(one.scene, [])
        if not any(
            other.at == one.at or earlier.id == member.id or repeats(earlier, member) for earlier, other in before
        ):
            before.append((member, one))
    found = [one for each in counted.values() for _, one in each]
    return Evidence(tuple(sorted(found, key=lambda one: (one.at, one.memory_id, one.scene))))


def doubted(members: Sequence[Memory]) -> int:
    """How many members carry a mark of doubt."""
    return sum(bool(member.marks & _DOUBTED) for member in members)
