"""Pairs by hand in which what is told has something around it: reasons, lead-ins, afterthoughts.

In the second table what stands around a statement is what tells the two apart, or takes it back.
"""

from conflict_cases import pairs_of

AROUND = {
    "en": pairs_of("""
the invoices go out at 7 in the evening / The printer is too slow, so the invoices go out at 9 in the evening.
we keep the recordings for 30 days, the disk is small / Legal called, we keep the recordings for 90 days.
the gym closes at 22:00 / Because of the neighbours the gym closes at 21:00 now.
Milo's dose is 20 mg, the vet said so / He still limps, so Milo's dose is 30 mg.
the upload limit is 10 MB / By the way, the upload limit is 25 MB, the proxy allows it.
our office in Lyon has 12 desks / We have been growing, our office in Lyon has 20 desks.
the retry interval is 5 seconds, or the queue fills up / The provider complained, the retry interval is 60 seconds.
deploys on Friday are forbidden / Nobody minds any more, so deploys on Friday are allowed.
the monthly rent is 900 EUR / Bad news from the landlord: the monthly rent is 950 EUR.
the standup is at 9:30 / As agreed with Berlin, the standup is at 10:00.
the greenhouse is heated to 18 degrees / The orchids were freezing, so the greenhouse is heated to 21 degrees.
the cache is enabled / The tests were flaky, so for everybody's peace the cache is disabled.
the ferry leaves at 6:40 / I checked again, the ferry leaves at 6:15.
session tokens expire after 15 minutes / Support had a hard week, session tokens expire after 60 minutes now.
Zoe is allergic to nuts / I asked her mother yesterday, Zoe is not allergic to nuts.
"""),
    "zh": pairs_of("""
对账任务每天凌晨1点跑 / 银行的文件来得晚，对账任务每天凌晨3点跑。
录音保留30天，硬盘不大 / 法务来过电话了，录音保留90天。
健身房22点关门 / 邻居投诉了好几次，所以健身房21点关门。
上传大小的上限是10MB / 对了，上传大小的上限是25MB，代理那边已经放开。
会员价格是49元，海报都印好了 / 老板拍了板，会员价格是59元，海报要重印。
重试间隔是5秒，不然队列会堵 / 供应商有意见，重试间隔是60秒。
允许周五上线 / 上周末太折腾了，所以禁止周五上线。
每月房租是3000元 / 房东刚发来消息，每月房租是3200元。
站会时间是9点半 / 跟北京那边说好了，站会时间是10点。
缓存已启用 / 测试老是不稳定，所以缓存已停用。
登录超时是15分钟 / 客服那边叫苦，登录超时是60分钟。
仓库的温度是18度，怕货受潮 / 夏天到了，仓库的温度是22度。
项目的截止日期是5月3日 / 客户终于松口了，项目的截止日期是5月20日。
备份存放在一号机房 / 一号机房漏水，所以备份存放在三号机房。
"""),
}

APART_BY_WHAT_IS_AROUND = {
    "en": pairs_of("""
Berlin: the shop opens at 9 / Lyon: the shop opens at 10
in the old office, the alarm is set at 19:00 / in the new office, the alarm is set at 21:00
on weekdays, the gym closes at 22:00 / on Sundays, the gym closes at 20:00
if the build is red, the deploy limit is 0 / if the build is green, the deploy limit is 5
the upload limit is 10 MB / For partners, the upload limit is 25 MB.
the upload limit is 10 MB / The upload limit is 25 MB, but only for partners.
Ana brought a cake, it weighs 2 kg / Ben brought a melon, it weighs 3 kg
Tom says, the rent is 900 EUR / the rent is 950 EUR
I'm not sure, the ferry leaves at 6:15 / the ferry leaves at 6:40
Is it true, the ferry leaves at 6:15? / the ferry leaves at 6:40
deploys on Friday are forbidden / Deploys on Friday are allowed, if Ana agrees.
the first batch was small, it had 12 jars / the second batch was better, it had 30 jars
we rent two flats, the flat in Riga costs 600 EUR / we rent two flats, the flat in Porto costs 800 EUR
my brother called, his rent is 700 EUR / my sister called, her rent is 800 EUR
until March, the fee is 20 EUR / from April on, the fee is 25 EUR
at the demo, the timeout is 5 seconds / in production, the timeout is 30 seconds
"""),
    "zh": pairs_of("""
北京：门店9点开门 / 上海：门店10点开门
工作日，健身房22点关门 / 周日，健身房20点关门
如果构建失败，上限是0 / 如果构建成功，上限是5
上传大小的上限是10MB / 上传大小的上限是25MB，只限合作伙伴。
小王买了台秤，重量是2公斤 / 小李买了个西瓜，重量是3公斤
房东说，房租是3000元 / 房租是3200元
我不确定，站会时间是10点 / 站会时间是9点半
禁止周五上线 / 允许周五上线，但要老板签字。
在演示环境，超时是5秒 / 在生产环境，超时是30秒
三月之前，费用是20元 / 四月以后，费用是25元
第一批不多，数量是12 / 第二批更好，数量是30
我哥来电话了，他的房租是2000元 / 我姐来电话了，她的房租是2600元
对新用户，押金是100元 / 对老用户，押金是50元
"""),
}
