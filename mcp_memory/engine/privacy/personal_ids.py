"""National identity numbers and passports. Check digits decide where the number has them, else the words before it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from stdnum import verhoeff
from stdnum.au import tfn
from stdnum.br import cpf
from stdnum.ca import sin
from stdnum.ch import ssn as ahv
from stdnum.cn import ric
from stdnum.es import dni, nie
from stdnum.fr import nir
from stdnum.it import codicefiscale
from stdnum.kr import rrn
from stdnum.nl import bsn
from stdnum.pl import pesel
from stdnum.se import personnummer
from stdnum.us import ssn

from mcp_memory.engine.privacy.personal_found import EDGE, END, Personal, before, compact, is_other_number

_CUE_CHARS = 48
_CUE = re.compile(
    r"\b(?:ssn|social security|national insurance|nino?|national id|identity (?:card|number)|id (?:card|number|no)"
    r"|identification|tax (?:id|number|file number|code)|tin|sin|social insurance|tfn|itin|dni|nie|nif|aadhaar|aadhar"
    r"|codice fiscale|cpf|pesel|bsn|burgerservicenummer|personnummer|nir|s[eé]curit[eé] sociale|ahv|avs|rrn|hkid"
    r"|resident id|driv(?:er|ing)(?:'?s)? licen[cs]e|licen[cs]e number)\b"
    r"|身份证|身份號|证件号|驾驶证|驾照|社保号|社会保障号|身分證",
    re.IGNORECASE,
)
_PASSPORT = re.compile(
    rf"(?:\bpassports?\b|护照|護照|通行证|通行證)[^0-9\n\0]{{0,32}}?{EDGE}([A-Z]{{0,3}}[0-9]{{6,9}}){END}",
    re.IGNORECASE,
)
_LICENCE = re.compile(
    r"(?:\bdriv(?:er|ing)(?:'?s)? licen[cs]e|驾驶证|驾照)[^0-9\n\0]{0,24}?"
    + EDGE
    + r"((?=[A-Z0-9-]*[0-9]{4})[A-Z0-9][A-Z0-9-]{4,18}[A-Z0-9])"
    + END,
    re.IGNORECASE,
)
_OLD_CHINESE = re.compile(EDGE + r"[1-9][0-9]{5}[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{3}" + END)
_CHINESE = re.compile(
    EDGE + r"[1-9][0-9]{5} ?(?:18|19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01]) ?[0-9]{3}[0-9Xx]" + END
)
_CHINESE_PROVINCE = re.compile(r"1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3]")
_HONG_KONG = re.compile(EDGE + r"[A-Z]{1,2}[0-9]{6}\([0-9A]\)")
_BRITISH = re.compile(
    EDGE + r"(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]" + END
)
_AMERICAN = re.compile(EDGE + r"(?<![.-])[0-9]{3}-[0-9]{2}-[0-9]{4}" + END + r"(?![.-][0-9])")
_AMERICAN_PLAIN = re.compile(
    r"(?:\bssn|social security(?: number| no\.?)?)\b[^0-9\n\0]{0,16}([0-9]{3}[ -]?[0-9]{2}[ -]?[0-9]{4})" + END,
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Form:
    """The shape of one sort of number, its check, and whether words must announce it."""

    shape: re.Pattern[str]
    is_valid: Callable[[str], bool]
    needs_cue: bool = True


def _form(shape: str, is_valid: Callable[[str], bool], *, needs_cue: bool = True) -> _Form:
    return _Form(re.compile(f"{EDGE}(?<![.-])(?:{shape}){END}(?![.-][0-9])"), is_valid, needs_cue)


def _is_aadhaar(value: str) -> bool:
    return verhoeff.is_valid(compact(value))


_CHECKED = (
    _form(r"[0-9]{6}-[1-8][0-9]{6}", rrn.is_valid, needs_cue=False),
    _form(r"756\.[0-9]{4}\.[0-9]{4}\.[0-9]{2}", ahv.is_valid, needs_cue=False),
    _form(r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}", cpf.is_valid, needs_cue=False),
    _form(r"[A-Z]{6}[0-9]{2}[A-EHLMPRST][0-9]{2}[A-Z][0-9]{3}[A-Z]", codicefiscale.is_valid, needs_cue=False),
    _form(r"[12] ?[0-9]{2} ?(?:0[1-9]|1[0-2]) ?[0-9AB]{2} ?[0-9]{3} ?[0-9]{3} ?[0-9]{2}", nir.is_valid),
    _form(r"[0-9]{8}-?[A-Z]", dni.is_valid),
    _form(r"[XYZ]-?[0-9]{7}-?[A-Z]", nie.is_valid),
    _form(r"[2-9][0-9]{3} ?[0-9]{4} ?[0-9]{4}", _is_aadhaar),
    _form(r"(?:19|20)?[0-9]{6}[-+]?[0-9]{4}", personnummer.is_valid),
    _form(r"[0-9]{11}", lambda value: pesel.is_valid(value) or cpf.is_valid(value)),
    _form(
        r"[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{3}",
        lambda value: sin.is_valid(value) or tfn.is_valid(value) or bsn.is_valid(value),
    ),
)


def ids_in(text: str) -> Iterator[Personal]:
    """Every identity number and passport. What is found twice is given twice."""
    for found in _PASSPORT.finditer(text):
        yield _personal("passport", text, found.span(1))
    for span in (*_chinese(text), *_american(text), *_others(text), *_checked(text)):
        yield _personal("national-id", text, span)


def _personal(kind: str, text: str, span: tuple[int, int]) -> Personal:
    return Personal(kind, *span, compact(text[slice(*span)]))


def _chinese(text: str) -> Iterator[tuple[int, int]]:
    for found in _CHINESE.finditer(text):
        if _is_resident_id(compact(found[0])) or _is_announced(text, found.start()):
            yield found.span()
    for found in _OLD_CHINESE.finditer(text):
        if _is_announced(text, found.start()):
            yield found.span()
    for found in _HONG_KONG.finditer(text):
        if _is_hong_kong(found[0]):
            yield found.span()


def _american(text: str) -> Iterator[tuple[int, int]]:
    for found in _AMERICAN.finditer(text):
        is_one = ssn.is_valid(found[0]) and not is_other_number(text, found.start())
        if is_one or _is_announced(text, found.start()):
            yield found.span()
    for found in _AMERICAN_PLAIN.finditer(text):
        yield found.span(1)


def _others(text: str) -> Iterator[tuple[int, int]]:
    for found in _BRITISH.finditer(text):
        yield found.span()
    for found in _LICENCE.finditer(text):
        yield found.span(1)


def _checked(text: str) -> Iterator[tuple[int, int]]:
    is_announced = _CUE.search(text) is not None
    for form in _CHECKED:
        if form.needs_cue and not is_announced:
            continue
        for found in form.shape.finditer(text):
            if form.is_valid(found[0]) and (not form.needs_cue or _is_announced(text, found.start())):
                yield found.span()


def _is_announced(text: str, start: int) -> bool:
    return _CUE.search(before(text, start, _CUE_CHARS)) is not None


def _is_resident_id(value: str) -> bool:
    """A province and a check digit that fit. Districts come and go, so that their list would refuse older people."""
    return _CHINESE_PROVINCE.match(value) is not None and ric.calc_check_digit(value) == value[-1]


def _is_hong_kong(value: str) -> bool:
    """The check digit in brackets: weights 9 to 1, letters from A = 10, a missing second letter counts 36."""
    signs = [*(["36"] if len(value) == len("A123456(7)") else []), *compact(value)]
    numbers = [int(sign) if sign.isdigit() else ord(sign) - ord("A") + 10 for sign in signs]
    return sum(weight * number for weight, number in zip(range(9, 0, -1), numbers, strict=True)) % 11 == 0
