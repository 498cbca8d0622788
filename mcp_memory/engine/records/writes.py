"""One write transaction: the memory and all that follows from it. Committing is the caller's affair."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from mcp_memory.engine.domain.errors import StaleVersion
from mcp_memory.engine.domain.memory import Change, Dossier, Link, Memory, Observation, Scope
from mcp_memory.engine.domain.vocabulary import LinkKind
from mcp_memory.engine.records import candidates, erasure, reads, recalls, sealed, traces, words
from mcp_memory.engine.records.aliases import definitions
from mcp_memory.engine.records.codec import memory_to_json, micros_or_none, to_micros
from mcp_memory.engine.records.conditions import among_those, as_list
from mcp_memory.engine.records.revisions import inside
from mcp_memory.engine.records.rows import digest, readable, row_of, whole_memories
from mcp_memory.engine.records.schema import (
    aliases,
    chunks,
    links,
    memories,
    memory_tags,
    observations,
    quarantine,
    tombstones,
    versions,
    written_over,
)
from mcp_memory.engine.records.schema import words as word_rows
from mcp_memory.engine.records.session_writes import SessionWriting
from mcp_memory.engine.text.chunking import split
from mcp_memory.engine.text.tokens import index_tokens, query_terms

# Statements are built once: building takes longer than running them, and the write lock is held meanwhile.
_THESE = among_those(memories.c.id, "ids")
_TWINS = whole_memories.where(
    memories.c.user == sa.bindparam("user"),
    memories.c.project == sa.bindparam("project"),
    memories.c.duplicate_key == sa.bindparam("duplicate_key"),
).order_by(memories.c.stored_at, memories.c.id)
_CONTENT = sa.select(memories.c.content).where(memories.c.id == sa.bindparam("memory_id"))
_KNOWS_VERSION = sa.select(sa.func.count()).where(
    versions.c.memory_id == sa.bindparam("memory_id"), versions.c.version == sa.bindparam("version")
)
_PUT_MEMORY = written_over(memories)
_UNBURY = sa.delete(tombstones).where(tombstones.c.memory_id == sa.bindparam("memory_id"))
_BURY = written_over(tombstones)
_DROP_TAGS = sa.delete(memory_tags).where(memory_tags.c.memory_id == sa.bindparam("memory_id"))
_DROP_CHUNKS = sa.delete(chunks).where(chunks.c.memory_id == sa.bindparam("memory_id"))
_DROP_ALIASES = sa.delete(aliases).where(aliases.c.memory_id == sa.bindparam("memory_id"))
_DROP_QUARANTINED = sa.delete(quarantine).where(among_those(quarantine.c.memory_id, "ids"))
_DERIVED = (
    sa.select(chunks.c.key, chunks.c.n, chunks.c.content_hash, chunks.c.text, word_rows.c.tokens)
    .outerjoin(word_rows, word_rows.c.rowid == chunks.c.key)
    .where(chunks.c.memory_id == sa.bindparam("memory_id"))
    .order_by(chunks.c.n)
)
_MOVED_TO = sa.bindparam("moved_to", type_=sa.Integer)
_SEEN = sa.update(memories).where(memories.c.id == sa.bindparam("memory_id")).values(revision=_MOVED_TO, told=_MOVED_TO)
_MOVE = sa.update(memories).where(memories.c.id == sa.bindparam("memory_id")).values(revision=_MOVED_TO)
_ADD_TAG = sa.insert(memory_tags)
_ADD_VERSION = sa.insert(versions)
_ADD_CHUNK = sa.insert(chunks)
_ADD_ALIAS = insert(aliases).on_conflict_do_nothing()
_ADD_OBSERVATION = insert(observations).on_conflict_do_nothing()
_ADD_LINK = insert(links).on_conflict_do_nothing()
_LINKED = (
    sa.select(links.c.target)
    .where(links.c.source == sa.bindparam("source_id"), links.c.kind == sa.bindparam("of_kind"))
    .order_by(links.c.target)
)


class SqliteTransaction(SessionWriting):
    """The ports `Transaction`, `SessionTransaction` and `CandidateTransaction` on one connection that writes."""

    get = inside(reads.one)
    dossier = inside(reads.dossier)
    candidate = inside(candidates.one)
    keep_candidate = inside(candidates.keep)
    move_watermark = inside(candidates.move_watermark)

    def twins(self, scope: Scope, key: str) -> tuple[Memory, ...]:
        """Memories of the same user, project and duplicate key, oldest first."""
        same = {"user": scope.user, "project": scope.project, "duplicate_key": digest(key)}
        return readable(self._connection.execute(_TWINS, same))

    def put(self, change: Change) -> None:
        """Write the memory and its history entry. Raises `StaleVersion` when that version exists already."""
        memory = change.after
        self._refuse_known_version(change)
        stored = self._connection.execute(_CONTENT, {"memory_id": memory.id}).scalar_one_or_none()
        self._write_memory(memory)
        self._write_history(change)
        if stored != memory.content:
            self._write_text(memory)

    def observe(self, observation: Observation) -> bool:
        """Add an observation; false when that scene had been seen already."""
        row = {"memory_id": observation.memory_id, "scene": observation.scene, "at": to_micros(observation.at)}
        is_new = self._connection.execute(_ADD_OBSERVATION, row).rowcount == 1
        if is_new:  # another revision, so that whoever follows the memory learns of it: consolidation counts scenes
            self._connection.execute(_SEEN, {"memory_id": observation.memory_id, "moved_to": self._next_revision()})
        return is_new

    def link(self, link: Link) -> None:
        """Add a link; the same link twice is one, and keeps its first time."""
        row = {"source": link.source, "kind": link.kind.value, "target": link.target, "at": to_micros(link.at)}
        self._connection.execute(_ADD_LINK, row)

    def links_from(self, memory_id: str, kind: LinkKind) -> tuple[str, ...]:
        """Ids of what the memory is linked to by links of this kind that begin at it."""
        return tuple(self._connection.execute(_LINKED, {"source_id": memory_id, "of_kind": kind.value}).scalars())

    def purge(self, memory_ids: Sequence[str]) -> None:
        """Erase these memories with all that holds their text; unknown ids are left out."""
        wanted = {"ids": as_list(memory_ids)}
        dropped = self._connection.execute(_DROP_QUARANTINED, wanted).rowcount
        known = self._connection.execute(sa.select(memories.c.id).where(_THESE), wanted).scalars().all()
        if dropped or known:
            erasure.owe(self._connection, self._next_revision())
        if not known:
            return
        traces.erase(self._connection, known, self._next_revision())
        candidates.erase(self._connection, known)
        mentioned = sealed.mentioned_by(self._connection, known)
        words.forget(self._connection, known)
        self._connection.execute(sa.delete(memories).where(_THESE), wanted)
        sealed.erase_unmentioned(self._connection, mentioned)
        self.bury(*known)

    def adopt(self, whole: Dossier) -> bool:
        """Write a memory with history and observations just as given; false when its id is there already."""
        memory = whole.memory
        if self._connection.execute(_CONTENT, {"memory_id": memory.id}).first() is not None:
            return False
        self._write_memory(memory)
        for change in whole.history:
            self._write_history(change)
            sealed.pass_over(self._connection, memory.scope.user, (memory_to_json(change.after), change.reason))
        for observation in whole.observations:
            self.observe(observation)
        self._write_text(memory)
        return True

    # What only a repair asks for

    def rewrite(self, memory: Memory) -> None:
        """Write the row of a memory over a damaged one. Its history stays as it is."""
        self._connection.execute(_PUT_MEMORY, row_of(memory, self._next_revision()))
        self._connection.execute(_UNBURY, {"memory_id": memory.id})
        self._write_tags(memory)

    def derive(self, memory: Memory) -> bool:
        """Make anew what follows from the content, where it is not there or not right; whether something was not."""
        self._write_tags(memory)
        self._write_aliases(memory)
        rows = self._connection.execute(_DERIVED, {"memory_id": memory.id}).all()
        texts = split(memory.content)
        if [(row.n, row.content_hash, row.text) for row in rows] != [
            (n, digest(text), text) for n, text in enumerate(texts)
        ]:
            self._write_chunks(memory)
            self._connection.execute(_MOVE, {"memory_id": memory.id, "moved_to": self._next_revision()})
            return True
        wrong = [row for row in rows if row.tokens != " ".join(index_tokens(row.text))]
        if wrong:
            words.forget(self._connection, [memory.id])
            for row in rows:
                words.learn(self._connection, row.key, index_tokens(row.text))
        return bool(wrong)

    def bury(self, *memory_ids: str) -> None:
        """Note that these are gone, so that indexes drop them."""
        revision = self._next_revision()
        buried = [{"memory_id": memory_id, "revision": revision} for memory_id in memory_ids]
        self._connection.execute(_BURY, buried)

    def _refuse_known_version(self, change: Change) -> None:
        asked = {"memory_id": change.memory_id, "version": change.version}
        if self._connection.execute(_KNOWS_VERSION, asked).scalar_one():
            raise StaleVersion(f"version {change.version} of memory {change.memory_id} exists already")

    def _write_memory(self, memory: Memory) -> None:
        """The row with all but what follows from the text."""
        self.rewrite(memory)
        if memory.recalled_at is not None or memory.recall_count:
            recalls.raise_to(self._connection, memory.id, micros_or_none(memory.recalled_at), memory.recall_count)

    def _write_text(self, memory: Memory) -> None:
        """What follows from the text."""
        self._write_chunks(memory)
        self._write_aliases(memory)

    def _write_tags(self, memory: Memory) -> None:
        self._connection.execute(_DROP_TAGS, {"memory_id": memory.id})
        tags = [{"memory_id": memory.id, "tag": tag} for tag in dict.fromkeys(memory.tags)]
        if tags:
            self._connection.execute(_ADD_TAG, tags)

    def _write_history(self, change: Change) -> None:
        before = None if change.before is None else memory_to_json(change.before)
        after = memory_to_json(change.after)
        entry = {
            "memory_id": change.memory_id,
            "version": change.version,
            "at": to_micros(change.at),
            "actor": change.actor,
            "verb": change.verb,
            "reason": change.reason,
            "before": before,
            "after": after,
        }
        self._connection.execute(_ADD_VERSION, entry)
        texts = (before or "", after, change.reason)
        sealed.mention(self._connection, change.memory_id, change.after.scope.user, texts)

    def _write_chunks(self, memory: Memory) -> None:
        """Replace chunks and words. Vectors and queue rows of old chunks go with them; new keys wait to be swept."""
        words.forget(self._connection, [memory.id])
        self._connection.execute(_DROP_CHUNKS, {"memory_id": memory.id})
        for n, text in enumerate(split(memory.content)):
            row = {"memory_id": memory.id, "n": n, "content_hash": digest(text), "text": text}
            key = self._connection.execute(_ADD_CHUNK, row).lastrowid
            words.learn(self._connection, key, index_tokens(text))

    def _write_aliases(self, memory: Memory) -> None:
        self._connection.execute(_DROP_ALIASES, {"memory_id": memory.id})
        rows = [
            {
                "user": memory.scope.user,
                "head": tokens[0],
                "tokens": " ".join(tokens),
                "other": other,
                "memory_id": memory.id,
            }
            for one, another in definitions(memory.content)
            for name, other in ((one, another), (another, one))
            if (tokens := query_terms(name))
        ]
        if rows:
            self._connection.execute(_ADD_ALIAS, rows)
