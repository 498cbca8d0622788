"""One question to the Messages API, with one more attempt where that makes sense, under the ceilings.

Reasons name kinds of trouble and never what was sent or answered: errors of the SDK hold the request, the key in its
headers, so none of them leaves this module, not even as a cause.
"""

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import anthropic
from anthropic.types import Message

from mcp_memory.engine.domain.errors import ReasonerUnavailable
from mcp_memory.engine.domain.policies import ReasonerPolicy
from mcp_memory.engine.reasoning.ceilings import Ceilings
from mcp_memory.engine.reasoning.prices import Usage
from mcp_memory.engine.reasoning.prompts import Prompt
from mcp_memory.engine.reasoning.schema import NotAsAskedError
from mcp_memory.engine.text.counting import count_tokens

_LOGGERS = ("anthropic", "httpx2", "httpcore2")
_CONNECT_SECONDS = 10.0
_FIRST_WAIT_SECONDS = 1.0
_READ_TOKENS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
_SERVER_ERROR = 500
_PASSING = frozenset({408, 409, 429})
_MALFORMED = "its answer was not in the form asked for"
_REASONS = {
    401: "the key was refused",
    402: "the account has no credit left",
    403: "the key may not use it",
    404: "there is no such model",
    413: "the conversation is too long",
    429: "it was asked too often",
    529: "the service is overloaded",
}

Answer = TypeVar("Answer")


def connector(policy: ReasonerPolicy, api_key: str) -> Callable[[], anthropic.Anthropic]:
    """How to reach the service: a client for each question, so that no connection grows old between two of them.

    The key and the address come from the settings alone. Attempts are counted here and not by the SDK, which would wait
    as long as the service says, up to hours. At debug level the SDK logs whole requests, so it is kept quiet; and it
    reports no spans.
    """
    for name in _LOGGERS:
        logging.getLogger(name).setLevel(logging.WARNING)
    seconds = policy.timeout_seconds
    return lambda: anthropic.Anthropic(
        api_key=api_key,
        base_url=policy.base_url,
        timeout=anthropic.Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS)),
        max_retries=0,
        open_telemetry={"traces": False, "propagation": False},
    )


@dataclass(frozen=True, slots=True)
class Question(Generic[Answer]):
    """What is asked: the prompt, the schema of the answer, and its reading, which raises `NotAsAskedError`."""

    prompt: Prompt
    schema: dict[str, object]
    read: Callable[[str], Answer]
    answer_tokens: int


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why there is no answer. `wait_seconds` is before another attempt; without one, none makes sense."""

    reason: str
    wait_seconds: float | None = None
    was_cut: bool = False


class Asker:
    """Asks questions. Safe from several threads. `pause` waits so many seconds."""

    def __init__(
        self,
        policy: ReasonerPolicy,
        connect: Callable[[], anthropic.Anthropic],
        ceilings: Ceilings,
        pause: Callable[[float], None],
    ) -> None:
        self._policy = policy
        self._connect = connect
        self._ceilings = ceilings
        self._pause = pause

    def ask(self, question: Question[Answer]) -> Answer:
        """The answer as read. Raises `ReasonerUnavailable` with a short reason."""
        with self._connect() as client:
            answer = self._attempt(client, question)
            if isinstance(answer, _Failure) and (wait := answer.wait_seconds) is not None:
                if wait > self._policy.patience_seconds:
                    raise ReasonerUnavailable(f"{answer.reason}, and wants {wait:.0f} s of rest")
                self._pause(wait)
                room = question.answer_tokens * (2 if answer.was_cut else 1)
                answer = self._attempt(client, replace(question, answer_tokens=room))
        if isinstance(answer, _Failure):
            raise ReasonerUnavailable(answer.reason)
        return answer

    def _attempt(self, client: anthropic.Anthropic, question: Question[Answer]) -> Answer | _Failure:
        most = Usage(question.prompt.tokens + count_tokens(repr(question.schema)), question.answer_tokens)
        call = self._ceilings.enter(most)
        try:
            message: object = client.messages.create(
                model=self._policy.model,
                max_tokens=question.answer_tokens,
                system=question.prompt.system,
                messages=[{"role": "user", "content": question.prompt.conversation}],
                output_config={"format": {"type": "json_schema", "schema": question.schema}},
            )
        except anthropic.APIStatusError as refused:
            self._ceilings.settle(call, Usage())
            return _refused(refused)
        except anthropic.APITimeoutError:
            return _Failure(f"no answer within {self._policy.timeout_seconds:g} s", 0.0)
        except anthropic.APIConnectionError:
            return _Failure("it cannot be reached", _FIRST_WAIT_SECONDS)
        except (anthropic.AnthropicError, ValueError):
            # A body that says it is JSON and is not: the SDK lets the decoder's error through.
            return _Failure(_MALFORMED, 0.0)
        reply = message.to_dict() if isinstance(message, Message) else {}
        if used := _usage(reply):
            self._ceilings.settle(call, used)
        return _read(reply, question.read)


def _refused(refused: anthropic.APIStatusError) -> _Failure:
    status = refused.status_code
    default = "the service failed" if status >= _SERVER_ERROR else "the question was refused"
    reason = f"{_REASONS.get(status, default)} ({status})"
    if status not in _PASSING and status < _SERVER_ERROR:
        return _Failure(reason)
    said = refused.response.headers.get("retry-after", "")
    is_plain = re.fullmatch(r"\d{1,9}(\.\d*)?", said)
    return _Failure(reason, float(said) if is_plain else _FIRST_WAIT_SECONDS)


def _usage(reply: Mapping[str, object]) -> Usage | None:
    """What the service reports; tokens of its cache count like others, which they never cost much more than."""
    usage = reply.get("usage")
    if not isinstance(usage, dict) or not isinstance(written := usage.get("output_tokens"), int):
        return None
    read = (usage.get(kind) for kind in _READ_TOKENS)
    return Usage(sum(number for number in read if isinstance(number, int)), written)


def _read(reply: Mapping[str, object], read: Callable[[str], Answer]) -> Answer | _Failure:
    match reply:
        case {"stop_reason": "refusal"}:
            return _Failure("it refused to read this conversation")
        case {"stop_reason": "max_tokens"}:
            return _Failure("its answer was cut off", 0.0, was_cut=True)
        case {"stop_reason": "model_context_window_exceeded"}:
            return _Failure("the conversation is too long")
        case {"content": list(blocks)}:
            text = "".join(_texts(blocks))
        case _:
            return _Failure(_MALFORMED, 0.0)
    if not text.strip():
        return _Failure("its answer was empty", 0.0)
    try:
        return read(text)
    except NotAsAskedError:
        return _Failure(_MALFORMED, 0.0)


def _texts(blocks: list[object]) -> list[str]:
    """The text of the answer; a model that thinks first says so in blocks of another type."""
    spoken = [block for block in blocks if isinstance(block, dict) and block.get("type") == "text"]
    return [text for block in spoken if isinstance(text := block.get("text"), str)]
