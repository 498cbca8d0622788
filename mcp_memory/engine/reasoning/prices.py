"""What a model costs: as the settings say, else by this list."""

from collections.abc import Mapping
from dataclasses import dataclass

from mcp_memory.engine.domain.policies import ReasonerPolicy

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, or of several."""

    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def tokens(self) -> int:
        """Both together."""
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens."""

    input: float
    output: float

    def dollars(self, usage: Usage) -> float:
        """What that costs."""
        return (usage.input_tokens * self.input + usage.output_tokens * self.output) / _MILLION


LIST_PRICES: Mapping[str, Price] = {
    "claude-haiku-5-5": Price(0.1, 0.5),
    "claude-haiku-4-5": Price(1, 5),
    "claude-sonnet-5-5": Price(2, 10),
    "claude-sonnet-5": Price(2, 10),
    "claude-sonnet-4-6": Price(3, 15),
    "claude-opus-5-5": Price(4, 20),
    "claude-opus-5": Price(5, 25),
    "claude-opus-4-8": Price(5, 25),
    "claude-opus-4-7": Price(5, 25),
    "claude-opus-4-6": Price(5, 25),
    "claude-fable-5-1": Price(10, 50),
}
"""The list of November 2026, for prompts of up to 100,000 tokens; longer ones are never sent."""

_UNKNOWN = Price(10, 50)
"""For a model that is not listed: as the dearest that is, so that a ceiling holds rather too early than too late."""


def price_of(policy: ReasonerPolicy) -> Price:
    """The price of the policy's model; 0 in the policy means the one of the list."""
    listed = LIST_PRICES.get(policy.model, _UNKNOWN)
    return Price(policy.input_price or listed.input, policy.output_price or listed.output)
