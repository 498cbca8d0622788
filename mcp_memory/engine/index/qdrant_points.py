"""How memories look to Qdrant: points, conditions, and the layout of a collection.

A point holds what a memory can be filtered by, its vector, and its words as weighted hashes. It never holds text.
"""

import uuid
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from qdrant_client import models

from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.vocabulary import Layer, Status, Tier
from mcp_memory.engine.index.float16 import question_of
from mcp_memory.engine.index.slots import Key
from mcp_memory.engine.index.word_weights import passage_weights
from mcp_memory.engine.ports.index import IndexRow
from mcp_memory.engine.text.tokens import index_tokens

DENSE = "dense"
WORDS = "words"

_SENT_DIGITS = 6
"""More than float16 tells, and half of what its numbers take when written in full."""

_NAMES = uuid.UUID("5d5c8e0b-2a0e-5c1f-9b57-6a3f0d7f2c11")
"""The name space of point ids; never to be changed, since points are found again by it."""

MARKER = str(uuid.uuid5(_NAMES, "marker"))
"""The point that says up to which revision a collection was fed. It has no user, so no question meets it."""


def point_of(row: IndexRow, text: str, dim: int, revision: int) -> models.PointStruct:
    """One chunk, as it was at a revision."""
    payload = {
        "memory_id": row.memory_id,
        "chunk": row.chunk,
        "revision": revision,
        "user": row.user,
        "project": row.project,
        "layer": row.layer,
        "status": row.status,
        "event_type": row.event_type,
        "session": row.session,
        "occurred_at": row.occurred_at,
        "tags": list(row.tags),
        "tier": row.tier,
    }
    point_id = uuid.uuid5(_NAMES, f"{row.memory_id}/{row.chunk}")
    return models.PointStruct(id=str(point_id), vector=_vectors(row, text, dim), payload=payload)


def marker_at(revision: int) -> models.PointStruct:
    """The marker of a collection that was fed up to a revision."""
    return models.PointStruct(id=MARKER, vector={}, payload={"revision": revision})


def keys_of(points: Iterable[models.ScoredPoint]) -> list[Key]:
    """Which chunks these points stand for. Raises `ValueError` for points that are not ours."""
    found = []
    for point in points:
        payload = point.payload or {}
        memory_id, chunk = payload.get("memory_id"), payload.get("chunk")
        if not isinstance(memory_id, str) or not isinstance(chunk, int):
            raise ValueError("a point without memory id and chunk number")  # noqa: TRY004 - the answer is at fault
        found.append((memory_id, chunk))
    return found


def _vectors(row: IndexRow, text: str, dim: int) -> dict[str, Any]:
    """Those of the two that there are: a chunk may wait to be embedded, or hold no word."""
    vectors: dict[str, Any] = {}
    if (numbers := question_of(row.vector, dim)) is not None:
        vectors[DENSE] = np.round(numbers.astype(np.float64), _SENT_DIGITS).tolist()
    if weights := passage_weights(index_tokens(text)):
        vectors[WORDS] = models.SparseVector(indices=list(weights), values=list(weights.values()))
    return vectors


# Conditions


def admitted(within: Filter, without: Sequence[str]) -> models.Filter | None:
    """What `Filter.admits` means, leaving these memories out; None when nothing can be admitted."""
    if not within.statuses or (within.outside and not within.project):
        return None
    must: list[models.Condition] = [
        _is("user", within.reach.user),
        *_reached(within.reach),
        _among("status", within.statuses),
        *(_is("tags", tag) for tag in sorted(within.tags)),
    ]
    must_not: list[models.Condition] = [_among("memory_id", without)] if without else []
    if others := frozenset(Tier) - within.tiers:  # points that were sent before there were tiers count as hot
        must_not.append(_among("tier", others))
    if within.project:
        (must_not if within.outside else must).append(_among("project", ("", within.project)))
    if within.layers:
        must.append(_among("layer", within.layers))
    if within.event_types:
        must.append(_among("event_type", within.event_types))
    if within.since is not None:
        must.append(_in_range("occurred_at", models.Range(gte=within.since.timestamp())))
    if within.until is not None:
        must.append(_in_range("occurred_at", models.Range(lt=within.until.timestamp())))
    return models.Filter(must=must, must_not=must_not)


def rows_without(memory_ids: Sequence[str]) -> models.Filter:
    """All chunks of all users but those of these memories."""
    must_not: list[models.Condition] = [models.HasIdCondition(has_id=[MARKER])]
    return models.Filter(must_not=[*must_not, _among("memory_id", memory_ids)] if memory_ids else must_not)


def older_of(memory_ids: Sequence[str], revision: int) -> models.Filter:
    """Chunks of these memories as they were before a revision."""
    return models.Filter(must=[_among("memory_id", memory_ids), _in_range("revision", models.Range(lt=revision))])


def not_newer_than(revision: int) -> models.Filter:
    """Points that may be overwritten by what is of this revision."""
    return models.Filter(must=[_in_range("revision", models.Range(lte=revision))])


def _reached(reach: Reach) -> list[models.Condition]:
    if reach.sessions is None:
        return []
    shared = models.Filter(must_not=[_is("layer", Layer.EPISODIC), _is("status", Status.PENDING)])
    own = [_among("session", reach.sessions)] if reach.sessions else []
    return [models.Filter(should=[shared, *own])]


def _is(field: str, value: str) -> models.FieldCondition:
    return models.FieldCondition(key=field, match=models.MatchValue(value=str(value)))


def _among(field: str, values: Iterable[str]) -> models.FieldCondition:
    return models.FieldCondition(key=field, match=models.MatchAny(any=sorted(map(str, values))))


def _in_range(field: str, span: models.Range) -> models.FieldCondition:
    return models.FieldCondition(key=field, range=span)


# Layout


def layout(dim: int) -> dict[str, Any]:
    """What a collection is created with.

    Vectors are of unit length, so the dot product is the cosine. Searches run over int8 codes held in memory; the
    vectors themselves stay on disk and are read to score the best again.
    """
    return {
        "vectors_config": {DENSE: models.VectorParams(size=dim, distance=models.Distance.DOT, on_disk=True)},
        "sparse_vectors_config": {WORDS: models.SparseVectorParams(modifier=models.Modifier.IDF)},
        "hnsw_config": models.HnswConfigDiff(m=16, ef_construct=200),
        "quantization_config": models.ScalarQuantization(
            scalar=models.ScalarQuantizationConfig(type=models.ScalarType.INT8, quantile=0.99, always_ram=True)
        ),
    }


def payload_indexes() -> dict[str, Any]:
    """Every field a condition may name. The user is the tenant, whose points lie and are linked together."""
    keyword = models.PayloadSchemaType.KEYWORD
    return {
        "user": models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=True),
        **dict.fromkeys(("memory_id", "project", "layer", "status", "event_type", "session", "tags", "tier"), keyword),
        "occurred_at": models.PayloadSchemaType.FLOAT,
        "revision": models.PayloadSchemaType.INTEGER,
    }


def search_params(limit: int) -> models.SearchParams:
    """Twice as many candidates by code as asked for, scored again by their vectors."""
    return models.SearchParams(
        hnsw_ef=max(128, 2 * limit),
        quantization=models.QuantizationSearchParams(rescore=True, oversampling=2.0),
    )
