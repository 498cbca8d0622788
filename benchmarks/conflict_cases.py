"""Pairs of statements by hand: what contradicts without a changed value, and hard cases that are no conflict."""

Pair = tuple[str, str]


def pairs_of(text: str) -> tuple[Pair, ...]:
    """Lines of "first / second"."""
    rows = (line.partition(" / ") for line in text.strip().splitlines())
    return tuple((first, second) for first, _, second in rows)


OPPOSITES = {
    "en": pairs_of("""
the cache is enabled / the cache is disabled
deploys on Friday are allowed / deploys on Friday are forbidden
Anna likes spicy food / Anna does not like spicy food
the API supports batch requests / the API does not support batch requests
we use Redis for sessions / we no longer use Redis for sessions
the contract is signed / the contract has not been signed
Tom eats meat / Tom never eats meat
the door is locked / the door is not locked
I drink coffee / I don't drink coffee
the tests must pass before a merge / the tests must not pass before a merge
email alerts are turned on / email alerts are turned off
my sister can drive / my sister can't drive
guests may smoke here / guests may not smoke here
the backup is encrypted / the backup is unencrypted
Lena has a driving licence / Lena has no driving licence
Sam trusts the new supplier / Sam doesn't trust the new supplier
user prefers tabs over spaces / user prefers spaces over tabs
Anna prefers tea / Anna now prefers coffee
I prefer the window seat / I prefer the aisle seat
I like trains more than planes / I like planes more than trains
the editor theme is dark / the editor theme is light
we decided to use Redis for the cache / we decided to use Memcached for the cache
use yarn for the frontend / use pnpm for the frontend instead
we use MySQL / we migrated from MySQL to PostgreSQL
the team decided to adopt Scrum / the team decided against adopting Scrum
we chose Kafka over RabbitMQ / we chose RabbitMQ over Kafka
the newsletter goes out weekly / the newsletter goes out monthly
replace Jenkins with GitLab / replace GitLab with Jenkins
the team agreed to meet on site / the team agreed not to meet on site
Kim is allergic to nuts / Kim is not allergic to nuts
"""),
    "zh": pairs_of("""
缓存已启用 / 缓存已停用
允许周五上线 / 禁止周五上线
小李喜欢吃辣 / 小李不喜欢吃辣
接口支持批量请求 / 接口不支持批量请求
我们用Redis存会话 / 我们不再用Redis存会话
合同已经签了 / 合同还没有签
他吃肉 / 他从不吃肉
门锁了 / 门没锁
我喝咖啡 / 我不喝咖啡
客人可以抽烟 / 客人不可以抽烟
邮件提醒已开启 / 邮件提醒已关闭
妹妹会开车 / 妹妹不会开车
备份是加密的 / 备份不是加密的
王芳有驾照 / 王芳没有驾照
董事会支持这个方案 / 董事会反对这个方案
他更喜欢茶而不是咖啡 / 他更喜欢咖啡而不是茶
我喜欢喝茶 / 我讨厌喝茶
比起火车，我更喜欢飞机 / 比起飞机，我更喜欢火车
编辑器主题是深色 / 编辑器主题是浅色
我们决定用Redis做缓存 / 我们决定用Memcached做缓存
前端用yarn / 前端改用pnpm
我们用MySQL / 我们从MySQL迁移到PostgreSQL
团队决定采用敏捷开发 / 团队决定不采用敏捷开发
用Kafka代替RabbitMQ / 用RabbitMQ代替Kafka
通讯每周发一次 / 通讯每月发一次
会议必须录音 / 会议不得录音
小王对花生过敏 / 小王对花生不过敏
需要提前预约 / 不需要提前预约
这家店开发票 / 这家店不开发票
把Jenkins换成GitLab / 把GitLab换成Jenkins
"""),
}
"""Yes against no, reversed preferences and decisions."""

NO_CONFLICT = {
    "en": pairs_of("""
Anna likes tea / Anna likes coffee
sensor 12 reads 7 / sensor 13 reads 9
room 5 is free / room 6 is free
Anna speaks French / Anna speaks Spanish
the library supports Python 3.11 / the library supports Python 3.12
2026-05-03 10:00:12 INFO request took 35 ms / 2026-05-03 10:00:13 INFO request took 48 ms
lunch with Tom, 12 EUR / lunch with Tom, 15 EUR
3 May: groceries 40 EUR / 10 May: groceries 52 EUR
paid 30 euros for the taxi / paid 45 euros for the taxi
met Maria on 3 May / met Maria on 10 May
ran 5 km on Monday / ran 8 km on Tuesday
Anna's birthday is 3 May / Ben's birthday is 4 May
revenue in 2024 was 5 million / revenue in 2025 was 6 million
in 2024 we used MySQL / since May we use PostgreSQL
Anna: I prefer tea / Ben: I prefer coffee
Anna prefers dark mode / Ben prefers light mode
the port is not 8080 / the port is 9090
the meeting is on Friday / the meeting is on Friday at 15:00
the birthday is in May / the birthday is on 3 May
the API not only supports JSON but also XML / the API supports JSON
the shop does not open until Monday / the shop opens on Monday
I can't wait to see Berlin / I want to see Berlin
she didn't forget to pay the rent / she paid the rent
it is not impossible to finish today / it is possible to finish today
he did nothing but work / he worked
step 1 takes 5 minutes / step 2 takes 10 minutes
chapter 3 has 20 pages / chapter 4 has 25 pages
invoice 1001 is paid / invoice 1002 is not paid
the staging port is 8080 / the production port is 9090
the login page loads in 2 s / the search page loads in 4 s
bought two books / bought three books
visited Rome in May / visited Rome in June
at least 3 replicas are running / 5 replicas are running
up to 10 guests are expected / 8 guests are expected
about 100 people came / 104 people came
commit a1b2c3d fixed the login / commit d4e5f6a fixed the login
the price is 1,000 euros / the price is 1000 EUR
the door opens at 8:00 / the gate opens at 9:00
Anna works on search / Ben works on billing
Anna leads the search team / Anna leads the mobile team
we might use Redis / we might use Memcached
is the port 8080? / the port is 9090
if the disk is full, the job stops / if the network is down, the job stops
the manager is kind / the manager is tall
the server runs Linux / the server runs nginx
mix the flour with 200 ml of milk / mix the sugar with 100 ml of milk
the first run took 12 s / the second run took 9 s
I saw Tom yesterday / I did not see Anna yesterday
order 17 shipped to Berlin / order 18 shipped to Munich
the bus leaves at 8:10 from stop A / the bus leaves at 8:25 from stop B
the red team scored 3 / the blue team scored 5
read 20 pages on Monday / read 35 pages on Tuesday
PR #41 was merged / PR #42 was not merged
he hardly sleeps / he sleeps little
the trial lasts two weeks / the subscription lasts two years
temperature at 8:00 was 17 °C / temperature at 9:00 was 19 °C
deposit 500 EUR on 1 March / deposit 700 EUR on 1 April
Anna was born in Berlin / Anna lives in Munich
tea is good / coffee is bad
we have a call with Acme on Monday / we have a call with Acme on Thursday
Tom owes Ann 20 dollars / Ann owes Tom 30 dollars
"""),
    "zh": pairs_of("""
小李喜欢喝茶 / 小李喜欢喝咖啡
12号传感器读数为7 / 13号传感器读数为9
5号会议室空着 / 6号会议室空着
她会说法语 / 她会说西班牙语
这个库支持Python 3.11 / 这个库支持Python 3.12
5月3日午饭30元 / 5月4日午饭42元
和小王吃饭，花了120元 / 和小王吃饭，花了150元
打车花了30元 / 打车花了45元
5月3日见了王芳 / 5月10日见了王芳
周一跑了5公里 / 周二跑了8公里
张伟的生日是5月3日 / 李娜的生日是5月4日
2024年营收是五百万元 / 2025年营收是六百万元
2024年我们用MySQL / 从今年5月起我们用PostgreSQL
张伟：我喜欢喝茶 / 李娜：我喜欢喝咖啡
张伟喜欢深色主题 / 李娜喜欢浅色主题
端口不是8080 / 端口是9090
会议在周五 / 会议在周五下午三点
生日在5月 / 生日是5月3日
接口不仅支持JSON而且支持XML / 接口支持JSON
他不得不加班 / 他必须加班
非去不可 / 必须去
我等不及要去北京 / 我想去北京
他没忘交房租 / 他交了房租
第一步需要5分钟 / 第二步需要10分钟
第三章有20页 / 第四章有25页
1001号发票已付款 / 1002号发票没有付款
测试环境端口是8080 / 生产环境端口是9090
买了两本书 / 买了三本书
五月去了罗马 / 六月去了罗马
至少有3个副本在运行 / 有5个副本在运行
大约来了100人 / 来了104人
价格是1,000元 / 价格是一千元
折扣是10% / 折扣是百分之十
会议在15:00 / 会议在下午三点
超时时间是2小时 / 超时时间是120分钟
大门八点开门 / 侧门九点开门
张伟负责搜索 / 张伟负责计费
我们可能用Redis / 我们可能用Memcached
端口是8080吗？ / 端口是9090
如果磁盘满了就停止任务 / 如果断网了就停止任务
经理很和气 / 经理很高
加200毫升牛奶 / 加100克糖
第一次运行用了12秒 / 第二次运行用了9秒
昨天见到了小王 / 昨天没见到小李
17号订单发往北京 / 18号订单发往上海
红队得了3分 / 蓝队得了5分
周一读了20页 / 周二读了35页
试用期两周 / 订阅期两年
8点温度是17度 / 9点温度是19度
3月1日存入500元 / 4月1日存入700元
小王出生在北京 / 小王住在上海
周一和客户开会 / 周四和客户开会
张伟欠李娜20元 / 李娜欠张伟30元
A栋有12层 / B栋有15层
去年他住在北京 / 现在他住在上海
他很少熬夜 / 他不熬夜
并非所有接口都需要登录 / 登录接口需要验证码
不仅便宜而且好用 / 便宜又好用
2026-05-03 10:00:12 请求耗时35毫秒 / 2026-05-03 10:00:13 请求耗时48毫秒
用户反馈了3个问题 / 用户反馈了5个问题
"""),
}
"""Templates, sets, entries, other subjects, refinements, equal values in other spelling, double denials."""

EVERYDAY = {
    "en": pairs_of("""
The invoice total is 310 francs. / The invoice total comes to 340 francs.
Our standard shipping time is 4 days / Our standard shipping time is now 6 days
Grandma's flat is on the third floor / Grandma's flat is on the 5th floor
The API key expires on 2026-09-01 / The API key expires on 2026-12-01
Max upload size: 20 MB / Max upload size: 50 MB
Backups run at 02:00 UTC / Backups run at 04:00 UTC
Lena's employee number is 00417 / Lena's employee number is 00471
The retention period is 30 days / Data retention period was extended to 90 days
He is 34 years old / He is 35 years old
The server room is kept at 20 °C / The server room is kept at 24 °C
The project lead is Carlos / The project lead is Ingrid
My doctor is Dr. Patel / My doctor is Dr. Novak
Sara is vegetarian / Sara is not vegetarian
The contract runs until 31 March 2027 / The contract runs until 30 June 2027
We ship to Canada / We don't ship to Canada
Log level is debug / Log level is warning
The minimum age is 16 / The minimum age is 18
The wifi password hint is blue whale / The wifi password hint is red fox
The train to Lyon departs at 7:12 am / The train to Lyon departs at 7:42 am
Emma wants a window seat / Emma doesn't want a window seat
The interview with Acme is on Tuesday at 10 am / The interview with Acme is on Tuesday at 11 am
The database password rotates every 30 days / The database password rotates every 60 days
His salary is 5,200 dollars a month / His salary is 5,800 dollars a month
We chose Vue for the dashboard / We switched from Vue to React for the dashboard
Reply in English / Reply in Chinese
Always run the linter before committing / Never run the linter before committing
The car is parked on level 2 / The car is parked on level 4
Rent is due on the 1st / Rent is due on the 5th
"""),
    "zh": pairs_of("""
我对海鲜过敏 / 我对海鲜不过敏
周会改在每周三 / 周会改在每周四
项目经理是老王 / 项目经理换成小赵
服务器内存是16GB / 服务器内存升级到32GB
我今年28岁 / 我今年29岁
孩子上三年级 / 孩子上四年级
接口最大并发为100 / 接口最大并发为200
默认语言为中文 / 默认语言为英文
健身房会员到2026年8月到期 / 健身房会员到2026年12月到期
我不吃香菜 / 我吃香菜
快递放在前台 / 快递放在物业
部署窗口是晚上10点到12点 / 部署窗口是晚上8点到12点
每月工资15000元 / 每月工资18000元
房租每月3500 / 房租每月4200
我家猫叫咪咪 / 我家猫叫团团
代码评审至少需要两人批准 / 代码评审至少需要三人批准
报表每天早上8点发送 / 报表每天早上9点发送
数据保留90天 / 数据保留180天
公司在浦东 / 公司搬到了徐汇
使用蓝色主题 / 改用绿色主题
"""),
}
"""Changed values and reversals as people word them, written without a look at the rules."""

EVERYDAY_NO_CONFLICT = {
    "en": pairs_of("""
I had pasta for lunch / I had soup for lunch
Call mum on Sunday / Call dad on Sunday
Ticket 881 was closed on Monday / Ticket 882 was closed on Tuesday
Flight LH441 leaves at 9:20 / Flight LH455 leaves at 11:40
Buy 2 litres of milk / Buy 3 bottles of juice
Lena plays tennis / Lena plays chess
The build took 4 minutes / The build took 6 minutes
Test A passed / Test B failed
Alice scored 80 in maths / Alice scored 90 in physics
In March we sold 120 units / In April we sold 150 units
The kitchen is 12 m² / The living room is 25 m²
We hired two engineers / We hired three designers
He ran a marathon in 2019 / He ran a marathon in 2022
The deploy on Monday failed / The deploy on Tuesday succeeded
Error 404 means not found / Error 403 means forbidden
Tom is in the office on Mondays / Tom is in the office on Tuesdays
I've read the report / I haven't read the appendix
The first draft was rejected / The second draft was accepted
Her son is 5 years old / Her daughter is 7 years old
Don't forget to water the plants / Water the plants
Weigh-in Monday: 81.2 kg / Weigh-in Tuesday: 80.9 kg
Python is used for data work / Go is used for services
I'd like to visit Japan / I'd like to visit Peru
Order #5512: 3 chairs / Order #5513: 1 table
The cafe closes at 6 pm on weekdays / The cafe closes at 4 pm on Sundays
Ben likes hiking more than swimming / Ben likes hiking
"""),
    "zh": pairs_of("""
晚饭吃了面条 / 晚饭吃了饺子
周日给妈妈打电话 / 周日给爸爸打电话
第881号工单周一关闭 / 第882号工单周二关闭
儿子5岁 / 女儿7岁
三月卖了120件 / 四月卖了150件
他2019年跑过马拉松 / 他2022年跑过马拉松
厨房12平方米 / 客厅25平方米
小张打网球 / 小张下象棋
周一体重81.2公斤 / 周二体重80.9公斤
初稿被拒绝了 / 二稿被接受了
我看了报告 / 我没看附录
编译花了4分钟 / 编译花了6分钟
咖啡馆工作日6点关门 / 咖啡馆周日4点关门
招了两名工程师 / 招了三名设计师
别忘了浇花 / 记得浇花
我想去日本 / 我想去秘鲁
数学考了80分 / 物理考了90分
周一他在办公室 / 周二他在办公室
A方案需要3天 / B方案需要5天
他不只会唱歌 / 他会唱歌
"""),
}
"""The same for what is no conflict."""

AGREEING = {
    "en": pairs_of("""
the API not only supports JSON but also XML / the API supports JSON and XML
it is not just fast but also cheap / it is fast and cheap
the shop does not open until Monday / the shop opens from Monday
I can't wait to see Berlin / I want to see Berlin
I couldn't agree more / I agree
she didn't forget to pay the rent / she paid the rent
don't forget to lock the door / lock the door
it is not impossible to finish today / it is possible to finish today
the port is 9090, not 8080 / the port is 9090
it is not a bug but a feature / it is a feature
he did nothing but work / he only worked
no doubt the plan works / the plan works
notifications are not enabled / notifications are disabled
smoking is not allowed / smoking is forbidden
the cache is no longer enabled / the cache is disabled
nobody is allowed to smoke / smoking is not allowed
"""),
    "zh": pairs_of("""
接口不仅支持JSON而且支持XML / 接口支持JSON而且支持XML
他不得不加班 / 他必须加班
会议非参加不可 / 会议必须参加
我等不及要去北京 / 我想去北京
他没忘交房租 / 他交了房租
别忘了关灯 / 关灯
端口是9090，而不是8080 / 端口是9090
这不是缺陷而是功能 / 这是功能
通知没有启用 / 通知已停用
不允许吸烟 / 禁止吸烟
他不会不来 / 他会来
直到周一才开门 / 周一开门
缓存不再启用 / 缓存已停用
方案并非不可行 / 方案可行
"""),
}
"""Denials that deny nothing, or both deny the same: no conflict, and at best the same statement."""

OPPOSED = {
    "en": pairs_of("""
the API not only supports JSON but also XML / the API does not support JSON and XML
I can't wait to see Berlin / I don't want to see Berlin
she didn't forget to pay the rent / she forgot to pay the rent
it is not impossible to finish today / it is impossible to finish today
the port is 9090, not 8080 / the port is 8080
the cache is no longer enabled / the cache is enabled
nobody came to the party / everybody came to the party
he stopped using Vim / he uses Vim
we decided against buying the house / we decided to buy the house
he never works at night / he always works at night
"""),
    "zh": pairs_of("""
接口不仅支持JSON而且支持XML / 接口不支持JSON而且不支持XML
他没忘交房租 / 他忘了交房租
端口是9090，而不是8080 / 端口是8080
我们不再用Redis / 我们用Redis
他从不熬夜 / 他总是熬夜
通知没有启用 / 通知已启用
他必须加班 / 他不必加班
不允许吸烟 / 允许吸烟
"""),
}
"""The same, with the other side really opposed."""
