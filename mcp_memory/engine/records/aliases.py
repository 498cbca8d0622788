"""Other names that a text defines for a thing: "K8s (Kubernetes)", "Postgres, aka PG", "灰度发布（金丝雀）".

A question then finds what was written under the other name. A wrong pair pollutes every later question, a missed one
costs little: so this takes only what is written as a definition, and refuses remarks in brackets.
"""

import re
from collections.abc import Iterator
from itertools import islice, takewhile

from mcp_memory.engine.text.languages import HAN

_MAX_PAIRS = 16
_MAX_PLACES = 200
_MAX_HAN = 8
_MAX_WORDS = 6
_LOOK_BACK = 80

_WORD = r"[A-Za-z0-9][A-Za-z0-9+#./_-]{0,39}"
_QUOTED = r"[\"'“‘「『《](?P<quoted>[^\"'“”‘’「」『』《》\n]{2,40})[\"'”’」』》]"

_BRACKETS = re.compile(r"[(（]([^()（）\n]{2,60})[)）]")
_SIGNAL = re.compile(
    r"\b(?:is )?(?:aka|a\.k\.a\.|also (?:known as|called)|abbreviated (?:as|to)|short for|stands for)(?=[\s:\"'“])"
    r"|(?:简称|又称|又叫|也叫|亦称|俗称|别名|缩写)(?:是|为|作|叫)?",
    re.IGNORECASE,
)
_BEFORE_SIGNAL = " \t,，、:：;；(（-"
_AFTER_SIGNAL = " \t:：,，"

_QUOTED_BEFORE = re.compile(_QUOTED + r"\Z")
_HAN_BEFORE = re.compile(rf"[{HAN}]{{1,24}}\Z")
_WORDS_BEFORE = re.compile(rf"(?:(?<![\w+#./-]){_WORD} {{0,2}}){{1,{_MAX_WORDS}}}\Z")
_QUOTED_AFTER = re.compile(_QUOTED)
_HAN_AFTER = re.compile(rf"[{HAN}]{{2,24}}")
_WORDS_AFTER = re.compile(rf"{_WORD}(?: {_WORD}){{0,{_MAX_WORDS - 1}}}")

_OPENING_WORDS = re.compile(
    r".*(?:我们|他们|大家|采用|使用|启用|选用|改用|换成|改成|改为|通过|关于|以及|进行|决定|计划|准备|开始|支持|依赖|基于|对接"
    r"|迁移到|切换到|接入|叫做|[的了把是])"
)
_CLOSING_WORDS = re.compile(r"[的了是在]|来|上线|以后|之后|并且|因为|所以|可以|需要")
_REMARK = re.compile(
    "如|例|比如|包括|含|不|见|参见|详见|仅|只|未|已|待|可|暂|默认|约|共|第|每|周|星期|上|下|晚上|今|昨|明|本|原|旧|新|前|后|以|按|由|从|因|若|需|须|必|优先"
    "|重要|注|其|除|至|截|目前|当|大概|左右|之|时间|负责|同事|主管|经理|老板|总|部门|内部|外部|草稿|临时|测试|废弃|完成|取消|失败|成功|同|略|无|有|是|否"
    "|男|女|还|也|都|很|在|或|和|与|等"
)
_NO_NAME = re.compile(
    r"(?:an?|the|our|my|we|i|you|it|is|in|on|at|of|for|this|that|these|those|and|or|if|see|todo|tbd|new|old|beta|alpha"
    r"|draft|optional|required|default|done|e\.g|i\.e|etc|ok|no|yes|note)\Z",
    re.IGNORECASE,
)


def definitions(text: str) -> tuple[tuple[str, str], ...]:
    """Pairs of names that the text says are one thing, each as it is written there; at most a handful."""
    found: dict[tuple[str, str], None] = {}
    for one, other in (*_bracketed(text), *_signalled(text)):
        if one.casefold() != other.casefold():
            found.setdefault((one, other))
    return tuple(found)[:_MAX_PAIRS]


def _bracketed(text: str) -> Iterator[tuple[str, str]]:
    for match in islice(_BRACKETS.finditer(text), _MAX_PLACES):
        inside = match.group(1).strip()
        if _SIGNAL.match(inside):
            continue
        before = text[max(0, match.start() - _LOOK_BACK) : match.start()].rstrip()
        name = _named_by(before, inside)
        if name:
            yield name, inside


def _named_by(before: str, inside: str) -> str:
    """What stands before the bracket if the bracket is another name of it, else nothing."""
    words = _words(inside)
    if words and _WORDS_BEFORE.search(before):
        return _same_thing(before, words)
    is_name = _looks_like_name(inside) if words else _is_han_name(inside) and not _REMARK.match(inside)
    return _name_before(before) if is_name else ""


def _same_thing(before: str, inside: list[str]) -> str:
    """The Latin name before a Latin bracket, when one of both is a short form of the other."""
    match = _WORDS_BEFORE.search(before)
    words = match.group().split() if match else []
    if words and _is_short_form(words[-1], inside):
        return words[-1]
    if len(inside) != 1:
        return ""
    endings = (words[start:] for start in reversed(range(len(words))))
    return next((" ".join(ending) for ending in endings if _is_short_form(inside[0], ending)), "")


def _is_short_form(short: str, words: list[str]) -> bool:
    """Initials ("GKE"), first letters within one word ("PG"), or a count of what is left out ("K8s", "i18n")."""
    long = "".join(words)
    if not 1 < len(short) < len(long) or not _looks_like_name(short):
        return False
    count = re.fullmatch(r"([a-z]+?)(\d+)([a-z]+)", short, re.IGNORECASE)
    if count:
        head, left_out, tail = count.group(1), int(count.group(2)), count.group(3)
        fits = len(long) == len(head) + left_out + len(tail)
        return fits and long.casefold().startswith(head.casefold()) and long.casefold().endswith(tail.casefold())
    if len(words) > 1:
        return short.casefold() == "".join(word[0] for word in words).casefold()
    return short.isupper() and short[0] == long[0].upper() and _in_order(short, long)


def _in_order(short: str, long: str) -> bool:
    letters = iter(long.casefold())
    return all(letter in letters for letter in short.casefold())


def _signalled(text: str) -> Iterator[tuple[str, str]]:
    for match in islice(_SIGNAL.finditer(text), _MAX_PLACES):
        before = text[max(0, match.start() - _LOOK_BACK) : match.start()].rstrip(_BEFORE_SIGNAL)
        one, other = _name_before(before), _name_after(text[match.end() : match.end() + _LOOK_BACK])
        if one and other:
            yield one, other


def _name_before(text: str) -> str:
    """The name that a text ends with: quoted, a Han word set off from what leads to it, or Latin words."""
    if quoted := _QUOTED_BEFORE.search(text):
        return quoted.group("quoted")
    if han := _HAN_BEFORE.search(text):
        name = _OPENING_WORDS.sub("", han.group())
        return name if _is_han_name(name) else ""
    words = _WORDS_BEFORE.search(text)
    return _proper(list(reversed(words.group().split())), reverse=True) if words else ""


def _name_after(text: str) -> str:
    """The name that a text begins with."""
    text = text.lstrip(_AFTER_SIGNAL)
    if quoted := _QUOTED_AFTER.match(text):
        return quoted.group("quoted")
    if han := _HAN_AFTER.match(text):
        name = _CLOSING_WORDS.split(han.group(), maxsplit=1)[0]
        return name if _is_han_name(name) else ""
    words = _WORDS_AFTER.match(text)
    return _proper(words.group().split(), reverse=False) if words else ""


def _proper(words: list[str], *, reverse: bool) -> str:
    """The nearest word with its neighbours while they are all capitalised, if that looks like a name."""
    taken = list(takewhile(lambda word: word[0].isupper(), words)) or words[:1]
    ordered = list(reversed(taken)) if reverse else taken
    while ordered and _NO_NAME.match(ordered[0]):
        ordered.pop(0)
    name = " ".join(ordered).rstrip(".,-/_")
    return name if _looks_like_name(name) else ""


def _words(text: str) -> list[str]:
    return text.split() if _WORDS_AFTER.fullmatch(text) else []


def _is_han_name(text: str) -> bool:
    return re.fullmatch(f"[{HAN}]{{2,{_MAX_HAN}}}", text) is not None


def _looks_like_name(text: str) -> bool:
    """Whether Latin words have a capital or a digit among letters, and are no remark such as "optional"."""
    is_marked = any(letter.isupper() or letter.isdigit() for letter in text)
    return is_marked and any(letter.isalpha() for letter in text) and not _NO_NAME.match(text)
