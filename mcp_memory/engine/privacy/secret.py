"""A secret as it was found in a text."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Secret:
    """What kind of secret stands from `start` to `end`."""

    kind: str
    start: int
    end: int


def merged(secrets: Iterable[Secret]) -> tuple[Secret, ...]:
    """The same stretches without overlaps, in order. Overlapping ones become one, of the kind that was given first."""
    ranked = sorted(enumerate(secrets), key=lambda item: item[1].start)
    apart: list[tuple[int, Secret]] = []
    for rank, secret in ranked:
        if apart and secret.start < apart[-1][1].end:
            best, before = apart[-1]
            kind = before.kind if best <= rank else secret.kind
            apart[-1] = (min(best, rank), Secret(kind, before.start, max(before.end, secret.end)))
        else:
            apart.append((rank, secret))
    return tuple(secret for _, secret in apart)
