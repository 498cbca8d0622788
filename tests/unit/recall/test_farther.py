"""How far a search looks: no farther than the question needs, and everywhere before it says that there is nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from mcp_memory.engine.domain.policies import RecallPolicy
from mcp_memory.engine.domain.vocabulary import IN_MEMORY, Tier
from mcp_memory.engine.ports.index import Hit
from mcp_memory.engine.recall.farther import EVERYWHERE, Farther
from mcp_memory.engine.recall.rank import Ranked, is_weak, rank
from mcp_memory.testing import DAWN, a_memory

POLICY = RecallPolicy()
HOT = frozenset({Tier.HOT})


@dataclass
class Shelf:
    """Memories by tier, each with its cosine and its coverage; notes in which tiers it was searched."""

    items: dict[str, tuple[Tier, float, float]]
    asked: list[frozenset[Tier]] = field(default_factory=list)

    def look(self, tiers: frozenset[Tier]) -> Sequence[Ranked]:
        """What the vectors of these tiers find, and what words find anywhere."""
        self.asked.append(tiers)
        return [
            rank(a_memory(id=name, tier=tier), Hit(name, 0, cosine, coverage, coverage), cosine, DAWN, POLICY.decay)
            for name, (tier, cosine, coverage) in self.items.items()
            if tier in tiers or coverage
        ]

    def searched(self, wanted: int = 2) -> tuple[list[str], tuple[str, ...], list[frozenset[Tier]]]:
        """What is found, which tiers were searched, and how often it was looked."""
        farther = Farther(
            is_strong=lambda item: not is_weak(item.hit, POLICY, calibrated=True),
            strong_coverage=POLICY.strong_coverage,
            lies_in=lambda: frozenset(tier for tier, _, _ in self.items.values()) - HOT,
        )
        looked = farther.look(self.look, wanted)
        return [item.memory.id for item in looked.ranked], looked.names, self.asked


STRONG, WEAK = (0.5, 0.0), (0.2, 0.0)


def test_where_hot_suffices_nothing_else_is_looked_at() -> None:
    shelf = Shelf({"a": (Tier.HOT, *STRONG), "b": (Tier.HOT, *STRONG), "c": (Tier.COLD, *STRONG)})
    assert shelf.searched() == (["a", "b"], ("hot",), [IN_MEMORY])


def test_what_is_warm_is_left_out_where_hot_suffices() -> None:
    shelf = Shelf({"a": (Tier.HOT, *STRONG), "b": (Tier.HOT, *STRONG), "c": (Tier.WARM, *STRONG)})
    assert shelf.searched() == (["a", "b"], ("hot",), [IN_MEMORY])


def test_where_there_is_only_hot_it_is_searched_once() -> None:
    assert Shelf({"a": (Tier.HOT, *WEAK)}).searched() == (["a"], ("hot",), [IN_MEMORY])
    assert Shelf({}).searched() == ([], ("hot",), [IN_MEMORY])


def test_warm_is_added_when_hot_gives_too_little() -> None:
    shelf = Shelf({"a": (Tier.HOT, *STRONG), "b": (Tier.WARM, *STRONG), "c": (Tier.COLD, *STRONG)})
    assert shelf.searched() == (["a", "b"], ("hot", "warm"), [IN_MEMORY])


def test_cold_is_looked_into_before_nothing_is_said() -> None:
    shelf = Shelf({"a": (Tier.HOT, *WEAK), "b": (Tier.WARM, *WEAK), "c": (Tier.COLD, *STRONG)})
    assert shelf.searched() == (["a", "b", "c"], ("hot", "warm", "cold"), [IN_MEMORY, EVERYWHERE])


def test_where_nothing_is_warm_cold_comes_next() -> None:
    shelf = Shelf({"a": (Tier.HOT, *WEAK), "c": (Tier.COLD, *STRONG)})
    assert shelf.searched() == (["a", "c"], ("hot", "cold"), [IN_MEMORY, EVERYWHERE])


@pytest.mark.parametrize(("tier", "names"), [(Tier.WARM, ("hot", "warm")), (Tier.COLD, ("hot", "cold"))])
def test_words_that_cover_more_than_all_that_is_near_are_followed(tier: Tier, names: tuple[str, ...]) -> None:
    """To what is cold without a scan: words have found it, and its vector was compared."""
    shelf = Shelf({"a": (Tier.HOT, 0.5, 0.4), "b": (Tier.HOT, 0.5, 0.4), "c": (tier, 0.3, 0.9)})
    assert shelf.searched() == (["a", "b", "c"], names, [IN_MEMORY])


@pytest.mark.parametrize("coverage", [0.3, 0.4])
def test_words_that_tell_no_more_are_not_followed(coverage: float) -> None:
    shelf = Shelf({"a": (Tier.HOT, 0.5, 0.4), "b": (Tier.HOT, 0.5, 0.4), "c": (Tier.COLD, 0.3, coverage)})
    assert shelf.searched() == (["a", "b"], ("hot",), [IN_MEMORY])
