"""Which part of a statement differs, and whether that part can have one value only."""

import re
from dataclasses import dataclass

from mcp_memory.engine.comparison.choices import clashing
from mcp_memory.engine.comparison.reading import Statement
from mcp_memory.engine.comparison.relation import Relation
from mcp_memory.engine.comparison.tables import words
from mcp_memory.engine.comparison.value import Bound, Kind, Value
from mcp_memory.engine.comparison.words import PREDICATES, Role, Token, is_content, said

Verdict = tuple[Relation, str]
CALENDAR = frozenset({Kind.DATE, Kind.CLOCK})
_COUNTED = frozenset({Kind.NUMBER, Kind.QUANTITY, Kind.PERCENT, Kind.MONEY})
OTHER_SUBJECT: Verdict = (Relation.UNRELATED, "they are about different subjects")


def value_slot(first: Statement, second: Statement, places: tuple[int, int]) -> Verdict:
    """What it means that the one value at these places (of `values`) differs and all else is equal."""
    one, other = first.values[places[0]], second.values[places[1]]
    verdicts = _standing(first, places[0]), _standing(second, places[1])
    reason = f"{_attribute(first)}: {one.wording} against {other.wording}"
    if _names_one(first, places[0]) and _names_one(second, places[1]):
        return Relation.RELATED, f"two of many: {one.wording} and {other.wording}"
    is_open = not {None, Relation.RELATED}.isdisjoint(verdicts)
    if is_open and _has_its_day(first, places[0]) and _has_its_day(second, places[1]):
        return _at_one_time(first, second, reason)
    if None in verdicts:
        return OTHER_SUBJECT
    if Relation.RELATED in verdicts:
        return Relation.RELATED, f"two occasions or entries: {one.wording} and {other.wording}"
    if Relation.HINTS in verdicts:
        return Relation.HINTS, reason
    return _at_one_time(first, second, reason)


def _names_one(statement: Statement, place: int) -> bool:
    """Whether a plain number at the end is part of a name, as in "harvesting report 3": a noun stands before it.

    "The sensors report 3" has a subject of many, and "reports 3" a verb's ending.
    """
    token = value_place(statement, place)
    if (
        statement.values[place].kind not in {Kind.NUMBER, Kind.VERSION}
        or token == 0
        or token + 1 < len(statement.tokens)
    ):
        return False
    named, before = statement.tokens[token - 1], statement.tokens[token - 2] if token > 1 else None
    if named.surface in _VERSIONS:
        return statement.predicate == len(statement.tokens)
    return named.surface in _NUMBERED and not (before and (before.surface in _ACTORS or _is_plural(before.surface)))


def _is_plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("ss", "us", "is"))


_NUMBERED = words("report release point host drive seat stand cover")
"""Nouns of which there are many, each with its number, that are verbs too."""
_VERSIONS = words("version level 版本")
_ACTORS = words("i we you they he she")


def _at_one_time(first: Statement, second: Statement, reason: str) -> Verdict:
    """Past against present is a history, and so are two pasts without a date: a hint at most."""
    if first.past != second.past:
        return Relation.HINTS, f"{reason}, then and now"
    if first.past and not any(value.kind is Kind.DATE for value in first.values):
        return Relation.HINTS, f"{reason}, both in the past"
    return Relation.CONTRADICTS, reason


def _standing(statement: Statement, place: int) -> Relation | None:
    """How firmly a value stands in its statement.

    CONTRADICTS when it is the one value of an attribute or state, HINTS when that is not sure, RELATED when others may
    stand beside it, None when it names the subject.
    """
    token = value_place(statement, place)
    value = statement.values[place]
    if value.kind is Kind.CLOCK and _is_timetable(statement):
        return Relation.CONTRADICTS
    before = statement.tokens[:token]
    governing = next((each for each in reversed(before[statement.predicate :]) if each.roles & PREDICATES), None)
    if statement.predicate > token:
        return _without_predicate(statement, place, token)
    if governing is None or Role.EVENT in governing.roles or _other_occasion(statement, place):
        return Relation.RELATED
    if governing.surface == "=":
        return _entry(before)
    if Role.SET in governing.roles and not (statement.tokens[token - 1] is governing and value.kind in _COUNTED):
        return Relation.RELATED
    if governing.surface in _HAVING and value.kind in CALENDAR:
        return Relation.RELATED  # "we have a call on Monday"
    if Role.COPULA in governing.roles or Role.STATE in governing.roles or statement.has(Role.ATTRIBUTE):
        return Relation.HINTS if _spoken_today(statement) else Relation.CONTRADICTS
    return Relation.CONTRADICTS if _counts(statement, token, value) else Relation.HINTS


def _entry(before: tuple[Token, ...]) -> Relation:
    """As in "Lunch: 12 EUR", of which there are many, and "Atlas port: 80"; "Deadline: Friday" does not say of what."""
    if not any(Role.ATTRIBUTE in each.roles for each in before):
        return Relation.RELATED
    return Relation.CONTRADICTS if sum(bool(each.text) for each in before) > 1 else Relation.HINTS


def _without_predicate(statement: Statement, place: int, token: int) -> Relation | None:
    """As in "Atlas port 8080": directly after its attribute, and nothing said after it."""
    before = statement.tokens[token - 1] if token else None
    if statement.predicate < len(statement.tokens):
        return None
    named = sum(bool(each.text) and Role.VALUE not in each.roles for each in statement.tokens[:token])
    if before is not None and Role.ATTRIBUTE in before.roles and named > 1:
        return Relation.CONTRADICTS
    if statement.values[place].bound in {Bound.AT_LEAST, Bound.AT_MOST} and token:
        return Relation.CONTRADICTS  # "must not exceed 10 MB": the limit itself says it
    return Relation.RELATED if named else None


def _other_occasion(statement: Statement, place: int) -> bool:
    """A date beside an amount says when it was so; another date is another occasion."""
    return statement.values[place].kind is Kind.DATE and any(
        each.kind not in CALENDAR and value_place(statement, other) > statement.predicate
        for other, each in enumerate(statement.values)
        if other != place
    )


def _is_timetable(statement: Statement) -> bool:
    """As in "导出每天2点跑": what runs again and again does so at one time, wherever the verb stands."""
    said = {token.surface for token in statement.tokens}
    return bool(said & _AGAIN) and bool(said & _SCHEDULED)


def _has_its_day(statement: Statement, place: int) -> bool:
    """Whether what goes out has one day of every week: "must go out on Tuesdays", 每周二发版.

    What somebody does, and what may be done, can have several.
    """
    if any(value.kind not in CALENDAR for value in statement.values) or not _is_weekly(statement.values[place]):
        return False
    deed = _GOES_OUT if statement.modals else _RELEASES
    is_rule = statement.modals <= _BINDING and bool(deed.search(statement.key))
    return is_rule and not {token.surface for token in statement.tokens} & _PERSONS


def _is_weekly(value: Value) -> bool:
    return value.kind is Kind.DATE and value.parts[-2] is not None and value.parts[-1] == "every"


_BINDING = frozenset({"must", "always", "all", "必须", "总是", "所有"})
_RELEASES = re.compile(r"\b(?:we|team) release\b|\breleases go (?:out|live)\b|发版|(?:发布|上线)(?:新?版本?|$)")
_GOES_OUT = re.compile(
    rf"{_RELEASES.pattern}|\b(?:go|goes) (?:out|live)\b|\b(?:ship|release|publish)\b|发布|上线|发出|寄出"
)
_PERSONS = words("i he she they you 我 他 她 他们 她们 你 您")
_AGAIN = words("每天 每晚 每周 每月 每个工作日")
_SCHEDULED = words("跑 运行 执行 启动 同步 备份 导出 生成 发送 清理 重启 刷新 站 例会 站会 晨会 周会")
_HAVING = frozenset({"have", "has", "had", "having", "有"})


def _spoken_today(statement: Statement) -> bool:
    """Whether a date counts from the day of speaking , or comes again ("every Monday") and may not be alone."""
    return any(value.kind is Kind.DATE and isinstance(value.parts[-1], str) for value in statement.values)


def _counts(statement: Statement, token: int, value: Value) -> bool:
    """As in "supports 3 languages": how many of something, which adds up to nothing."""
    following = statement.tokens[token + 1 : token + 2]
    return (
        value.kind in _COUNTED and bool(following) and bool(following[0].text) and Role.VALUE not in following[0].roles
    )


def value_place(statement: Statement, place: int) -> int:
    """Where among the tokens the value number `place` stands."""
    places = [n for n, token in enumerate(statement.tokens) if Role.VALUE in token.roles]
    return places[place]


def _attribute(statement: Statement) -> str:
    """What a difference is named by: the attribute, else the last words before the value."""
    named = [token.surface for token in statement.tokens if Role.ATTRIBUTE in token.roles or Role.STATE in token.roles]
    return named[0] if named else next((token.surface for token in reversed(statement.content)), "value")


@dataclass(frozen=True, slots=True)
class Region:
    """The one stretch in which two rows of words differ, as places from `start` to the end in each."""

    start: int
    first_end: int
    second_end: int


def differing_region(first: Statement, second: Statement) -> Region | None:
    """The stretch between the common beginning and the common end; None when more than one stretch differs."""
    one, other = first.words, second.words
    shorter = min(len(one), len(other))
    start = next((n for n in range(shorter) if one[n] != other[n]), shorter)
    tail = next((n for n in range(shorter - start) if one[-1 - n] != other[-1 - n]), shorter - start)
    region = Region(start, len(one) - tail, len(other) - tail)
    shared = set(one[start : region.first_end]) & set(other[start : region.second_end])
    return None if any(len(word) > 1 or word.isascii() for word in shared) else region


def word_slot(first: Statement, second: Statement, region: Region) -> Verdict:
    """What it means that these words differ and all else is equal."""
    one = first.content[region.start : region.first_end]
    other = second.content[region.start : region.second_end]
    reason = f"{_attribute(first)}: {said(one)} against {said(other)}"
    region = _whole(first, second, region)
    one = first.content[region.start : region.first_end]
    other = second.content[region.start : region.second_end]
    if _owned(first, region.first_end) and _owned(second, region.second_end):
        return _at_one_time(first, second, f"who answers for it: {said(one)} against {said(other)}")
    clash = clashing(one[-1].text, other[-1].text)
    bare = first.predicate == len(first.tokens) and second.predicate == len(second.tokens)
    if bare and clash and region.start:
        return _at_one_time(first, second, reason)
    if region.start < _subject_words(first) or region.start < _subject_words(second):
        return OTHER_SUBJECT
    beside = (*first.content[: region.start], *first.content[region.first_end :])
    beside += (*second.content[: region.start], *second.content[region.second_end :])
    if any(token.roles & {Role.SET, Role.EVENT} for token in beside):
        return Relation.RELATED, "both can hold"
    if clash and max(len(one), len(other)) <= _SHORT:
        return _at_one_time(first, second, reason)
    if _single(first, one) and _single(second, other) and region.first_end == len(first.words):
        return _at_one_time(first, second, reason)
    return Relation.RELATED, "something else is said of the same subject"


def _whole(first: Statement, second: Statement, region: Region) -> Region:
    """The stretch with the Chinese characters around it that belong to the same words: 中文 and 英文 differ in one."""
    start, tail = region.start, 0
    if not (_is_character(first.content[start]) and _is_character(second.content[start])):
        return region
    subject = max(_subject_words(first), _subject_words(second))
    while start > subject and _is_character(first.content[start - 1]):
        start -= 1
    while region.first_end + tail < len(first.content) and _is_character(first.content[region.first_end + tail]):
        tail += 1
    return Region(start, region.first_end + tail, region.second_end + tail)


def _is_character(token: Token) -> bool:
    return len(token.text) == 1 and not token.text.isascii() and not token.roles & PREDICATES


def _owned(statement: Statement, end: int) -> bool:
    """Whether the words up to `end` name who answers for something that is named too."""
    content = statement.content
    if end >= len(content) or Role.OWNING not in content[end].roles or len(content) < _OWNED_WORDS:
        return False
    return not statement.has(Role.LISTING)


_OWNED_WORDS = 3


def _subject_words(statement: Statement) -> int:
    """How many of the words stand before the predicate; a verb counts as said of the subject."""
    return sum(map(is_content, statement.tokens[: statement.predicate]))


_LONGEST_NAME = 12
_DEGREES = words("very so too quite really pretty not more less most 很 非常 太 比较 挺 最 特别 更")
_SHORT = 2
_TITLES = words("dr prof professor mr mrs ms")


def _single(statement: Statement, named: tuple[Token, ...]) -> bool:
    """Whether these words are the one thing that an attribute or a place verb names."""
    if len(named) > _LONGEST_NAME or any(Role.LISTING in token.roles for token in named):
        return False
    start = next(n for n, token in enumerate(statement.tokens) if token is named[0])
    if named[0].surface in _DEGREES or all(Role.EVALUATIVE in token.roles for token in named):
        return False
    if named[-1].surface.isascii() and Role.EVALUATIVE in named[-1].roles:
        return False
    while start and statement.tokens[start - 1].surface in _TITLES:
        start -= 1
    before = statement.tokens[start - 1]
    if Role.PLACE in before.roles:
        return True
    subject = [token for token in statement.tokens[: start - 1] if token.text]
    return Role.COPULA in before.roles and bool(subject) and Role.ATTRIBUTE in subject[-1].roles
