"""What people tell of themselves, be it as a clause of a request: kept by itself, and told from what only looks like it."""

import pytest

from mcp_memory.engine.detection.kinds import notices
from mcp_memory.engine.domain.vocabulary import EventType

APPOINTMENTS = (
    "I have a call with the plumber on 7 May at 4 pm, what should I ask?",
    "My eye test was moved to Thursday at 10:30 am.",
    "We've got a viewing of the cottage tomorrow, can you help me prepare?",
    "I'm meeting Rosa from the council next Tuesday, so how do I begin?",
    "There's a rehearsal on 9 November at 6 pm.",
    "Our train to Ghent leaves on 3 April at 8:15.",
    "我的复查改到下周二早上八点了，帮我看看要带什么。",
    "My exam was rescheduled to 12 May, help me plan.",
    "我周五上午九点有个面试，怎么准备？",
    "我明天下午要去看牙医，帮我列几个问题。",
    "8月2日我和装修公司约了见面，你能帮我看看合同吗？",
    "我下周三飞成都，带什么衣服好？",
)
TOLD = (
    ("I've just booked a painter for 20 June, can you help me plan?", "I've just booked a painter for 20 June"),
    ("Can you make a plan? I've finished 14 of the drills.", "I've finished 14 of the drills."),
    ("Help me with the budget, we have 12 branches", "we have 12 branches"),
    ("How do I go on, given that I've already written 900 words?", "I've already written 900 words"),
    (
        "I'm trying to save money, and I spend 80 euros a week on food, so what can I cut?",
        "I'm trying to save money, and I spend 80 euros a week on food",
    ),
    ("I've sent the form to Mr. Adeyemi but I'm nervous about it, what now?", "I've sent the form to Mr. Adeyemi"),
    ("I've never used Ansible - what should I read first?", "I've never used Ansible"),
    ("I haven't sung in a choir before, is that bad?", "I haven't sung in a choir before"),
    ("I've worked with Farah before, and I want to know how to thank her.", "I've worked with Farah before"),
    ("I'm new to woodwork, which tools do I need?", "I'm new to woodwork"),
    ("My archive has 45 boxes, how would you sort them?", "My archive has 45 boxes"),
    ("Our test run is down to 6 minutes.", "Our test run is down to 6 minutes."),
    ("I'm 60% through the first volume, can you sum up the rest?", "I'm 60% through the first volume"),
    ("I study Welsh every Monday evening, any tips?", "I study Welsh every Monday evening"),
    ("I'm preparing for the Cambridge exam: what matters most?", "I'm preparing for the Cambridge exam"),
    ("I met Tomas at the fair, should I write to him?", "I met Tomas at the fair"),
    ("I've got 30 chairs, here is my list:", "I've got 30 chairs"),
    ("I had a check-up on 4 March, is once a year enough?", "I had a check-up on 4 March"),
    ("I finished 12 sums with 90% right, can you set harder ones?", "I finished 12 sums with 90% right"),
    ("I've solved 20 of the problems, what next?", "I've solved 20 of the problems"),
    ("How do I use the fact that I won 5 prizes?", "I won 5 prizes"),
    ("I'm worried that I only sold 3 tickets in 2024, is that bad?", "I only sold 3 tickets in 2024"),
    ("I don't understand how my score rose from 60 to 85, can you help?", "my score rose from 60 to 85"),
    (
        "I'm stuck on this course, I've only done 40% of it, any tips?",
        "I'm stuck on this course, I've only done 40% of it",
    ),
    (
        "I'm tuning my engine, which now runs at 3,000 turns, can you help?",
        "I'm tuning my engine, which now runs at 3,000 turns",
    ),
    ("I just installed Krita on 2 March, how do I draw a line?", "I just installed Krita on 2 March"),
    ("My brother Ivo just opened a cafe in Malmö, any ideas for it?", "My brother Ivo just opened a cafe in Malmö"),
    ("I play the oboe in a quartet, how do I warm up?", "I play the oboe in a quartet"),
    ("I start at the new school on 1 October, help me write a note.", "I start at the new school on 1 October"),
    ("我每天通勤一个半小时，推荐几本书吧。", "我每天通勤一个半小时"),
    ("我昨天签了租房合同，要买什么保险？", "我昨天签了租房合同"),
    ("我跑过三次半马，可以跑全马了吗？", "我跑过三次半马"),
    ("我在乐队里吹长号，怎么热身？", "我在乐队里吹长号"),
    ("I've sold 12 lamps, especially now that I wonder what is next", "I've sold 12 lamps"),
    (
        "I'm planning a vineyard tour, but I've never been to one, any tips?",
        "I'm planning a vineyard tour, but I've never been to one",
    ),
    ("这周我跑了三次步，一共18公里，怎么安排下周？", "这周我跑了三次步，一共18公里"),
    ("我从来没用过这个框架，应该先看什么？", "我从来没用过这个框架"),
    ("我已经把申请寄给了陈老师，但是很紧张，接下来做什么？", "我已经把申请寄给了陈老师"),
    ("能帮我写封信吗，我拿到了三个面试机会", "我拿到了三个面试机会"),
    ("我想换工作，上个月投了20份简历，怎么提高回复率？", "我想换工作，上个月投了20份简历"),
    ("我的课程完成了40%，剩下的怎么安排？", "我的课程完成了40%"),
    ("我儿子小宇在学游泳，哪种泳镜好？", "我儿子小宇在学游泳"),
    ("我在准备雅思，想知道怎么练口语。", "我在准备雅思"),
    ("我以前和小周合作过，要不要请他帮忙？", "我以前和小周合作过"),
    ("我家离学校大概三公里，骑车要多久？", "我家离学校大概三公里"),
)
REMINDERS = (
    ("Can you remind me to ring Aoife on Friday?", "remind me to ring Aoife on Friday"),
    ("I'm busy, so could you please remind me about the rent on 3 May?", "remind me about the rent on 3 May"),
    (
        "The viewing is a worry, can you remind me that it is on 4 June at noon?",
        "The viewing is a worry, can you remind me that it is on 4 June at noon",
    ),
    ("你能提醒我周五交房租吗？", "提醒我周五交房租"),
    ("你可以明天早上提醒我打电话吗？", "明天早上提醒我打电话"),
)
LOOK_ALIKES = (
    "Can you remind me what the rule of three is?",
    "Could you remind me of the name of that flower?",
    "Can you remind me how to knit?",
    "Would you remind me why 9 is odd?",
    "你能提醒我什么是复利吗？",
    "I'm looking at the logs right now, what next?",
    "I tried restarting it, but nothing changed.",
    "I have two questions, can you help me?",
    "I've attached three files, please read them.",
    "I'm getting an error on Friday's build, why?",
    "I've got an idea, listen.",
    "I've read your two answers, thanks.",
    "I got it, thanks.",
    "If I had 20 chairs, how would I place them?",
    "Suppose I've never used it, where do I begin?",
    "Should I meet Rosa on Tuesday?",
    "Can you write a poem in which my son Michael has a meeting on Friday?",
    "What if my library has 45 sources?",
    "I've never been so confused.",
    "I've never thought of that.",
    "I'm on line 42, what is wrong there?",
    "I have no idea what a call on 3 May means.",
    "We had fun with Anna.",
    "I want to know how many branches we have.",
    "My code throws 3 errors.",
    "我想知道怎么跑18公里。",
    "我从来没这么想过。",
    "我说错了，我指的是第三个。",
    "第1点和第2点我明白了，继续。",
    "I play with it now and then, why?",
    "我有两个问题，你能看看吗？",
    "我看了你的三个建议。",
    "要是我周五有面试，该穿什么？",
    "我周五要不要去面试？",
    "我试了两次重启，还是不行。",
    "我点了三下都报错。",
    "我试了你的办法，出了两个错。",
    "我的意思是第三种更好。",
    "你能写一个我和龙开会的故事吗？",
)


@pytest.mark.parametrize("text", APPOINTMENTS)
def test_an_appointment_to_come_is_a_task_without_what_is_asked_beside_it(text: str) -> None:
    (notice,) = notices(text, "user")
    assert notice.event_type in {EventType.TASK, EventType.COMMITMENT}
    assert "?" not in notice.statement.text
    assert "help me" not in notice.statement.text
    assert "帮我" not in notice.statement.text


@pytest.mark.parametrize(("text", "kept"), TOLD)
def test_what_somebody_tells_beside_a_request_is_kept_as_a_fact_with_its_subject(text: str, kept: str) -> None:
    assert [(each.event_type, each.statement.text) for each in notices(text, "user")] == [(EventType.FACT, kept)]


@pytest.mark.parametrize(("text", "kept"), REMINDERS)
def test_who_asks_to_be_reminded_leaves_a_task(text: str, kept: str) -> None:
    assert [(each.event_type, each.statement.text) for each in notices(text, "user")] == [(EventType.TASK, kept)]


def test_what_is_told_late_in_a_very_long_request_is_kept_whole() -> None:
    wish = "can you help me to write a long letter to the council about the park and its trees and the pond, "
    found = notices(f"{wish * 8}and I've collected 340 signatures, {wish * 12}, I've met 12 neighb", "user")
    assert [each.statement.text for each in found] == ["I've collected 340 signatures"]


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_what_is_asked_supposed_felt_or_done_just_now_is_not_kept(text: str) -> None:
    assert notices(text, "user") == ()


@pytest.mark.parametrize("text", ["I've never used Ansible.", "我从来没用过这个框架。", "I have a call on 3 May."])
def test_what_an_assistant_says_of_itself_is_not_kept(text: str) -> None:
    assert notices(text, "assistant") == ()


def test_an_allergy_is_a_preference_however_it_is_shortened() -> None:
    found = notices("I'm allergic to penicillin, what else could I take?", "user")
    assert [(each.event_type, each.statement.text) for each in found] == [
        (EventType.PREFERENCE, "I'm allergic to penicillin")
    ]


def test_a_worry_is_told_apart_from_what_it_is_about() -> None:
    found = notices("I've booked a painter for 20 June but I'm worried about the costs, can you help?", "user")
    assert [(each.event_type, each.statement.text) for each in found] == [
        (EventType.FACT, "I've booked a painter for 20 June"),
        (EventType.RISK, "I'm worried about the costs"),
    ]


def test_a_sentence_may_tell_two_things_with_a_request_between() -> None:
    found = notices("I've read 12 of the plays, what is next, and my exam is on 4 June?", "user")
    assert [(each.event_type, each.statement.text) for each in found] == [
        (EventType.FACT, "I've read 12 of the plays"),
        (EventType.TASK, "my exam is on 4 June"),
    ]


@pytest.mark.parametrize(
    ("text", "event_type"),
    [
        ("I had a dentist appointment yesterday at 9 am.", EventType.FACT),
        ("I have a pottery class every Monday at 7 pm.", EventType.FACT),
        ("我昨天下午三点去面试了。", EventType.FACT),
        ("我每周三晚上七点有课。", EventType.FACT),
    ],
)
def test_an_appointment_that_was_or_repeats_is_a_fact(text: str, event_type: EventType) -> None:
    assert [each.event_type for each in notices(text, "user")] == [event_type]
