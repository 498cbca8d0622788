"""What can hold between two statements."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Relation(StrEnum):
    """How the second statement stands to the first."""

    SAME = "same"
    """The same statement in other words; no value differs."""
    REFINES = "refines"
    """The second is more precise and does not contradict."""
    CONTRADICTS = "contradicts"
    """Both cannot hold: another value of one attribute, yes against no, a reversed decision or preference."""
    HINTS = "hints"
    """They may contradict each other; reason enough for a link and for nothing more."""
    RELATED = "related"
    """The same subject, no clash."""
    UNRELATED = "unrelated"
    """Other subjects, or more than one thing differs."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A relation, why in words for a person, and what a conflict or a hint of one is about ("atlas port"), else ""."""

    relation: Relation
    reason: str
    subject: str


Compare = Callable[[str, str], Comparison]
"""How two statements relate, the older one first; `comparison.compare` in the product."""
