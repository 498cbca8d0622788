"""What the command line prints: engine answers as lines of text, most important first.

Memory text is foreign text: it passes `plain`, so that it can neither move the cursor nor pose as markup. Nothing is
decided, looked up or translated here.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import assert_never

from rich.text import Text

from mcp_memory.engine.domain.answers import (
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
from mcp_memory.engine.domain.memory import Change, Dossier, Link, Memory
from mcp_memory.engine.domain.vocabulary import Status
from mcp_memory.engine.ports.vault import Reveal
from mcp_memory.engine.text.counting import cut_chars
from mcp_memory.settings import Shown

Lines = Iterator[Text]

QUIET = "dim"
GOOD = "green"
BAD = "bold red"
_KEPT = "\n\u200d"
"""Line ends, and the joiner that emoji are made with."""
_LINE_CHARS = 200
_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def plain(text: str) -> str:
    """Take out what a terminal would obey or hide: escape sequences, carriage returns, direction marks, surrogates."""
    return "".join(char for char in text.replace("\t", "    ") if char in _KEPT or not _is_hidden(char))


def _is_hidden(char: str) -> bool:
    return unicodedata.category(char) in _UNPRINTABLE


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
            yield _headline("Remembered", memory)
            if note:
                yield quiet(note)
        case SeenAgain(memory, observations):
            yield _headline(f"Known already, seen in {_count(observations, 'scene')}", memory)
        case Pending(memory):
            yield _headline("Kept, waiting for a person's word", memory)
        case Conflict(memory, others, reason):
            yield _headline("Kept, but it contradicts what is known", memory)
            yield quiet(f"{reason}; see `mcp-memory review`")
            yield from (Text(plain(f"  {other.id}  {other.content}")) for other in others)
        case NewVersion(memory, replaced, reason):
            yield _headline("Remembered as a new version", memory)
            yield quiet(f"{reason}; kept as superseded: {', '.join(other.id for other in replaced)}")
        case _:
            assert_never(answer.outcome)
    yield from taken_out(answer.redactions)
    yield from (quiet(note) for note in answer.notes)


def recalled(answer: Recalled, *, explain: bool) -> Lines:
    """The memories found, best first, and what was searched; with `explain`, every factor and stage time."""
    if not answer.found:
        yield Text("Nothing relevant.")
    elif all(found.weak for found in answer.found):
        yield Text("Nothing clearly relevant; the nearest is:")
    for number, found in enumerate(answer.found, start=1):
        yield Text.assemble((f"{number}. ", "bold"), plain(found.text))
        yield quiet(f"   {_facts(found)}")
        if explain:
            yield from _factors(found)
    searched = answer.searched
    if answer.left_out:
        yield quiet(f"{answer.left_out} more did not fit; raise --max-tokens or --limit.")
    outside = f"; {_count(searched.outside_scope, 'memory')} outside it" if searched.outside_scope else ""
    yield quiet(f"Searched {_range(searched.scope)} by {' and '.join(searched.legs)}{outside}.")
    if searched.degraded:
        yield Text(plain(searched.degraded), style="yellow")
    if explain:
        yield quiet(f'Asked as "{searched.question}"; tiers: {", ".join(searched.tiers)}.')
        yield quiet(f"Milliseconds: {_stages(answer.stages)}")


def briefing(answer: Briefing) -> Lines:
    """The start of a task."""
    yield Text(f"Briefing: {plain(_range(answer.scope))}", style="bold")
    sections = (
        ("Standing", answer.standing),
        ("Said once, not yet a rule", answer.said_once),
        ("Procedures", answer.procedures),
        ("Open", answer.open_tasks),
        ("Last session", answer.last_session),
    )
    for title, memories in sections:
        if memories:
            yield Text(title, style="bold")
            yield from (_dated(memory) for memory in memories)
    if not any(memories for _, memories in sections):
        yield Text("Nothing is remembered here yet.")
    if answer.left_out:
        yield quiet(f"{answer.left_out} more did not fit.")
    if answer.waiting:
        yield quiet(f"{_count(answer.waiting, 'memory')} waiting for a person's word.")


def listed(page: Listed, *, offset: int) -> Lines:
    """One page of memories, and where it stands in the whole."""
    for memory in page.memories:
        yield _dated(memory)
        yield quiet(f"   {_state(memory)}")
    if not page.memories:
        yield Text("No memories here.")
        return
    yield quiet(f"{offset + 1} to {offset + len(page.memories)} of {page.total}.")


def dossier(file: Dossier) -> Lines:
    """Everything known about one memory."""
    memory = file.memory
    yield Text(plain(memory.content))
    yield quiet(_state(memory))
    rows = {
        "event": f"{memory.event_type}, {_moment(memory.occurred_at)}",
        "said as": memory.when_said,
        "stored": _moment(memory.stored_at),
        "valid until": _through(memory.valid_until) if memory.valid_until else "",
        "recalled": _recalls(memory),
        "vouched by": _origin(memory),
        "tags": ", ".join(memory.tags),
        "importance": f"{memory.importance:.2f}, confidence {memory.confidence:.2f}",
    }
    yield from (_row(name, value) for name, value in rows.items() if value)
    yield Text("History", style="bold")
    for change in file.history:
        yield from _change(change)
    yield from _section("Seen", (f"{_moment(seen.at)} in {_scene(seen.scene)}" for seen in file.observations))
    yield from _section("Links", (_link(link, memory.id) for link in file.links))


def corrected(answer: Corrected) -> Lines:
    """The new state of a memory, and what now waits for a look."""
    yield _headline(f"Now version {answer.memory.version}", answer.memory)
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
    yield from (_headline(said, memory) for memory in answer.done)
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
        yield Text(plain(f"{_moment(note.at)}  {note.placeholder} to {note.agent}{session}"))
    if not notes:
        yield Text("Nothing was revealed so far.")


def status(state: EngineStatus) -> Lines:
    """Counts and states of the data folder."""
    yield Text(f"Memories of {plain(state.user)} in {plain(state.data_folder)}", style="bold")
    for (layer, standing), count in sorted(state.counts.items()):
        yield _row(f"{layer} {standing}", f"{count:,}")
    yield _row("last stored", _moment(state.last_stored_at) if state.last_stored_at else "never")
    queue = state.queue
    embedded = f"{queue.total - queue.waiting - queue.parked:,} of {queue.total:,}"
    yield _row("embedding", f"{embedded} done, {queue.waiting:,} waiting, {queue.parked:,} parked")
    yield _row("model", state.model)
    yield _row(
        "size", f"{state.size_bytes / 1_048_576:.1f} MB, revision {state.revision}, schema {state.schema_version}"
    )
    for job in state.jobs:
        yield _row(job.name, f"{job.last.outcome} {_moment(job.last.started_at)}" if job.last else "has not run yet")


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


def _headline(said: str, memory: Memory) -> Text:
    return Text.assemble((said, "bold"), f": {_one_line(memory)}\n", quiet(f"   {_state(memory)}"))


def _dated(memory: Memory) -> Text:
    return Text.assemble((f"{_day(memory.occurred_at)}  ", QUIET), _one_line(memory))


def _one_line(memory: Memory) -> str:
    return cut_chars(" ".join(plain(memory.content).split()), _LINE_CHARS)


def _range(project: str) -> str:
    return f"project {project} and what is global" if project else "all projects"


def _state(memory: Memory) -> str:
    project = f"project {memory.scope.project}" if memory.scope.project else "global"
    return " · ".join((memory.id, memory.layer, memory.status, project, *sorted(memory.marks)))


def _facts(found: Found) -> str:
    memory = found.memory
    excerpt = f"excerpt of {found.full_chars:,} characters" if found.full_chars > len(found.text) else ""
    why = ", ".join(found.why) + (" (weak)" if found.weak else "")
    status = "" if memory.status is Status.ACTIVE else memory.status
    parts = (memory.id, status, memory.layer, _day(memory.occurred_at), why, *sorted(memory.marks), excerpt)
    return " · ".join(part for part in parts if part)


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


def _stages(stages: Mapping[str, float]) -> str:
    return ", ".join(f"{stage} {milliseconds:.1f}" for stage, milliseconds in stages.items())


def _change(change: Change) -> Lines:
    reason = f": {change.reason}" if change.reason else ""
    yield Text(plain(f"   {_moment(change.at)}  version {change.version}  {change.verb} by {change.actor}{reason}"))
    if change.before is not None and change.before.content != change.after.content:
        yield quiet(f"      was: {change.before.content}")


def _section(title: str, lines: Iterable[str]) -> Lines:
    rows = [Text(plain(f"   {line}")) for line in lines]
    if rows:
        yield Text(title, style="bold")
        yield from rows


def _link(link: Link, shown_id: str) -> str:
    return f"{link.kind} {link.target}" if link.source == shown_id else f"{link.source} {link.kind} this"


def _origin(memory: Memory) -> str:
    session = f", session {memory.origin.session}" if memory.origin.session else ""
    return f"{memory.origin.kind} through {memory.origin.agent}{session}"


def _recalls(memory: Memory) -> str:
    if memory.recalled_at is None:
        return ""
    return f"{_count(memory.recall_count, 'time')}, last {_moment(memory.recalled_at)}"


def _scene(scene: str) -> str:
    return "an unknown session" if scene == "unknown" else f"session {scene}"


def _row(name: str, value: str) -> Text:
    return Text.assemble((f"   {name:<22}", QUIET), plain(value))


def _count(number: int, noun: str) -> str:
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def _through(end: datetime) -> str:
    """The last whole day something holds, or the day with its time."""
    here = end.astimezone()
    return _day(end - timedelta(seconds=1)) if here.time() == time() else _moment(end)


def _day(moment: datetime) -> str:
    return moment.astimezone().strftime("%Y-%m-%d")


def _moment(moment: datetime) -> str:
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")
