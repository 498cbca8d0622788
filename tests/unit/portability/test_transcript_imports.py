"""A transcript becomes a session with its turns, ended, which is encoded like one that was observed."""

import json
from pathlib import Path

import pytest
from portability_kit import PERSON, bring_in

from mcp_memory.engine.domain.errors import RedactionFailed
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.domain.requests import Observe, Said
from mcp_memory.engine.domain.sessions import Role
from mcp_memory.engine.domain.upkeep import BringIn
from mcp_memory.engine.portability.replaying import Replaying
from mcp_memory.engine.portability.tally import Tally
from mcp_memory.engine.portability.transcripts import read_transcript
from mcp_memory.engine.privacy.gate import Admitted, admit
from mcp_memory.engine.records.store import open_records
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.engine.working.observing import Observing
from mcp_memory.testing import FrozenClock

LIVE = Principal(user="me", agent="claude-code", session="s-1")
IMPORTED = Principal(user="me", agent="import:claude-code", session="s-1")


def line(role: str, text: str, minute: int = 0, session: str = "s-1") -> str:
    """One line of a transcript."""
    return json.dumps(
        {
            "type": role,
            "message": {"role": role, "content": text},
            "sessionId": session,
            "timestamp": f"2026-01-05T10:{minute:02}:00Z",
            "cwd": "/srv/atlas",
        }
    )


TALK = [
    json.dumps({"type": "summary", "summary": "Databases", "leafUuid": "u1"}),
    line("user", "We decided to use PostgreSQL for billing.", 1),
    line("assistant", "Noted: PostgreSQL for billing.", 2),
    line("user", "My password is hunter2xyz, mail ada@example.com.", 3),
]


def test_it_becomes_a_session_that_has_ended(engine: MemoryEngine) -> None:
    """With the turns in order, their times, its project, and whose word it is."""
    answer = bring_in(engine, TALK)
    assert (answer.form, answer.sessions, answer.added, answer.known, answer.failed) == ("claude-code", 1, 3, 0, 0)
    session = engine.working(IMPORTED).session
    assert (session.agent, session.project, session.turns) == ("import:claude-code", "atlas", 3)
    assert session.is_imported
    assert session.ended_at is not None
    assert session.watermark == session.turns
    spoken = [turn for kept in engine.working(IMPORTED).rounds for turn in kept.turns]
    assert next((turn.n, turn.role, turn.at.isoformat()) for turn in spoken) == (1, "user", "2026-01-05T10:01:00+00:00")


def test_a_second_time_adds_nothing_and_a_longer_file_its_new_turns(engine: MemoryEngine, clock: FrozenClock) -> None:
    bring_in(engine, TALK)
    assert (again := bring_in(engine, TALK)).added == 0
    assert again.known == 3
    clock.advance(days=1)
    longer = bring_in(engine, [*TALK, line("assistant", "I left the password out.", 4)])
    assert (longer.added, longer.known) == (1, 3)
    session = engine.working(IMPORTED).session
    assert (session.turns, session.ended_at) == (4, clock.now)


def test_what_is_only_tried_changes_nothing(engine: MemoryEngine) -> None:
    """It counts what would come in, the redactions among it."""
    answer = bring_in(engine, TALK, BringIn(dry_run=True))
    assert (answer.sessions, answer.added, answer.dry_run) == (1, 3, True)
    assert {redaction.kind for redaction in answer.redactions} == {"password", "e-mail"}
    assert bring_in(engine, TALK, BringIn(dry_run=True)).known == 0


def test_secrets_and_personal_data_never_reach_the_disk(engine: MemoryEngine, tmp_path: Path) -> None:
    bring_in(engine, TALK)
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"PostgreSQL for billing" in written
    assert b"hunter2xyz" not in written
    assert b"ada@example.com" not in written


def test_a_session_that_was_observed_stays_as_it_is(engine: MemoryEngine) -> None:
    """Its transcript holds the same turns, and others that were not meant for memory."""
    engine.observe(LIVE, Observe(turns=(Said(role=Role.USER, content="We decided to use PostgreSQL for billing."),)))
    answer = bring_in(engine, TALK)
    assert (answer.added, answer.known) == (0, 3)
    session = engine.working(LIVE).session
    assert (session.agent, session.turns, session.ended_at) == ("claude-code", 1, None)


def test_an_import_that_broke_off_is_brought_to_its_end(engine: MemoryEngine) -> None:
    turns = (Said(role=Role.USER, content="We decided to use PostgreSQL for billing."),)
    engine.observe(IMPORTED, Observe(turns=turns))
    assert bring_in(engine, TALK[:2]).added == 0
    assert engine.working(IMPORTED).session.ended_at is not None


def test_a_project_that_is_named_stands_before_the_folder(engine: MemoryEngine) -> None:
    bring_in(engine, TALK, BringIn(project="borealis"))
    assert engine.working(IMPORTED).session.project == "borealis"


def test_a_broken_line_is_named_and_the_others_come_in(engine: MemoryEngine) -> None:
    answer = bring_in(engine, [*TALK, '{"type": "user"', line("user", "And now?", session="s-2")])
    assert (answer.sessions, answer.added, answer.failed) == (2, 4, 1)
    assert answer.faults[0].line == 5


def test_more_turns_than_one_transaction_takes_come_in(engine: MemoryEngine) -> None:
    lines = [line("user", f"Statement number {number}.", number % 60) for number in range(450)]
    assert bring_in(engine, lines).added == 450
    assert engine.working(IMPORTED).session.turns == 450
    assert bring_in(engine, lines).added == 0


def test_a_text_of_which_the_gate_leaves_nothing_is_no_turn(engine: MemoryEngine) -> None:
    assert bring_in(engine, [line("user", "\u200b\u200b")]).added == 0


def test_a_turn_that_the_gate_cannot_check_is_left_out_and_told(tmp_path: Path, clock: FrozenClock) -> None:
    """With the line its conversation begins on; the others come in, and a second time adds nothing."""

    def gate(text: str) -> Admitted:
        if "uncheckable" in text:
            raise RedactionFailed
        return admit(text)

    talk = [line("user", "One."), line("user", "Something uncheckable."), line("user", "Two.")]
    records = open_records(tmp_path, StorePolicy())
    listener = Observing(records, clock, lambda moment: moment)
    for added in (2, 0):
        tally = Tally(gate, lambda _: None)
        Replaying(sessions=records, listener=listener, tally=tally).replay("me", read_transcript(enumerate(talk, 1)))
        assert (tally.added, tally.failed) == (added, 1)
        assert tally.told("claude-code", dry_run=False).faults[0].line == 1
    records.close()


@pytest.mark.parametrize("first", [TALK[0], TALK[1], json.dumps({"type": "system", "sessionId": "s-1"})])
def test_a_transcript_is_told_by_its_first_line(engine: MemoryEngine, first: str) -> None:
    assert bring_in(engine, [first]).form == "claude-code"
    assert engine.status(PERSON).counts == {}
