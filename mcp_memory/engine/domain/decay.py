"""How memories fade. Computed at read time, never written: it only re-ranks (SPEC 6)."""

import math
from datetime import datetime, timedelta

from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.policies import DecayPolicy
from mcp_memory.engine.domain.vocabulary import Layer, Mark

_DAY = timedelta(days=1)


def retention(memory: Memory, now: datetime, policy: DecayPolicy) -> float:
    """How much of its rank a memory keeps, in [floor, 1]: `exp(-λ·days)`, never below the floor.

    Days run since the later of event, last recall and last confirmation (the shape is Ebbinghaus's forgetting
    curve). Importance i slows it: λ is divided by 1 + i. Pinned memories do not fade.
    """
    if Mark.PINNED in memory.marks:
        return 1.0
    touched = max(moment for moment in (memory.occurred_at, memory.recalled_at, memory.confirmed_at) if moment)
    idle_days = max(0.0, (now - touched) / _DAY)
    slowed = _rate(memory, policy) / (1 + memory.importance)
    return max(policy.floor, math.exp(-slowed * idle_days))


def _rate(memory: Memory, policy: DecayPolicy) -> float:
    if memory.layer is Layer.EPISODIC:
        return policy.project_rates.get(memory.scope.project, policy.rates[memory.layer])
    return policy.rates[memory.layer]
