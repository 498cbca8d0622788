"""Keeps the summary of a running session up to date, after the answer: what falls out of the recent rounds goes in."""

from dataclasses import dataclass, replace

from mcp_memory.engine.domain.errors import ReasonerUnavailable
from mcp_memory.engine.domain.policies import ContextPolicy
from mcp_memory.engine.domain.sessions import rounds
from mcp_memory.engine.ports.reasoner import Reasoner
from mcp_memory.engine.ports.sessions import Sessions

_LEAST_ROUNDS = 3
"""So many rounds are put into the summary at a time; fewer are summarised as they are read."""


@dataclass(frozen=True, slots=True)
class Summarising:
    """Writes summaries. `reasoner` may be slow: nothing is locked while it reads."""

    sessions: Sessions
    reasoner: Reasoner
    policy: ContextPolicy

    def run(self, user: str, name: str) -> bool:
        """Summarise what fell out of the recent rounds of a session; whether there was enough of it."""
        session = self.sessions.session(user, name)
        least_turns = self.policy.recent_rounds + _LEAST_ROUNDS  # a round has one turn at least
        if session is None or session.turns - session.summarised_to < least_turns:
            return False
        waiting = rounds(self.sessions.turns(user, name, session.summarised_to + 1))
        old = waiting[: -self.policy.recent_rounds]
        if len(old) < _LEAST_ROUNDS:
            return False
        turns = tuple(turn for old_round in old for turn in old_round.turns)
        try:
            summary = self.reasoner.summarise(session.summary, turns, self.policy.summary_tokens)
        except ReasonerUnavailable:
            return False
        with self.sessions.sitting() as writing:
            current = writing.session(user, name)
            if current is None or current.summarised_to != session.summarised_to:
                return True
            writing.put_session(replace(current, summary=summary, summarised_to=turns[-1].n))
        return True
