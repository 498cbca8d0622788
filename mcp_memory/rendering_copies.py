"""What the command line prints of exports, imports, backups and repairs."""

from collections.abc import Sequence

from rich.text import Text

from mcp_memory.engine.domain.upkeep import Backup, BroughtIn, Exported, Repaired, Restored
from mcp_memory.rendering import BAD, Lines, minute, plain, quiet, taken_out, verdict

_FORMS = {
    "own": "our own export",
    "mcp": "an MCP memory server's file",
    "markdown": "a Markdown list",
    "claude-code": "a transcript",
}


def exported(answer: Exported, place: str) -> Lines:
    """How much was written, and what could not be."""
    links = f" and {answer.links:,} links" if answer.links else ""
    yield Text(plain(f"Wrote {answer.memories:,} memories{links} to {place}."))
    if answer.left_out:
        yield quiet(f"{answer.left_out:,} that no longer count were left out; --format jsonl has everything.")
    for name in answer.unreadable:
        yield Text(plain(f"Cannot be read: {name}; mcp-memory doctor --repair sets it aside"), style=BAD)


def brought_in(answer: BroughtIn) -> Lines:
    """What became of a file."""
    would = "Would bring in" if answer.dry_run else "Brought in"
    links = f" and {answer.links:,} links" if answer.links else ""
    what = f"turns of {answer.sessions:,} sessions" if answer.sessions else f"memories{links}"
    yield Text(f"{would} {answer.added:,} {what} from {_FORMS[answer.form]}.", style="bold")
    if answer.known:
        yield quiet(f"{answer.known:,} were known already.")
    if answer.conflicts:
        yield Text(f"{answer.conflicts:,} are here with something else, and were left as they are.", style=BAD)
    if answer.failed:
        yield Text(f"{answer.failed:,} lines could not be brought in.", style=BAD)
    yield from (Text(plain(f"   line {fault.line}: {fault.reason}")) for fault in answer.faults)
    if answer.failed + answer.conflicts > len(answer.faults):
        yield quiet("   and so on")
    yield from taken_out(answer.redactions)
    if answer.backup:
        yield quiet(f"A backup was made before: {answer.backup}")


def backed_up(answer: Backup) -> Lines:
    """Where a copy is."""
    yield Text(plain(f"Copied the records to {answer.path} ({_size(answer)})."))


def backups(found: Sequence[Backup]) -> Lines:
    """The copies there are, newest first."""
    if not found:
        yield Text("There are no backups yet.")
    for backup in found:
        yield Text(plain(f"{minute(backup.made_at)}  {_size(backup):>10}  {backup.path}"))


def restored(answer: Restored) -> Lines:
    """What stands there now, and where the rest is."""
    yield Text(plain(f"Restored {answer.memories:,} memories from {answer.source}."))
    if answer.set_aside:
        yield quiet(f"What stood there before is at {answer.set_aside}")


def repaired(answer: Repaired) -> Lines:
    """What a repair did, step by step."""
    yield Text("Repaired", style="bold")
    for step in answer.steps:
        yield verdict(passed=step.passed) + Text(plain(f"{step.check}: {step.detail}"))
    if answer.backup:
        yield quiet(f"A backup was made before: {answer.backup}")


def _size(backup: Backup) -> str:
    return f"{backup.size_bytes / 1_048_576:.1f} MB"
