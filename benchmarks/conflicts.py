"""How well statements are told apart: changed values found, hard non-conflicts left alone, natural inference pairs.

Made pairs: attributes in several wordings and spellings, English and Chinese. "False merges" are pairs called the same
although a value differs; there must be none. A false conflict costs a person's time, so precision counts more than
recall. Beside the rules stand two that only measure likeness: the share of common tokens, and (with `--cosine`) the
cosine of the shipped embedding model. Both call what is alike enough a conflict: on made pairs at the threshold that
finds as many as the rules do, on natural pairs the most alike tenth.

The data set is not part of this repository; `--evals FOLDER` names where it lies.
"""

import json
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

from conflict_across import CHANGED as CHANGED_ACROSS
from conflict_across import NO_CONFLICT as NO_CONFLICT_ACROSS
from conflict_around import APART_BY_WHAT_IS_AROUND, AROUND
from conflict_cases import AGREEING, EVERYDAY, EVERYDAY_NO_CONFLICT, NO_CONFLICT, OPPOSED, OPPOSITES, Pair
from conflict_changes import CHANGES, CHANGES_OF_SOMETHING_ELSE
from conflict_forms import CHINESE, ENGLISH, Attribute
from kit import Tables, options, percentile

from mcp_memory.engine.comparison.compare import compare
from mcp_memory.engine.comparison.relation import Relation
from mcp_memory.engine.text.tokens import index_tokens

Likeness = Callable[[Pair], float]
_ACROSS = "two languages, conflict"
_CONFLICTS = {
    "changed value",
    "yes against no, choices",
    "everyday wording, conflict",
    "change told, conflict",
    "something around it, conflict",
    "denials that oppose",
    _ACROSS,
}
_MARKED = {Relation.CONTRADICTS}
_LINKED = {Relation.CONTRADICTS, Relation.HINTS}


def changed(attributes: Sequence[Attribute], chance: random.Random) -> Iterator[tuple[str, Pair]]:
    """Every two values of an attribute, about one subject, each in a wording drawn by chance."""
    for attribute in attributes:
        for one, other in combinations(attribute.values, 2):
            for subject in attribute.subjects:
                forms = chance.choice(attribute.forms), chance.choice(attribute.forms)
                yield attribute.name, _said((subject, subject), forms, (one, other), chance)


def equal(attributes: Sequence[Attribute], chance: random.Random) -> Iterator[Pair]:
    """The same value of the same subject, in another wording or spelling."""
    for attribute in attributes:
        for value in attribute.values:
            subject = chance.choice(attribute.subjects)
            forms = chance.choice(attribute.forms), chance.choice(attribute.forms)
            yield _said((subject, subject), forms, (value, value), chance)


def elsewhere(attributes: Sequence[Attribute], chance: random.Random) -> Iterator[Pair]:
    """Different values of different subjects, in one wording."""
    for attribute in attributes:
        for subjects in combinations(attribute.subjects, 2):
            form = chance.choice(attribute.forms)
            values = chance.choice(list(combinations(attribute.values, 2)))
            yield _said(subjects, (form, form), values, chance)


def _said(subjects: Pair, forms: Pair, values: Pair, chance: random.Random) -> Pair:
    first, second = (
        form.format(s=subject, v=chance.choice(value.split("|")))
        for subject, form, value in zip(subjects, forms, values, strict=True)
    )
    return _sentence(first), _sentence(second)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _written(pairs: Sequence[Pair]) -> list[Pair]:
    return [(_sentence(first), _sentence(second)) for first, second in pairs]


def made_pairs(tables: Tables, *, show: bool) -> None:
    """Changed values, yes against no, and what is no conflict, per language."""
    rows = []
    by_name: Counter[tuple[str, str]] = Counter()
    for language, attributes in (("en", ENGLISH), ("zh", CHINESE)):
        chance = random.Random(7)  # noqa: S311 (what is drawn guards nothing)
        values = list(changed(attributes, chance))
        kinds = {
            "changed value": [pair for _, pair in values],
            "yes against no, choices": _written(OPPOSITES[language]),
            "equal value, other words": list(equal(attributes, chance)),
            "other subject": list(elsewhere(attributes, chance)),
            "hard, no conflict": _written(NO_CONFLICT[language]),
            "everyday wording, conflict": _written(EVERYDAY[language]),
            "everyday wording, none": _written(EVERYDAY_NO_CONFLICT[language]),
            "change told, conflict": _written(CHANGES[language]),
            "change told, none": _written(CHANGES_OF_SOMETHING_ELSE[language]),
            "something around it, conflict": _written(AROUND[language]),
            "something around it, none": _written(APART_BY_WHAT_IS_AROUND[language]),
            "denials that agree": _written(AGREEING[language]),
            "denials that oppose": _written(OPPOSED[language]),
        }
        rows += [_row(language, kind, pairs, show=show) for kind, pairs in kinds.items()]
        for name, (first, second) in values:
            by_name[language, name] += compare(first, second).relation is Relation.CONTRADICTS
        missed = [f"{name} {by_name[language, name]}/{_count(values, name)}" for name in _names(values)]
        print(f"\n{language}, found by attribute: {', '.join(missed)}")
    rows.append(_row("en, zh", _ACROSS, CHANGED_ACROSS, show=show))
    rows.append(_row("en, zh", "two languages, none", NO_CONFLICT_ACROSS, show=show))
    head = ["", "pairs", "number", "contradicts", "hints", "same", "refines", "related", "unrelated"]
    tables.add("Made pairs, shares in %", head, rows)


def _names(values: Sequence[tuple[str, Pair]]) -> list[str]:
    return list(dict.fromkeys(name for name, _ in values))


def _count(values: Sequence[tuple[str, Pair]], name: str) -> int:
    return sum(each == name for each, _ in values)


def _row(language: str, kind: str, pairs: Sequence[Pair], *, show: bool) -> list[object]:
    found = [compare(*pair) for pair in pairs]
    counts = Counter(each.relation for each in found)
    wanted = kind in _CONFLICTS
    for pair, each in zip(pairs, found, strict=True):
        if show and (each.relation is Relation.CONTRADICTS) != wanted:
            print(f"{kind}: {each.relation} | {pair[0]} | {pair[1]} | {each.reason}")
    order = ("contradicts", "hints", "same", "refines", "related", "unrelated")
    return [language, kind, len(pairs), *(f"{100 * counts[Relation(name)] / len(pairs):.1f}" for name in order)]


def inference(tables: Tables, evals: Path, likenesses: dict[str, Likeness], *, show: bool) -> None:
    """Natural pairs with labels: the share of contradictions found, and what is called one by mistake."""
    lines = (evals / "ocnli_zh_dev.jsonl").read_text(encoding="utf-8").splitlines()
    data = [(row["label"], (row["sentence1"], row["sentence2"])) for row in map(json.loads, lines)]
    data = [(label, pair) for label, pair in data if label != "-"]
    found = [compare(*pair).relation for _, pair in data]
    rows = [
        _scores(
            "rules, marked", [(label, relation in _MARKED) for (label, _), relation in zip(data, found, strict=True)]
        ),
        _scores(
            "rules, marked or linked",
            [(label, relation in _LINKED) for (label, _), relation in zip(data, found, strict=True)],
        ),
    ]
    for (label, pair), relation in zip(data, found, strict=True):
        if show and relation in {*_LINKED, Relation.SAME, Relation.REFINES}:
            print(f"{label}: {relation} | {pair[0]} | {pair[1]}")
    rows += [_alike(name, [(label, likeness(pair)) for label, pair in data]) for name, likeness in likenesses.items()]
    head = [
        "",
        "contradictions found",
        "precision",
        "false of neutral",
        "false of entailment",
        "same or refines, of contradictions",
    ]
    merged = sum(
        label == "contradiction" and relation in {Relation.SAME, Relation.REFINES}
        for (label, _), relation in zip(data, found, strict=True)
    )
    tables.add("Natural inference pairs (zh)", head, [[*rows[0], merged], *([*row, ""] for row in rows[1:])])


def _scores(name: str, calls: Sequence[tuple[str, bool]]) -> list[object]:
    called = Counter(label for label, conflict in calls if conflict)
    total = Counter(label for label, _ in calls)
    precision = called["contradiction"] / called.total() if called else 1.0
    shares = [called[label] / total[label] for label in ("contradiction", "neutral", "entailment")]
    return [name, shares[0], precision, shares[1], shares[2]]


def _alike(name: str, scored: Sequence[tuple[str, float]]) -> list[object]:
    """What is called a conflict when the most alike tenth is."""
    threshold = percentile([score for _, score in scored], 0.9)
    return _scores(f"{name}, most alike tenth", [(label, score >= threshold) for label, score in scored])


def thresholds(tables: Tables, likenesses: dict[str, Likeness]) -> None:
    """Made pairs again: false conflicts of likeness alone, where it finds as many as the rules."""
    rows: list[list[object]] = []
    for language, attributes in (("en", ENGLISH), ("zh", CHINESE)):
        chance = random.Random(7)  # noqa: S311 (what is drawn guards nothing)
        true = [pair for _, pair in changed(attributes, chance)] + _written(OPPOSITES[language])
        none = [*equal(attributes, chance), *elsewhere(attributes, chance), *_written(NO_CONFLICT[language])]
        found = [_is_marked(pair) for pair in true]
        rows.append([language, "rules", sum(found) / len(true), sum(map(_is_marked, none)) / len(none)])
        for name, likeness in likenesses.items():
            threshold = percentile([likeness(pair) for pair in true], 1 - sum(found) / len(true))
            called = [sum(likeness(pair) >= threshold for pair in pairs) / len(pairs) for pairs in (true, none)]
            rows.append([language, f"{name} ≥ {threshold:.2f}", *called])
    tables.add("Made pairs, against likeness alone", ["", "", "conflicts found", "false conflicts"], rows)


def _is_marked(pair: Pair) -> bool:
    return compare(*pair).relation in _MARKED


def shared_tokens(pair: Pair) -> float:
    """Common tokens as a share of all."""
    first, second = (set(index_tokens(text)) for text in pair)
    return len(first & second) / (len(first | second) or 1)


def cosine() -> Likeness:
    """The shipped model's cosine, centred as recall uses it."""
    from mcp_memory.bootstrap import shipped_embedder  # noqa: PLC0415 (heavy, and only on request)

    embedder = shipped_embedder()
    embedder.load()

    def alike(pair: Pair) -> float:
        first, second = embedder.embed_passages(pair)
        return _dot(first, second) / math.sqrt(_dot(first, first) * _dot(second, second))

    return alike


def _dot(first: Sequence[float], second: Sequence[float]) -> float:
    return float(sum(float(one) * float(other) for one, other in zip(first, second, strict=True)))


def main() -> None:
    """Run all measurements."""
    parser = options(__doc__)
    parser.add_argument("--evals", type=Path, required=True, help="the folder of the data sets")
    parser.add_argument("--cosine", action="store_true", help="add the row of the embedding model")
    parser.add_argument("--misses", action="store_true", help="print pairs that were judged otherwise")
    wishes = parser.parse_args()
    with Tables(wishes.json) as tables:
        made_pairs(tables, show=wishes.misses)
        likenesses: dict[str, Likeness] = {"shared tokens": shared_tokens}
        if wishes.cosine:
            likenesses["cosine"] = cosine()
        thresholds(tables, likenesses)
        inference(tables, wishes.evals, likenesses, show=wishes.misses)


if __name__ == "__main__":
    main()
