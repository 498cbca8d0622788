"""The procedure that a text words for the future, and what its steps are, in English and Chinese.

Conservative on purpose: a sequence alone ("first we ate, then we left") tells of one occasion and is no procedure;
a standing cue and at least two steps are needed.
"""

import re

from mcp_memory.engine.domain.memory import Procedure

MIN_STEPS = 2


def standing_procedure(text: str) -> Procedure | None:
    """The procedure a text words for the future ("from now on: A, then B, then C"), whoever says so; or None."""
    if not _STANDING.search(text):
        return None
    steps = steps_in(text)
    if len(steps) < MIN_STEPS:
        return None
    return procedure_of(text, steps)


def procedure_of(text: str, steps: tuple[str, ...]) -> Procedure:
    """A procedure with the steps given, its trigger and parameters read from the text."""
    named = dict.fromkeys(match.group(1) for match in _PARAMETER.finditer("\n".join((text, *steps))))
    return Procedure(trigger=_trigger(text, steps), steps=steps, inputs=tuple(named))


def steps_in(text: str) -> tuple[str, ...]:
    """The ordered steps a text names: a numbered or bulleted list, arrows, or words of sequence; () without any."""
    for read in (_listed, _numbered_inline, _arrowed, _sequenced):
        steps = read(text)
        if len(steps) >= MIN_STEPS:
            return steps
    return ()


def with_steps(content: str, steps: tuple[str, ...]) -> str:
    """The content with its steps written out below, unless it names them all already."""
    if all(step in content for step in steps):
        return content
    lines = (f"{number}. {step}" for number, step in enumerate(steps, 1))
    return "\n".join((content, *lines))


_STANDING = re.compile(
    r"\b(?:from now on|going forward|every time|whenever|each time|always|steps? (?:for|to)|how (?:to|we)|runbook"
    r"|checklist|(?:the|our) (?:procedure|process|workflow|sop|routine))\b"
    r"|^\s*to \w[^.:：\n]{2,60}:|以后|今后|往后|每次|一律|流程|步骤|规范|SOP|都按|标准做法|操作顺序",
    re.IGNORECASE,
)
_LIST_ITEM = re.compile(
    r"^\s*(?:\d{1,2}[.)、．]|[-*•]|第[一二三四五六七八九十]步[:：、,，]?)\s*(.+?)\s*[;；。.]?\s*$", re.MULTILINE
)
_INLINE_NUMBER = re.compile(r"(?:(?<=[\s:：;；,，。])|^)(\d{1,2})[.)、．]\s*(?=\D)")
_ARROW = re.compile(r"\s*(?:->|=>|→|⇒|➜)\s*")
_LEAD_IN = re.compile(r"^.*[:：]\s*", re.DOTALL)
_CLAUSE_END = re.compile(r"[.。;；!！\n]")
_ENGLISH_ORDER = re.compile(
    r"(?:[,;.]\s*|\s+|^)(?:and\s+)?(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|then|next|after that|afterwards|finally"
    r"|lastly|at last)\b[,:]?\s*",
    re.IGNORECASE,
)
_CHINESE_ORDER = re.compile(r"[，,；;。]?\s*(?:首先|先|其次|然后|接着|随后|之后|再|最后|最终)")
_PARAMETER = re.compile(r"[{<]([A-Za-z_][\w -]{0,30}|[\u4e00-\u9fff]{1,12})[}>]")
_TRIGGER_CUT = re.compile(r"[:：,，\n]|\bfirst\b|先", re.IGNORECASE)
_MAX_TRIGGER_CHARS = 120


def _listed(text: str) -> tuple[str, ...]:
    return tuple(match.group(1) for match in _LIST_ITEM.finditer(text))


def _numbered_inline(text: str) -> tuple[str, ...]:
    """The steps of a line such as `1. stop 2. copy 3. start`; the numbers must count up from one."""
    parts = _INLINE_NUMBER.split(text)
    numbers, steps = parts[1::2], parts[2::2]
    if numbers != [str(number) for number in range(1, len(numbers) + 1)]:
        return ()
    return tuple(step for part in steps if (step := part.strip(" ,，;；。.")))


def _arrowed(text: str) -> tuple[str, ...]:
    line = next((line for line in text.splitlines() if _ARROW.search(line)), "")
    parts = [part.strip(" .。;；") for part in _ARROW.split(line)]
    if len(parts) < MIN_STEPS:
        return ()
    parts[0] = _LEAD_IN.sub("", parts[0])
    return tuple(part for part in parts if part)


def _sequenced(text: str) -> tuple[str, ...]:
    for order in (_CHINESE_ORDER, _ENGLISH_ORDER):
        first = order.search(text)
        if first is None:
            continue
        body, lead = text[first.start() :], ""
        if order is _ENGLISH_ORDER and not re.search(r"first", first.group(), re.IGNORECASE):
            lead = _LEAD_IN.sub("", text[: first.start()])
        parts = (_first_clause(part) for part in (lead, *order.split(body)))
        steps = tuple(part for part in parts if part)
        if len(steps) >= MIN_STEPS:
            return steps
    return ()


def _first_clause(part: str) -> str:
    return _CLAUSE_END.split(part.strip(" ,，"), maxsplit=1)[0].strip(" ,，:：")


def _trigger(text: str, steps: tuple[str, ...]) -> str:
    head = text.split(steps[0], maxsplit=1)[0] if steps[0] in text else text
    head = _TRIGGER_CUT.split(head.strip(), maxsplit=1)[0].strip()
    return (head or text.strip())[:_MAX_TRIGGER_CHARS]
