"""Preferences and decisions: what was chosen, over what, for what.

"Prefers A over B" against "prefers B over A", "use A" against "use B instead": a choice reversed. Two likings stand
side by side, and so do two tools that are in use for different things.
"""

import re
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from mcp_memory.engine.comparison import words_en as en
from mcp_memory.engine.comparison import words_zh as zh
from mcp_memory.engine.comparison.polarity import settle
from mcp_memory.engine.comparison.relation import Relation
from mcp_memory.engine.comparison.words import Role, tokens


class ChoiceKind(StrEnum):
    """Whether somebody's taste or a settled course."""

    PREFERENCE = "preference"
    DECISION = "decision"


Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen. `subject`: for whom and what; `dropped`: what it was chosen over, empty when not said.

    `marked`: the wording itself says that it is a change; `settled`: that it is the one choice for its subject.
    """

    kind: ChoiceKind
    subject: Words
    chosen: Words
    dropped: Words
    marked: bool
    settled: bool
    said: str
    """What was chosen, as it was worded."""
    plain: bool
    """Whether no value stands in it and what was chosen is one thing."""
    mild: bool
    """Whether it is a liking or a manner, beside which most others can stand."""


def find_choice(text: str) -> Choice | None:
    """The choice a text states, its denials not yet settled; None for none, and for one that is denied."""
    for form, kind in _FORMS:
        found = form.search(text)
        if found is not None:
            return _choice(found, kind)
    return None


def compare_choices(first: Choice | None, second: Choice | None) -> tuple[Relation, str] | None:
    """How two choices relate, and why; None when they say nothing about each other as choices."""
    if first is None or second is None or first.kind is not second.kind or not (first.plain and second.plain):
        return None
    same_subject = Counter(first.subject) == Counter(second.subject)
    if not same_subject and first.subject and second.subject:
        return None
    if _overturns(first, second) or _overturns(second, first):
        return Relation.CONTRADICTS, f"{first.kind}: the other way round"
    if not same_subject or first.chosen == second.chosen or _nested(first.chosen, second.chosen):
        return None
    named = f"{first.kind}: {first.said} against {second.said}"
    mild = first.mild or second.mild
    if _opposite_manners(first, second) or (not mild and _excludes(first, second)):
        return Relation.CONTRADICTS, named
    if not mild and (first.kind is ChoiceKind.PREFERENCE or first.subject):
        return Relation.HINTS, named
    return None


def _overturns(first: Choice, second: Choice) -> bool:
    """Whether the second drops what the first chose."""
    return bool(first.chosen) and first.chosen == second.dropped and second.chosen != first.chosen


def _nested(first: Words, second: Words) -> bool:
    return set(first) <= set(second) or set(second) <= set(first)


def _excludes(first: Choice, second: Choice) -> bool:
    """Whether one of two choices says that it is a change, both are the one choice there is, or their words clash."""
    settled = first.settled and second.settled and bool(first.subject)
    return first.marked or second.marked or settled or _clash(first, second)


def _clash(first: Choice, second: Choice) -> bool:
    """As "dark" against "light", all else equal."""
    odd = _odd_words(first, second)
    return odd is not None and clashing(*odd)


def _opposite_manners(first: Choice, second: Choice) -> bool:
    """As "short answers" against "detailed answers"."""
    odd = _odd_words(first, second)
    return odd is not None and any(
        (odd[0] in one and odd[1] in other) or (odd[1] in one and odd[0] in other) for one, other in _POLES
    )


def _odd_words(first: Choice, second: Choice) -> tuple[str, str] | None:
    """The one word of each that the other does not have."""
    only_first, only_second = set(first.chosen) - set(second.chosen), set(second.chosen) - set(first.chosen)
    return (only_first.pop(), only_second.pop()) if len(only_first) == len(only_second) == 1 else None


def clashing(first: str, second: str) -> bool:
    """Whether two canonical words exclude each other where all else is equal."""
    return any(first in group and second in group for group in _GROUPS)


def _canonical(group: frozenset[str]) -> frozenset[str]:
    return frozenset(token.text for word in group for token in tokens(word))


_GROUPS = tuple(_canonical(group) for group in (*en.CLASHING, *zh.CLASHING))
_POLES = tuple((_canonical(one), _canonical(other)) for one, other in (*en.POLES, *zh.POLES))


def _choice(found: re.Match[str], kind: ChoiceKind) -> Choice | None:
    named = found.groupdict("")
    before, purpose = named.get("who", ""), named.get("for", "")
    if _DENIED.search(f"{before} {named['a']} {purpose}"):
        return None
    chosen, dropped = tokens(settle(named["a"])), tokens(settle(named.get("b", "")))
    plain = bool(chosen) and not any(token.roles & {Role.VALUE, Role.LISTING, Role.BREAK} for token in chosen)
    return Choice(
        kind=kind,
        subject=tuple(token.text for token in tokens(f"{before} {purpose}") if token.text and token.text not in _IDLE),
        chosen=tuple(token.text for token in chosen if token.text),
        dropped=tuple(token.text for token in dropped if token.text),
        marked=bool(named.get("change") or named.get("change2")),
        mild=bool(named.get("mild")),
        settled=bool(named.get("sure")),
        said=named["a"].strip(),
        plain=plain and len(chosen) <= _LONGEST,
    )


_LONGEST = 8
_IDLE = frozenset(["to", "use", "prefer", "for", "decid", "choos", "instead", "决定", "用", "with", "as"])
_DENIED = re.compile(r"\b(?:not|never|no|nor|neither|nobody)\b|不(?!如)|没|别")

_END = r"\s*(?:$|[,，.;；])"
_A = r"(?P<a>[^,，;；]+?)"
_B = r"(?P<b>[^,，;；]+?)"
_FOR = r"(?: (?P<for>(?:for|in|as|on|when|during|at) [^,，;；]+?))?"
_WHO = r"(?P<who>[^,，;；]*?)"
_DECIDES = r"(?:decided|decide|chose|choose|chosen|picked|pick|agreed|settled|opted|going|go|went)"
_LIKES_ZH = r"(?:更喜欢|更爱|更偏好|偏好|偏爱|更倾向于?|倾向于?|更愿意|宁愿|宁可|喜欢)(?:用|使用)?"

_PREFERRING = (
    (
        rf"^{_WHO}\b(?P<change>now )?(?:prefers?|preferred|favou?rs?)\b(?P<change2> now)?"
        rf" {_A} (?:over|to|rather than|instead of|more than) {_B}{_FOR}{_END}"
    ),
    rf"^{_WHO}\b(?P<change>now )?(?:likes?|loves?|enjoys?) {_A} (?:more|better) than {_B}{_FOR}{_END}",
    rf"^{_WHO}\bwould rather (?:have |use )?{_A} than {_B}{_FOR}{_END}",
    rf"^{_WHO}\b(?P<change>now )?(?:prefers?|favou?rs?|would rather) {_A}(?P<change2> now| instead)?{_FOR}{_END}",
    rf"^(?:比起|相比|相较于?|与){_B}(?:相比)?[,，]?{_WHO}(?P<change>现在)?{_LIKES_ZH}{_A}{_END}",
    (
        rf"^{_WHO}(?P<change>现在|如今)?{_LIKES_ZH}{_A}[,，]?(?:胜过|多于|甚于|超过|"
        rf"而不是|而非|也不愿?意?)(?:用|使用|喜欢)?{_B}{_END}"
    ),
    rf"^{_WHO}(?P<change>现在|如今)?(?:更喜欢|更爱|偏好|偏爱|更倾向于?|更愿意|宁愿|改喜欢)(?:用|使用)?{_A}{_END}",
)
_MANNER = "|".join(sorted(frozenset().union(*chain.from_iterable((*en.POLES, *zh.POLES))), key=len, reverse=True))
_LIKING = (
    rf"^{_WHO}\b(?P<mild>likes?|loves?|enjoys?|wants?) {_A}{_FOR}{_END}",
    rf"^(?:please )?(?P<mild>keep|make|write) (?P<who>[^,;]+?) (?:more )?(?P<a>{_MANNER}){_END}",
    rf"^{_WHO}\b(?P<mild>should|must|has to|have to|needs? to) (?:always )?be (?:more )?(?P<a>{_MANNER}){_END}",
    rf"^{_WHO}(?P<mild>喜欢|爱|想要|希望)(?:看|读|有|要)?{_A}{_END}",
    (
        rf"^{_WHO}(?P<mild>请|要|应该?|应当|得|必须|务必|尽量|保持|最好)(?:请|要|尽量|保持|都|更|再|写得?|说得?)*"
        rf"(?P<a>{_MANNER})(?:一?[点些])?{_END}"
    ),
)
_DECIDING = (
    (
        rf"^{_WHO}\b(?P<change>switch|switched|switching|migrate|migrated|migrating|moved|move|moving|changed)\b"
        rf"(?P<for>(?: (?!from\b|to\b)\S+){{0,4}})(?: over)?(?: from {_B})? to (?:using )?{_A}(?: instead)?{_END}"
    ),
    rf"^{_WHO}\b(?P<change>replaced?|replacing|swapped) {_B} (?:with|by|for) {_A}{_FOR}{_END}",
    (
        rf"^{_WHO}\b{_DECIDES} (?:on |to use |to go with |for |with |to"
        rf" adopt )?{_A} (?P<change>instead of|rather than|over) {_B}{_FOR}{_END}"
    ),
    rf"^{_WHO}\b(?:use|uses|using|used|adopt|adopted) {_A} (?P<change>instead of|rather than) {_B}{_FOR}{_END}",
    (
        rf"^{_WHO}\b(?:use|uses|using|adopt|adopted|{_DECIDES}"
        rf"(?: on| to use| to go with| with)) {_A}{_FOR} (?P<change>instead|from now on){_END}"
    ),
    rf"^{_WHO}\b(?:{_DECIDES}) (?P<sure>on|to use|to go with|for|with|to adopt) {_A}{_FOR}{_END}",
    rf"^{_WHO}\b(?P<sure>chose|choose|picked|selected) {_A}{_FOR}{_END}",
    (
        rf"^{_WHO}\b(?:use|uses|using) {_A} "
        rf"(?P<for>(?P<sure>as (?:the|our|its|a)|for (?:the|our|all)|as) [^,，;；]+?){_END}"
    ),
    rf"^{_WHO}\b(?:use|uses|using) {_A}{_FOR}{_END}",
    rf"^{_WHO}从{_B}(?P<change>切换|换|改|迁移|转)(?:成|为|到|用|至)了?{_A}{_END}",
    rf"^{_WHO}[把将]{_B}(?P<change>换成|替换成|替换为|改成|改为)了?{_A}{_END}",
    rf"^{_WHO}(?:用|使用|采用){_A}(?P<change>代替|取代|替换|替代)了?{_B}{_END}",
    rf"^{_WHO}(?:不再?用|不再使用|弃用){_B}[,，]?(?:而是)?(?P<change>改用|换成|换用|转用|用){_A}{_END}",
    rf"^{_WHO}(?P<change>改用|换成|换用|切换到|转用|迁移到|改成用|改为使用|改选)了?{_A}{_END}",
    rf"^{_WHO}(?:使用|采用|选用|用){_A}(?P<change>而不是|而非){_B}{_END}",
    (
        rf"^{_WHO}(?P<sure>决定|确定|选定|敲定|约定|统一)(?:在|把|将)?(?P<for>[^,，;；]{{1,12}}?)"
        rf"(?:使用|采用|选用|改用|用){_A}{_END}"
    ),
    (
        rf"^{_WHO}(?:(?P<sure>决定|确定|选定|敲定|约定|统一)(?:使用|采用|选用|用|选择|了)?){_A}"
        rf"(?P<for>(?:作为|当作?|做)[^,，;；]+?)?{_END}"
    ),
    rf"^{_WHO}(?:使用|采用|选用|用){_A}(?P<for>(?P<sure>作为|当作?|做)[^,，;；]+?){_END}",
    rf"^(?P<who>[^,，;；]*?)(?P<sure>使用|采用|选用|用的是|用(?![完户途量法力心来得])){_A}{_END}",
)
_FORMS = tuple(
    (re.compile(form), kind)
    for kind, forms in ((ChoiceKind.PREFERENCE, (*_PREFERRING, *_LIKING)), (ChoiceKind.DECISION, _DECIDING))
    for form in forms
)
