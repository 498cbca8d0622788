"""Our own lines back into the records: ids, history, observations and links just as they were.

What is there already is left alone: equal, it is known; different, it is a conflict.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from mcp_memory.engine.domain.errors import EngineError, StoreFailed
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.limits import check_length
from mcp_memory.engine.domain.memory import Dossier, Link, Memory
from mcp_memory.engine.domain.plain import UNREADABLE
from mcp_memory.engine.domain.vocabulary import Tier
from mcp_memory.engine.portability.own_lines import part_of
from mcp_memory.engine.portability.statements import NumberedLine, reason_of
from mcp_memory.engine.portability.tally import Tally
from mcp_memory.engine.ports.records import Records

BATCH = 100
"""Lines that share a transaction: few enough that others wait less than a tenth of a second."""

_DIFFERENT = "memory {} is here already and is not the same; it was left as it is"
_NOT_YOURS = "it belongs to user {!r} or to a session that cannot be seen here"
_NO_END = "it links a memory that is neither here nor in this file"


@dataclass(frozen=True, slots=True)
class _Numbered:
    """A memory with the line it stands in."""

    line: int
    whole: Dossier


@dataclass(slots=True)
class Restoring:
    """Restores a file. Links wait until all memories are in, so that the order of the lines does not matter."""

    records: Records
    reach: Reach
    tally: Tally
    dry_run: bool
    _waiting: list[_Numbered] = field(default_factory=list)
    _links: list[tuple[int, Link]] = field(default_factory=list)
    _promised: set[str] = field(default_factory=set)

    def restore(self, lines: Iterable[NumberedLine]) -> None:
        """Bring in every line that can be read."""
        for number, line in lines:
            if line.strip():
                self._take(number, line)
        self._store()
        self._store_links()

    def _take(self, number: int, line: str) -> None:
        try:
            part = part_of(line, self.tally.clean)
            if isinstance(part, Dossier):
                check_length(part.memory.content)
        except UNREADABLE as trouble:
            self.tally.fail(number, reason_of(trouble))
            return
        except EngineError as refused:
            self.tally.fail(number, refused.message)
            return
        if isinstance(part, Link):
            self._links.append((number, part))
        elif not self._is_reached(part):
            self.tally.fail(number, _NOT_YOURS.format(part.memory.scope.user))
        else:
            self._waiting.append(_Numbered(number, part))
            if len(self._waiting) == BATCH:
                self._store()

    def _is_reached(self, whole: Dossier) -> bool:
        versions = [side for change in whole.history for side in (change.before, change.after) if side is not None]
        return all(self.reach.covers(memory) for memory in (whole.memory, *versions))

    def _store(self) -> None:
        batch, self._waiting = self._waiting, []
        present = self._rehearse(batch) if self.dry_run else self._adopt(batch)
        for entry in present:
            self._compare(entry)

    def _adopt(self, batch: list[_Numbered]) -> list[_Numbered]:
        """Write what is not there yet; returns the rest."""
        if not batch:
            return []
        present = []
        with self.records.writing() as writing:
            for entry in batch:
                if writing.adopt(entry.whole):
                    self.tally.added += 1
                else:
                    present.append(entry)
        return present

    def _rehearse(self, batch: list[_Numbered]) -> list[_Numbered]:
        """Count what would be written; returns the rest."""
        present = []
        for entry in batch:
            memory_id = entry.whole.memory.id
            if memory_id in self.records.ids_with_prefix(memory_id):
                present.append(entry)
            elif memory_id in self._promised:
                self.tally.conflict(entry.line, f"memory {memory_id} stands in this file before")
            else:
                self.tally.added += 1
                self._promised.add(memory_id)
        return present

    def _compare(self, entry: _Numbered) -> None:
        memory_id = entry.whole.memory.id
        try:
            here = self.records.dossier(memory_id)
        except StoreFailed as damaged:
            self.tally.conflict(entry.line, damaged.message)
            return
        if here is not None and _is_same(here, entry.whole):
            self.tally.known += 1
        else:
            self.tally.conflict(entry.line, _DIFFERENT.format(memory_id))

    def _store_links(self) -> None:
        for start in range(0, len(self._links), BATCH):
            batch = self._links[start : start + BATCH]
            here = {end for _, link in batch for end in link.ends}
            known = {memory.id for memory in self.records.get_many(tuple(here)).values() if self.reach.covers(memory)}
            known |= self._promised
            whole = [link for number, link in batch if self._has_ends(number, link, known)]
            if whole and not self.dry_run:
                with self.records.writing() as writing:
                    for link in whole:
                        writing.link(link)
            self.tally.links += len(whole)

    def _has_ends(self, number: int, link: Link, known: set[str]) -> bool:
        has_ends = known.issuperset(link.ends)
        if not has_ends:
            self.tally.fail(number, _NO_END)
        return has_ends


def _is_same(here: Dossier, there: Dossier) -> bool:
    """Whether the record has not changed since the copy was made. Being recalled, cooled or seen again is no change."""
    return _unmoved(here.memory) == _unmoved(there.memory) and [
        (change.version, change.after.content) for change in here.history
    ] == [(change.version, change.after.content) for change in there.history]


def _unmoved(memory: Memory) -> Memory:
    return replace(memory, recalled_at=None, recall_count=0, tier=Tier.HOT)
