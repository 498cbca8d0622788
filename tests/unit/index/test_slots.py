"""Rows of chunks: a plain dictionary would say the same, settled or loose."""

from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.index.slots import Slots

IDS = st.sampled_from(["a", "b", "c", "ab", "a-longer-id", "é", "记忆", "\ud800"])
STEPS = st.lists(st.tuples(IDS, st.integers(0, 3)) | st.just("settle"), max_size=30)


@given(steps=STEPS)
def test_every_chunk_keeps_a_row_of_its_own(steps: list[tuple[str, int] | str]) -> None:
    """A step gives a memory so many chunks in place of those it had, or settles all."""
    slots = Slots()
    known: dict[str, int] = {}
    for step in steps:
        if isinstance(step, str):
            packed, order = slots.packed()
            keys = [slots.key(slot) for slot in order.tolist()]
            assert keys == sorted((memory_id, n) for memory_id, count in known.items() for n in range(count))
            slots = Slots.unpacked(packed)
            assert [slots.key(slot) for slot in range(slots.reach)] == keys
        else:
            memory_id, count = step
            assert len(slots.release([memory_id])) == known.get(memory_id, 0)
            slots.take([(memory_id, n) for n in range(count)])
            known[memory_id] = count
        rows = {(memory_id, n): slots.of((memory_id, n)) for memory_id in known for n in range(5)}
        held = {key: slot for key, slot in rows.items() if slot is not None}
        assert held.keys() == {(memory_id, n) for memory_id, count in known.items() for n in range(count)}
        assert len(set(held.values())) == len(held) == len(slots)
        assert all(slot < slots.reach and slots.key(slot) == key for key, slot in held.items())


def test_freed_rows_are_used_again() -> None:
    slots = Slots()
    slots.take([("a", 0), ("a", 1), ("b", 0)])
    assert sorted(slots.release(["a", "unknown"])) == [0, 1]
    assert (slots.of(("a", 0)), slots.of(("b", 0)), len(slots)) == (None, 2, 1)
    assert sorted(slots.take([("c", 0), ("d", 7)])) == [0, 1]
    assert slots.reach == 3
    assert {slots.key(slot) for slot in range(3)} == {("b", 0), ("c", 0), ("d", 7)}


def test_the_newest_are_the_last_settled_ones_in_use() -> None:
    slots = Slots()
    slots.take([(name, 0) for name in "abcd"])
    settled = Slots.unpacked(slots.packed()[0])
    settled.take([("e", 0)])
    settled.release(["d"])
    assert [settled.key(slot) for slot in settled.newest(2)] == [("b", 0), ("c", 0)]
