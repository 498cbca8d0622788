"""What a statement contradicts, refines or resembles among what is known, and what becomes of both.

A contradiction is never settled here (iron rule 4): both stay and are marked, the newer event ranks first, a person
decides; unless a person's own word is what reverses the older one. A more precise statement is a new version, the
older one is kept. Anything weaker is only a link.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from mcp_memory.engine.comparison.across import other_wording
from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.comparison.relation import Comparison, Relation
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.memory import Change, Link, Memory, Principal
from mcp_memory.engine.domain.vocabulary import LIVE, RECORDS_OF_WORK, Layer, LinkKind, Mark, OriginKind, Status
from mcp_memory.engine.ports.index import WordIndex
from mcp_memory.engine.ports.records import Records, Transaction
from mcp_memory.engine.text.normalise import duplicate_key
from mcp_memory.engine.text.person import of_speaker
from mcp_memory.engine.text.tokens import query_terms

_LOOKED_AT = 12
"""How many of the memories that share most words with a statement are compared with it, in each language."""

_LEAST_SHARED = 0.3
"""Share of the shorter statement's terms that the other must hold to speak of the same subject."""

_MOST_CHARS = 1_000
"""Longer texts tell of many things; nothing in them stands against a single statement."""

SUPERSEDE_VERB = "supersede"
"""How the history names that a statement took the place of an older one; the reason begins with its id."""

_KEPT = 4_096
_MOST_TERMS = 32
_DOUBTS = frozenset({Mark.CONFLICTED, Mark.POSSIBLY_OUTDATED})
_TRUST = (OriginKind.IMPORT, OriginKind.AGENT, OriginKind.ASSERTED, OriginKind.PERSON)
_COMPARED = frozenset({Layer.EPISODIC, Layer.SEMANTIC})


@dataclass(frozen=True, slots=True)
class Clash:
    """A known memory and how the new statement relates to it."""

    memory: Memory
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class Clashes:
    """Seeks them in the range that a recall of the statement's project covers."""

    records: Records
    words: WordIndex

    def against(self, reach: Reach, draft: Memory) -> tuple[Clash, ...]:
        """What is known and related to the draft. It takes a while: ask before the write lock is held."""
        if not _is_compared(draft):
            return ()
        within = Filter(reach=reach, statuses=LIVE, project=draft.scope.project, layers=_COMPARED)
        found = (self.words.search_words(terms, within, _LOOKED_AT) for terms in _terms_each(draft))
        ids = tuple(dict.fromkeys(memory_id for hits in found for memory_id, _ in hits))
        return among(draft, self.records.get_many(ids).values())

    def release(self, writing: Transaction, gone: Sequence[str], who: Principal, now: datetime) -> None:
        """Take the mark off what contradicted only memories that are out of the way now."""
        for other in self.partners(gone):
            rest = self.partners([other]) - set(gone)
            partners = (writing.get(memory_id) for memory_id in rest)
            if any(memory and memory.status in LIVE and Mark.CONFLICTED in memory.marks for memory in partners):
                continue
            before = writing.get(other)
            if before is not None and before.status in LIVE and Mark.CONFLICTED in before.marks:
                after = replace(before.changed(now), marks=before.marks - _DOUBTS)
                writing.put(Change.made(who, "settle", "what it contradicted is out of the way", before, after))

    def resume(self, writing: Transaction, who: Principal, back: Mapping[str, Sequence[Clash]], now: datetime) -> None:
        """Mark what came back and what it contradicts, both or neither. `back`: by id, what `against` found of each.

        A contradiction that a person has let stand (a link, and no mark) is not opened again.
        """
        for memory_id, found in back.items():
            draft = writing.get(memory_id)
            if draft is None or draft.status not in LIVE:
                continue
            partners = self.partners([memory_id])
            clashes = _open_again(writing, draft, found, partners)
            after = settle(draft, clashes, decides=False).draft
            if not clashes and Mark.CONFLICTED in draft.marks:
                after = replace(draft, marks=draft.marks - _DOUBTS)
            if after != draft:
                told = _reason_of(clashes) or "what it contradicted is out of the way"
                writing.put(Change.made(who, "conflict" if clashes else "settle", told, draft, after.changed(now)))
            for clash in clashes:
                _mark(writing, who, clash, draft, now)
                if clash.memory.id not in partners:
                    writing.link(Link(draft.id, LinkKind.CONFLICTS_WITH, clash.memory.id, now))

    def partners(self, memory_ids: Sequence[str]) -> set[str]:
        """Ids of what contradicts any of these, or was found to."""
        links = self.records.linked(memory_ids, LinkKind.CONFLICTS_WITH)
        return {end for link in links for end in link.ends} - set(memory_ids)


def _open_again(
    writing: Transaction, draft: Memory, found: Sequence[Clash], partners: Collection[str]
) -> tuple[Clash, ...]:
    """What the draft stands against now: what was found of it, and what it was in conflict with before."""
    was_open = Mark.CONFLICTED in draft.marks
    ids = {clash.memory.id for clash in found if _contradicts(clash)} - set(partners)
    known = (writing.get(memory_id) for memory_id in sorted(ids.union(partners if was_open else ())))
    live = [memory for memory in known if memory is not None and memory.status in LIVE]
    compared = (Clash(memory, _compared(memory, draft)) for memory in live)
    # A partner that the rules only suspect was held for a contradiction by a model.
    agreed = (_agreed(clash) if clash.memory.id in partners else clash for clash in compared)
    return tuple(clash for clash in agreed if _contradicts(clash))


def _agreed(clash: Clash) -> Clash:
    is_hint = clash.comparison.relation is Relation.HINTS
    return replace(clash, comparison=replace(clash.comparison, relation=Relation.CONTRADICTS)) if is_hint else clash


def _contradicts(clash: Clash) -> bool:
    return clash.comparison.relation is Relation.CONTRADICTS


def _reason_of(clashes: Iterable[Clash]) -> str:
    return "; ".join(dict.fromkeys(clash.comparison.reason for clash in clashes))


def _mark(writing: Transaction, who: Principal, clash: Clash, draft: Memory, now: datetime) -> None:
    """Mark what stands against the draft, unless it is marked."""
    after = _marked(clash.memory, draft)
    if after != clash.memory:
        reason = f"{clash.comparison.reason} (contradicts {draft.id})"
        writing.put(Change.made(who, "conflict", reason, clash.memory, after.changed(now)))


def among(draft: Memory, known: Iterable[Memory]) -> tuple[Clash, ...]:
    """Which of these memories are related to the draft, and how."""
    if not _is_compared(draft):
        return ()
    wordings = _terms_each(draft)
    alike = (memory for memory in known if _is_in_range(memory, draft) and _shares(memory, wordings))
    compared = (Clash(memory, _compared(memory, draft)) for memory in alike)
    return tuple(clash for clash in compared if clash.comparison.relation not in _NO_MATTER)


def still_there(writing: Transaction, clashes: Iterable[Clash]) -> tuple[Clash, ...]:
    """The same as things stand now that nobody else can write, each once; without what is out of the way since."""
    known = {clash.memory.id: clash for clash in clashes}
    current = ((clash, writing.get(memory_id)) for memory_id, clash in known.items())
    return tuple(replace(clash, memory=memory) for clash, memory in current if memory and memory.status in LIVE)


@dataclass(frozen=True, slots=True)
class Settled:
    """The draft as it is to be stored, what it contradicts, what it replaces, and why."""

    draft: Memory
    contradicted: tuple[Memory, ...] = ()
    replaced: tuple[Memory, ...] = ()
    reason: str = ""


def settle(draft: Memory, clashes: Sequence[Clash], *, decides: bool) -> Settled:
    """What becomes of the draft. `decides`: a person said it, so that a reversal is their decision.

    What is said of everything decides nothing about a project that differs: both are marked.
    """
    contradicted = [clash for clash in clashes if _contradicts(clash)]
    refined = [
        clash for clash in clashes if clash.comparison.relation is Relation.REFINES and _may_replace(draft, clash)
    ]
    waiting = [clash for clash in contradicted if not decides or _is_narrower(clash.memory, draft)]
    reversed_now = [clash for clash in contradicted if clash not in waiting and draft.status is Status.ACTIVE]
    if waiting:
        marked = draft.marked(Mark.CONFLICTED)
        if any(_lowers(clash.memory, draft) for clash in waiting):
            marked = marked.marked(Mark.POSSIBLY_OUTDATED)
        return Settled(marked, _memories(waiting), _memories(reversed_now), _reason_of([*waiting, *reversed_now]))
    replaced = [*reversed_now, *refined]
    return Settled(draft, replaced=_memories(replaced), reason=_reason_of(replaced))


def _memories(clashes: Iterable[Clash]) -> tuple[Memory, ...]:
    return tuple(clash.memory for clash in clashes)


def _is_narrower(memory: Memory, draft: Memory) -> bool:
    """Whether it holds in one project, and the draft everywhere."""
    return bool(memory.scope.project) and not draft.scope.project


def write(writing: Transaction, who: Principal, settled: Settled, clashes: Sequence[Clash], now: datetime) -> None:
    """Mark, supersede and link what is `still_there`; the draft itself has been put."""
    draft = settled.draft
    contradicted = {memory.id for memory in settled.contradicted}
    replaced = {memory.id for memory in settled.replaced}
    for clash in clashes:
        before = clash.memory
        if before.id in contradicted:
            _mark(writing, who, clash, draft, now)
            writing.link(Link(draft.id, LinkKind.CONFLICTS_WITH, before.id, now))
        elif before.id in replaced:
            after = replace(before.changed(now), status=Status.SUPERSEDED, marks=before.marks - _DOUBTS)
            writing.put(Change.made(who, SUPERSEDE_VERB, f"{draft.id} replaces it: {settled.reason}", before, after))
            writing.link(Link(draft.id, LinkKind.SUPERSEDES, before.id, now))
        else:
            writing.link(Link(draft.id, LinkKind.SIMILAR_TO, before.id, now))


_NO_MATTER = frozenset({Relation.RELATED, Relation.UNRELATED})


def _is_compared(draft: Memory) -> bool:
    return draft.layer in _COMPARED and draft.event_type not in RECORDS_OF_WORK and len(draft.content) <= _MOST_CHARS


def _terms_each(draft: Memory) -> list[tuple[str, ...]]:
    """What it is sought by: its terms, and those of its wording in the other language where there is one."""
    wordings = (draft.content, other_wording(draft.content))
    return [_terms(wording)[:_MOST_TERMS] for wording in wordings if wording]


def _compared(memory: Memory, draft: Memory) -> Comparison:
    """How the two relate, the older statement first."""
    known, new = _told(memory, draft)
    if memory.occurred_at <= draft.occurred_at:
        return compare(known, new)
    compared = compare(new, known)
    return replace(compared, relation=Relation.RELATED) if compared.relation is Relation.REFINES else compared


def _told(memory: Memory, draft: Memory) -> tuple[str, str]:
    """What both say; where several people speak, told of who said it: their "I" is not the same."""
    if not (memory.speaker or draft.speaker):
        return memory.content, draft.content
    return of_speaker(memory.content, memory.speaker), of_speaker(draft.content, draft.speaker)


def _is_in_range(memory: Memory, draft: Memory) -> bool:
    """What a recall in the project of either would offer beside it: the same project, and what is global."""
    is_other = memory.id != draft.id and duplicate_key(memory.content) != duplicate_key(draft.content)
    is_told = memory.event_type not in RECORDS_OF_WORK and len(memory.content) <= _MOST_CHARS
    is_beside = "" in {memory.scope.project, draft.scope.project} or memory.scope.project == draft.scope.project
    return is_other and is_told and is_beside


@lru_cache(maxsize=_KEPT)
def _terms(text: str) -> tuple[str, ...]:
    """Read once: a statement is sought by them, and as a known one held against one new statement after the other."""
    return tuple(query_terms(text))


def _shares(memory: Memory, wordings: Sequence[Sequence[str]]) -> bool:
    """Whether it shares enough terms with one of the wordings to be worth comparing."""
    others = frozenset(_terms(memory.content))
    return any(len(others.intersection(terms)) >= _LEAST_SHARED * min(len(others), len(terms)) for terms in wordings)


def _may_replace(draft: Memory, clash: Clash) -> bool:
    """Not what a more trusted voice said or a person pinned, nor another layer's record or a project's own."""
    known = clash.memory
    is_trusted = _TRUST.index(draft.origin.kind) >= _TRUST.index(known.origin.kind)
    is_like = known.layer is draft.layer and known.event_type is draft.event_type and not _is_narrower(known, draft)
    return is_trusted and is_like and draft.status is Status.ACTIVE and Mark.PINNED not in known.marks


def _marked(known: Memory, draft: Memory) -> Memory:
    """Both are marked; the one whose event is older ranks below."""
    marked = known.marked(Mark.CONFLICTED)
    return marked.marked(Mark.POSSIBLY_OUTDATED) if _lowers(draft, known) else marked


def _lowers(one: Memory, other: Memory) -> bool:
    """Whether one tells of the newer event, of equal ones the later told. What waits itself lowers nothing."""
    is_newer = (one.occurred_at, one.id) > (other.occurred_at, other.id)
    return is_newer and one.status is Status.ACTIVE
