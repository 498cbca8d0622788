"""Rules said with reasons, lead-ins and addresses around them, in the same words or others; and what is near to them.

Each trap is said once beside two sayings of the rule: it is no third one, whatever it looks like.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import cycle, islice

Around = tuple[str, str, str, tuple[tuple[str, str], ...]]
"""Kind, language, what should come of it, and what is said in which session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """A rule in three wordings, and what is near to it and something else."""

    wordings: tuple[str, str, str]
    other_object: str
    other_condition: str
    opposite: str
    exception: str
    component: str
    question: str


FRAMES = {
    "en": (
        "The last one went wrong, so {}.",
        "Please remember: {}.",
        "{}, the customers have complained.",
        "As always, {}, okay?",
        "Lena, {}.",
        "It is a pity, but {}, even when we are late.",
        "By the way, {}, or we start all over again.",
    ),
    "zh": (
        "上次出过事，所以{}。",
        "提醒一下大家，{}。",
        "{}，客户投诉过好几次了。",
        "老规矩，{}啊。",
        "小周，{}。",
        "按规定{}，哪怕赶时间。",
        "我再强调一遍，{}，不然又要返工。",
    ),
}

RULES = {
    "en": (
        Near(
            wordings=(
                "we never send newsletters on Mondays",
                "no newsletters on a Monday",
                "newsletters are not sent on Mondays",
            ),
            other_object="we never send invoices on Mondays",
            other_condition="we never send newsletters on Thursdays",
            opposite="we send newsletters on Mondays",
            exception="we never send newsletters on Mondays, except the first one of the year",
            component="we never send newsletters of the Lyon shop on Mondays",
            question="do we never send newsletters on Mondays?",
        ),
        Near(
            wordings=(
                "every parcel is weighed before it is sealed",
                "weigh every parcel before you seal it",
                "no parcel is sealed before it is weighed",
            ),
            other_object="every letter is weighed before it is sealed",
            other_condition="every parcel is weighed after it is sealed",
            opposite="every parcel is sealed before it is weighed",
            exception="every parcel is weighed before it is sealed, unless it is a return",
            component="every parcel to Norway is weighed before it is sealed",
            question="is every parcel weighed before it is sealed?",
        ),
        Near(
            wordings=(
                "only the caretaker opens the cabinet",
                "nobody but the caretaker may open the cabinet",
                "the cabinet is opened by the caretaker only",
            ),
            other_object="only the caretaker opens the cellar",
            other_condition="only the gardener opens the cabinet",
            opposite="everybody may open the cabinet",
            exception="only the caretaker opens the cabinet, guests are fine at the fair",
            component="only the caretaker opens the cabinet in hall 3",
            question="does only the caretaker open the cabinet?",
        ),
        Near(
            wordings=(
                "contracts need two signatures",
                "every contract must have two signatures",
                "contracts require two signatures",
            ),
            other_object="invoices need two signatures",
            other_condition="contracts need three signatures",
            opposite="contracts need no signatures",
            exception="contracts need two signatures, rentals are different",
            component="contracts with suppliers need two signatures",
            question="do contracts need two signatures?",
        ),
        Near(
            wordings=(
                "nothing is released on a Friday",
                "we don't deploy on Fridays",
                "no release goes out on Fridays",
            ),
            other_object="no posts on Fridays",
            other_condition="we don't deploy on Tuesdays",
            opposite="we deploy on Fridays",
            exception="we don't deploy on Fridays, but hotfixes may go out",
            component="we don't deploy the map service on Fridays",
            question="can we deploy on Fridays?",
        ),
    ),
    "zh": (
        Near(
            wordings=("周一不发促销短信", "周一不要发促销短信", "促销短信周一不能发"),
            other_object="周一不发催款短信",
            other_condition="周四不发促销短信",
            opposite="周一可以发促销短信",
            exception="周一不发促销短信，节日促销除外",
            component="里昂店周一不发促销短信",
            question="周一不发促销短信吗？",
        ),
        Near(
            wordings=("包裹封箱前必须称重", "包裹要先称重再封箱", "包裹没有称重不能封箱"),
            other_object="信件封箱前必须称重",
            other_condition="包裹封箱后必须称重",
            opposite="包裹要先封箱再称重",
            exception="包裹封箱前必须称重，退货的除外",
            component="挪威的包裹封箱前必须称重",
            question="包裹封箱前必须称重吗？",
        ),
        Near(
            wordings=("只有库管能开冷库", "除了库管谁都不能开冷库", "冷库只能由库管开"),
            other_object="只有库管能开地下室",
            other_condition="只有保安能开冷库",
            opposite="谁都可以开冷库",
            exception="只有库管能开冷库，盘点那天不受限制",
            component="只有库管能开三号冷库",
            question="只有库管能开冷库吗？",
        ),
        Near(
            wordings=("合同必须盖两个章", "合同都要盖两个章", "所有合同一律盖两个章"),
            other_object="发票必须盖两个章",
            other_condition="合同必须盖三个章",
            opposite="合同不要盖两个章",
            exception="合同必须盖两个章，租赁的不算",
            component="供应商的合同必须盖两个章",
            question="合同必须盖两个章吗？",
        ),
        Near(
            wordings=("周五不发版", "周五不要上线", "周五一律不部署"),
            other_object="周五不发帖",
            other_condition="周二不发版",
            opposite="周五发版",
            exception="周五不发版，但热修复可以",
            component="地图服务周五不发版",
            question="周五能发版吗？",
        ),
    ),
}
_TRAPS = tuple(field.name for field in fields(Near) if field.name != "wordings")


def around() -> Iterator[Around]:
    """All of them; which frame goes with which saying shifts from rule to rule."""
    for language, rules in RULES.items():
        for shift, rule in enumerate(rules):
            frames = tuple(islice(cycle(FRAMES[language]), shift, shift + 3))
            same = [_framed(frame, rule.wordings[0]) for frame in frames]
            told = [_framed(frame, wording) for frame, wording in zip(frames, rule.wordings, strict=True)]
            yield "around, the same words", language, "active", _scenes(*same)
            yield "around, other words", language, "rises", _scenes(*told)
            yield "around, in one scene", language, "nothing", tuple(("s0", text) for text in (*same, *told))
            yield "around, only twice", language, "nothing", _scenes(*told[:2])
            for trap in _TRAPS:
                near = getattr(rule, trap)
                texts = (*told[:2], near if trap == "question" else _framed(frames[2], near))
                yield f"around, {trap.replace('_', ' ')}", language, "nothing", _scenes(*texts)


def _framed(frame: str, said: str) -> str:
    text = frame.format(said)
    return text[:1].upper() + text[1:]


def _scenes(*texts: str) -> tuple[tuple[str, str], ...]:
    return tuple((f"s{place}", text) for place, text in enumerate(texts))
