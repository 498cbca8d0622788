"""What varies between texts of one form: the stretches in which they differ become named slots."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mcp_memory.engine.text.languages import HAN, is_chinese

_PIECE = re.compile(rf"\s+|[{HAN}]|[^\s{HAN}]+")
_FLAG = re.compile(r"(?:--?(?P<flag>[A-Za-z][\w-]*)[ =]|(?P<name>[A-Za-z_]\w*)=)\s*$")
_NAME = re.compile(r"[^\w]+")
_LEAST_CHARS = 2
"""Shorter values are found within others by chance."""

Values = tuple[str, ...]
"""One value for each run, in the order of the runs."""


@dataclass(slots=True)
class Slots:
    """The named parameters of a procedure: the same row of values in another place is the same parameter."""

    named: dict[str, Values] = field(default_factory=dict)

    def within(self, values: Values) -> str:
        """The form of values that only wrap a known parameter's ("atlas:latest" for "atlas"); "" when they do not."""
        for name, known in self.named.items():
            if min(map(len, known)) < _LEAST_CHARS:
                continue
            forms = {value.replace(part, f"{{{name}}}") for value, part in zip(values, known, strict=True)}
            if len(forms) == 1 and "{" in (form := forms.pop()):
                return form
        return ""

    def name(self, values: Values, wanted: str) -> str:
        """The parameter that has these values, as it is already called or by the name wanted."""
        folded = tuple(value.casefold() for value in values)
        for name, known in self.named.items():
            if tuple(value.casefold() for value in known) == folded:
                return name
        name = free = _NAME.sub("_", wanted).strip("_").lower() or "object"
        number = 2
        while free in self.named:
            free, number = f"{name}_{number}", number + 1
        self.named[free] = values
        return free


def template(texts: Sequence[str], slots: Slots, wanted: str = "") -> str:
    """The form that texts have in common, `{name}` for what differs; `wanted` names what no flag names."""
    if len(set(texts)) == 1:
        return texts[0]
    rows = [_PIECE.findall(text) for text in texts]
    fallback = wanted or ("对象" if is_chinese("".join(texts)) else "object")
    parts = _by_place(rows) if len({len(row) for row in rows}) == 1 else _by_ends(rows)
    told = ""
    for part in parts:
        if isinstance(part, str):
            told += part
            continue
        within = slots.within(part)
        if within:
            told += within
            continue
        flagged = _FLAG.search(told)
        told += f"{{{slots.name(part, (flagged['flag'] or flagged['name']) if flagged else fallback)}}}"
    return told


def arguments_template(runs: Sequence[Mapping[str, str]], slots: Slots) -> str:
    """The arguments of one step over its runs, as one line; "" when it takes none in common."""
    names = [name for name in runs[0] if all(name in run for run in runs)]
    told = []
    for name in names:
        form = template([run[name] for run in runs], slots, wanted=name)
        told.append(f"{name}: {form}" if name else form)
    return ", ".join(part for part in told if part)


def _by_place(rows: Sequence[Sequence[str]]) -> list[str | Values]:
    """Pieces that are the same in all rows, and stretches of pieces that are not."""
    parts: list[str | Values] = []
    open_slot: list[list[str]] = []
    for column in zip(*rows, strict=True):
        if len(set(column)) > 1:
            open_slot.append(list(column))
            continue
        parts += [*([_joined(open_slot)] if open_slot else []), column[0]]
        open_slot = []
    return [*parts, *([_joined(open_slot)] if open_slot else [])]


def _by_ends(rows: Sequence[Sequence[str]]) -> list[str | Values]:
    """One slot between the beginning and the end that all rows share; the whole where they share neither."""
    shortest = min(map(len, rows))
    start = next((n for n in range(shortest) if len({row[n] for row in rows}) > 1), shortest)
    left = shortest - start
    end = next((n for n in range(left) if len({row[-1 - n] for row in rows}) > 1), left)
    middles = tuple("".join(row[start : len(row) - end]).strip() for row in rows)
    head, tail = "".join(rows[0][:start]), "".join(rows[0][len(rows[0]) - end :])
    return [head, middles, tail]


def _joined(columns: Sequence[Sequence[str]]) -> Values:
    return tuple("".join(pieces) for pieces in zip(*columns, strict=True))
