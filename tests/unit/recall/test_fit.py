"""The token budget is never passed."""

from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.domain.policies import RecallPolicy
from mcp_memory.engine.ports.index import Hit
from mcp_memory.engine.recall.fit import FRAME_TOKENS, Shown, fit
from mcp_memory.engine.recall.rank import rank
from mcp_memory.engine.text.counting import count_tokens
from mcp_memory.testing import DAWN, a_memory


def shown(content: str, number: int = 0) -> Shown:
    memory = a_memory(id=f"{number:08x}-0000-7000-8000-000000000000", content=content)
    hit = Hit(memory_id=memory.id, chunk=0, cosine=0.5, words=1.0, coverage=1.0)
    return Shown(rank(memory, hit, 1.0, DAWN, RecallPolicy().decay), ("words",))


@given(st.lists(st.text(alphabet="abc 中文。", min_size=1, max_size=900), max_size=12), st.integers(0, 3_000))
def test_the_budget_is_never_passed_and_nothing_is_lost_silently(contents: list[str], budget: int) -> None:
    items = [shown(content, number) for number, content in enumerate(contents)]
    found, left_out = fit(items, {}, budget)
    assert sum(count_tokens(item.text) + FRAME_TOKENS for item in found) <= budget
    assert len(found) + left_out == len(items)


def test_order_is_kept_and_a_later_short_text_may_still_fit() -> None:
    items = [shown("short", 1), shown("long " * 400, 2), shown("brief", 3)]
    found, left_out = fit(items, {}, 2 * FRAME_TOKENS + 20)
    assert [item.text for item in found] == ["short", "brief"]
    assert left_out == 1


def test_a_long_memory_shows_its_excerpt_and_its_full_length() -> None:
    item = shown("x" * 9_000)
    found, _ = fit([item], {item.ranked.memory.id: "the part that matters, in a few more words than one " * 4}, 2_000)
    assert found[0].text.startswith("the part that matters")
    assert found[0].full_chars == 9_000


def test_a_text_that_nearly_fits_is_cut() -> None:
    found, left_out = fit([shown("word " * 500)], {}, FRAME_TOKENS + 100)
    assert left_out == 0
    assert len(found[0].text) < 2_500


def test_a_short_excerpt_of_a_long_memory_is_shown() -> None:
    item = shown("x" * 9_000)
    found, left_out = fit([item], {item.ranked.memory.id: "Four words, no more."}, 2_000)
    assert (found[0].text, left_out) == ("Four words, no more.", 0)
