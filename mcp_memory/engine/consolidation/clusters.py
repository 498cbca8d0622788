"""Which statements say one rule.

A cluster is a star: each member agrees with its centre directly. Chains, in which each statement is near the next and
the ends are about something else, are what merging by nearness makes of templates ("sensor 12 …", "sensor 13 …"); a
fixed number of clusters, or one threshold over a whole set, would change old clusters with every new statement. The
star is found around a new statement and its neighbours only, so a run costs what is new and not what there is. The
centre is the statement, or the part of one, that most of the others agree with, so that it hardly depends on which one
came last.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from mcp_memory.engine.consolidation.alike import Likeness, Likening
from mcp_memory.engine.consolidation.gathering import Item
from mcp_memory.engine.consolidation.reading import Extent, Reading
from mcp_memory.engine.domain.vocabulary import Status

_MOST_CENTRES = 8
"""How many members are tried as the centre; the first ones are the nearest."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Statements that agree with `centre`, which is among them; those of `same_words` in nearly the same words.

    `form` is the centre, or the part of it that they all agree with. `contrary` are neighbours that say the contrary.
    """

    centre: Item
    form: Reading
    members: tuple[Item, ...]
    same_words: tuple[Item, ...]
    contrary: tuple[Item, ...]


def cluster_around(seed: Item, others: Sequence[Item], likening: Likening) -> Cluster:
    """The star that the seed belongs to, among it and its neighbours."""
    first = max(_stars(seed, others, likening), key=_rank)
    if len(first.members) == 1:
        return first
    pool = [seed, *others]
    centres = [item for item in first.members[:_MOST_CENTRES] if item.reading.key != seed.reading.key]
    around = [_stars(item, [other for other in pool if other.id != item.id], likening) for item in centres]
    best = max((first, *chain.from_iterable(around)), key=_rank)
    return best if any(item.id == seed.id for item in best.members) else first


def _rank(star: Cluster) -> tuple[int, bool, int, tuple[bool, int, str]]:
    """A whole statement goes before a part that as many agree with: what stands around it may be why it holds."""
    return len(star.members), star.form.extent is not Extent.PART, len(star.same_words), _clarity(star.form)


def _stars(centre: Item, others: Sequence[Item], likening: Likening) -> Iterator[Cluster]:
    """One star for the centre as a whole, and one for each part of it."""
    near = [item for item in others if likening.liken(centre.reading, item.reading) in _NEAR]
    for form in centre.reading.forms or (centre.reading,):
        yield _star(centre, form, near, likening)


_NEAR = frozenset({Likeness.SAME_WORDS, Likeness.PARAPHRASE, Likeness.CONTRARY})


def _star(centre: Item, form: Reading, others: Sequence[Item], likening: Likening) -> Cluster:
    """A whole with something around it is held against wholes: there what is around counts too."""
    alone = form.extent is Extent.AROUND
    readings = [replace(other.reading, forms=()) if alone else other.reading for other in others]
    found = [(other, likening.liken(form, reading)) for other, reading in zip(others, readings, strict=True)]
    members = (centre, *(other for other, likeness in found if likeness.agrees))
    return Cluster(
        centre=centre,
        form=form,
        members=members,
        same_words=(centre, *(other for other, likeness in found if likeness is Likeness.SAME_WORDS)),
        contrary=tuple(other for other, likeness in found if likeness is Likeness.CONTRARY and _counts(other)),
    )


def _counts(contrary: Item) -> bool:
    """What a reversal or a newer version has set aside says nothing against what came after it."""
    return contrary.memory.status is Status.ACTIVE


def _clarity(form: Reading) -> tuple[bool, int, str]:
    """Clearest last: a standing wording before an incidental one, then the shorter; the text settles ties."""
    return form.is_standing, -len(form.text), form.text
