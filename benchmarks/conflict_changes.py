"""Pairs of statements of which the second says itself that something changed: the same thing, and something else."""

from conflict_cases import pairs_of

CHANGES = {
    "en": pairs_of("""
Our standup is every day at half past nine. / The standup has moved to ten o'clock.
I have a dentist appointment with Dr Lund on 3 June at 9 am. / Dr Lund rescheduled my dentist appointment to 5 June.
The kickoff with Norderwind is on 12 March. / The kickoff with Norderwind got pushed to 19 March.
Submission deadline for the grant is 1 October. / They extended the submission deadline for the grant to 15 October.
The grant's budget is 40,000 euros. / The budget of the grant was cut to 32,000 euros.
Checkout latency is at 420 ms. / Checkout latency has dropped to 180 ms since we cache the basket.
My rent is 780 euros. / My rent went up to 840 euros in May.
The nightly backup runs at 2 am. / We shifted the nightly backup to 4 am.
The mailing list has 310 members. / The mailing list has grown to 420 members.
Our error budget is 0.5 percent. / We lowered our error budget to 0.2 percent.
The flight to Oslo leaves at 7:15. / The flight to Oslo now leaves at 9:40.
The session timeout is 15 minutes. / The session timeout is now 30 minutes.
The workshop takes place on Thursday. / The workshop was brought forward to Tuesday.
I run 20 kilometres a week. / I increased my running to 30 kilometres a week.
The pool of testers is 8 people. / The pool of testers has increased to 14 people.
The retry limit is 3. / The retry limit was raised from 3 to 5.
Release 4 is planned for 10 May. / Release 4 was delayed to 24 May.
My weight is 82 kg. / My weight is down to 78 kg.
The choir rehearses on Mondays at 7 pm. / Choir rehearsal has been moved from Mondays to Wednesdays.
Test coverage of the parser is 71 percent. / Test coverage of the parser has improved to 88 percent.
"""),
    "zh": pairs_of("""
站会每天九点半开。 / 站会改到十点了。
我和刘医生约在6月3日上午9点。 / 刘医生把我的预约改到了6月5日。
和北风公司的启动会在3月12日。 / 和北风公司的启动会推迟到3月19日。
课题申请的截止日期是10月1日。 / 课题申请的截止日期延长到10月15日了。
课题的预算是四万欧元。 / 课题的预算降到了三万二千欧元。
结账接口的延迟是420毫秒。 / 加了缓存以后结账接口的延迟降到180毫秒。
我的房租是每月780元。 / 我的房租涨到每月840元了。
夜间备份凌晨2点跑。 / 夜间备份调整到凌晨4点。
邮件列表有310个成员。 / 邮件列表的成员增加到420个了。
错误预算是0.5%。 / 我们把错误预算从0.5%下调到0.2%。
去奥斯陆的航班7点15分起飞。 / 去奥斯陆的航班现在是9点40分起飞。
会话超时是15分钟。 / 会话超时现在是30分钟。
研讨会在周四。 / 研讨会提前到周二。
测试小组有8个人。 / 测试小组扩大到14个人了。
重试上限是3次。 / 重试上限提高到5次。
第四版计划5月10日发布。 / 第四版推迟到5月24日发布。
我的体重是82公斤。 / 我的体重降到78公斤了。
合唱团每周一晚上7点排练。 / 合唱团排练从周一改到周三了。
解析器的测试覆盖率是71%。 / 解析器的测试覆盖率提升到88%。
新的一批样品5月2日到货。 / 样品的到货时间改为5月9日。
"""),
}
"""The same thing, another value."""

CHANGES_OF_SOMETHING_ELSE = {
    "en": pairs_of("""
Our standup is at half past nine. / The sprint review has moved to ten o'clock.
I have a dentist appointment on 3 June. / My haircut was rescheduled to 5 June.
The kickoff with Norderwind is on 12 March. / The kickoff with Suedlicht got pushed to 19 March.
The grant's budget is 40,000 euros. / The travel budget was cut to 2,000 euros.
Checkout latency is at 420 ms. / Search latency has dropped to 180 ms.
The nightly backup runs at 2 am. / We moved the nightly backup to the new server.
The mailing list has 310 members. / The choir has grown to 42 members.
The session timeout is 15 minutes. / The login timeout is now 30 minutes.
The workshop takes place on Thursday. / The workshop for parents was brought forward to Tuesday.
The retry limit of the mailer is 3. / The retry limit of the uploader was raised to 5.
Release 4 is planned for 10 May. / Release 5 was delayed to 24 May.
Anna's weight is 82 kg. / Ben's weight is down to 78 kg.
Test coverage of the parser is 71 percent. / Test coverage of the printer has improved to 88 percent.
The train to Bern leaves at 7:15. / The train to Basel now leaves at 9:40.
Room 12 seats 30 people. / Room 14 now seats 40 people.
We shipped 12 orders on Monday. / Orders have risen to 15 a day on average.
The office in Bonn has 14 desks. / The office in Kiel has grown to 20 desks.
I moved to Graz in 2019. / I moved my savings to another bank in 2021.
The review of chapter 2 is due on 5 May. / The review of chapter 3 was postponed to 9 May.
The beta starts on 3 June. / If the vendor is late, the beta moves to 10 June.
"""),
    "zh": pairs_of("""
站会九点半开。 / 评审会改到十点了。
我和牙医约在6月3日。 / 理发改到了6月5日。
和北风公司的启动会在3月12日。 / 和南光公司的启动会推迟到3月19日。
课题的预算是四万欧元。 / 差旅的预算降到了两千欧元。
结账接口的延迟是420毫秒。 / 搜索接口的延迟降到180毫秒。
夜间备份凌晨2点跑。 / 夜间备份迁移到新服务器了。
邮件列表有310个成员。 / 合唱团的成员增加到42个了。
会话超时是15分钟。 / 登录超时现在是30分钟。
研讨会在周四。 / 家长研讨会提前到周二。
邮件服务的重试上限是3次。 / 上传服务的重试上限提高到5次。
第四版计划5月10日发布。 / 第五版推迟到5月24日发布。
小安的体重是82公斤。 / 小本的体重降到78公斤了。
解析器的测试覆盖率是71%。 / 打印器的测试覆盖率提升到88%。
去伯尔尼的火车7点15分开。 / 去巴塞尔的火车现在是9点40分开。
12号会议室能坐30人。 / 14号会议室现在能坐40人。
波恩办公室有14张桌子。 / 基尔办公室增加到20张桌子。
我2019年搬到了格拉茨。 / 我2021年把存款转到了另一家银行。
第二章的评审5月5日截止。 / 第三章的评审推迟到5月9日。
测试版6月3日开始。 / 如果供应商晚了，测试版就推迟到6月10日。
前台电话是1234。 / 仓库电话改成5678了。
"""),
}
"""Another thing, or nothing that is sure."""
