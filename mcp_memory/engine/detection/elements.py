"""What a statement is about: who, which things, what was settled, what stays to be done.

Only words that stand in the statement are named, except the speaker. Where nothing can be read, a field is empty.
"""

import re
from dataclasses import dataclass

from mcp_memory.engine.detection import naming
from mcp_memory.engine.detection.brevity import brief
from mcp_memory.engine.domain.vocabulary import OPEN_EVENTS, EventType

MAX_OBJECTS = 8
MAX_TOPIC_WORDS = 4


@dataclass(frozen=True, slots=True)
class Elements:
    """The parts of an episode that can be read out of its statement; "" and () for what it does not say.

    `intent` is one of decide, prefer, require, forbid, plan, promise, report, ask, warn, reverse. `stance` is a
    preference or an objection, `conclusion` what was decided, ruled or reversed.
    """

    subjects: tuple[str, ...]
    objects: tuple[str, ...]
    topic: str
    intent: str
    place: str
    conclusion: str
    stance: str
    open_tasks: tuple[str, ...]


def elements(statement: str, event_type: EventType, speaker: str = "") -> Elements:
    """Read a statement of a known kind; `speaker` is the name that first person stands for, or ""."""
    line = " ".join(statement.split())[:_LOOKED_AT]
    said = _said(line, event_type)
    subjects = naming.subjects(line, speaker)
    objects = tuple(thing for thing in naming.things(line, said) if thing not in subjects)[:MAX_OBJECTS]
    return Elements(
        subjects=subjects,
        objects=objects,
        topic=naming.topic(said or line, objects, MAX_TOPIC_WORDS),
        intent=_intent(line, event_type),
        place=naming.place(line),
        conclusion=brief(said or line) if event_type in _CONCLUDING else "",
        stance=_stance(line, event_type),
        open_tasks=(brief(said or line),) if event_type in OPEN_EVENTS else (),
    )


_LOOKED_AT = 1_000
_CONCLUDING = frozenset({EventType.DECISION, EventType.REVERSAL, EventType.CONSTRAINT})
_INTENTS = {
    EventType.DECISION: "decide",
    EventType.PREFERENCE: "prefer",
    EventType.CONSTRAINT: "require",
    EventType.RISK: "warn",
    EventType.QUESTION: "ask",
    EventType.TASK: "plan",
    EventType.COMMITMENT: "promise",
    EventType.REVERSAL: "reverse",
}
_FORBIDS = re.compile(
    r"\b(?:not|never|no|forbidden|prohibited|don't|mustn't|avoid|stop|without|off limits)\b"
    r"|不得|不能|不要|禁止|不许|不准|不允许|严禁|切勿|别|勿|不可|不超过",
    re.IGNORECASE,
)
_LEAD_INS = {
    EventType.DECISION: re.compile(
        r"\b(?:decided|opted|resolved|concluded|agreed|decide|choose|settled|chose|picked|selected|voted|going|went|go)"
        r"(?: (?:to|on|that|for|upon|with))?\s+|\bdecision(?: made)?(?: on)?:?(?: (?:is|was) (?:to|that))?\s+"
        r"|\b(?:we|i)(?:'ll| will)\s+|\blet's\s+"
        r"|决定(?:了|是)?[:：，,]?|选定了?|敲定了?|商定了?|(?:最终|最后)(?:选择?|确定|定)了?|拍板了?|定下来",
        re.IGNORECASE,
    ),
    EventType.REVERSAL: re.compile(
        r"\bchanged (?:my|our|his|her|their) minds?(?: about| on)?[:,;]?\s+|改(?:了)?主意了?[，,:：]?", re.IGNORECASE
    ),
    EventType.CONSTRAINT: re.compile(
        r"\b(?:from now on|going forward|henceforth),?\s+|\b(?:rule|policy|requirement)(?: is(?: that)?|:)\s+"
        r"|(?:从现在起|以后|今后|往后)[，,]?|(?:规定|要求|原则)(?:是|：|:)",
        re.IGNORECASE,
    ),
    EventType.TASK: re.compile(
        r"\b(?:to-?do|action items?|next steps?)[:：]?\s+|\b(?:remind me|remember|don't forget)(?: to)?\s+"
        r"|\b(?:need|needs|have|has|ought|plan|plans|planning|going) to\s+|待办(?:事项)?[:：]?|提醒我|记得"
        r"|别忘[了记]?|需要",
        re.IGNORECASE,
    ),
    EventType.COMMITMENT: re.compile(
        r"\b(?:promised?|committ?(?:ed|ing)?|pledged?|guaranteed?|vowed)(?: \w+)??(?: (?:to"
        r"|that))?\s+(?:i'd\s+|i would\s+)?"
        r"|\b(?:i|we)(?:'ll| will| shall|'d)\s+|\bwill\s+|承诺(?:了|会|将)?|答应(?:了|会)?|保证|(?:我"
        r"|我们)(?:会|将|来)",
        re.IGNORECASE,
    ),
    EventType.QUESTION: re.compile(
        r"\b(?:open question|tbd)[:：]?\s+|\b(?:unclear|undecided|not sure|unsure|know|decided|settled|decide"
        r"|clarify)\s+(?=(?:who|whether|how|if|what|when|which|why)\b)"
        r"|不确定|不清楚|待定[:：]|待确认[:：]",
        re.IGNORECASE,
    ),
}
_PREFERENCE = re.compile(
    r"\b(?:\w+ ){0,1}(?:prefer(?:s|red|ence)?|would rather|'d rather|likes?|loves?|hates?|dislikes?|enjoys?"
    r"|favou?rs?|favou?rite|wants?|allergic|can't stand|fond|keen|always|never|usually)\b.*"
    r"|(?:不|更|最|很|都)*(?:偏好|偏爱|喜欢|愿意|倾向|习惯|宁愿|宁可|讨厌|爱[吃喝用看]|希望|要求|过敏).*",
    re.IGNORECASE | re.DOTALL,
)
_OBJECTION = re.compile(
    r"\b(?:i |we )?(?:object|oppose|disagree|am against|are against|don't like|do not like|reject)\b.*|(?:反对"
    r"|不同意|不赞成|不接受|拒绝).*",
    re.IGNORECASE | re.DOTALL,
)


def _said(line: str, event_type: EventType) -> str:
    """What stands behind the words that name the kind; "" where they do not lead anything in."""
    lead_in = _LEAD_INS.get(event_type)
    found = lead_in.search(line) if lead_in else None
    rest = line[found.end() :].strip(" ,，:：") if found else ""
    return rest if len(rest) > 1 else ""


def _intent(line: str, event_type: EventType) -> str:
    if event_type is EventType.CONSTRAINT and _FORBIDS.search(line):
        return "forbid"
    return _INTENTS.get(event_type, "report")


def _stance(line: str, event_type: EventType) -> str:
    form = _PREFERENCE if event_type is EventType.PREFERENCE else _OBJECTION
    found = form.search(line)
    if found:
        return brief(found.group().strip())
    return brief(line) if event_type is EventType.PREFERENCE else ""
