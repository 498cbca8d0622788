"""`mcp-memory hook EVENT`: what an agent's host tells of a session while it is held.

The host waits for it and obeys what it prints. So it always answers, within two seconds and with exit code 0, with JSON
that decides nothing; what it could not do is one line on standard error, which hosts keep in their log. What takes
longer, on a busy machine or while others write, is handed over to a process that nobody waits for. Nothing that takes
long is imported here: the watch begins before.
"""

import gc
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn, Self

from mcp_memory.engine.domain.errors import StoreBusy

ANSWER_SECONDS = 1.6
"""When it is gone at the latest, whatever hangs: a lock, a disk, a pipe. The start of the interpreter comes on top."""

PATIENT = "--patient"
"""Says that nobody waits for this process."""

PATIENT_SECONDS = 60.0
"""When such a process gives up."""

MAX_INPUT_BYTES = 4_194_304
"""A longer input is not looked at: taking it apart would hold up the watch itself."""

EMPTY = "{}"
"""The answer that decides nothing and says nothing."""

MAX_HANDED_BYTES = 60_000
"""A longer input is not handed over: no pipe holds it while the other process starts."""

_WRITING_SECONDS = 0.2
_HANDING_SECONDS = 0.25
_STDOUT, _STDERR = 1, 2
_ANSWERED = frozenset({"session-start"})
"""Without its answer it is of no use."""

_PASSED_BY = frozenset({"subagent-start", "subagent-stop"})

if sys.platform == "win32":
    _DETACHED: dict[str, Any] = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
else:
    _DETACHED: dict[str, Any] = {"start_new_session": True}

_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LINE_CHARS = 500


class Skipped(Exception):
    """What the host told cannot be used. `message` says why."""

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(message)


def run(arguments: Sequence[str], environ: Mapping[str, str], *, seconds: float = ANSWER_SECONDS) -> NoReturn:
    """Carry out one event, named as first argument or else by the input, and end the process."""
    is_patient = PATIENT in arguments
    answer = Answer(_own_stdout())
    answer.due_in(PATIENT_SECONDS if is_patient else seconds)
    gc.disable()  # nothing lives long enough here
    try:
        told = _Told.read([argument for argument in arguments if argument != PATIENT])
        if told.passes_by:
            answer.leave()
        if not is_patient:
            answer.rest = partial(hand_over, told.event, told.raw)
        from mcp_memory.hook_events import carry_out

        carry_out(told.event, told.fields, environ, answer.give, is_patient=is_patient)
    except StoreBusy:
        answer.be_late()
    finally:
        surprise = sys.exception()
        # The text of a surprise may quote what was said.
        reason = getattr(surprise, "message", type(surprise).__name__) if surprise else ""
        answer.leave(reason)


def words_of(event: str) -> str:
    """The name of an event in words with hyphens, as a host's own `PreCompact` is our `pre-compact`."""
    return _CAPITAL.sub("-", event).lower()


def hand_over(event: str, raw: bytes) -> bool:
    """Have another process carry the event out, which nobody waits for; whether one took it."""
    if event in _ANSWERED or len(raw) > MAX_HANDED_BYTES:
        return False
    # Nothing is imported from the folder it runs in: an agent's project may hold anything.
    command = (sys.executable, "-P", "-m", "mcp_memory", "hook", event, PATIENT)
    nowhere = subprocess.DEVNULL
    try:
        other = subprocess.Popen(  # noqa: S603 (this very program)
            command, bufsize=0, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere, **_DETACHED
        )
        if other.stdin:
            other.stdin.write(raw)
            other.stdin.close()
    except OSError:
        return False
    return True


class Answer:
    """The one answer of this process: who gives it first is heard. `rest` takes over what is not done in time."""

    rest: Callable[[], bool]

    def __init__(self, descriptor: int) -> None:
        self.rest = lambda: False
        self._descriptor = descriptor
        self._first = threading.Lock()
        self._late = threading.Lock()
        self._written = threading.Event()

    def due_in(self, seconds: float) -> None:
        """Give the empty answer and leave when this time has passed."""
        watch = threading.Timer(seconds, self.be_late)
        watch.daemon = True
        watch.start()

    def give(self, context: str = "") -> None:
        """Answer: nothing, or what the model may know as the session starts."""
        if not self._first.acquire(blocking=False):
            return
        told = {"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": context}}
        # ASCII, because the host may read another code page.
        text = json.dumps(told) if context else EMPTY
        with suppress(OSError, ValueError), os.fdopen(self._descriptor, "wb") as out:
            out.write(text.encode("ascii") + b"\n")
        self._written.set()

    def be_late(self) -> NoReturn:
        """Give the empty answer, hand over what is not done, and leave whatever comes of that."""
        self.give()
        guard = threading.Timer(_HANDING_SECONDS, os._exit, (0,))
        guard.daemon = True
        guard.start()
        is_taken = self._late.acquire(blocking=False) and self.rest()
        self.leave("it takes long, and goes on in the background" if is_taken else "it took too long and was not noted")

    def leave(self, reason: str = "") -> NoReturn:
        """End the process at once, well; what hangs is left behind."""
        self.give()
        self._written.wait(_WRITING_SECONDS)
        if reason:
            line = " ".join(reason.split())[:_LINE_CHARS]
            with suppress(OSError):
                os.write(_STDERR, f"mcp-memory: hook: {line}\n".encode(errors="replace"))
        os._exit(0)


def _own_stdout() -> int:
    """A standard output for the answer alone: what else is printed goes to standard error."""
    try:
        mine = os.dup(_STDOUT)
        os.dup2(_STDERR, _STDOUT)
    except OSError:
        return -1
    return mine


@dataclass(frozen=True, slots=True)
class _Told:
    """What the host tells: the event in words with hyphens, and the input, raw and read."""

    event: str
    raw: bytes
    fields: Mapping[str, Any]

    @property
    def passes_by(self) -> bool:
        """Whether it happened inside a sub-agent, whose talk is not the session's conversation."""
        return self.event in _PASSED_BY or bool(self.fields.get("agent_id"))

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        """Read standard input. Raises `Skipped` for what is no JSON object, or too long."""
        raw = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1) if sys.stdin else b""
        if len(raw) > MAX_INPUT_BYTES:
            raise Skipped(f"the input has more than {MAX_INPUT_BYTES:,} bytes")
        try:
            fields = json.loads(raw.decode("utf-8-sig", "replace"))
        except (ValueError, RecursionError):
            raise Skipped("the input is not JSON") from None
        if not isinstance(fields, dict):
            raise Skipped("the input is no JSON object")
        named = next(iter(arguments), "") or str(fields.get("hook_event_name"))
        return cls(words_of(named), raw, fields)
