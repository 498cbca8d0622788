"""Our own JSONL: everything goes out, and comes back as it was."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from portability_kit import PERSON, backup_files, bring_in, exported, lived_in

from mcp_memory.engine.domain.errors import Invalid
from mcp_memory.engine.domain.memory import (
    Action,
    Change,
    Dossier,
    Episode,
    Link,
    Observation,
    Origin,
    Principal,
    Scope,
)
from mcp_memory.engine.domain.requests import Correct, Forget, Recall, Remember
from mcp_memory.engine.domain.upkeep import BringIn
from mcp_memory.engine.domain.vocabulary import LinkKind, OriginKind
from mcp_memory.engine.portability.own_lines import HEADER, line_of, part_of
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import DAWN, CountedIds, FrozenClock, a_memory, an_engine


@pytest.fixture
def fresh(tmp_path: Path, clock: FrozenClock) -> MemoryEngine:
    """An engine on another, empty folder."""
    return an_engine(tmp_path / "fresh", clock=clock, new_id=CountedIds(start=1_000))


class TestRoundTrip:
    def test_what_comes_back_goes_out_as_the_same_bytes(self, engine: MemoryEngine, fresh: MemoryEngine) -> None:
        """Every status, history, links, observations, and what was recalled."""
        lived_in(engine)
        engine.recall(PERSON, Recall(query="which database did the team choose?"))
        engine.work()
        lines = exported(engine)
        kinds = [json.loads(line).get("type") for line in lines[1:]]
        assert kinds == ["memory"] * kinds.count("memory") + ["link"] * kinds.count("link")
        assert (kinds.count("memory"), kinds.count("link")) == (5, 1)
        assert any('"recall_count":1' in line for line in lines)
        answer = bring_in(fresh, lines)
        assert (answer.form, answer.added, answer.links, answer.failed) == ("own", 5, 1, 0)
        assert exported(fresh) == lines
        assert all(finding.passed for finding in fresh.diagnose())

    def test_many_memories_come_back_as_they_were(self, fresh: MemoryEngine) -> None:
        lines = [HEADER]
        for number in range(300):
            first = a_memory(id=f"{number:08x}-0000-7000-8000-000000000000", content=f"Note {number}, 第一版")
            second = first.changed(DAWN, content=f"Note {number} again")
            stored, edited = (
                Change.made(PERSON, "remember", "", None, first),
                Change.made(PERSON, "edit", "", first, second),
            )
            lines.append(line_of(Dossier(second, (stored, edited), (), ())))
        assert bring_in(fresh, lines).added == 300
        assert exported(fresh) == lines

    def test_the_order_of_the_lines_does_not_matter(self, engine: MemoryEngine, fresh: MemoryEngine) -> None:
        """Sorted by whatever tool, the header stays in front, and links wait for their ends."""
        lived_in(engine)
        lines = exported(engine)
        assert bring_in(fresh, sorted(lines)).failed == 0
        assert exported(fresh) == lines

    def test_what_came_back_is_found(self, engine: MemoryEngine, fresh: MemoryEngine) -> None:
        lived_in(engine)
        bring_in(fresh, exported(engine))
        answer = fresh.recall(PERSON, Recall(query="when do releases go out?"))
        assert "Releases go out on Mondays" in str(answer)

    @given(st.text(max_size=60))
    def test_any_text_survives_a_line(self, content: str) -> None:
        whole = Dossier(a_memory(content=content.replace("\x00", "")), (), (), ())
        if not any("\ud800" <= char <= "\udfff" for char in content):
            assert part_of(line_of(whole), str) == whole


class TestWhatIsThereStays:
    def test_a_second_time_changes_nothing(self, engine: MemoryEngine) -> None:
        """Neither being recalled nor being seen again since makes a copy another one."""
        lived_in(engine)
        lines = exported(engine)
        engine.recall(PERSON, Recall(query="releases on Mondays"))
        engine.work()
        now = exported(engine)
        answer = bring_in(engine, lines)
        assert (answer.added, answer.known, answer.conflicts) == (0, 5, 0)
        assert exported(engine) == now

    def test_a_different_record_of_that_id_is_a_conflict_and_stays(self, engine: MemoryEngine) -> None:
        ids = lived_in(engine)
        lines = exported(engine)
        engine.correct(PERSON, Correct(id=ids[1], content="Releases go out when they are ready."))
        answer = bring_in(engine, lines)
        assert (answer.known, answer.conflicts) == (4, 1)
        assert ids[1] in answer.faults[0].reason
        assert engine.dossier(PERSON, ids[1]).memory.content == "Releases go out when they are ready."

    def test_a_damaged_record_of_that_id_is_a_conflict(self, engine: MemoryEngine, tmp_path: Path) -> None:
        lived_in(engine)
        lines = exported(engine)
        with closing(sqlite3.connect(tmp_path / "home" / "memory.db")) as file, file:
            file.execute("UPDATE memories SET layer = 'mythical' WHERE content LIKE 'Lunch%'")
        answer = bring_in(engine, [*lines, ""])
        assert (answer.known, answer.conflicts) == (4, 1)
        assert "damaged" in answer.faults[0].reason

    def test_a_copy_is_made_before(self, engine: MemoryEngine, tmp_path: Path) -> None:
        lived_in(engine)
        answer = bring_in(engine, exported(engine))
        assert [str(path) for path in backup_files(tmp_path / "home")] == [answer.backup]

    def test_an_empty_folder_needs_no_copy(self, engine: MemoryEngine, fresh: MemoryEngine) -> None:
        lived_in(engine)
        assert bring_in(fresh, exported(engine)).backup == ""

    def test_a_dry_run_says_the_same_and_writes_nothing(self, engine: MemoryEngine, fresh: MemoryEngine) -> None:
        lived_in(engine)
        lines = exported(engine)
        rehearsed = bring_in(fresh, [*lines, lines[1]], BringIn(dry_run=True))
        assert (rehearsed.added, rehearsed.links, rehearsed.conflicts) == (5, 1, 1)
        assert exported(fresh) == [HEADER]
        answer = bring_in(fresh, lines)
        assert (answer.added, answer.links) == (5, 1)
        assert bring_in(fresh, lines, BringIn(dry_run=True)).known == 5


class TestBadLines:
    @pytest.mark.parametrize(
        ("damage", "reason"),
        [
            (lambda line: line[:-1], "not JSON"),
            (lambda line: line.replace('"type":"memory"', '"type":"poem"'), "unknown type"),
            (lambda line: line.replace('"importance":', '"weight":'), "importance is missing"),
            (lambda line: line.replace('"importance":0', '"importance":7'), "between 0 and 1"),
            (lambda line: line.replace('"importance":0.7', '"importance":NaN'), "between 0 and 1"),
            (lambda line: line.replace('"recall_count":0', '"recall_count":99999999999999999999'), "out of range"),
            (lambda line: line.replace('"version":1', '"version":-1'), "not in order"),
            (lambda line: line.replace('"version":1,"at"', '"version":2,"at"', 1), "not in order"),
            (lambda line: line.replace('"after":{"id":"0', '"after":{"id":"f'), "of another memory"),
            (lambda line: line.replace('"id":"0000', '"id":"my password, 0000'), "none of ours"),
            (lambda line: line.replace('"verb":"', '"verb":"' + "v" * 201), "too long"),
            (lambda line: line.replace('"user":"me"', '"user":"you"', 1), "belongs to user 'you'"),
            (lambda line: line.replace("Lunch", "\udcff"), "surrogates"),
            (lambda line: line.replace("Lunch was at noon.", "x" * 100_001), "100,000"),
        ],
    )
    def test_a_bad_line_is_told_and_the_rest_comes_in(
        self, engine: MemoryEngine, fresh: MemoryEngine, damage: object, reason: str
    ) -> None:
        lived_in(engine)
        lines = exported(engine)
        place = next(number for number, line in enumerate(lines) if "Lunch" in line)
        assert callable(damage)
        lines[place] = damage(lines[place])
        answer = bring_in(fresh, lines)
        assert (answer.added, answer.failed) == (4, 1)
        assert answer.faults[0].line == place + 1
        assert reason in answer.faults[0].reason

    def test_a_link_without_its_ends_is_told(self, fresh: MemoryEngine) -> None:
        link = Link(a_memory().id, LinkKind.SUPPORTS, "00000009-0000-7000-8000-000000000000", DAWN)
        answer = bring_in(fresh, [HEADER, line_of(Dossier(a_memory(), (), (), ())), line_of(link)])
        assert (answer.added, answer.links, answer.failed) == (1, 0, 1)

    def test_a_file_of_a_newer_program_is_refused(self, engine: MemoryEngine) -> None:
        with pytest.raises(Invalid, match="newer version"):
            bring_in(engine, [HEADER.replace("1", "2")])

    def test_a_form_that_it_is_not_is_refused(self, engine: MemoryEngine) -> None:
        with pytest.raises(Invalid, match="does not look like mcp"):
            bring_in(engine, [HEADER], BringIn(form="mcp"))

    def test_only_the_first_hundred_faults_are_told_one_by_one(self, fresh: MemoryEngine) -> None:
        answer = bring_in(fresh, [HEADER, *("{}" for _ in range(150))])
        assert (answer.failed, len(answer.faults)) == (150, 100)


class TestPrivacy:
    def test_a_secret_in_a_file_never_reaches_the_folder(self, fresh: MemoryEngine, tmp_path: Path) -> None:
        """A file may have been written by hand: iron rules hold for it as for everything."""
        whole = Dossier(a_memory(content="The key is AKIAIOSFODNN7EXAMPLE."), (), (), ())
        answer = bring_in(fresh, [HEADER, line_of(whole)])
        assert answer.added == 1
        assert [redaction.kind for redaction in answer.redactions]
        assert not any(b"AKIAIOSFODNN7EXAMPLE" in path.read_bytes() for path in (tmp_path / "fresh").glob("memory.db*"))
        assert bring_in(fresh, [HEADER, line_of(whole)]).known == 1

    def test_no_field_of_a_line_is_a_way_round_the_gate(self, fresh: MemoryEngine, tmp_path: Path) -> None:
        """Whatever is neither an id, a time nor a word of ours is text, wherever it stands."""
        secret, phone = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8", "13812345678"
        text = f"{secret} tel {phone}"
        episode = Episode(
            speaker=text,
            goal=text,
            conclusion=text,
            stance=text,
            open_tasks=(text,),
            place=text,
            subjects=(text,),
            objects=(text,),
            topic=text,
            intent=text,
            actions=(Action(text, text, text),),
            inferred=(text,),
        )
        first = replace(
            a_memory(content=text, tags=(text,), when_said=text, details=episode),
            origin=Origin(OriginKind.AGENT, agent=text, session=text),
            scope=Scope(user="me", project=text),
        )
        change = Change(first.id, 1, DAWN, text, text, text, None, first)
        whole = Dossier(first, (change,), (), (Observation(first.id, text, DAWN),))
        assert bring_in(fresh, [HEADER, line_of(whole)]).added == 1
        kept = b"".join(path.read_bytes() for path in (tmp_path / "fresh").rglob("*") if path.is_file())
        assert secret.encode() not in kept
        assert phone.encode() not in kept

    def test_a_placeholder_from_elsewhere_never_stands_for_a_value_of_here(
        self, engine: MemoryEngine, fresh: MemoryEngine
    ) -> None:
        """The export holds no personal data, and its numbers are not given again."""
        engine.remember(PERSON, Remember(content="Call Ada at +49 30 901820."))
        lines = exported(engine)
        assert "[phone:1]" in lines[1]
        assert "901820" not in lines[1]
        bring_in(fresh, lines)
        stored = fresh.remember(PERSON, Remember(content="Call Bob at +49 89 23300.")).outcome.memory
        assert "[phone:2]" in stored.content

    def test_another_users_memories_stay_where_they_are(self, engine: MemoryEngine) -> None:
        lived_in(engine)
        stranger = Principal(user="you", agent="test")
        assert exported(engine, who=stranger) == [HEADER]

    def test_what_was_purged_is_in_no_export(self, engine: MemoryEngine) -> None:
        ids = lived_in(engine)
        engine.forget(PERSON, Forget(ids=(ids[4],), mode="purge", confirm=True))
        assert not any("Lunch" in line for line in exported(engine))

    def test_a_purge_names_the_copies_that_hold_it(self, engine: MemoryEngine, tmp_path: Path) -> None:
        """Also one made elsewhere; a copy from before the memory was there is not named."""
        early = engine.back_up().path
        ids = lived_in(engine)
        away, late = engine.back_up(tmp_path / "usb" / "copy.db").path, engine.back_up().path
        forgotten = engine.forget(PERSON, Forget(ids=(ids[4],), mode="purge", confirm=True))
        assert set(forgotten.leftovers) == {away, late}
        assert early not in forgotten.leftovers
        Path(late).write_bytes(b"not readable any more")
        assert late in engine.forget(PERSON, Forget(ids=(ids[0],), mode="purge", confirm=True)).leftovers


def test_remembering_again_after_an_import_adds_an_observation(engine: MemoryEngine, fresh: MemoryEngine) -> None:
    lived_in(engine)
    bring_in(fresh, exported(engine))
    outcome = fresh.remember(PERSON, Remember(content="To release", steps=("tag", "push", "发布"))).outcome
    assert type(outcome).__name__ == "SeenAgain"
