"""What the scenarios of `gates.py` are made of: rules with paraphrases and contraries, traps, tasks. All made up."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in three wordings, and its contrary."""

    language: str
    wordings: tuple[str, str, str]
    contrary: str


def _rules(language: str, *rows: tuple[str, str, str, str]) -> tuple[Rule, ...]:
    return tuple(Rule(language, (one, two, three), contrary) for one, two, three, contrary in rows)


RULES = (
    *_rules(
        "en",
        (
            "I prefer dark mode in every editor",
            "Dark mode is what I like in my editors",
            "Please give me dark mode, I prefer it in all editors",
            "I prefer light mode in every editor",
        ),
        (
            "Never deploy on Fridays",
            "We don't deploy on Fridays",
            "Deployments on Fridays are not allowed",
            "Always deploy on Fridays",
        ),
        (
            "Always run the unit tests before pushing",
            "Run the unit tests every time before you push",
            "Unit tests must be run before each push",
            "Never run the unit tests before pushing",
        ),
        (
            "Use pnpm instead of npm for all frontend projects",
            "Frontend projects must use pnpm, not npm",
            "For the frontend we always use pnpm rather than npm",
            "Use npm instead of pnpm for all frontend projects",
        ),
        (
            "Pull requests need two reviewers",
            "Every pull request requires two reviewers",
            "Two reviewers must approve each pull request",
            "Pull requests need one reviewer",
        ),
        (
            "I don't like long meetings in the morning",
            "Long morning meetings are something I dislike",
            "I dislike long meetings in the morning",
            "I like long meetings in the morning",
        ),
        (
            "Answer me in short bullet points",
            "I prefer answers as short bullet points",
            "Keep your answers to me in short bullet points",
            "Never answer me in bullet points",
        ),
        (
            "The billing service must log every request",
            "Every request has to be logged by the billing service",
            "The billing service always logs each request",
            "The billing service must not log requests",
        ),
        (
            "All timestamps are stored in UTC",
            "We always store timestamps in UTC",
            "Timestamps must be stored in UTC",
            "Timestamps must not be stored in UTC",
        ),
        (
            "Never commit directly to the main branch",
            "Don't commit to the main branch directly",
            "Direct commits to the main branch are forbidden",
            "Always commit directly to the main branch",
        ),
        (
            "I always take the train instead of flying",
            "I prefer taking the train over flying",
            "For trips I take the train rather than fly",
            "I never take the train, I prefer flying",
        ),
        (
            "Use metric units in every report",
            "Reports must use metric units",
            "In reports we always use metric units",
            "Never use metric units in reports",
        ),
        (
            "The staging database is refreshed from production every night",
            "Every night the staging database gets refreshed from production",
            "The staging database is always refreshed from production at night",
            "The staging database is never refreshed from production",
        ),
        (
            "I want code comments in British English",
            "Code comments should be in British English",
            "Always write code comments in British English",
            "Code comments should not be in British English",
        ),
        (
            "Customer emails must be answered within one day",
            "We must answer customer emails within one day",
            "Answer every customer email within one day",
            "Customer emails must be answered within three days",
        ),
        (
            "Every new endpoint needs an integration test",
            "An integration test is required for each new endpoint",
            "New endpoints must always have an integration test",
            "New endpoints need no integration test",
        ),
    ),
    *_rules(
        "zh",
        (
            "我喜欢在编辑器里用深色模式",
            "编辑器我更喜欢深色模式",
            "我的编辑器都要用深色模式",
            "我不喜欢在编辑器里用深色模式",
        ),
        ("周五不要部署", "周五不许部署上线", "我们规定周五不能部署", "周五必须部署"),
        ("推送之前必须跑单元测试", "每次推送前都要跑单元测试", "推送前务必先跑一遍单元测试", "推送之前不要跑单元测试"),
        ("前端项目一律用 pnpm", "前端项目都要用 pnpm", "前端项目必须使用 pnpm", "前端项目不要用 pnpm"),
        (
            "每个合并请求需要两个人评审",
            "合并请求必须有两个人评审",
            "所有合并请求都要两个人评审",
            "每个合并请求需要一个人评审",
        ),
        ("我不喜欢早上开长会", "早上开长会是我讨厌的", "我讨厌早上开长会", "我喜欢早上开长会"),
        ("回答我的问题要用简短的要点", "我喜欢用简短要点的回答", "请用简短的要点回答我", "回答我的问题不要用要点"),
        ("计费服务必须记录每个请求", "每个请求计费服务都要记录", "计费服务一律要记录所有请求", "计费服务不得记录请求"),
        ("时间戳一律用 UTC 存储", "所有时间戳都要用 UTC 存储", "时间戳必须以 UTC 存储", "时间戳不要用 UTC 存储"),
        ("禁止直接提交到主分支", "不要直接提交到主分支", "主分支不允许直接提交", "必须直接提交到主分支"),
        ("出差我喜欢坐高铁", "我出差更喜欢坐高铁", "出差的时候我总是坐高铁", "出差我不喜欢坐高铁"),
        ("报告里必须用公制单位", "报告一律使用公制单位", "写报告都要用公制单位", "报告里不要用公制单位"),
        ("代码注释要用英文写", "代码注释必须写英文", "代码注释一律用英文", "代码注释不要用英文写"),
        ("客户邮件必须当天回复", "客户的邮件都要当天回复", "收到客户邮件务必当天回复", "客户邮件不必当天回复"),
    ),
)

ONE_OFF = {
    "en": (
        "We deployed version 2.3 yesterday",
        "I fixed the login bug",
        "The demo crashed during the meeting this morning",
        "We moved the stand-up to Thursday this week",
        "I booked a table for tonight",
        "The server was restarted on 3 May",
        "Just this once, skip the review",
        "Please send the report by Friday",
        "I met Maria at the conference last week",
        "We merged the search branch",
    ),
    "zh": (
        "昨天部署了 2.3 版本",
        "我修复了登录的问题",
        "今天早上演示的时候系统崩溃了",
        "这次先跳过评审",
        "我订了今晚的位子",
        "5月3日重启了服务器",
        "上周在会上见到了玛丽亚",
        "我们合并了搜索分支",
        "这周例会改到周四",
        "周五之前把报告发给我",
    ),
}

PROVISIONAL = {
    "en": (
        "For now we use SQLite for the cache",
        "Maybe we should switch to Rust",
        "Let's try weekly releases and see",
        "I think we might drop the mobile app",
        "We are leaning towards a monorepo",
        "Temporarily all builds run on the old machine",
        "Until we decide, keep the old logo",
        "Probably the best choice is Postgres",
    ),
    "zh": (
        "缓存先这样用 SQLite",
        "也许应该换成 Rust",
        "暂时所有构建都用旧机器",
        "我们试试每周发布一次",
        "可能会放弃移动端",
        "目前先用旧的标志，再看",
        "数据库大概会选 Postgres",
        "接口格式还没定，姑且用 JSON",
    ),
}

EMOTIONAL = {
    "en": (
        "I hate this build system, never again!!",
        "This framework is a nightmare, I'm sick of it",
        "The worst tool ever, never use it again",
        "I'm so angry about these stupid meetings",
        "Damn, always this terrible printer",
        "I can't take these reviews any more, I'm fed up",
    ),
    "zh": (
        "这个构建系统气死我了，再也不用了！！",
        "受够了这个框架，太烦了",
        "什么破工具，垃圾，永远不要用",
        "烦死了，又是这些会议！！",
        "这打印机要把我逼疯了，疯了",
        "我受不了这些评审了，忍无可忍",
    ),
}

SENSITIVE = {
    "en": (
        "I am allergic to peanuts",
        "The database password is rotated every month",
        "I always take my insulin at noon",
        "My mortgage is paid on the first of the month",
        "API keys must be stored in the vault",
        "I have to pay alimony every month",
        "My blood pressure medication must be taken with water",
        "I prefer therapy sessions in the evening",
    ),
    "zh": (
        "我对花生过敏",
        "数据库密码每个月都要轮换",
        "我每天中午都要打胰岛素",
        "我每个月都要还房贷",
        "API 密钥必须放在保险库里",
        "我每个月必须付抚养费",
        "降压药要配水吃",
        "我的心理咨询都要安排在晚上",
    ),
}

OBJECTS = {
    "en": (
        ("Use uv for Atlas", "Use poetry for Borealis", "Use conda for Comet"),
        ("Alice prefers tea", "Bob prefers coffee", "Carol prefers water"),
        ("The search service listens on port 8080", "The billing service listens on port 9090",
         "The mail service listens on port 7070"),
        ("Sensor 12 must be read every 5 minutes", "Sensor 13 must be read every 9 minutes",
         "Sensor 14 must be read every 7 minutes"),
        ("I like jazz in the evening", "I like football in the evening", "I like walks in the evening"),
        ("Always lint the Python files", "Always lint the SQL files", "Always lint the YAML files"),
        ("Never share the roadmap with vendors", "Never share the salaries with vendors",
         "Never share the designs with vendors"),
        ("The Berlin office requires badges", "The Paris office requires passports", "The Tokyo office requires visas"),
    ),
    "zh": (
        ("Atlas 项目用 uv", "Borealis 项目用 poetry", "Comet 项目用 conda"),
        ("小王喜欢喝茶", "小李喜欢喝咖啡", "小张喜欢喝水"),
        ("搜索服务的端口是 8080", "计费服务的端口是 9090", "邮件服务的端口是 7070"),
        ("12号传感器必须每5分钟读一次", "13号传感器必须每9分钟读一次", "14号传感器必须每7分钟读一次"),
        ("晚上我喜欢听爵士", "晚上我喜欢踢足球", "晚上我喜欢散步"),
        ("不要把路线图发给供应商", "不要把工资发给供应商", "不要把设计稿发给供应商"),
        ("北京办公室需要工牌", "上海办公室需要护照", "广州办公室需要签证"),
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Template:
    """One rule about each of many objects, `{}`, in three wordings."""

    language: str
    wordings: tuple[str, str, str]
    objects: tuple[str, ...]


TEMPLATES = (
    Template("en", ("The {} service must never be deployed on Fridays", "Never deploy the {} service on Fridays",
                    "On Fridays we don't deploy the {} service"),
             ("map", "billing", "search", "login", "mail", "payment", "chat", "video")),
    Template("en", ("Ask {} before changing the firewall", "Before you change the firewall, ask {}",
                    "Always ask {} first before you change the firewall"),
             ("Anna", "Bert", "Chloe", "Dario", "Elena", "Farid", "Greta", "Hugo")),
    Template("en", ("Tables of the {} database need a comment on every column",
                    "In the {} database every column of a table needs a comment",
                    "Every column of a table in the {} database must have a comment"),
             ("orders", "stock", "ledger", "payroll", "archive", "staging", "session", "audit")),
    Template("en", ("Logs from {} are kept for 30 days", "We keep the logs from {} for 30 days",
                    "For 30 days the logs from {} must be kept"),
             ("web1", "web2", "db1", "db2", "cache1", "cache2", "mx1", "mx2")),
    Template("zh", ("{}服务周五不能发布", "周五不要发布{}服务", "{}服务一律不得在周五发布"),
             ("地图", "账单", "搜索", "登录", "邮件", "支付", "聊天", "视频")),
    Template("zh", ("改防火墙之前要先问{}", "改防火墙前务必问{}", "每次改防火墙之前都要问{}"),
             ("小王", "小李", "小张", "老陈", "老周", "阿芳", "阿强", "小赵")),
    Template("zh", ("{}数据库的每张表都要有注释", "{}数据库每张表必须有注释", "{}数据库里的每张表都需要注释"),
             ("订单", "库存", "账务", "薪资", "归档", "预发", "会话", "审计")),
    Template("zh", ("{} 的日志保留 30 天", "{} 的日志必须保留 30 天", "{} 的日志一律要保留 30 天"),
             ("web1", "web2", "db1", "db2", "cache1", "cache2", "mx1", "mx2")),
)  # fmt: skip

HABITS = {
    "en": (
        ("I usually review pull requests in the morning", "In the morning I normally review pull requests",
         "I tend to review pull requests in the morning"),
        ("I always drink green tea after lunch", "After lunch I usually drink green tea",
         "Green tea after lunch is my habit"),
        ("We normally plan the sprint on a whiteboard", "The sprint is usually planned on a whiteboard",
         "We plan each sprint on a whiteboard"),
        ("I typically write the tests before the code", "I usually write tests first, before the code",
         "My habit is to write the tests before the code"),
        ("I often work from the library on rainy days", "On rainy days I usually work from the library",
         "I tend to work from the library when days are rainy"),
        ("We usually keep release notes in the wiki", "Release notes normally go into the wiki",
         "We generally keep the release notes in our wiki"),
    ),
    "zh": (
        ("我一般早上评审合并请求", "早上我通常评审合并请求", "我习惯早上评审合并请求"),
        ("午饭后我总是喝绿茶", "我午饭后一般喝绿茶", "我习惯午饭后喝绿茶"),
        ("我们通常在白板上规划迭代", "迭代我们一般在白板上规划", "我们每次迭代都在白板上规划"),
        ("我习惯先写测试再写代码", "我一般先写测试再写代码", "我通常先写测试，再写代码"),
        ("发布说明我们一般放在维基里", "我们通常把发布说明放在维基里", "我们习惯把发布说明放进维基"),
    ),
}  # fmt: skip

CHANCE = {
    "en": (
        ("I usually review the budget in the morning", "The morning train is usually late",
         "Morning yoga is usually cancelled"),
        ("Tea is always served after the talk", "After the talk the slides are always uploaded",
         "The talk is always recorded"),
        ("We normally plan the holiday menu in autumn", "The whiteboard in the kitchen is normally full",
         "The sprint team normally sits upstairs"),
        ("The library usually opens at nine", "Rainy days usually mean slow traffic",
         "I usually work with the door closed"),
        ("Release parties are usually in the wiki room", "The wiki usually needs a login",
         "Notes from customers usually arrive by mail"),
        ("I prefer window seats", "The window of the office must stay closed", "I like seats near the stage"),
    ),
    "zh": (
        ("我一般早上看预算", "早上的火车通常晚点", "早上的瑜伽课一般取消"),
        ("讲座之后一般有茶", "讲座都要录像", "讲座的幻灯片总是会上传"),
        ("秋天我们通常规划节日菜单", "厨房的白板通常是满的", "迭代小组一般坐在楼上"),
        ("图书馆一般九点开门", "下雨天通常会堵车", "我工作时一般关着门"),
        ("我喜欢靠窗的座位", "办公室的窗户必须关好", "我喜欢离舞台近的座位"),
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Task:
    """A kind of task: what its goal says of an object, the objects, its steps as (tool, arguments)."""

    language: str
    goal: str
    objects: tuple[str, ...]
    steps: tuple[tuple[str, dict[str, str]], ...]


TASKS = (
    Task("en", "deploy {} to staging", ("atlas", "borealis", "comet", "delta"),
         (("run_tests", {"service": "{}"}), ("build_image", {"service": "{}", "tag": "latest"}),
          ("push_image", {"image": "{}:latest"}), ("restart", {"service": "{}", "env": "staging"}))),
    Task("en", "publish the weekly report for {}", ("sales", "support", "finance", "legal"),
         (("query", {"team": "{}"}), ("render", {"template": "weekly"}), ("send_mail", {"to": "{}"}))),
    Task("en", "rotate the logs on {}", ("web1", "web2", "db1", "cache3"),
         (("stop_service", {"host": "{}"}), ("compress_logs", {"host": "{}"}), ("start_service", {"host": "{}"}))),
    Task("en", "add the endpoint {}", ("orders", "invoices", "users", "refunds"),
         (("bash", {"command": "git checkout -b add-{}"}), ("write_file", {"path": "api/{}.py"}),
          ("bash", {"command": "pytest tests/{}"}), ("bash", {"command": "git push origin add-{}"}))),
    Task("en", "onboard the customer {}", ("acme", "globex", "initech", "umbrella"),
         (("create_account", {"name": "{}"}), ("import_data", {"account": "{}"}), ("send_welcome", {"to": "{}"}))),
    Task("zh", "把{}服务发布到预发环境", ("订单", "支付", "库存", "搜索"),
         (("run_tests", {"service": "{}"}), ("build_image", {"service": "{}"}), ("release", {"service": "{}"}))),
    Task("zh", "给{}部门发周报", ("销售", "客服", "财务", "法务"),
         (("query", {"team": "{}"}), ("render", {"template": "周报"}), ("send_mail", {"to": "{}"}))),
    Task("zh", "清理{}的日志", ("web1", "web2", "db1", "cache3"),
         (("stop_service", {"host": "{}"}), ("compress_logs", {"host": "{}"}), ("start_service", {"host": "{}"}))),
    Task("zh", "新增{}接口", ("订单", "发票", "用户", "退款"),
         (("create_branch", {"name": "{}"}), ("write_file", {"path": "api/{}.py"}), ("run_tests", {"path": "{}"}))),
)  # fmt: skip

OTHER_TASKS = {
    "en": ("fix the flaky login test", "draft a letter to the landlord", "compare three cloud providers"),
    "zh": ("修好不稳定的登录测试", "给房东起草一封信", "比较三家云厂商"),
}
