"""The words leg: BM25 over our own tokens in FTS5, and how much of a question's information a chunk covers.

FTS5 finds the chunks; the scores are worked out here from their tokens, the same for what was found and for what is
given. How long that takes must not depend on how much there is: FTS5 reads a match in some 30 nanoseconds, ranks it in
700, in a large file in 3,000, and a filter is looked at in 2,000 to 5,000. So terms of few chunks are ranked whole; of
frequent ones only those chunks are looked at that hold several of the question's terms, the newest first.

It never raises for any terms: only terms that the index itself has named reach the query language of FTS5.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any

import sqlalchemy as sa

from mcp_memory.engine.domain.filters import Filter
from mcp_memory.engine.ports.index import WordScore
from mcp_memory.engine.records.conditions import admitted, among_those, as_list
from mcp_memory.engine.records.schema import chunks, memories, words
from mcp_memory.engine.records.word_counts import Totals, WordCounts, totals
from mcp_memory.engine.text.tokens import is_compound

# Below a few hundred matches leaving a term out saves nothing and loses answers, so there it is not left out, however
# small the store.
_MAX_ASKED = 256
_MAX_SCORED = 64
_FREQUENT_SHARE = 0.1
_FEW_MATCHES = 200
_MAX_RANKED = 4_000
_MAX_RANKED_OF_MANY = 1_500
_MANY_CHUNKS = 250_000
_MAX_FILTERED = 2_000
_MAX_READ = 150_000
_MOST_TOGETHER = 4
_WINDOW = 4
_KEPT = 128
"""So many filters are kept with their statements."""

_LEARN = sa.insert(words)
_KEYS = sa.select(chunks.c.key).where(among_those(chunks.c.memory_id, "ids"))
_PLACES = sa.select(chunks.c.key, chunks.c.memory_id, chunks.c.n).where(among_those(chunks.c.memory_id, "ids"))
_FORGET = sa.delete(words).where(among_those(words.c.rowid, "keys"))
_TOKENS = sa.select(words.c.rowid, words.c.tokens).where(among_those(words.c.rowid, "keys"))

_MOST_COVERED = 16
"""No chunk can be expected to cover a longer question; one that covers this many of its terms covers it all."""

_SATURATION = 1.2
_LENGTH_SHARE = 0.75
_LEAST_WEIGHT = 1e-6
"""BM25's k1 and b, and the weight of a term that stands in half of the chunks or more, all as in FTS5: what it ranks
is then what is scored here."""

_Place = tuple[str, int]
_Scores = dict[_Place, WordScore]


def learn(connection: sa.Connection, key: int, tokens: Sequence[str]) -> None:
    """Index one chunk under its key."""
    connection.execute(_LEARN, {"rowid": key, "tokens": " ".join(tokens)})


def forget(connection: sa.Connection, memory_ids: Sequence[str]) -> None:
    """Take the chunks of these memories out of the index; must run before the chunks themselves go."""
    keys = connection.execute(_KEYS, {"ids": as_list(memory_ids)}).scalars().all()
    if keys:
        connection.execute(_FORGET, {"keys": as_list(keys)})


def search(connection: sa.Connection, counts: WordCounts, terms: Sequence[str], within: Filter, limit: int) -> _Scores:
    """The best chunks by BM25, best first."""
    question = _weigh(connection, counts, terms)
    finding = _Finding(connection, within, limit)
    if not question.scored:
        return {}
    if question.is_common:
        return _common(finding, question)
    return finding.best(question, _rare(finding, question))


def score(
    connection: sa.Connection, counts: WordCounts, terms: Sequence[str], wanted: Sequence[tuple[str, int]]
) -> _Scores:
    """The same scores for given chunks; those that no searched term hits are left out."""
    asked = set(wanted)
    named = connection.execute(_PLACES, {"ids": as_list(dict.fromkeys(memory_id for memory_id, _ in wanted))})
    places = {row.key: (row.memory_id, row.n) for row in named}
    return _scores(
        connection, _weigh(connection, counts, terms), {key: place for key, place in places.items() if place in asked}
    )


@dataclass(frozen=True, slots=True)
class _Question:
    """A question's terms: with the weights of all, and those to score and to search by, rarest first.

    `few` are those of the scored ones that are ranked whole, `many` those that are met only beside others. `is_common`
    when each of the known terms is frequent. `mass` is the information of a question that is covered.
    """

    weights: dict[str, float]
    scored: dict[str, float]
    few: tuple[str, ...]
    many: tuple[str, ...]
    is_common: bool
    mass: float
    usual_tokens: float

    def score(self, tokens: Sequence[str]) -> WordScore:
        """BM25 of a chunk with these tokens, and the share of the question's idf mass that they hold."""
        held: dict[str, int] = {}
        for token in tokens:
            if token in self.weights:
                held[token] = held.get(token, 0) + 1
        length = _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * len(tokens) / self.usual_tokens)
        scored = ((self.scored[term], count) for term, count in held.items() if term in self.scored)
        return WordScore(
            words=math.fsum(weight * count * (_SATURATION + 1) / (count + length) for weight, count in scored),
            coverage=min(1.0, math.fsum(self.weights[term] for term in held) / self.mass),
        )


def _weigh(connection: sa.Connection, counts: WordCounts, terms: Sequence[str]) -> _Question:
    asked = tuple(dict.fromkeys(terms))[:_MAX_ASKED]
    now = totals(connection)
    holding = counts.holding(connection, asked, now)
    known = sorted((term for term in asked if term in holding), key=lambda term: holding[term])[:_MAX_SCORED]
    unknown = [term for term in asked if term not in holding and not is_compound(term)]
    rare = [term for term in known if holding[term] <= max(_FEW_MATCHES, _FREQUENT_SHARE * now.chunks)]
    scored = rare or known
    few = affordable(scored, holding, _MAX_RANKED if now.chunks <= _MANY_CHUNKS else _MAX_RANKED_OF_MANY)
    many = scored[len(few) :][:_MOST_TOGETHER]
    weights = {term: _idf(now, holding.get(term, 0)) for term in (*known, *unknown)}
    return _Question(
        weights=weights,
        scored={term: _rank_weight(now, holding[term]) for term in scored},
        few=few,
        many=(*many[:2], *affordable(many[2:], holding, _MAX_READ - sum(holding[term] for term in many[:2]))),
        is_common=not rare,
        mass=math.fsum(weights.values()) * min(1.0, _MOST_COVERED / max(1, len(weights))),
        usual_tokens=now.usual_tokens,
    )


def affordable(rarest_first: Sequence[str], holding: dict[str, int], most: int) -> tuple[str, ...]:
    """As many terms as have no more than so many matches together."""
    sums = accumulate(holding[term] for term in rarest_first)
    return tuple(term for term, matches in zip(rarest_first, sums, strict=True) if matches <= most)


def _idf(now: Totals, holding: int) -> float:
    """Robertson and Spärck Jones's weight in the form that is never negative: ln(1 + (N - n + 0.5) / (n + 0.5))."""
    return math.log(1 + max(0.0, now.chunks - holding + 0.5) / (holding + 0.5))


def _rank_weight(now: Totals, holding: int) -> float:
    """The same weight as FTS5 has it: ln((N - n + 0.5) / (n + 0.5)), and next to nothing where that is negative."""
    return max(_LEAST_WEIGHT, math.log(max(_LEAST_WEIGHT, now.chunks - holding + 0.5) / (holding + 0.5)))


@dataclass(frozen=True, slots=True)
class _Finding:
    """Finds chunks, by key, whose memories a filter admits."""

    connection: sa.Connection
    within: Filter
    limit: int

    def ranked(self, expression: str, most: int) -> dict[int, _Place]:
        """The best by BM25, newest first among equals; FTS5 ranks every match, so there must be few."""
        return self._found(_best(self.within), expression, most)

    def newest(self, expression: str) -> dict[int, _Place]:
        """The newest, in a number that is soon scored."""
        return self._found(_newest(self.within), expression, _WINDOW * self.limit)

    def best(self, question: _Question, found: dict[int, _Place]) -> _Scores:
        """The scores of the best of those, best first; newest first among equals."""
        scores = _scores(self.connection, question, dict(sorted(found.items(), reverse=True)))
        ranked = sorted(scores, key=lambda place: -scores[place].words)
        return {place: scores[place] for place in ranked[: self.limit]}

    def _found(self, matches: sa.Select[Any], expression: str, most: int) -> dict[int, _Place]:
        rows = self.connection.execute(matches, {"expression": expression, "most": most})
        return {row.rowid: (row.memory_id, row.n) for row in rows}


def _rare(finding: _Finding, question: _Question) -> dict[int, _Place]:
    """What holds a rare term, or several that are less rare."""
    if not question.many:
        return finding.ranked(_any(question.few), finding.limit)
    if not question.few:
        return _crowded(finding, question.many)
    alone = finding.ranked(_any(question.few), finding.limit)
    beside = f"({_any(question.few)}) AND ({_any(question.many)})"
    together = beside if len(question.many) == 1 else f"({beside}) OR {_two(question.many)}"
    return alone | finding.newest(together)


def _common(finding: _Finding, question: _Question) -> _Scores:
    """Words that stand everywhere tell little one by one: what holds all of them comes first, whatever its score."""
    terms = tuple(question.scored)
    if question.many:
        return finding.best(question, _crowded(finding, question.many))
    whole = finding.best(question, finding.ranked(_all(terms), finding.limit))
    if len(whole) == finding.limit:
        return whole
    partly = finding.best(question, finding.ranked(_any(terms), finding.limit))
    return dict(list((whole | partly).items())[: finding.limit])


def _crowded(finding: _Finding, terms: Sequence[str]) -> dict[int, _Place]:
    """The newest that hold all of these; as long as they are too few, those that hold two, then those that hold one."""
    found: dict[int, _Place] = {}
    for expression in dict.fromkeys((_all(terms), _two(terms), _any(terms))):
        found |= finding.newest(expression)
        if len(found) >= finding.limit:
            break
    return found


def _all(terms: Sequence[str]) -> str:
    return " AND ".join(map(_quoted, terms))


def _any(terms: Sequence[str]) -> str:
    return " OR ".join(map(_quoted, terms))


def _two(terms: Sequence[str]) -> str:
    """Two of these, or the only one."""
    pairs = (f"({_quoted(term)} AND ({_any(terms[place:])}))" for place, term in enumerate(terms[:-1], 1))
    return " OR ".join(pairs) or _all(terms)


def _quoted(term: str) -> str:
    return '"{}"'.format(term.replace('"', '""'))


_MATCHING = sa.select(words.c.rowid).where(
    sa.literal_column("words").op("MATCH")(sa.bindparam("expression", type_=sa.Text))
)


@lru_cache(maxsize=_KEPT)
def _best(within: Filter) -> sa.Select[Any]:
    """Built once for a filter, which takes longer than it is run."""
    return _first(_MATCHING.order_by(words.c.rank, words.c.rowid.desc()).limit(_MAX_RANKED), within)


@lru_cache(maxsize=_KEPT)
def _newest(within: Filter) -> sa.Select[Any]:
    return _first(_MATCHING.order_by(words.c.rowid.desc()).limit(_MAX_FILTERED), within)


def _first(matches: sa.Select[Any], within: Filter) -> sa.Select[Any]:
    """The first so many of these matches that a filter admits: SQLite stops there, and sorts nothing anew."""
    found = matches.subquery()
    return (
        sa.select(found.c.rowid, chunks.c.memory_id, chunks.c.n)
        .join_from(found, chunks, chunks.c.key == found.c.rowid)
        .join(memories, memories.c.id == chunks.c.memory_id)
        .where(admitted(within))
        .limit(sa.bindparam("most", type_=sa.Integer))
    )


def _scores(connection: sa.Connection, question: _Question, places: dict[int, _Place]) -> _Scores:
    """The scores of chunks, in their order; those that no scored term hits are left out."""
    if not places or not question.scored:
        return {}
    tokens = {row.rowid: row.tokens for row in connection.execute(_TOKENS, {"keys": as_list(places)})}
    scored = {place: question.score(tokens[key].split(" ")) for key, place in places.items() if key in tokens}
    return {place: score for place, score in scored.items() if score.words > 0}
