"""The closed sets of words of SPEC section 1. Their values are what is stored and shown."""

from enum import StrEnum


class Layer(StrEnum):
    """Where a memory lives: what happened, what is so, how it is done."""

    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    PROCEDURAL = "procedural"


class Status(StrEnum):
    """Whether a memory counts. Only `active` ones are recalled unless asked for."""

    ACTIVE = "active"
    PENDING = "pending"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"
    OVERTURNED = "overturned"


LIVE = frozenset({Status.ACTIVE, Status.PENDING})
"""Statuses of what counts, or will when a person approves it; the others are out of the way."""


class Tier(StrEnum):
    """How near at hand an episode lies: in memory and searched first, in memory, on disk only."""

    HOT = "hot"
    WARM = "warm"
    COLD = "cold"


IN_MEMORY = frozenset({Tier.HOT, Tier.WARM})
"""Tiers whose vectors an index holds in memory; those of the last are read from disk when nothing else answers."""


class Mark(StrEnum):
    """What is noted beside the status."""

    CONFLICTED = "conflicted"
    POSSIBLY_OUTDATED = "possibly_outdated"
    DENIED = "denied"
    EXPIRED = "expired"
    PINNED = "pinned"
    SENSITIVE = "sensitive"


class EventType(StrEnum):
    """What kind of thing was said or done."""

    DECISION = "decision"
    PREFERENCE = "preference"
    CONSTRAINT = "constraint"
    RISK = "risk"
    QUESTION = "question"
    TASK = "task"
    COMMITMENT = "commitment"
    REVERSAL = "reversal"
    FACT = "fact"
    TASK_RECORD = "task_record"
    DISCUSSION = "discussion"


STANDING_EVENTS = frozenset({EventType.PREFERENCE, EventType.CONSTRAINT})
"""Event types that hold until revoked, so recall considers them however they are worded."""

OPEN_EVENTS = frozenset({EventType.TASK, EventType.COMMITMENT, EventType.QUESTION})
"""Event types that stay open until done, answered or expired."""

RECORDS_OF_WORK = frozenset({EventType.TASK_RECORD, EventType.DISCUSSION})
"""Event types that tell how the work went: each an event of its own, and no statement."""


class LinkKind(StrEnum):
    """How one memory relates to another. Read `source KIND target`."""

    DERIVED_FROM = "derived_from"
    SUPPORTS = "supports"
    SUPERSEDES = "supersedes"
    CONFLICTS_WITH = "conflicts_with"
    MERGED_INTO = "merged_into"
    SIMILAR_TO = "similar_to"


class OriginKind(StrEnum):
    """Who vouches for a memory, from most to least trusted."""

    PERSON = "person"
    ASSERTED = "asserted"
    AGENT = "agent"
    IMPORT = "import"


class Predicate(StrEnum):
    """What a semantic memory says of its subject."""

    PREFERS = "prefers"
    REQUIRES = "requires"
    FORBIDS = "forbids"
    RULE = "rule"
    FACT = "fact"
