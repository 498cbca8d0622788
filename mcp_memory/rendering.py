"""What the command line prints: engine answers as lines of text, most important first.

Memory text is foreign text: it passes `plain`, so that it can neither move the cursor nor pose as markup. Nothing is
decided, looked up or translated here.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, time, timedelta
from typing import assert_never

from rich.text import Text

from mcp_memory.engine.domain.answers import (
    BRIEFING_SECTIONS,
    Briefing,
    Conflict,
    Corrected,
    EngineStatus,
    Finding,
    Forgotten,
    Found,
    Listed,
    NewVersion,
    Pending,
    Recalled,
    Redaction,
    Remembered,
    Revealed,
    SeenAgain,
    Stored,
)
from mcp_memory.engine.domain.memory import Memory, Origin, Procedure
from mcp_memory.engine.domain.promotion import GateReport
from mcp_memory.engine.domain.review import WAITING_MARKS
from mcp_memory.engine.domain.vocabulary import Mark, OriginKind, Status
from mcp_memory.engine.ports.vault import Reveal
from mcp_memory.engine.text.counting import cut_chars
from mcp_memory.settings import Shown

Lines = Iterator[Text]

QUIET = "dim"
DOUBT = "yellow"
GOOD = "green"
BAD = "bold red"
_KEPT = "\n\u200d"
"""Line ends, and the joiner that emoji are made with."""
_LINE_CHARS = 200
_STATUSES = {Status.OVERTURNED: "overturned by the user"}
_MARKS = {
    Mark.CONFLICTED: "conflicted",
    Mark.POSSIBLY_OUTDATED: "possibly outdated",
    Mark.DENIED: "denied by the user",
    Mark.EXPIRED: "expired",
    Mark.PINNED: "pinned",
    Mark.SENSITIVE: "sensitive",
}
_ORIGINS = {
    OriginKind.PERSON: "a person",
    OriginKind.ASSERTED: "a person, as asserted by an agent,",
    OriginKind.AGENT: "an agent",
    OriginKind.IMPORT: "an import",
}
_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def plain(text: str) -> str:
    """Take out what a terminal would obey or hide: escape sequences, carriage returns, direction marks, surrogates."""
    spaced = text.replace("\t", "    ")
    return "".join(char for char in spaced if char in _KEPT or unicodedata.category(char) not in _UNPRINTABLE)


def quiet(text: str) -> Text:
    """A line that may be overlooked."""
    return Text(plain(text), style=QUIET)


def verdict(*, passed: bool) -> Text:
    """A tick or a cross."""
    return Text("✓ ", style=GOOD) if passed else Text("✗ ", style=BAD)


def remembered(answer: Remembered) -> Lines:
    """What became of a statement."""
    match answer.outcome:
        case Stored(memory, note):
            yield headline("Remembered", memory)
            if note:
                yield quiet(note)
        case SeenAgain(memory, observations):
            yield headline(f"Known already, seen in {counted(observations, 'scene')}", memory)
        case Pending(memory):
            yield headline("Kept, waiting for a person's word", memory)
        case Conflict(memory, others, reason):
            yield headline("Kept, but it contradicts what is known", memory)
            yield quiet(f"{reason}; see `mcp-memory review`")
            yield from (Text(f"   {other.id}  {one_line(other)}") for other in others)
        case NewVersion(memory, replaced, reason):
            yield headline("Remembered as a new version", memory)
            yield quiet(f"{reason}; kept as superseded: {', '.join(other.id for other in replaced)}")
        case _:
            assert_never(answer.outcome)
    yield from taken_out(answer.redactions)
    yield from (quiet(note) for note in answer.notes)


def recalled(answer: Recalled, *, explain: bool) -> Lines:
    """The memories found, best first, and what was searched; with `explain`, every factor and stage time."""
    yield from _hits(answer, explain=explain)
    searched = answer.searched
    if answer.left_out:
        yield quiet(f"{answer.left_out} more did not fit; raise --max-tokens or --limit.")
    outside = f"; {counted(searched.outside_scope, 'memory')} outside it" if searched.outside_scope else ""
    yield quiet(f"Searched {_range(searched.scope)} by {' and '.join(searched.legs)}{outside}.")
    yield from _spelling(searched.scope, searched.other_spelling)
    if searched.degraded:
        yield Text(plain(searched.degraded), style="yellow")
    if explain:
        yield quiet(f'Asked as "{searched.question}"; tiers: {", ".join(searched.tiers)}.')
        stages = ", ".join(f"{stage} {milliseconds:.1f}" for stage, milliseconds in answer.stages.items())
        yield quiet(f"Milliseconds: {stages}")


def briefing(answer: Briefing) -> Lines:
    """The start of a task."""
    yield Text(f"Briefing: {plain(_range(answer.scope))}", style="bold")
    yield from _spelling(answer.scope, answer.other_spelling)
    for section, memories in answer.sections.items():
        if memories:
            yield Text(BRIEFING_SECTIONS[section], style="bold")
            yield from (dated(memory) for memory in memories)
    if not answer.memories:
        yield Text("Nothing is remembered here yet.")
    if answer.left_out:
        yield quiet(f"{answer.left_out} more did not fit.")
    if answer.waiting:
        yield quiet(
            f"{counted(answer.waiting, 'question')} waiting for a person's word. `mcp-memory review` goes through them."
        )


def listed(page: Listed, *, offset: int) -> Lines:
    """One page of memories, and where it stands in the whole."""
    for memory in page.memories:
        yield dated(memory)
        yield Text("   ") + standing(memory)
    if not page.memories:
        yield Text("No memories here.")
        return
    yield quiet(f"{offset + 1} to {offset + len(page.memories)} of {page.total}.")


def corrected(answer: Corrected, before: Memory) -> Lines:
    """The new state of a memory, what now waits for a look, and when it counts no more than it did."""
    memory = answer.memory
    said = "Now" if memory.version != before.version else "Nothing changed, still"
    yield headline(f"{said} version {memory.version}", memory)
    if memory.status is before.status is Status.OVERTURNED:
        yield quiet("It was overturned before and is not recalled; --verdict confirmed makes it count again.")
    yield from taken_out(answer.redactions)
    if answer.for_review:
        yield quiet(f"Derived from it, now up for review: {', '.join(answer.for_review)}")


def taken_out(redactions: Iterable[Redaction]) -> Lines:
    """What the privacy gate took out."""
    for redaction in redactions:
        yield Text(f"Taken out before storing: {redaction.kind} ×{redaction.count}", style="yellow")


_FORGOTTEN = {"archive": "Archived", "restore": "Restored", "purge": "Erased for good"}
_PREVIEW = {"archive": "Would be archived", "restore": "Would be restored", "purge": "Would be erased for good"}


def forgotten(answer: Forgotten) -> Lines:
    """What was forgotten or would be, and what was not found."""
    said = (_PREVIEW if answer.preview else _FORGOTTEN)[answer.mode]
    yield from (headline(said, memory) for memory in answer.done)
    if not answer.done:
        yield Text("Nothing was touched." if not answer.preview else "Nothing matches.")
        if answer.note:
            yield quiet(f"{answer.note[0].upper()}{answer.note[1:]}.")
    if answer.bytes_left:
        yield quiet("Some bytes remain in the log until other processes let go of it; the next start finishes it.")
    if answer.preview and answer.done and answer.mode != "purge":
        yield quiet("Nothing was touched; add --yes to do it.")
    yield from (Text(f"Not found: {plain(missing)}", style=BAD) for missing in answer.not_found)
    yield from (quiet(f"A copy may remain in {place}") for place in answer.leftovers)


def revealed(answer: Revealed) -> Lines:
    """A text with the personal data it mentions, and what is not kept."""
    if answer.values:
        yield Text(plain(answer.text))
    elif not answer.unknown:
        yield Text("No personal data is kept for this memory.")
    yield from (Text(f"Nothing is kept for {unknown}", style=BAD) for unknown in answer.unknown)


def reveals(notes: Sequence[Reveal]) -> Lines:
    """Who was given which personal data, latest first."""
    for note in notes:
        session = f", session {note.session}" if note.session else ""
        yield Text(plain(f"{minute(note.at)}  {note.placeholder} to {note.agent}{session}"))
    if not notes:
        yield Text("Nothing was revealed so far.")


def status(state: EngineStatus) -> Lines:
    """Counts and states of the data folder."""
    yield Text(f"Memories of {plain(state.user)} in {plain(state.data_folder)}", style="bold")
    for (layer, standing), count in sorted(state.counts.items()):
        yield row(f"{layer} {standing}", f"{count:,}")
    yield row("last stored", minute(state.last_stored_at) if state.last_stored_at else "never")
    queue = state.queue
    embedded = f"{queue.total - queue.waiting - queue.parked:,} of {queue.total:,}"
    yield row("embedding", f"{embedded} done, {queue.waiting:,} waiting, {queue.parked:,} parked")
    yield row("model", state.model)
    yield row(
        "size", f"{state.size_bytes / 1_048_576:.1f} MB, revision {state.revision}, schema {state.schema_version}"
    )
    for job in state.jobs:
        yield row(job.name, f"{job.last.outcome} {minute(job.last.started_at)}" if job.last else "has not run yet")


def diagnosis(findings: Sequence[Finding], settings: Sequence[Shown], warnings: Sequence[str]) -> Lines:
    """The doctor's checks, then the settings and where each came from."""
    for finding in findings:
        yield verdict(passed=finding.passed) + Text(plain(f"{finding.check}: {finding.detail}"))
    yield from (Text(f"! {plain(warning)}", style="yellow") for warning in warnings)
    if settings:
        yield Text("Settings", style="bold")
    width = max((len(setting.name) for setting in settings), default=0)
    for setting in settings:
        yield Text(f"   {setting.name:<{width}}  {plain(setting.value) or 'none'}  ") + quiet(f"({setting.source})")


def headline(said: str, memory: Memory) -> Text:
    """What became of a memory, its text on one line, and its state on the next."""
    return Text.assemble((said, "bold"), f": {one_line(memory)}\n   ", standing(memory))


def dated(memory: Memory) -> Text:
    """The day of its event and its text on one line."""
    return Text.assemble((f"{day(memory.occurred_at)}  ", QUIET), one_line(memory))


def one_line(memory: Memory) -> str:
    """The text of a memory on one line, cut; a procedure is told by its title and how many steps it has."""
    content = plain(memory.content).strip()
    title, _, rest = content.partition("\n")
    if isinstance(memory.details, Procedure) and rest:
        return f"{cut_chars(title.strip(), _LINE_CHARS)} ({counted(len(memory.details.steps), 'step')})"
    return short(content)


def short(text: str) -> str:
    """Foreign text on one line, cut."""
    return cut_chars(" ".join(plain(text).split()), _LINE_CHARS)


def _spelling(project: str, other: str) -> Lines:
    """That another spelling of the project has memories, where this one has none."""
    if other:
        yield Text(plain(f"Project {project} has no memories; did you mean {other}?"), style="yellow")


def _range(project: str) -> str:
    return f"project {project} and what is global" if project else "all projects"


def standing(memory: Memory) -> Text:
    """Its id, and how it stands: layer, status, project, marks."""
    project = f"project {memory.scope.project}" if memory.scope.project else "global"
    lead = " · ".join((memory.id, memory.layer, _STATUSES.get(memory.status, memory.status), project))
    return quiet(lead) + marked(memory)


def marked(memory: Memory) -> Text:
    """The marks of a memory, each after a dot; those that wait for a decision in colour."""
    marks = ((_MARKS[mark], DOUBT if mark in WAITING_MARKS else QUIET) for mark in sorted(memory.marks))
    return Text.assemble(*(part for mark in marks for part in ((" · ", QUIET), mark)))


def origin(vouching: Origin) -> str:
    """Who vouches, through which agent, in which session."""
    session = f", session {vouching.session}" if vouching.session else ""
    return f"{_ORIGINS[vouching.kind]} through {vouching.agent}{session}"


def _hits(answer: Recalled, *, explain: bool) -> Lines:
    if not answer.found:
        yield Text("Nothing relevant.")
    elif all(found.weak for found in answer.found):
        yield Text("Nothing clearly relevant; the nearest is:")
    for number, found in enumerate(answer.found, start=1):
        yield Text.assemble((f"{number}. ", "bold"), indented(found.text))
        yield Text("   ") + _facts(found)
        if explain:
            yield from _factors(found)
    if any(found.memory.marks & WAITING_MARKS for found in answer.found):
        yield quiet("What is marked waits for a person; see `mcp-memory review`.")


def _facts(found: Found) -> Text:
    memory = found.memory
    excerpt = f"excerpt of {found.full_chars:,} characters" if found.full_chars > len(found.text) else ""
    why = ", ".join(found.why) + (" (weak)" if found.weak else "")
    status = "" if memory.status is Status.ACTIVE else _STATUSES.get(memory.status, memory.status)
    parts = (memory.id, status, memory.layer, day(memory.occurred_at), why, excerpt)
    return quiet(" · ".join(part for part in parts if part)) + marked(memory)


def _factors(found: Found) -> Lines:
    factors = found.factors
    cosine = "no vector yet" if factors.cosine is None else f"cosine {factors.cosine:.3f}"
    yield quiet(
        f"   {cosine}, words {factors.words:.2f} covering {factors.coverage:.0%} → relevance {factors.relevance:.3f}"
    )
    yield quiet(
        f"   score {factors.score:.4f}: retention {factors.retention:.3f}, importance {factors.importance:.3f}, "
        f"confidence {factors.confidence:.3f}, state {factors.state:.3f}"
    )


def indented(text: str) -> str:
    """Foreign text whose further lines stand below the first, so that its own numbers pose as none of ours."""
    return plain(text).replace("\n", "\n   ")


def section(title: str, lines: Iterable[str]) -> Lines:
    """A heading and its lines; nothing without any."""
    rows = [Text(f"   {indented(line)}") for line in lines]
    if rows:
        yield Text(title, style="bold")
        yield from rows


def gates(report: GateReport) -> Lines:
    """Each gate that a promotion had to pass, and why it did or did not."""
    for result in report.results:
        yield Text("   ") + verdict(passed=result.passed) + Text(plain(f"{result.gate}: {result.reason}"))


def row(name: str, value: str) -> Text:
    """One fact of a table: what it is, and what it says."""
    return Text.assemble((f"   {name:<22}", QUIET), plain(value))


def counted(number: int, noun: str) -> str:
    """A number of things, in words that agree with it."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def through(end: datetime) -> str:
    """The last whole day something holds, or the day with its time."""
    here = end.astimezone()
    return day(end - timedelta(seconds=1)) if here.time() == time() else minute(end)


def day(moment: datetime) -> str:
    """A date in the zone of this machine."""
    return moment.astimezone().strftime("%Y-%m-%d")


def minute(moment: datetime) -> str:
    """A date and time in the zone of this machine."""
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")
