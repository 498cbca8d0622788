"""Which kind of event a statement tells of, by the cues of its wording, in English and Chinese.

A light look at one statement, for `remember` without an event type. It refuses to guess: no cue means `fact`.
"""

import re

from mcp_memory.engine.domain.memory import Details, Triple
from mcp_memory.engine.domain.vocabulary import EventType, Predicate


def event_type_of(text: str) -> EventType:
    """The first kind whose cue stands in the text; reversals before decisions, for they quote them."""
    for event_type, cue in _CUES:
        if cue.search(text):
            return event_type
    return EventType.FACT


def standing_event(details: Details) -> EventType | None:
    """The event type a semantic memory's predicate stands for; None where its wording must tell."""
    if not isinstance(details, Triple) or details.predicate is Predicate.FACT:
        return None
    return EventType.PREFERENCE if details.predicate is Predicate.PREFERS else EventType.CONSTRAINT


def _cue(english: str, chinese: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{english})\b|{chinese}", re.IGNORECASE)


_CUES: tuple[tuple[EventType, re.Pattern[str]], ...] = (
    (
        EventType.REVERSAL,
        _cue(
            r"no longer|instead of what|changed (?:my|our|his|her|their) minds?|revert(?:ed)? (?:to|the decision)"
            r"|we (?:now )?dropped|take(?:s|n)? back|switched back|reversed|overruled|scrap(?:ped)? the",
            r"不再|改主意|推翻|撤回|作废|收回.{0,6}决定|改回|取消了?(?:之前|原来|上次)",
        ),
    ),
    (
        EventType.CONSTRAINT,
        _cue(
            r"must(?: not|n't)?|never|always|only ever|not allowed|forbidden|may not|required to|requires?"
            r"|at (?:most|least)|no more than|the rule is|from now on|budget (?:is|of)|limit(?:ed)? (?:is|to)",
            r"必须|不得|不能|禁止|不允许|不许|务必|一律|严禁|只能|不要|别再|以后都|规定|上限|下限|最多|至少|预算",
        ),
    ),
    (
        EventType.PREFERENCE,
        _cue(
            r"prefer(?:s|red|ence)?|(?:would )?rather|like(?:s)? (?:to|it|his|her|their|my)|love[sd]?|enjoys?|hates?"
            r"|dislikes?|favou?rite|can(?:no|')t stand|allergic|fond of|likes?|doesn't like|don't like",
            r"喜欢|偏好|更愿意|宁愿|讨厌|不喜欢|爱吃|爱喝|习惯用|最爱|不爱|过敏|倾向于?|偏爱|不吃",
        ),
    ),
    (
        EventType.DECISION,
        _cue(
            r"decided|decision|agreed (?:to|on|that)|chose|chosen|settled on|we(?:'ll| will) (?:go with|use|adopt)"
            r"|going with|opted|approved|selected|picked|concluded",
            r"决定|定了|选定|敲定|拍板|采用|选择了|通过了|同意|最终选|商定|就用|选了|确定(?:用|为|了)",
        ),
    ),
    (
        EventType.RISK,
        _cue(
            r"risk(?:s|y)?|danger|might (?:fail|break|leak)|could (?:fail|break|leak)|vulnerab\w+|worr(?:y|ied)"
            r"|concern(?:s|ed)?|threat",
            r"风险|隐患|可能会?(?:失败|崩|泄露|丢|超)|担心|危险|漏洞|有问题的话",
        ),
    ),
    (
        EventType.COMMITMENT,
        _cue(
            r"promise[sd]?|commit(?:s|ted)? to|i(?:'ll| will)|we(?:'ll| will) (?:deliver|send|ship)|pledged?"
            r"|guarantee[sd]?",
            r"承诺|答应|保证|我会|我来|一定会|约好",
        ),
    ),
    (
        EventType.TASK,
        _cue(
            r"to-?do|need(?:s)? to|has to|have to|deadline|due (?:on|by|date)|remind me|action item|follow up"
            r"|assigned to|should (?:be )?(?:done|fixed|written)",
            r"待办|需要(?:去|把|在|完成)|要在|截止|提醒我|记得(?:去|要)|跟进|尽快|之前完成|之前交"
            r"|记得[^吗么？?]{0,12}(?:提交|交|发|写|做|完成|更新|通知|检查|买|付|改)",
        ),
    ),
    (
        EventType.QUESTION,
        _cue(
            r"open question|not (?:yet )?clear|unclear|undecided|we don't know|to be (?:decided|clarified)|tbd",
            r"待定|还没定|未定|不确定|不清楚|尚未明确|有待|疑问",
        ),
    ),
)
