"""From a file into the records: our own lines as they are, foreign ones as new records, conversations as sessions.

It never overwrites: what is there stays as it is. One bad line costs that line and no other. A copy adds no scene.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Protocol, assert_never

from mcp_memory.engine.domain.errors import EngineError, Invalid
from mcp_memory.engine.domain.filters import Reach
from mcp_memory.engine.domain.memory import Memory, Principal
from mcp_memory.engine.domain.requests import Remember
from mcp_memory.engine.domain.upkeep import BringIn, BroughtIn, ImportForm, LineFault
from mcp_memory.engine.portability.own_lines import VERSION, is_header
from mcp_memory.engine.portability.page import MARK
from mcp_memory.engine.portability.replaying import Listener, Replaying
from mcp_memory.engine.portability.restoring import BATCH, Restoring
from mcp_memory.engine.portability.statements import Statement, of_entities, of_list
from mcp_memory.engine.portability.tally import Gate, Progress, Tally
from mcp_memory.engine.portability.transcripts import looks_like_transcript, read_transcript
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.ports.sessions import Sessions
from mcp_memory.engine.text.normalise import duplicate_key

_BYTE_ORDER_MARK = "\ufeff"


class Encoder(Protocol):
    """How a foreign statement becomes a memory."""

    def draft_copy(self, who: Principal, ask: Remember) -> Memory:
        """The memory it would be, of origin import. Raises `Invalid` for what cannot be kept."""

    def keep_copies(self, who: Principal, reach: Reach, drafts: Sequence[Memory]) -> int:
        """Store those that are not known yet, without an observation; returns how many.

        What they contradict of what `reach` covers is marked, and so are they.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Who brings in what."""

    who: Principal
    reach: Reach
    ask: BringIn


@dataclass(frozen=True, slots=True, kw_only=True)
class BringingIn:
    """Reads files, line by line, into the records."""

    records: Records
    encoder: Encoder
    sessions: Sessions
    listener: Listener
    gate: Gate

    def bring_in(self, asked: Asked, lines: Iterable[str], progress: Progress) -> BroughtIn:
        """Bring in what is new. Raises `Invalid` when the file is of no form that can be read."""
        tally = Tally(self.gate, progress)
        numbered = iter(enumerate(lines, start=1))
        number, first = next((entry for entry in numbered if entry[1].strip()), (1, ""))
        first = first.removeprefix(_BYTE_ORDER_MARK)
        form = _form_of(first)
        if asked.ask.form not in {None, form}:
            raise Invalid(f"the file does not look like {asked.ask.form}, but like {form}", argument="form")
        whole = tally.counted(chain([(number, first)], numbered))
        match form:
            case "own":
                next(whole)
                Restoring(self.records, asked.reach, tally, dry_run=asked.ask.dry_run).restore(whole)
            case "mcp":
                self._adopt(asked, of_entities(whole), tally)
            case "markdown":
                self._adopt(asked, of_list(whole), tally)
            case "claude-code":
                self._replaying(asked.ask, tally).replay(asked.who.user, read_transcript(whole))
            case _:
                assert_never(form)
        return tally.told(form, dry_run=asked.ask.dry_run)

    def _replaying(self, ask: BringIn, tally: Tally) -> Replaying:
        return Replaying(
            sessions=self.sessions, listener=self.listener, tally=tally, project=ask.project, dry_run=ask.dry_run
        )

    def _adopt(self, asked: Asked, found: Iterable[Statement | LineFault], tally: Tally) -> None:
        drafts = self._drafts(asked, found, tally)
        promised: set[tuple[str, str]] = set()
        while batch := tuple(islice(drafts, BATCH)):
            if asked.ask.dry_run:
                added = self._promise(batch, promised)
            else:
                added = self.encoder.keep_copies(asked.who, asked.reach, batch)
            tally.added += added
            tally.known += len(batch) - added

    def _drafts(self, asked: Asked, found: Iterable[Statement | LineFault], tally: Tally) -> Iterator[Memory]:
        for item in found:
            if isinstance(item, LineFault):
                tally.fail(item.line, item.reason)
                continue
            ask = Remember(content=item.content, tags=item.tags, project=asked.ask.project, layer=asked.ask.layer)
            try:
                yield self.encoder.draft_copy(asked.who, _clean(ask, tally))
            except EngineError as refused:
                tally.fail(item.line, refused.message)

    def _promise(self, drafts: Sequence[Memory], promised: set[tuple[str, str]]) -> int:
        """How many of these would be stored."""
        before = len(promised)
        for draft in drafts:
            key = duplicate_key(draft.content)
            if not self.records.knows(draft.scope, key):
                promised.add((draft.scope.project, key))
        return len(promised) - before


def _clean(ask: Remember, tally: Tally) -> Remember:
    tags = tuple(tally.clean(tag) for tag in ask.tags)
    return replace(ask, content=tally.clean(ask.content), tags=tags, project=tally.clean(ask.project))


def _form_of(line: str) -> ImportForm:
    """What a file is, by its first line. Raises `Invalid` for what is none of ours to read."""
    if line.startswith(MARK):
        raise Invalid("that page was made for people and holds less than was stored; import the JSONL", argument="file")
    if not line.lstrip().startswith("{"):
        return "markdown"
    try:
        fields = json.loads(line)
    except ValueError:
        fields = {}
    if is_header(fields):
        if fields.get("version") != VERSION:
            raise Invalid("it was written by a newer version of mcp-memory; upgrade this program", argument="file")
        return "own"
    if fields.get("type") in {"entity", "relation"}:
        return "mcp"
    if looks_like_transcript(fields):
        return "claude-code"
    raise Invalid("its first line is no header of ours, no entity or relation, and no transcript's", argument="file")
