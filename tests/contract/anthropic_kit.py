"""The reasoner against the stand-in: one mark for all calls, time that stands still, pauses that are only noted."""

from typing import Any

import fake_anthropic as fakes
from fake_anthropic import FakeAnthropic

from mcp_memory.engine.domain.policies import ReasonerPolicy
from mcp_memory.engine.domain.sessions import Role, Turn
from mcp_memory.engine.ports.reasoner import Batch
from mcp_memory.engine.reasoning.anthropic import AnthropicParts, AnthropicReasoner
from mcp_memory.engine.reasoning.ceilings import Ceilings
from mcp_memory.testing import DAWN, FrozenClock

MARK = "5eed5eed5eed5eed"
SAID = "For Atlas we take PostgreSQL, not MySQL."


def reasoner(
    service: FakeAnthropic, waited: list[float] | None = None, key: str = fakes.KEY, **policy: Any
) -> AnthropicReasoner:
    settled = ReasonerPolicy(base_url=service.url, **policy)
    parts = AnthropicParts(
        policy=settled,
        ceilings=Ceilings(settled, FrozenClock()),
        pause=(waited if waited is not None else []).append,
        new_mark=lambda: MARK,
    )
    return AnthropicReasoner(parts, key)


def a_turn(n: int, content: str, role: Role = Role.USER, speaker: str = "") -> Turn:
    return Turn(n, role, content, DAWN, speaker)


def a_batch(*contents: str, **parts: Any) -> Batch:
    """User turns numbered from 1."""
    return Batch(turns=tuple(a_turn(n, content) for n, content in enumerate(contents, 1)), now=DAWN, **parts)
