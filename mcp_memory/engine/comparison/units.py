"""Units and currencies: which measure the same, and by what factor."""

from fractions import Fraction

from mcp_memory.engine.comparison.tables import words

Unit = tuple[str, Fraction]
"""What is measured, and how many of its base unit this one is."""


def _table(rows: str) -> dict[str, Unit]:
    """Lines of "dimension factor names…"; a factor may be a fraction."""
    found: dict[str, Unit] = {}
    for row in rows.strip().splitlines():
        dimension, factor, *names = row.split()
        found |= {name: (dimension, Fraction(factor)) for name in names}
    return found


UNITS = _table("""
seconds 1/1000 ms millisecond milliseconds msec 毫秒
seconds 1/1000000 µs μs us microsecond microseconds 微秒
seconds 1 s sec secs second seconds 秒 秒钟
seconds 60 min mins minute minutes 分钟
seconds 3600 h hr hrs hour hours 小时 个小时 个钟头 钟头
seconds 86400 day days 天
seconds 604800 week weeks 周 个星期 星期 个礼拜 礼拜
months 1 month months 个月
months 12 year years yr yrs 年
bytes 1 byte bytes 字节
bytes 1000 kb kilobyte kilobytes
bytes 1000000 mb megabyte megabytes 兆
bytes 1000000000 gb gig gigs gigabyte gigabytes
bytes 1000000000000 tb terabyte terabytes
bytes 1024 kib
bytes 1048576 mib
bytes 1073741824 gib
bitrate 1000000 mbps mbit/s
bitrate 1000000000 gbps gbit/s
metres 1/1000 mm millimetre millimetres millimeter millimeters 毫米
metres 1/100 cm centimetre centimetres centimeter centimeters 厘米 公分
metres 1 m metre metres meter meters 米
metres 1000 km kilometre kilometres kilometer kilometers 公里 千米
metres 500 里
metres 1609344/1000 mile miles 英里
metres 3048/10000 ft foot feet 英尺
metres 254/10000 inch inches 英寸
grams 1/1000 mg 毫克
grams 1 g gram grams 克
grams 500 斤
grams 1000 kg kilo kilos kilogram kilograms 公斤 千克
grams 1000000 tonne tonnes 吨
grams 45359237/100000 lb lbs pound-mass 磅
litres 1/1000 ml 毫升
litres 1 l litre litres liter liters 升
celsius 1 °c ℃ celsius 摄氏度 度
fahrenheit 1 °f fahrenheit 华氏度
hertz 1 hz
hertz 1000 khz
hertz 1000000 mhz
hertz 1000000000 ghz
watts 1 w watt watts 瓦
watts 1000 kw kilowatt kilowatts 千瓦
wh 1000 kwh 千瓦时
area 1 m² m2 sqm 平方米 平米
speed 1 km/h kph 公里每小时
requests 1 rps req/s qps
pixels 1 px pixel pixels 像素
times 1 倍
times 1 times
""")
"""English and Chinese units, in small letters."""

CURRENCIES = {
    name: code
    for code, names in {
        "USD": "$ usd us$ dollar dollars bucks 美元 美金",
        "EUR": "€ eur euro euros 欧元",
        "GBP": "£ gbp pound pounds 英镑",
        "CNY": "¥ ￥ cny rmb yuan 元 块 块钱 人民币 元人民币",
        "JPY": "jpy yen 日元",
        "HKD": "hk$ hkd 港币 港元",
        "CHF": "chf francs",
        "INR": "₹ inr rupees 卢比",
        "KRW": "₩ krw won 韩元",
    }.items()
    for name in names.split()
}
"""Signs, codes and names to one code each."""

CLASSIFIERS = words("""
个 名 位 人 次 台 条 页 岁 层 楼 号 份 本 件 只 辆 套 间 张 场 家 种 项 门 节 轮 步 行 期 届 章 段 字 分 票 桶 瓶 杯
颗 把 头 匹 棵 座 所 班 组 排 箱 包 袋 盒 户 亩 集 课 线 路
""")
"""What stands between a Chinese number and its noun."""
