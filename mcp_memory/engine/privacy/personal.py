"""Finds personal data in text: what is kept apart in the vault, while the text keeps a placeholder.

It looks at the compatibility form of the text and answers with places in the text itself. Placeholders and what was
found already are barriers: nothing reaches across them. It finds forms, not persons: names stay.
"""

import re
from collections.abc import Callable, Iterable

from mcp_memory.engine.privacy.compatible import compatible
from mcp_memory.engine.privacy.personal_accounts import accounts_in
from mcp_memory.engine.privacy.personal_addresses import addresses_in
from mcp_memory.engine.privacy.personal_addresses_zh import chinese_addresses_in
from mcp_memory.engine.privacy.personal_found import BARRIER, Personal, replaced
from mcp_memory.engine.privacy.personal_ids import ids_in
from mcp_memory.engine.privacy.personal_mail import mail_in
from mcp_memory.engine.privacy.personal_phones import phones_in
from mcp_memory.engine.privacy.personal_plates import plates_in
from mcp_memory.engine.privacy.placeholders import KINDS

_FINDERS: tuple[Callable[[str], Iterable[Personal]], ...] = (
    mail_in,
    accounts_in,
    ids_in,
    phones_in,
    plates_in,
    chinese_addresses_in,
    addresses_in,
)
"""From the most to the least certain: what an earlier one found, a later one does not see."""

_TAKEN = re.compile(rf"\[(?:(?:{'|'.join(KINDS)})(?::[0-9]+)?|secret:[\w-]+)\]")
_NOTHING_PERSONAL = re.compile(r"[^0-9@零一二三四五六七八九十]*")


def find_personal(text: str) -> tuple[Personal, ...]:
    """All personal data in the text, in order, without overlaps."""
    view = compatible(text)
    if _NOTHING_PERSONAL.fullmatch(view.text):
        return ()
    left = _TAKEN.sub(lambda taken: BARRIER * len(taken[0]), view.text)
    found: list[Personal] = []
    for find in _FINDERS:
        apart = _apart(find(left), len(left))
        if apart:
            found += (Personal(one.kind, *view.span(one.start, one.end), one.key) for one in apart)
            left = replaced(left, apart, lambda one: BARRIER * (one.end - one.start))
    return tuple(sorted(found, key=lambda one: one.start))


def _apart(found: Iterable[Personal], chars: int) -> list[Personal]:
    """Without those that overlap an earlier one."""
    taken = bytearray(chars)
    apart = []
    for one in found:
        if 1 not in taken[one.start : one.end]:
            taken[one.start : one.end] = b"\1" * (one.end - one.start)
            apart.append(one)
    return sorted(apart, key=lambda one: one.start)
