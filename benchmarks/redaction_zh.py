"""Made Chinese messages with personal data whose places are known, and as many with numbers that are none.

All values are drawn: they have the right form and check digits, and belong to nobody on purpose.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from stdnum import luhn
from stdnum.cn import ric


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text and what is personal in it: kind, from, to."""

    text: str
    spans: tuple[tuple[str, int, int], ...]


_SURNAMES = "王李张刘陈杨赵黄周吴徐孙马胡朱郭何罗高林"
_GIVEN = ("伟", "芳", "娜", "敏", "静", "强", "磊", "洋", "艳", "勇", "子涵", "浩然", "欣怡", "建国", "志强", "雨桐")
_PLACE_NAMES = """
北京市朝阳区 北京市海淀区 上海市徐汇区 上海市闵行区 广东省广州市天河区 广东省深圳市宝安区 浙江省杭州市余杭区
江苏省南京市鼓楼区 四川省成都市锦江区 湖北省武汉市洪山区 陕西省西安市雁塔区 重庆市渝北区 天津市和平区
山东省青岛市市南区 福建省厦门市思明区 成都市武侯区 苏州市吴中区 长沙市岳麓区 郑州市金水区 昆明市盘龙区
广西壮族自治区南宁市青秀区 内蒙古自治区呼和浩特市赛罕区
"""
_ROAD_NAMES = """
建国路 中山北路 人民东路 解放大道 长江路 学院路 科技二路 天府大道 滨河街 文昌巷 和平路 延安西路 龙井路 新华街 光谷大道
"""
_QUARTER_NAMES = """
阳光花园 锦绣小区 翠湖公寓 万科城 碧桂园小区 金色家园 东方新城 幸福里小区 保利花园 书香苑
"""
_PLACES, _ROADS, _QUARTERS = (names.split() for names in (_PLACE_NAMES, _ROAD_NAMES, _QUARTER_NAMES))
_PROVINCES = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼"
_PLATE_SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_REGIONS = ("110105", "310104", "440305", "330106", "510104", "420111", "610113", "500112", "320106", "350203")
_HOSTS = ("qq.com", "163.com", "126.com", "sina.cn", "gmail.com", "outlook.com", "mail.example.com", "foxmail.com")

_SAID: dict[str, tuple[str, ...]] = {
    "phone": (
        "{name}的手机号是{}，有事打这个。",
        "联系{name}：{}",
        "客户{name}{}说周五前要报价",
        "快递放门口就行，收件人{name} {}",
        "前台座机{}，找{name}转一下",
        "她换号了，新号{}记一下",
        "加微信{}，备注项目名",
        "紧急联系人{name}（{}）",
    ),
    "e-mail": (
        "合同发到{}就行",
        "{name}的邮箱：{}。",
        "请抄送{}和运维组",
        "账号{}登录不了，帮忙看下",
        "邮件地址写的是{}吗？",
    ),
    "national-id": (
        "{name}身份证号{}，办入职用",
        "证件号码：{}",
        "实名认证提交的是{}，审核没过",
        "身份证{}到期了要换",
        "订票信息：{name}，{}，二等座",
    ),
    "bank-card": (
        "工资卡号{}，招行的",
        "打到这张卡{}上，户名{name}",
        "报销转账：{name} {}",
        "银行卡{}昨天挂失了",
        "我的信用卡是{}，下月5号还款",
    ),
    "passport": (
        "护照号{}，明年到期",
        "{name}护照{}，签证已经递了",
        "出差登记：护照号码 {}",
        "港澳通行证{}还没下来",
    ),
    "licence-plate": (
        "停车登记车牌{}",
        "那辆{}挡住车库门了",
        "车牌号是{}，白色SUV",
        "{name}开的是{}，提前报备一下",
        "违章车辆：{}。",
    ),
    "address": (
        "{name}住在{}，周末去拜访",
        "收货地址：{}",
        "样品寄到{}，收件人{name}",
        "我们公司搬到{}了",
        "地址是{}，电话另发",
        "下周去{}面试",
    ),
}
_OTHER = (
    "服务监听在端口{port}，日志在10.{byte}.{byte}.{byte}上",
    "v{small}.{small}.{small}已于2026-0{small}-1{small}发布，回滚到v{small}.{small}.{small}",
    "订单号{long}今天发货，流水号{long}",
    "预算{amount}元，批了{amount}.50元",
    "今天处理了{amount}次请求，失败{small}次",
    "提交{hash}引入的问题，见{hash}",
    "时间戳176{amount}4{small}00，换算是晚上{small}点",
    "会议室在{small}楼{port}房间，{small}点{small}0分开始",
    "第{small}章第{small}节讲的是思路{small}号方案",
    "地铁{small}号线到人民广场，走{amount}步",
    "ISBN 978-7-111-{port}{small}-{small}这本书不错",
    "把超时从{port}毫秒改到{amount}毫秒",
    "uuid是{hash8}-{hash4}-7{hash3}-8{hash3}-{hash12}",
    "工单#{amount}和PR {port}都关了",
    "更新V{port}{small}版，型号A{port}，批次{long}",
    "坐标39.{amount},116.{amount}附近有信号",
    "CPU占用{small}{small}%，内存{port}MB，QPS {amount}",
    "{name}说周{week}之前给结论，先按方案{small}走",
    "数据库主键{long}冲突，trace_id={hash}{hash}",
    "2026年{small}月{small}日到{small}月1{small}日休假",
    "手机端版本{small}.{small}.{port}，电话会议改到{small}点",
    "京东自营有货，沪深300跌了{small}%，新A股上市",
)


def messages(count: int, seed: int = 1) -> list[Labelled]:
    """`count` messages with personal data and as many without, the same for the same seed."""
    draw = _Draw(random.Random(seed))  # noqa: S311 (what is drawn guards nothing)
    told = [draw.telling() for _ in range(count)]
    return told + [Labelled(draw.plain(), ()) for _ in range(count)]


class _Draw:
    """Draws texts and values."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._makers: dict[str, Callable[[], str]] = {
            "phone": self._phone,
            "e-mail": self._mail,
            "national-id": self._id,
            "bank-card": self._card,
            "passport": self._passport,
            "licence-plate": self._plate,
            "address": self._address,
        }

    def telling(self) -> Labelled:
        """One to three sentences, each with one value."""
        text = ""
        spans = []
        for kind in self._chance.choices(list(_SAID), k=self._chance.choice((1, 1, 2, 3))):
            lead, _, rest = self._chance.choice(_SAID[kind]).partition("{}")
            value = self._makers[kind]()
            text += self._filled(lead)
            spans.append((kind, len(text), len(text) + len(value)))
            text += value + self._filled(rest) + self._chance.choice(("", "，", "；", "\n"))
        return Labelled(text, tuple(spans))

    def plain(self) -> str:
        """A sentence with numbers that are nobody's."""
        return self._filled(self._chance.choice(_OTHER))

    def _filled(self, template: str) -> str:
        return "".join(self._slot(part[1:-1]) if part.startswith("{") else part for part in _cut(template))

    def _slot(self, slot: str) -> str:
        if slot == "name":
            return self._chance.choice(_SURNAMES) + self._chance.choice(_GIVEN)
        if slot == "week":
            return self._chance.choice("一二三四五")
        if slot.startswith("hash"):
            return "".join(self._chance.choices("0123456789abcdef", k=int(slot[4:] or 7)))
        low, high = {"small": (1, 9), "byte": (0, 255), "port": (1000, 9999)}.get(slot, (0, 0))
        return str(self._chance.randint(low, high)) if high else self._digits(18 if slot == "long" else 5)

    def _digits(self, count: int) -> str:
        return str(self._chance.randint(1, 9)) + "".join(self._chance.choices("0123456789", k=count - 1))

    def _phone(self) -> str:
        if self._chance.random() < 0.15:
            return self._chance.choice(("010-", "021-", "0755-", "(020) ")) + "6" + self._digits(7)
        start = f"1{self._chance.choice('3456789')}{self._chance.randint(0, 9)}"
        middle, end = (f"{self._chance.randint(0, 9999):04}" for _ in range(2))
        sign = self._chance.choice(("", "", "", " ", "-"))
        return self._chance.choice(("", "", "", "+86 ", "86-")) + sign.join((start, middle, end))

    def _mail(self) -> str:
        name = self._chance.choice(("zhang.wei", "li_na", "wangfang88", "service", "chen-h", "1985lin", "xu.q"))
        return f"{name}{self._chance.randint(1, 999)}@{self._chance.choice(_HOSTS)}"

    def _id(self) -> str:
        year, month, day = self._chance.randint(1950, 2010), self._chance.randint(1, 12), self._chance.randint(1, 28)
        number = f"{self._chance.choice(_REGIONS)}{year}{month:02}{day:02}{self._chance.randint(1, 999):03}"
        return number + ric.calc_check_digit(f"{number}0")

    def _card(self) -> str:
        start = self._chance.choice(("622202", "621700", "622588", "436742", "524031"))
        body = start + self._digits((16 if start[0] in "45" else 19) - 7)
        number = body + luhn.calc_check_digit(body)
        return (
            " ".join(number[at : at + 4] for at in range(0, len(number), 4)) if self._chance.random() < 0.4 else number
        )

    def _passport(self) -> str:
        return self._chance.choice(("E", "G", "EA", "EJ", "C")) + self._digits(8)

    def _plate(self) -> str:
        start = self._chance.choice(_PROVINCES) + self._chance.choice(_PLATE_SIGNS)
        dot = self._chance.choice(("", "", "·"))
        if self._chance.random() < 0.3:
            return start + dot + self._chance.choice("DF") + self._digits(5)
        return start + dot + self._chance.choice((self._digits(5), self._chance.choice(_PLATE_SIGNS) + self._digits(4)))

    def _address(self) -> str:
        place = self._chance.choice(_PLACES) if self._chance.random() < 0.8 else ""
        road = f"{self._chance.choice(_ROADS)}{self._chance.randint(1, 999)}{self._chance.choice(('号', '号', '弄'))}"
        flat = f"{self._chance.randint(1, 30)}{self._chance.choice(('号楼', '栋', '幢'))}"
        unit = self._chance.choice(("", f"{self._chance.randint(1, 4)}单元"))
        room = f"{self._chance.randint(1, 30)}0{self._chance.randint(1, 9)}{self._chance.choice(('室', '', '号'))}"
        quarter = self._chance.choice(_QUARTERS)
        return place + self._chance.choice(
            (road, road + flat + unit + room, road + quarter + flat + room, quarter + flat + unit + room)
        )


def _cut(template: str) -> Iterator[str]:
    """The template in pieces: plain text, and slots in braces."""
    for index, part in enumerate(template.replace("}", "{").split("{")):
        yield f"{{{part}}}" if index % 2 else part
