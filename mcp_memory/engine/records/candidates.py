"""Candidates of consolidation as rows and back, each function within one connection; the caller commits."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from mcp_memory.engine.domain.memory import Observation, Scope
from mcp_memory.engine.domain.plain import as_list, as_mapping, as_number, as_text, as_texts
from mcp_memory.engine.domain.promotion import CandidateState, GateReport, GateResult, PromotionCandidate
from mcp_memory.engine.domain.vocabulary import Layer, Status
from mcp_memory.engine.ports.candidates import Unconsolidated
from mcp_memory.engine.records import reads
from mcp_memory.engine.records.codec import from_micros, to_json, to_micros
from mcp_memory.engine.records.conditions import among, among_those, count_rows
from mcp_memory.engine.records.conditions import as_list as listed
from mcp_memory.engine.records.rows import each_readable, readable, whole_memories
from mcp_memory.engine.records.schema import candidate_evidence, candidates, memories, meta, written_over

_KEEP = written_over(candidates)
_THIS = sa.select(candidates).where(candidates.c.id == sa.bindparam("candidate_id"))
_DROP_EVIDENCE = sa.delete(candidate_evidence).where(candidate_evidence.c.candidate_id == sa.bindparam("candidate_id"))
_ADD_EVIDENCE = sa.insert(candidate_evidence)
_RESTING = sa.select(candidate_evidence.c.candidate_id).where(among_those(candidate_evidence.c.memory_id, "ids"))
_ON = sa.or_(candidates.c.id.in_(_RESTING), among_those(candidates.c.memory_id, "ids"))
_CANDIDATES_ON = sa.select(candidates).where(_ON).order_by(candidates.c.created_at, candidates.c.id)
_EVIDENCE_OF = (
    sa.select(candidate_evidence)
    .where(among_those(candidate_evidence.c.candidate_id, "ids"))
    .order_by(candidate_evidence.c.at, candidate_evidence.c.memory_id)
)
_ERASE = sa.delete(candidates).where(_ON)
_WATERMARK = "consolidated_to"
_MOVE_WATERMARK = (
    sa.update(meta).where(meta.c.name == _WATERMARK).values(value=sa.func.max(meta.c.value, sa.bindparam("revision")))
)
_IS_ACTIVE = memories.c.status == Status.ACTIVE.value
_SOURCES = (Layer.EPISODIC.value, Layer.PROCEDURAL.value)


def keep(connection: sa.Connection, candidate: PromotionCandidate) -> None:
    """Write a candidate and its evidence in the place of what it was. Moves no revision: no memory is changed."""
    connection.execute(_KEEP, _row_of(candidate))
    connection.execute(_DROP_EVIDENCE, {"candidate_id": candidate.id})
    rows = [
        {"candidate_id": candidate.id, "memory_id": seen.memory_id, "scene": seen.scene, "at": to_micros(seen.at)}
        for seen in {(one.memory_id, one.scene): one for one in candidate.observations}.values()
    ]
    if rows:
        connection.execute(_ADD_EVIDENCE, rows)


def one(connection: sa.Connection, candidate_id: str) -> PromotionCandidate | None:
    """The candidate of that id; None when it is not there or cannot be read."""
    return next(iter(_read(connection, connection.execute(_THIS, {"candidate_id": candidate_id}))), None)


def of_user(
    connection: sa.Connection, user: str, states: Collection[CandidateState], limit: int = 100
) -> tuple[PromotionCandidate, ...]:
    """The user's candidates in these states, latest changed first; unreadable ones are left out."""
    mine = sa.select(candidates).where(
        candidates.c.user == user, among(candidates.c.state, [state.value for state in states])
    )
    rows = connection.execute(mine.order_by(candidates.c.changed_at.desc(), candidates.c.id).limit(limit))
    return _read(connection, rows)


def on(connection: sa.Connection, memory_ids: Sequence[str]) -> tuple[PromotionCandidate, ...]:
    """Candidates that rest on any of these memories, or became one of them, oldest first."""
    return _read(connection, connection.execute(_CANDIDATES_ON, {"ids": listed(memory_ids)}))


def erase(connection: sa.Connection, memory_ids: Sequence[str]) -> None:
    """Delete what rests on these memories, quotes them, or became one of them; its evidence goes with it."""
    connection.execute(_ERASE, {"ids": listed(memory_ids)})


def watermark(connection: sa.Connection) -> int:
    """The revision up to which everything has been consolidated."""
    return int(connection.execute(sa.select(meta.c.value).where(meta.c.name == _WATERMARK)).scalar_one())


def move_watermark(connection: sa.Connection, revision: int) -> None:
    """Move it on; it never goes back."""
    connection.execute(_MOVE_WATERMARK, {"revision": revision})


def changed_after(connection: sa.Connection, revision: int, limit: int) -> Unconsolidated:
    """Active episodes and procedures of all users told after a revision, oldest first; never half a transaction."""
    changed = sa.and_(memories.c.told > revision, memories.c.layer.in_(_SOURCES), _IS_ACTIVE)
    last = sa.select(memories.c.told).where(changed).order_by(memories.c.told).offset(limit - 1).limit(1)
    end = connection.execute(last).scalar_one_or_none()
    upto = changed if end is None else sa.and_(changed, memories.c.told <= end)
    rows = connection.execute(whole_memories.where(upto).order_by(memories.c.told, memories.c.id)).all()
    revisions = {row.id: row.told for row in rows}
    changed_ones = tuple((revisions[memory.id], memory) for memory in readable(rows))
    return Unconsolidated(changed_ones, revision=reads.revision(connection) if end is None else end)


def count_changed(connection: sa.Connection, most: int) -> int:
    """How many episodes were told since the watermark, up to `most`."""
    changed = sa.select(memories.c.id).where(
        memories.c.told > watermark(connection),
        memories.c.layer == Layer.EPISODIC.value,
        _IS_ACTIVE,
    )
    return count_rows(connection, changed.limit(most).subquery())


def _row_of(candidate: PromotionCandidate) -> dict[str, object]:
    report = candidate.report
    return {
        "id": candidate.id,
        "user": candidate.scope.user,
        "project": candidate.scope.project,
        "layer": candidate.layer.value,
        "statement": candidate.statement,
        "signature": candidate.signature,
        "report": to_json(
            {
                "passed": report.passed,
                "waits": list(report.waits),
                "gates": [[result.gate, result.passed, result.reason] for result in report.results],
            }
        ),
        "confidence": candidate.confidence,
        "state": candidate.state.value,
        "memory_id": candidate.memory_id,
        "created_at": to_micros(candidate.created_at),
        "changed_at": to_micros(candidate.changed_at),
    }


def _read(connection: sa.Connection, rows: Iterable[sa.Row[Any]]) -> tuple[PromotionCandidate, ...]:
    """The candidates of those rows that can be read: a damaged one is found anew from its evidence."""
    rows = list(rows)
    evidence: defaultdict[str, list[Observation]] = defaultdict(list)
    ids = [row.id for row in rows if isinstance(row.id, str)]
    for seen in connection.execute(_EVIDENCE_OF, {"ids": listed(ids)}):
        evidence[seen.candidate_id].append(Observation(seen.memory_id, seen.scene, from_micros(seen.at)))
    return tuple(each_readable(lambda row: _candidate_of(row, tuple(evidence[row.id])), rows))


def _candidate_of(row: sa.Row[Any], seen: tuple[Observation, ...]) -> PromotionCandidate:
    return PromotionCandidate(
        id=as_text(row.id),
        scope=Scope(user=as_text(row.user), project=as_text(row.project)),
        layer=Layer(row.layer),
        statement=as_text(row.statement),
        observations=seen,
        report=_report_of(json.loads(row.report)),
        confidence=as_number(row.confidence),
        state=CandidateState(row.state),
        memory_id=as_text(row.memory_id),
        created_at=from_micros(row.created_at),
        changed_at=from_micros(row.changed_at),
    )


def _report_of(plain: object) -> GateReport:
    fields = as_mapping(plain)
    gates = (as_list(gate) for gate in as_list(fields["gates"]))
    return GateReport(
        results=tuple(GateResult(as_text(name), bool(passed), as_text(reason)) for name, passed, reason in gates),
        passed=bool(fields["passed"]),
        waits=as_texts(fields["waits"]),
    )
