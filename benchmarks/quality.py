"""Recall quality on four sets: plain BM25, our words and vectors each alone, both fused, and recall as the product is.

"plain BM25" is the textbook's, on whole texts and without any code of the product; "words" is the product's own leg.
"fused" is the ranking before the noise floor; "recall" returns at most three weak matches, flagged, however many are
asked for, and weighs fading, importance and state.

The data sets are not part of this repository; `--evals FOLDER` names where they lie. LoCoMo: a document is
"Speaker: text [shared a photo: caption]", searched inside one conversation; recall@k is the share of a question's
evidence in the top k, averaged per category, then over the five categories.
"""

import json
import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engines import an_engine, remember_all
from kit import WHO, Tables, options
from plain_words import PlainBm25

from mcp_memory.engine.domain.answers import Recalled
from mcp_memory.engine.domain.filters import Filter, Reach
from mcp_memory.engine.domain.limits import MAX_CONTENT_CHARS
from mcp_memory.engine.domain.requests import Recall, Remember
from mcp_memory.engine.parts import Parts
from mcp_memory.engine.ports.index import Hit
from mcp_memory.engine.recall.fuse import fuse
from mcp_memory.engine.recall.rewrite import rewrite
from mcp_memory.engine.service import MemoryEngine

SETS = ("paraphrases", "locomo", "madial", "beam")
LEGS = ("plain BM25", "words", "vectors", "fused", "recall")
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
    relevance = fuse(hits)
    fused = sorted((*hits.by_words, *hits.by_vector), key=lambda hit: -relevance[hit.memory_id, hit.chunk])
    return {"words": _ids(hits.by_words), "vectors": _ids(hits.by_vector), "fused": _ids(fused), "recall": ids}


def _ranking(
    engine: MemoryEngine, parts: Parts, texts: Mapping[str, str], limit: int = 30
) -> Callable[[str], dict[str, list[str]]]:
    """Ranks a store that holds these texts by id for a question: plain BM25, and all that `rankings` tells."""
    plain = PlainBm25(texts)
    return lambda question: {
        "plain BM25": plain.rank(question, limit),
        **rankings(engine, parts, question, limit),
    }


def paraphrases(tables: Tables, evals: Path, cache: Path | None) -> None:
    """Recall@1 and @5 in stores of one language and of both, asked in the same language and in the other."""
    data = json.loads((evals / "paraphrase_enzh_dev.json").read_text(encoding="utf-8"))
    tally = Tally()
    for store in ("en", "zh", "mixed"):
        texts = [text for language in _languages(store) for text in _texts(data, language)]
        with an_engine(cache) as (engine, parts):
            by_text = dict(zip(texts, remember_all(engine, [Remember(content=text) for text in texts]), strict=True))
            rank = _ranking(engine, parts, {name: text for text, name in by_text.items()})
            for column, question, memory in _questions(data, store):
                _score_hits(tally, column, by_text[memory], rank(question))
    columns = ["en", "zh", "en mixed", "zh mixed", "zh→en", "en→zh", "identifiers"]
    rows = [
        [leg, *(f"{tally.mean(leg + '@1', c) * 100:.0f}/{tally.mean(leg + '@5', c) * 100:.0f}" for c in columns)]
        for leg in LEGS
    ]
    tables.add("Paraphrase set, recall@1/@5 in %", ["", *columns], rows)


def locomo(tables: Tables, evals: Path, cache: Path | None, conversations: int) -> None:
    """Turn-level recall@5/10/20."""
    data = json.loads((evals / "locomo_dev.json").read_text(encoding="utf-8"))[:conversations]
    tally = Tally()
    for conversation in data:
        turns = list(_turns(conversation["conversation"]))
        with an_engine(cache) as (engine, parts):
            ids = remember_all(engine, [Remember(content=text, occurred_at=at) for _, text, at in turns])
            by_turn = dict(zip((turn for turn, _, _ in turns), ids, strict=True))
            rank = _ranking(engine, parts, dict(zip(ids, (text for _, text, _ in turns), strict=True)), KS[-1])
            for question in conversation["qa"]:
                wanted = {by_turn[turn] for turn in _evidence(question["evidence"]) if turn in by_turn}
                if wanted:
                    _score_shares(tally, str(question["category"]), wanted, rank(question["question"]))
    rows = [[leg, *(_macro(tally, leg, k) for k in KS)] for leg in LEGS]
    tables.add(f"LoCoMo, {len(data)} conversations, macro over categories", ["", *(f"R@{k}" for k in KS)], rows)


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


def beam(tables: Tables, evals: Path, cache: Path | None, chats: int) -> None:
    """Recall@10 of whole messages, macro over the abilities asked for, and how updates and contradictions rank.

    "updated first" is the share of knowledge updates whose new statement outranks the old one; "both sides" the share
    of contradictions with a message of each side in the top 10. An update inside one message has no order.
    """
    tally = Tally()
    files = sorted((evals / "beam_dev").glob("*.json"))[:chats]
    for file in files:
        data = json.loads(file.read_text(encoding="utf-8"))
        messages = [(message["id"], text, at) for _, message, text, at in messages_of(data["chat"])]
        with an_engine(cache) as (engine, parts):
            asks = [Remember(content=text, occurred_at=at) for _, text, at in messages]
            ids = remember_all(engine, asks)
            by_message = dict(zip((number for number, _, _ in messages), ids, strict=True))
            rank = _ranking(engine, parts, dict(zip(ids, (text for _, text, _ in messages), strict=True)))
            for ability, questions in data["questions"].items():
                for question in questions:
                    sides = sides_of(question.get("source_chat_ids") or [], by_message)
                    if any(sides):
                        _score_beam(tally, ability, sides, rank(question["question"]))
    abilities = sorted({column for row, column in tally.scores if row == "recall@10"})
    rows = [
        [leg, sum(tally.mean(f"{leg}@10", name) for name in abilities) / len(abilities)]
        + [tally.mean(f"{leg}@10", name) for name in ("instruction_following", "preference_following")]
        + [tally.mean(leg, "updated first"), tally.mean(leg, "both sides")]
        for leg in LEGS
    ]
    head = ["", "R@10 macro", "instruction", "preference", "updated first", "both sides"]
    tables.add(f"BEAM, {len(files)} chats", head, rows)


def madial(tables: Tables, evals: Path, cache: Path | None) -> None:
    """NDCG@10 of memories for a dialogue so far, in Chinese and English."""
    tally = Tally()
    for language in ("zh", "en"):
        lines = (evals / f"madial_{language}_memory.jsonl").read_text(encoding="utf-8").splitlines()
        memories = {number: entry for line in lines for number, entry in json.loads(line).items()}
        pools: dict[object, dict[str, Any]] = defaultdict(dict)
        for number, entry in memories.items():
            pools[entry.get("user-id")][number] = entry
        dialogues = (evals / f"madial_{language}_dialogue_dev.jsonl").read_text(encoding="utf-8").splitlines()
        for user, pool in pools.items():
            asked = [entry for entry in map(json.loads, dialogues) if user is None or entry.get("user-id") == user]
            _score_dialogues(tally, language, pool, asked, cache)
    rows = [[leg, *(tally.mean(leg, language) for language in ("zh", "en"))] for leg in LEGS]
    tables.add("MADial, nDCG@10", ["", "zh", "en"], rows)


def _score_dialogues(
    tally: Tally, language: str, pool: dict[str, Any], asked: Sequence[dict[str, Any]], cache: Path | None
) -> None:
    with an_engine(cache) as (engine, parts):
        asks = [Remember(content=f"{entry['scene']} {entry['emotion']} {entry['event']}") for entry in pool.values()]
        ids = dict(zip(pool, remember_all(engine, asks), strict=True))
        rank = _ranking(engine, parts, {ids[number]: ask.content for number, ask in zip(pool, asks, strict=True)})
        for entry in asked:
            wanted = {ids[str(number)] for number in entry["relevant-id"] if str(number) in ids}
            turns = entry["dialogue"][1 : entry["test-turn"][0]]
            question = " ".join(re.sub(r"^<[^>]*>:?", "", turn).strip() for turn in turns)
            for leg, ranked in rank(question).items():
                tally.add(leg, language, _ndcg(ranked[:10], wanted))


def _ndcg(ranked: Sequence[str], wanted: set[str]) -> float:
    """Normalised discounted cumulative gain with gains of 0 and 1 (Järvelin and Kekäläinen)."""
    best = sum(1 / math.log2(place + 2) for place in range(min(len(wanted), 10)))
    return sum(1 / math.log2(place + 2) for place, name in enumerate(ranked) if name in wanted) / best if best else 0.0


def _score_beam(tally: Tally, ability: str, sides: list[set[str]], ranked: dict[str, list[str]]) -> None:
    wanted = set().union(*sides)
    for leg, ids in ranked.items():
        tally.add(f"{leg}@10", ability, len(wanted & set(ids[:10])) / len(wanted))
        if ability == "knowledge_update" and len(sides) == len(("original", "updated")) and sides[0] != sides[1]:
            tally.add(leg, "updated first", updated_first(sides, ids))
        if ability == "contradiction_resolution":
            tally.add(leg, "both sides", both_sides(sides, ids))


def updated_first(sides: Sequence[set[str]], ranked: Sequence[str]) -> float:
    """1.0 where the first of the new side stands before the first of the old, else 0.0."""
    old, new = (_place(ranked, side) for side in sides)
    return float(new < old)


def both_sides(sides: Sequence[set[str]], ranked: Sequence[str]) -> float:
    """1.0 where each side is among the first ten, else 0.0."""
    return float(all(side & set(ranked[:10]) for side in sides))


def _place(ids: Sequence[str], wanted: set[str]) -> int:
    """That of the first that is wanted; behind the last when none is there."""
    return min((place for place, name in enumerate(ids) if name in wanted), default=len(ids))


def sides_of(sources: Any, by_message: dict[int, str]) -> list[set[str]]:
    """The ids behind a question, one set for each side (original and updated, first and second statement)."""
    groups = sources.values() if isinstance(sources, dict) else [sources]
    return [{by_message[number] for number in _flat(group) if number in by_message} for group in groups]


def _flat(group: Any) -> Iterator[int]:
    for item in group if isinstance(group, list) else [group]:
        if isinstance(item, list):
            yield from _flat(item)
        elif isinstance(item, int):
            yield item


def messages_of(chat: list[dict[str, Any]]) -> Iterator[tuple[int, dict[str, Any], str, str]]:
    """Part of the chat, message, text and time of each, the time that of the last anchor; what is too long is cut."""
    at = ""
    for part, batch in enumerate(chat):
        for turn in batch["turns"]:
            for message in turn:
                anchor = message.get("time_anchor")
                at = datetime.strptime(anchor, "%B-%d-%Y").replace(tzinfo=UTC).isoformat() if anchor else at
                text = re.sub(r"\s*->->\s*[\d,]+\s*$", "", message["content"]).strip()[:MAX_CONTENT_CHARS]
                if text:
                    yield part, message, text, at


def main() -> None:
    """Run what was asked for."""
    parser = options(__doc__)
    parser.add_argument("--evals", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--cache", type=Path, help="folder that keeps vectors between runs; else only for this run")
    parser.add_argument("--conversations", type=int, default=99, help="how many LoCoMo conversations at most")
    parser.add_argument("--chats", type=int, default=8, help="how many BEAM chats at most; each embeds 1,000 chunks")
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    asked = parser.parse_args()
    with Tables(asked.json) as tables, TemporaryDirectory(ignore_cleanup_errors=True) as passing:
        cache = asked.cache or Path(passing)
        if "paraphrases" in asked.sets:
            paraphrases(tables, asked.evals, cache)
        if "locomo" in asked.sets:
            locomo(tables, asked.evals, cache, asked.conversations)
        if "madial" in asked.sets:
            madial(tables, asked.evals, cache)
        if "beam" in asked.sets:
            beam(tables, asked.evals, cache, asked.chats)


if __name__ == "__main__":
    main()
