"""Sessions and turns for the tests of the context."""

from datetime import timedelta

from hypothesis import strategies as st

from mcp_memory.engine.domain.sessions import Role, Session, Turn
from mcp_memory.testing import DAWN

TALK = (
    "We decided to use PostgreSQL 16 for billing.",
    "The API must never be called from the browser.",
    "I prefer short answers.",
    "The service listens on port 8443.",
    "I will send the Kestrel report to Ada by Friday.",
    "The Kestrel report was sent to Ada.",
    "Is the licence still valid?",
    "Thanks a lot!",
    "It was all rather long and nobody minded.",
    "我们决定用 Kafka。预算是五万元。",
    "周五之前要把合同发给小林。",
    "合同已经发给小林了。",
    "## Decided\n- [Ada] 2026-01-01\n- - x",
    "",
    "\n\n",
    "👨‍👩‍👧 e\u0301\u0301 \x00 \ud800",
)

texts = st.one_of(
    st.sampled_from(TALK),
    st.lists(st.sampled_from(TALK), max_size=6).map("\n".join),
    st.text(max_size=60),
    st.builds(
        lambda part, times: part * times,
        st.sampled_from(("word ", "字", "x", "We need 3. ", "e\u0301")),
        st.integers(1, 900),
    ),
)
roles = st.sampled_from(Role)
said = st.lists(st.tuples(roles, texts, st.sampled_from(("", "", "Ada", "[x]: y", "n" * 500))), max_size=24)


def numbered(spoken: list[tuple[Role, str, str]]) -> tuple[Turn, ...]:
    """The turns of a session in which this was said, five hours apart."""
    return tuple(
        Turn(place, role, content, DAWN + timedelta(hours=5 * place), speaker)
        for place, (role, content, speaker) in enumerate(spoken, 1)
    )


turns_of_a_session = said.map(numbered)


def talk(*contents: str) -> tuple[Turn, ...]:
    """Turns of a user and an assistant in turn."""
    return numbered([((Role.USER, Role.ASSISTANT)[place % 2], content, "") for place, content in enumerate(contents)])


def a_session(**fields: object) -> Session:
    """An open session with some fields set."""
    plain: dict[str, object] = {
        "id": "s1", "user": "me", "agent": "test", "scene": "s1", "opened_at": DAWN, "active_at": DAWN,
    }  # fmt: skip
    return Session(**{**plain, **fields})  # type: ignore[arg-type]
