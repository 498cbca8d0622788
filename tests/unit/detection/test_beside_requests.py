"""Facts told beside a request: each by itself and as what it is, whatever the request before or behind it says."""

import pytest

from mcp_memory.engine.detection.kinds import notices
from mcp_memory.engine.detection.worth import worth_keeping
from mcp_memory.engine.domain.vocabulary import EventType

MADE_UP = (
    "就当我年薪是三十万,每月能存多少?",
    "权当我有两个孩子,学费要准备多少?",
    "假装你是面试官,我做过三年会计。",
    "帮我算一下,就当我房贷是6500块,十年要还多少?",
    "Pretend I've moved to Oslo with two dogs and list what I need.",
    "Pretend that my salary is 3,200, what would be left?",
)
GENERAL = (
    "Most gardeners prune roses in late February, is there a reason for that?",
    "Many cafes close on Mondays in Lyon, why is that?",
    "In Austria landlords usually keep three months' rent as a deposit, is that legal?",
    "大多数人每六个月洗一次牙,有必要吗?",
    "一般人都提前三个月订酒席,来得及吗?",
    "日本的公司通常4月1日入职,现在还是这样吗?",
)


@pytest.mark.parametrize("text", MADE_UP + GENERAL)
def test_neither_what_is_made_up_nor_what_is_usual_everywhere_is_a_fact_of_the_speaker(text: str) -> None:
    """A supposition stays one whatever words make it, and a generality that is asked about tells nothing."""
    assert worth_keeping(text, "user") == ()


FACT, DECISION, PREFERENCE = EventType.FACT, EventType.DECISION, EventType.PREFERENCE
BESIDE = (
    (FACT, "晨会现在是八点三刻,帮我把培训往前挪。", "晨会现在是八点三刻"),
    (FACT, "车位涨到380了,开销表帮我更新一下。", "车位涨到380了"),
    (DECISION, "聚餐人数改成九个人了，座位的安排帮我调一下。", "聚餐人数改成九个人了"),
    (FACT, "我2021年骑过川藏线,最后两天膝盖疼,你分析下是坐垫的原因吗?", "我2021年骑过川藏线,最后两天膝盖疼"),
    (FACT, "我有护照,去哪里旅行方便?", "我有护照"),
    (FACT, "我没有驾照,给我一个自由行的路线。", "我没有驾照"),
    (FACT, "我们请了海棠装修公司,帮我写一份验收清单。", "我们请了海棠装修公司"),
    (DECISION, "校友年会改到周五晚上七点了,日程帮我挪一下。", "校友年会改到周五晚上七点了"),
    (FACT, "我妹夫调到南宁了,给我一个送行的菜单。", "我妹夫调到南宁了"),
    (FACT, "我们还没跟远帆签协议,能不能不签了?", "我们还没跟远帆签协议"),
    (FACT, "I trained as a baker for a year, work that into my bio.", "I trained as a baker for a year"),
    (FACT, "我换了飞利浦的牙刷,刷头多久换一次?", "我换了飞利浦的牙刷"),
    (FACT, "城西那间铺子的租约我们三月就签了,转租条款怎么写?", "城西那间铺子的租约我们三月就签了"),
    (FACT, "城西那间铺子我们一直没签合同,定金能退吗?", "城西那间铺子我们一直没签合同"),
    (FACT, "我没学过日语的语法,能从头讲讲助词吗?", "我没学过日语的语法"),
    (FACT, "我大学学过概率论,基础就不用讲了,直接说说贝叶斯。", "我大学学过概率论"),
    (FACT, "帮我排一下预算,老房子在城东,物业费一个月260块。", "老房子在城东,物业费一个月260块"),
    (FACT, "订婚宴我们订了听雨楼,帮我写请柬。", "订婚宴我们订了听雨楼"),
    (FACT, "润色一下:我在大连的船厂干过六年,之后转了行。", "我在大连的船厂干过六年"),
    (FACT, "我现在每周练两次琴,帮我做个计划。", "我现在每周练两次琴"),
    (FACT, "我的琴课一个月600块,加到清单里。", "我的琴课一个月600块"),
    (
        FACT,
        "We ended up hiring Dora's Florists instead of Bloom & Co, can you draft a thank-you?",
        "We ended up hiring",
    ),
    (FACT, "Plan the seating for us please, we're expecting thirty guests and my aunt Vera is asthmatic.", "Vera"),
    (
        FACT,
        "I did a welding course at night school, so you can skip the safety part.",
        "I did a welding course at night school",
    ),
    (
        FACT,
        "I'm not allergic to latex or anything else, so tell me which gloves last.",
        "I'm not allergic to latex or anything",
    ),
    (FACT, "I worked as a lifeguard for a summer, mention it somewhere.", "I worked as a lifeguard for a summer"),
    (FACT, "Our team breakfast is now at 8 am, could you shift the rest?", "Our team breakfast is now at 8 am"),
    (FACT, "I ate mussels last spring and got ill, why is that?", "I ate mussels last spring and got ill"),
    (FACT, "As for the picnic: make that fourteen children, and can you redo the list?", "make that fourteen children"),
    (FACT, "I feel stronger lately, so make my Dorset goal 4:10 and rework the plan.", "make my Dorset goal 4:10"),
    (FACT, "I never did a first aid course, can you explain the recovery position?", "I never did a first aid course"),
    (FACT, "We never rented a garage, can they bill us?", "We never rented a garage"),
    (PREFERENCE, "I always dread our review and it is at 9:45, give me three opening lines.", "it is at 9:45"),
)
ONLY_ASKED = (
    "帮我把下午的会往后挪。",
    "这段代码帮我看一下,顺便改一下格式。",
    "给同事想个外号。",
    "我该先学哪一门?",
    "我吃过饭了,继续吧。",
    "我打过招呼了,下一步呢?",
    "I took a class and rewrote it in Rust, does that look right?",
    "I ran the build for a while, why is it slow?",
    "一般公司都是月初发奖金,这合理吗?",
    "给这段话起个标题,再缩短到50个字。",
    "我查过这个问题,没有答案,你分析下。",
    "请把第二段改到120个字。",
    "写个故事,里面我搬到了冰岛,开了一家书店。",
    "Make my second paragraph 80 words and skip the quotes.",
    "Make it twelve lines for the poem, please.",
    "You can skip the introduction and just give me the numbers.",
    "Set my font to 12 and redo the margins.",
)
BINDING = (
    "以后回答都用表格,帮我看看这份数据。",
    "Always answer in French, and can you translate this note?",
    "We always close the shop the same way: count the till, then lock the door.",
)


@pytest.mark.parametrize(("kind", "text", "told"), BESIDE)
def test_what_is_told_beside_a_request_is_kept_without_it_and_as_what_it_is(
    kind: EventType, text: str, told: str
) -> None:
    """The request neither sticks to the fact nor decides its kind, be it before or behind it."""
    found = notices(text, "user")
    assert any(notice.event_type is kind and told in notice.statement.text for notice in found)
    assert all(len(notice.statement.text) < len(text) for notice in found)


@pytest.mark.parametrize("text", ONLY_ASKED)
def test_a_request_alone_tells_nothing(text: str) -> None:
    """Numbers, names and deeds inside of what is asked for are no facts."""
    assert notices(text, "user") == ()


@pytest.mark.parametrize("text", BINDING)
def test_a_rule_beside_a_request_is_no_passing_request(text: str) -> None:
    """What binds for longer is kept."""
    assert any(notice.event_type in {EventType.CONSTRAINT, PREFERENCE} for notice in notices(text, "user"))


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Kim, don't do it now, please remember: no paint on the stairs during visits.", "no paint on the stairs"),
        ("别急，请记住：营业时间不许刷楼梯。", "营业时间不许刷楼梯"),
    ],
)
def test_a_wish_to_remember_is_no_request_that_takes_away_what_it_names(said: str, kept: str) -> None:
    assert any(kept in notice.statement.text for notice in worth_keeping(said, "user", "Ana"))


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("评审会改到周五上午十点了，提纲帮我改一下", "评审会改到周五上午十点了"),
        ("周会挪到周四下午了", "周会挪到周四下午了"),
        ("早会调到十点，通知帮我写一下", "早会调到十点"),
        ("他会改到满意为止", ""),
        ("晚会改到周六行不行？", ""),
    ],
)
def test_a_meeting_that_moves_is_no_will(said: str, kept: str) -> None:
    """会 is a meeting before what moves it to a day, and "will" elsewhere."""
    assert [notice.statement.text for notice in worth_keeping(said, "user")] == [kept] * bool(kept)
