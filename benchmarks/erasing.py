"""A text that came in on every way there is, erased over a real client and then looked for in every byte.

It comes in by `remember`, as turns, goal, step and artefact of a session, through a summary, a question, an edit, a
promoted rule, a near duplicate that is merged, beside a phone number, and lies in a backup and in exports.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from feedback_texts import Secret
from mcp import Client
from sitting import call, observe, talking, until_encoded

_EVERYTHING = ["cold", "archived", "overturned", "pending"]
_FILLER = "Let us look at the next point of the list, number {n}: the shelf in the workshop is {n} centimetres wide."
_ROUNDS = 30
"""More than stay in the dialogue, so that the first are in the summary."""


@dataclass
class Erasing:
    """One secret in one data folder, and what was seen."""

    home: Path
    secret: Secret
    rows: list[tuple[str, str, str, str]] = field(default_factory=list)

    def add(self, step: str, expected: str, seen: object, *, held: bool) -> None:
        """One row."""
        self.rows.append((step, expected, str(seen), "held" if held else "FAILED"))

    async def fill(self, client: Client) -> None:
        """Let the text in on every way that a client has."""
        secret = self.secret
        known = str((await call(client, "remember", content=secret.text, session="first"))["id"])
        await call(client, "correct", id=known, content=secret.edited)
        more = {"goal": secret.text, "step": secret.text, "artifact": secret.text}
        await observe(client, "long", secret.reworded, **more)
        for number in range(_ROUNDS):
            turns = [("user", _FILLER.format(n=number)), ("assistant", "Noted.")]
            await call(client, "observe", session="long", turns=[{"role": r, "content": c} for r, c in turns])
        said = [{"role": "assistant", "content": secret.edited}, {"role": "user", "content": secret.with_phone}]
        await call(client, "observe", session="long", turns=said, end=True)
        await observe(client, "open", secret.reworded, goal=secret.reworded)
        await until_encoded(client)
        await call(client, "recall", query=secret.text, session="open")
        await call(client, "remember", content=f"{secret.text[:-1]}!", session="second")
        ids = await self.ids(client)
        await call(client, "promote", ids=ids[:3], statement=secret.rule, user_confirmed=True)
        await call(client, "promote")

    async def ids(self, client: Client) -> list[str]:
        """Every memory that says something of it."""
        found: dict[str, None] = {}
        for text in (self.secret.text, self.secret.reworded, self.secret.with_phone, *self.secret.words):
            answer = await call(client, "recall", query=text, include=_EVERYTHING, limit=50, max_tokens=20_000)
            mine = [one["id"] for one in answer.get("memories", ()) if _held(one["text"].encode(), self.secret.words)]
            found |= dict.fromkeys(mine)
        return list(found)

    async def erase(self, client: Client) -> dict[str, Any]:
        """Erase until nothing of it is found; the last answer that erased something."""
        answer: dict[str, Any] = {}
        while ids := await self.ids(client):
            preview = await call(client, "forget", mode="purge", ids=ids)
            self.add("purge without confirm", "a preview", preview["outcome"], held=preview["outcome"] == "preview")
            answer = await call(client, "forget", mode="purge", ids=ids, confirm=True)
            erased = len(answer.get("forgotten", ()))
            self.add("purge", f"{len(ids)} erased", f"{erased} erased", held=erased == len(ids))
        return answer

    def run(self, *arguments: str) -> None:
        """A command of the terminal on this folder."""
        environment = {**os.environ, "MCP_MEMORY_HOME": str(self.home), "HF_HUB_OFFLINE": "1"}
        command = [sys.executable, "-m", "mcp_memory", *arguments]
        subprocess.run(command, env=environment, check=True, capture_output=True)

    def holding(self) -> list[str]:
        """The files that hold a word of it or the number, by their names within the folder."""
        wanted = (*self.secret.words, self.secret.phone, "".join(filter(str.isdigit, self.secret.phone)))
        files = (path for path in sorted(self.home.rglob("*")) if path.is_file())
        return [str(path.relative_to(self.home)) for path in files if _held(path.read_bytes(), wanted)]


def _held(content: bytes, words: Iterable[str]) -> bool:
    lowered = content.lower()
    return any(word.lower().encode() in lowered for word in words)


async def erase(secret: Secret) -> list[tuple[str, str, str, str]]:
    """The rows of one language."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        erasing = Erasing(Path(folder), secret)
        copies = [str(erasing.home / name) for name in ("export.jsonl", "export.md")]
        async with talking(folder) as client:
            await erasing.fill(client)
            for arguments in (
                ("backup",),
                ("export", copies[0]),
                ("export", copies[1], "--format", "markdown"),
                ("jobs", "merge", "--run"),
            ):
                await asyncio.to_thread(erasing.run, *arguments)
            before = erasing.holding()
            erasing.add(
                "files that hold a word of it before", "records and copies", ", ".join(before), held=len(before) > 3
            )
            answer = await erasing.erase(client)
            named = {Path(path).name for path in answer.get("copies_left", ())}
            missing = [name for name in before if not name.startswith("memory.db") and Path(name).name not in named]
            erasing.add("copies that are named", "all", ", ".join(sorted(named)), held=bool(named) and not missing)
            _look(erasing, "beside a running server", named)
            await call(client, "recall", query="shelf in the workshop")
        _look(erasing, "after its end", named)
        erasing.run("status")
        _look(erasing, "after the next start", named)
        return erasing.rows


def _look(erasing: Erasing, when: str, named: set[str]) -> None:
    left = [name for name in erasing.holding() if Path(name).name not in named]
    erasing.add(f"files that hold a word of it {when}", "none but the copies", ", ".join(left) or "none", held=not left)
