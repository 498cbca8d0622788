"""Everyday statements of a project by hand, English and Chinese: worth keeping with their kinds, and not worth keeping.

They were written before the rules were run on them, so that the first numbers tell how the rules generalise.
"""

from pathlib import Path

Case = tuple[str, str]


def cases(text: str) -> tuple[Case, ...]:
    """Lines of "kinds | statement"; of several kinds each is right."""
    rows = (line.partition(" | ") for line in text.strip().splitlines())
    return tuple((kinds, statement) for kinds, _, statement in rows)


def below_headings(file: str) -> dict[str, str]:
    """What stands below each heading of a text beside this file, without the line that says what it is."""
    _, *parts = Path(__file__).with_name(file).read_text(encoding="utf-8").split("\n== ")
    headed = (part.split("\n", 2) for part in parts)
    return {heading: told.strip() for heading, _, told in headed}


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.strip().splitlines())


KEPT = {
    "en": cases("""
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
    "zh": cases("""
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

KEPT_TOLD = {
    "en": cases("""
task commitment | I have a viewing of the flat on 12 June at 5:30 pm, what should I ask?
task commitment | My physiotherapy session got moved to Tuesday at 9 am.
task commitment | I'm meeting Carla from the bank next Monday at noon, so can you help me prepare?
task commitment | Our flight to Lisbon leaves on 2 August at 6:45.
fact | I had my first driving lesson on 14 March.
fact | I've finished nine of the twelve modules, how should I plan the rest?
fact | My thesis is up to 14,500 words now.
fact | I've handed in the visa form to Mrs. Okafor, but I'm nervous about it, could you check what comes next?
fact | I'm trying to get fitter, and I ran 8 km on Sunday, so how do I avoid sore knees?
fact | We've cut the loading time from 3 seconds to 900 ms.
fact | I've never worked with Terraform, where do I begin?
fact | I haven't flown a drone before.
fact | I've worked with Ingrid on two campaigns before, should I ask her for a reference?
fact | I have six years of experience in retail.
fact | My bibliography has 62 entries, can you suggest how to sort them?
fact | We have nine volunteers and 40 guests - what should I cook?
fact | I got two job offers last week, help me compare them.
fact | My daughter Nina is a trainee nurse and wants to move out.
fact | I live roughly 20 minutes from the station.
fact | I'm enrolled in a pottery course that starts on 6 September.
fact | I'm preparing for the B2 German exam, and I want to know which books are good.
fact | How can I save more, given that I earn 2,900 euros a month and pay 1,100 in rent?
fact | Can you draft a plan for me, I've already booked the hall for 80 people?
fact | I swim 1,500 metres every Thursday morning, is that enough?
fact | I've been learning the cello since 2019.
"""),
    "zh": cases("""
task commitment | 我周六上午十点要去看房，你能帮我列个清单吗？
task commitment | 我的体检改到下周二早上八点了。
task commitment | 6月3日下午两点我和会计师有个会，帮我准备一下问题。
task commitment | 我下个月8号飞东京，需要带什么？
fact | 我3月14日上了第一节驾驶课。
fact | 十二章我已经写完了九章，剩下的该怎么安排？
fact | 我的论文现在有一万四千字了。
fact | 我已经把签证材料交给了王老师，但是有点紧张，接下来要做什么？
fact | 我想减肥，上周日跑了8公里，怎么避免膝盖疼？
fact | 我们把加载时间从3秒降到了0.9秒。
fact | 我从来没用过Terraform，应该从哪里开始？
fact | 我以前没开过无人机。
fact | 我之前和小林合作过两次，要不要请他写推荐信？
fact | 我在零售行业有六年经验。
fact | 我的书单里有62本书，帮我分分类。
fact | 我们有九个志愿者和40位客人，做什么菜好？
fact | 我上周拿到了两份录用通知，帮我比较一下。
fact | 我女儿小雅是实习护士。
fact | 我家离地铁站大概二十分钟。
fact | 我报了一个九月六号开课的陶艺班。
fact | 我在备考德语B2，想知道哪些教材好。
fact | 我每个月工资九千，房租三千五，怎么才能多存点钱？
fact | 能帮我做个方案吗，我已经订好了80人的场地。
fact | 我每周四早上游1500米，够不够？
fact | 我从2019年开始学大提琴。
"""),
}
DROPPED_TOLD = {
    "en": _lines("""
I'm going through the second answer at the moment.
I tried turning it off and on again, what else can I do?
I have three questions about this.
I've attached two screenshots, can you look at them?
I'm getting a timeout when I click on it.
I've got an idea, can I run it by you?
I've read both of your suggestions, thanks.
I have a feeling this won't work.
I've seen your message.
If I had two weeks off, where should I go?
Suppose I've finished the course, what would be next?
I never thought of it that way.
I've never been so tired.
I have no idea how this works.
I'm a bit nervous, can you help me?
I'm worried that it won't be enough.
Can you write a story in which I have a meeting with a dragon on Friday?
Should I have a call with them on Monday?
I haven't got it yet, can you explain it again?
I've been thinking about this a lot lately.
I have to say that's a great answer.
I want to know how to book a flight.
I've tried your code, but it throws two errors.
I have a minute, tell me more.
I've updated line 14 as you said, now what?
"""),
    "zh": _lines("""
我正在看第二个回答。
我试过重启了，还能怎么办？
我有三个问题想问。
我发了两张截图，你能看看吗？
我点了一下就超时了。
我有个想法，你听听看？
你的两条建议我都看了，谢谢。
我感觉这样不行。
我看到你的消息了。
如果我有两周假期，该去哪里？
假设我已经学完了这门课，下一步是什么？
我从来没这样想过。
我从来没这么累过。
我不知道这是怎么回事。
我有点紧张，你能帮帮我吗？
我担心不够。
你能写一个我周五和龙开会的故事吗？
我周一要不要和他们通个电话？
我还没看懂，再解释一遍好吗？
我最近一直在想这件事。
不得不说这个回答很好。
我想知道怎么订机票。
我试了你的代码，报了两个错。
我有一分钟时间，继续说吧。
我按你说的改了第14行，然后呢？
"""),
}
"""What people tell of themselves, often as a clause of a request, and what only looks like it."""
