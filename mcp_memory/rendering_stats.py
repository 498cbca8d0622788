"""What the command line prints of the data folder in numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from rich.text import Text

from mcp_memory.engine.domain.stats import Stats
from mcp_memory.engine.text.counting import cut_chars
from mcp_memory.rendering import Lines, plain, quiet

_PREVIEW_CHARS = 80
_BAR_CHARS = 30
_MEGABYTE = 1_048_576


@dataclass(frozen=True, slots=True)
class Used:
    """One of the most recalled memories."""

    id: str
    recalled: int
    last: str
    content: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers under plain names; `weeks` by the day each begins, `size_bytes` of the records and their log."""

    total: int
    layers: Mapping[str, int]
    tiers: Mapping[str, int]
    event_types: Mapping[str, int]
    weeks: Mapping[str, int]
    most_recalled: tuple[Used, ...]
    waiting: Mapping[str, int]
    chunks: int
    size_bytes: int

    @classmethod
    def of(cls, stats: Stats) -> Self:
        """The engine's numbers, the texts of memories cut short."""
        return cls(
            total=stats.total,
            layers={f"{layer} {status}": size for (layer, status), size in stats.layers.items()},
            tiers={tier.value: size for tier, size in stats.tiers.items()},
            event_types={kind.value: size for kind, size in stats.event_types.items()},
            weeks={f"{week.begins_at:%Y-%m-%d}": week.stored for week in stats.weeks},
            most_recalled=tuple(
                Used(
                    id=memory.id,
                    recalled=memory.recall_count,
                    last=f"{memory.recalled_at:%Y-%m-%d}" if memory.recalled_at else "",
                    content=cut_chars(" ".join(memory.content.split()), _PREVIEW_CHARS),
                )
                for memory in stats.most_recalled
            ),
            waiting=dict(stats.waiting),
            chunks=stats.chunks,
            size_bytes=stats.size_bytes,
        )


def stats(numbers: Numbers) -> Lines:
    """Each group of numbers under its name."""
    size = f"{numbers.size_bytes / _MEGABYTE:.1f} MB"
    yield Text(f"{numbers.total:,} memories in {numbers.chunks:,} chunks, {size}", style="bold")
    yield from _group("Layers", numbers.layers)
    yield from _group("Tiers of active memories", numbers.tiers)
    yield from _group("Event types of active memories", numbers.event_types)
    yield from _weeks(numbers.weeks)
    if numbers.most_recalled:
        yield Text("Most recalled", style="bold")
    for used in numbers.most_recalled:
        yield Text(f"  {used.recalled:>6,}  {plain(used.content)}")
        yield quiet(f"          {used.id}, last {used.last or 'unknown'}")
    yield from _group("Waiting for a person", numbers.waiting)
    if not numbers.waiting:
        yield Text("Nothing waits for a person.")


def _group(title: str, counts: Mapping[str, int]) -> Lines:
    if counts:
        yield Text(title, style="bold")
    for name, count in counts.items():
        yield Text(f"  {count:>6,}  {name}")


def _weeks(weeks: Mapping[str, int]) -> Lines:
    most = max(weeks.values(), default=0)
    yield Text("Stored in the seven days from", style="bold")
    for day, stored in weeks.items():
        bar = "█" * round(_BAR_CHARS * stored / most) if most else ""
        yield Text(f"  {stored:>6,}  {day}  {bar}".rstrip())
