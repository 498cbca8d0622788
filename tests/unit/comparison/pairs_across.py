"""Pairs of an English and a Chinese statement, and how the second stands to the first."""

CONTRADICTS = [
    ("The deadline is 3 May", "截止日期是5月4日"),
    ("The deadline for Heron is 3 May", "Heron的截止日期是5月4日"),
    ("Heron listens on port 8080", "Heron监听9090端口"),
    ("Heron的版本是2.5.0", "Heron is on version 2.4.1"),
    ("The session timeout is 30 minutes", "会话超时是1小时"),
    ("会话60分钟后超时", "The session timeout is 30 minutes"),
    ("The owner of Heron is Anna", "Heron由Peter负责"),
    ("The Heron database is Postgres", "Heron的数据库是MySQL"),
    ("默认分支是main", "The default branch is develop"),
    ("The region of Heron is eu-west-1", "Heron的区域是eu-central-1"),
    ("The budget of the Heron project is 20,000 euros", "Heron项目的预算是3万欧元"),
    ("Heron的价格是12美元", "Heron costs 15 dollars"),
    ("The discount is 10%", "折扣是百分之十五"),
    ("Logs are kept for 7 days", "日志保留30天"),
    ("Notifications are enabled", "通知已停用"),
]

HINTS = [
    ("The port of Heron might be 8080", "Heron的端口是9090"),
]

NO_CONFLICT = [
    ("The deadline is 3 May", "截止日期是5月3日"),
    ("The deadline for Heron is 3 May", "Atlas的截止日期是5月4日"),
    ("The port of Heron is 8080", "Heron的端口是8080"),
    ("The owner of Heron is Anna", "Heron的负责人是李娜"),
    ("The owner of Heron is Anna", "Heron由安娜负责"),
    ("The price of tea is 3 dollars", "咖啡的价格是5美元"),
    ("The price of Heron is 3 dollars", "Heron的价格是20元"),
    ("The port of Heron is 8080", "Heron测试环境的端口是9090"),
    ("The staging port of Heron is 8080", "Heron的端口是9090"),
    ("The session timeout is 30 minutes", "会话超时是半小时"),
    ("Is the port of Heron 8080?", "Heron的端口是9090"),
    ("The meeting is on Friday", "会议很好"),
    ("I like tea", "我喜欢咖啡"),
    ("We use Redis", "我们用Kafka"),
    ("The office is in Berlin", "办公室在慕尼黑"),
    ("Anna owns Heron", "Anna负责Atlas"),
    ("In 2024 the budget of Heron was 5 million dollars", "2025年Heron的预算是600万美元"),
    ("I had lunch with Wang", "我喜欢端口"),
]
