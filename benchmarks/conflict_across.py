"""Pairs of an English and a Chinese statement by hand: changed values, and what is no conflict."""

from conflict_cases import Pair

CHANGED: tuple[Pair, ...] = (
    ("The deadline for the audit is 12 June", "审计的截止日期是6月20日"),
    ("The Orion API listens on port 7001", "Orion API的端口是7002"),
    ("Orion is on version 3.2", "Orion的版本是3.4"),
    ("Orion升级到4.0版本", "The version of Orion is 3.9"),
    ("The request timeout is 10 seconds", "请求超时是30秒"),
    ("The owner of Orion is Marta", "Orion的负责人是Pavel"),
    ("Marta is responsible for Orion", "Orion现在由Pavel负责"),
    ("The budget for Orion is 40,000 euros", "Orion的预算是5万欧元"),
    ("Orion uses Postgres as its database", "Orion的数据库是SQLite"),
    ("The default branch of Orion is main", "Orion的默认分支是trunk"),
    ("The staging region is eu-west-1", "测试区域是us-east-1"),
    ("Backups are kept for 30 days", "备份保留90天"),
    ("The upload limit is 10 MB", "上传上限是25MB"),
    ("The price of the Pro plan is 20 dollars", "Pro套餐的价格是25美元"),
    ("The team meeting is on Monday", "团队会议在周三"),
    ("Orion的域名是orion.example.com", "The domain of Orion is orion.example.org"),
    ("The session token expires after 15 minutes", "会话令牌30分钟后过期"),
    ("The office is at 10.0.0.5", "办公室的地址是10.0.0.9"),
    ("Guests may use the gateway", "客人不得使用网关"),
    ("The contact for Orion is Pavel", "Orion的联系人是Marta"),
)

NO_CONFLICT: tuple[Pair, ...] = (
    ("The deadline for the audit is 12 June", "审计的截止日期是6月12日"),
    ("The deadline for the audit is 12 June", "报税的截止日期是6月20日"),
    ("The Orion API listens on port 7001", "Lyra的端口是7002"),
    ("Orion is on version 3.2", "Orion的版本是3.2.1"),
    ("The request timeout is 60 seconds", "请求超时是1分钟"),
    ("The owner of Orion is Marta", "Orion的负责人是玛塔"),
    ("Marta owns Orion", "Marta负责Lyra"),
    ("The budget for Orion is 40,000 euros", "Orion的预算是40万元"),
    ("Orion uses Postgres", "Lyra用SQLite"),
    ("We use Postgres", "我们用Redis做缓存"),
    ("The office is in Berlin", "办公室在上海"),
    ("Backups run every 6 hours", "备份保留90天"),
    ("I like coffee", "我喜欢茶"),
    ("The price of the Pro plan is 20 dollars", "Basic套餐的价格是10美元"),
    ("The team meeting is on Monday", "客户会议在周三"),
    ("The port might be 7001", "Orion的端口是7002"),
    ("If the port is 7001, restart the server", "端口是7002"),
    ("Is the deadline 3 May?", "截止日期是5月4日"),
    ("In 2024 the budget of Orion was 3 million euros", "2025年Orion的预算是400万欧元"),
    ("The server is fast", "服务器有三台"),
)
