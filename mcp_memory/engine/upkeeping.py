"""The part of the façade that keeps the house: checks, copies, what leaves and comes in, repairs."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from mcp_memory.engine.domain.answers import Finding
from mcp_memory.engine.domain.errors import ModelUnavailable, Unavailable
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.stats import Stats
from mcp_memory.engine.domain.upkeep import Backup, BringIn, BroughtIn, Exported, ExportForm, Repaired
from mcp_memory.engine.encoding.adopt import Adopting
from mcp_memory.engine.jobs import Jobs
from mcp_memory.engine.lifecycle.review import Reviewing
from mcp_memory.engine.portability.bring_in import BringingIn
from mcp_memory.engine.portability.export import Write, export
from mcp_memory.engine.portability.tally import Progress, Tally
from mcp_memory.engine.ports.reasoner import REASONER
from mcp_memory.engine.principals import Principals
from mcp_memory.engine.privacy.gate import admit
from mcp_memory.engine.privacy.keeping import asking, keeping
from mcp_memory.engine.working.observing import Observing


class Upkeeping(Principals):
    """What a person asks of the data folder as a whole."""

    _jobs: Jobs
    _adopting: Adopting
    _observing: Observing
    _reviewing: Reviewing

    def diagnose(self) -> tuple[Finding, ...]:
        """Check the records, the index against them, the queue and the model. What cannot be read is a finding too."""
        checks: dict[str, Callable[[], Finding]] = {
            "index": self._check_index,
            "queue": self._check_queue,
            "vault": self._parts.vault.check,
            "model": self._check_model,
            "reasoner": self._check_reasoner,
            **{f"follower {n}": follower.check for n, follower in enumerate(self._parts.followers, 1)},
            "jobs": self._jobs.check,
            "sizes": self._sizes,
        }
        return (*self._parts.records.check(), *(_told(name, check) for name, check in checks.items()))

    def stats(self, who: Principal) -> Stats:
        """What the principal may see, in numbers; among them the most recalled memories themselves."""
        reach = self._reach(who)
        waiting = {kind.value: count for kind, count in self._reviewing.counts(reach).items()}
        return replace(self._parts.records.stats(reach, self._parts.clock()), waiting=waiting)

    def export(self, who: Principal, form: ExportForm, write: Write) -> Exported:
        """Write all that the principal may see, a line at a time: everything as JSONL, or a page for people."""
        return export(self._parts.records, self._reach(who), form, write)

    def bring_in(
        self, who: Principal, ask: BringIn, lines: Iterable[str], progress: Progress = lambda _: None
    ) -> BroughtIn:
        """Bring in the lines of a file, after a backup. Raises `Invalid` for a file of no form that can be read."""
        who = self._known(who)
        backup = "" if ask.dry_run or not self._parts.records.revision() else self.back_up().path
        with keeping(self._parts.vault, who.user) as name:
            gate = partial(admit, name=asking(self._parts.vault, who.user) if ask.dry_run else name)
            bringing = BringingIn(
                records=self._parts.records,
                encoder=self._adopting,
                sessions=self._parts.sessions,
                listener=self._observing,
                who=who,
                reach=self._reach(who),
                ask=ask,
                tally=Tally(gate, progress),
            )
            answer = bringing.bring_in(lines)
        return replace(answer, backup=backup)

    def back_up(self, to: Path | None = None) -> Backup:
        """Copy the records into the folder of backups, or to a new file. Raises `Invalid` when that file exists."""
        return self._parts.records.back_up(self._parts.clock(), to)

    def repair(self) -> Repaired:
        """Set damaged rows aside, after a backup; derive anew what follows from the memories; the index too."""
        records = self._parts.records
        backup = self.back_up().path if records.has_damage() else ""
        steps = records.repair(self._parts.embedder.card, self._parts.clock())
        rows = self._parts.index.rebuild()
        return Repaired((*steps, Finding("index", passed=True, detail=f"{rows} rows were built again")), backup)

    def warm(self, *, fetch: bool = True) -> None:
        """Load what the first question would wait for. Raises `ModelUnavailable`; words answer all the same.

        With `fetch`, which is for the background, a model that is not on this machine is downloaded; that takes minutes
        and many calls.
        """
        self._parts.index.size()
        if fetch:
            self._parts.fetch_model()
        self._parts.embedder.load()

    def _check_index(self) -> Finding:
        rows, chunks = self._parts.index.size(), self._parts.records.chunk_count()
        return Finding(
            "index",
            rows == chunks,
            f"{rows} rows for {chunks} chunks{'' if rows == chunks else '; run doctor --repair'}",
        )

    def _check_reasoner(self) -> Finding:
        """Whether the language model that reads answered when any process last asked it."""
        reasoner = self._parts.reasoner
        if not reasoner.understands:
            return Finding(REASONER, passed=True, detail=f"{reasoner.name} read by themselves, no model is asked")
        last = next((run for run in self._parts.jobs.job_runs() if run.name == REASONER), None)
        if last is None:
            return Finding(REASONER, passed=True, detail=f"{reasoner.name} has not been asked yet")
        if last.passed:
            return Finding(REASONER, passed=True, detail=f"{reasoner.name} answered when it was last asked")
        return Finding(
            REASONER,
            passed=False,
            detail=f"{reasoner.name} has not answered since {last.started_at:%Y-%m-%d %H:%M} UTC: {last.reason}. "
            "Rules read instead. Check its key and the way to its address, or set reasoner to rules",
        )

    def _check_queue(self) -> Finding:
        queue = self._parts.queue.state(self._parts.embedder.card.space)
        reasons = f" ({'; '.join(queue.reasons)})" if queue.reasons else ""
        return Finding("queue", queue.parked == 0, f"{queue.waiting} waiting, {queue.parked} parked{reasons}")

    def _sizes(self) -> Finding:
        records = self._parts.records
        size, quarantined, backups = records.facts("").size_bytes, records.quarantined(), records.backups()
        kept = f"{len(backups)} backups of {_megabytes(sum(backup.size_bytes for backup in backups))}"
        newest = f", the newest of {backups[0].made_at:%Y-%m-%d}" if backups else ""
        aside = f"; {quarantined} damaged rows set aside" if quarantined else ""
        return Finding("sizes", passed=True, detail=f"records {_megabytes(size)}; {kept}{newest}{aside}")

    def _check_model(self) -> Finding:
        try:
            self._parts.embedder.load()
        except ModelUnavailable as unavailable:
            return Finding("model", passed=False, detail=unavailable.message)
        return Finding("model", passed=True, detail=self._parts.embedder.card.space)


def _told(name: str, check: Callable[[], Finding]) -> Finding:
    try:
        return check()
    except Unavailable as failed:
        return Finding(name, passed=False, detail=failed.message)


def _megabytes(size_bytes: int) -> str:
    return f"{size_bytes / 1_048_576:.1f} MB"
