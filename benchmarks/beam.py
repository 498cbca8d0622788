"""Long chats through the product's own encoding and recall: updates above what they replace, both sides found.

    python benchmarks/beam.py --evals FOLDER
    python benchmarks/beam.py --evals FOLDER --chats 2 --misses

Each part of a BEAM chat is observed as a session, message by message at its time, ended, encoded by rules, embedded and
consolidated. A question is asked by recall; a memory stands for the messages it came from, for those that say it again
word for word, and for what it was drawn from or took the place of. "kept": the share of the messages behind the
questions from which any memory came; "updated first": the first memory that comes from the new statement is above the
first from the old; "both sides": a memory from each side is among the first ten. An update or a contradiction inside
one message has no two sides and is left out.

The data set is not part of this repository; `--evals FOLDER` names where it lies.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engines import an_engine
from kit import WHO, Tables, options
from plain_words import PlainBm25
from quality import Tally, both_sides, messages_of, sides_of, updated_first

from mcp_memory.engine.domain.answers import Recalled
from mcp_memory.engine.domain.memory import Episode, Memory, Principal
from mcp_memory.engine.domain.promotion import Promote
from mcp_memory.engine.domain.requests import Listing, Observe, Recall, Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.domain.vocabulary import LinkKind, Status
from mcp_memory.engine.service import MemoryEngine

PLAIN, OURS = "plain BM25 on whole messages", "recall on what was encoded"
_ABILITIES = {"knowledge_update": updated_first, "contradiction_resolution": both_sides}
_HEAD = ("", "updated first", "both kept", "first of kept", "both sides", "both kept", "both sides of kept")
_MANY = 100_000
_STANDS_FOR = frozenset({LinkKind.DERIVED_FROM, LinkKind.SUPERSEDES})


class Chat:
    """One chat, observed by an engine; knows which message each turn was."""

    def __init__(self, engine: MemoryEngine, name: str, chat: list[dict[str, Any]]) -> None:
        self._engine = engine
        self._numbers: dict[tuple[str, int], str] = {}
        self.texts: dict[str, str] = {}
        for part, told in groupby(messages_of(chat), key=itemgetter(0)):
            self._observe(Principal(user=WHO.user, agent=WHO.agent, session=f"{name}-{part}"), list(told))
        while engine.encode().done:
            pass
        while engine.work().done:
            pass
        engine.promote(WHO, Promote())
        while engine.work().done:
            pass

    def _observe(self, who: Principal, told: Sequence[tuple[int, dict[str, Any], str, str]]) -> None:
        for turn, (_, message, text, at) in enumerate(told, 1):
            number = str(message["id"])
            self.texts[number] = text
            self._numbers[who.session, turn] = number
            self._engine.observe(who, Observe(turns=(Said(role=Role(message["role"]), content=text, at=at),)))
        self._engine.observe(who, Observe(end=True))

    def memories(self) -> tuple[Memory, ...]:
        """All that came of it."""
        return self._engine.listing(WHO, Listing(limit=_MANY, statuses=frozenset(Status))).memories

    def behind(self, memory: Memory) -> list[str]:
        """The messages a memory stands for: it came from them, or they say it again, or what it was drawn from does."""
        links = self._engine.dossier(WHO, memory.id).links
        sources = [link.target for link in links if link.source == memory.id and link.kind in _STANDS_FOR]
        said: list[str] = []
        if isinstance(memory.details, Episode):
            turns = ((memory.origin.session, turn) for turn in memory.details.turns)
            said = [self._numbers[one] for one in turns if one in self._numbers]
            said += [number for number, text in self.texts.items() if memory.content in text and number not in said]
        return said + [one for source in sources for one in self.behind(self._engine.dossier(WHO, source).memory)]

    def ranked(self, question: str) -> list[str]:
        """Messages in the order in which recall brings up what came from them."""
        answer = self._engine.recall(WHO, Recall(query=question, limit=50, max_tokens=_MANY))
        found = answer.found if isinstance(answer, Recalled) else ()
        return list(dict.fromkeys(number for one in found for number in self.behind(one.memory)))


@dataclass
class Score:
    """What came of the questions so far."""

    tally: Tally = field(default_factory=Tally)
    misses: list[list[object]] = field(default_factory=list)

    def ask(self, chat: Chat, questions: dict[str, list[dict[str, Any]]]) -> None:
        """Ask what a chat is asked about updates and contradictions."""
        plain = PlainBm25(chat.texts)
        kept = {number for memory in chat.memories() for number in chat.behind(memory)}
        names = {int(number): number for number in chat.texts}
        for ability, judge in _ABILITIES.items():
            for question in questions[ability]:
                sides = sides_of(question["source_chat_ids"], names)
                if len(sides) != len(("old", "new")) or not all(sides) or sides[0] == sides[1]:
                    continue
                is_kept = all(side & kept for side in sides)
                asked = question["question"]
                self.tally.add(PLAIN, ability, judge(sides, plain.rank(asked, 50)))
                came = judge(sides, chat.ranked(asked))
                self.tally.add(OURS, ability, came)
                self.tally.add(OURS, f"{ability} kept", float(is_kept))
                if is_kept:
                    self.tally.add(OURS, f"{ability} of kept", came)
                if not came:
                    self.misses.append([ability, *map(sorted, sides), is_kept, asked])


def main() -> None:
    """Observe the chats, ask, print."""
    parser = options(__doc__)
    parser.add_argument("--evals", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--cache", type=Path, help="folder that keeps vectors between runs; else only for this run")
    parser.add_argument("--chats", type=int, default=8, help="how many chats at most")
    parser.add_argument("--misses", action="store_true", help="show what was not as it should be")
    asked = parser.parse_args()
    files = sorted((asked.evals / "beam_dev").glob("*.json"))[: asked.chats]
    score = Score()
    with Tables(asked.json) as tables, TemporaryDirectory(ignore_cleanup_errors=True) as passing:
        for file in files:
            data = json.loads(file.read_text(encoding="utf-8"))
            with an_engine(asked.cache or Path(passing)) as (engine, _):
                chat = Chat(engine, file.stem, data["chat"])
                score.ask(chat, data["questions"])
        mean = score.tally.mean
        of_plain = [cell for ability in _ABILITIES for cell in (mean(PLAIN, ability), "", "")]
        of_ours = [mean(OURS, f"{ability}{of}") for ability in _ABILITIES for of in ("", " kept", " of kept")]
        tables.add(f"BEAM, {len(files)} chats, as sessions", _HEAD, [[PLAIN, *of_plain], [OURS, *of_ours]])
        if asked.misses:
            tables.add("Missed", ["ability", "old", "new", "kept", "question"], score.misses)


if __name__ == "__main__":
    main()
