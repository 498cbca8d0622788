"""The one gate for what comes in."""

import string
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.domain.answers import Redaction
from mcp_memory.engine.domain.errors import RedactionFailed
from mcp_memory.engine.privacy.gate import admit, admit_all
from mcp_memory.engine.privacy.secret import Secret

GITHUB = "ghp" + "_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zAbC3d"

FRAGMENTS = (
    "password", "密码", "token", "secret", ":", "=", " is ", "是", " ", "\n", "'", '"', "“", "hunter2", "abc123def456", "[secret:password]",
    "[secret:", "]", "@", "https://", "a:b", GITHUB, "Bearer ", "Authorization: ", "\u200b", "\u200c", "ب", "ｈ", "，", ".", "-----BEGIN PRIVATE KEY-----",
    "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zAbC3d", "--password ", "curl -u ", "key ", "改成", " to ", "e\u0301", "\ud800",
)  # fmt: skip

PASSWORDS = st.text(alphabet=string.ascii_letters + string.digits + "!#%^+?_-@", min_size=8, max_size=30).filter(
    lambda text: text[0].isalpha() and any(char.isdigit() for char in text)
)
WAYS = (
    "my password is {}",
    "Password: {} (keep it)",
    'config = {{"password": "{}"}}',
    "PGPASSWORD={} psql",
    "I log in with the password '{}' every day.",
    "我的密码是{}，别忘了",
    "登录密码：{}。",
    "数据库的口令为 {} 请保管",
    "密码改成了{}",
)
ENGLISH = st.sampled_from(("", "On Monday we met. ", "Note: ", "the plan is ", "x=1;\n"))
CHINESE = st.sampled_from(("", "周一我们开会。", "注意：", "项目代号Atlas，", "（备注）"))


@given(before=ENGLISH | CHINESE, way=st.sampled_from(WAYS), password=PASSWORDS, after=ENGLISH | CHINESE)
def test_a_planted_password_never_survives(before: str, way: str, password: str, after: str) -> None:
    """In English and Chinese surroundings it is gone, and what stood around it is still there."""
    admitted = admit(f"{before}{way.format(password)} {after}")
    assert password not in admitted.text
    assert admitted.redactions
    assert admitted.text.startswith(before)
    assert admitted.text.endswith(after)


@given(
    before=ENGLISH | CHINESE,
    after=CHINESE,
    place=st.integers(1, 39),
    hidden=st.sampled_from("\u200b\u00ad\ufeff\u2060\x00"),
)
def test_a_planted_key_never_survives_hidden_characters(before: str, after: str, place: int, hidden: str) -> None:
    """A zero-width character inside a key hides it from nobody."""
    admitted = admit(before + GITHUB[:place] + hidden + GITHUB[place:] + after)
    assert admitted.text == f"{before}[secret:github-token]{after}"
    assert admitted.redactions == (Redaction("github-token"),)
    assert len(admitted.notes) == 1


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=20).map("".join) | st.text(st.characters()))
def test_what_was_admitted_is_admitted_unchanged(text: str) -> None:
    """The gate may stand on every path: a second one finds nothing to do."""
    once = admit(text)
    again = admit(once.text)
    assert again.text == once.text
    assert again.redactions == ()
    assert again.notes == ()


def test_full_width_letters_hide_nothing() -> None:
    """The place in the text as it was written is replaced."""
    wide = "".join(chr(ord(char) + 0xFEE0) for char in GITHUB)
    assert admit(f"令牌：{wide}！").text == "令牌：[secret:github-token]！"


def test_redactions_are_counted_by_kind() -> None:
    """The reply says what was taken out, and how often."""
    admitted = admit(f"{GITHUB} and {GITHUB}, password: hunter2")
    assert admitted.text == "[secret:github-token] and [secret:github-token], password: [secret:password]"
    assert admitted.redactions == (Redaction("github-token", 2), Redaction("password", 1))


def test_a_key_inside_a_password_is_one_secret_of_the_more_telling_kind() -> None:
    """Overlapping finds are one redaction."""
    admitted = admit(f"token={GITHUB}")
    assert (admitted.text, admitted.redactions) == ("token=[secret:github-token]", (Redaction("github-token"),))


def test_plain_text_passes_as_it_is() -> None:
    """Nothing found, nothing changed, nothing said."""
    admitted = admit("The token budget is 2000；密码策略见文档。")
    assert admitted.text == "The token budget is 2000；密码策略见文档。"
    assert (admitted.redactions, admitted.notes) == ((), ())


def test_several_texts_are_admitted_together() -> None:
    """Tags and steps: texts in order, equal kinds added up, equal notes once."""
    texts, redactions, notes = admit_all(["a\u200b", f"use {GITHUB}", "", "b\u200b", f"密码：hunter2 {GITHUB}"])
    assert texts == ("a", "use [secret:github-token]", "", "b", "密码：[secret:password] [secret:github-token]")
    assert set(redactions) == {Redaction("github-token", 2), Redaction("password", 1)}
    assert notes == ("removed 1 hidden character",)
    assert admit_all([]) == ((), (), ())


@pytest.mark.parametrize("breakdown", [ValueError, RecursionError, MemoryError, IndexError, TypeError])
def test_when_detection_breaks_down_nothing_passes(breakdown: type[Exception]) -> None:
    """The text is refused, and the refusal does not repeat it."""

    def broken(_text: str) -> Sequence[Secret]:
        raise breakdown("hunter2")

    with pytest.raises(RedactionFailed) as refusal:
        admit("password: hunter2", broken)
    assert "hunter2" not in refusal.value.message


def test_a_text_that_never_comes_to_rest_is_refused() -> None:
    """Detection that finds something in its own traces is broken."""
    with pytest.raises(RedactionFailed):
        admit("x", lambda text: [Secret("x", 0, len(text))])
