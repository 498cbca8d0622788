"""What a month has left in a data folder, read from its export, and held against what should have become of it."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from month_script import Change, Rule, Script, Sitting, Task, Turn

Row = tuple[str, str, str, str]
_SHOWN_CHARS = 160


@dataclass(frozen=True)
class Store:
    """Memories by id, with their observations, and the links, of a month by a script that began on that `monday`."""

    memories: Mapping[str, Mapping[str, Any]]
    observations: Mapping[str, Sequence[Mapping[str, str]]]
    links: Sequence[Mapping[str, str]]
    script: Script
    monday: datetime

    @classmethod
    def read(cls, file: Path, script: Script, monday: datetime) -> Self:
        """Read an export."""
        lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        told = [line for line in lines if line.get("type") == "memory"]
        return cls(
            memories={line["memory"]["id"]: line["memory"] for line in told},
            observations={line["memory"]["id"]: line["observations"] for line in told},
            links=[line for line in lines if line.get("type") == "link"],
            script=script,
            monday=monday,
        )

    def of(self, *layers: str) -> list[Mapping[str, Any]]:
        """The memories of these layers that are offered or wait, oldest event first."""
        found = [one for one in self.memories.values() if one["layer"] in layers and one["status"] != "archived"]
        return sorted(found, key=lambda one: str(one["occurred_at"]))

    def said(self) -> list[Mapping[str, Any]]:
        """The episodes that rest on something said in a session: no records of whole tasks, nothing imported."""
        return [one for one in self.of("episodic") if (one["details"] or {}).get("turns") and not _is_record(one)]

    def days(self, memory_id: str) -> set[int]:
        """The days of the month on which sessions have seen it: its own, then those that its observations tell."""
        own = {
            sitting.day
            for sitting in self.script.sittings
            if sitting.name == self.memories[memory_id]["origin"]["session"]
        }
        later = self.observations[memory_id][1:]
        return own | {self._day(datetime.fromisoformat(seen["at"])) for seen in later}

    def sources(self, memory_id: str) -> list[str]:
        """The ids of what it was derived from."""
        return [link["target"] for link in self.links if link["kind"] == "derived_from" and link["source"] == memory_id]

    def evidence_days(self, memory_id: str) -> set[int]:
        """The days of all that it was derived from."""
        return {day for source in self.sources(memory_id) for day in self.days(source)}

    def scenes(self, memory_id: str) -> set[str]:
        """The scenes of all that it was derived from."""
        return {seen["scene"] for source in self.sources(memory_id) for seen in self.observations[source]}

    def _day(self, at: datetime) -> int:
        """That of the session; a statement on "yesterday" is dated a day before it."""
        passed = (at - self.monday).days
        return min((sitting.day for sitting in self.script.sittings if sitting.day >= passed), default=passed)


def rule_row(rule: Rule, store: Store, worded: str, gates: Mapping[str, str]) -> Row:
    """What became of something said more than once; `worded` is the status of what only a model can word."""
    becomes = worded if rule.becomes == "worded" else rule.becomes
    kept = {day for one in store.said() if rule.is_said_in(one["content"]) for day in store.days(one["id"])}
    made = [one for one in store.of("semantic") if rule.is_said_in(one["content"])]
    days = sorted(set(rule.days))
    expected = f"{becomes}, from days {days}" if becomes else "no rule"
    told = [f"{one['status']}, from days {sorted(store.evidence_days(one['id']))}: {one['content']}" for one in made]
    held_back = next((why for text, why in gates.items() if rule.is_said_in(text)), "")
    seen = "; ".join(told) or f"no rule; kept of days {sorted(kept)}{f'; {held_back}' if held_back else ''}"
    if not becomes:
        is_tested = kept.issuperset(rule.scenes)
        return (rule.what, expected, seen, ("held" if is_tested else "not tested") if not made else "FAILED")
    is_right = len(made) == 1 and made[0]["status"] == becomes and store.evidence_days(made[0]["id"]) == set(days)
    is_marked = rule.becomes != "pending" or (is_right and "sensitive" in made[0]["marks"])
    return (rule.what, expected, seen, verdict(held=is_right and is_marked))


def task_row(task: Task, store: Store, status: str, gates: Mapping[str, str]) -> Row:
    """What became of a task that was done on three days."""
    stays = "".join(f"{value} stays, " for value in task.stays)
    expected = f"{status}, from {len(task.days)} scenes, days {list(task.days)}, what varies named, {stays}"
    expected += f"{task.exception} as a branch"
    made = [one for one in store.of("procedural") if task.is_described_in(one["content"])]
    held_back = next((f"held: {text} ({why})" for text, why in gates.items() if task.is_described_in(text)), "")
    if not made:
        return (task.what, expected, shortened(held_back or "no procedure", 600), "FAILED")
    text = str(made[0]["content"])
    days = store.evidence_days(made[0]["id"])
    steps = text.partition("1. ")[2]
    is_general = "{" in steps and not any(value in steps for value in task.varies)
    is_general = is_general and all(value in steps for value in (*task.stays, task.exception))
    scenes = store.scenes(made[0]["id"])
    is_right = len(made) == 1 and made[0]["status"] == status and days.issuperset(task.days)
    is_right = is_right and len(scenes) == len(task.days)
    seen = shortened(f"{made[0]['status']}, from {len(scenes)} scenes, days {sorted(days)}: {text}", 600)
    return (task.what, expected, seen, verdict(held=is_right and is_general))


def sides(change: Change, store: Store) -> list[Mapping[str, Any]]:
    """The episodes that tell a value that changed, the older first."""
    return [one for one in store.said() if change.is_about(one["content"])]


def briefing_row(sections: Sequence[tuple[str, str]]) -> Row:
    """Whether a briefing, as pairs of section and text, says one thing once; who said it makes it no other thing."""
    said = Counter(text.partition(": ")[2] or text for _, text in sections)
    twice = [text for text, times in said.items() if times > 1]
    told = f"{len(sections)} entries; more than once: {'; '.join(twice) or 'nothing'}"
    return ("the briefing says each thing once", "nothing twice", told, verdict(held=not twice))


def other_rules_row(store: Store) -> Row:
    """Whether a rule was made of something that should not become one."""
    expected = [rule for rule in store.script.rules if rule.becomes]
    made = [one["content"] for one in store.of("semantic")]
    others = [text for text in made if not any(rule.is_said_in(text) for rule in expected)]
    return ("no other rule", "nothing", "; ".join(others) or "nothing", verdict(held=not others))


def single_session_row(store: Store) -> Row:
    """Whether a rule rests on one session alone."""
    counts = {one["content"]: len(store.scenes(one["id"])) for one in store.of("semantic") if store.sources(one["id"])}
    orphans = [one["content"] for one in store.of("semantic") if not store.sources(one["id"])]
    fewest = min(counts.values(), default=0)
    seen = f"{len(counts)} rules made, the fewest scenes of one: {fewest}; without sources: {len(orphans)}"
    held = not orphans and (fewest >= 2 or not counts)
    return ("no rule from a single session", "2 scenes or more each", seen, verdict(held=held))


def worth_rows(store: Store) -> list[tuple[str, int, int, int, int]]:
    """By language: turns worth it, kept and missed of them; memories whose turn is not worth one."""
    missed, noise = (
        Counter(turn.language for _, turn in missing(store)),
        Counter(_language(one, store) for one in not_worth(store)),
    )
    worth = Counter(turn.language for _, turn in worth_turns(store))
    return [(name, worth[name], worth[name] - missed[name], missed[name], noise[name]) for name in ("en", "zh")]


def worth_turns(store: Store) -> list[tuple[Sitting, Turn]]:
    """Every turn that a careful reader notes something of."""
    return [(sitting, turn) for sitting in store.script.sittings for turn in sitting.turns if turn.note]


def missing(store: Store) -> list[tuple[Sitting, Turn]]:
    """The turns worth it that no memory says."""
    texts = [str(one["content"]).removeprefix(f"{one['details'].get('speaker')}: ") for one in store.said()]
    cited = {id(turn) for one in store.said() for turn in cited_by(one, store)}
    return [
        (sitting, turn)
        for sitting, turn in worth_turns(store)
        if id(turn) not in cited and not any(text in turn.text or text == turn.note for text in texts)
    ]


def not_worth(store: Store) -> list[Mapping[str, Any]]:
    """The episodes of which no turn is worth one."""
    return [one for one in store.said() if not any(turn.note for turn in cited_by(one, store))]


def cited_by(memory: Mapping[str, Any], store: Store) -> list[Turn]:
    """The turns it came from."""
    turns = next(
        (sitting.turns for sitting in store.script.sittings if sitting.name == memory["origin"]["session"]), []
    )
    return [turns[number - 1] for number in memory["details"].get("turns", ()) if number <= len(turns)]


def verdict(*, held: bool) -> str:
    """How a row ends."""
    return "held" if held else "FAILED"


def shortened(text: str, chars: int = _SHOWN_CHARS) -> str:
    """In one line, at most so long."""
    line = " ".join(text.split()).replace("|", "/")
    return line if len(line) <= chars else f"{line[: chars - 1]}…"


def _is_record(memory: Mapping[str, Any]) -> bool:
    """Whether it is the record of a whole session, not of something said in it."""
    return memory["event_type"] == "task_record" and len(memory["details"].get("turns", ())) != 1


def _language(memory: Mapping[str, Any], store: Store) -> str:
    return next((turn.language for turn in cited_by(memory, store)), "en")
