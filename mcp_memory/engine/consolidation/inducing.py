"""How the common statement of a cluster is found where a reasoner understands it.

Its word is checked against what it was given: what it adds to that makes the draft wait, in the words of the clearest.
"""

from collections.abc import Callable
from dataclasses import dataclass

from mcp_memory.engine.consolidation.alike import Likeness, Likening, dice
from mcp_memory.engine.consolidation.clusters import Cluster
from mcp_memory.engine.consolidation.drafts import Induced, clearest
from mcp_memory.engine.consolidation.gathering import Item
from mcp_memory.engine.consolidation.reading import read_statement
from mcp_memory.engine.domain.sessions import Role, Turn
from mcp_memory.engine.ports.reasoner import Candidate, Reasoner
from mcp_memory.engine.text.grounding import ungrounded

MANY_RULES = "the model does not hold its sources for one rule"
UNSAID = "the model worded it with what nobody said"
_LEAST_SHARED = 0.4
"""Words that a rule has to share with one of its statements: fewer say something else, whoever put it in."""


@dataclass(frozen=True, slots=True)
class Inducing:
    """Finds the common statement of a cluster. `clean` is the gate that a model's words pass like any others."""

    reasoner: Reasoner
    likening: Likening
    clean: Callable[[str], str]

    def induce(self, cluster: Cluster) -> Induced:
        """By the reasoner, where the members differ in wording and it understands them; else the clearest one's words.

        Raises `ReasonerUnavailable`.
        """
        chosen = clearest(cluster)
        if not chosen.waits:
            return chosen
        others = (item.reading.text for item in cluster.members if item.id != cluster.centre.id)
        common = self.reasoner.generalise((chosen.statement, *others))
        if not common.is_understood:
            return chosen
        statement = self.clean(common.statement)
        if not statement:
            return Induced(chosen.statement, MANY_RULES)
        if not self._is_supported(statement, cluster):
            return Induced(chosen.statement, UNSAID)
        return Induced(statement)

    def _is_supported(self, statement: str, cluster: Cluster) -> bool:
        """Whether its names, numbers and most of its words were said, and it stands against none of them."""
        kind, said_at = cluster.form.event_type, cluster.centre.memory.occurred_at
        turns = [_as_turn(number, item) for number, item in enumerate(cluster.members, 1)]
        worded = Candidate(content=statement, event_type=kind, turns=())
        if ungrounded(worded, turns):
            return False
        reading = read_statement(statement, kind, said_at)
        if max(dice(reading.terms, item.reading.terms) for item in cluster.members) < _LEAST_SHARED:
            return False
        return all(self.likening.liken(item.reading, reading) is not Likeness.CONTRARY for item in cluster.members)


def _as_turn(number: int, item: Item) -> Turn:
    memory = item.memory
    return Turn(number, Role.USER, f"{memory.content}\n{item.reading.text}", memory.occurred_at)
