"""Thousands of different sentences out of templates, half of them English, half Chinese, and questions about them."""

from collections.abc import Sequence

import numpy as np

_WHO = (
    "Ada",
    "Marta",
    "the platform team",
    "our supplier",
    "the new trainee",
    "Dr. Okafor",
    "the landlord",
    "my sister",
)
_WHAT = (
    "the invoice export", "the staging database", "the login page", "the night train to Vienna",
    "the garden fence",
    "the quarterly report", "the espresso machine", "the piano lessons", "the backup job", "the tax return",
    "the mobile app", "the wedding speech", "the rate limiter", "the kitchen lamp",
    "the translation of chapter four",
    "the search index", "the vaccination card", "the hiring plan", "the mountain hut", "the message queue",
)  # fmt: skip
_DID = (
    "{who} decided to postpone {what} until {when}.", "{who} prefers to discuss {what} before {when}.",
    "{what} failed {when} because of {why}.",
    "Remember that {who} is responsible for {what} from {when} on.",
    "{who} promised to finish {what} by {when}; the risk is {why}.",
    "We must not touch {what} while {why} lasts.",
    "Since {when} {what} has cost us {n} euros more than planned.",
    "{who} asked whether {what} could wait until {when}.",
    "After {why}, {who} rewrote {what} from scratch in {n} days.",
    "The rule is: {what} is checked twice, by {who} too.",
    "{who} measured {what}: {n} milliseconds, mostly {why}.",
    "I was glad that {who} took over {what} {when}.",
)  # fmt: skip
_WHEN = ("on Monday", "next spring", "after the holidays", "at the end of March", "tomorrow morning", "in two weeks")
_WHY = ("a missing certificate", "heavy rain", "the strike", "an expired contract", "too little memory", "a flat tyre")

_WHO_ZH = ("小林", "测试组", "房东", "王医生", "新来的实习生", "采购部", "我妹妹", "架构师")
_WHAT_ZH = (
    "发票导出", "预发数据库", "登录页面", "去成都的火车", "季度报告", "咖啡机", "钢琴课", "备份任务",
    "报税", "婚礼致辞",
    "限流器", "厨房的灯", "第四章的翻译", "搜索索引", "疫苗本", "招聘计划", "消息队列", "阳台的花",
)  # fmt: skip
_DID_ZH = (
    "{who}决定把{what}推迟到{when}。", "{who}更希望在{when}之前讨论{what}。",
    "{what}在{when}失败了，原因是{why}。",
    "记住，从{when}起由{who}负责{what}。", "{who}答应{when}之前完成{what}，风险是{why}。",
    "{why}期间不要动{what}。",
    "{what}比计划多花了{n}元。", "{who}问{what}能不能等到{when}。", "因为{why}，{who}用{n}天重写了{what}。",
    "规则是：{what}要检查两遍，{who}也要看。", "{who}测了{what}，要{n}毫秒，主要是{why}。",
    "{when}{who}接手了{what}，我很高兴。",
)  # fmt: skip
_WHEN_ZH = ("周一", "明年春天", "假期之后", "三月底", "明天早上", "两周后")
_WHY_ZH = ("证书缺失", "大雨", "罢工", "合同过期", "内存不足", "轮胎没气")

_ASKED = (
    "What about {what}?", "Who takes care of {what}?", "Why was {what} late?",
    "What did {who} say about {what}?",
    "When is {what} due?", "{what}怎么样了？", "谁负责{what}？", "{who}对{what}说了什么？",
    "{what}为什么晚了？",
)  # fmt: skip


def made_texts(count: int) -> list[str]:
    """Sentences, none twice, the same in every run."""
    rng = np.random.default_rng(5)
    made: dict[str, None] = {}
    while len(made) < count:
        if len(made) % 2:
            made[_filled(rng, _DID, (_WHO, _WHAT, _WHEN, _WHY))] = None
        else:
            made[_filled(rng, _DID_ZH, (_WHO_ZH, _WHAT_ZH, _WHEN_ZH, _WHY_ZH))] = None
    return list(made)


def made_questions(count: int) -> list[str]:
    """Questions about the same things."""
    rng = np.random.default_rng(6)
    return [_filled(rng, _ASKED, (_WHO + _WHO_ZH, _WHAT + _WHAT_ZH, _WHEN, _WHY)) for _ in range(count)]


def _filled(rng: np.random.Generator, templates: Sequence[str], words: Sequence[Sequence[str]]) -> str:
    who, what, when, why = (str(rng.choice(list(options))) for options in words)
    template = str(rng.choice(list(templates)))
    return template.format(who=who, what=what, when=when, why=why, n=rng.integers(2, 900))
