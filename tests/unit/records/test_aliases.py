"""Which other names a text defines, and which remarks in brackets define none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.records.aliases import definitions


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("We run K8s (Kubernetes) in production.", "K8s", "Kubernetes"),
        ("Internationalization (i18n) is done.", "Internationalization", "i18n"),
        ("Google Kubernetes Engine (GKE) is fine.", "Google Kubernetes Engine", "GKE"),
        ("PostgreSQL (PG) holds billing.", "PostgreSQL", "PG"),
        ("Kubernetes, aka K8s, is used.", "Kubernetes", "K8s"),
        ("Project Falcon (aka Bluebird) ships in May.", "Project Falcon", "Bluebird"),
        (
            "The North Atlantic Treaty Organization, also known as NATO, met.",
            "North Atlantic Treaty Organization",
            "NATO",
        ),
        ("GKE stands for Google Kubernetes Engine.", "GKE", "Google Kubernetes Engine"),
        ("K8s is short for Kubernetes.", "K8s", "Kubernetes"),
        ('"the big one" is also called "Leviathan".', "the big one", "Leviathan"),
        ("团队采用灰度发布（金丝雀）上线", "灰度发布", "金丝雀"),
        ("Kubernetes 简称 K8s", "Kubernetes", "K8s"),
        ("灰度发布又叫金丝雀发布，先放5%流量", "灰度发布", "金丝雀发布"),
        ("灰度发布（又称金丝雀发布）", "灰度发布", "金丝雀发布"),
        ("“蓝鲸计划”简称“蓝鲸”", "蓝鲸计划", "蓝鲸"),
        ("支付网关（Stripe）要升级", "支付网关", "Stripe"),
        ("Kubernetes（容器编排）", "Kubernetes", "容器编排"),
        ("持续集成（CI）", "持续集成", "CI"),
    ],
)
def test_a_definition_gives_both_names(text: str, one: str, other: str) -> None:
    """As they are written there."""
    assert definitions(text) == ((one, other),)


@pytest.mark.parametrize(
    "text",
    [
        "We met on Monday (see notes).",
        "Postgres (the database we chose) is up.",
        "The deploy (optional) runs on port 5432 (default), API (v2).",
        "Latency (p95) costs 100 USD (about 90 EUR).",
        "Berlin (Germany), Redis (KeyDB), f(x), team（北京）.",
        "K9s (Kubernetes) counts wrongly, i9n (internationalization) too.",
        "It is also called on every request.",
        "the thing, aka the other thing",
        "Azure Kubernetes service, aka AKS",
        "Kubernetes, aka Kubernetes",
        "张三（负责人）说价格（含税）已定",
        "服务（可选）在周五（下午）上线，反馈很好（如下）",
        "接口（deprecated）",
        "他又叫了一份外卖",
        "别名冲突",
        "，（金丝雀）",
        "整段没有任何停顿并且非常非常长久文字（金丝雀）",
        "灰度发布又叫这是一段没有任何停顿而且非常长的中文",
        "",
    ],
)
def test_a_remark_defines_nothing(text: str) -> None:
    """A wrong name would pollute every later question, a missed one costs little."""
    assert definitions(text) == ()


@given(st.text(st.sampled_from('AaB8（）()简称又叫灰度发布, \n"“”aka.')) | st.text())
def test_any_text_is_taken(text: str) -> None:
    """It never raises, and names differ."""
    assert all(one.casefold() != other.casefold() and one and other for one, other in definitions(text))


def test_a_long_text_defines_a_handful() -> None:
    """However many brackets it has."""
    assert len(definitions("".join(f"服务{chr(0x4E00 + n)}（Name{n}）。" for n in range(300)))) == 16
