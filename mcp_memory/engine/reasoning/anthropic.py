"""The reasoner that asks a Claude model through Anthropic's SDK. It sends what it is given: redaction came before.

What it returns is a model's word on what it read. Form and turn numbers are checked here, what it says against what it
read by the caller.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mcp_memory.engine.domain.policies import ReasonerPolicy
from mcp_memory.engine.domain.sessions import Turn
from mcp_memory.engine.ports.reasoner import Batch, Common, Extraction
from mcp_memory.engine.reasoning.asking import Asker, Question, connector
from mcp_memory.engine.reasoning.ceilings import Ceilings
from mcp_memory.engine.reasoning.prompts import (
    Prompt,
    conflict_prompt,
    extraction_prompt,
    procedure_prompt,
    rule_prompt,
    summary_prompt,
)
from mcp_memory.engine.reasoning.schema import (
    MEMORIES,
    RULE,
    SUMMARY,
    VERDICT,
    read_memories,
    read_rule,
    read_summary,
    read_verdict,
)
from mcp_memory.engine.text.counting import cut

NAME = "anthropic"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnthropicParts:
    """What it needs of the world. `pause` waits so many seconds; `new_mark` draws a mark that nobody can guess."""

    policy: ReasonerPolicy
    ceilings: Ceilings
    pause: Callable[[float], None]
    new_mark: Callable[[], str]


class AnthropicReasoner:
    """Asks the model of the policy. Safe from several threads."""

    def __init__(self, parts: AnthropicParts, api_key: str) -> None:
        self._policy = parts.policy
        self._new_mark = parts.new_mark
        self._asker = Asker(parts.policy, connector(parts.policy, api_key), parts.ceilings, parts.pause)

    @property
    def name(self) -> str:
        """How it is called in reports."""
        return NAME

    @property
    def understands(self) -> bool:
        """A language model does."""
        return True

    def extract(self, batch: Batch) -> Extraction:
        """What the model found worth keeping of these turns. Raises `ReasonerUnavailable`."""
        if not batch.turns:
            return Extraction(reasoner=NAME)
        numbers = [turn.n for turn in batch.turns]
        prompt = extraction_prompt(batch, self._policy.prompt_tokens, self._new_mark)
        read = self._asker.ask(
            Question(prompt, MEMORIES, lambda answer: read_memories(answer, numbers), self._policy.answer_tokens)
        )
        note = f"{prompt.cut_turns} long turns were read in part" if prompt.cut_turns else ""
        return Extraction(candidates=read.candidates, dropped=read.dropped, reasoner=NAME, note=note)

    def summarise(self, summary: str, turns: Sequence[Turn], max_tokens: int) -> str:
        """The summary so far and these turns, in at most `max_tokens` tokens. Raises `ReasonerUnavailable`."""
        prompt = summary_prompt(summary, turns, max_tokens, self._policy.prompt_tokens, self._new_mark)
        answer_tokens = max(self._policy.answer_tokens, max_tokens)
        return cut(self._asker.ask(Question(prompt, SUMMARY, read_summary, answer_tokens)), max_tokens)

    def generalise(self, statements: Sequence[str]) -> Common:
        """The one rule that these statements give. Raises `ReasonerUnavailable`."""
        prompt = rule_prompt(statements, self._policy.prompt_tokens, self._new_mark)
        statement = self._asker.ask(Question(prompt, RULE, read_rule, self._policy.answer_tokens))
        return Common(statement=statement, is_understood=True)

    def contradicts(self, earlier: str, later: str) -> bool:
        """Whether the later statement stands against the earlier. Raises `ReasonerUnavailable`."""
        return self._judged(conflict_prompt(earlier, later, self._policy.prompt_tokens, self._new_mark))

    def describes(self, procedure: str, runs: Sequence[str]) -> bool:
        """Whether the procedure describes how such a task is done. Raises `ReasonerUnavailable`."""
        return self._judged(procedure_prompt(procedure, runs, self._policy.prompt_tokens, self._new_mark))

    def _judged(self, prompt: Prompt) -> bool:
        return self._asker.ask(Question(prompt, VERDICT, read_verdict, self._policy.answer_tokens))
