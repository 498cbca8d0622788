"""The steps that a text names, in order, and the procedure that they make; English and Chinese.

It reads forms and judges nothing: whether somebody settled a procedure is told by `detection/settled.py`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from mcp_memory.engine.domain.memory import Procedure

MIN_STEPS = 2

ITEM = (
    r"[ \t]*(?:[(（]?\d{1,2}[.)、．）](?!\d)[ \t]*|[①-⑳][ \t]*|[-*•–][ \t]+|•|(?:step"
    r"|步骤)[ \t]*\d{1,2}[.:)：、]?[ \t]*"
    r"|第[一二三四五六七八九十]步[:：、,，]?[ \t]*)(?:\[[ xX]\][ \t]*)?"
)
"""The mark at the beginning of the line of a list item."""

ENGLISH_ORDER = (
    r"(?:first(?:ly)?(?! (?:aid|name|class|thing|time|half|party|person)\b)"
    r"(?: of all)?|secondly|thirdly|(?:second|third|fourth|fifth|last)(?=[,:])|then|afterwards|subsequently"
    r"|next(?! (?:week|month|year|day|time|morning|to|door|\w+day)\b)|after (?:that|which)|finally|lastly|at last)\b"
)
CHINESE_ORDER = (
    r"(?:首先|(?<![优事原预率祖领争])先(?!生(?![成产])|进[的技设]|前(?!往)|[后天例锋令])|其次|然后|接着|接下来|随后"
    r"|(?<=[，,。；;、\s])之后|最后一步[:：、,，是]?|最后再|(?<![不一])再(?!生(?![成产])|说(?!明)|[次见也度三现者])"
    r"|最后(?!一(?:[次个页章周集遍名]|天(?!之?内))|[几两的期时]|关头)|最终(?![版用方结目])"
    r"|第[一二三四五六七八九十]步[:：、,，是]?)"
)
"""Words that put one step after another, where they are no adjectives ("the first flight", 最后一页)."""


class Form(StrEnum):
    """How steps are written down."""

    BULLETS = "bullets"
    NUMBERS = "numbers"
    ARROWS = "arrows"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of a text in order, how they are written, and where in it the first of them begins."""

    form: Form
    start: int
    texts: tuple[str, ...]


def procedure_of(text: str, steps: tuple[str, ...]) -> Procedure:
    """A procedure with the steps given, its trigger and parameters read from the text."""
    named = dict.fromkeys(match.group(1) for match in _PARAMETER.finditer("\n".join((text, *steps))))
    return Procedure(trigger=_trigger(text, steps), steps=steps, inputs=tuple(named))


def steps_in(text: str) -> tuple[str, ...]:
    """The ordered steps a text names: a numbered or bulleted list, arrows, or words of sequence; () without any."""
    found = read_steps(text)
    return found.texts if found else ()


def read_steps(text: str) -> Steps | None:
    """The same with their form and place; None without any."""
    readers = (_listed, _numbered_inline, _arrowed, _sequenced)
    found = (steps for read in readers for steps in read(text) if len(steps.texts) >= MIN_STEPS)
    return next(found, None)


def with_steps(content: str, steps: tuple[str, ...]) -> str:
    """The content with its steps written out below, unless it names them all already."""
    if all(step in content for step in steps):
        return content
    lines = (f"{number}. {step}" for number, step in enumerate(steps, 1))
    return "\n".join((content, *lines))


_LIST_ITEM = re.compile(rf"^({ITEM})(\S.*)$", re.MULTILINE | re.IGNORECASE)
_BULLET = re.compile(r"[ \t]*[-*•–]")
_INLINE_NUMBER = re.compile(
    r"(?:(?<=[\s:：;；,，。、])|^)(?:step ?(\d{1,2})[:.)]?(?!\d)|[(（]?(\d{1,2})(?:[)）]|[.、．](?=\s*[^\s\d])))",
    re.IGNORECASE,
)
_ARROW = re.compile(r"->|=>|→|⇒|➜")
_STEP_END = re.compile(r"\.(?=\s|$)|[。;；!！?？\n]")
_SENTENCE_END = re.compile(r"(?:\.(?=\s)|[。;；!！?？\n]|[:：](?!\d))\s*")
_ENGLISH_JOINT = re.compile(rf"(?:[,;.]\s{{0,3}}|(?<=\s)|^)(?:and |but )?({ENGLISH_ORDER})[,:]?", re.IGNORECASE)
_CHINESE_JOINT = re.compile(rf"[，,；;。]?\s{{0,3}}({CHINESE_ORDER})[，,]?")
_NO_ADVERB = re.compile(
    r"(?:\b(?:the|an?|my|your|our|his|her|its|their|this|that|these|those|each|every|some|at|in|on|of|for|from|since"
    r"|by|until|till|even|back|what|no|very)|[|(/])\s*$",
    re.IGNORECASE,
)
"""After these an order word is an adjective, or no word of order ("the second die", "since then")."""
_LONGEST_BEFORE = 12
_OPENS = re.compile(r"first(?:ly| of all)?\b(?![,;])|首先|先|第一步", re.IGNORECASE)
"""The first step stands behind these; before other words of order, and before "first," in mid-sentence."""
_LISTED_UP = re.compile(
    r",\s+(?=[a-z])(?!(?:\w+ing|which|who|that|and|or|if|but|not|as|for|with|in|on|at|from|to|the|an?|even|so|then)\b)"
)
"""Between steps that stand before the first word of order ("lint, test, then deploy")."""
_LISTED_UP_ZH = re.compile(
    r"(?<![时后前话])[，,]\s?(?=[\u4e00-\u9fff])(?!并|但|也|而|就|不|以|让|使|如果|若|要是|等|当|直到|包括|比如|一旦|只要)"
)
"""The same after a colon in Chinese; elsewhere a comma may stand in the middle of a step."""
_PRELUDE = re.compile(
    r"(?:(?:from (?:\w+ ){1,3}on(?:wards?)?|(?:going|moving) forward|in (?:the )?future|henceforth|(?:starting"
    r"|as of) \w+)"
    r"\b,?\s+|(?:whenever|when|if|once|as soon|every|each|any ?time|before|after|by|for|on|at|with|in|so|ok(?:ay)?|well"
    r"|and|but|please|remember)\b[^,]{0,150},\s*"
    r"|(?:in|on|at|for|with|during|within|when|before|after) [^,:]{1,60}? (?=(?:we|you|i|please|always) )"
    r"|(?:你们?|我们?|大家)?(?:以后|今后|往后|从|每|凡|只要|如果|要是|一旦|请|那)[^，,]{0,30}[，,])*"
    r"(?:(?:we|you|i|everyone|we'll|you'll|i'll|let's|please|always|should|must|will|shall|have to|need to|just"
    r"|now)\s+)*"
    r"(?:(?:the|our|my) [^,.:]{1,60}? (?:is|are) (?:to |that we )?)?"
    r"(?:[^，。：]{0,20}(?:流程|步骤|做法|顺序|规矩|方法)(?:就?是|为))?"
    r"(?:以后|今后|往后|每次|我们|咱们|大家|你们?|请|一律|必须|都|要|就|得)*",
    re.IGNORECASE,
)
"""What stands before the first step in its sentence: from when on, on which occasion, who does it."""
_PARAMETER = re.compile(r"[{<]([A-Za-z_][\w -]{0,30}|[\u4e00-\u9fff]{1,12})[}>]")
_TRIGGER_CUT = re.compile(r"[:：,，\n]|\bfirst\b|先", re.IGNORECASE)
_SAME_WAY = re.compile(
    r"\s*\b(?:i|we)(?: always)? do (?:it |this |things )?(?:the same(?: thing| way)?|like this|in this order)\b"
    r"|我们?(?:都|总是|一直)?是?(?:按照?|这么|这样)(?:这个|固定|同样)?的?(?:顺序|步骤|流程|方法)?[做来走办]的?",
    re.IGNORECASE,
)
"""That it is done in one way says nothing about when."""
_OCCASION = re.compile(
    r"(?:whenever|when|once|as soon as|(?:every|each|any) ?time|(?:before|after|for|on|at|with) (?:every|each|any|all)"
    r"|before|after|if)\b|(?:以后|今后)?(?:每[次当逢]|凡|只要|一旦|如果|要是)|(?![今以往日]后$)[^，,：:]{1,14}(?:之?[前后]|时|的时候)$",
    re.IGNORECASE,
)
_MAX_TRIGGER_CHARS = 120
_LOOSE = " \t\n,，、:："


def _listed(text: str) -> Iterator[Steps]:
    """The items of a list; where some are numbered, the bullets below them belong to those."""
    items = list(_LIST_ITEM.finditer(text))
    numbered = [item for item in items if not _BULLET.match(item[1])]
    for form, marked in ((Form.NUMBERS, numbered), (Form.BULLETS, items)):
        if marked:
            yield Steps(form, marked[0].start(2), tuple(item[2].rstrip(" \t\r;；。.") for item in marked))


def _numbered_inline(text: str) -> Iterator[Steps]:
    """The steps of a line such as `1. stop 2. copy 3. start`; the numbers must count up from one."""
    marks = list(_INLINE_NUMBER.finditer(text))
    if not marks or [mark[1] or mark[2] for mark in marks] != [str(number + 1) for number in range(len(marks))]:
        return
    ends = [mark.start() for mark in marks[1:]]
    parts = [text[mark.end() : end].strip(" ,，;；。.") for mark, end in zip(marks, ends, strict=False)]
    parts += [_first_clause(text[mark.end() :]) for mark in marks[-1:]]
    yield from _steps(text, Form.NUMBERS, marks[0].end(), parts)


def _arrowed(text: str) -> Iterator[Steps]:
    place = 0
    for line in text.splitlines(keepends=True):
        first, *parts = _ARROW.split(line)
        if parts:
            begin, end = _opening(text, place, place + len(first)), place + len(first)
            yield from _steps(text, Form.ARROWS, begin, [_first_clause(part) for part in (text[begin:end], *parts)])
        place += len(line)


def _sequenced(text: str) -> Iterator[Steps]:
    for joint in (_CHINESE_JOINT, _ENGLISH_JOINT):
        joints = [found for found in joint.finditer(text) if not _no_adverb(text, found.start(1))]
        if not joints:
            continue
        begin = end = joints[0].start()
        if begin and not _OPENS.match(text, joints[0].start(1)):
            begin = _opening(text, 0, end)
        ends = [*(found.start() for found in joints[1:]), len(text)]
        parts = [text[found.end() : end] for found, end in zip(joints, ends, strict=True)]
        lead = _LISTED_UP.split(text[begin:end])
        if text[:begin].rstrip().endswith((":", "：")):
            lead = [step for part in lead for step in _LISTED_UP_ZH.split(part)]
        yield from _steps(text, Form.WORDS, begin, [_first_clause(part) for part in (*lead, *parts)])


def _no_adverb(text: str, place: int) -> bool:
    return bool(_NO_ADVERB.search(text, max(0, place - _LONGEST_BEFORE), place))


def _steps(text: str, form: Form, begin: int, parts: list[str]) -> Iterator[Steps]:
    if texts := tuple(filter(None, parts)):
        yield Steps(form, text.find(texts[0], begin), texts)


def _first_clause(part: str) -> str:
    return _STEP_END.split(part.strip(_LOOSE), maxsplit=1)[0].strip(_LOOSE)


def _opening(text: str, begin: int, end: int) -> int:
    """Where the step that ends at `end` begins in its sentence, which does not begin before `begin`."""
    begin = max((found.end() for found in _SENTENCE_END.finditer(text, begin, end)), default=begin)
    prelude = _PRELUDE.match(text, begin, end)
    return prelude.end() if prelude else begin


def _trigger(text: str, steps: tuple[str, ...]) -> str:
    head = text.split(steps[0], maxsplit=1)[0] if steps[0] in text else text
    parts = [part.strip() for part in _TRIGGER_CUT.split(_SAME_WAY.sub("", head.strip()))]
    named = next((part for part in parts if _OCCASION.match(part)), parts[0])
    return (named or text.strip())[:_MAX_TRIGGER_CHARS]
