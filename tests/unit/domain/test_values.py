"""Memories, filters, errors, trust: what values promise."""

from datetime import timedelta

import pytest

from mcp_memory.engine.domain import errors
from mcp_memory.engine.domain.errors import ContentTooLong, EngineError, MemoryNotFound
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.limits import MAX_CONTENT_CHARS, check_length
from mcp_memory.engine.domain.memory import Change, Origin, Principal, Scope
from mcp_memory.engine.domain.trust import initial_confidence, initial_importance, raised_confidence
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Mark, OriginKind, Status
from mcp_memory.testing import DAWN, OWNER, a_memory

ALL = Reach(user="me", sessions=None)


def _tree(root: type[EngineError]) -> list[type[EngineError]]:
    return [root, *(leaf for branch in root.__subclasses__() for leaf in _tree(branch))]


@pytest.mark.parametrize("error", _tree(EngineError))
def test_every_error_is_a_sentence_that_says_what_to_do(error: type[EngineError]) -> None:
    message = error().message
    assert message == " ".join((error.__doc__ or "").split())
    assert message.endswith(".")
    assert error.__module__ == errors.__name__


def test_an_error_names_the_argument_and_what_was_seen() -> None:
    assert str(MemoryNotFound("'abc'.", argument="id")) == (
        "id: 'abc'. No memory has that id. Recall by content first, and use the id it returns."
    )


def test_content_over_the_limit_is_refused_with_its_length() -> None:
    check_length("x" * MAX_CONTENT_CHARS)
    with pytest.raises(ContentTooLong, match="100,001 characters"):
        check_length("x" * (MAX_CONTENT_CHARS + 1))


def test_who_vouches_is_a_person_an_asserted_person_or_the_agent() -> None:
    person = Principal(user="me", agent="command line", person=True)
    assert Origin.of(person, confirmed=False).kind is OriginKind.PERSON
    assert Origin.of(OWNER, confirmed=True).kind is OriginKind.ASSERTED
    assert Origin.of(OWNER, confirmed=False) == Origin(kind=OriginKind.AGENT, agent="test", session="s1")


def test_all_unknown_sessions_are_one_scene() -> None:
    assert Principal(user="me", agent="a").scene == Principal(user="me", agent="b").scene == "unknown"
    assert OWNER.scene == "s1"


def test_confidence_at_birth_follows_who_vouches_and_confirmation_raises_it() -> None:
    ranks = [
        initial_confidence(kind)
        for kind in (OriginKind.PERSON, OriginKind.ASSERTED, OriginKind.AGENT, OriginKind.IMPORT)
    ]
    assert ranks == sorted(ranks, reverse=True)
    assert ranks[-1] < raised_confidence(ranks[-1]) < 1.0


def test_stated_preferences_weigh_more_than_facts_and_those_more_than_process_records() -> None:
    stated = initial_importance(Layer.EPISODIC, EventType.PREFERENCE)
    fact = initial_importance(Layer.EPISODIC, EventType.FACT)
    record = initial_importance(Layer.EPISODIC, EventType.TASK_RECORD)
    assert (stated, fact, record) == (1.0, 0.7, 0.4)
    assert initial_importance(Layer.SEMANTIC, EventType.FACT) == 1.0


def test_marks_are_added_and_taken_without_touching_the_original() -> None:
    memory = a_memory()
    pinned = memory.marked(Mark.PINNED)
    assert pinned.marks == {Mark.PINNED}
    assert memory.marks == frozenset()
    assert pinned.unmarked(Mark.PINNED) == memory


def test_a_memory_expires_only_past_its_own_validity() -> None:
    memory = a_memory(valid_until=DAWN)
    assert not memory.is_expired(DAWN)
    assert memory.is_expired(DAWN + timedelta(seconds=1))
    assert not a_memory().is_expired(DAWN)


def test_a_change_says_whether_a_person_made_it() -> None:
    before = a_memory()
    after = before.changed(DAWN + timedelta(days=1), content="new")
    person = Principal(user="me", agent="command line", person=True)
    change = Change.made(person, "edit", "typo", before, after)
    assert (change.actor, change.version, change.at) == ("command line (person)", 2, after.changed_at)
    assert Change.made(OWNER, "edit", "", before, after).actor == "test"


def test_episodes_are_seen_only_by_the_sessions_that_are_granted() -> None:
    episode, rule = a_memory(), a_memory(layer=Layer.SEMANTIC)
    other, none = Reach(user="me", sessions=frozenset({"s2"})), Reach(user="me")
    assert ALL.covers(episode)
    assert Reach(user="me", sessions=frozenset({"s1"})).covers(episode)
    assert not other.covers(episode)
    assert not none.covers(episode)
    assert other.covers(rule)
    assert not Reach(user="you", sessions=None).covers(rule)


@pytest.mark.parametrize(
    ("project", "outside", "inside"),
    [
        ("", False, {"", "atlas", "borealis"}),
        ("", True, set()),
        ("atlas", False, {"", "atlas"}),
        ("atlas", True, {"borealis"}),
    ],
)
def test_a_project_ranges_over_itself_and_what_is_global(project: str, *, outside: bool, inside: set[str]) -> None:
    within = Filter(reach=ALL, project=project, outside=outside)
    admitted = {name for name in ("", "atlas", "borealis") if within.admits(a_memory(scope=Scope("me", name)))}
    assert admitted == inside


def test_a_filter_is_a_conjunction_of_exact_conditions() -> None:
    memory = a_memory(tags=("cart", "ui"), event_type=EventType.DECISION)
    assert Filter(reach=ALL, tags=frozenset({"cart"})).admits(memory)
    assert not Filter(reach=ALL, tags=frozenset({"art"})).admits(memory)
    assert not Filter(reach=ALL, tags=frozenset({"cart", "db"})).admits(memory)
    assert Filter(reach=ALL, event_types=frozenset({EventType.DECISION})).admits(memory)
    assert not Filter(reach=ALL, event_types=frozenset({EventType.FACT})).admits(memory)
    assert not Filter(reach=ALL, layers=frozenset({Layer.SEMANTIC})).admits(memory)
    assert not Filter(reach=ALL, statuses=frozenset({Status.ARCHIVED})).admits(memory)
    assert Filter(reach=ALL, since=DAWN).admits(memory)
    assert not Filter(reach=ALL, until=DAWN).admits(memory)
