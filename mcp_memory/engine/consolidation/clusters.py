"""Which statements say one rule.

A cluster is a star: each member agrees with its centre directly. Chains, in which each statement is near the next and
the ends are about something else, are what merging by nearness makes of templates ("sensor 12 …", "sensor 13 …"); a
fixed number of clusters, or one threshold over a whole set, would change old clusters with every new statement. The
star is found around a new statement and its neighbours only, so a run costs what is new and not what there is. The
centre is the statement that most of the others agree with, so that it hardly depends on which one came last.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from mcp_memory.engine.consolidation.alike import Likeness, Likening
from mcp_memory.engine.consolidation.gathering import Item
from mcp_memory.engine.domain.vocabulary import Status

_MOST_CENTRES = 8
"""How many members are tried as the centre; the first ones are the nearest."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Statements that agree with `centre`, which is among them; those of `same_words` in nearly the same words.

    `contrary` are neighbours that say the contrary.
    """

    centre: Item
    members: tuple[Item, ...]
    same_words: tuple[Item, ...]
    contrary: tuple[Item, ...]


def cluster_around(seed: Item, others: Sequence[Item], likening: Likening) -> Cluster:
    """The star that the seed belongs to, among it and its neighbours."""
    first = _star(seed, others, likening)
    if len(first.members) == 1:
        return first
    pool = [seed, *others]
    centres = [item for item in first.members[:_MOST_CENTRES] if item.reading.key != seed.reading.key]
    stars = [_star(item, [other for other in pool if other.id != item.id], likening) for item in centres]
    best = max([first, *stars], key=lambda star: (len(star.members), len(star.same_words), _clarity(star.centre)))
    return best if any(item.id == seed.id for item in best.members) else first


def _star(centre: Item, others: Sequence[Item], likening: Likening) -> Cluster:
    found = [(other, likening.liken(centre.reading, other.reading)) for other in others]
    members = (centre, *(other for other, likeness in found if likeness.agrees))
    return Cluster(
        centre=centre,
        members=members,
        same_words=(centre, *(other for other, likeness in found if likeness is Likeness.SAME_WORDS)),
        contrary=tuple(other for other, likeness in found if likeness is Likeness.CONTRARY and _counts(other)),
    )


def _counts(contrary: Item) -> bool:
    """What a reversal or a newer version has set aside says nothing against what came after it."""
    return contrary.memory.status is Status.ACTIVE


def _clarity(item: Item) -> tuple[bool, int, str]:
    """Clearest last: a standing wording before an incidental one, then the shorter; the text settles ties."""
    return item.reading.is_standing, -len(item.reading.text), item.reading.text
