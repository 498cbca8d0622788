"""Where personal data goes that the gate takes out."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.engine.domain.answers import Finding, Redaction
from mcp_memory.engine.domain.errors import EmptyContent, VaultLocked
from mcp_memory.engine.ports.vault import Valuable
from mcp_memory.engine.privacy.gate import admit, admit_all
from mcp_memory.engine.privacy.keeping import as_placeholder, asking, filled, keeping
from mcp_memory.engine.privacy.placeholders import numbered

BEFORE = st.sampled_from(
    ("", "Note: ", "周一我们开会。", "他说", "see v1.2 (port 8080): ", "密码策略见文档，", "[phone:7] ")
)
VALUES = st.sampled_from((
    "13800138000", "+86 138 0013 8000", "zhang.san@example.com", "11010519491231002X", "6222021234567890128", "京AD12345",
    "上海市浦东新区张江路88弄3号楼501室", "221B Baker Street", "GB82 WEST 1234 5698 7654 32", "415-555-2671", "123-45-6789",
))  # fmt: skip
AFTER = st.sampled_from(("", "。", " ok", "，谢谢", "！下周见", "\n- next", " [secret:password]"))
WORDS = st.lists(
    st.sampled_from(("电话", "token ", "password: ", "是", " ", "\n", "13800138000", "138", "call ", "[phone:1]", "[phone]", "[", "]", "@"))
    | st.sampled_from(("a@b.co", "住", "路12号", "北京市", "12 High Street", "4111 1111 1111 1111", "card ", "x", "，", "0", "phone", ":1")),
    max_size=14,
).map("".join)  # fmt: skip


class Drawer:
    """The port `Vault` in memory: values by user and key, and what was held."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, str, str], str] = {}
        self.held: list[tuple[str, Valuable]] = []

    def placeholder(self, user: str, valuable: Valuable) -> str:
        same_kind = sum(kind == valuable.kind and owner == user for owner, kind, _ in self.values)
        placeholder = numbered(valuable.kind, same_kind + 1)
        return self.values.setdefault((user, valuable.kind, valuable.key), placeholder)

    def known(self, user: str, valuable: Valuable) -> str | None:
        return self.values.get((user, valuable.kind, valuable.key))

    def hold(self, user: str, held: Sequence[tuple[str, Valuable]]) -> None:
        self.held += [(placeholder, valuable) for placeholder, valuable in held if user]

    def mark(self, user: str, text: str) -> str:
        return f"{hash((user, text)) % 16**8:08x}"

    def reveal(self, user: str, placeholder: str) -> str | None:
        return next(
            (key for (owner, _, key), known in self.values.items() if (owner, known) == (user, placeholder)), None
        )

    def check(self) -> Finding:
        return Finding("vault", passed=True, detail="fine")


@given(before=BEFORE, value=VALUES, after=AFTER)
def test_a_planted_value_never_survives(before: str, value: str, after: str) -> None:
    """In English and Chinese surroundings it is gone, and what stood around it is still there."""
    admitted = admit(f"{before}{value}{after}")
    assert value not in admitted.text
    assert admitted.text.startswith(before)
    assert admitted.text.endswith(after)
    assert len(admitted.redactions) == 1


@given(WORDS)
def test_what_was_admitted_is_admitted_unchanged(text: str) -> None:
    """The server takes its own output back, whatever it stands beside."""
    drawer = Drawer()
    with keeping(drawer, "me") as name:
        once = admit(text, name=name)
        again = admit(once.text, name=name)
    assert (again.text, again.redactions) == (once.text, ())


def test_the_same_value_is_the_same_placeholder() -> None:
    drawer = Drawer()
    with keeping(drawer, "me") as name:
        texts, redactions, _ = admit_all(["电话13800138000", "call +86 138 0013 8000 or 415-555-2671"], name=name)
        assert drawer.held == []
    assert texts == ("电话[phone:1]", "call [phone:1] or [phone:2]")
    assert redactions == (Redaction("phone", 3),)
    assert [placeholder for placeholder, _ in drawer.held] == ["[phone:1]", "[phone:1]", "[phone:2]"]


def test_nothing_is_held_when_the_record_was_not_written() -> None:
    drawer = Drawer()

    def refuse() -> None:
        with keeping(drawer, "me") as name:
            admit("电话13800138000", name=name)
            raise EmptyContent

    with pytest.raises(EmptyContent):
        refuse()
    assert drawer.held == []


def test_a_question_keeps_nothing() -> None:
    """A value that is known is asked for by its placeholder, another one by its kind."""
    drawer = Drawer()
    with keeping(drawer, "me") as name:
        admit("电话13800138000", name=name)
    ask = asking(drawer, "me")
    assert admit("whose is 13800138000?", name=ask).text == "whose is [phone:1]?"
    assert admit("whose is 13900139000?", name=ask).text == "whose is [phone]?"
    assert admit("whose is 13800138000?", name=asking(drawer, "you")).text == "whose is [phone]?"
    assert len(drawer.values) == 1


def test_a_locked_vault_stops_the_text() -> None:
    """What cannot be kept is not let through either."""

    def locked(_valuable: Valuable) -> str:
        raise VaultLocked("no key")

    with pytest.raises(VaultLocked):
        admit("电话13800138000", name=locked)
    assert admit("no number here", name=locked).text == "no number here"


def test_values_are_put_back_where_their_placeholders_stand() -> None:
    values = {"[phone:1]": "13800138000"}
    assert filled("call [phone:1], [phone:12] or [phone:1]", values) == "call 13800138000, [phone:12] or 13800138000"


def test_a_person_may_leave_the_brackets_out() -> None:
    assert as_placeholder(" phone:1 ") == "[phone:1]"
    assert as_placeholder("[phone:1]") == "[phone:1]"
    assert as_placeholder("0199c3f2-7a10") == "0199c3f2-7a10"
