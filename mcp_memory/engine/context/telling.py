"""The sentences of a long turn that may hold something to keep: cheap to find, so that the careful look is at few.

It judges nothing. It misses what has neither a word of deciding, wanting or owing, nor a number, nor a name.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from mcp_memory.engine.context.lines import shape
from mcp_memory.engine.detection.pasted import prose_lines
from mcp_memory.engine.text.languages import HAN, HAN_CHAR

SHORT_CHARS = 1_200
"""A turn up to this length is looked at as a whole."""


def telling_part(text: str, most: int) -> str:
    """The text itself when it is short, else the `most` sentences in it with the most signs, a line each, in order."""
    if len(text) <= SHORT_CHARS:
        return text
    signs = Counter[tuple[int, int]]()
    lines = prose_lines(text)
    line = next(lines, None)
    span = (0, 0)
    for place, weight in sorted(_signs(text)):
        while line is not None and line[1] <= place:
            line = next(lines, None)
        if line is None:
            break
        if place >= line[0]:
            span = span if place < span[1] else _sentence(text, place, max(line[0], span[1]), line[1])
            signs[span] += weight
    chosen = sorted(islice(_unlike(text, (span for span, _ in signs.most_common())), most))
    return "\n".join(text[start:end].strip() for start, end in chosen)


def is_numbered(text: str) -> bool:
    """Whether a statement holds a number, an amount, a date or an identifier."""
    return _NUMBERS.search(text) is not None


def is_naming(text: str) -> bool:
    """Whether a statement names somebody or something, as far as its spelling tells."""
    return _NAMES.search(text) is not None


_CUE_WEIGHT = 3
_REACH = 300
"""A sentence ends at most so many characters before and after the sign."""


def _unlike(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The sentences without those that repeat others but for their numbers: a listing is told by its first rows."""
    seen = Counter[str]()
    for start, end in spans:
        key = shape(text[start:end].strip())
        seen[key] += 1
        if seen[key] <= _ROWS:
            yield start, end


def _words(separated: str) -> tuple[str, ...]:
    """The words of a table."""
    return tuple(separated.split(";"))


_ROWS = 2
_BORDER = re.compile(r"[.!?;](?=\s)|[。！？；]")
_CUES = _words(
    "decide;decision;agree;chose;choos;picked;settled;opt for;opted;go with;going with;went with;must;never;"
    "always;only;prefer;favo;like;love;hate;avoid;want;need;have to;has to;requir;forbid;allowed;no more;at most;"
    "at least;limit;deadline;due;by mon;by tue;by wed;by thu;by fri;by sat;by sun;by tom;by noon;by the end;will;"
    "'ll ;promis;committed;commit to;remind;remember;todo;to do;question;unclear;undecided;risk;block;instead;switch;"
    "change;cancel;drop;revert;no longer;from now on;finish;complet;done;fixed;shipped;deployed;merged;sent;booked;"
    "signed;use ;using;rule;policy;budget;confirm;approve;reject;responsible;owner;owns;"
    "contact;phone;address;account;called;named;deadline"
)
"""What begins the words of deciding, wanting, owing and doing."""

_CUES_ZH = _words(
    "决定;选择;选定;确定;同意;敲定;定了;定下;采用;改用;改成;改为;换成;必须;不得;禁止;不能;只能;务必;一律;始终;"
    "永远;不要;不许;喜欢;偏好;更愿;希望;讨厌;习惯;倾向;需要;应该;待办;截止;之前;要在;负责;承诺;保证;答应;提醒;"
    "记得;记住;问题;风险;阻塞;还没;尚未;待定;取消;撤回;不再;放弃;推翻;反悔;完成;搞定;上线;修复;发出;已经;预算;"
    "规定;规则;上限;至少;最多;确认;批准;联系人;负责人;电话;地址;账号;叫做;名叫"
)
_COUNTS = _words(
    "two;three;four;five;six;seven;eight;nine;ten;eleven;twelve;twenty;thirty;forty;fifty;sixty;seventy;eighty;"
    "ninety;hundred;thousand;million;billion;dozen;half"
)
_DIGITS_ZH = "一二两三四五六七八九十百千万亿"
_AMOUNTS_ZH = (
    rf"[{_DIGITS_ZH}]{{1,9}}(?:[元块角月日号天年岁点台个人次版吨米份页条家层间位万亿倍折成]|小时|分钟|星期|周|公里|公斤|百分)"
    rf"|百分之[{_DIGITS_ZH}]"
)
_AMOUNTS = re.compile(rf"\d+|{_AMOUNTS_ZH}")
_NUMBERS = re.compile(rf"\d|\b(?:{'|'.join(_COUNTS)})\b|{_AMOUNTS_ZH}", re.IGNORECASE)
_SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟"
    "汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹黎易常武乔贺赖龚文"
)
_NAMES = re.compile(
    r"(?<=[a-z,] )[A-Z][\w.-]*[a-z]\w*|\b[A-Z][\w-]* [A-Z][\w.-]*[a-z]|\b[A-Za-z]+[A-Z]\w*|\b\w+_\w+"
    r"|(?<![\w.-])[\w.-]+@[\w-]+|`[^`\n]+`"
    r"|《[^》\n]{1,60}》"
    rf"|(?<=[{HAN}])\s?[A-Za-z][\w.-]+|\b[A-Za-z][\w.-]+(?=\s?[{HAN}])"
    rf"|[小老阿][{_SURNAMES}]|[{_SURNAMES}](?:[{HAN}]{{0,2}})(?:总|工|经理|医生|老师|主任|律师|先生|女士|师傅|教授|博士)"
)


_CAPITAL = re.compile("[A-Z][A-Za-z0-9]*")
_WORD_IN_HAN = re.compile(rf"[{HAN}]\s?[A-Za-z]|[A-Za-z]\s?[{HAN}]|[小老阿][{_SURNAMES}]")


def _signs(text: str) -> Iterator[tuple[int, int]]:
    """Places of signs and what they weigh. Plain searches for fixed words: patterns would cost ten times as much."""
    lower = text.lower()
    for cue in _CUES:
        yield from ((place, _CUE_WEIGHT) for place in _starts(cue, lower))
    for count in _COUNTS:
        yield from ((place, 1) for place in _starts(count, lower))
    for found in _CAPITAL.finditer(text):
        if text[max(0, found.start() - 2) : found.start()].strip(" ").isalnum():
            yield found.start(), 1
    yield from ((found.start(), 1) for found in _AMOUNTS.finditer(text))
    if HAN_CHAR.search(text):
        yield from ((place, _CUE_WEIGHT) for cue in _CUES_ZH for place in _places(cue, text))
        yield from ((found.start(), 1) for found in _WORD_IN_HAN.finditer(text))


def _starts(word: str, text: str) -> Iterator[int]:
    """Where words begin with it."""
    return (place for place in _places(word, text) if not text[max(0, place - 1) : place].isalpha() or word[0] == "'")


def _places(word: str, text: str) -> Iterator[int]:
    place = text.find(word)
    while place >= 0:
        yield place
        place = text.find(word, place + len(word))


def _sentence(text: str, place: int, first: int, last: int) -> tuple[int, int]:
    """The sentence around a place, within a line."""
    start = max(first, place - _REACH)
    borders = [border.end() for border in _BORDER.finditer(text, start, place)]
    after = _BORDER.search(text, place, min(last, place + _REACH))
    return (borders[-1] if borders else start), (after.end() if after else min(last, place + _REACH))
