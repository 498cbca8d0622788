"""Who may see what, and who may decide what."""

from dataclasses import replace

import pytest

from mcp_memory.engine.domain.memory import Origin, Principal
from mcp_memory.engine.domain.vocabulary import Layer, OriginKind, Status
from mcp_memory.engine.privacy.access import Grants, may_reveal, needs_person, reach_of
from mcp_memory.testing import OWNER, a_memory

OTHERS = a_memory(origin=Origin(kind=OriginKind.AGENT, agent="test", session="s2"))


def test_a_grant_opens_all_sessions_of_the_user_and_of_nobody_else() -> None:
    """One person on one machine sees all of his own."""
    reach = reach_of(OWNER, Grants(user_sessions=True))
    assert reach.covers(OTHERS)
    assert not reach.covers(replace(OTHERS, scope=replace(OTHERS.scope, user="you")))


def test_without_a_grant_only_the_own_session_is_seen() -> None:
    """Episodes of other sessions stay closed, shared layers open."""
    reach = reach_of(OWNER, Grants(user_sessions=False))
    assert reach.covers(a_memory())
    assert not reach.covers(OTHERS)
    assert reach.covers(replace(OTHERS, layer=Layer.SEMANTIC))
    assert not reach.covers(replace(OTHERS, layer=Layer.SEMANTIC, status=Status.PENDING))


def test_an_unknown_session_sees_no_episodes() -> None:
    """Not even those of other unknown sessions: an empty name is no name."""
    reach = reach_of(Principal(user="me", agent="test"), Grants(user_sessions=False))
    assert reach.sessions == frozenset()
    assert not reach.covers(a_memory(origin=Origin(kind=OriginKind.AGENT, agent="test", session="")))


@pytest.mark.parametrize(
    ("layer", "origin", "needed"),
    [
        (Layer.SEMANTIC, OriginKind.AGENT, True),
        (Layer.SEMANTIC, OriginKind.PERSON, True),
        (Layer.PROCEDURAL, OriginKind.PERSON, True),
        (Layer.PROCEDURAL, OriginKind.ASSERTED, True),
        (Layer.PROCEDURAL, OriginKind.AGENT, False),
        (Layer.PROCEDURAL, OriginKind.IMPORT, False),
        (Layer.EPISODIC, OriginKind.PERSON, False),
    ],
)
def test_rules_and_a_persons_procedures_are_corrected_on_a_persons_word(
    layer: Layer,
    origin: OriginKind,
    needed: bool,  # noqa: FBT001 - a column of the table
) -> None:
    """The word is the person's own hand, or what an agent asserts; without it the correction waits."""
    memory = a_memory(layer=layer, origin=Origin(kind=origin, agent="test"))
    assert needs_person(OWNER, memory, user_confirmed=False) is needed
    assert not needs_person(OWNER, memory, user_confirmed=True)
    assert not needs_person(replace(OWNER, person=True), memory, user_confirmed=False)


def test_personal_data_goes_to_a_person_or_where_it_is_granted() -> None:
    """Nothing is granted that was not said, so a connection that nobody thought of shows none."""
    person = Principal(user="me", agent="command line", person=True)
    assert may_reveal(person, Grants(user_sessions=False))
    assert may_reveal(OWNER, Grants(user_sessions=False, personal=True))
    assert not may_reveal(OWNER, Grants(user_sessions=True))
