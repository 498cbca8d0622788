"""What makes a procedure is a passage that says when it holds, and steps that are acts; the rest of a turn stays."""

import pytest

from mcp_memory.engine.detection.settled import settled
from mcp_memory.engine.detection.worth import SettledNotice, worth_keeping
from mcp_memory.engine.text.procedures import procedure_of


def steps_of(text: str) -> list[tuple[str, ...]]:
    return [procedure.steps for procedure in settled(text)]


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("From now on: weigh, then pack, then label the box.", ("weigh", "pack", "label the box")),
        ("Whenever the pump stops, open the valve, then restart it.", ("open the valve", "restart it")),
        ("For every paper: skim it -> note the claim -> file it", ("skim it", "note the claim", "file it")),
        ("From now on run the tests, tag the commit, then push.", ("run the tests", "tag the commit", "push")),
        ("From today on, sign it first, then scan it.", ("sign it", "scan it")),
        ("When leaving the lab always wash up, then lock the fridge.", ("wash up", "lock the fridge")),
        ("We ship like this: count them, then seal the crate.", ("count them", "seal the crate")),
        ("Our routine is to feed the cat, and then lock the door.", ("feed the cat", "lock the door")),
        ("Before every talk, check the slides, then the microphone.", ("check the slides", "the microphone")),
        ("Deploying:\nWe do it like this:\n1. `make image`\n2. `make ship`", ("`make image`", "`make ship`")),
        (
            "Steps for a new hire:\n1. Order a laptop.\n   - not the old one\n2. Book a desk.",
            ("Order a laptop", "Book a desk"),
        ),
        ("Rotate it like so every week: (1) drain it (2) rinse it", ("drain it", "rinse it")),
        ("From next week on sales registers a lead, then Kim calls it.", ("sales registers a lead", "Kim calls it")),
        ("以后：先称重，再打包，最后贴标签。", ("称重", "打包", "贴标签")),
        ("每次水泵停了，打开阀门，然后重启。", ("打开阀门", "重启")),
        ("读论文的流程：浏览 -> 记下结论 -> 归档", ("浏览", "记下结论", "归档")),
        ("我们的做法是先喂猫，再锁门。", ("喂猫", "锁门")),
        ("以后你给我回信，先看附件，再回答。", ("看附件", "回答")),
        ("入职步骤：\n1. 领电脑。\n   - 不要旧的\n2. 安排工位。", ("领电脑", "安排工位")),
        ("When a parcel comes, we first weigh it, then log it.", ("weigh it", "log it")),
        ("接到订单后，我们先确认库存，再通知仓库，然后安排发货。", ("确认库存", "通知仓库", "安排发货")),
        ("我每周五都这样收拾工位：清空桌面，擦键盘，再倒垃圾。", ("清空桌面", "擦键盘", "倒垃圾")),
        ("凡是出差，第一步填申请，第二步订车票，第三步交发票。", ("填申请", "订车票", "交发票")),
    ],
)
def test_the_steps_are_those_that_were_laid_down(text: str, steps: tuple[str, ...]) -> None:
    assert steps_of(text) == [steps]


def test_what_follows_may_say_that_it_holds() -> None:
    said = "Sweep the floor, then wipe the tables, then lock up. Do it this way every time."
    assert steps_of(said) == [("Sweep the floor", "wipe the tables", "lock up")]
    assert steps_of("先扫地，再擦桌子，最后锁门。以后都这样。") == [("扫地", "擦桌子", "锁门")]
    assert steps_of("Sweep the floor, then wipe the tables. It was like this every time, wasn't it?") == []


def test_a_turn_may_settle_several() -> None:
    said = "To open:\n1. unlock the door\n2. turn on the light\n\nTo close:\n1. turn off the light\n2. lock the door"
    assert steps_of(said) == [("unlock the door", "turn on the light"), ("turn off the light", "lock the door")]


@pytest.mark.parametrize(
    ("asked", "told", "trigger"),
    [
        ("Write this on a poster for the hall: ", "before every tour we do the same thing, first count, then lock up.",
         "before every tour"),
        ("Could you turn it into a table? ", "Whenever a guest joins, we always do it the same way: first greet, then pay.",
         "Whenever a guest joins"),
        ("帮我写成一张海报：", "每次参观前我们都按这个顺序来，先数头盔，再测对讲机。", "每次参观前"),
        ("请整理成表格:", "每次来新会员,我们都是这么做的:先核对表格,再打印胸卡。", "每次来新会员"),
        ("", "From now on, whenever we print: check the ink, then load the paper.", "whenever we print"),
        ("", "今后，每次打印：先看墨水，再装纸。", "每次打印"),
    ],
)  # fmt: skip
def test_a_request_for_another_form_is_no_part_of_it_and_its_trigger_is_the_occasion(
    asked: str, told: str, trigger: str
) -> None:
    [procedure] = settled(asked + told)
    assert [notice.statement.text for notice in worth_keeping(asked + told, "user")] == [told]
    assert procedure_of(told, procedure.steps).trigger == trigger


@pytest.mark.parametrize(
    "text",
    [
        "Could you turn it into a table? Whenever a member joins, we first check the form, then print the badge.",
        "Translate this into French: we always do it the same way, first check the form, then print the badge.",
        "When a parcel came, we first weighed it, then logged it.",
        "When a friend visits on Sunday, I first show her the harbour, then cook for her.",
        "Make this into a story: every night I do the same thing, first feed the dragon, then lock the gate.",
        "Write this as a story in six lines: every night I do the same thing, first feed the dragon, then lock the gate.",
        "Can you turn this into a joke? We always do it the same way: first break the build, then call the intern.",
        "帮我写成笑话：每次上线我们都这么做：先改配置，再重启服务。",
        "收到包裹后，我们先拆开，再拍照，然后发现少了一件。",
        "收到那封信后，我们先打电话，再去找律师。",
        "接到通知后我们先回了家，再打电话，然后收拾行李。",
        "帮我写成故事：他每次参观前都先数头盔，再测对讲机。",
    ],
)
def test_what_comes_once_or_is_told_of_others_or_to_be_translated_is_not_settled(text: str) -> None:
    assert steps_of(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "It fails every time:\n```ts\nitems.forEach((item) => {\n  // first check it\n  check(item);\n});\n```",
        "Each time it says undefined: rows.filter((row) => { return row.ok; })",
        "export const run = (a) => pipe(a, open => open(first), close => close(last)) // always fails",
        "Every run ends like that:\n# first open the file\nf = open(path)\n# then read it\nf.read()",
        "每次都报错：\n```ts\nitems.forEach((item) => {\n  // 先检查\n  check(item);\n});\n```",
    ],
)
def test_code_has_no_steps(text: str) -> None:
    assert steps_of(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "We always draw the first ball and the second ball from different urns.",
        "Since then every first guess was better than the second guess, and finally I knew.",
        "我们每次都看第一页，没看最后一页。",
    ],
)
def test_an_ordinal_orders_no_steps(text: str) -> None:
    assert steps_of(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Can you show me how to weigh it and then pack it? I always forget.",
        "I always forget this, so please show me how to weigh it and then pack it.",
        "Explain to me what every worker does: first weigh it, then pack it.",
        "Translate this: from now on we first weigh, then pack.",
        "Please correct the following.\nWhenever it arrives: 1. weigh it 2. pack it. Is this right?",
        "Our routine: 1. weigh it 2. pack it. Can you improve this routine?",
        "请教我怎么先称重然后打包，我每次都忘。",
        "翻译成英文：以后先称重，再打包。",
        "打包流程：1. 称重 2. 打包。你觉得怎么样？",
    ],
)
def test_what_is_asked_for_is_not_settled(text: str) -> None:
    assert steps_of(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Every order in our process has:\n* Name: text\n* Address: text\n* State: enum",
        "The steps are: **Old title**: Winter. **New title**: Spring.",
        "From now on:\n- no capitals\n- short names\n- two spaces",
        "From now on follow these rules:\n1. Write short sentences\n2. Start with the result",
        "Next steps:\n1. call the printer\n2. order paper",
        "Steps to reproduce:\n1. open the menu\n2. click twice",
        "流程里每个订单都有：\n* 姓名：文本\n* 地址：文本",
        "以后遵守这些要求：\n1. 写短句\n2. 把结论放在前面",
        "下一步：\n1. 给印刷厂打电话\n2. 订纸",
    ],
)
def test_labels_rules_and_tasks_are_no_steps(text: str) -> None:
    assert steps_of(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The scheduler always first sorts the jobs, then runs them.",
        "In the future I plan to first rest, then travel.",
        "I always first burn the toast, then open the window.",
        "Yesterday's procedure: first call Ana, then pay.",
        "It stalls whenever I first open the lid and then press start.",
        "I followed the routine: 1. open the lid 2. press start",
        "Every panel of ours has three knobs: first open, then close, then stop.",
        "The manual describes the procedure: first open the lid, then press start.",
        "My aunt's way of making jam is to boil it, then cool it.",
        "Here's my draft of the routine: first weigh it, then pack it.",
        "调度器每次先排序，再运行。",
        "以后我打算先休息，再旅行。",
        "昨天的流程：先给安娜打电话，再付款。",
        "我按流程做了：1. 打开盖子 2. 按启动",
        "每个面板都有三个旋钮：先是打开，再是关闭。",
        "说明书网上写的步骤：先打开盖子，再按启动。",
        "姥姥做果酱的做法是先煮，再冷却。",
        "我们的流程：先称了重，再打了包。",
    ],
)
def test_what_a_thing_does_what_one_hopes_or_did_is_not_laid_down(text: str) -> None:
    assert steps_of(text) == []


@pytest.mark.parametrize(
    ("text", "beside", "passage"),
    [
        (
            "I live in Bergen. From now on first weigh it, then pack it. We have 12 machines.",
            ["I live in Bergen.", "We have 12 machines."],
            "From now on first weigh it, then pack it.",
        ),
        (
            "我住在卑尔根。以后先称重，再打包。我们有12台机器。",
            ["我住在卑尔根。", "我们有12台机器。"],
            "以后先称重，再打包。",
        ),
    ],
)
def test_what_is_told_beside_a_procedure_is_kept_by_itself(text: str, beside: list[str], passage: str) -> None:
    found = worth_keeping(text, "user")
    assert [notice.statement.text for notice in found if not isinstance(notice, SettledNotice)] == beside
    assert [notice.statement.text for notice in found if isinstance(notice, SettledNotice)] == [passage]
    assert all(text[notice.statement.start : notice.statement.end] == notice.statement.text for notice in found)


def test_nobody_but_a_person_settles_anything() -> None:
    said = "From now on first weigh it, then pack it."
    assert not any(isinstance(notice, SettledNotice) for notice in worth_keeping(said, "assistant"))


def test_a_long_document_settles_nothing() -> None:
    said = "From now on first weigh it, then pack it. "
    assert len(settled(said)) == 1
    assert settled(said + "It is so. " * 500) == ()
