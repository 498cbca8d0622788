"""Postal addresses in Chinese: a road or a quarter with a house number, with what stands before and behind it.

A road without a number is no address of a person, nor is a number after a word that only ends like a road (思路, 通道).
"""

import re
from collections.abc import Iterator

from mcp_memory.engine.privacy.personal_found import Personal, before
from mcp_memory.engine.text.languages import HAN

_NEVER = "在住是到于址的了我他她它您你们搬寄送收去往给把被说"
_NOT_FIRST = f"{_NEVER}和与及为有从就离跟让请对都也还发叫至由向"
_CHAR = f"(?:(?![{_NEVER}])[{HAN}A-Za-z0-9])"
_FIRST = f"(?:(?![{_NOT_FIRST}])[{HAN}A-Za-z0-9]|和(?=[平顺静田睦]))"

_PROVINCE = (
    "(?:北京|天津|上海|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州"
    "|云南|陕西|甘肃|青海|台湾|内蒙古|广西|西藏|宁夏|新疆|香港|澳门)(?:省|市|(?:壮族|回族|维吾尔)?自治区|特别行政区)?"
)
_PLACES = (
    rf"(?:{_PROVINCE})?(?:{_FIRST}{_CHAR}{{1,5}}?(?:市|自治州|盟|地区))?"
    rf"(?:{_FIRST}{_CHAR}{{0,6}}?(?:新区|开发区|高新区|区|县|旗|市))?"
    rf"(?:{_FIRST}{_CHAR}{{0,5}}?(?:街道|镇|乡))?(?:{_FIRST}{_CHAR}{{0,5}}?村)?(?:{_FIRST}{_CHAR}{{1,6}}?(?:园区|园[东西南北中]区))?"
)
_COUNT = r"(?:[0-9]{1,5}(?:-[0-9]{1,4})?|[一二三四五六七八九十百]{1,5})"
_ROAD = (
    rf"{_FIRST}{_CHAR}{{0,9}}?(?:大道|大街|胡同|路|街|道|巷|弄|里|段)(?:[东西南北中]|[一二三四五六七八九十]{{1,2}})?"
    r"(?:段|路|街)?"
)
_QUARTER = (
    rf"{_FIRST}{_CHAR}{{0,9}}?(?:小区|花园|公寓|家园|新村|花苑|广场|大厦|新城|社区|公馆|产业园|科技园|科学园|写字楼|大楼"
    r"|商厦|中心|宿舍|苑|庭|府|湾|园|城|组)"
)
_INSIDE = (
    rf"(?: ?(?:{_QUARTER})?[A-Za-z甲乙丙丁东西南北]?{_COUNT}?(?:号楼|[号栋幢座楼层]|单元|室|房|户)"
    r"|(?<=[号栋幢座楼层元]) ?[A-Za-z]?-?[0-9]{2,5}(?:-[0-9]{2,5})?(?:室|房|号)?)"
)
_ADDRESS = re.compile(
    rf"(?P<places>{_PLACES})"
    rf"(?:(?P<road>{_ROAD}) ?{_COUNT}(?:号院?|弄|巷)(?P<inside>{_INSIDE}{{0,6}}(?:{_QUARTER}{_INSIDE}{{0,5}}){{0,2}})"
    rf"|(?P<quarter>{_QUARTER}) ?[A-Za-z]?{_COUNT}(?:号楼|[号栋幢座]){_INSIDE}{{1,5}})"
)
_HOUSE = re.compile(r"[0-9一二三四五六七八九十](?:号|弄|栋|幢|座)")
_NO_ROAD = re.compile(
    r"(?:[思线电链铁网半出套支一上走回岔弯通短开断后问陌心退销来去]路|[通频管渠轨知赛隧报栈信车味公人跑航]道"
    r"|[这那哪心夜手家表公海英千万百暗]里|[阶片字手时分线波代号一地]段)$"
)
_CUE = re.compile(r"住|地址|寄|送|搬|位于|家在|家是|收货|户籍|籍贯|老家|公司在|办公|租|房子|[去到在至来:]\s*$")
_CUE_CHARS = 12


def chinese_addresses_in(text: str) -> Iterator[Personal]:
    """Every address that names a house, from its province to its room as far as they are given."""
    if not _HOUSE.search(text):
        return
    for found in _ADDRESS.finditer(text):
        if _is_address(text, found):
            yield Personal("address", *found.span(), "".join(found[0].split()).casefold())


def _is_address(text: str, found: re.Match[str]) -> bool:
    """A quarter with a flat is one; a road with a number needs a place before, rooms behind or a word for dwelling."""
    if found["quarter"] or found["places"]:
        return True
    if _NO_ROAD.search(found["road"]):
        return False
    return bool(found["inside"]) or _CUE.search(before(text, found.start(), _CUE_CHARS)) is not None
