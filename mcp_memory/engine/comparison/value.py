"""A value in a statement, and how two of them relate."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Kind(StrEnum):
    """What sort of value it is; values of different kinds are seldom comparable."""

    NUMBER = "number"
    QUANTITY = "quantity"
    MONEY = "money"
    PERCENT = "percent"
    VERSION = "version"
    DATE = "date"
    CLOCK = "clock"
    RANGE = "range"
    ADDRESS = "address"
    CODE = "code"
    IDENTIFIER = "identifier"


class Bound(StrEnum):
    """How exactly a number is meant."""

    EXACT = "exact"
    ABOUT = "about"
    AT_LEAST = "at least"
    AT_MOST = "at most"


class Match(StrEnum):
    """How the second of two values stands to the first."""

    EQUAL = "equal"
    DIFFERS = "differs"
    FINER = "finer"
    """It says the same more precisely: "May" and "3 May"."""
    COARSER = "coarser"
    UNCLEAR = "unclear"
    """They cannot be compared: "Friday" and "3 May", "5 m" and "5 kg"."""


Part = int | str | None


@dataclass(frozen=True, slots=True)
class Value:
    """One value and its place in the folded text.

    `unit` is the dimension, currency or sub-kind; `amount` is in the base unit (seconds, bytes, minutes of the day);
    `parts` holds what is no number: (year, month, day, weekday, relative) of a date, the numbers of a version, the
    spelling of an address.
    """

    kind: Kind
    start: int
    end: int
    wording: str
    unit: str = ""
    amount: Fraction = Fraction(0)
    parts: tuple[Part, ...] = ()
    bound: Bound = Bound.EXACT


def compare_values(first: Value, second: Value) -> Match:
    """How two values relate; symmetrical but for FINER and COARSER."""
    if first.kind is not second.kind:
        return _across_kinds(first, second)
    match first.kind:
        case Kind.DATE:
            return _by_parts(first.parts, second.parts)
        case Kind.VERSION:
            return _prefix(first.parts, second.parts)
        case Kind.CLOCK:
            return _clocks(first, second)
        case Kind.ADDRESS:
            return _addresses(first, second)
        case Kind.CODE | Kind.IDENTIFIER | Kind.RANGE:
            same_unit = first.unit == second.unit
            return (Match.EQUAL if first.parts == second.parts else Match.DIFFERS) if same_unit else Match.UNCLEAR
        case _:
            return _amounts(first, second)


_NEAR = Fraction(1, 5)
"""Two numbers of which one is "about" may both be right when they lie this close."""


def _amounts(first: Value, second: Value) -> Match:
    if first.unit != second.unit:
        return Match.UNCLEAR
    if first.amount == second.amount and first.bound is second.bound:
        # 3.10 and 3.1 are one number, and two versions.
        return Match.EQUAL if first.parts == second.parts else Match.UNCLEAR
    if first.bound is second.bound is not Bound.ABOUT:
        return Match.DIFFERS
    return _with_bounds(first, second)


def _with_bounds(first: Value, second: Value) -> Match:
    if second.bound is Bound.EXACT:
        return _inside(second.amount, first, Match.FINER)
    if first.bound is Bound.EXACT:
        return _inside(first.amount, second, Match.COARSER)
    if first.bound is second.bound:
        return _inside(first.amount, second, Match.UNCLEAR)
    return Match.UNCLEAR


def _inside(amount: Fraction, bounded: Value, when_inside: Match) -> Match:
    """Whether a number can be what the bounded one means."""
    match bounded.bound:
        case Bound.AT_LEAST:
            inside = amount >= bounded.amount
        case Bound.AT_MOST:
            inside = amount <= bounded.amount
        case _:
            if amount == bounded.amount:
                return when_inside
            near = abs(amount - bounded.amount) <= _NEAR * max(abs(amount), abs(bounded.amount))
            return Match.UNCLEAR if near else Match.DIFFERS
    return when_inside if inside else Match.DIFFERS


def _by_parts(first: tuple[Part, ...], second: tuple[Part, ...]) -> Match:
    """Dates: one shared part that differs is a difference; nothing shared says nothing."""
    pairs = list(zip(first, second, strict=True))
    shared = [(one, other) for one, other in pairs if one is not None and other is not None]
    if any(one != other for one, other in shared):
        return Match.DIFFERS
    if not shared:
        return Match.UNCLEAR
    more_in_first = any(other is None and one is not None for one, other in pairs)
    more_in_second = any(one is None and other is not None for one, other in pairs)
    return _direction(more_in_first=more_in_first, more_in_second=more_in_second)


def _direction(*, more_in_first: bool, more_in_second: bool) -> Match:
    if more_in_first and more_in_second:
        return Match.UNCLEAR
    return Match.COARSER if more_in_first else Match.FINER if more_in_second else Match.EQUAL


def _prefix(first: tuple[Part, ...], second: tuple[Part, ...]) -> Match:
    """Versions: 3.11 and 3.11.4 do not contradict each other."""
    length = min(len(first), len(second))
    if first[:length] != second[:length]:
        return Match.DIFFERS
    return _direction(more_in_first=len(first) > length, more_in_second=len(second) > length)


_HALF_DAY = 720


def _clocks(first: Value, second: Value) -> Match:
    """Times of day; one that does not say which half of the day may be either."""
    if first.amount == second.amount and first.unit == second.unit:
        return Match.EQUAL
    if not first.unit and not second.unit:
        return Match.DIFFERS
    if (first.amount - second.amount) % _HALF_DAY:
        return Match.DIFFERS
    return Match.UNCLEAR


def _addresses(first: Value, second: Value) -> Match:
    if first.unit != second.unit:
        return Match.UNCLEAR
    if first.parts == second.parts:
        return Match.EQUAL
    one, other = str(first.parts[0]), str(second.parts[0])
    if first.unit in {"url", "ip", "path"}:
        if other.startswith((one + "/", one + ":")):
            return Match.FINER
        if one.startswith((other + "/", other + ":")):
            return Match.COARSER
    return Match.DIFFERS


def _across_kinds(first: Value, second: Value) -> Match:
    kinds = {first.kind, second.kind}
    if kinds == {Kind.VERSION, Kind.NUMBER}:
        one, other = _as_version(first), _as_version(second)
        return _prefix(one, other) if one and other else Match.UNCLEAR
    if Kind.NUMBER in kinds and kinds & _MEASURED and first.amount == second.amount:
        # "30" and "30 dollars": the one without a unit says less.
        return Match.FINER if first.kind is Kind.NUMBER else Match.COARSER
    return Match.UNCLEAR


_MEASURED = frozenset({Kind.QUANTITY, Kind.MONEY, Kind.PERCENT})


def _as_version(value: Value) -> tuple[Part, ...]:
    if value.kind is Kind.VERSION:
        return value.parts
    return tuple(int(part) for part in value.wording.split(".") if part.isdecimal())
