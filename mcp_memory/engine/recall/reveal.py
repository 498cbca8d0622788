"""Gives the owner personal data back: values in the place of placeholders, each noted in a log before it is shown.

Who may ask is decided elsewhere; here a value that could not be noted is not given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mcp_memory.engine.domain.answers import Briefing, Found, Recalled, Revealed
from mcp_memory.engine.domain.errors import VaultLocked
from mcp_memory.engine.domain.memory import Memory, Principal
from mcp_memory.engine.ports.vault import SealedBook, Vault
from mcp_memory.engine.ports.world import Clock
from mcp_memory.engine.privacy.keeping import filled
from mcp_memory.engine.privacy.placeholders import PLACEHOLDER
from mcp_memory.engine.recall.fit import FRAME_TOKENS
from mcp_memory.engine.text.counting import count_tokens, cut


@dataclass(frozen=True, slots=True)
class Revealing:
    """Opens what texts mention."""

    vault: Vault
    book: SealedBook
    clock: Clock

    def text(self, who: Principal, text: str) -> Revealed:
        """One text with its values. Raises `VaultLocked`."""
        values = self._values(who, [text])
        unknown = dict.fromkeys(found[0] for found in PLACEHOLDER.finditer(text) if found[0] not in values)
        return Revealed(filled(text, values), values, tuple(unknown))

    def answer(self, who: Principal, answer: Recalled, max_tokens: int) -> Recalled:
        """An answer with its values, within the same budget; without them, and why, when the vault is locked."""
        try:
            values = self._values(who, [text for found in answer.found for text in (found.text, *found.memory.tags)])
        except VaultLocked as locked:
            degraded = f"personal data cannot be shown: {locked.detail}"
            return replace(answer, searched=replace(answer.searched, degraded=degraded))
        shown = _fitting([_found(found, values) for found in answer.found], max_tokens)
        return replace(answer, found=shown, left_out=answer.left_out + len(answer.found) - len(shown))

    def briefing(self, who: Principal, briefing: Briefing) -> Briefing:
        """A briefing with its values. Raises `VaultLocked`."""
        sections = (briefing.standing, briefing.said_once, briefing.procedures, briefing.open_tasks)
        memories = [memory for section in (*sections, briefing.last_session) for memory in section]
        values = self._values(who, [text for memory in memories for text in (memory.content, *memory.tags)])
        return replace(
            briefing,
            standing=_memories(briefing.standing, values),
            said_once=_memories(briefing.said_once, values),
            procedures=_memories(briefing.procedures, values),
            open_tasks=_memories(briefing.open_tasks, values),
            last_session=_memories(briefing.last_session, values),
        )

    def _values(self, who: Principal, texts: Sequence[str]) -> Mapping[str, str]:
        """The values of all placeholders that are known, by placeholder, once that is written down."""
        named = dict.fromkeys(found[0] for text in texts for found in PLACEHOLDER.finditer(text))
        opened = {placeholder: self.vault.reveal(who.user, placeholder) for placeholder in named}
        values = {placeholder: value for placeholder, value in opened.items() if value is not None}
        if values:
            self.book.note_reveals(who, tuple(values), self.clock())
        return values


def _memory(memory: Memory, values: Mapping[str, str]) -> Memory:
    tags = tuple(filled(tag, values) for tag in memory.tags)
    return replace(memory, content=filled(memory.content, values), tags=tags)


def _memories(memories: Sequence[Memory], values: Mapping[str, str]) -> tuple[Memory, ...]:
    return tuple(_memory(memory, values) for memory in memories)


def _found(found: Found, values: Mapping[str, str]) -> Found:
    memory = _memory(found.memory, values)
    return replace(found, memory=memory, text=filled(found.text, values), full_chars=len(memory.content))


def _fitting(found: Sequence[Found], max_tokens: int) -> tuple[Found, ...]:
    """As many as fit now that values are longer than what stood for them; the last one may be cut."""
    shown: list[Found] = []
    room = max_tokens
    for one in found:
        text = cut(one.text, max(0, room - FRAME_TOKENS))
        room -= count_tokens(text) + FRAME_TOKENS
        if room < 0:
            break
        shown.append(replace(one, text=text))
    return tuple(shown)
