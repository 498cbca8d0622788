"""The one gate for what comes in. Nothing is stored, embedded, logged or sent to a model that did not pass it.

Hidden characters go first, then secrets, for good: no copy of them is kept anywhere. Then personal data: a placeholder
stands for it, and where the value goes is the caller's to say. When the check itself fails, nothing passes.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import assert_never

from mcp_memory.engine.domain.answers import Redaction
from mcp_memory.engine.domain.errors import RedactionFailed
from mcp_memory.engine.ports.vault import Valuable
from mcp_memory.engine.privacy.keeping import Name, nameless
from mcp_memory.engine.privacy.personal import find_personal
from mcp_memory.engine.privacy.personal_found import Personal, replaced
from mcp_memory.engine.privacy.secret import Secret
from mcp_memory.engine.privacy.secrets import find_secrets
from mcp_memory.engine.text.normalise import clean

Finder = Callable[[str], Sequence[Secret]]

_MAX_PASSES = 8
"""What stands beside a replaced secret is looked at again; a text that never comes to rest is refused."""

_BREAKDOWNS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    RuntimeError,
    TypeError,
    ValueError,
    re.error,
)
"""All that a pure function over a string can raise."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """A text fit to be kept, what was taken out of it, and what else was changed, in words."""

    text: str
    redactions: tuple[Redaction, ...]
    notes: tuple[str, ...]


def admit(text: str, find: Finder = find_secrets, *, name: Name = nameless) -> Admitted:
    """Clean a text and put `[secret:KIND]` in the place of each secret, what `name` says in that of personal data.

    A second time changes nothing. Raises `RedactionFailed` when the text cannot be checked, and what `name` raises.
    """
    taken: Counter[str] = Counter()
    notes: dict[str, None] = {}
    try:
        for _ in range(_MAX_PASSES):
            cleaned = clean(text)
            notes |= dict.fromkeys(cleaned.notes)
            secrets = find(cleaned.text)
            found = secrets or find_personal(cleaned.text)
            if not found:
                return Admitted(cleaned.text, _counted(taken), tuple(notes))
            taken.update(one.kind for one in found)
            text = replaced(cleaned.text, found, partial(_stands_for, cleaned.text, name))
    except _BREAKDOWNS as breakdown:
        raise RedactionFailed(type(breakdown).__name__) from breakdown
    raise RedactionFailed("it never came to rest")


def admit_all(
    parts: Sequence[str], *, name: Name = nameless
) -> tuple[tuple[str, ...], tuple[Redaction, ...], tuple[str, ...]]:
    """The same for several texts: the texts in order, all redactions by kind, all notes once."""
    admitted = [admit(part, name=name) for part in parts]
    taken: Counter[str] = Counter()
    for one in admitted:
        taken.update({redaction.kind: redaction.count for redaction in one.redactions})
    notes = dict.fromkeys(note for one in admitted for note in one.notes)
    return tuple(one.text for one in admitted), _counted(taken), tuple(notes)


def _stands_for(text: str, name: Name, found: Secret | Personal) -> str:
    match found:
        case Secret():
            return f"[secret:{found.kind}]"
        case Personal():
            return name(Valuable(found.kind, found.key, text[found.start : found.end]))
        case _:
            assert_never(found)


def _counted(taken: Counter[str]) -> tuple[Redaction, ...]:
    return tuple(Redaction(kind, count) for kind, count in taken.items())
