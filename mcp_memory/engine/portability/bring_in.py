"""From a file into the records: our own lines as they are, foreign ones as new records, conversations as sessions.

It never overwrites: what is there stays as it is. One bad line costs that line and no other. A copy adds no scene.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
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
from mcp_memory.engine.portability.tally import Tally
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
class BringingIn:
    """Reads one file, line by line, into the records. `tally` is that of this file."""

    records: Records
    encoder: Encoder
    sessions: Sessions
    listener: Listener
    who: Principal
    reach: Reach
    ask: BringIn
    tally: Tally

    def bring_in(self, lines: Iterable[str]) -> BroughtIn:
        """Bring in what is new. Raises `Invalid` when the file is of no form that can be read."""
        numbered = iter(enumerate(lines, start=1))
        number, first = next((entry for entry in numbered if entry[1].strip()), (1, ""))
        first = first.removeprefix(_BYTE_ORDER_MARK)
        form = _form_of(first)
        if self.ask.form not in {None, form}:
            raise Invalid(f"the file does not look like {self.ask.form}, but like {form}", argument="form")
        whole = self.tally.counted(chain([(number, first)], numbered))
        match form:
            case "own":
                next(whole)
                Restoring(self.records, self.reach, self.tally, dry_run=self.ask.dry_run).restore(whole)
            case "mcp":
                self._adopt(of_entities(whole))
            case "markdown":
                self._adopt(of_list(whole))
            case "claude-code":
                self._replaying().replay(self.who.user, read_transcript(whole))
            case _:
                assert_never(form)
        return self.tally.told(form, dry_run=self.ask.dry_run)

    def _replaying(self) -> Replaying:
        return Replaying(
            sessions=self.sessions,
            listener=self.listener,
            tally=self.tally,
            project=self.ask.project,
            dry_run=self.ask.dry_run,
        )

    def _adopt(self, found: Iterable[Statement | LineFault]) -> None:
        drafts = self._drafts(found)
        promised: set[tuple[str, str]] = set()
        while batch := tuple(islice(drafts, BATCH)):
            if self.ask.dry_run:
                added = self._promise(batch, promised)
            else:
                added = self.encoder.keep_copies(self.who, self.reach, batch)
            self.tally.added += added
            self.tally.known += len(batch) - added

    def _drafts(self, found: Iterable[Statement | LineFault]) -> Iterator[Memory]:
        clean = self.tally.clean
        for item in found:
            if isinstance(item, LineFault):
                self.tally.fail(item.line, item.reason)
                continue
            try:
                tags = tuple(map(clean, item.tags))
                ask = Remember(
                    content=clean(item.content), tags=tags, project=clean(self.ask.project), layer=self.ask.layer
                )
                yield self.encoder.draft_copy(self.who, ask)
            except EngineError as refused:
                self.tally.fail(item.line, refused.message)

    def _promise(self, drafts: Sequence[Memory], promised: set[tuple[str, str]]) -> int:
        """How many of these would be stored."""
        before = len(promised)
        for draft in drafts:
            key = duplicate_key(draft.content)
            if not self.records.knows(draft.scope, key):
                promised.add((draft.scope.project, key))
        return len(promised) - before


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
