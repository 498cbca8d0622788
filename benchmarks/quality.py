"""Recall quality on the paraphrase set and on LoCoMo: words alone, vectors alone, and recall as the product does it.

The data sets are not part of this repository; `--evals FOLDER` names where they lie. LoCoMo: a document is
"Speaker: text [shared a photo: caption]", searched inside one conversation; recall@k is the share of a question's
evidence in the top k, averaged per category, then over the five categories.
"""

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kit import WHO, an_engine, remember_all, table

from mcp_memory.engine.domain.answers import Recalled
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.requests import Recall, Remember
from mcp_memory.engine.ports.index import Hit
from mcp_memory.engine.recall.rewrite import rewrite
from mcp_memory.engine.service import MemoryEngine, Parts

LEGS = ("words", "vectors", "recall")
KS = (5, 10, 20)
_EVERYTHING = Filter(reach=Reach(user=WHO.user, sessions=None))


@dataclass
class Tally:
    """Scores by row name and column, averaged at the end."""

    scores: dict[tuple[str, str], list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, row: str, column: str, score: float) -> None:
        """Count one question."""
        self.scores[row, column].append(score)

    def mean(self, row: str, column: str) -> float:
        """The average over the questions of one cell."""
        values = self.scores[row, column]
        return sum(values) / len(values)


def rankings(engine: MemoryEngine, parts: Parts, question: str, limit: int) -> dict[str, list[str]]:
    """Ids in order by each leg alone and by the product, for one question."""
    rewritten = rewrite(question, parts.clock())
    vector = parts.embedder.embed_query(rewritten.text)
    hits = parts.index.search(rewritten.terms, vector, _EVERYTHING, limit)
    answer = engine.recall(WHO, Recall(query=question, limit=limit, max_tokens=1_000_000))
    ids = [found.memory.id for found in answer.found] if isinstance(answer, Recalled) else []
    return {"words": _ids(hits.by_words), "vectors": _ids(hits.by_vector), "recall": ids}


def paraphrases(evals: Path, cache: Path | None) -> None:
    """Recall@1 and @5 in stores of one language and of both, asked in the same language and in the other."""
    data = json.loads((evals / "paraphrase_enzh_dev.json").read_text(encoding="utf-8"))
    tally = Tally()
    for store in ("en", "zh", "mixed"):
        texts = [text for language in _languages(store) for text in _texts(data, language)]
        with an_engine(cache) as (engine, parts):
            by_text = dict(zip(texts, remember_all(engine, [Remember(content=text) for text in texts]), strict=True))
            for column, question, memory in _questions(data, store):
                _score_hits(tally, column, by_text[memory], rankings(engine, parts, question, 30))
    columns = ["en", "zh", "en mixed", "zh mixed", "zh→en", "en→zh", "identifiers"]
    rows = [
        [leg, *(f"{tally.mean(leg + '@1', c) * 100:.0f}/{tally.mean(leg + '@5', c) * 100:.0f}" for c in columns)]
        for leg in LEGS
    ]
    table("Paraphrase set, recall@1/@5 in %", ["", *columns], rows)


def locomo(evals: Path, cache: Path | None, conversations: int) -> None:
    """Turn-level recall@5/10/20."""
    data = json.loads((evals / "locomo_dev.json").read_text(encoding="utf-8"))[:conversations]
    tally = Tally()
    for conversation in data:
        turns = list(_turns(conversation["conversation"]))
        with an_engine(cache) as (engine, parts):
            ids = remember_all(engine, [Remember(content=text, occurred_at=at) for _, text, at in turns])
            by_turn = dict(zip((turn for turn, _, _ in turns), ids, strict=True))
            for question in conversation["qa"]:
                wanted = {by_turn[turn] for turn in _evidence(question["evidence"]) if turn in by_turn}
                if wanted:
                    ranked = rankings(engine, parts, question["question"], KS[-1])
                    _score_shares(tally, str(question["category"]), wanted, ranked)
    rows = [[leg, *(_macro(tally, leg, k) for k in KS)] for leg in LEGS]
    table(f"LoCoMo, {len(data)} conversations, macro over categories", ["", *(f"R@{k}" for k in KS)], rows)


def _score_hits(tally: Tally, column: str, wanted: str, ranked: dict[str, list[str]]) -> None:
    for leg, ids in ranked.items():
        for k in (1, 5):
            tally.add(f"{leg}@{k}", column, float(wanted in ids[:k]))


def _score_shares(tally: Tally, category: str, wanted: set[str], ranked: dict[str, list[str]]) -> None:
    for leg, ids in ranked.items():
        for k in KS:
            tally.add(f"{leg}@{k}", category, len(wanted & set(ids[:k])) / len(wanted))


def _macro(tally: Tally, leg: str, k: int) -> float:
    categories = [column for row, column in tally.scores if row == f"{leg}@{k}"]
    return sum(tally.mean(f"{leg}@{k}", category) for category in categories) / len(categories)


def _languages(store: str) -> tuple[str, ...]:
    return ("en", "zh") if store == "mixed" else (store,)


def _texts(data: dict[str, Any], language: str) -> list[str]:
    return [entry["memory"] for entry in data[language]] + list(data[f"distractors_{language}"])


def _questions(data: dict[str, Any], store: str) -> Iterator[tuple[str, str, str]]:
    """Column, question and the memory that answers it. In a mixed store, those with a parallel are left out."""
    for language in _languages(store):
        other = "zh" if language == "en" else "en"
        for number, entry in enumerate(data[language]):
            parallel = number in data[f"parallel_{language}"]
            if store == "mixed" and not parallel:
                yield f"{language} mixed", entry[f"query_{language}"], entry["memory"]
            if store != "mixed":
                column = "identifiers" if entry["kind"] == "k" else language
                yield column, entry[f"query_{language}"], entry["memory"]
                yield f"{other}→{language}", entry[f"query_{other}"], entry["memory"]


def _turns(conversation: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Turn id, text and time of each turn."""
    for name in (name for name in conversation if re.fullmatch(r"session_\d+", name)):
        at = datetime.strptime(conversation[f"{name}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        for turn in conversation[name]:
            caption = turn.get("blip_caption")
            photo = f" [shared a photo: {caption}]" if caption else ""
            yield turn["dia_id"], f"{turn['speaker']}: {turn['text']}{photo}", at.isoformat()


def _evidence(names: Sequence[str]) -> list[str]:
    """Turn ids out of "D8:6; D9:17" and "D:11:26" alike."""
    return [f"D{int(day)}:{int(turn)}" for name in names for day, turn in re.findall(r"D:?(\d+):(\d+)", name)]


def _ids(hits: Sequence[Hit]) -> list[str]:
    return list(dict.fromkeys(hit.memory_id for hit in hits))


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evals", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--cache", type=Path, help="folder that keeps vectors between runs")
    parser.add_argument("--conversations", type=int, default=99, help="how many LoCoMo conversations at most")
    asked = parser.parse_args()
    paraphrases(asked.evals, asked.cache)
    locomo(asked.evals, asked.cache, asked.conversations)


if __name__ == "__main__":
    main()
