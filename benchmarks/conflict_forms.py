"""Forms and values from which pairs of statements are made: attributes with their wordings, and what is no conflict."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attribute:
    """What a subject has one of. `forms` have {s} and {v}; each value is written in one or several ways, by "|"."""

    name: str
    subjects: tuple[str, ...]
    forms: tuple[str, ...]
    values: tuple[str, ...]


def _attribute(name: str, subjects: str, forms: str, values: str) -> Attribute:
    return Attribute(*(name, *(tuple(part.strip() for part in text.split(";")) for text in (subjects, forms, values))))


ENGLISH = (
    _attribute("port", "Atlas; the billing service; the metrics exporter", "{s} listens on port {v}; the port of {s} is {v}; {s} port: {v}; {s} runs on port {v}", "8080; 9090; 5432; 6379"),
    _attribute("price", "the annual plan; a day ticket; the ergonomic chair", "{s} costs {v}; the price of {s} is {v}; {s} is priced at {v}", "1,200 euros|1200 EUR; 950 euros|€950; 80 euros|€80; 15.50 euros|15.50 EUR"),
    _attribute("version", "the gateway; the runtime of Borealis", "{s} is on version {v}; the version of {s} is {v}; {s} was upgraded to version {v}", "2.4.1; 2.5.0; 3.0.0"),
    _attribute("address", "the wiki; the staging API", "{s} is at {v}; the URL of {s} is {v}; {s} moved to {v}", "https://one.example.com; https://two.example.com/api; https://three.example.org"),
    _attribute("host", "the replica; the build machine", "{s} has the IP address {v}; the IP address of {s} is {v}; {s} is reachable at {v}", "10.0.0.5; 10.0.0.6; 192.168.1.20"),
    _attribute("path", "the config file of Atlas; the nightly dump", "{s} is stored in {v}; {s} lies in {v}; the location of {s} is {v}", "/etc/atlas/main.toml; /srv/dumps; /var/lib/old"),
    _attribute("e-mail", "Maria Lopez; the help desk", "the e-mail of {s} is {v}; {s} can be reached at {v}; {s} has the e-mail address {v}", "maria@example.com; desk@example.org; help@example.net"),
    _attribute("date", "the release of Atlas 2; the audit; the board meeting", "{s} is on {v}; {s} is scheduled for {v}; {s} takes place on {v}; {s} was moved to {v}", "3 May|May 3; 17 June|June 17th; 9 October"),
    _attribute("time", "the stand-up; the dentist appointment; the night train", "{s} is at {v}; {s} starts at {v}; the time of {s} is {v}", "3 pm|15:00; 9:30 am|09:30; 18:45|6:45 pm"),
    _attribute("birthday", "Anna; Tom's daughter", "the birthday of {s} is {v}; {s} was born on {v}; {s}'s birthday is on {v}", "3 May|May 3; 21 August; 30 November"),
    _attribute("timeout", "the upload; the checkout request", "the timeout of {s} is {v}; {s} times out after {v}; the timeout for {s} was set to {v}", "2 minutes|120 seconds; 30 seconds|30 s; 500 ms"),
    _attribute("duration", "the workshop; the flight to Lisbon", "{s} takes {v}; {s} lasts {v}; the duration of {s} is {v}", "2 hours|120 minutes; 90 minutes|1.5 hours; 45 minutes"),
    _attribute("count", "the cluster; the new office", "{s} has {v} nodes; {s} consists of {v} nodes; there are {v} nodes in {s}", "three|3; five|5; twelve|12"),
    _attribute("children", "Peter; our neighbour", "{s} has {v} children; {s} is a parent of {v} children", "two|2; three|3; four|4"),
    _attribute("limit", "an attachment; one import", "the size limit of {s} is {v}; {s} may have at most {v}; {s} is limited to {v}", "10 MB|10 megabytes; 25 MB; 1 GB|1000 MB"),
    _attribute("discount", "loyal customers; students", "{s} get a discount of {v}; the discount for {s} is {v}; {s} pay {v} less", "10%|10 percent|ten percent; 15%|15 percent; 20%"),
    _attribute("dose", "the tablet; her vitamin D", "the dose of {s} is {v}; {s} is taken at {v} a day", "50 mg; 100 mg|0.1 g; 200 mg"),
    _attribute("weight", "the parcel; his suitcase", "{s} weighs {v}; the weight of {s} is {v}", "3 kg|3000 g; 5 kg; 7.5 kg"),
    _attribute("home", "Anna; my brother", "{s} lives in {v}; {s} has moved to {v}; the home town of {s} is {v}", "Berlin; Lisbon; Osaka"),
    _attribute("employer", "Sofia; his wife", "{s} works at {v}; the employer of {s} is {v}; {s} works for {v}", "Siemens; Contoso; the city library"),
    _attribute("responsible", "the billing service; the garden project", "{v} is responsible for {s}; the owner of {s} is {v}; {s} is owned by {v}; {v} owns {s}", "Anna; Ben; Mei Chen"),
    _attribute("name", "the mascot; their dog", "{s} is called {v}; the name of {s} is {v}; {s}'s name is {v}", "Pixel; Turing; Bruno"),
    _attribute("branch", "the main repository; the docs site", "the default branch of {s} is {v}; {s} uses {v} as the default branch", "main; trunk; develop"),
    _attribute("colour", "the logo; her bicycle", "the colour of {s} is {v}; {s} is {v}", "red; dark green; blue"),
    _attribute("time zone", "the scheduler; the Tokyo office", "the time zone of {s} is {v}; {s} runs in {v}", "UTC; CET; JST"),
)  # fmt: skip

CHINESE = (
    _attribute("port", "Atlas; 计费服务; 监控系统", "{s}的端口是{v}; {s}监听{v}端口; {s}端口：{v}; {s}的端口改为{v}", "8080; 9090; 5432"),
    _attribute("price", "年费套餐; 成人票; 这把椅子", "{s}的价格是{v}; {s}售价{v}; {s}卖{v}", "1200元|一千二百元|1,200元; 950元; 八十元|80元"),
    _attribute("version", "网关; 运行环境", "{s}的版本是{v}; {s}当前版本为{v}; {s}升级到{v}", "2.4.1; 2.5.0; 3.0.0"),
    _attribute("address", "内部文档; 测试环境接口", "{s}的地址是{v}; {s}网址：{v}; {s}在{v}", "https://one.example.com; https://two.example.com/api; https://three.example.org"),
    _attribute("date", "Atlas二期上线; 年度审计; 董事会", "{s}定在{v}; {s}的日期是{v}; {s}改到{v}; {s}在{v}举行", "5月3日|五月三日; 6月17日; 十月九日|10月9日"),
    _attribute("time", "每日站会; 牙医预约; 周会", "{s}在{v}开始; {s}的时间是{v}; {s}改到{v}", "下午三点|15:00; 上午九点半|09:30; 18:45"),
    _attribute("birthday", "张伟; 王芳的女儿", "{s}的生日是{v}; {s}出生于{v}; {s}生日在{v}", "5月3日|五月三日; 8月21日; 11月30日"),
    _attribute("timeout", "上传接口; 支付请求", "{s}的超时时间是{v}; {s}超时为{v}; {s}的超时设为{v}", "2分钟|120秒|两分钟; 30秒|三十秒; 500毫秒"),
    _attribute("duration", "培训; 飞往东京的航班", "{s}持续{v}; {s}的时长是{v}; {s}需要{v}", "两小时|2小时|120分钟; 90分钟|一个半小时; 45分钟"),
    _attribute("count", "生产集群; 新办公室", "{s}有{v}台服务器; {s}共有{v}台服务器; {s}的服务器数量是{v}台", "三|3; 五|5; 十二|12"),
    _attribute("children", "李明; 隔壁邻居", "{s}有{v}个孩子; {s}家有{v}个孩子", "两|2; 三|3; 四|4"),
    _attribute("limit", "附件; 单次导入", "{s}的大小上限是{v}; {s}不能超过{v}; {s}最大{v}", "10MB; 25MB; 1GB|1000MB"),
    _attribute("discount", "老客户; 学生", "{s}的折扣是{v}; {s}享受{v}的折扣; {s}优惠{v}", "百分之十|10%; 百分之十五|15%; 20%"),
    _attribute("budget", "市场活动; 装修", "{s}的预算是{v}; {s}预算为{v}; {s}预算定在{v}", "20万元|二十万元|200000元; 35万元; 八千元|8000元"),
    _attribute("weight", "这个包裹; 他的行李", "{s}重{v}; {s}的重量是{v}", "3公斤|3千克|3000克; 五公斤|5公斤; 7.5公斤"),
    _attribute("home", "小李; 我弟弟", "{s}住在{v}; {s}搬到了{v}; {s}现在住{v}", "北京; 杭州; 大阪"),
    _attribute("employer", "王芳; 他妻子", "{s}在{v}工作; {s}的单位是{v}; {s}就职于{v}", "西门子; 市图书馆; 华东师范大学"),
    _attribute("responsible", "计费服务; 花园项目", "{s}由{v}负责; {s}的负责人是{v}; {v}负责{s}", "张伟; 李娜; 陈美"),
    _attribute("name", "吉祥物; 他家的狗", "{s}叫{v}; {s}的名字是{v}; {s}名叫{v}", "豆豆; 图灵; 旺财"),
    _attribute("branch", "主仓库; 文档站", "{s}的默认分支是{v}; {s}默认分支为{v}", "main; trunk; develop"),
    _attribute("colour", "标志; 她的自行车", "{s}的颜色是{v}; {s}是{v}的", "红色; 深绿色; 蓝色"),
    _attribute("database", "订单系统; 博客", "{s}的数据库是{v}; {s}用{v}作为数据库; {s}的数据库换成{v}", "MySQL; PostgreSQL; SQLite"),
    _attribute("deadline", "论文; 合同签署", "{s}的截止日期是{v}; {s}截止到{v}; {s}最晚{v}交", "周五|星期五; 周三; 周一|星期一"),
    _attribute("temperature", "机房; 冷藏柜", "{s}的温度是{v}; {s}温度保持在{v}; {s}温度设为{v}", "22度|22℃; 4度; 18℃"),
)  # fmt: skip

OPPOSITES = {
    "en": (
        "the cache is enabled / the cache is disabled", "deploys on Friday are allowed / deploys on Friday are forbidden",
        "Anna likes spicy food / Anna does not like spicy food", "the API supports batch requests / the API does not support batch requests",
        "we use Redis for sessions / we no longer use Redis for sessions", "the contract is signed / the contract has not been signed",
        "Tom eats meat / Tom never eats meat", "the door is locked / the door is not locked", "I drink coffee / I don't drink coffee",
        "the tests must pass before a merge / the tests must not pass before a merge", "email alerts are turned on / email alerts are turned off",
        "my sister can drive / my sister can't drive", "guests may smoke here / guests may not smoke here", "the backup is encrypted / the backup is unencrypted",
        "Lena has a driving licence / Lena has no driving licence", "Sam trusts the new supplier / Sam doesn't trust the new supplier",
        "user prefers tabs over spaces / user prefers spaces over tabs", "Anna prefers tea / Anna now prefers coffee",
        "I prefer the window seat / I prefer the aisle seat", "I like trains more than planes / I like planes more than trains",
        "the editor theme is dark / the editor theme is light", "we decided to use Redis for the cache / we decided to use Memcached for the cache",
        "use yarn for the frontend / use pnpm for the frontend instead", "we use MySQL / we migrated from MySQL to PostgreSQL",
        "the team decided to adopt Scrum / the team decided against adopting Scrum", "we chose Kafka over RabbitMQ / we chose RabbitMQ over Kafka",
        "the newsletter goes out weekly / the newsletter goes out monthly", "replace Jenkins with GitLab / replace GitLab with Jenkins",
        "the team agreed to meet on site / the team agreed not to meet on site", "Kim is allergic to nuts / Kim is not allergic to nuts",
    ),
    "zh": (
        "缓存已启用 / 缓存已停用", "允许周五上线 / 禁止周五上线", "小李喜欢吃辣 / 小李不喜欢吃辣", "接口支持批量请求 / 接口不支持批量请求",
        "我们用Redis存会话 / 我们不再用Redis存会话", "合同已经签了 / 合同还没有签", "他吃肉 / 他从不吃肉", "门锁了 / 门没锁", "我喝咖啡 / 我不喝咖啡",
        "客人可以抽烟 / 客人不可以抽烟", "邮件提醒已开启 / 邮件提醒已关闭", "妹妹会开车 / 妹妹不会开车", "备份是加密的 / 备份不是加密的",
        "王芳有驾照 / 王芳没有驾照", "董事会支持这个方案 / 董事会反对这个方案", "他更喜欢茶而不是咖啡 / 他更喜欢咖啡而不是茶",
        "我喜欢喝茶 / 我讨厌喝茶", "比起火车，我更喜欢飞机 / 比起飞机，我更喜欢火车", "编辑器主题是深色 / 编辑器主题是浅色",
        "我们决定用Redis做缓存 / 我们决定用Memcached做缓存", "前端用yarn / 前端改用pnpm", "我们用MySQL / 我们从MySQL迁移到PostgreSQL",
        "团队决定采用敏捷开发 / 团队决定不采用敏捷开发", "用Kafka代替RabbitMQ / 用RabbitMQ代替Kafka", "通讯每周发一次 / 通讯每月发一次",
        "会议必须录音 / 会议不得录音", "小王对花生过敏 / 小王对花生不过敏", "需要提前预约 / 不需要提前预约", "这家店开发票 / 这家店不开发票",
        "把Jenkins换成GitLab / 把GitLab换成Jenkins",
    ),
}  # fmt: skip
"""Yes against no, reversed preferences and decisions."""

NO_CONFLICT = {
    "en": (
        "Anna likes tea / Anna likes coffee", "sensor 12 reads 7 / sensor 13 reads 9", "room 5 is free / room 6 is free",
        "Anna speaks French / Anna speaks Spanish", "the library supports Python 3.11 / the library supports Python 3.12",
        "2026-05-03 10:00:12 INFO request took 35 ms / 2026-05-03 10:00:13 INFO request took 48 ms", "lunch with Tom, 12 EUR / lunch with Tom, 15 EUR",
        "3 May: groceries 40 EUR / 10 May: groceries 52 EUR", "paid 30 euros for the taxi / paid 45 euros for the taxi",
        "met Maria on 3 May / met Maria on 10 May", "ran 5 km on Monday / ran 8 km on Tuesday", "Anna's birthday is 3 May / Ben's birthday is 4 May",
        "revenue in 2024 was 5 million / revenue in 2025 was 6 million", "in 2024 we used MySQL / since May we use PostgreSQL",
        "Anna: I prefer tea / Ben: I prefer coffee", "Anna prefers dark mode / Ben prefers light mode", "the port is not 8080 / the port is 9090",
        "the meeting is on Friday / the meeting is on Friday at 15:00", "the birthday is in May / the birthday is on 3 May",
        "the API not only supports JSON but also XML / the API supports JSON", "the shop does not open until Monday / the shop opens on Monday",
        "I can't wait to see Berlin / I want to see Berlin", "she didn't forget to pay the rent / she paid the rent",
        "it is not impossible to finish today / it is possible to finish today", "he did nothing but work / he worked",
        "step 1 takes 5 minutes / step 2 takes 10 minutes", "chapter 3 has 20 pages / chapter 4 has 25 pages", "invoice 1001 is paid / invoice 1002 is not paid",
        "the staging port is 8080 / the production port is 9090", "the login page loads in 2 s / the search page loads in 4 s",
        "bought two books / bought three books", "visited Rome in May / visited Rome in June", "at least 3 replicas are running / 5 replicas are running",
        "up to 10 guests are expected / 8 guests are expected", "about 100 people came / 104 people came", "commit a1b2c3d fixed the login / commit d4e5f6a fixed the login",
        "the price is 1,000 euros / the price is 1000 EUR", "the door opens at 8:00 / the gate opens at 9:00", "Anna works on search / Ben works on billing",
        "Anna leads the search team / Anna leads the mobile team", "we might use Redis / we might use Memcached", "is the port 8080? / the port is 9090",
        "if the disk is full, the job stops / if the network is down, the job stops", "the manager is kind / the manager is tall",
        "the server runs Linux / the server runs nginx", "mix the flour with 200 ml of milk / mix the sugar with 100 ml of milk",
        "the first run took 12 s / the second run took 9 s", "I saw Tom yesterday / I did not see Anna yesterday", "order 17 shipped to Berlin / order 18 shipped to Munich",
        "the bus leaves at 8:10 from stop A / the bus leaves at 8:25 from stop B", "the red team scored 3 / the blue team scored 5",
        "read 20 pages on Monday / read 35 pages on Tuesday", "PR #41 was merged / PR #42 was not merged", "he hardly sleeps / he sleeps little",
        "the trial lasts two weeks / the subscription lasts two years", "temperature at 8:00 was 17 °C / temperature at 9:00 was 19 °C",
        "deposit 500 EUR on 1 March / deposit 700 EUR on 1 April", "Anna was born in Berlin / Anna lives in Munich", "tea is good / coffee is bad",
        "we have a call with Acme on Monday / we have a call with Acme on Thursday", "Tom owes Ann 20 dollars / Ann owes Tom 30 dollars",
    ),
    "zh": (
        "小李喜欢喝茶 / 小李喜欢喝咖啡", "12号传感器读数为7 / 13号传感器读数为9", "5号会议室空着 / 6号会议室空着", "她会说法语 / 她会说西班牙语",
        "这个库支持Python 3.11 / 这个库支持Python 3.12", "5月3日午饭30元 / 5月4日午饭42元", "和小王吃饭，花了120元 / 和小王吃饭，花了150元",
        "打车花了30元 / 打车花了45元", "5月3日见了王芳 / 5月10日见了王芳", "周一跑了5公里 / 周二跑了8公里", "张伟的生日是5月3日 / 李娜的生日是5月4日",
        "2024年营收是五百万元 / 2025年营收是六百万元", "2024年我们用MySQL / 从今年5月起我们用PostgreSQL", "张伟：我喜欢喝茶 / 李娜：我喜欢喝咖啡",
        "张伟喜欢深色主题 / 李娜喜欢浅色主题", "端口不是8080 / 端口是9090", "会议在周五 / 会议在周五下午三点", "生日在5月 / 生日是5月3日",
        "接口不仅支持JSON而且支持XML / 接口支持JSON", "他不得不加班 / 他必须加班", "非去不可 / 必须去", "我等不及要去北京 / 我想去北京",
        "他没忘交房租 / 他交了房租", "第一步需要5分钟 / 第二步需要10分钟", "第三章有20页 / 第四章有25页", "1001号发票已付款 / 1002号发票没有付款",
        "测试环境端口是8080 / 生产环境端口是9090", "买了两本书 / 买了三本书", "五月去了罗马 / 六月去了罗马", "至少有3个副本在运行 / 有5个副本在运行",
        "大约来了100人 / 来了104人", "价格是1,000元 / 价格是一千元", "折扣是10% / 折扣是百分之十", "会议在15:00 / 会议在下午三点", "超时时间是2小时 / 超时时间是120分钟",
        "大门八点开门 / 侧门九点开门", "张伟负责搜索 / 张伟负责计费", "我们可能用Redis / 我们可能用Memcached", "端口是8080吗？ / 端口是9090",
        "如果磁盘满了就停止任务 / 如果断网了就停止任务", "经理很和气 / 经理很高", "加200毫升牛奶 / 加100克糖", "第一次运行用了12秒 / 第二次运行用了9秒",
        "昨天见到了小王 / 昨天没见到小李", "17号订单发往北京 / 18号订单发往上海", "红队得了3分 / 蓝队得了5分", "周一读了20页 / 周二读了35页",
        "试用期两周 / 订阅期两年", "8点温度是17度 / 9点温度是19度", "3月1日存入500元 / 4月1日存入700元", "小王出生在北京 / 小王住在上海",
        "周一和客户开会 / 周四和客户开会", "张伟欠李娜20元 / 李娜欠张伟30元", "A栋有12层 / B栋有15层", "去年他住在北京 / 现在他住在上海",
        "他很少熬夜 / 他不熬夜", "并非所有接口都需要登录 / 登录接口需要验证码", "不仅便宜而且好用 / 便宜又好用", "2026-05-03 10:00:12 请求耗时35毫秒 / 2026-05-03 10:00:13 请求耗时48毫秒",
        "用户反馈了3个问题 / 用户反馈了5个问题",
    ),
}  # fmt: skip
"""Hard cases that are no conflict: templates, sets, entries, other subjects, refinements, double denials."""
