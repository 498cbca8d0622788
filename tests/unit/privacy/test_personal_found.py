"""What is personal data in a text, and what only looks like it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.privacy.personal import find_personal


def found_in(text: str) -> list[tuple[str, str]]:
    return [(one.kind, text[one.start : one.end]) for one in find_personal(text)]


TAKEN = (
    ("138 0013 8000", "phone", "138 0013 8000"),
    ("手机13800138000", "phone", "13800138000"),
    ("我电话是１３８００１３８０００！", "phone", "１３８００１３８０００"),
    ("打给+86-138-0013-8000吧", "phone", "+86-138-0013-8000"),
    ("1380 013 8000找我", "phone", "1380 013 8000"),
    ("微信13800138000同号", "phone", "13800138000"),
    ("订单有问题就打电话13800138000", "phone", "13800138000"),
    ("座机010-62345678转123", "phone", "010-62345678转123"),
    ("公司电话(021) 6234 5678", "phone", "(021) 6234 5678"),
    ("Phone: (99) 645-791", "phone", "(99) 645-791"),
    ("Desk: +1-415-555-2671 ok", "phone", "+1-415-555-2671"),
    ("dial 0044 20 7946 0958", "phone", "0044 20 7946 0958"),
    ("text +441632960001", "phone", "+441632960001"),
    ("she is at +44 1632 960001", "phone", "+44 1632 960001"),
    ("ring me on 020 7946 0958", "phone", "020 7946 0958"),
    ("my number is 07700 900123.", "phone", "07700 900123"),
    ("call 4155552671 now", "phone", "4155552671"),
    ("call me (415) 555-2671", "phone", "(415) 555-2671"),
    ("or 415.555.2671x45", "phone", "415.555.2671x45"),
    ("416 60 039 office", "phone", "416 60 039"),
    ("phone:\n467 3395", "phone", "467 3395"),
    ("邮箱zhang.san@example.com哦", "e-mail", "zhang.san@example.com"),
    ("mail ＺＳ＠ｑｑ．ｃｏｍ", "e-mail", "ＺＳ＠ｑｑ．ｃｏｍ"),
    ("<jörg.müller+x@mail.example.org>", "e-mail", "jörg.müller+x@mail.example.org"),
    ("身份证11010519491231002X。", "national-id", "11010519491231002X"),
    ("号码是 110105 19491231 002X", "national-id", "110105 19491231 002X"),
    ("身份证号110105194912310021写错了", "national-id", "110105194912310021"),
    ("老身份证 110105491231002", "national-id", "110105491231002"),
    ("HKID A123456(3)", "national-id", "A123456(3)"),
    ("身份證 AB987654(3)", "national-id", "AB987654(3)"),
    ("SSN 123-45-6789", "national-id", "123-45-6789"),
    ("his social security number: 900 12 3456", "national-id", "900 12 3456"),
    ("SSN: 900-12-3456", "national-id", "900-12-3456"),
    ("NI number AB 12 34 56 C", "national-id", "AB 12 34 56 C"),
    ("my driver's license number is D1234567", "national-id", "D1234567"),
    ("CPF 390.533.447-05", "national-id", "390.533.447-05"),
    ("DNI 54362315K", "national-id", "54362315K"),
    ("NIE X2482300W", "national-id", "X2482300W"),
    ("Aadhaar 2341 2341 2346", "national-id", "2341 2341 2346"),
    ("SIN 123-456-782", "national-id", "123-456-782"),
    ("PESEL 44051401359", "national-id", "44051401359"),
    ("personnummer 880320-0016", "national-id", "880320-0016"),
    ("护照号E12345678已过期", "passport", "E12345678"),
    ("港澳通行证C12345678", "passport", "C12345678"),
    ("My passport number is 123456789", "passport", "123456789"),
    ("卡号6222 0212 3456 7890 128", "bank-card", "6222 0212 3456 7890 128"),
    ("card 4111-1111-1111-1111", "bank-card", "4111-1111-1111-1111"),
    ("pay with 4111111111111111 please", "bank-card", "4111111111111111"),
    ("cc 30569309025904", "bank-card", "30569309025904"),
    ("IBAN DE89 3704 0044 0532 0130 00 thanks", "iban", "DE89 3704 0044 0532 0130 00"),
    ("to gb82west12345698765432.", "iban", "gb82west12345698765432"),
    ("我的车牌是京A12345", "licence-plate", "京A12345"),
    ("沪AD12345停在楼下", "licence-plate", "沪AD12345"),
    ("粤B·12345", "licence-plate", "粤B·12345"),
    ("车牌新A12345", "licence-plate", "新A12345"),
    ("my license plate is 7ABC123", "licence-plate", "7ABC123"),
    ("number plate: AB12 CDE", "licence-plate", "AB12 CDE"),
    ("住在上海市浦东新区张江路88弄3号楼501室", "address", "上海市浦东新区张江路88弄3号楼501室"),
    ("地址：广东省深圳市南山区科技园南区科苑路15号科兴科学园A座1201", "address", "广东省深圳市南山区科技园南区科苑路15号科兴科学园A座1201"),
    ("寄到杭州市西湖区文三路398号", "address", "杭州市西湖区文三路398号"),
    ("他搬到阳光花园3栋2单元501了", "address", "阳光花园3栋2单元501"),
    ("家在苏州市姑苏区十全街三号", "address", "苏州市姑苏区十全街三号"),
    ("住址:四川省成都市武侯区天府大道中段1388号1栋1单元1502室", "address", "四川省成都市武侯区天府大道中段1388号1栋1单元1502室"),
    ("住十全街3号", "address", "十全街3号"),
    ("I live at 221B Baker Street, London NW1 6XE.", "address", "221B Baker Street, London NW1 6XE"),
    ("Ship to 1600 Pennsylvania Ave NW, Washington, DC 20500", "address", "1600 Pennsylvania Ave NW, Washington, DC 20500"),
    ("her address is 12 Rue de la Paix, 75002 Paris", "address", "12 Rue de la Paix, 75002 Paris"),
    ("he lives on Calle Mayor 12", "address", "Calle Mayor 12"),
    ("write to P.O. Box 149", "address", "P.O. Box 149"),
    ("send it to Lindenstraße 12, 10115 Berlin", "address", "Lindenstraße 12, 10115 Berlin"),
    ("20789 Allika 46\n Suite 501\n Riisa\n Estonia 62488", "address", "20789 Allika 46\n Suite 501\n Riisa\n Estonia 62488"),
    ("meet me at the corner of Elm 7 and Oak Lane", "address", "the corner of Elm 7 and Oak Lane"),
)  # fmt: skip

STAYS = (
    "版本 1.2.3 发布于2026-11-29 12:30:45，时间戳1764451200，毫秒1764451200123",
    "订单号13800138000001，订单号13800138000，流水号20261129123456789012",
    "端口8080，IP 192.168.1.100，10.0.0.1:5432",
    "金额12345678.90元，共1234567次请求，电话会议有1234567人",
    "uuid 0199c3f2-7a10-7abc-8def-123456789012 和 12345678-1234-7123-8123-123456789012",
    "commit 18caeb9f0d3c2b1a4e5f67890123456789abcdef",
    "ISBN 978-7-111-12345-6，ISBN 9787111123456",
    "更新V10023版，腾讯云A10000，最新B12345",
    "Order 4155552671 shipped; invoice 2026-0012345; ticket #415-555-2671; order 123-45-6789",
    "In 2008 Wall Street collapsed. Chapter 12 Drive Shaft. A 24 Hour Drive.",
    "The call took 1234567 ms and 12345678 tokens; call 1764451200 or 2026-11-29 or 10.0.12.13",
    "Zoolander is a 2021 Norwegian action-comedy",
    "phone app version 2026.11.29 build 20261129",
    "思路5号方案，线路3号，2号线，地铁10号线，一路1号，第3号决议，十全街3号",
    "moved to 3 Kubernetes clusters; deliver to 5 Customers; contact 3 Node Servers at 10:30:15",
    "git@github.com:foo/bar.git, user@1.2.3, pkg@latest, logo@2x.png, @types/node@18.0.0, a.@b.com",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "123-45-67 and 000-12-3456; 1,234,567,890; +12345678; +999 123 4567",
    "speed 5 Mbps; 3.14159265358979; 1e10; 0x1234567890; text 1234567",
    "2026-11-29T12:30:45.123456Z 20261129T123045; PR #1234567, issue 12345678, RFC 7231, CVE-2024-12345678",
    "snowflake 1764451200123456789, id 175928847299117063, transaction id 4111111111111111, 4111111111111112",
    "参见第三章第二段第5条；广东省有21个地级市；北京市有16个区；A123456(4)",
    "我们在3楼会议室开会，讨论2号楼的网络，手机型号 iPhone 15 Pro，手机内存8GB",
    "lat 39.9042, lon 116.4074; number plate: 12; my number plate is AB1",
    "Python 3.11.7 on port 8000; node v20.10.0; kernel 6.1.0-13-amd64; DE89 3704 0044 0532 0130 01",
    "手机端版本4.2.1234，手机版10.12.12345，电话会议室123 456",
    "快照110105194912310021，批次110105491231002，编号910105194912310021",
    "[phone:1] and [secret:password], [e-mail:22]，[address:3]",
    "area \\text{A} = 20(20-8)(20-15)(20-17), 10. Write Unit Tests, the side of Triangle 1, x + 20 30 40 50",
    "GB82 TEST CODE 1234 5678 9012 3456 7890",
)  # fmt: skip


@pytest.mark.parametrize(("text", "kind", "value"), TAKEN)
def test_personal_data_is_found_from_its_first_to_its_last_character(text: str, kind: str, value: str) -> None:
    assert found_in(text) == [(kind, value)]


@pytest.mark.parametrize("text", STAYS)
def test_other_numbers_and_names_stay(text: str) -> None:
    assert found_in(text) == []


@pytest.mark.parametrize(
    "spellings",
    [
        ("手机13800138000", "+86 138 0013 8000", "电话138-0013-8000", "打8613800138000"),
        ("call +1 415 555 2671", "(415) 555-2671", "415-555-2671", "phone 4155552671"),
        ("ring 020 7946 0958", "+44 20 7946 0958"),
        ("mail Ann@Example.com", "ann@example.com"),
        ("卡号4111 1111 1111 1111", "card 4111111111111111"),
        ("京A12345", "京A·12345"),
        ("身份证11010519491231002x", "11010519491231002X"),
        ("GB82 WEST 1234 5698 7654 32", "gb82west12345698765432"),
        ("I live at 12 High Street,  Leeds LS1 4AP", "at 12 HIGH Street Leeds LS1 4AP"),
    ],
)
def test_every_spelling_of_a_value_has_one_key(spellings: tuple[str, ...]) -> None:
    assert len({one.key for text in spellings for one in find_personal(text)}) == 1
    assert all(len(find_personal(text)) == 1 for text in spellings)


def test_an_extension_tells_numbers_apart() -> None:
    (plain,) = find_personal("call 415-555-2671")
    (extended,) = find_personal("call 415-555-2671 ext. 12")
    assert plain.key != extended.key


def test_what_stands_side_by_side_is_told_apart() -> None:
    """A phone number beside a card number, an address that ends where a phone number begins."""
    text = "张三13800138000卡号4111 1111 1111 1111，住在北京市海淀区中关村大街27号1101室，zs@example.com"
    assert [kind for kind, _ in found_in(text)] == ["phone", "bank-card", "address", "e-mail"]


@given(st.text(alphabet="0123456789 -+().,:/@AaBb市路号住12中区街室栋x电话call\n", max_size=60))
def test_finds_are_in_order_and_never_overlap(text: str) -> None:
    places = [place for one in find_personal(text) for place in (one.start, one.end)]
    assert places == sorted(places)
    assert all(0 <= place <= len(text) for place in places)


@given(st.uuids())
def test_an_id_is_no_personal_data(value: object) -> None:
    """Recall takes an id for a question, so the gate must leave it whole."""
    assert found_in(str(value)) == []
