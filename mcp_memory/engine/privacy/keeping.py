"""Where personal data goes that the gate takes out: into the vault from what is stored, nowhere from what asks."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from mcp_memory.engine.ports.vault import Valuable, Vault
from mcp_memory.engine.privacy.placeholders import PLACEHOLDER, unnumbered

Name = Callable[[Valuable], str]
"""Says what is to stand in the text for personal data that was found in it."""


def nameless(valuable: Valuable) -> str:
    """What stands for it where there is no vault."""
    return unnumbered(valuable.kind)


@contextmanager
def keeping(vault: Vault, user: str) -> Iterator[Name]:
    """For texts that are to be stored inside the block: values are durable before, and held once it has ended."""
    held: list[tuple[str, Valuable]] = []

    def name(valuable: Valuable) -> str:
        placeholder = vault.placeholder(user, valuable)
        held.append((placeholder, valuable))
        return placeholder

    yield name
    if held:
        vault.hold(user, held)


def asking(vault: Vault, user: str) -> Name:
    """For texts that only ask: a value that was kept before is found by its placeholder, and no new one is kept."""
    return lambda valuable: vault.known(user, valuable) or unnumbered(valuable.kind)


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with values in the place of their placeholders; those without one stay."""
    return PLACEHOLDER.sub(lambda found: values.get(found[0], found[0]), text)


def as_placeholder(asked: str) -> str:
    """`phone:1` for a person who leaves the brackets out; anything else as it is."""
    bare = asked.strip()
    return f"[{bare}]" if re.fullmatch(r"[a-z-]+:[0-9]+", bare) else asked
