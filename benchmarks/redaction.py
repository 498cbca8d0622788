"""How much personal data is found, and how often something else is taken for it, by kind, English and Chinese.

    python benchmarks/redaction.py
    python benchmarks/redaction.py --evals FOLDER --missed

The Chinese messages are made here. English ones are not part of this repository: every JSON file in the folder that is
a list of {full_text, spans: [{entity_type, start_position, end_position}]} is taken. A value counts as found when all
of it was taken; `covered` is the share of its characters that was; a find is right when it touches any labelled value.
"""

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kit import Tables, options
from redaction_zh import Labelled, messages

from mcp_memory.engine.privacy.gate import admit
from mcp_memory.engine.privacy.personal import find_personal
from mcp_memory.engine.privacy.placeholders import KINDS

_KIND_OF = {
    "PHONE_NUMBER": "phone",
    "EMAIL_ADDRESS": "e-mail",
    "STREET_ADDRESS": "address",
    "ZIP_CODE": "",
    "CREDIT_CARD": "bank-card",
    "IBAN_CODE": "iban",
    "US_SSN": "national-id",
    "US_DRIVER_LICENSE": "national-id",
}
"""Labels of the English set. "" is part of an address: right when taken, not asked for by itself."""

_MADE = 2_000
_SHORT = "周一我和张三开会讨论了发布计划，电话是13800138000，决定在12月15日上线v2.3.1。We agreed on PostgreSQL 16. "


def main() -> None:
    """Print a table for each language, and how long the gate takes."""
    parser = options(__doc__)
    parser.add_argument("--evals", type=Path, metavar="FOLDER", help="where the labelled English texts lie")
    parser.add_argument("--seed", type=int, default=1, help="of the made Chinese messages")
    parser.add_argument("--missed", action="store_true", help="print what was missed or taken by mistake")
    asked = parser.parse_args()
    with Tables(asked.json) as tables:
        measure(tables, "Chinese, made", messages(_MADE, asked.seed), is_told=asked.missed)
        if asked.evals:
            measure(tables, "English, labelled", tuple(_labelled(asked.evals)), is_told=asked.missed)
        _add_times(tables)


def measure(tables: Tables, title: str, texts: Sequence[Labelled], *, is_told: bool) -> None:
    """Add the recall and precision by kind over labelled texts."""
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    for one in texts:
        for complaint in _count(one, counts):
            if is_told:
                print(complaint)
    rows = {kind: _shares(count) for kind, count in counts.items() if count}
    tables.add(
        f"{title}: {len(texts):,} texts",
        ("kind", *next(iter(rows.values()))),
        [(k, *r.values()) for k, r in rows.items()],
    )


def _count(one: Labelled, counts: dict[str, Counter[str]]) -> Iterator[str]:
    """Add one text to the counts, and say what went wrong in it."""
    found = find_personal(one.text)
    taken = {place for hit in found for place in range(hit.start, hit.end)}
    for kind, start, end in one.spans:
        if kind:
            covered = sum(place in taken for place in range(start, end))
            counts[kind].update(values=1, whole=covered == end - start, chars=end - start, covered=covered)
            if covered < end - start:
                yield f"missed {kind}: {one.text[start:end]!r} in {one.text!r}"
    for hit in found:
        is_right = any(start < hit.end and hit.start < end for _, start, end in one.spans)
        counts[hit.kind].update(finds=1, right=is_right)
        if not is_right:
            yield f"mistaken {hit.kind}: {one.text[hit.start : hit.end]!r} in {one.text!r}"


def _shares(count: Counter[str]) -> dict[str, float]:
    return {
        "values": count["values"],
        "recall": count["whole"] / max(1, count["values"]),
        "covered": count["covered"] / max(1, count["chars"]),
        "finds": count["finds"],
        "precision": count["right"] / max(1, count["finds"]),
    }


def _labelled(folder: Path) -> Iterator[Labelled]:
    for path in sorted(folder.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(content, list) and content and isinstance(content[0], dict) and "full_text" in content[0]:
            yield from _read(content)


def _read(rows: Iterable[dict[str, Any]]) -> Iterator[Labelled]:
    for row in rows:
        spans = tuple(
            (_KIND_OF[span["entity_type"]], span["start_position"], span["end_position"])
            for span in row["spans"]
            if span["entity_type"] in _KIND_OF
        )
        yield Labelled(row["full_text"], spans)


def _add_times(tables: Tables) -> None:
    """Milliseconds of CPU that the whole gate takes for texts of several lengths."""
    times = {}
    for chars in (200, 2_000, 20_000, 100_000):
        text = (_SHORT * (chars // len(_SHORT) + 1))[:chars]
        rounds = max(1, 20_000 // chars)
        started = time.process_time()
        for _ in range(rounds):
            admit(text)
        times[f"{chars:,}"] = (time.process_time() - started) / rounds * 1_000
    tables.add("The gate, milliseconds of CPU by length", ("characters", "ms"), times.items())


if __name__ == "__main__":
    main()
