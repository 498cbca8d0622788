"""Which combinations of filterable values there are. Rows share them, so a filter is worked out once for each.

It refuses to interpret: the meaning of a filter is `Filter.admits`, and the tests hold this module to it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.vocabulary import Layer, Status
from mcp_memory.engine.index.growth import grown
from mcp_memory.engine.ports.index import IndexRow

Mask = NDArray[np.bool_]

NOTHING = 0
"""The kind of an empty row. No filter admits it."""

_WORDS = ("user", "project", "layer", "status", "event_type", "session", "tier")
_COLUMNS = np.dtype([*((name, np.int32) for name in _WORDS), ("tags", np.int32)])

_Key = tuple[tuple[str, ...], frozenset[str]]


@dataclass(frozen=True, slots=True)
class PackedKinds:
    """Kinds as numbers, of shape (kinds, columns), and the words and sets of tags that the numbers stand for."""

    columns: NDArray[np.int32]
    words: list[str]
    tag_sets: list[list[str]]


class Kinds:
    """Numbers kinds as they are met, from 1 on. None is ever changed, so one that no row has any more does no harm."""

    def __init__(self) -> None:
        self._columns: NDArray[np.void] = np.zeros(1, dtype=_COLUMNS)
        self._count = 1
        self._numbers: dict[_Key, int] = {}
        self._words: dict[str, int] = {}
        self._tag_sets: list[frozenset[str]] = []
        self._tag_set_numbers: dict[frozenset[str], int] = {}

    @classmethod
    def unpacked(cls, packed: PackedKinds) -> Self:
        """The kinds that `packed` gave, under the same numbers. New rows get new numbers, also for an old kind."""
        kinds = cls()
        kinds._columns = np.ascontiguousarray(packed.columns).view(_COLUMNS).reshape(-1)
        kinds._count = len(packed.columns)
        kinds._words = {word: number for number, word in enumerate(packed.words)}
        kinds._tag_sets = [frozenset(tags) for tags in packed.tag_sets]
        return kinds

    def number_of(self, row: IndexRow) -> int:
        """The number of a row's kind."""
        words = (row.user, row.project, row.layer, row.status, row.event_type, row.session, row.tier)
        key = (words, frozenset(row.tags))
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = self._count
            self._columns = grown(self._columns, number + 1)
            self._columns[number] = (*map(self._word, words), self._tag_set(key[1]))
            self._count += 1
        return number

    def admitted(self, within: Filter) -> Mask:
        """Which kinds a filter admits, by number; `since` and `until` are not looked at."""
        columns = self._columns[: self._count]
        mask = self._covered(columns, within.reach) & self._is(columns, "status", within.statuses)
        mask &= self._is(columns, "tier", within.tiers)
        mask[NOTHING] = False
        if within.project:
            mask &= self._is(columns, "project", {"", within.project}) ^ within.outside
        elif within.outside:
            mask[:] = False
        if within.layers:
            mask &= self._is(columns, "layer", within.layers)
        if within.event_types:
            mask &= self._is(columns, "event_type", within.event_types)
        if within.tags:
            mask &= self._carrying(within.tags)[columns["tags"]]
        return mask

    def packed(self, numbers: NDArray[np.intp]) -> tuple[PackedKinds, NDArray[np.intp]]:
        """Only the kinds of these numbers, with no other word or tag, and the numbers as they are among these."""
        held: Mask = np.zeros(self._count, dtype=np.bool_)
        held[numbers] = held[NOTHING] = True
        columns = self._columns[: self._count][held]
        words = np.unique(np.array([columns[name][1:] for name in _WORDS]))
        for name in _WORDS:
            columns[name][1:] = np.searchsorted(words, columns[name][1:])
        sets = np.unique(columns["tags"][1:])
        columns["tags"][1:] = np.searchsorted(sets, columns["tags"][1:])
        by_number = list(self._words)
        kinds = PackedKinds(
            columns=columns.view(np.int32).reshape(len(columns), -1),
            words=[by_number[word] for word in words],
            tag_sets=[sorted(self._tag_sets[number]) for number in sets],
        )
        return kinds, (np.cumsum(held) - 1)[numbers]

    def _word(self, word: str) -> int:
        return self._words.setdefault(word, len(self._words))

    def _tag_set(self, tags: frozenset[str]) -> int:
        number = self._tag_set_numbers.setdefault(tags, len(self._tag_sets))
        if number == len(self._tag_sets):
            self._tag_sets.append(tags)
        return number

    def _is(self, columns: NDArray[np.void], name: str, words: Iterable[str]) -> Mask:
        """Kinds whose column holds one of these words."""
        mask: Mask = np.zeros(len(columns), dtype=np.bool_)
        for word in words:
            if word in self._words:
                mask |= columns[name] == self._words[word]
        return mask

    def _covered(self, columns: NDArray[np.void], reach: Reach) -> Mask:
        mine = self._is(columns, "user", [reach.user])
        if reach.sessions is None:
            return mine
        unshared = self._is(columns, "layer", [Layer.EPISODIC]) | self._is(columns, "status", [Status.PENDING])
        return mine & (~unshared | self._is(columns, "session", reach.sessions))

    def _carrying(self, tags: frozenset[str]) -> Mask:
        """Which sets of tags hold all of these, by number."""
        return np.array([tags <= carried for carried in self._tag_sets] or [False], dtype=np.bool_)
