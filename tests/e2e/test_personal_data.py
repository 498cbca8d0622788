"""Personal data over the whole engine: in no byte of the data folder, in no vector, back to its owner only."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcp_memory.engine.domain.answers import Briefing, Recalled, Redaction, SeenAgain
from mcp_memory.engine.domain.errors import PersonalDataRefused, VaultLocked
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.requests import Correct, Forget, Include, Listing, Recall, Remember
from mcp_memory.engine.privacy.access import Grants
from mcp_memory.engine.recall.fit import FRAME_TOKENS
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.engine.text.counting import count_tokens
from mcp_memory.engine.vault.key_file import FILE_NAME
from mcp_memory.testing import OWNER, CountedIds, FrozenClock, HashingEmbedder, an_engine

PHONE, MAIL, CARD = "13800138000", "li.si@example.com", "6222021234567890128"
PLATE, ADDRESS, ID = "沪AD12345", "上海市浦东新区张江路88弄3号楼501室", "11010519491231002X"
VALUES = (PHONE, MAIL, CARD, PLATE, ADDRESS, ID)
WORKER = Path(__file__).parents[1] / "contract" / "vault_worker.py"
ASKED: frozenset[Include] = frozenset({"personal"})


def keep(engine: MemoryEngine, content: str, *, tags: tuple[str, ...] = (), steps: tuple[str, ...] = ()) -> str:
    return engine.remember(OWNER, Remember(content=content, tags=tags, steps=steps)).outcome.memory.id


def work(engine: MemoryEngine) -> None:
    while engine.work().done:
        pass


def traces(folder: Path, values: tuple[str, ...] = VALUES) -> list[str]:
    """Which values stand somewhere in the files of a folder, in any of the encodings a file may hold."""
    content = b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())
    spellings = {value: (value.encode(), value.encode("utf-16-le"), value.casefold().encode()) for value in values}
    return [value for value, forms in spellings.items() if any(form in content for form in forms)]


def found(answer: Recalled | Briefing) -> list[str]:
    assert isinstance(answer, Recalled)
    return [one.text for one in answer.found]


class TestNoTrace:
    def test_on_every_path_that_takes_text(
        self, engine: MemoryEngine, embedder: HashingEmbedder, tmp_path: Path
    ) -> None:
        """Content, tags, steps, project, edits with reasons, questions, and forgetting with a reason."""
        memory_id = keep(engine, f"李四电话{PHONE}，邮箱{MAIL}", tags=(PHONE,), steps=(f"打给{PHONE}", f"写信到{MAIL}"))
        other_id = keep(engine, f"李四住在{ADDRESS}，开着{PLATE}")
        engine.remember(OWNER, Remember(content="in a project", project=f"客户{PHONE}"))
        engine.correct(OWNER, Correct(id=memory_id, content=f"李四卡号{CARD}", reason=f"身份证{ID}"))
        engine.recall(OWNER, Recall(query=f"谁的电话是{PHONE}，住{ADDRESS}"))
        engine.forget(OWNER, Forget(ids=(other_id,), reason=f"他说打{PHONE}"))
        engine.forget(OWNER, Forget(query=f"车牌{PLATE}"))
        work(engine)
        assert traces(tmp_path) == []
        assert not any(value in text for text in embedder.seen for value in VALUES)
        engine.close()
        assert traces(tmp_path) == []

    def test_after_a_purge_not_even_the_sealed_value(self, engine: MemoryEngine, tmp_path: Path) -> None:
        memory_id = keep(engine, f"李四电话{PHONE}")
        with closing(sqlite3.connect(tmp_path / "home" / "memory.db")) as connection:
            (box,) = connection.execute("SELECT box FROM vault").fetchone()
        assert box in b"".join(path.read_bytes() for path in (tmp_path / "home").iterdir())
        engine.forget(OWNER, Forget(ids=(memory_id,), mode="purge", confirm=True))
        assert box not in b"".join(path.read_bytes() for path in (tmp_path / "home").iterdir())
        assert engine.reveal(OWNER, "phone:1").values == {}

    def test_after_a_process_was_killed(self, tmp_path: Path) -> None:
        """What it acknowledged has its placeholder and its value; nothing else is readable."""
        home = tmp_path / "home"
        said = list(islice(killed_after(home, lines=20), 20))
        numbers = tuple(f"1380013{number:04}" for number in range(len(said) + 20))
        assert traces(home, numbers) == []
        with an_engine(home) as engine:
            assert engine.listing(OWNER, Listing()).total >= len(said)
            for number, line in enumerate(said):
                assert line == f"call [phone:{number + 1}] about item {number}"
                assert engine.reveal(OWNER, f"phone:{number + 1}").text == numbers[number]
        assert traces(home, numbers) == []


def killed_after(home: Path, lines: int) -> Iterator[str]:
    """What another process said it remembered, before it was killed in the middle of the next."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(WORKER), "remember", str(home), "100000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        said = [line.rstrip("\n") for line in islice(process.stdout, lines)]
        process.kill()
    yield from said


class TestPlaceholders:
    def test_the_reply_says_what_was_replaced(self, engine: MemoryEngine) -> None:
        answer = engine.remember(OWNER, Remember(content=f"李四{PHONE}，或+86 138 0013 8000，{MAIL}", tags=(PHONE,)))
        assert answer.outcome.memory.content == "李四[phone:1]，或[phone:1]，[e-mail:1]"
        assert answer.outcome.memory.tags == ("[phone:1]",)
        assert answer.redactions == (Redaction("phone", 3), Redaction("e-mail", 1))

    def test_a_repeat_in_another_spelling_is_seen_again(self, engine: MemoryEngine) -> None:
        keep(engine, f"李四电话{PHONE}")
        assert isinstance(engine.remember(OWNER, Remember(content="李四电话138-0013-8000")).outcome, SeenAgain)
        assert isinstance(engine.remember(OWNER, Remember(content="李四电话[phone:1]")).outcome, SeenAgain)

    def test_they_outlive_a_restart(self, tmp_path: Path) -> None:
        with an_engine(tmp_path) as engine:
            keep(engine, f"李四电话{PHONE}")
        with an_engine(tmp_path, new_id=CountedIds(start=100)) as engine:
            again = engine.remember(OWNER, Remember(content=f"打{PHONE}给李四"))
            assert again.outcome.memory.content == "打[phone:1]给李四"

    def test_a_question_finds_by_the_value(self, engine: MemoryEngine) -> None:
        """By words, since number and placeholder share none with other memories; tags and projects match too."""
        keep(engine, f"李四的电话是{PHONE}", tags=(PHONE,))
        keep(engine, "王五的电话是13900139000")
        engine.remember(OWNER, Remember(content="in a project", project=PHONE))
        assert found(engine.recall(OWNER, Recall(query=PHONE)))[0] == "李四的电话是[phone:1]"
        assert found(engine.recall(OWNER, Recall(query="电话", tags=(PHONE,)))) == ["李四的电话是[phone:1]"]
        assert [memory.content for memory in engine.listing(OWNER, Listing(tags=frozenset({PHONE}))).memories] == [
            "李四的电话是[phone:1]"
        ]
        assert "in a project" in found(engine.recall(OWNER, Recall(query="project", project=PHONE)))

    @settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(numbers=st.lists(st.integers(0, 9_999), min_size=1, max_size=8))
    def test_the_same_number_is_the_same_placeholder(self, engine: MemoryEngine, numbers: list[int]) -> None:
        """Whatever was remembered in between."""
        kept: dict[int, str] = {}
        for number in numbers:
            content = engine.remember(OWNER, Remember(content=f"call 1380013{number:04}")).outcome.memory.content
            assert kept.setdefault(number, content) == content
            assert engine.reveal(OWNER, content.removeprefix("call ")).text == f"1380013{number:04}"
        assert len(set(kept.values())) == len(kept)


class TestReveal:
    def test_by_placeholder_and_by_id(self, engine: MemoryEngine) -> None:
        memory_id = keep(engine, f"李四电话{PHONE}，邮箱{MAIL}")
        assert engine.reveal(OWNER, "phone:1").text == PHONE
        answer = engine.reveal(OWNER, memory_id)
        assert answer.text == f"李四电话{PHONE}，邮箱{MAIL}"
        assert answer.values == {"[phone:1]": PHONE, "[e-mail:1]": MAIL}
        assert engine.reveal(OWNER, "[phone:1] [phone:2]").unknown == ("[phone:2]",)

    def test_each_is_noted_and_never_with_the_value(self, engine: MemoryEngine, clock: FrozenClock) -> None:
        keep(engine, f"李四电话{PHONE}")
        engine.reveal(OWNER, "phone:1")
        clock.advance(minutes=5)
        engine.recall(OWNER, Recall(query="李四电话", include=ASKED))
        notes = engine.reveals(OWNER)
        assert [(note.placeholder, note.agent) for note in notes] == [("[phone:1]", "test")] * 2
        assert notes[0].at > notes[1].at

    def test_in_answers_only_when_asked(self, engine: MemoryEngine) -> None:
        keep(engine, f"李四电话{PHONE}", tags=(MAIL,))
        assert found(engine.recall(OWNER, Recall(query="李四电话"))) == ["李四电话[phone:1]"]
        answer = engine.recall(OWNER, Recall(query="李四电话", include=ASKED))
        assert isinstance(answer, Recalled)
        one = answer.found[0]
        assert (one.text, one.memory.content, one.memory.tags) == (f"李四电话{PHONE}",) * 2 + ((MAIL,),)
        assert one.full_chars == len(one.text)

    def test_in_a_briefing(self, engine: MemoryEngine) -> None:
        rule = Remember(content=f"Always call {PHONE} first", user_confirmed=True)
        engine.remember(OWNER, rule)
        briefing = engine.recall(OWNER, Recall(include=ASKED))
        assert isinstance(briefing, Briefing)
        shown = (*briefing.standing, *briefing.said_once, *briefing.open_tasks, *briefing.last_session)
        assert any(PHONE in memory.content for memory in shown)

    def test_the_budget_holds_with_values(self, engine: MemoryEngine) -> None:
        """Values are longer than what stood for them; what no longer fits is counted."""
        for number in range(4):
            keep(
                engine,
                f"note {number}: call 1380013800{number}, write to somebody.with.a.long.name@{number}.example.com",
            )
        plain = engine.recall(OWNER, Recall(query="note call"))
        assert isinstance(plain, Recalled)
        budget = sum(count_tokens(one.text) + FRAME_TOKENS for one in plain.found)
        full = engine.recall(OWNER, Recall(query="note call", max_tokens=budget, include=ASKED))
        assert isinstance(full, Recalled)
        assert sum(count_tokens(one.text) + FRAME_TOKENS for one in full.found) <= budget
        assert (len(plain.found), len(full.found), full.left_out) == (4, 3, 1)
        assert "13800138000" in " ".join(one.text for one in full.found)

    def test_not_to_whom_it_is_not_granted(self, tmp_path: Path) -> None:
        agent = Principal(user="me", agent="elsewhere")
        with an_engine(tmp_path, grants=Grants(user_sessions=True)) as engine:
            keep(engine, f"李四电话{PHONE}")
            with pytest.raises(PersonalDataRefused):
                engine.reveal(agent, "phone:1")
            with pytest.raises(PersonalDataRefused, match="include"):
                engine.recall(agent, Recall(query="李四", include=ASKED))
            assert engine.reveals(agent) == ()
            assert engine.reveal(Principal(user="me", agent="command line", person=True), "phone:1").text == PHONE

    def test_not_to_another_user(self, engine: MemoryEngine) -> None:
        keep(engine, f"李四电话{PHONE}")
        assert engine.reveal(Principal(user="you", agent="test"), "phone:1").unknown == ("[phone:1]",)


class TestWithoutTheKey:
    @pytest.fixture
    def locked(self, engine: MemoryEngine, tmp_path: Path) -> MemoryEngine:
        keep(engine, f"李四电话{PHONE}")
        (tmp_path / "home" / FILE_NAME).unlink()
        return engine

    def test_personal_data_is_refused_and_nothing_is_written(self, locked: MemoryEngine, tmp_path: Path) -> None:
        before = locked.revision()
        with pytest.raises(VaultLocked, match="Put the key file back"):
            keep(locked, f"王五邮箱{MAIL}")
        assert locked.revision() == before
        assert traces(tmp_path) == []

    def test_everything_else_goes_on(self, locked: MemoryEngine) -> None:
        keep(locked, "Releases go out on Tuesdays")
        assert found(locked.recall(OWNER, Recall(query=f"谁的电话{PHONE}")))[0] == "李四电话[phone:1]"
        assert next(finding for finding in locked.diagnose() if finding.check == "vault").passed is False

    def test_an_answer_says_why_values_are_missing(self, locked: MemoryEngine) -> None:
        answer = locked.recall(OWNER, Recall(query="李四电话", include=ASKED))
        assert found(answer) == ["李四电话[phone:1]"]
        assert isinstance(answer, Recalled)
        assert "vault.key is missing" in answer.searched.degraded
