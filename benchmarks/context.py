"""What stays of a session of 300 rounds with turns of 20 kB: tokens by part, planted statements, processor time.

English and Chinese. In early rounds decisions, constraints, numbers, names and open points are planted, each in the
middle of a long turn of talk, code and logs. Measured is how many of them the summary still holds at the end, at the
cap that standing memories leave it and at smaller ones. `--filler plain` has talk without numbers, `busy` has them.
"""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from kit import Tables, options, percentile

from mcp_memory.engine.context.summary import extract
from mcp_memory.engine.context.window import assemble, working_part
from mcp_memory.engine.domain.policies import ContextPolicy
from mcp_memory.engine.domain.sessions import Role, Session, Turn, rounds
from mcp_memory.engine.text.counting import count_tokens

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
ROUNDS = 300
PLANTED_IN = 240
TURN_BYTES = 20_000

_TALK = (
    "The people on the first floor kept talking about how the old tool behaved.",
    "It is hard to say where the difference comes from, and nobody has looked into it closely.",
    "Most of this text describes how things usually work in such systems.",
    "A page opens, somebody reads it, and another page opens after that.",
    "There are several ways to look at it, each with its own merits.",
    "Caches help when the same thing is read again and again.",
    "In general the order of the parts makes little difference.",
)
_BUSY = (
    "Chapter {n} describes {m} ways in which such a system behaves under load.",
    "The run took {n} seconds and printed {m} rows.",
    "Version {n}.{m} of the manual says much the same.",
)
_TALK_ZH = (
    "楼下的人一直在聊旧工具的各种表现。",
    "很难说差别从哪里来，也没有人仔细看过。",
    "这段文字大多在介绍这类系统平时怎样运转。",
    "打开一页，有人读完，又打开另一页。",
    "看法有好几种，各有各的道理。",
    "同样的内容反复读取时，缓存会有帮助。",
)
_BUSY_ZH = (
    "第{n}章介绍了这类系统在高负载下的{m}种表现。",
    "这次运行花了{n}秒，输出了{m}行。",
    "手册{n}.{m}版的说法大致相同。",
)
_PASTED = (
    "```python\nfor row in rows:\n    total += row.price * {n}\nprint(total)\n```\n",
    "2026-03-02 09:{m:02}:11 INFO worker-{n} finished batch {m}\n",
    "| {n} | {m} | ok |\n",
)

# Each planted statement, by kind: the sentence, and the words that must still be read in the summary.
_PLANTED = {
    "decision": (
        "We decided to use {thing} for the {area}.",
        "{who} and I agreed that the {area} moves to {thing}.",
    ),
    "constraint": ("The {area} must never call {thing} directly.", "Only {who} may restart {thing} in the {area}."),
    "number": ("The {area} listens on port {number}.", "The yearly budget of the {area} is {number} euros."),
    "name": ("{who} is responsible for the {area}.", "The contact at {thing} is {who}."),
    "open": (
        "{who} will send the {thing} report for the {area} by Friday.",
        "We still have to find out whether {thing} supports the {area}.",
    ),
}
_PLANTED_ZH = {
    "decision": ("我们决定在{area}里采用{thing}。", "{who}和我同意把{area}迁到{thing}。"),
    "constraint": ("{area}绝对不能直接调用{thing}。", "在{area}里只能由{who}重启{thing}。"),
    "number": ("{area}监听{number}端口。", "{area}的年度预算是{number}元。"),
    "name": ("{area}由{who}负责。", "{thing}那边的联系人是{who}。"),
    "open": ("{who}周五之前要把{area}的{thing}报告发过来。", "还要弄清楚{thing}是否支持{area}。"),
}
_WHO = ("Ottilie Brandt", "Tomasz Wrona", "Ines Calado", "Bjarne Lund", "Farah Siddiqui", "Goran Petrov")
_WHO_ZH = ("王晓敏", "李志远", "陈嘉怡", "赵国栋", "周雨桐", "徐若琳")
_AREA = ("billing service", "search page", "export job", "login flow", "invoice queue", "report builder", "mail relay")
_AREA_ZH = ("计费服务", "搜索页面", "导出任务", "登录流程", "发票队列", "报表模块", "邮件网关")
_THING = ("Kestrel", "Marlin", "Halyard", "Quillon", "Osprey", "Tamarack", "Zephyr", "Calypso", "Borealis")


@dataclass(frozen=True, slots=True)
class Planted:
    """A statement, its kind, and what must be read again."""

    kind: str
    said: str
    marks: tuple[str, ...]


def planted(language: str, count: int, dice: random.Random) -> list[Planted]:
    """So many different statements, the kinds in turn."""
    forms, people, areas = (_PLANTED, _WHO, _AREA) if language == "en" else (_PLANTED_ZH, _WHO_ZH, _AREA_ZH)
    made: dict[str, Planted] = {}
    kinds = list(forms)
    while len(made) < count:
        kind = kinds[len(made) % len(kinds)]
        parts = {
            "who": dice.choice(people),
            "area": dice.choice(areas),
            "thing": dice.choice(_THING),
            "number": f"{dice.randint(2_000, 9_999)}",
        }
        form = dice.choice(forms[kind])
        # A second value for the same thing would rightly take the place of the first one.
        said = form.format(**parts)
        made[f"{form} {parts['area']}"] = Planted(
            kind, said, tuple(value for name, value in parts.items() if f"{{{name}}}" in form)
        )
    return list(made.values())


def session_turns(language: str, filler: str, plants: Sequence[Planted], dice: random.Random) -> tuple[Turn, ...]:
    """The turns of the session: a long user turn and a shorter answer a round, with a tool call now and then."""
    every = PLANTED_IN // len(plants)
    turns: list[Turn] = []
    for number in range(ROUNDS):
        plant = plants[number // every] if number % every == 0 and number // every < len(plants) else None
        said = [(Role.USER, long_text(language, filler, plant, dice))]
        if number % 5 == 0:
            said += [
                (Role.TOOL_CALL, f"search(page={number})"),
                (Role.TOOL_RESULT, long_text(language, "busy", None, dice)),
            ]
        said.append((Role.ASSISTANT, long_text(language, filler, None, dice)[:3_000]))
        for role, content in said:
            turns.append(Turn(len(turns) + 1, role, content, MONDAY + timedelta(hours=number)))
    return tuple(turns)


def long_text(language: str, filler: str, plant: Planted | None, dice: random.Random) -> str:
    """About 20 kB of talk, code and logs, the planted sentence somewhere in it."""
    talk, busy = (_TALK, _BUSY) if language == "en" else (_TALK_ZH, _BUSY_ZH)
    forms = [*talk, *busy, "\n"] if filler == "busy" else [*talk, "\n"]
    parts: list[str] = []
    size = 0
    while size < TURN_BYTES:
        form = "\n" + dice.choice(_PASTED) if dice.random() < 0.03 else dice.choice(forms) + " "
        parts.append(form.format(n=dice.randint(2, 99), m=dice.randint(2, 59)) if "{n" in form else form)
        size += len(parts[-1].encode())
    if plant is not None:
        parts.insert(dice.randrange(len(parts) // 4, len(parts) * 3 // 4), f"\n{plant.said} ")
    return "".join(parts)


def grown(turns: Sequence[Turn], cap: int) -> Iterator[tuple[str, float]]:
    """The summary after each round that leaves the last ten, and the processor seconds that took."""
    summary = ""
    for past in rounds(tuple(turns))[: -ContextPolicy().recent_rounds]:
        start = time.process_time()
        summary = extract(summary, past.turns, cap)
        yield summary, time.process_time() - start


def share_of(summary: str, plants: Sequence[Planted], kind: str = "") -> float:
    """The share of the planted statements, of one kind or of all, of which one line of the summary has every mark."""
    lines = summary.splitlines()
    asked = [plant for plant in plants if kind in {"", plant.kind}]
    return sum(any(all(mark in line for mark in plant.marks) for line in lines) for plant in asked) / len(asked)


def measure(tables: Tables, language: str, filler: str, count: int) -> None:
    """One session: what its summary holds at several caps, what the parts cost, how long a round takes."""
    dice = random.Random(7)  # noqa: S311 -- repeatable, and nobody guesses it
    plants = planted(language, count, dice)
    turns = session_turns(language, filler, plants, dice)
    policy = ContextPolicy()
    rows: list[list[object]] = []
    kept = ""
    for cap in (policy.background_tokens, policy.background_tokens - policy.standing_tokens, 1_000):
        steps = list(grown(turns, cap))
        seconds = [step[1] for step in steps]
        summary = steps[-1][0]
        kept = kept or summary
        shares = [share_of(summary, plants, kind) for kind in ("", *_PLANTED)]
        times = [sum(seconds), percentile(seconds, 0.5) * 1e3, percentile(seconds, 0.95) * 1e3]
        rows.append([cap, count_tokens(summary), *shares, *times])
    head = ["cap", "tokens", "all", *_PLANTED, "CPU s in all", "ms a round p50", "p95"]
    tables.add(f"{language}, {filler} filler: share of {count} planted statements in the summary", head, rows)
    summarised = turns[: -sum(len(past.turns) for past in rounds(turns)[-policy.recent_rounds :])]
    session = Session(
        id="s", user="me", agent="bench", scene="s", opened_at=MONDAY, active_at=turns[-1].at, turns=len(turns),
        summary=kept, summarised_to=len(summarised),
    )  # fmt: skip
    start = time.process_time()
    window = assemble(session, turns, (), plants[0].said, policy)
    taken = time.process_time() - start
    start = time.process_time()
    working_part(session, turns, plants[0].said, policy)
    cost = window.tokens
    row = [cost.standing, cost.summary, cost.rounds, cost.total, len(window.rounds), taken * 1e3]
    head = ["standing", "summary", "rounds", "total", "rounds kept", "assemble ms", "working part ms"]
    tables.add(f"{language}, {filler} filler: the window", head, [[*row, (time.process_time() - start) * 1e3]])


def main() -> None:
    """Print the tables."""
    parser = options(__doc__)
    parser.add_argument("--language", choices=("en", "zh"), nargs="*", default=("en", "zh"))
    parser.add_argument("--filler", choices=("plain", "busy"), nargs="*", default=("plain", "busy"))
    parser.add_argument("--planted", type=int, default=40)
    asked = parser.parse_args()
    with Tables(asked.json) as tables:
        for language in asked.language:
            for filler in asked.filler:
                measure(tables, language, filler, asked.planted)


if __name__ == "__main__":
    main()
