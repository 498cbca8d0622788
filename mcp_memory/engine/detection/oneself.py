"""What people tell of themselves in a sentence, be it beside a request: what they did, have, know, and are to attend.

Feelings, what is done just now, and what is only asked or supposed are left out.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mcp_memory.engine.detection.brevity import units
from mcp_memory.engine.detection.chatter import is_request
from mcp_memory.engine.detection.clauses import Clause, bids, clauses
from mcp_memory.engine.detection.facts import is_talk
from mcp_memory.engine.detection.hedges import is_made_up, is_supposed, is_thin
from mcp_memory.engine.detection.inside_en import amended_en, noun_at_end_en, within_en
from mcp_memory.engine.detection.inside_zh import noun_at_end_zh, within_zh
from mcp_memory.engine.detection.oneself_en import (
    goes_on_en,
    is_due_en,
    is_goal_en,
    is_news_en,
    is_past_en,
    is_state_en,
    is_told_en,
)
from mcp_memory.engine.detection.oneself_zh import (
    APPOINTMENT,
    goes_on_zh,
    is_due_zh,
    is_goal_zh,
    is_state_zh,
    is_told_zh,
)
from mcp_memory.engine.detection.words_en import TIME
from mcp_memory.engine.text.languages import HAN_CHAR

_POINTS = re.compile(r"\b(?:it|this|that|them|these|those)$|[这那它](?:个|些|样|件事)?$", re.IGNORECASE)
_BARE = re.compile(
    r"(?:it|they|this|that|these|those|he|she|there|with|for|as|to|of|from|by|at)\b|[它他她这那]|(?:现在|目前|已经|大概|一共|总共|都|还|也|就|只)*[有是在用要]",
    re.IGNORECASE,
)
_LISTS_ON = re.compile(r"[:：]\s*$|\band $")
_POINTS_AT = re.compile(
    r"\b(?:it|its|them|they|their|there|one(?! \w))\b|[它]|(?:这|那)(?:个|些|本|门|件)(?![月周年天])",
    re.IGNORECASE,
)
_RESUMES = re.compile(
    r"(?:which|who(?:se)?|its?|they|their|she|he)\b|(?:currently|now|presently) (?:at|on|with|down|up)\b", re.IGNORECASE
)
_REQUESTS = re.compile(
    r"(?:how|what|why|where|which|can|could|would|will|should|do|does|is|are|please|help)\b|请|麻烦|[你您]?能|帮|怎么|如何"
    r"|为什么|给我|告诉|推荐",
    re.IGNORECASE,
)
_GENERAL = re.compile(
    r"(?:given|considering|seeing)(?: that)? "
    r"(?!(?:the|this|that|these|those|his|her|their|[\w-]+'s)\b)(?!(?-i:[A-Z]))(?!.*\b(?:i|we|my|our|me|us)\b)"
    r"|(?:既然|考虑到|鉴于)(?![^？?]*(?:我|咱|[A-Za-z]{2}|公司|团队|项目|客户))"
    r"|(?=.*\?)(?![^,;?!]*\b(?:i|we|my|our|me|us)\b)(?:(?:most|many) (?!of (?:the|these|those)\b)"
    r"|[^,;?!]{0,60}\b(?:normally|usually|typically|generally|commonly|often|tend to|everybody|everyone)\b)"
    r"|(?=.*[？?吗])(?![^，？?]*(?:我|咱|本公司|[该这]公司|团队|项目|客户))(?:大多数?|大部分|多数|很多|许多|不少|一般来?说?|通常|普遍"
    r"|[^，？?]{0,10}?(?:一般|通常|普遍))",
    re.IGNORECASE,
)
_SAYS_OF_IT = re.compile(r" (?:is|are|was|were|has|have|had)\b|是")
_NAMED = re.compile(r", (?:(?:Mrs?|Ms|Dr|Prof)\.? )?[A-Z][\w-]+(?: [A-Z][\w-]+)?")
_DEED = re.compile(r"(?:i|we)\b(?!'d)", re.IGNORECASE)
_MAX_GOAL_UNITS = 12
"""A longer clause that says what all is for would only hide the fact beside it."""
_ANTECEDENT = re.compile(
    r"(?:i|we|my|our)\b|the (?!.*\b(?:is|are|was|were)\b)|(?-i:(?:[A-Z][\w.+#-]*\s?){1,3}$)", re.IGNORECASE
)
_OWN = re.compile(r"(?:my|our)\b|我们?的", re.IGNORECASE)
_REMINDER = re.compile(
    r"(?P<asks>\b(?:can|could|would|will) you (?:please |also |just |kindly )*)remind (?:me|us) (?:to (?!what|how)\w"
    rf"|(?:that|about|of|on|at|when)\b.*\b(?:{TIME}|\d))"
    r"|(?P<asks_zh>(?:你|您)?(?:能不能|能否|能|可以|可不可以)(?:帮我|帮忙)?)[^，。]{0,12}?提醒(?:我|我们|一下)"
    r"(?![^，。]*(?:什么|怎么|哪|多少|谁|几[年月点号岁]))",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"remind (?:me|us) (?:that (?P<it>it)|(?:to|that|about|of|when) (?:it|this|that|them|they))\b"
    r"|(?P<it_zh>提醒(?:我们?|一下)+)(?=已经|是|改|推|挪|延|提前|定在)",
    re.IGNORECASE,
)
_APPOINTED = re.compile(rf"[^，我你您]{{0,14}}?{APPOINTMENT}(?:的(?:预约|时间|日期))?|[^，我你您]{{2,10}}(?=我)")
_FEELS = re.compile(
    r"(?:might|may|could|would|should|will)\b|(?:(?:still|now|just|feeling|a bit|a little|very|so|quite"
    r"|really) )*(?:nervous|worried|anxious|excited|stuck"
    r"|confused|unsure|tired|scared|afraid|happy|glad|proud|sad|overwhelmed|struggling|feeling)\b"
    r"|[^，]{0,4}(?:有点|很|非常|特别|好|太|挺|感到|觉得|心里)[^，]{0,2}(?:紧张|担心|害怕|累|焦虑|开心|烦|难过|着急"
    r"|不安|困惑|迷茫|激动|高兴"
    r"|纠结|慌|怕)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Told:
    """Where in a masked sentence something is told; `is_due`: an appointment that is still to come."""

    start: int
    end: int
    is_due: bool


def told(masked: str) -> tuple[Told, ...]:
    """The parts of a masked sentence that tell something concrete of the speaker, each with its subject, in order."""
    if is_made_up(masked):
        return ()
    found: list[Told] = []
    parts = _without_announcement(masked)
    place = 0
    while place < len(parts):
        begins, place = place, place + 1
        if not _tells(masked, parts, begins):
            continue
        while place < len(parts) and _belongs(masked, parts, place):
            place += 1
        is_due = any(_is_due(_text(masked, one)) for one in parts[begins:place])
        part = Told(_start(masked, parts, begins), parts[place - 1].end, is_due)
        if not is_thin(said := masked[part.start : part.end]) or is_state_en(said) or is_state_zh(said):
            found.append(part)
    return tuple(found)


def told_within(masked: str, parts: Sequence[Told]) -> tuple[Told, ...]:
    """What a masked sentence takes for granted inside its other clauses, in order; none overlap."""
    if is_made_up(masked):
        return ()
    found = list(parts)
    for start, end in _granted(masked):
        if not any(start < other.end and other.start < end for other in found):
            found.append(Told(start, end, is_due=False))
    return tuple(sorted(found[len(parts) :], key=lambda part: part.start))


def reminder(masked: str) -> tuple[tuple[int, int], ...]:
    """Where a masked question asks to be reminded of something to do, or of a time; nothing where it does not.

    Two places where it only points back: what it points to, and what is said of that; the whole where that is unclear.
    """
    found = _REMINDER.search(masked)
    if found is None:
        return ()
    begins, end = found.end("asks" if found["asks"] else "asks_zh"), len(masked.rstrip(" ?？吗"))
    back = _POINTS_BACK.match(masked, begins)
    if back is None:
        return ((begins, end),)
    before = next((clause for clause in reversed(clauses(masked)) if clause.end <= found.start()), None)
    if before is None or not (back["it"] or back["it_zh"]):
        return ((0, end),)
    named = _APPOINTED.match(masked, before.start, before.end)
    start, stop = named.span() if named else (before.start + _noun_at_end(_text(masked, before)), before.end)
    return ((start, stop), (back.end(), end)) if start >= before.start else ((0, end),)


def asks_too(masked: str) -> bool:
    """Whether a clause of a masked sentence asks for something."""
    return any(clause.asks for clause in clauses(masked))


def only_asks(masked: str) -> bool:
    """Whether every clause of a masked sentence is a plain request."""
    return all(clause.asks and _is_plain(_text(masked, clause)) for clause in clauses(masked))


def told_besides(masked: str, parts: Sequence[Told]) -> tuple[tuple[int, int], ...]:
    """The other clauses of a masked sentence that ask nothing, are whole, and do not end in a pronoun, by place."""
    every = clauses(masked)
    return tuple(
        (clause.start, clause.end)
        for clause, following in zip(every, (*every[1:], None), strict=True)
        if not clause.asks
        and (following is None or following.asks or following.opens)
        and not any(part.start <= clause.start < part.end for part in parts)
        and not _POINTS.search(_text(masked, clause))
    )


def told_apart(masked: str) -> tuple[tuple[int, int], ...]:
    """The stretches of a masked sentence beside its plain requests, by place; none where it asks nothing.

    None either where a clause of it asks in another way: a condition, an alternative or a list of steps belongs to what
    it stands by.
    """
    found: list[tuple[int, int]] = []
    has_asked = joins = False
    if is_made_up(masked):
        return ()
    for clause in clauses(masked):
        said = _text(masked, clause)
        if is_supposed(said):
            break
        is_listed = joins and bool(_LISTS_ON.search(masked, max(0, clause.start - 8), clause.start))
        if clause.asks and (is_listed or not _is_plain(said)):
            return ()
        if not clause.asks:
            found[len(found) - joins :] = [(found[-1][0] if joins else clause.start, clause.end)]
        has_asked, joins = has_asked or clause.asks, not clause.asks
    return tuple(found) if has_asked else ()


def told_span(masked: str) -> tuple[int, int]:
    """What is left of a masked sentence without the requests at its start and its end; all of it where it only asks."""
    every = clauses(masked)
    told_ones = [place for place, clause in enumerate(every) if not clause.asks]
    if not told_ones:
        return 0, len(masked)
    leads = every[: told_ones[0]]
    start = every[told_ones[0]].start if leads and all(_REQUESTS.match(_text(masked, one)) for one in leads) else 0
    end = every[told_ones[-1]].end
    return start, len(masked) if told_ones[-1] == len(every) - 1 or masked[end] in ":：" else end


def is_bare(said: str) -> bool:
    """Whether a stretch begins with a pronoun or has no subject, so that only what it stands beside says of what."""
    return bool(_BARE.match(said))


def is_general(masked: str) -> bool:
    """Whether a masked request only takes for granted what everybody knows: of nobody here, or of what is usual."""
    return bool(_GENERAL.match(masked)) and asks_too(masked)


def moved(masked: str) -> bool:
    """Whether a masked sentence tells of one appointment of the speaker, still to come: its new time is no choice."""
    parts = told(masked)
    return len(parts) == 1 and parts[0].is_due and bool(_OWN.match(masked, parts[0].start))


def _is_plain(said: str) -> bool:
    return bool(_REQUESTS.match(said)) or is_request(said) or bids(said)


def _without_announcement(masked: str) -> tuple[Clause, ...]:
    """The clauses, without one that only announces what follows."""
    parts = clauses(masked)
    return parts[:-1] if masked.rstrip().endswith((":", "：")) else parts


def _tells(masked: str, parts: tuple[Clause, ...], place: int) -> bool:
    clause = parts[place]
    said = _text(masked, clause)
    if clause.asks or is_talk(said):
        return False
    if HAN_CHAR.search(said):
        return is_told_zh(said) or (_has_subject(masked, parts, place) and goes_on_zh(said))
    return is_told_en(said) or (_has_antecedent(masked, parts, place) and goes_on_en(said))


def _has_antecedent(masked: str, parts: tuple[Clause, ...], place: int) -> bool:
    """Whether the clause before names what "which …" can follow: something of the speaker, or that is news."""
    if not place:
        return False
    before, said = _text(masked, parts[place - 1]), _text(masked, parts[place])
    noun = _noun_at_end(before)
    if noun >= 0 and is_news_en(before[noun:] + " " + said):
        return True
    is_told = is_past_en(said) or is_news_en(said)
    return not parts[place - 1].asks and is_told and bool(_ANTECEDENT.match(before))


def _has_subject(masked: str, parts: tuple[Clause, ...], place: int) -> bool:
    if not place:
        return False
    before = _text(masked, parts[place - 1])
    if parts[place - 1].asks:
        return noun_at_end_zh(before) >= 0
    return parts[place - 1].opens and "我" in before


def _noun_at_end(clause: str) -> int:
    return noun_at_end_zh(clause) if HAN_CHAR.search(clause) else noun_at_end_en(clause)


def _within(clause: str) -> Iterator[tuple[int, int]]:
    return within_zh(clause) if HAN_CHAR.search(clause) else within_en(clause)


def _granted(masked: str) -> Iterator[tuple[int, int]]:
    """The places of what is taken for granted, the longest of a clause first; they may overlap."""
    for clause in clauses(masked):
        for first, last in sorted(_within(_text(masked, clause)), key=lambda place: place[0] - place[1]):
            end = clause.start + last
            is_subject = not first and _SAYS_OF_IT.match(masked, end)
            yield clause.start + first, clause.end if is_subject else end
    if amended := amended_en(masked):
        yield amended


def _belongs(masked: str, parts: tuple[Clause, ...], place: int) -> bool:
    """Whether a clause goes on with what is told before it, and does not tell something else of its own."""
    clause = parts[place]
    said = _text(masked, clause)
    if clause.asks or _FEELS.match(said) or is_talk(said):
        return False
    if _RESUMES.match(said):
        return goes_on_en(said)
    return not clause.opens or (_tells(masked, parts, place) and _needs(_text(masked, parts[place - 1]), said))


def _start(masked: str, parts: tuple[Clause, ...], place: int) -> int:
    """Where to begin: at what this clause points to, or at one before that says what all is for."""
    said, start = _text(masked, parts[place]), parts[place].start
    if place == 0:
        return start
    is_named = place > 1 and _NAMED.fullmatch(masked, parts[place - 2].end, parts[place - 1].end)
    opening = parts[place - 2 if is_named else place - 1]
    before = _text(masked, opening)
    is_deed = _DEED.match(before) and not opening.asks and not is_goal_en(before)
    resumes = _RESUMES.match(said) or (opening.asks and HAN_CHAR.search(said) and "我" not in said)
    noun = _noun_at_end(before) if resumes and not is_deed else -1
    if noun >= 0:
        return opening.start + noun
    if is_named and resumes:
        return parts[place - 1].start
    needs = _points(said) and _DEED.match(before) if opening.asks else _needs(before, said)
    return _start(masked, parts, place - 1) if needs else start


def _points(said: str) -> bool:
    return bool(_RESUMES.match(said) or _POINTS_AT.search(said))


def _needs(before: str, said: str) -> bool:
    """Whether a clause is not understood without the one before, or that says briefly what all is for."""
    if _points(said):
        return True
    if is_goal_en(before) or is_goal_zh(before):
        return units(before) <= _MAX_GOAL_UNITS or bool(HAN_CHAR.search(before))
    return bool(HAN_CHAR.search(said)) and "我" not in said


def _is_due(said: str) -> bool:
    return is_due_en(said) or is_due_zh(said)


def _text(masked: str, clause: Clause) -> str:
    return masked[clause.start : clause.end]
