"""One statement, read for comparing: its words, values, denials, and how surely it is asserted."""

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cached_property

from mcp_memory.engine.comparison import words_en as en
from mcp_memory.engine.comparison import words_zh as zh
from mcp_memory.engine.comparison.announced import Announced, find_announced
from mcp_memory.engine.comparison.choices import Choice, find_choice
from mcp_memory.engine.comparison.counted import Count, find_count
from mcp_memory.engine.comparison.denied import denies_all, given_up, is_planned
from mcp_memory.engine.comparison.polarity import expand, settle
from mcp_memory.engine.comparison.value import Bound, Kind, Value
from mcp_memory.engine.comparison.values import find_values
from mcp_memory.engine.comparison.words import (
    FIRST_VALUE,
    MAX_VALUES,
    PREDICATES,
    Role,
    Token,
    at_marks,
    is_content,
    tokens,
)


@dataclass(frozen=True)
class Statement:
    """What one sentence says. `tokens` are without weightless words; `values` are in the order of their tokens."""

    key: str
    tokens: tuple[Token, ...]
    values: tuple[Value, ...]
    choice: Choice | None
    announced: Announced | None
    """The change of a value that it tells as one."""
    count: Count | None
    never: bool
    """Whether it says that something was never so."""
    planned: bool
    """Whether it tells what is wanted or to come."""
    given_up: frozenset[str]
    """The words of what it says is given up."""
    hedged: bool
    asked: bool
    supposed: bool
    past: bool
    long: bool
    """Too long for set phrases and denials to be looked for; it is compared by its words only."""

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The canonical words in order, without values, modals, joints and denials."""
        return tuple(token.text for token in self.content)

    @cached_property
    def content(self) -> tuple[Token, ...]:
        """The tokens that `words` are the text of."""
        return tuple(filter(is_content, self.tokens))

    @cached_property
    def predicate(self) -> int:
        """The place in `tokens` of what says something of the subject; the length where nothing does."""
        joint = max((n for n, token in enumerate(self.tokens) if Role.COPULA in token.roles), default=-1)
        for place, token in enumerate(self.tokens):
            noun = Role.PLAIN_FORM in token.roles and place < joint
            if token.roles & PREDICATES and not noun:
                return place
        return len(self.tokens)

    @cached_property
    def modals(self) -> frozenset[str]:
        """Obligation, permission, generality."""
        return frozenset(token.text for token in self.tokens if Role.MODAL in token.roles)

    @cached_property
    def denied(self) -> bool:
        """Whether an odd number of denials stands in it."""
        count = sum(bool(token.roles & _DENIALS) + token.flip for token in self.tokens)
        return count % 2 == 1

    @cached_property
    def weakly(self) -> bool:
        """Whether a denial is a weak one ("hardly")."""
        return any(Role.HARDLY in token.roles for token in self.tokens)

    @cached_property
    def clauses(self) -> tuple[int, ...]:
        """Denials of each part between commas that has content, odd or even."""
        counts, content = [0], [False]
        for token in self.tokens:
            if Role.BREAK in token.roles:
                counts.append(0)
                content.append(False)
            counts[-1] += bool(token.roles & _DENIALS) + token.flip
            content[-1] = content[-1] or bool(token.text)
        return tuple(count % 2 for count, has in zip(counts, content, strict=True) if has)

    def has(self, role: Role) -> bool:
        """Whether any token has that role."""
        return any(role in token.roles for token in self.tokens)


_DENIALS = frozenset({Role.NOT, Role.HARDLY, Role.NEEDLESS})


def fold(text: str) -> str:
    """Compatible forms, small letters, plain digits; without quotation marks, emphasis and private characters."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    plain = _DIGIT.sub(lambda found: str(unicodedata.digit(found.group())), plain)
    return _MARKS.sub("", plain).strip()


def sentences(folded: str, most: int) -> list[str]:
    """The first sentences and lines of a folded text."""
    parts = (part.strip(" \t-*•·#>") for part in _ENDS.split(folded))
    told = [" ".join(part.split()) for part in parts if part.strip(_IDLE)]
    return ([part for part in told if not _AGREES.fullmatch(part)] or told)[:most]


def read(sentence: str) -> Statement:
    """Read one folded sentence."""
    asked = bool(_ASKED.search(sentence))
    plain = _LEAD.sub("", sentence.rstrip(_IDLE))
    plain = _AGE.sub("年龄是", plain)
    values = [value for value in find_values(plain) if value.kind is not Kind.IDENTIFIER][:MAX_VALUES]
    text = expand(_marked(plain, values))
    text = _REASON.sub("", _COLON.sub(" = ", text))
    long = len(text) > _LONGEST
    announced = None if long else find_announced(text, values)
    count = None if long else find_count(text, values)
    for pattern, replacement in () if long else _PHRASES:
        text = _BLANKS.sub(" ", pattern.sub(replacement, text)).strip()
    told = tokens(text if long else settle(text))
    limits = any(token.text in _LIMITS for token in told)
    marks = "".join(token.text for token in told if Role.VALUE in token.roles)
    ordered = tuple(_limited(value, limits=limits) for value in at_marks(marks, values))
    return Statement(
        key=_KEY.sub("", sentence),
        tokens=told,
        values=ordered,
        choice=None if long else find_choice(text),
        announced=announced,
        count=count,
        never=denies_all(sentence),
        planned=is_planned(sentence),
        given_up=frozenset() if long else given_up(text),
        hedged=bool(_HEDGE.search(text)),
        asked=asked,
        supposed=bool(_SUPPOSED.search(text)),
        past=bool(_PAST.search(text)),
        long=long,
    )


def _limited(value: Value, *, limits: bool) -> Value:
    """For "the limit is 10" says "at most 10"."""
    if limits and value.bound is Bound.EXACT and value.kind in {Kind.NUMBER, Kind.QUANTITY, Kind.MONEY, Kind.PERCENT}:
        return replace(value, bound=Bound.AT_MOST)
    return value


_LIMITS = frozenset({"limit", "上限"})


def _marked(text: str, values: list[Value]) -> str:
    """The text with a mark in the place of each value."""
    pieces, end = [], 0
    for number, value in enumerate(values):
        pieces += [text[end : value.start], f" {chr(FIRST_VALUE + number)} "]
        end = value.end
    return _BLANKS.sub(" ", "".join([*pieces, text[end:]])).strip()


_LONGEST = 400
"""Characters of a sentence that is read in full; set phrases are searched in time that grows faster than it."""
_DIGIT = re.compile(r"(?![0-9])\d")
_MARKS = re.compile('[\ue000-\uf8ff"“”„‘«»「」『』《》]|\\*\\*|__|`')
_IDLE = " \t.,;:!?。，；：！？…~-"
_BLANKS = re.compile(r"\s+")
_KEY = re.compile(r"[.,;:!。，；：！…?？]+(?=\s|$)")
_ENDS = re.compile(
    r"[。！!?？;；\n]+(?<![?？])|(?<=[?？])|(?<=[^\s.])(?<!\b[a-z])(?<!\b(?:mr|ms|dr|st|no|vs))(?<!\b(?:mrs|inc|ltd|e\.g|i\.e))(?<!\bprof)\.(?:\s+|$)"
    r"|[,;] *(?:so|therefore|hence|which is why|that is why) +(?=(?:the|our|we|its?|every|all|from now)\b)"
    r"|[，,；;] *(?:所以|因此|于是|故而)"
)
"""Where a statement ends; what follows from it is a statement of its own."""

_ASKED = re.compile(r"[?？]\s*$|(?:吗|呢)\s*[。.]?$|是否|是不是|有没有")
_AGREES = re.compile(
    r"(?:(?:yes|yeah|yep|ok|okay|right|sure|got it|understood|alright|all right|i see|good|great|exactly"
    r"|correct)[,.! ]*)+"
    r"|(?:(?:好的?|好吧|嗯|哦|行|对的?|是的|没错|明白了?|知道了|了解了?|收到|可以)[,，。!！ ]*)+",
    re.ASCII,
)
"""A sentence that only agrees with what was said before it."""

_LEAD = re.compile(
    r"^(?:(?:yep|right|sure|got it|understood|alright|all right|i see|exactly|correct)[,.!:]+\s*"
    r"|(?:ok|okay|right|alright) (?=so\b)"
    r"|(?:好的?|好吧|嗯|哦|行|对的?|是的|没错|明白了?|知道了|了解了?|收到)[,，。!！]\s*|那么?(?=所有|每|我们|咱们|以后|就)|那么[,，]?"
    r"|(?:no|yes|yeah|nope|ok|okay|well|so|actually|note|fyi|reminder|update|correction|by the way"
    r"|btw|in fact)\b[,.!:]+\s*"
    r"|(?:well|so|okay|actually|in fact|by the way|btw|fyi) "
    r"|(?:please )?(?:note|remember|keep in mind) that "
    r"|(?:we|i|they|it was|it is|it's)(?: have| has)? (?:decided|agreed|confirmed|noted) that "
    r"|(?:注意|备注|记住|请记住|更新|更正|其实|事实上|顺便说一下|对了)[,，:： ]*|我们?(?:决定|确认|商定)[,，:： ])+",
    re.ASCII,
)
_AGE = re.compile(
    r"(?:今年|现年)?(?:已经?)?(?=(?:\d{1,3}|[一二三四五六七八九十]{1,3})岁(?:了)?(?:$|[,，。;；]))(?<![\d是为一二三四五六七八九十])"
)
_COLON = re.compile(r"(?<=[^\s\d/])\s*[:=]\s*(?=[^/\s]|\s)")
_REASON = re.compile(
    r"[, ]+(?:because|due to|so that|in order to|as a result|owing to|thanks to)\b.*$"
    r"|[,，]?(?:因为|由于|以便|为了)[^,，]*$"
)
_HEDGE = re.compile(
    r"\b(?:might|maybe|perhaps|probably|possibly|considering|thinking (?:about|of)|not sure|seems?|apparently|i guess"
    r"|likely to"
    r"|thinks?|believes?|wondering|proposes?|suggests?)\b|可能|也许|或许|考虑|似乎|好像|据说|估计|不确定|觉得|大概|打算|建议",
    re.ASCII,
)
_SUPPOSED = re.compile(
    r"\b(?:if|unless|whenever|except|provided that|in case)\b|如果|要是|除非|假如|的话|除了|只要", re.ASCII
)
_PAST = re.compile(
    r"(?<!have )(?<!has )\b(?:lived|stayed|resided)\b"
    r"|\b(?:used to|previously|formerly|in the past|originally|was|were|had|back then|at first"
    r"|until recently|no longer used)\b"
    r"|以前|之前(?!要|必)|曾经|曾|原来|过去|当时|起初|去年",
    re.ASCII,
)
_PHRASES = tuple((re.compile(pattern, re.ASCII), replacement) for pattern, replacement in (*en.PHRASES, *zh.PHRASES))
