"""The words leg: BM25 by FTS5 over our own tokens, and how much of a question's information a chunk covers.

It never raises for any terms: only terms that the index itself has named reach the query language of FTS5.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.ports.index import WordScore
from mcp_memory.engine.records import reads
from mcp_memory.engine.records.conditions import admitted, among, among_those, as_list
from mcp_memory.engine.records.schema import chunks, memories, word_frequencies, words
from mcp_memory.engine.text.tokens import is_compound

# Scoring a match takes some two microseconds and a term. These keep a search within some ten milliseconds at 10,000
# chunks and let it grow slowly from there. Below a few hundred matches leaving a term out saves nothing and loses
# answers, so there it is not left out, however small the store.
_MAX_ASKED = 256
_MAX_SEARCHED = 64
_FREQUENT_SHARE = 0.1
_FEW_MATCHES = 200
_MAX_MATCHES = 20_000
_MAX_COMMON_MATCHES = 4_000
_WINDOW = 8

_LEARN = sa.insert(words)
_KEYS = sa.select(chunks.c.key).where(among_those(chunks.c.memory_id, "ids"))
_FORGET = sa.delete(words).where(among_those(words.c.rowid, "keys"))
_TOKENS = sa.select(words.c.rowid, words.c.tokens).where(among_those(words.c.rowid, "keys"))
_FREQUENCIES = sa.select(word_frequencies.c.term, word_frequencies.c.doc).where(
    among_those(word_frequencies.c.term, "terms")
)

_MOST_COVERED = 16
"""No chunk can be expected to cover a longer question; one that covers this many of its terms covers it all."""

_Scores = dict[tuple[str, int], WordScore]


def learn(connection: sa.Connection, key: int, tokens: Sequence[str]) -> None:
    """Index one chunk under its key."""
    connection.execute(_LEARN, {"rowid": key, "tokens": " ".join(tokens)})


def forget(connection: sa.Connection, memory_ids: Sequence[str]) -> None:
    """Take the chunks of these memories out of the index; must run before the chunks themselves go."""
    keys = connection.execute(_KEYS, {"ids": as_list(memory_ids)}).scalars().all()
    if keys:
        connection.execute(_FORGET, {"keys": as_list(keys)})


def search(connection: sa.Connection, terms: Sequence[str], within: Filter, limit: int) -> _Scores:
    """The best chunks by BM25, best first."""
    question = _weigh(connection, terms)
    if not question.searched:
        return {}
    if not question.is_common:
        return _best(connection, question, _matches(question, " OR "), within, limit)
    # Words that stand everywhere tell little one by one, and scoring every chunk takes long: all of them together
    # come first, then the newest chunks that have some.
    whole = _best(connection, question, _matches(question, " AND "), within, limit)
    if len(whole) >= limit:
        return whole
    newest = _matches(question, " OR ").order_by(words.c.rowid.desc()).limit(_MAX_COMMON_MATCHES).subquery()
    partly = _best(connection, question, sa.select(newest.c.rowid, newest.c.rank), within, limit)
    return dict(list((whole | partly).items())[:limit])


def score(connection: sa.Connection, terms: Sequence[str], wanted: Sequence[tuple[str, int]]) -> _Scores:
    """The same scores for given chunks; those that no searched term hits are left out."""
    question = _weigh(connection, terms)
    asked = set(wanted)
    named = sa.select(chunks.c.key, chunks.c.memory_id, chunks.c.n).where(
        among(chunks.c.memory_id, dict.fromkeys(memory_id for memory_id, _ in wanted))
    )
    places = {row.key: (row.memory_id, row.n) for row in connection.execute(named)}
    keys = [key for key, place in places.items() if place in asked]
    if not question.searched or not keys:
        return {}
    # `rowid + 0`: as a plain rowid, FTS5 would run the whole query anew for every key.
    hits = connection.execute(_matches(question, " OR ").where(among(words.c.rowid + 0, keys)))
    return _scores(connection, question, {hit.rowid: (places[hit.rowid], hit.rank) for hit in hits})


@dataclass(frozen=True, slots=True)
class _Question:
    """Terms with their idf, and those to search by, rarest first. `is_common` when each of them is frequent."""

    weights: dict[str, float]
    searched: tuple[str, ...]
    is_common: bool

    def coverage(self, tokens: Iterable[str]) -> float:
        """The share of the question's idf mass that these tokens hold."""
        held = self.weights.keys() & set(tokens)
        asked = math.fsum(self.weights.values()) * min(1.0, _MOST_COVERED / len(self.weights))
        return min(1.0, math.fsum(self.weights[term] for term in held) / asked)


def _weigh(connection: sa.Connection, terms: Sequence[str]) -> _Question:
    asked = tuple(dict.fromkeys(terms))[:_MAX_ASKED]
    total = reads.chunk_count(connection)
    holding = {row.term: row.doc for row in connection.execute(_FREQUENCIES, {"terms": as_list(asked)})}
    known = sorted((term for term in asked if term in holding), key=lambda term: holding[term])[:_MAX_SEARCHED]
    unknown = [term for term in asked if term not in holding and not is_compound(term)]
    rare = [term for term in known if holding[term] <= max(_FEW_MATCHES, _FREQUENT_SHARE * total)]
    return _Question(
        weights={term: _idf(total, holding.get(term, 0)) for term in (*known, *unknown)},
        searched=tuple(affordable(rare, holding) or known),
        is_common=not rare,
    )


def affordable(rarest_first: Sequence[str], holding: dict[str, int]) -> list[str]:
    """As many terms as have few enough matches together to be scored in time; the rarest always."""
    chosen: list[str] = []
    matches = 0
    for term in rarest_first:
        matches += holding[term]
        if chosen and matches > _MAX_MATCHES:
            break
        chosen.append(term)
    return chosen


def _idf(total: int, holding: int) -> float:
    """Robertson and Spärck Jones's weight in the form that is never negative: ln(1 + (N - n + 0.5) / (n + 0.5))."""
    return math.log(1 + (total - holding + 0.5) / (holding + 0.5))


def _matches(question: _Question, joint: str) -> sa.Select[Any]:
    expression = joint.join('"{}"'.format(term.replace('"', '""')) for term in question.searched)
    return sa.select(words.c.rowid, words.c.rank).where(sa.literal_column("words").op("MATCH")(expression))


def _best(
    connection: sa.Connection, question: _Question, matches: sa.Select[Any], within: Filter, limit: int
) -> _Scores:
    """Filter the top matches; only when those leave too few, all of them: a filter costs more than a score."""
    rowid, rank = matches.selected_columns
    top = matches.order_by(rank, rowid.desc()).limit(_WINDOW * limit)
    hits = connection.execute(_admitted(top, within, limit)).all()
    if len(hits) < limit:
        hits = connection.execute(_admitted(matches, within, limit)).all()
    return _scores(connection, question, {hit.rowid: ((hit.memory_id, hit.n), hit.rank) for hit in hits})


def _admitted(matches: sa.Select[Any], within: Filter, limit: int) -> sa.Select[Any]:
    found = matches.subquery()
    return (
        sa.select(found.c.rowid, found.c.rank, chunks.c.memory_id, chunks.c.n)
        .join_from(found, chunks, chunks.c.key == found.c.rowid)
        .join(memories, memories.c.id == chunks.c.memory_id)
        .where(admitted(within))
        .order_by(found.c.rank, found.c.rowid.desc())
        .limit(limit)
    )


def _scores(connection: sa.Connection, question: _Question, hits: dict[int, tuple[tuple[str, int], float]]) -> _Scores:
    rows = connection.execute(_TOKENS, {"keys": as_list(hits)})
    tokens = {row.rowid: row.tokens.split(" ") for row in rows}
    return {
        place: WordScore(words=-rank, coverage=question.coverage(tokens[key])) for key, (place, rank) in hits.items()
    }
