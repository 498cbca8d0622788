"""Whatever is remembered, merged, undone, restored and forgotten in whatever order: no row is ever destroyed."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from merge_kit import SAME, SAME_ZH, Kept

from mcp_memory.engine.domain.memory import Change, Link, Memory
from mcp_memory.engine.domain.vocabulary import LinkKind, Status
from mcp_memory.testing import OWNER

TEXTS = (*SAME, *SAME_ZH, "The port of the billing service is 8081.")
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("remember"), st.integers(0, len(TEXTS) - 1)),
        st.tuples(st.sampled_from(["restore", "forget", "unmerge"]), st.integers(0, 20)),
        st.tuples(st.just("merge"), st.just(0)),
    ),
    min_size=4,
    max_size=12,
)


def states(kept: Kept, known: dict[str, Memory]) -> dict[str, tuple[tuple[Change, ...], frozenset[Link]]]:
    """The history and the links of each memory there ever was."""
    found = {memory_id: kept.dossier(memory) for memory_id, memory in known.items()}
    return {memory_id: (dossier.history, frozenset(dossier.links)) for memory_id, dossier in found.items()}


def act(kept: Kept, known: dict[str, Memory], step: tuple[str, int]) -> None:
    """Do one thing."""
    verb, number = step
    kept.clock.advance(minutes=1)
    chosen = sorted(known)[number % len(known)] if known else ""
    if verb == "remember":
        memory = kept.put(TEXTS[number])
        for other in known:
            kept.link(memory, LinkKind.SIMILAR_TO, other)
        known[memory.id] = memory
    elif verb == "merge":
        kept.merging.run()
    elif verb == "unmerge" and kept.records.linked([chosen], LinkKind.MERGED_INTO):
        into = kept.records.linked([chosen], LinkKind.MERGED_INTO)[0].target
        kept.unmerging.unmerge(OWNER, into)
    elif chosen and verb in {"restore", "forget"}:
        before = kept.now(chosen)
        after = before.changed(kept.clock(), status=Status.ACTIVE if verb == "restore" else Status.ARCHIVED)
        with kept.records.writing() as writing:
            writing.put(Change.made(OWNER, verb, "", before, after))
    known |= {memory.id: memory for memory in kept.overviews(*known.values())} if known else {}


@settings(max_examples=25, deadline=None)
@given(steps=STEPS)
def test_no_row_is_ever_destroyed_and_every_fact_is_found(steps: list[tuple[str, int]]) -> None:
    """Histories and links only grow; a merge takes no statement out of sight; at rest, a run changes nothing."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        kept = Kept(Path(folder))
        known: dict[str, Memory] = {}
        for step in steps:
            before, said = states(kept, known), facts(kept, known)
            act(kept, known, step)
            after = states(kept, known)
            for memory_id, (history, links) in before.items():
                assert after[memory_id][0][: len(history)] == history
                assert after[memory_id][1] >= links
            assert step[0] != "merge" or facts(kept, known) == said
        kept.merge()
        at_rest = states(kept, known | {memory.id: memory for memory in kept.overviews(*known.values())})
        kept.merge()
        assert states(kept, {memory_id: kept.now(memory_id) for memory_id in at_rest}) == at_rest
        kept.close()


def facts(kept: Kept, known: dict[str, Memory]) -> set[int]:
    """Which of the three facts are said by an active memory."""
    said = {kept.now(memory_id).content for memory_id in known if kept.now(memory_id).status is Status.ACTIVE}
    return {TEXTS.index(text) // 3 if text in SAME else 1 + (text not in SAME_ZH) for text in said}
