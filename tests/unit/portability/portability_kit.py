"""What the tests of exports, imports and repairs share."""

from collections.abc import Iterable
from pathlib import Path

from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.requests import Correct, Forget, Remember
from mcp_memory.engine.domain.upkeep import BringIn, BroughtIn, ExportForm
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.engine.service import MemoryEngine

PERSON = Principal(user="me", agent="command line", session="s1", person=True)


def exported(engine: MemoryEngine, form: ExportForm = "jsonl", who: Principal = PERSON) -> list[str]:
    """The lines of an export, without their ends."""
    lines: list[str] = []
    engine.export(who, form, lines.append)
    return [line.removesuffix("\n") for line in lines]


def bring_in(engine: MemoryEngine, lines: Iterable[str], ask: BringIn | None = None) -> BroughtIn:
    """Bring in lines as a person does."""
    return engine.bring_in(PERSON, ask or BringIn(), [f"{line}\n" for line in lines])


def lived_in(engine: MemoryEngine) -> list[str]:
    """A few memories of every kind, with history, links and observations; returns their ids."""
    fact = _remember(engine, "On Monday the team chose PostgreSQL for billing.", project="billing", tags=("db",))
    rule = _remember(engine, "Releases go out on Tuesdays 🚀\nnever on Fridays", layer=Layer.SEMANTIC)
    steps = _remember(engine, "To release", steps=("tag", "push", "发布"))
    promoted = _remember(
        engine, "On Monday the team chose PostgreSQL for billing.", project="billing", layer=Layer.SEMANTIC
    )
    gone = _remember(engine, "Lunch was at noon.")
    other = Principal(user="me", agent="claude", session="s2")
    engine.remember(other, Remember(content="Lunch was at noon."))
    engine.correct(PERSON, Correct(id=rule, content="Releases go out on Mondays 🚀", reason="moved"))
    engine.correct(PERSON, Correct(id=steps, verdict="pin"))
    engine.correct(PERSON, Correct(id=fact, verdict="outdated"))
    engine.forget(PERSON, Forget(ids=(gone,), reason="over"))
    return [fact, rule, steps, promoted, gone]


def backup_files(home: Path) -> list[Path]:
    """The copies in the folder of backups."""
    return sorted((home / "backups").glob("*.db"))


def _remember(
    engine: MemoryEngine,
    content: str,
    *,
    project: str = "",
    tags: tuple[str, ...] = (),
    layer: Layer | None = None,
    steps: tuple[str, ...] = (),
) -> str:
    ask = Remember(content=content, project=project, tags=tags, layer=layer, steps=steps)
    return engine.remember(PERSON, ask).outcome.memory.id
