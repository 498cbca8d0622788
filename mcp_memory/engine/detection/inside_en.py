"""What an English clause takes for granted inside it: "the tips I got from B", "my result of 17 out of 20".

Only these forms: what the speaker did with a thing, their results and numbers, appointments, a new value, what was done
before, and a move that has an effect. What is considered, proposed or known to everybody is left out.
"""

import re
from collections.abc import Iterator

from mcp_memory.engine.detection.brevity import units
from mcp_memory.engine.detection.oneself_en import (
    ABOUT,
    APPOINTMENT,
    DATE,
    DAY,
    DETAIL,
    DID,
    DONE,
    IDLE,
    MOVED,
    NAME,
    NUMBER,
    SOON,
    is_idle_en,
)


def within_en(clause: str) -> Iterator[tuple[int, int]]:
    """Start and end of each part of a masked clause that is taken for granted; they may overlap."""
    is_own = bool(_OWN.search(clause))
    for form, least_units in _FORMS:
        for found in form.finditer(clause):
            start, end = found.start("part"), _end(clause, found)
            part = clause[start:end]
            is_full = units(part) >= least_units and DETAIL.search(part, 1) and not _POINTS.search(part)
            is_sure = is_own or _OWN.search(part) or "sure" in form.groupindex
            if is_full and is_sure and not is_idle_en(part) and not _ARRANGES.search(clause[:start]):
                yield start, end
    move = _MOVE.search(clause)
    if move and (_WORRIES.search(clause[: move.start()]) or _HAS_EFFECT.match(clause, move.end())):
        yield move.span()


def amended_en(masked: str) -> tuple[int, int] | None:
    """Where a masked sentence gives a matter another number: "about the party: make that nine people"."""
    found = _AMENDS.search(masked)
    return (found.start(), found.start() + len(found[0].rstrip(",."))) if found else None


def noun_at_end_en(clause: str) -> int:
    """Where the noun phrase begins with which a masked clause ends; -1 where it ends with no definite one."""
    found = _AT_END.search(clause)
    return found.start() if found else -1


def _end(clause: str, found: re.Match[str]) -> int:
    """Behind the last number, name or date, and the words that go with it; the end of the clause where none follows."""
    relative = _RELATIVE.search(clause, found.end("part"))
    details = list(DETAIL.finditer(clause, found.end("part"), relative.start() if relative else len(clause)))
    if details or "open" not in found.re.groupindex:
        goes_with = _WITH.match(clause, max(found.end("part"), details[-1].end() if details else 0))
        return goes_with.end() if goes_with else found.end("part")
    cut = _PURPOSE.search(clause, found.end("part"))
    return cut.start() if cut else len(clause)


_OWN = re.compile(
    r"(?<!help )(?<!tell )(?<!remind )(?<!give )(?<!show )\b(?:i|i'[a-z]+|we|we'[a-z]+|my|our|me|us)\b", re.IGNORECASE
)
_POINTS = re.compile(r"\b(?:it|them)\b", re.IGNORECASE)
_RELATIVE = re.compile(r" (?:that|which|who)\b", re.IGNORECASE)
_PURPOSE = re.compile(
    r" (?:into|to (?:be|make|get|have|\w+ (?:my|our|the|an?|it|them|this|that|for|as|in))|in order|so that|compares?"
    r"|relates?|is|are|was|were|helps?|sounds?|seems?|looks?|fits?|suits?|needs?|can|could|would|should|might|may|will)\b"
    r"|[?!.]*$",
    re.IGNORECASE,
)
_WORD = (
    r"(?!(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|should|might|may|must|to|and|or|but"
    r"|so|if|that|which|who|whom|what|how|why|when|where|whether|because|than|then|as|i|we|you|he|she|it|they|an?|the"
    r"|my|our|your|his|her|their|of|in|on|at|for|from|with|by|about|into|before|after|while|without|using|not)\b)"
    r"[\w$€£%'/.,+#&-]+"
)
_WORDS = rf"(?:{_WORD} )"
_NOUN = (
    r"(?!(?:compares?|relates?|shows?|means?|fits?|makes?|affects?|helps?|looks?|counts?|works?|says?|\w+ed)\b)"
    rf"{_WORD}"
)
_WITH = re.compile(
    rf"(?:[ -]{_NOUN}){{0,4}}"
    rf"(?: (?:in|on|at|of|from|with|about|for) (?:(?:the|my|our|an?|this|that) )?{_NOUN}(?: {_NOUN}){{0,2}})?",
    re.IGNORECASE,
)
_WHOSE = rf"(?:my|our|(?:{NAME} ){{0,2}}{NAME}'s)"
_EVENT = (
    rf"(?:{APPOINTMENT}|releases?|sprints?|reports?|feedback|outlines?|drafts?|events?|retreats?|dinners?|lunch(?:es)?"
    r"|offers?|submissions?|shows?|exhibitions?|fairs?|festivals?|payments?|runs?|podcasts?)\b"
)
_WITH_WHOM = rf"(?: (?:with|of|for|at|in|about|from) (?:(?:the|my|our) )?{_WORD}(?: {_WORD}){{0,3}}?){{0,3}}?"
_FROM_WHERE = rf"(?:(?:of|for|from|in|with|to|at|on|about) (?:the |my )?{_WORDS}{{1,3}}?)?"
_WHO = (
    rf"(?:(?:that|which|who|whom) )?"
    rf"(?:(?:i|we)(?:'ve| have|'d| had)?|(?:my|our) {_WORD}(?: {NAME})?|{NAME}(?=.* (?:me|my|us|our)\b))"
)
_DOES = (
    r"(?:heard|look after|take care of|care for|work with|live with|mentor|train|teach|coach|manage|lead|employ|own"
    r"|rent|supervise|host|run|foster|keep|breed|raise|share|play)"
)
_GERUND = (
    r"(?:\w+ly )?(?:being \w+ed|(?!(?:being|having|trying|looking|seeing|hearing|thinking|reading|doing|asking|during"
    r"|according)\b)\w{3,}ing)\b"
)
_DID = (
    rf"(?P<part>\b(?:(?:the|those|these|that|this|both|all|{_WHOSE}) |(?<=after )(?={NUMBER})|(?<=of )(?={NUMBER}))"
    rf"{IDLE}{_WORDS}{{1,6}}?{_FROM_WHERE}{_WHO} "
    rf"{SOON}(?!had\b)(?:{DID}|{DONE}|{_DOES})\b)(?! (?:my|our|the|an?|his|her|their)\b)(?P<open>)"
)
_DONE_FOR_US = (
    rf"(?P<part>\b(?:the|those|these) {NUMBER} {_WORDS}{{1,3}}(?:who|that) (?:{DID}|have|has)\b.*\b(?:me|my|us|our)\b)"
    r"(?P<open>)"
)
_VALUE = rf"(?P<part>\b(?:my|our) {IDLE}{_WORDS}{{1,5}}?(?:of|from) {ABOUT}(?:{NUMBER}|{DAY}\b))"
_NEW_VALUE = (
    rf"(?P<part>\b(?:the|my|our|an?) {_WORDS}{{0,2}}?(?:new|updated|revised|current|latest|final|{MOVED}) "
    rf"{_WORDS}{{1,4}}?(?:of|on|at|to) {ABOUT}(?:{NUMBER}|{DAY}\b))"
)
_CHANGED = rf"\bwith (?P<part>(?:the|my|our) {_WORDS}{{1,5}}?{MOVED} to (?:{NUMBER}|{DAY}\b))(?P<sure>)"
_LATELY = (
    r"^(?:i'm|i am|we're|we are|i've|i feel|i felt)\b.*?\b(?:after|since|despite|(?:proud|sad|happy|guilty|relieved"
    rf"|glad|conflicted|stressed) (?:of|about)) (?P<part>{_GERUND})(?P<open>)"
)
_SET = (
    rf"(?P<part>\b(?:make|set|change|move|put) (?:my|our) {_WORDS}{{0,3}}?(?:goal|target|budget|deadline|limit"
    rf"|allowance|quota|{APPOINTMENT})(?: {_WORD}){{0,2}}? (?:(?:to|at|for|now) ){{0,2}}(?:{NUMBER}(?::\d\d)?|{DAY}\b)"
    r"(?!%| (?:words?|lines?|pages?|sentences?|shorter|longer)))"
)
_NUMBERED = (
    rf"(?P<part>\b(?:my|our) {IDLE}{_WORDS}?{NUMBER}[\w%/.-]* "
    rf"(?!(?:seconds?|minutes?|hours?|days?|week(?:end)?s?|months?|years?)\b){_WORD})"
)
_MONEY = rf"(?P<part>\b(?:the|that|this|my|our) [$€£]\d\S* {_WORD})"
_DATED = (
    rf"(?P<part>\b(?:the|this|{_WHOSE}) {_WORDS}{{0,5}}?{_EVENT}{_WITH_WHOM} (?:on|at|for|in) (?:the )?{DAY}\b)",
    rf"(?P<part>\b(?:the|this|{_WHOSE}) {DATE}[\d–, -]* {_WORDS}{{0,3}}?{_EVENT})",
)
_LEAST_TOLD, _LEAST_NAMED = 4, 7
_FORMS = tuple(
    (re.compile(form, re.IGNORECASE), least_units)
    for least_units, forms in (
        (_LEAST_TOLD, (_DID, _DONE_FOR_US, _VALUE, _NEW_VALUE, _CHANGED, _LATELY, _SET)),
        (_LEAST_NAMED, (_NUMBERED, _MONEY, *_DATED)),
    )
    for form in forms
)
"""`part` is what is told at least. With `open` it goes on to the end of the clause where no detail follows; with `sure`
no word of the speaker need stand in the clause.

What only names a thing must say more of it to be worth keeping.
"""
_MATTER = rf"(?:the|my|our) {_WORD}(?: {_WORD}){{0,4}}"
_COUNTED = (
    rf"make (?:that|it) {NUMBER}(?:-\w+)? (?!(?:words?|lines?|pages?|sentences?|paragraphs?|points?|bullets?)\b){_NOUN}"
)
_AMENDS = re.compile(
    rf"\b(?:about|as for|regarding|concerning|for) {_MATTER}[:,—–-] (?:(?:can|could) you |please |now )*{_COUNTED}"
    rf"|(?<![\w'] ){_COUNTED} (?:at|for|to) {_MATTER}",
    re.IGNORECASE,
)
_ARRANGES = re.compile(
    r"\b(?:schedul\w+|hold\w*|book\w*|arrang\w+|plan\w*|organi[sz]\w+|propos\w+|suggest\w*|mov\w+|push\w*|postpon\w+"
    r"|consider\w*|chang\w+|get|have|want\w*|set up|reduc\w+|increas\w+|improv\w+|rais\w+|cut\w*|lower\w*|boost\w*"
    r"|trim\w*|shorten\w*) $",
    re.IGNORECASE,
)
_MOVE = re.compile(
    r"\b(?:moving|pushing|shifting|postponing|rescheduling|delaying|bringing|changing|extending)(?: back| forward)? "
    rf"(?:the|this|that|{_WHOSE}) (?:[^\s,]+ ){{1,12}}?(?:back |forward )?(?:to|until) (?:the )?"
    rf"(?:{DAY}|\d{{1,2}}:\d\d\b)(?:(?: at| on|,)? (?:{DAY}|\d[\d:]*)\b)*",
    re.IGNORECASE,
)
_WORRIES = re.compile(
    r"\b(?:worried|afraid|scared|concerned|nervous|anxious|fear|fearing|unhappy|stressed) (?:that |about |of )?$",
    re.IGNORECASE,
)
_HAS_EFFECT = re.compile(
    r" (?:might|may|will|could|would|can|is going to)? ?(?!be\b|sound|is\b|make sense)\w+", re.IGNORECASE
)
_AT_END = re.compile(
    rf"\b(?:the|this|that|these|those|{_WHOSE}) {_WORD}(?: {_WORD}){{0,5}}"
    r"(?: (?:of|on|in|at|for|from|with|between|into|by|to(?= (?:the|my|our)\b| [\d$€£]))"
    rf" (?:(?:the|my|our) )?{_WORD}(?: {_WORD}){{0,4}}){{0,3}}$",
    re.IGNORECASE,
)
