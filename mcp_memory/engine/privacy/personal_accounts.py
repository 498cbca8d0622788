"""Bank cards and IBANs: the right length, the prefix of a network, and check digits that fit."""

import re
from collections.abc import Iterator

from stdnum import iban, luhn

from mcp_memory.engine.privacy.personal_found import EDGE, END, Personal, before, compact, is_other_number

_CARD = re.compile(rf"{EDGE}(?<![.+-])[1-6][0-9]{{2,5}}(?:[ -]?[0-9]){{7,16}}{END}(?![.-][0-9])")
_CARD_CUE = re.compile(
    r"\b(?:cards?|credit|debit|cc|visa|master\s?card|amex|american express|maestro|union\s?pay|account)\b"
    r"|卡号|银行卡|信用卡|储蓄卡|借记卡|账号|账户|帐号|银联|尾号|卡",
    re.IGNORECASE,
)
_NETWORKS = re.compile(
    r"4[0-9]{15}|5[1-5][0-9]{14}|2(?:22[1-9]|2[3-9][0-9]|[3-6][0-9]{2}|7[01][0-9]|720)[0-9]{12}|3[47][0-9]{13}"
    r"|6(?:011|5[0-9]{2}|4[4-9][0-9])[0-9]{12}|35(?:2[89]|[3-8][0-9])[0-9]{12}|62[0-9]{14,17}"
)
"""Visa, Mastercard, American Express, Discover, JCB, UnionPay: what is a card without any word about cards."""

_IBAN = re.compile(rf"{EDGE}[A-Za-z]{{2}}[0-9]{{2}}(?:[ -]?[A-Za-z0-9]{{2,4}}){{3,8}}{END}")
_MIN_IBAN = 15
_CUE_CHARS = 40
_MIN_CARD, _MAX_CARD = 12, 19


def accounts_in(text: str) -> Iterator[Personal]:
    """Every IBAN, then every bank card."""
    for found in _IBAN.finditer(text):
        end = _iban_end(found)
        if end:
            yield Personal("iban", found.start(), end, compact(text[found.start() : end]))
    for found in _CARD.finditer(text):
        digits = compact(found[0])
        if _MIN_CARD <= len(digits) <= _MAX_CARD and luhn.is_valid(digits) and _is_card(text, found.start(), digits):
            yield Personal("bank-card", *found.span(), digits)


def _is_card(text: str, start: int, digits: str) -> bool:
    if _CARD_CUE.search(before(text, start, _CUE_CHARS)):
        return True
    return _NETWORKS.fullmatch(digits) is not None and not is_other_number(text, start)


def _iban_end(found: re.Match[str]) -> int:
    """Where the IBAN ends: words may follow it in groups of the same shape. 0 when it is none."""
    value = found[0]
    while len(compact(value)) >= _MIN_IBAN:
        if iban.is_valid(value):
            return found.start() + len(value)
        shorter = value.rpartition(" ")[0].rstrip()
        if not shorter:
            return 0
        value = shorter
    return 0
