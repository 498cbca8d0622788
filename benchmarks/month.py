"""A month of one project over real stdio: ten conversations in two languages, and what memory makes of them by itself.

    python benchmarks/month.py
    python benchmarks/month.py --script lantern --reasoner rules --show --keep FOLDER

Each session is observed round by round by a real client and ended; encoding and consolidation are the server's. Then a
list with two of the rules is imported, consolidation runs twice, and a person decides one contradiction and takes that
back. Once with the rules alone, once with a STAND-IN for a language model behind the real SDK, which knows the month by
heart. "not tested" says that nothing rose because not enough of it was kept. Exits with 1 where something failed.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

import month_seen as seen
from kit import Tables, options, server
from mcp import Client
from month_reader import KEY, careful_reader
from month_script import Change, Round, Script, Sitting, holds
from month_seen import Row, Store, shortened, verdict
from sitting import call, status

_SCRIPTS = {name: Path(__file__).with_name(f"month_{name}.txt") for name in ("orchard", "lantern")}
_PATIENCE_SECONDS = 120.0
_LOOK_SECONDS = 0.2
_TURN_SECONDS = 40
_HANDFUL = 10
_HEAD = ("what", "expected", "seen", "held")


@dataclass
class Month:
    """A data folder, how its server is started, by which script it was filled, and what was found in it."""

    script: Script
    home: Path
    environ: Mapping[str, str]
    reasoner: str
    monday: datetime
    rows: list[Row] = field(default_factory=list)
    answers: list[tuple[str, str, str, str]] = field(default_factory=list)
    items: list[Mapping[str, Any]] = field(default_factory=list)
    exports: int = 0

    def client(self) -> Client:
        """A client on a server of its own."""
        return Client(server(self.home, **self.environ), mode="legacy")

    def command(self, *arguments: str) -> str:
        """What the command line prints. Raises when it fails."""
        given = server(self.home, **self.environ)
        called = [given.command, "-m", "mcp_memory", *arguments]
        return subprocess.run(called, env=given.env, check=True, capture_output=True, encoding="utf-8").stdout

    def export(self) -> Path:
        """All that is there, as a file."""
        self.exports += 1
        file = self.home / f"export-{self.exports}.jsonl"
        self.command("export", str(file))
        return file

    def store(self) -> Store:
        """All that is there, read."""
        return Store.read(self.export(), self.script, self.monday)


async def settled(client: Client) -> None:
    """Wait until nothing waits to be encoded or embedded. Raises when that takes too long."""
    for _ in range(int(_PATIENCE_SECONDS / _LOOK_SECONDS)):
        told = await status(client)
        if not told["encoding_waiting"] and not told["embedding_waiting"]:
            return
        await asyncio.sleep(_LOOK_SECONDS)
    raise RuntimeError("the queues do not become empty")


async def live(month_: Month) -> None:
    """Every session, each week through a server process of its own."""
    for _, week in groupby(month_.script.sittings, key=lambda sitting: sitting.day // 7):
        async with month_.client() as client:
            for sitting in week:
                await hold(client, sitting, sitting.begins(month_.monday))
                await settled(client)


async def hold(client: Client, sitting: Sitting, at: datetime) -> None:
    """One session, round by round."""
    opening = {"goal": sitting.goal, "resumes": sitting.resumes}
    for round_ in sitting.rounds:
        told = {"step": round_.step} if round_.step else {"turns": turns_of(round_, at)}
        at += timedelta(seconds=_TURN_SECONDS * (len(round_.turns) or 1))
        await call(client, "observe", session=sitting.name, **told, **opening)
        opening = {}
    await call(client, "observe", session=sitting.name, end=True)


def turns_of(round_: Round, at: datetime) -> list[dict[str, str]]:
    """Its turns as a client sends them."""
    return [
        {
            "role": turn.role,
            "content": turn.text,
            "speaker": turn.speaker,
            "at": (at + timedelta(seconds=_TURN_SECONDS * place)).isoformat(),
        }
        for place, turn in enumerate(round_.turns)
    ]


async def consolidated(month_: Month, client: Client) -> Store:
    """Bring the list in, consolidate twice, let the daily and weekly jobs run; what rose, and what did not."""
    file = month_.home / "rules.md"
    file.write_text("".join(f"- {text}\n" for text in month_.script.copied), encoding="utf-8")
    told = month_.command("import", str(file))
    await settled(client)
    ran = await call(client, "promote")
    while "running just now" in ran["hint"]:  # by the timetable
        await asyncio.sleep(_LOOK_SECONDS)
        ran = await call(client, "promote")
    before, waiting = month_.export(), await call(client, "review", limit=50)
    again = await call(client, "promote")
    same = before.read_bytes() == month_.export().read_bytes() and again.get("candidates") == ran.get("candidates")
    same = same and waiting == await call(client, "review", limit=50)
    store = Store.read(before, month_.script, month_.monday)
    gates = {one["statement"]: "; ".join(one["gates"]) for one in ran.get("candidates", ())}
    confirmed = "active" if month_.reasoner == "model" else "pending"
    month_.rows += [seen.rule_row(rule, store, confirmed, gates) for rule in month_.script.rules]
    month_.rows += [seen.task_row(task, store, confirmed, gates) for task in month_.script.tasks]
    month_.rows += [seen.single_session_row(store), seen.other_rules_row(store)]
    month_.rows.append(("consolidation again changes nothing", "all the same", again["hint"], verdict(held=same)))
    print(f"\nImport: {shortened(told)}\nConsolidation: {shortened(ran['hint'])}")
    for job in ("decay", "merge"):
        month_.command("jobs", job, "--run")
    return store


async def asked(month_: Month, client: Client) -> None:
    """What somebody would ask at the end, and what comes first; before that, the briefing of a new session."""
    briefing = (await call(client, "recall"))["memories"]
    month_.rows.append(seen.briefing_row([(one.get("section", ""), one["text"]) for one in briefing]))
    for question, words in month_.script.questions:
        found = (await call(client, "recall", query=question))["memories"]
        texts = [f"[{one['layer'][:4]}] {one['text']}" for one in found[:2]] or ["nothing"]
        second = shortened(texts[1]) if len(texts) > 1 else ""
        month_.answers.append((question, shortened(texts[0]), second, verdict(held=holds(texts[0], words))))


async def decided(month_: Month, client: Client, store: Store) -> None:
    """The review queue, and one decision on each contradiction, taken back again."""
    month_.items = (await call(client, "review", limit=50))["items"]
    kinds = Counter(item["kind"] for item in month_.items)
    told = ", ".join(f"{kind} {count}" for kind, count in kinds.items()) or "none"
    is_few = 0 < len(month_.items) <= _HANDFUL
    month_.rows.append(
        ("what waits for a person", f"1 to {_HANDFUL}", f"{len(month_.items)}: {told}", verdict(held=is_few))
    )
    for change in month_.script.changes:
        month_.rows += await _change_rows(month_, client, store, change)


async def _change_rows(month_: Month, client: Client, store: Store, change: Change) -> list[Row]:
    """Both versions wait and are marked, newer first; a decision settles it, undo brings it back."""
    ids = [str(one["id"]) for one in seen.sides(change, store)]
    item = next((one for one in month_.items if one["kind"] == "conflict" and _concerns(one, ids)), None)
    found = (await call(client, "recall", query=change.asked))["memories"]
    order = [one for one in found if one["id"] in ids]
    marks = [sorted(one.get("marks", ())) for one in order]
    shown = " then ".join(shortened(one["text"], 60) for one in order)
    is_shown = (
        len(order) == len(ids) == 2 and change.new in order[0]["text"] and all("conflicted" in one for one in marks)
    )
    waits = (
        f"{change.what}: waits",
        "one item, both marked, newer first, both active",
        f"{'one item' if item else 'no item'}; {shown} {marks}",
        verdict(held=bool(item) and is_shown and all(one.get("status", "active") == "active" for one in order)),
    )
    if item is None:
        return [waits, (f"{change.what}: decided", "keep_new, then undo", "nothing to decide", "not tested")]
    before = _states(month_.store(), ids)
    await call(client, "review", action="keep_new", id=item["id"], user_confirmed=True, reason="the person said so")
    after = _states(month_.store(), ids)
    await call(client, "review", action="undo", id=item["id"], user_confirmed=True)
    back = _states(month_.store(), ids)
    is_settled = [state for state, _ in after] == ["superseded", "active"] and "conflicted" not in after[-1][1]
    told = f"{before} then {after} then {back}"
    done = (f"{change.what}: decided", "the older superseded; undone, as before", told)
    return [waits, (*done, verdict(held=is_settled and back == before))]


def _concerns(item: Mapping[str, Any], ids: Sequence[str]) -> bool:
    return bool({one["id"] for one in item["memories"]} & set(ids))


def _states(store: Store, ids: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Status and marks, the older memory first."""
    return [(store.memories[one]["status"], sorted(store.memories[one]["marks"])) for one in ids]


async def counted(month_: Month, client: Client) -> None:
    """Whether the counts that the product shows are those that are there."""
    there = Counter(f"{one['layer']} {one['status']}" for one in month_.store().memories.values())
    shown = await status(client)
    jobs = {job["job"]: job.get("counts", {}) for job in shown["jobs"]}
    listed = json.loads(month_.command("jobs", "--json"))
    is_told = shown["memories"] == dict(there) and "read" in jobs.get("consolidation", {}) and bool(listed)
    said = f"{shown['memories']}; consolidation: {jobs.get('consolidation')}"
    month_.rows.append(("status and jobs show the counts", str(dict(there)), said, verdict(held=is_told)))


async def run(month_: Month) -> Store:
    """The whole month; what it has left before anybody decided anything."""
    await live(month_)
    async with month_.client() as client:
        store = await consolidated(month_, client)
        await asked(month_, client)
        await counted(month_, client)
        await decided(month_, client, store)
    return store


def tables_of(tables: Tables, month_: Month, store: Store) -> None:
    """Print what was found."""
    name = f"{month_.script.project}, {month_.reasoner}"
    tables.add(f"A month, {name}", _HEAD, [(one[0], one[1], shortened(one[2], 700), one[3]) for one in month_.rows])
    tables.add(f"Asked at the end, {name}", ("question", "first", "second", "held"), month_.answers)
    head = ("language", "turns worth it", "kept", "missed", "memories of turns not worth it")
    tables.add(f"Held against a careful reader, {name}", head, seen.worth_rows(store))
    kinds = Counter(str(one["event_type"]) for one in store.of("episodic"))
    tables.add(f"Episodes by type, {name}", ("type", "episodes"), kinds.most_common())


def show(month_: Month, store: Store) -> None:
    """Every memory, every turn that was missed, every review item."""
    noise = {str(one["id"]) for one in seen.not_worth(store)}
    print(f"\n#### Kept, {month_.reasoner} (- not worth it to a careful reader)")
    for one in store.of("episodic", "semantic", "procedural"):
        sign = "-" if one["id"] in noise else "*"
        day = one["occurred_at"][:10]
        print(f"{sign} {day} {one['layer'][:4]} {one['status']} [{one['event_type']}] {one['content']}")
    print(f"\n#### Missed, {month_.reasoner}")
    for sitting, turn in seen.missing(store):
        print(f"- {sitting.name} [{turn.kind}] {turn.speaker}: {turn.text}")
    print(f"\n#### Waits for a person, {month_.reasoner}")
    for item in month_.items:
        print(f"- {item['kind']}: {item.get('reason', '')}")
        for one in item["memories"]:
            print(f"    {one['when']} {one['text']} {list(one.get('marks', ()))}")


def monday() -> datetime:
    """The Monday on which the month began: its last session lies in the past."""
    today = datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    return today - timedelta(days=28 + today.weekday())


def one_run(given: argparse.Namespace, tables: Tables, script: Script, reasoner: str) -> bool:
    """A month with one reasoner; whether nothing failed."""
    kept = given.keep and nullcontext(str(given.keep / f"{script.project}-{reasoner}"))
    with kept or tempfile.TemporaryDirectory() as home, careful_reader(script) as reader:
        Path(home).mkdir(parents=True, exist_ok=True)
        how = {"MCP_MEMORY_REASONER": "rules"}
        if reasoner == "model":
            how = {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": reader.url}
        environ = {"MCP_MEMORY_USER": "team", "MCP_MEMORY_PROJECT": script.project, **how}
        month_ = Month(script, Path(home), environ, reasoner, monday())
        store = asyncio.run(run(month_))
        tables_of(tables, month_, store)
        if reasoner == "model":
            tables.add("What the stand-in was asked", ("what", "times"), reader.asked.most_common())
        if given.show:
            show(month_, store)
    return not any(row[-1] == "FAILED" for row in (*month_.rows, *month_.answers))


def main() -> None:
    """Print the tables; exit with 1 when something failed."""
    parser = options(__doc__)
    parser.add_argument("--script", choices=(*_SCRIPTS, "all"), default="all", help="whose month")
    parser.add_argument("--reasoner", choices=("rules", "model", "both"), default="both", help="who reads the month")
    parser.add_argument("--show", action="store_true", help="print what was kept, what was missed, what waits")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave the data folders there, to look at them")
    given = parser.parse_args()
    scripts = [Script.read(_SCRIPTS[name]) for name in (_SCRIPTS if given.script == "all" else (given.script,))]
    chosen = ("rules", "model") if given.reasoner == "both" else (given.reasoner,)
    with Tables(given.json) as tables:
        passed = [one_run(given, tables, script, reasoner) for script in scripts for reasoner in chosen]
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    main()
