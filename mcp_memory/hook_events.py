"""What each event of a host does to the memory of its session, and the briefing that a session starts with."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcp_memory.bootstrap import build_engine
from mcp_memory.engine.domain.answers import BRIEFING_SECTIONS, Briefing
from mcp_memory.engine.domain.errors import Invalid
from mcp_memory.engine.domain.memory import Memory, Principal
from mcp_memory.engine.domain.requests import Observe, Recall, Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.portability.transcripts import CLAUDE_CODE, is_memory_tool, last_answer, project_of, spoken
from mcp_memory.engine.text.counting import count_tokens, cut
from mcp_memory.engine.text.tool_turns import called, returned
from mcp_memory.settings import Settings
from mcp_memory.views.words import RECORDS, scope, vouched_by, when

if TYPE_CHECKING:
    from mcp_memory.engine.service import MemoryEngine

LOCK_PATIENCE_SECONDS = 0.6
"""How long one write waits for another process's: long enough for any of ours, short enough to say why it was not."""

TAIL_BYTES = 1_000_000
"""How much of the end of a transcript is read."""

_ID_CHARS = 200
_MEMORY_TOKENS = 120


@dataclass(frozen=True, slots=True)
class Told:
    """One event: what the host says of it, and the memory it concerns."""

    engine: "MemoryEngine"
    settings: Settings
    fields: Mapping[str, Any]

    @property
    def who(self) -> Principal:
        """On whose behalf: the session is the host's own. Raises `Invalid` without one."""
        session = self.text("session_id").strip()[:_ID_CHARS].encode(errors="replace").decode()
        if not session:
            raise Invalid("the host names none", argument="session_id")
        return Principal(user=self.settings.user, agent=CLAUDE_CODE, session=session)

    @property
    def project(self) -> str:
        """The project that is set, as for the server; else the folder the host works in."""
        return self.settings.project or project_of(self.text("cwd"))

    def text(self, name: str) -> str:
        """A field that is text; "" for anything else."""
        value = self.fields.get(name)
        return value if isinstance(value, str) else ""

    def observe(self, *turns: tuple[Role, str]) -> str:
        """Note what was said, if anything was; says nothing."""
        said = tuple(Said(role=role, content=text) for role, text in turns if text)
        if said:
            self.engine.observe(self.who, Observe(turns=said, project=self.project))
        return ""


def carry_out(
    event: str,
    fields: Mapping[str, Any],
    environ: Mapping[str, str],
    answer: Callable[[str], None],
    *,
    is_patient: bool = False,
) -> None:
    """Do what the event asks for, answering as soon as the answer is known. Raises `EngineError`.

    `is_patient` says that nobody waits, so that locks may be waited for.
    """
    if event not in EVENTS:
        raise Invalid(f"it is none of {', '.join(EVENTS)}", argument="event")
    settings = Settings.read(environ)
    if not is_patient:
        patience = min(settings.lock_patience_seconds, LOCK_PATIENCE_SECONDS)
        settings = settings.model_copy(update={"lock_patience_seconds": patience})
    with build_engine(settings) as engine:
        answer(EVENTS[event](Told(engine, settings, fields)))


def briefing_text(briefing: Briefing, project: str, max_tokens: int) -> str:
    """A briefing as recorded data, within so many tokens, dated and with who vouches; "" when there is nothing."""
    lines = [f"Records from long-term memory (mcp-memory), {scope(project)}. {RECORDS}"]
    left = max_tokens - count_tokens(lines[0])
    left_out = briefing.left_out
    for section, memories in briefing.sections.items():
        lead = f"{BRIEFING_SECTIONS[section]}:\n"
        for memory in memories:
            line = f"{lead}{_recorded(memory)}"
            if count_tokens(line) >= left:
                left_out += 1
                continue
            lines.append(line)
            left -= count_tokens(line) + 1  # its line end
            lead = ""
    if len(lines) == 1:
        return ""
    more = f"{left_out} more did not fit; recall finds them."
    return "\n".join((*lines, more) if left_out and count_tokens(more) < left else lines)


def _brief(told: Told) -> str:
    max_tokens = told.settings.hook_briefing_tokens
    if not max_tokens:
        return ""
    who = Principal(user=told.settings.user, agent=CLAUDE_CODE)
    answer = told.engine.recall(who, Recall(project=told.project, max_tokens=max_tokens))
    return briefing_text(answer, told.project, max_tokens) if isinstance(answer, Briefing) else ""


def _prompt(told: Told) -> str:
    return told.observe((Role.USER, spoken(told.text("prompt"))))


def _tool_use(told: Told) -> str:
    name = told.text("tool_name")
    if not name or is_memory_tool(name):
        return ""
    failure = told.fields.get("error")
    result = returned(failure, failed=True) if failure else returned(told.fields.get("tool_response"))
    call = called(name, told.fields.get("tool_input"))
    return told.observe((Role.TOOL_CALL, call), (Role.TOOL_RESULT, result))


def _stop(told: Told) -> str:
    text = spoken(told.text("last_assistant_message")) or _last_answer(told.text("transcript_path"))
    return told.observe((Role.ASSISTANT, text))


def _pause(told: Told) -> str:
    told.engine.pause(told.who)
    return ""


def _end(told: Told) -> str:
    told.engine.observe(told.who, Observe(project=told.project, end=True))
    return ""


EVENTS: Mapping[str, Callable[[Told], str]] = {
    "session-start": _brief,
    "user-prompt": _prompt,
    "user-prompt-submit": _prompt,
    "tool-use": _tool_use,
    "post-tool-use": _tool_use,
    "post-tool-use-failure": _tool_use,
    "stop": _stop,
    "pre-compact": _pause,
    "session-end": _end,
}
"""By our names and by Claude Code's own."""


def _last_answer(path: str) -> str:
    """What the model said last by the end of its transcript; "" without one."""
    file = Path(path).expanduser()
    if not path or not file.is_file():
        return ""
    with file.open("rb") as lines:
        lines.seek(max(0, lines.seek(0, os.SEEK_END) - TAIL_BYTES))
        tail = lines.read(TAIL_BYTES)
    return last_answer(tail.decode("utf-8", "replace").split("\n"))


def _recorded(memory: Memory) -> str:
    marks = f" ({', '.join(sorted(memory.marks))})" if memory.marks else ""
    text = cut(" ".join(memory.content.split()), _MEMORY_TOKENS)
    return f"- {when(memory)}, by {vouched_by(memory.origin)}{marks}: “{text}”"
