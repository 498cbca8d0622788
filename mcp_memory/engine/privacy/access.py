"""Who may see what, and who may decide what. Every path asks here; what is not granted is refused."""

from dataclasses import dataclass

from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Memory, Principal
from mcp_memory.engine.domain.vocabulary import Layer, OriginKind

_A_PERSONS_WORD = frozenset({OriginKind.PERSON, OriginKind.ASSERTED})


@dataclass(frozen=True, slots=True)
class Grants:
    """What was granted beyond a principal's own session.

    `user_sessions`: the episodes of all the user's sessions. `personal`: the user's own personal data, when asked for.
    """

    user_sessions: bool
    personal: bool = False


def reach_of(who: Principal, grants: Grants) -> Reach:
    """What a principal may see. Without a grant that is its own session, and an unknown session has no episodes."""
    if grants.user_sessions:
        return Reach(user=who.user, sessions=None)
    return Reach(user=who.user, sessions=frozenset({who.session} if who.session else ()))


def may_reveal(who: Principal, grants: Grants) -> bool:
    """Whether a principal may be given its user's personal data when it asks: a person, or a connection granted it."""
    return who.person or grants.personal


def needs_person(who: Principal, memory: Memory, *, user_confirmed: bool) -> bool:
    """Whether a correction of this memory has to wait for a person's word.

    Rules do, and procedures that a person gave; neither an agent nor an import may change those by itself.
    """
    if who.person or user_confirmed:
        return False
    is_persons_procedure = memory.layer is Layer.PROCEDURAL and memory.origin.kind in _A_PERSONS_WORD
    return memory.layer is Layer.SEMANTIC or is_persons_procedure
