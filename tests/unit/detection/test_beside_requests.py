"""Facts told beside a request: each by itself and as what it is, whatever the request before or behind it says."""

import pytest

from mcp_memory.engine.detection.worth import worth_keeping

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
