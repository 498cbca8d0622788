"""Licence plates: Chinese ones by their shape, with those of new-energy vehicles; others next to a word for them."""

import re
from collections.abc import Iterator

from mcp_memory.engine.privacy.personal_found import END, Personal, before, compact

_SIGN = "A-HJ-NP-Z"
_CHINESE = re.compile(
    rf"(?P<province>[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼])[{_SIGN}][·•∙.\s-]?"
    rf"(?:[DF][{_SIGN}0-9][0-9]{{4}}|[0-9]{{5}}[DF]|(?=(?:[A-Z]*[0-9]){{3}})[{_SIGN}0-9]{{5}}"
    rf"|(?=(?:[A-Z]*[0-9]){{3}})[{_SIGN}0-9]{{4}}[挂学警港澳]){END}"
)
_OTHER = re.compile(
    r"(?:\b(?:licen[cs]e|number|registration) plates?(?: number)?|\bplate number|\bregistration number"
    r"|\bvehicle registration|车牌号?码?|牌照)(?P<gap>[^A-Z0-9\n\0]{0,16}?(?:(?i:is|was)\s)?)"
    r"(?P<plate>(?=[A-Z0-9 -]*[0-9])(?=[A-Z0-9 -]*[A-Z])[A-Z0-9]{1,4}(?:[ -]?[A-Z0-9]{1,4}){1,2})" + END
)
_ORDINARY = re.compile(r"(?:[更最全刷重创翻崭革]新|[里讯为度山上有务业易牛多合动]云|[南西济]宁|[年]青)$")
"""Words that end like the sign of a province: 更新, 阿里云."""

_WORD_CHARS = 2
_MIN_SIGNS = 5


def plates_in(text: str) -> Iterator[Personal]:
    """Every licence plate."""
    for found in _CHINESE.finditer(text):
        if not _ORDINARY.search(before(text, found.end("province"), _WORD_CHARS)):
            yield Personal("licence-plate", *found.span(), compact(found[0]))
    for found in _OTHER.finditer(text):
        if len(compact(found["plate"])) >= _MIN_SIGNS:
            yield Personal("licence-plate", *found.span("plate"), compact(found["plate"]))
