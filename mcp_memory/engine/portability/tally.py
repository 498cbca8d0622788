"""Counts what becomes of a file while it is brought in, and passes every text through the privacy gate."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from mcp_memory.engine.domain.answers import Redaction
from mcp_memory.engine.domain.upkeep import BroughtIn, ImportForm, LineFault
from mcp_memory.engine.portability.statements import NumberedLine
from mcp_memory.engine.privacy.gate import Admitted

Progress = Callable[[int], object]
"""Told the number of lines read so far, now and then."""

Gate = Callable[[str], Admitted]
"""The privacy gate: a text fit to be kept, and what was taken out of it."""

_TOLD_FAULTS = 100
_PROGRESS_LINES = 100
_REMEMBERED_TEXTS = 1_000


@dataclass(slots=True)
class Tally:
    """What became of the lines so far."""

    gate: Gate
    progress: Progress
    added: int = 0
    sessions: int = 0
    links: int = 0
    known: int = 0
    conflicts: int = 0
    failed: int = 0
    _faults: list[LineFault] = field(default_factory=list)
    _taken: Counter[str] = field(default_factory=Counter)
    _cleaned: dict[str, str] = field(default_factory=dict)

    def counted(self, lines: Iterable[NumberedLine]) -> Iterator[NumberedLine]:
        """The same lines, telling now and then how many they were."""
        number = 0
        for number, line in lines:
            if number % _PROGRESS_LINES == 0:
                self.progress(number)
            yield number, line
        self.progress(number)

    def clean(self, text: str) -> str:
        """The text as the gate lets it pass. A history repeats its texts, so the last ones are remembered."""
        if text not in self._cleaned:
            admitted = self.gate(text)
            self._taken.update({redaction.kind: redaction.count for redaction in admitted.redactions})
            if len(self._cleaned) >= _REMEMBERED_TEXTS:
                self._cleaned.clear()
            self._cleaned[text] = admitted.text
        return self._cleaned[text]

    def fail(self, line: int, reason: str) -> None:
        """One line could not be brought in."""
        self.failed += 1
        self._tell(LineFault(line, reason))

    def conflict(self, line: int, reason: str) -> None:
        """One line says something else than what is there."""
        self.conflicts += 1
        self._tell(LineFault(line, reason))

    def told(self, form: ImportForm, *, dry_run: bool) -> BroughtIn:
        """The answer."""
        return BroughtIn(
            form=form,
            added=self.added,
            sessions=self.sessions,
            links=self.links,
            known=self.known,
            conflicts=self.conflicts,
            failed=self.failed,
            faults=tuple(self._faults),
            redactions=tuple(Redaction(kind, count) for kind, count in self._taken.items()),
            dry_run=dry_run,
        )

    def _tell(self, fault: LineFault) -> None:
        if len(self._faults) < _TOLD_FAULTS:
            self._faults.append(fault)
