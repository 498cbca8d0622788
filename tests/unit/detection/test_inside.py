"""What a request takes for granted is kept as a statement that stands for itself; what it only looks like is not."""

import pytest

from mcp_memory.engine.detection.kinds import notices
from mcp_memory.engine.domain.vocabulary import EventType

ASIDES = (
    (
        "I'm trying to quieten the pump, which has recently dropped to 38 dB after a new bearing, but how do I go on?",
        "the pump, which has recently dropped to 38 dB after a new bearing",
    ),
    (
        "Can you suggest a layout for my herb garden, which now covers 40 square metres?",
        "my herb garden, which now covers 40 square metres",
    ),
    (
        "How do I thank my tutor Wen, who got me through the exam in May, properly?",
        "my tutor Wen, who got me through the exam in May, properly",
    ),
    (
        "Can you shorten my speech - it's now 14 minutes long - before I print it?",
        "my speech - it's now 14 minutes long - before I print it",
    ),
    ("能不能帮我整理我的通讯录，现在已经增加到320人了，怎么分组？", "我的通讯录，现在已经增加到320人了"),
)
TAKEN_FOR_GRANTED = (
    ("How can I use the fact that we sold 41 seats in a week?", "we sold 41 seats in a week"),
    ("What next, considering I have already baked twelve loaves?", "I have already baked twelve loaves"),
    ("Where should the piano go, now that our choir moved to Hamar?", "our choir moved to Hamar"),
    ("Why am I tired even though I've trained for nine weeks?", "I've trained for nine weeks"),
    ("I don't get why I got 14/20 in the oral exam, can you help?", "I got 14/20 in the oral exam"),
    ("I'm glad that Ines gave me two tips, how do I use them?", "Ines gave me two tips"),
    ("How do I word it that we postponed the fair to 22 March?", "we postponed the fair to 22 March"),
    ("Since the fee was raised to 30 euros, how do we go on?", "the fee was raised to 30 euros"),
    ("I'm feeling proud after completing 40 laps of the lake, what next?", "completing 40 laps of the lake"),
    ("How do I cook for my sister, now that I'm vegan?", "I'm vegan"),
    ("怎么利用我拿到了五个机会这一点来谈价钱？", "我拿到了五个机会"),
    ("怎么跟银行说明我们店的营业额从8000涨到了11500？", "我们店的营业额从8000涨到了11500"),
    ("既然我们合唱团已经搬到了湖滨，钢琴放哪里？", "我们合唱团已经搬到了湖滨"),
    ("既然小娜加入我们乐队当鼓手了，钱怎么分？", "小娜加入我们乐队当鼓手了"),
)
NOUN_PHRASES = (
    (
        "How do I fit the tips I got from Salma at the fair in Lyon into my plan?",
        "the tips I got from Salma at the fair in Lyon",
    ),
    (
        "What does my result of 17 out of 20 in the listening part say?",
        "my result of 17 out of 20 in the listening part",
    ),
    ("What present would suit the six apprentices I train at the mill?", "the six apprentices I train at the mill"),
    ("How can I thank the 23 people who donated to my run?", "the 23 people who donated to my run"),
    ("What can I play on the flute my uncle left me in May?", "the flute my uncle left me in May"),
    (
        "Can you turn the notes from my interview with Councillor Reyes on 5 May into an article?",
        "my interview with Councillor Reyes on 5 May",
    ),
    (
        "I'm trying to redo the planner to reflect the new delivery date of 21 August, but I'm struggling, can you help?",
        "the new delivery date of 21 August",
    ),
    ("怎么把我从萨尔玛那里得到的建议写进计划书？", "我从萨尔玛那里得到的建议"),
    ("送什么给我在木工坊带的六个学徒比较合适？", "我在木工坊带的六个学徒"),
    ("能解释一下我听力部分17分的成绩算什么水平吗？", "我听力部分17分的成绩"),
    ("怎么感谢那23位给我捐款的人？", "那23位给我捐款的人"),
    ("舅舅送给我的那把小号能吹什么？", "舅舅送给我的那把小号"),
)
MOVES = (
    (
        "I'm afraid that pushing the inspection to 9 October at 8 am might annoy people, what do you think?",
        "pushing the inspection to 9 October at 8 am",
    ),
    (
        "Will moving the call with Ana to Friday at noon clash with anything?",
        "moving the call with Ana to Friday at noon",
    ),
    ("把锅炉检查推到10月9日上午八点会不会让人不高兴？", "把锅炉检查推到10月9日上午八点"),
)
REMINDERS = (
    (
        "I mix up the visit to the notary, so can you remind me that it's been moved to 18 June?",
        "the visit to the notary has been moved to 18 June",
    ),
    (
        "I fear to miss the call with Ana, can you remind me that it's on Friday at noon?",
        "the call with Ana is on Friday at noon",
    ),
    ("体检的预约我老记混，能提醒我已经改到6月18日了吗？", "体检的预约已经改到6月18日了"),
)
LOOK_ALIKES = (
    "If I moved the rehearsal to 12 May, would that be late?",
    "Could moving the launch to May 18 be an option?",
    "I'm thinking about moving the call to Monday, what do you say?",
    "Can you explain the greenhouse effect, which has warmed the planet by 1.2 degrees?",
    "How could I use the fact that water boils at 100 degrees?",
    "Could you remind me when the French Revolution began?",
    "What are the tips one gets at a fair in Lyon?",
    "Please shorten the paragraph you sent, which has 120 words now.",
    "Should we hold the meeting with Ana on Monday?",
    "How do I get my average from 54 to 80?",
    "I wish I had passed the exam in June, what now?",
    "I'd like to know whether the deadline was extended to 30 November.",
    "Write a story about a girl who met the 23 people I invented.",
    "我在考虑把电话改到周一，你说呢？",
    "要是把电话改到周一会不会太晚？",
    "把电话改到周一好还是周二好？",
    "小说里的六个学徒该听谁的？",
    "给我六个鸡蛋的做法。",
    "你给我的三个方案哪个便宜？",
    "我要是六月份考过了就好了，怎么办？",
    "能提醒我大革命是哪年开始的吗？",
)


def _kept(text: str) -> list[tuple[EventType, str]]:
    return [(each.event_type, each.statement.text) for each in notices(text, "user")]


@pytest.mark.parametrize(("text", "kept"), ASIDES + TAKEN_FOR_GRANTED + NOUN_PHRASES + MOVES)
def test_what_a_request_takes_for_granted_is_kept_without_what_it_asks(text: str, kept: str) -> None:
    assert _kept(text) == [(EventType.FACT, kept)]


@pytest.mark.parametrize(("text", "kept"), REMINDERS)
def test_a_reminder_names_what_it_is_about(text: str, kept: str) -> None:
    assert _kept(text) == [(EventType.TASK, kept)]


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_what_is_asked_proposed_or_known_to_everybody_is_not_kept(text: str) -> None:
    assert _kept(text) == []


def test_two_facts_in_one_sentence_are_two_statements() -> None:
    text = "I've read 12 of the plays and my brother Jon moved to Turin in May, so what should we see there?"
    assert _kept(text) == [
        (EventType.FACT, "I've read 12 of the plays"),
        (EventType.FACT, "my brother Jon moved to Turin in May"),
    ]


def test_a_long_purpose_is_left_out_and_a_short_one_says_what_the_fact_is_about() -> None:
    long = (
        "I'm trying to plan the seating, the music, the food and the way home for all who are coming to the party of"
        " my aunt, and I've booked 12 tables, can you help?"
    )
    assert _kept(long) == [(EventType.FACT, "I've booked 12 tables")]
    short = "I'm planning a party, and I've booked 12 tables, can you help?"
    assert _kept(short) == [(EventType.FACT, "I'm planning a party, and I've booked 12 tables")]


def test_a_new_deadline_is_a_task_without_the_trouble_with_it() -> None:
    text = "I'm trying to update the plan to reflect the new deadline of 5 May, but I'm having trouble with the board."
    assert _kept(text) == [(EventType.TASK, "the new deadline of 5 May")]


def test_what_an_assistant_asks_tells_nothing() -> None:
    assert notices("How can I use the tips I got from Salma at the fair in Lyon?", "assistant") == ()


def test_who_somebody_is_stays_with_their_name() -> None:
    text = "I'm Wanda, a bookbinder from Lund, and I want to learn how to gild an edge, can you help?"
    assert _kept(text) == [(EventType.FACT, "I'm Wanda, a bookbinder from Lund")]


def test_only_a_request_can_take_common_knowledge_for_granted() -> None:
    assert _kept("Considering that a marathon takes four hours, how much water does one need?") == []
    text = "Because of the heat the east wing opens at 8 in the morning."
    assert _kept(text) == [(EventType.FACT, text)]
