"""Which memories were shown to which sessions of this process: taken down at once, written after the answer.

So that a session's echo of a memory is not stored again, and a denial finds what it denies. A question waits for no
write.
"""

import threading
from dataclasses import dataclass

from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.sessions import Session
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.ports.sessions import Sessions
from mcp_memory.engine.ports.world import Clock

_Key = tuple[str, str]
"""A user and one of their sessions."""


@dataclass(frozen=True, slots=True)
class _Shown:
    sessions: tuple[_Key, ...]
    ids: tuple[str, ...]
    is_recall: bool


class Showing:
    """Safe from many threads at once."""

    def __init__(self, records: Records, sessions: Sessions, clock: Clock) -> None:
        self._records = records
        self._sessions = sessions
        self._clock = clock
        self._lock = threading.Lock()
        self._waiting: list[_Shown] = []
        self._observed: dict[_Key, None] = {}

    def observe(self, session: Session) -> None:
        """This session is observed here, and was the last one."""
        key = (session.user, session.id)
        with self._lock:
            self._observed.pop(key, None)
            self._observed[key] = None

    def observed(self) -> tuple[_Key, ...]:
        """The sessions that were observed here, the last one last."""
        with self._lock:
            return tuple(self._observed)

    def show(self, who: Principal, ids: tuple[str, ...], *, is_recall: bool) -> None:
        """These memories stood in an answer. Standing in a briefing is no recall."""
        with self._lock:
            self._waiting.append(_Shown(self._seen_by(who), ids, is_recall))

    def shown_to(self, who: Principal) -> tuple[str, ...]:
        """Ids of the memories that the principal's session was shown, the latest last; none without a session."""
        if not who.session:
            return ()
        with self._lock:
            waiting = [shown.ids for shown in self._waiting if (who.user, who.session) in shown.sessions]
        noted = self._sessions.recalled_in(who.user, who.session)
        return tuple(dict.fromkeys((*noted, *(memory_id for ids in waiting for memory_id in ids))))

    def note(self) -> None:
        """Write down what was shown until now."""
        with self._lock:
            taken, self._waiting = self._waiting, []
        now = self._clock()
        recalled: dict[str, None] = {}
        for shown in taken:
            recalled |= dict.fromkeys(shown.ids if shown.is_recall else ())
            for user, session in shown.sessions if shown.ids else ():
                self._sessions.note_recalled(user, session, shown.ids, now)
        if recalled:
            self._records.touch(tuple(recalled), now)

    def _seen_by(self, who: Principal) -> tuple[_Key, ...]:
        """The caller's session; if that is never observed here, the user's last one that is, too."""
        own = (who.user, who.session)
        latest = next((key for key in reversed(self._observed) if key[0] == who.user), own)
        return tuple(key for key in dict.fromkeys((own, own if own in self._observed else latest)) if key[1])
