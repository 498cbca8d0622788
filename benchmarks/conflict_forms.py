"""Attributes from which pairs of statements are made: subjects, wordings and values, English and Chinese."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attribute:
    """What a subject has one of. `forms` have {s} and {v}; each value is written in one or several ways, by "|"."""

    name: str
    subjects: tuple[str, ...]
    forms: tuple[str, ...]
    values: tuple[str, ...]


def _attributes(text: str) -> tuple[Attribute, ...]:
    """A line with the name, then lines of subjects (s), forms (f) and values (v), parted by semicolons."""
    found: list[dict[str, list[str]]] = []
    names: list[str] = []
    for line in text.strip().splitlines():
        if not line.startswith(" "):
            names.append(line)
            found.append({"s": [], "f": [], "v": []})
        else:
            found[-1][line[1]] += [part.strip() for part in line[3:].split(";")]
    return tuple(
        Attribute(name, *(tuple(parts[key]) for key in "sfv")) for name, parts in zip(names, found, strict=True)
    )


ENGLISH = _attributes("""
port
 s Atlas; the billing service; the metrics exporter
 f {s} listens on port {v}; the port of {s} is {v}; {s} port: {v}; {s} runs on port {v}
 v 8080; 9090; 5432; 6379
price
 s the annual plan; a day ticket; the ergonomic chair
 f {s} costs {v}; the price of {s} is {v}; {s} is priced at {v}
 v 1,200 euros|1200 EUR; 950 euros|€950; 80 euros|€80; 15.50 euros|15.50 EUR
version
 s the gateway; the runtime of Borealis
 f {s} is on version {v}; the version of {s} is {v}; {s} was upgraded to version {v}
 v 2.4.1; 2.5.0; 3.0.0
address
 s the wiki; the staging API
 f {s} is at {v}; the URL of {s} is {v}; {s} moved to {v}
 v https://one.example.com; https://two.example.com/api; https://three.example.org
host
 s the replica; the build machine
 f {s} has the IP address {v}; the IP address of {s} is {v}; {s} is reachable at {v}
 v 10.0.0.5; 10.0.0.6; 192.168.1.20
path
 s the config file of Atlas; the nightly dump
 f {s} is stored in {v}; {s} lies in {v}; the location of {s} is {v}
 v /etc/atlas/main.toml; /srv/dumps; /var/lib/old
e-mail
 s Maria Lopez; the help desk
 f the e-mail of {s} is {v}; {s} can be reached at {v}; {s} has the e-mail address {v}
 v maria@example.com; desk@example.org; help@example.net
date
 s the release of Atlas 2; the audit; the board meeting
 f {s} is on {v}; {s} is scheduled for {v}; {s} takes place on {v}; {s} was moved to {v}
 v 3 May|May 3; 17 June|June 17th; 9 October
time
 s the stand-up; the dentist appointment; the night train
 f {s} is at {v}; {s} starts at {v}; the time of {s} is {v}
 v 3 pm|15:00; 9:30 am|09:30; 18:45|6:45 pm
birthday
 s Anna; Tom's daughter
 f the birthday of {s} is {v}; {s} was born on {v}; {s}'s birthday is on {v}
 v 3 May|May 3; 21 August; 30 November
timeout
 s the upload; the checkout request
 f the timeout of {s} is {v}; {s} times out after {v}; the timeout for {s} was set to {v}
 v 2 minutes|120 seconds; 30 seconds|30 s; 500 ms
duration
 s the workshop; the flight to Lisbon
 f {s} takes {v}; {s} lasts {v}; the duration of {s} is {v}
 v 2 hours|120 minutes; 90 minutes|1.5 hours; 45 minutes
count
 s the cluster; the new office
 f {s} has {v} nodes; {s} consists of {v} nodes; there are {v} nodes in {s}
 v three|3; five|5; twelve|12
children
 s Peter; our neighbour
 f {s} has {v} children; {s} is a parent of {v} children
 v two|2; three|3; four|4
limit
 s an attachment; one import
 f the size limit of {s} is {v}; {s} may have at most {v}; {s} is limited to {v}
 v 10 MB|10 megabytes; 25 MB; 1 GB|1000 MB
discount
 s loyal customers; students
 f {s} get a discount of {v}; the discount for {s} is {v}; {s} pay {v} less
 v 10%|10 percent|ten percent; 15%|15 percent; 20%
dose
 s the tablet; her vitamin D
 f the dose of {s} is {v}; {s} is taken at {v} a day
 v 50 mg; 100 mg|0.1 g; 200 mg
weight
 s the parcel; his suitcase
 f {s} weighs {v}; the weight of {s} is {v}
 v 3 kg|3000 g; 5 kg; 7.5 kg
home
 s Anna; my brother
 f {s} lives in {v}; {s} has moved to {v}; the home town of {s} is {v}
 v Berlin; Lisbon; Osaka
employer
 s Sofia; his wife
 f {s} works at {v}; the employer of {s} is {v}; {s} works for {v}
 v Siemens; Contoso; the city library
responsible
 s the billing service; the garden project
 f {v} is responsible for {s}; the owner of {s} is {v}; {s} is owned by {v}; {v} owns {s}
 v Anna; Ben; Mei Chen
name
 s the mascot; their dog
 f {s} is called {v}; the name of {s} is {v}; {s}'s name is {v}
 v Pixel; Turing; Bruno
branch
 s the main repository; the docs site
 f the default branch of {s} is {v}; {s} uses {v} as the default branch
 v main; trunk; develop
colour
 s the logo; her bicycle
 f the colour of {s} is {v}; {s} is {v}
 v red; dark green; blue
time zone
 s the scheduler; the Tokyo office
 f the time zone of {s} is {v}; {s} runs in {v}
 v UTC; CET; JST
""")

CHINESE = _attributes("""
port
 s Atlas; 计费服务; 监控系统
 f {s}的端口是{v}; {s}监听{v}端口; {s}端口：{v}; {s}的端口改为{v}
 v 8080; 9090; 5432
price
 s 年费套餐; 成人票; 这把椅子
 f {s}的价格是{v}; {s}售价{v}; {s}卖{v}
 v 1200元|一千二百元|1,200元; 950元; 八十元|80元
version
 s 网关; 运行环境
 f {s}的版本是{v}; {s}当前版本为{v}; {s}升级到{v}
 v 2.4.1; 2.5.0; 3.0.0
address
 s 内部文档; 测试环境接口
 f {s}的地址是{v}; {s}网址：{v}; {s}在{v}
 v https://one.example.com; https://two.example.com/api; https://three.example.org
date
 s Atlas二期上线; 年度审计; 董事会
 f {s}定在{v}; {s}的日期是{v}; {s}改到{v}; {s}在{v}举行
 v 5月3日|五月三日; 6月17日; 十月九日|10月9日
time
 s 每日站会; 牙医预约; 周会
 f {s}在{v}开始; {s}的时间是{v}; {s}改到{v}
 v 下午三点|15:00; 上午九点半|09:30; 18:45
birthday
 s 张伟; 王芳的女儿
 f {s}的生日是{v}; {s}出生于{v}; {s}生日在{v}
 v 5月3日|五月三日; 8月21日; 11月30日
timeout
 s 上传接口; 支付请求
 f {s}的超时时间是{v}; {s}超时为{v}; {s}的超时设为{v}
 v 2分钟|120秒|两分钟; 30秒|三十秒; 500毫秒
duration
 s 培训; 飞往东京的航班
 f {s}持续{v}; {s}的时长是{v}; {s}需要{v}
 v 两小时|2小时|120分钟; 90分钟|一个半小时; 45分钟
count
 s 生产集群; 新办公室
 f {s}有{v}台服务器; {s}共有{v}台服务器; {s}的服务器数量是{v}台
 v 三|3; 五|5; 十二|12
children
 s 李明; 隔壁邻居
 f {s}有{v}个孩子; {s}家有{v}个孩子
 v 两|2; 三|3; 四|4
limit
 s 附件; 单次导入
 f {s}的大小上限是{v}; {s}不能超过{v}; {s}最大{v}
 v 10MB; 25MB; 1GB|1000MB
discount
 s 老客户; 学生
 f {s}的折扣是{v}; {s}享受{v}的折扣; {s}优惠{v}
 v 百分之十|10%; 百分之十五|15%; 20%
budget
 s 市场活动; 装修
 f {s}的预算是{v}; {s}预算为{v}; {s}预算定在{v}
 v 20万元|二十万元|200000元; 35万元; 八千元|8000元
weight
 s 这个包裹; 他的行李
 f {s}重{v}; {s}的重量是{v}
 v 3公斤|3千克|3000克; 五公斤|5公斤; 7.5公斤
home
 s 小李; 我弟弟
 f {s}住在{v}; {s}搬到了{v}; {s}现在住{v}
 v 北京; 杭州; 大阪
employer
 s 王芳; 他妻子
 f {s}在{v}工作; {s}的单位是{v}; {s}就职于{v}
 v 西门子; 市图书馆; 华东师范大学
responsible
 s 计费服务; 花园项目
 f {s}由{v}负责; {s}的负责人是{v}; {v}负责{s}
 v 张伟; 李娜; 陈美
name
 s 吉祥物; 他家的狗
 f {s}叫{v}; {s}的名字是{v}; {s}名叫{v}
 v 豆豆; 图灵; 旺财
branch
 s 主仓库; 文档站
 f {s}的默认分支是{v}; {s}默认分支为{v}
 v main; trunk; develop
colour
 s 标志; 她的自行车
 f {s}的颜色是{v}; {s}是{v}的
 v 红色; 深绿色; 蓝色
database
 s 订单系统; 博客
 f {s}的数据库是{v}; {s}用{v}作为数据库; {s}的数据库换成{v}
 v MySQL; PostgreSQL; SQLite
deadline
 s 论文; 合同签署
 f {s}的截止日期是{v}; {s}截止到{v}; {s}最晚{v}交
 v 周五|星期五; 周三; 周一|星期一
temperature
 s 机房; 冷藏柜
 f {s}的温度是{v}; {s}温度保持在{v}; {s}温度设为{v}
 v 22度|22℃; 4度; 18℃
""")
