"""What rules only suspect is put before a reasoner; what it holds for a contradiction waits for a person."""

from typing import NoReturn

import pytest
from consolidation_kit import Life

from mcp_memory.engine.domain.memory import Change, Memory
from mcp_memory.engine.domain.vocabulary import LinkKind, Mark, Status
from mcp_memory.testing import OWNER

PAIRS = [
    ("Use Redis for scripts", "Use Memcached for scripts"),
    ("Atlas 的端口是 8080", "Atlas 还在测试。Atlas 的端口可能是 9090"),
]


def suspected(life: Life, pair: tuple[str, str]) -> tuple[Memory, Memory]:
    """Both stored, as remember stores them: linked, nothing marked."""
    old, new = life.say_in_scenes(*pair)
    assert life.links(new, LinkKind.SIMILAR_TO) == {(new.id, old.id)}
    return old, new


def unasked(*_: str) -> NoReturn:
    raise AssertionError


@pytest.mark.parametrize("pair", PAIRS)
def test_a_contradiction_by_a_model_is_marked_on_both(life: Life, pair: tuple[str, str]) -> None:
    """The older of the two is asked about first; the reason says who found it."""
    asked = []

    def says(*texts: str) -> bool:
        asked.append(texts)
        return True

    old, new = suspected(life, pair)
    done = life.consolidating(reasoner=life.reasoner(says)).run()
    assert asked == [pair]
    assert life.now(old).marks == {Mark.CONFLICTED, Mark.POSSIBLY_OUTDATED}
    assert life.now(new).marks == {Mark.CONFLICTED}
    assert life.links(new, LinkKind.CONFLICTS_WITH) == {(new.id, old.id)}
    assert (done.counts["suspicions looked at"], done.counts["contradictions by a model"]) == (1, 1)
    dossier = life.records.dossier(new.id)
    assert dossier is not None
    assert "a model holds it for a contradiction" in dossier.history[-1].reason


def test_it_is_not_asked_again_once_it_has_said_so(life: Life) -> None:
    suspected(life, PAIRS[0])
    life.consolidating(reasoner=life.reasoner(lambda *_: True)).run()
    life.forget_how_far()
    assert life.consolidating(reasoner=life.reasoner(unasked)).run().counts["suspicions looked at"] == 0


def test_what_it_holds_for_none_stays_a_link(life: Life) -> None:
    old, new = suspected(life, PAIRS[0])
    life.consolidating(reasoner=life.reasoner(lambda *_: False)).run()
    assert life.now(old) == old
    assert life.now(new).marks == frozenset()


def test_without_one_nothing_is_marked(life: Life) -> None:
    _, new = suspected(life, PAIRS[0])
    assert life.consolidating().run().counts["suspicions looked at"] == 0
    assert life.now(new).marks == frozenset()


def test_in_a_dry_run_nobody_is_asked(life: Life) -> None:
    suspected(life, PAIRS[0])
    life.consolidating(reasoner=life.reasoner(unasked)).dry_run()


@pytest.mark.parametrize("change", ["archived", "edited"])
def test_what_changed_while_it_was_asked_is_left_alone(life: Life, change: str) -> None:
    old, new = suspected(life, PAIRS[0])

    def says(*_: str) -> bool:
        changes = {"status": Status.ARCHIVED} if change == "archived" else {"content": "Use Redis for jobs"}
        with life.records.writing() as writing:
            writing.put(Change.made(OWNER, change, "", old, old.changed(life.clock(), **changes)))
        return True

    life.consolidating(reasoner=life.reasoner(says)).run()
    assert life.now(new).marks == frozenset()
    assert life.links(new, LinkKind.CONFLICTS_WITH) == set()


def test_what_is_put_away_is_not_asked_about(life: Life) -> None:
    old, _ = suspected(life, PAIRS[0])
    with life.records.writing() as writing:
        writing.put(Change.made(OWNER, "archive", "", old, old.changed(life.clock(), status=Status.ARCHIVED)))
    life.consolidating(reasoner=life.reasoner(unasked)).run()
