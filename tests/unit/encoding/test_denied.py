"""Which memory a user's denial is about: what it names, or what was said right before; never a look-alike."""

import pytest

from mcp_memory.engine.domain.memory import Memory
from mcp_memory.engine.domain.sessions import Role, Turn
from mcp_memory.engine.encoding.denied import denied_memory
from mcp_memory.testing import DAWN, a_memory

CANTEEN, PUFFIN, HAMBURG = "The canteen opens at eleven.", "Puffin runs on Nomad.", "The user lives in Hamburg."
CANTEEN_ZH, PUFFIN_ZH, HAMBURG_ZH = "食堂十一点开门。", "Puffin 跑在 Nomad 上。", "用户住在汉堡。"
SHOWN = [a_memory(content=text) for text in (CANTEEN, PUFFIN, HAMBURG, CANTEEN_ZH, PUFFIN_ZH, HAMBURG_ZH)]


def denied(said: str, *before: str, shown: list[Memory] = SHOWN) -> str:
    earlier = [Turn(number, Role.ASSISTANT, text, DAWN) for number, text in enumerate(before, 1)]
    memory = denied_memory(Turn(len(before) + 1, Role.USER, said, DAWN), earlier, shown)
    return memory.content if memory else ""


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("No, that's wrong, the canteen opens at noon.", CANTEEN),
        ("That's not right. The canteen doesn't open at eleven.", CANTEEN),
        ("No, that's wrong, Puffin does not run on Nomad.", PUFFIN),
        ("No, that's wrong, Puffin runs on Kubernetes.", PUFFIN),
        ("No, that's wrong. I never said that I live in Hamburg.", HAMBURG),
        ("No, that's wrong, I don't live in Hamburg.", HAMBURG),
        ("不对，食堂不是十一点开门。", CANTEEN_ZH),
        ("不对，食堂十二点开门。", CANTEEN_ZH),
        ("你记错了，我没说过我住在汉堡。", HAMBURG_ZH),
    ],
)
def test_it_is_the_memory_that_the_denial_names(said: str, content: str) -> None:
    assert denied(said) == content


@pytest.mark.parametrize(
    "said",
    [
        "No, that's wrong, the function should return a list when it opens a file.",
        "No, that's wrong, Puffin does not run on Kubernetes.",
        "No, that's wrong, the tests open a port that is taken.",
        "That's wrong, the script lives in another folder and runs at night.",
        "No, that's wrong, the loop runs eleven times.",
        "不对，这个函数打开文件的时候应该返回列表。",
        "不对，Puffin 不跑在 Kubernetes 上。",
        "不对，测试要在十一月之前跑完。",
        "错了，这个按钮点开以后应该关掉窗口。",
    ],
)
def test_what_only_shares_a_word_is_not_denied(said: str) -> None:
    assert denied(said) == ""
    assert denied(said, "I changed the function, please have a look.", "我改好了，请看一下。") == ""


@pytest.mark.parametrize(
    ("said", "before", "content"),
    [
        ("No, that's wrong.", "As far as I remember the canteen opens at eleven.", CANTEEN),
        ("No, that's wrong, it's at noon.", "As far as I remember the canteen opens at eleven.", CANTEEN),
        ("No, that's wrong, I never said that.", "You live in Hamburg, I remember.", HAMBURG),
        ("No, that's wrong, we use Kubernetes.", "I remember that Puffin runs on Nomad.", PUFFIN),
        ("不对。", "我记得食堂十一点开门。", CANTEEN_ZH),
        ("不对，我没说过。", "我记得你住在汉堡。", HAMBURG_ZH),
    ],
)
def test_a_denial_of_no_content_is_about_what_was_said(said: str, before: str, content: str) -> None:
    assert denied(said, before) == content


def test_a_denial_of_no_content_after_something_else_denies_no_memory() -> None:
    assert denied("No, that's wrong.", "The function opens a file and returns a tuple.") == ""
    assert denied("不对。", "这个函数打开文件，返回元组。") == ""
    assert denied("No, that's wrong.") == ""
    assert denied("No, that's wrong, I don't live in Hamburg.", shown=[]) == ""
