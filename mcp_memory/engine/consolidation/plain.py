"""A statement in the plainest words it can be put in, to be laid beside another; nobody is shown it.

"Nobody but Ana" and "nothing without a review" say with denials what others say without. What has to come first and
what after it is read as an order: "A before B", "first A, then B", "B only after A", "no B until A" are one. The few
verbs that teams use for one thing become the same word.
"""

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Plain:
    """The plain words; and where they tell an order, what comes first in it and what then, else "" and ""."""

    text: str
    first: str = ""
    then: str = ""
    is_reworded: bool = False
    """Whether other words stand in it than in the statement itself."""

    @property
    def ordered(self) -> str:
        """The words without those that connect the two sides."""
        return f"{self.first} {self.then}"


@lru_cache(maxsize=2_048)
def plain_of(text: str) -> Plain:
    """A statement put plainly, if it is one clause or says one thing."""
    words = reworded(text)
    for form in _NEEDS:
        found = form.match(words.text)
        if found:
            first, then = _sides(found)
            return Plain(f"{then} {first}", first, then, is_reworded=True)
    for form in _ORDERS:
        found = form.match(words.text)
        if found:
            return Plain(words.text, *_sides(found), words.is_reworded or form is _NOT_BEFORE)
    return words


def reworded(text: str) -> Plain:
    """A text with other words for the same and without the sign at its end; no order is sought in it."""
    said = text = text.rstrip(_ENDS)
    for form, told in _REWORDED:
        text = form.sub(told, text)
    return Plain(text, is_reworded=text != said)


_ENDS = " .!。！…"


def _sides(found: re.Match[str]) -> tuple[str, str]:
    told = found.groupdict("")
    return told["first"].strip(), " ".join(filter(None, (told.get("head", "").strip(), told["then"].strip())))


_NOT = r"(?:\b(?:never|not|no|nobody|no one|nothing|none|cannot)\b|n['’]t\b)"
_NOT_ZH = r"(?:不要|不能|不得|不可以?|不许|不准|不允许|别|禁止|严禁)"
_REWORDED = tuple(
    (re.compile(form, re.IGNORECASE), told)
    for form, told in (
        (r"\b(?:nobody|no one|none|nothing)(?: else)? (?:but|except|other than|apart from|besides)\b", "only"),
        (
            rf"除了?([^，。]{{1,8}}?)(?:[以之]?外)?，?(?:谁|别人|其他人|任何人|所有人)[都也]?(?:{_NOT_ZH}|没有?权)",
            r"只有\1能",
        ),
        (r"\b(?:keep|leave)(?:s|ing)? ([^,.;]{1,60}?) (?:out of|off|away from)\b", r"no \1 in"),
        (r"\bhands off\b", "never touch"),
        (r"\bha(?:ve|s) no place in\b|\b(?:do|does)(?: not|n['’]t) belong in(?:to)?\b", "never in"),
        (r"审核|评审|审阅|审查|审批|审过|过审", "审"),
        (r"发版|发布(?:新?版本?)?(?![会日说])|(?<!马)上线|部署", "上线"),
        (r"\breleas(?:e|ed|es|ing)\b(?! notes?)|\b(?:ship(?:s|ped|ping)?|launch(?:es|ed|ing)?)\b", "deploy"),
        (r"\b(?:go(?:es|ing)?|gone|went) (?:out|live)\b|\broll(?:s|ed|ing)? out\b|\brollouts?\b", "deploy"),
    )
)
"""Wordings and what they are read as, in order."""


def _forms(*forms: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(form, re.IGNORECASE) for form in forms)


_NEEDS = _forms(
    rf"(?P<head>[^,;]*?){_NOT}(?P<then>[^,;]*?)\bwithout\b(?P<first>[^,;]+)$",
    rf"(?P<head>[^,;]*?)\bwithout\b(?P<first>[^,;]{{1,40}}?){_NOT}(?P<then>[^,;]+)$",
    rf"(?P<head>[^。]*?)(?:没有?|未)(?:经过?|完成)?(?P<first>[^，。不没别]{{2,14}}?)，?(?:就)?{_NOT_ZH}(?P<then>[^，。]+)$",
)
"""Two denials: what is needed for something, which goes before it."""

_BEFORE_ZH = r"(?<![今当目眼提面跟先从])(?:之前|以前|前)(?![一二两三几半\d天端台面后提进任言年期缀者景途置])"
_AFTER_ZH = r"(?<![今最然背幕售以])(?:之后|以后|后)(?![端台面天来者续勤门])"
(_NOT_BEFORE,) = _forms(rf"(?P<head>[^,;]*?){_NOT}(?P<then>[^,;]+?)\b(?:before|until|till)\b(?P<first>[^,;]+)$")
"""What is forbidden before something is to be done after it."""
_ORDERS = (
    _NOT_BEFORE,
    *_forms(
        r"(?P<then>[^,;]+?)\bonly (?:after|once)\b(?P<first>[^,;]+)$",
        # First this, then that.
        r"first,? (?P<first>[^,;]+?),? (?:and )?then (?P<then>[^,;]+)$",
        r"(?P<first>[^,;:]+?)(?: (?:comes?|goes?|is|are))? first(?:[,;:] (?:and )?(?:then )?| (?:and )?then )"
        r"(?P<then>[^,;:]+?)(?: (?:comes?|goes?|follows?))?(?: (?:after(?:wards)?|then|next|later|second))?$",
        r"(?P<head>[^。]*?)先(?P<first>[^，。]{1,20}?)，?(?:再|然后|才能?(?:可以?)?|之后才?能?)(?P<then>[^，。]+)$",
        # This before that; what may not be done before something is no order.
        r"(?P<first>[^,;]+?)\bbefore\b(?P<then>[^,;]+)$",
        rf"before\b(?P<then>[^,;]+), (?P<first>(?!.*{_NOT})[^,;]+)$",
        rf"before\b(?P<then>(?: [\w'’-]+){{1,4}}?) (?P<first>(?:the|we|you|an?|every|always)\b(?!.*{_NOT})[^,;]+)$",
        rf"(?!.*{_NOT})(?P<then>[^,;]+?)\bafter\b(?P<first>[^,;]+)$",
        rf"after\b(?P<first>[^,;]+), (?P<then>(?!.*{_NOT})[^,;]+)$",
        rf"(?P<then>[^，。]{{2,20}}?){_BEFORE_ZH}，?(?P<first>(?![^，。]*(?:{_NOT_ZH}|不))[^，。]+)$",
        r"(?P<first>[^，。]{2,24}?)(?:之后|以后|后)?，?(?:才|方)(?:能|可以?|准|许|会)(?P<then>[^，。]+)$",
        rf"(?P<first>[^，。]{{2,20}}?){_AFTER_ZH}，?(?P<then>(?![^，。]*(?:{_NOT_ZH}|不))[^，。]+)$",
    ),
)
"""Statements of an order, the surest form first."""
