"""Names of sessions and agents pass the privacy gate too: they are stored beside every memory.

The same name in gives the same name out, in every process, so that a session is found again; a name that was given out
stays what it is. Where something is taken out, a mark made with the vault's key keeps different sessions apart.
"""

from dataclasses import replace

from mcp_memory.engine.domain.limits import MAX_NAME_CHARS, check_names
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.ports.vault import Vault
from mcp_memory.engine.privacy.gate import admit

_LOOKED_AT_CHARS = 10_000


def known(vault: Vault, who: Principal) -> Principal:
    """The principal under names that may be stored. Raises `Invalid` for a session over the limit, and as below."""
    # Cut afterwards: half a key is not known as one.
    agent = admit(who.agent[:_LOOKED_AT_CHARS]).text[:MAX_NAME_CHARS]
    return replace(who, agent=agent, session=session_name(vault, who.user, who.session, "session"))


def session_name(vault: Vault, user: str, name: str, argument: str) -> str:
    """The name a session is stored under. Raises `Invalid`, `RedactionFailed`, and `VaultLocked` without a key."""
    check_names(argument, (name,))
    admitted = admit(name)
    text = admitted.text.strip()
    return f"{text}~{vault.mark(user, name)}" if admitted.redactions else text
