"""Everyday statements of a project by hand, English and Chinese: worth keeping with their kinds, and not worth keeping.

They were written before the rules were run on them, so that the first numbers tell how the rules generalise.
"""

Case = tuple[str, str]


def _cases(text: str) -> tuple[Case, ...]:
    """Lines of "kinds | statement"; of several kinds each is right."""
    rows = (line.partition(" | ") for line in text.strip().splitlines())
    return tuple((kinds, statement) for kinds, _, statement in rows)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.strip().splitlines())


KEPT = {
    "en": _cases("""
fact | Our data centre is outside Reykjavik.
fact | Svetlana joined the design group in January.
fact | The intern's name is Oluwaseun.
fact | The build takes around twelve minutes.
fact | Our wiki lives on Outline.
fact | We bill customers through Stripe.
fact | The retrospective is on the last Friday of the month.
fact | The API is versioned by date.
fact | Staging mirrors production once a week.
fact | Marketing sits on the second floor.
fact | The legal entity is called Blue Harbour Ltd.
fact | The main customer is a chain of pharmacies in Spain.
fact | I'm the only person with access to the signing key.
fact | My working hours are 7 to 3.
fact | The old server was bought in 2017.
fact decision | We moved from Jira to Linear in March.
constraint | Prices must include VAT.
constraint | Don't commit generated files.
constraint | Every ticket needs an estimate before it is started.
constraint | We only support the last two major versions.
constraint | Tables may not have more than 50 columns.
constraint | Releases are never cut from a feature branch.
constraint | From now on, use metric units.
constraint preference | Please write dates as 2024-05-03 in all reports.
preference | I'd rather review small changes.
preference | My boss prefers slides over documents.
preference | I don't like nested ternaries.
decision | We've settled on blue for the logo.
decision | Let's drop the Windows build.
decision | The team picked Grafana for dashboards.
task | The licence has to be renewed in October.
task | Next step: write the migration guide.
task commitment | Felix will prepare the demo for Monday.
commitment | I'll send the invoice tomorrow morning.
commitment | We promised the client a patch within a week.
risk | If the supplier is late, we miss the trade fair.
risk | There's a danger of losing the old backups.
question | Nobody has decided yet where the data will be stored.
question | Open: do we translate the help pages?
reversal | Forget the Monday freeze, we cancelled it.
"""),
    "zh": _cases("""
fact | 我们的数据中心在雷克雅未克郊外。
fact | 斯维特兰娜一月份加入了设计组。
fact | 实习生叫奥卢。
fact | 构建大约要十二分钟。
fact | 我们的维基搭在Outline上。
fact | 我们通过Stripe向客户收费。
fact | 回顾会定在每月最后一个周五。
fact | 接口按日期编版本。
fact | 预发环境每周和生产同步一次。
fact | 市场部在二楼。
fact | 公司的注册名是蓝港有限公司。
fact | 最大的客户是西班牙的一家连锁药店。
fact | 只有我有签名密钥的权限。
fact | 我的工作时间是七点到三点。
fact | 老服务器是2017年买的。
fact decision | 三月份我们从Jira换到了Linear。
constraint | 价格必须含税。
constraint | 不要提交生成的文件。
constraint | 每张工单开工前都要有估时。
constraint | 我们只支持最近两个大版本。
constraint | 一张表不能超过50列。
constraint | 发布从来不从功能分支切。
constraint | 从现在起一律用公制单位。
constraint preference | 所有报告里的日期都写成2024-05-03。
preference | 我更愿意审小的改动。
preference | 老板喜欢看幻灯片，不喜欢看文档。
preference | 我不喜欢嵌套的三元表达式。
decision | 标志的颜色定了，用蓝色。
decision | Windows版本不做了，就这么定。
decision | 团队选了Grafana做看板。
task | 许可证十月份要续。
task | 下一步：写迁移指南。
task commitment | 周一的演示由小费准备。
commitment | 发票我明早发给你。
commitment | 我们答应客户一周之内出补丁。
risk | 要是供应商拖期，我们就赶不上展会了。
risk | 旧备份有丢失的危险。
question | 数据存在哪里，到现在也没人拍板。
question | 待定：帮助页面要不要翻译？
reversal | 周一封版取消了，不用管了。
"""),
}

DROPPED = {
    "en": _lines("""
Hi all, hope you had a nice weekend.
Sure, go ahead.
Let me read that again.
Which one do you mean?
I can't find the file.
That error again!
The coffee machine is broken again.
My laptop is updating, one moment.
I'm just about to leave.
Please open the pull request.
Could you make the font bigger?
Add three more examples.
Translate this into Polish.
Run it once more with debug output.
Turn this paragraph into a table.
What does this regular expression do?
Suppose every user had two phones.
If I were you, I would start with the tests.
Maybe it's a caching problem.
Perhaps we could ask Felix some day.
I wonder how they did it.
I feel like we're going in circles.
This is driving me crazy.
Great, the tests pass!
Nice work on the parser.
You were right about the index.
It's only a draft.
It doesn't matter which one.
See the log below.
[2024-05-03 12:00:01] INFO server started on port 8080
Traceback (most recent call last):
for i in range(10): print(i)
export PATH=$PATH:/usr/local/bin
npm install --save-dev eslint
<div class="box">Hello</div>
For instance, a shop might sell shoes in Rome.
In general, caches make things faster.
A balanced tree has logarithmic height.
They always say that in movies.
Ha, I remember those days.
"""),
    "zh": _lines("""
大家好，周末过得愉快吗？
行，你弄吧。
我再看一遍。
你说的是哪个？
我找不到那个文件。
又是这个报错！
咖啡机又坏了。
电脑在更新，等一下。
我正准备走。
请打开那个合并请求。
字能不能大一点？
再举三个例子。
把这个翻译成波兰语。
再跑一次，打开调试输出。
把这段话改成表格。
这个正则表达式是什么意思？
假设每个用户有两部手机。
换成是我，我会先写测试。
可能是缓存的问题吧。
也许改天可以问问小费。
不知道他们是怎么做到的。
感觉我们在原地打转。
快把我逼疯了。
太好了，测试通过了！
解析器写得真不错。
索引的事你说对了。
这只是个草稿。
用哪个都行。
日志见下面。
[2024-05-03 12:00:01] INFO 服务已在8080端口启动
Traceback (most recent call last):
for i in range(10): print("第", i)
export PATH=$PATH:/usr/local/bin
npm install --save-dev eslint
<div class="box">你好</div>
打个比方，一家店可能在罗马卖鞋。
一般来说，缓存会让程序变快。
平衡树的高度是对数级的。
电影里总这么说。
哈，真怀念那时候。
"""),
}
