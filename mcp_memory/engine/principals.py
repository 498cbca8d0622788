"""What every part of the façade begins with: the names a principal is stored under, and what it may see."""

from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.parts import Parts
from mcp_memory.engine.privacy.access import reach_of
from mcp_memory.engine.privacy.names import known


class Principals:
    """A part of the façade that is called on somebody's behalf."""

    _parts: Parts

    def _known(self, who: Principal) -> Principal:
        """The principal under the names it is stored with; every verb that notes who asked begins here."""
        return known(self._parts.vault, who)

    def _reach(self, who: Principal) -> Reach:
        """What the principal may see. Where all sessions are granted, its names do not matter."""
        return reach_of(who if self._parts.grants.user_sessions else self._known(who), self._parts.grants)
