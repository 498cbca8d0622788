"""Detection without a model: everyday statements, requests, procedures, kinds against labels, what is kept of chats.

Everyday statements: how many of those worth keeping are kept, and as the right kind, and how many others are kept too.
The data sets are not part of this repository; `--evals FOLDER` names where they lie.

Procedures: how many turns that settle one are found to, and with all their steps; how many that only look like it are
taken for one; and of how many what is told beside it is kept.

Labelled texts: short texts with typed memories, counted per text (a type is present or not). The labels know no
reversal, constraint or task, so a reversal counts as a decision (it settles anew what holds), a constraint and a task
as nothing. An opinion is labelled and is no kind of ours, so it only costs precision where we keep it as something.
Chats: notices per 100 turns by kind and role; `--show N` prints kept and dropped turns, to be judged by eye.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from detection_cases import DROPPED, DROPPED_TOLD, KEPT, KEPT_TOLD, Case
from inside_cases import INSIDE, NOT_INSIDE
from kit import Tables, options
from procedure_cases import BESIDE, SETTLED, UNSETTLED

from mcp_memory.engine.detection.kinds import Notice, notices
from mcp_memory.engine.detection.worth import SettledNotice, worth_keeping
from mcp_memory.engine.domain.vocabulary import EventType

TYPES = (EventType.DECISION, EventType.PREFERENCE, EventType.COMMITMENT, EventType.FACT)
COUNTS_AS = {EventType.REVERSAL: EventType.DECISION}
CHATS = ("solo_chat_en", "solo_chat_zh", "team_chat_en", "team_chat_zh")


def everyday(tables: Tables, *, show_misses: bool) -> None:
    """Kept and rightly told of what is worth keeping, and what is kept of the rest."""
    _judge(tables, "Everyday statements", KEPT, DROPPED, show_misses=show_misses)
    _judge(tables, "What people tell of themselves", KEPT_TOLD, DROPPED_TOLD, show_misses=show_misses)


def _judge(
    tables: Tables,
    title: str,
    worth: dict[str, tuple[Case, ...]],
    rest: dict[str, tuple[str, ...]],
    *,
    show_misses: bool,
) -> None:
    rows = []
    for language, cases in worth.items():
        found = {text: {notice.event_type.value for notice in notices(text, "user")} for _, text in cases}
        right = sum(bool(found[text] & set(kinds.split())) for kinds, text in cases)
        idle = {text: notices(text, "user") for text in rest[language]}
        rows.append(
            [language, len(cases), sum(map(bool, found.values())), right, len(idle), sum(map(bool, idle.values()))]
        )
        if show_misses:
            wrong = [
                f"{kinds} as {found[text] or 'nothing'}: {text}"
                for kinds, text in cases
                if not found[text] & set(kinds.split())
            ]
            print(*wrong, *(f"kept: {text}" for text, told in idle.items() if told), sep="\n")
    head = ["", "worth keeping", "kept", "of the right kind", "not worth keeping", "kept all the same"]
    tables.add(title, head, rows)


def inside_requests(tables: Tables, *, show_misses: bool) -> None:
    """What is told inside a request and found as one statement, and what of other requests is kept as if it were."""
    rows = []
    for language, cases in INSIDE.items():
        missed = [text for words, text in cases if not _kept_together(words.split(" & "), text)]
        false = [text for text in NOT_INSIDE[language] if notices(text, "user")]
        rows.append([language, len(cases), len(cases) - len(missed), len(NOT_INSIDE[language]), len(false)])
        if show_misses:
            print(*(f"missed: {text}" for text in missed), *(f"kept: {text}" for text in false), sep="\n")
    head = ["", "with a fact inside", "found", "without", "kept all the same"]
    tables.add("Told inside a request", head, rows)


def _kept_together(words: Sequence[str], text: str) -> bool:
    return any(all(word in notice.statement.text for word in words) for notice in notices(text, "user"))


def procedures(tables: Tables, *, show_misses: bool) -> None:
    """What is settled and found, what is not and taken for it, and what is kept of what is told beside."""
    rows = []
    for language, cases in SETTLED.items():
        found = [(int(count), text, _settled(text)) for count, text in cases]
        right = sum([len(steps) for steps in laid] == [count] for count, _, laid in found)
        false = [text for role, text in UNSETTLED[language] if _settled(text, role)]
        kept = [bool(_told_beside(word, text)) for word, text in BESIDE[language]]
        settled = sum(bool(laid) for *_, laid in found)
        rows.append([language, len(cases), settled, right, len(UNSETTLED[language]), len(false), len(kept), sum(kept)])
        if show_misses:
            print(*(f"missed: {text}" for _, text, laid in found if not laid), sep="\n")
            print(*(f"false: {text}" for text in false), sep="\n")
    head = ["", "settled", "found", "with all steps", "not settled", "found all the same", "told beside", "kept"]
    tables.add("Procedures", head, rows)


def _settled(text: str, role: str = "user") -> list[tuple[str, ...]]:
    found = worth_keeping(text, role)
    return [notice.steps for notice in found if isinstance(notice, SettledNotice)]


def _told_beside(word: str, text: str) -> list[Notice]:
    found = worth_keeping(text, "user")
    return [notice for notice in found if word in notice.statement.text and not isinstance(notice, SettledNotice)]


def labelled(tables: Tables, evals: Path, *, show_misses: bool) -> None:
    """Precision, recall and F1 per type and language."""
    labels = {row["id"]: {memory["type"] for memory in row["memories"]} for row in _lines(evals, "labels")}
    rows = []
    for language in ("en", "zh"):
        texts = list(_lines(evals, f"{language}_dev"))
        found = {
            row["id"]: {COUNTS_AS.get(n.event_type, n.event_type) for n in notices(row["text"], "user")}
            for row in texts
        }
        for kind in TYPES:
            right = sum(kind in found[row["id"]] and kind.value in labels[row["id"]] for row in texts)
            said = sum(kind in found[row["id"]] for row in texts)
            wanted = sum(kind.value in labels[row["id"]] for row in texts)
            rows.append([language, kind.value, *_scores(right, said, wanted), f"{right}/{said}/{wanted}"])
            if show_misses:
                _print_misses(texts, kind, found, labels)
    tables.add("Labelled texts", ["", "type", "precision", "recall", "F1", "right/found/labelled"], rows)


def chats(tables: Tables, evals: Path, show: int) -> None:
    """Notices per 100 turns of each chat, by kind and role."""
    kinds = [kind for kind in EventType if kind not in {EventType.TASK_RECORD, EventType.DISCUSSION}]
    rows = []
    for name in CHATS:
        turns = list(_turns(evals, name))
        for role in sorted({role for role, _, _ in turns}):
            said = [(text, notices(text, role, speaker)) for each, speaker, text in turns if each == role]
            counts = Counter(notice.event_type for _, found in said for notice in found)
            per_100 = [f"{100 * counts[kind] / len(said):.1f}" for kind in kinds]
            kept = sum(bool(found) for _, found in said)
            rows.append([name, role, str(len(said)), f"{100 * kept / len(said):.0f}", *per_100])
            if show:
                _print_some(f"{name}, {role}", said, show)
    tables.add("Notices per 100 turns", ["chat", "role", "turns", "kept turns", *(kind.value for kind in kinds)], rows)


def _lines(evals: Path, name: str) -> Iterator[dict[str, Any]]:
    for line in (evals / f"memory_extraction_{name}.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def _turns(evals: Path, name: str) -> Iterator[tuple[str, str, str]]:
    """Role, speaker and text of each message; of several people each is a user."""
    chat = json.loads((evals / f"chat_{name}.json").read_text(encoding="utf-8"))
    people = {who: details["role"] for who, details in chat["session_meta"]["user_details"].items()}
    alone = len(people) <= len(set(people.values()))
    for message in chat["conversation_list"]:
        role = people.get(message["sender"], "user")
        yield role, "" if alone else message["sender_name"], message["content"]


def _scores(right: int, said: int, wanted: int) -> list[str]:
    precision = right / said if said else 0.0
    recall = right / wanted if wanted else 0.0
    f1 = 2 * precision * recall / (precision + recall) if right else 0.0
    return [f"{precision:.2f}", f"{recall:.2f}", f"{f1:.2f}"]


def _print_misses(
    texts: list[dict[str, Any]], kind: EventType, found: dict[str, set[EventType]], labels: dict[str, set[str]]
) -> None:
    for row in texts:
        got, wanted = kind in found[row["id"]], kind.value in labels[row["id"]]
        if got != wanted:
            print(f"{'false' if got else 'missed'} {kind.value}: {row['text']}")


def _print_some(title: str, said: list[tuple[str, tuple[Notice, ...]]], show: int) -> None:
    """Evenly spread over the chat: `show` notices of each kind, and `show` turns of which nothing was kept."""
    by_kind: dict[EventType, list[str]] = defaultdict(list)
    for _, found in said:
        for notice in found:
            by_kind[notice.event_type].append(f"{notice.certainty:.2f} {notice.statement.text}")
    dropped = [text[:160].replace("\n", " ") for text, found in said if not found]
    for heading, lines in [*by_kind.items(), ("dropped", dropped)]:
        print(f"\n{title}, {heading} ({len(lines)})")
        step = max(1, len(lines) // show)
        for line in lines[::step][:show]:
            print(f"  {line}")


def main() -> None:
    """Run the four measurements."""
    parser = options(__doc__)
    parser.add_argument("--evals", type=Path, required=True, help="the folder of the data sets")
    parser.add_argument("--show", type=int, default=0, help="print so many of each kept kind, and of dropped turns")
    parser.add_argument("--misses", action="store_true", help="print labelled texts that were judged otherwise")
    wishes = parser.parse_args()
    with Tables(wishes.json) as tables:
        everyday(tables, show_misses=wishes.misses)
        inside_requests(tables, show_misses=wishes.misses)
        procedures(tables, show_misses=wishes.misses)
        labelled(tables, wishes.evals, show_misses=wishes.misses)
        chats(tables, wishes.evals, wishes.show)


if __name__ == "__main__":
    main()
