"""The vault on its book: values are sealed, found again, and given back to their owner only."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_memory.engine.domain.errors import VaultLocked
from mcp_memory.engine.domain.memory import Change
from mcp_memory.engine.domain.policies import StorePolicy
from mcp_memory.engine.ports.vault import Valuable
from mcp_memory.engine.records.store import SqliteRecords, open_records
from mcp_memory.engine.vault.key_file import FILE_NAME, KeyFile
from mcp_memory.engine.vault.sealed import SealedVault
from mcp_memory.testing import DAWN, OWNER, a_memory

PHONE = Valuable("phone", "+8613800138000", "138-0013-8000")
OTHER = Valuable("phone", "+8613900139000", "13900139000")
MAIL = Valuable("e-mail", "a@example.com", "A@example.com")


def vault_on(records: SqliteRecords, folder: Path) -> SealedVault:
    return SealedVault(records, KeyFile(folder, os.urandom), os.urandom)


@pytest.fixture
def vault(records: SqliteRecords, tmp_path: Path) -> SealedVault:
    return vault_on(records, tmp_path)


def store(records: SqliteRecords, content: str, number: int = 1) -> str:
    memory = a_memory(id=f"0000000{number}-0000-7000-8000-000000000000", content=content)
    with records.writing() as writing:
        writing.put(Change.made(OWNER, "remember", "", None, memory))
    return memory.id


def test_a_value_comes_back_as_it_was_first_written(vault: SealedVault) -> None:
    assert vault.placeholder("me", PHONE) == "[phone:1]"
    assert vault.placeholder("me", Valuable("phone", PHONE.key, "+86 13800138000")) == "[phone:1]"
    assert vault.placeholder("me", OTHER) == "[phone:2]"
    assert vault.placeholder("me", MAIL) == "[e-mail:1]"
    assert vault.reveal("me", "[phone:1]") == "138-0013-8000"
    assert vault.reveal("me", "[phone:9]") is None
    assert vault.reveal("me", "no placeholder") is None


def test_whoever_seals_second_gets_the_number_of_the_first(vault: SealedVault, records: SqliteRecords) -> None:
    """Two processes may find at the same time that a value is not there."""
    vault.placeholder("me", OTHER)
    vault.placeholder("me", PHONE)
    sealed = records.sealed("me", "phone", 2)
    assert sealed is not None
    assert records.seal(sealed) == 2


def test_a_mark_is_always_the_same_and_one_users_own(vault: SealedVault, tmp_path: Path) -> None:
    """So that names can be told apart which must not be written down; it needs the key, and seals nothing."""
    mark = vault.mark("me", "call 13812345678")
    assert mark == vault.mark("me", "call 13812345678")
    assert len({mark, vault.mark("you", "call 13812345678"), vault.mark("me", "call 13912345678")}) == 3
    assert (len(mark), (tmp_path / "vault.key").exists()) == (8, True)


def test_users_have_nothing_in_common(vault: SealedVault) -> None:
    """Neither numbers nor values: the same phone number is sealed for each of them."""
    vault.placeholder("me", OTHER)
    vault.placeholder("me", PHONE)
    assert vault.placeholder("you", PHONE) == "[phone:1]"
    assert vault.known("them", PHONE) is None
    assert vault.reveal("them", "[phone:1]") is None


def test_a_question_seals_nothing(vault: SealedVault, records: SqliteRecords, tmp_path: Path) -> None:
    assert vault.known("me", PHONE) is None
    assert records.sealing_keys() == ()
    assert not (tmp_path / FILE_NAME).exists()
    vault.placeholder("me", PHONE)
    assert vault.known("me", PHONE) == "[phone:1]"
    assert vault.known("me", OTHER) is None


@settings(max_examples=20, deadline=None)
@given(value=st.text(st.characters(codec="utf-8"), min_size=1, max_size=50))
def test_any_text_can_be_sealed_and_is_not_readable(value: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("vault")
    with closing(open_records(folder, StorePolicy())) as records:
        vault = vault_on(records, folder)
        placeholder = vault.placeholder("me", Valuable("address", value, value))
        assert vault.reveal("me", placeholder) == value
        sealed = records.sealed("me", "address", 1)
        assert sealed is not None
        if len(value.encode()) > 3:
            assert value.encode() not in sealed.box + sealed.mark


def test_a_sealed_value_cannot_be_moved_to_another_place(vault: SealedVault, records: SqliteRecords) -> None:
    """The box is bound to user, kind and value: exchanged rows do not open."""
    vault.placeholder("me", PHONE)
    vault.placeholder("me", OTHER)
    with records._connections.writing() as connection:
        connection.exec_driver_sql("UPDATE vault SET box = (SELECT box FROM vault WHERE number = 2) WHERE number = 1")
    with pytest.raises(VaultLocked, match="not the key"):
        vault.reveal("me", "[phone:1]")
    assert vault.reveal("me", "[phone:2]") == OTHER.value


class TestTheKey:
    def test_it_is_made_once_and_the_owners_alone(self, vault: SealedVault, tmp_path: Path) -> None:
        vault.placeholder("me", PHONE)
        key = (tmp_path / FILE_NAME).read_bytes()
        vault.placeholder("me", OTHER)
        assert (tmp_path / FILE_NAME).read_bytes() == key
        assert KeyFile(tmp_path, os.urandom).make() == KeyFile(tmp_path, os.urandom).read()
        assert (tmp_path / FILE_NAME).read_bytes() == key
        assert os.name == "nt" or (tmp_path / FILE_NAME).stat().st_mode & 0o777 == 0o600
        assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []

    def test_without_it_nothing_is_sealed_or_opened(self, vault: SealedVault, tmp_path: Path) -> None:
        """No new key takes its place: a lost key must be noticed."""
        vault.placeholder("me", PHONE)
        (tmp_path / FILE_NAME).unlink()
        with pytest.raises(VaultLocked, match=r"vault\.key is missing"):
            vault.placeholder("me", OTHER)
        with pytest.raises(VaultLocked, match=r"vault\.key is missing"):
            vault.reveal("me", "[phone:1]")
        assert vault.known("me", PHONE) is None
        assert not (tmp_path / FILE_NAME).exists()

    def test_another_one_opens_nothing_and_adds_nothing(self, vault: SealedVault, tmp_path: Path) -> None:
        vault.placeholder("me", PHONE)
        (tmp_path / FILE_NAME).unlink()
        KeyFile(tmp_path, os.urandom).make()
        with pytest.raises(VaultLocked, match="another key"):
            vault.placeholder("me", OTHER)
        with pytest.raises(VaultLocked, match="not the key"):
            vault.reveal("me", "[phone:1]")
        assert vault.known("me", PHONE) is None

    @pytest.mark.parametrize("content", [b"", b"short", b"!" * 44])
    def test_a_damaged_one_is_named(self, vault: SealedVault, tmp_path: Path, content: bytes) -> None:
        (tmp_path / FILE_NAME).write_bytes(content)
        with pytest.raises(VaultLocked, match=r"vault\.key is damaged"):
            vault.placeholder("me", PHONE)
        assert vault.known("me", PHONE) is None
        assert not vault.check().passed

    def test_where_it_cannot_be_written_nothing_is_sealed(self, records: SqliteRecords, tmp_path: Path) -> None:
        with pytest.raises(VaultLocked, match="cannot be written"):
            vault_on(records, tmp_path / "absent").placeholder("me", PHONE)

    def test_where_it_cannot_be_read_nothing_is_sealed(self, vault: SealedVault, tmp_path: Path) -> None:
        (tmp_path / FILE_NAME).mkdir()
        with pytest.raises(VaultLocked, match="cannot be read"):
            vault.placeholder("me", PHONE)

    def test_doctor_sees_its_state(self, vault: SealedVault, records: SqliteRecords, tmp_path: Path) -> None:
        assert (vault.check().passed, vault.check().detail) == (True, "nothing is kept in it")
        vault.placeholder("me", PHONE)
        assert vault.check().passed
        if os.name != "nt":
            (tmp_path / FILE_NAME).chmod(0o644)
            assert "others may read" in vault.check().detail
        (tmp_path / FILE_NAME).unlink()
        assert "is missing" in vault.check().detail
        KeyFile(tmp_path, os.urandom).make()
        assert "not the key" in vault.check().detail
        records.close()


class TestPurge:
    def test_the_last_memory_takes_its_values_along(self, vault: SealedVault, records: SqliteRecords) -> None:
        placeholder = vault.placeholder("me", PHONE)
        first, second = store(records, f"call {placeholder}"), store(records, f"or {placeholder}", 2)
        with records.writing() as writing:
            writing.purge([first])
        assert vault.reveal("me", placeholder) == PHONE.value
        with records.writing() as writing:
            writing.purge([second])
        assert vault.reveal("me", placeholder) is None

    def test_what_only_the_history_mentions_is_kept(self, vault: SealedVault, records: SqliteRecords) -> None:
        """An edit can be undone, so its old text keeps its values."""
        placeholder = vault.placeholder("me", PHONE)
        store(records, f"call {placeholder}")
        memory = records.get("00000001-0000-7000-8000-000000000000")
        assert memory is not None
        with records.writing() as writing:
            writing.put(Change.made(OWNER, "edit", "", memory, memory.changed(DAWN, content="call nobody")))
        other = store(records, "unrelated", 2)
        with records.writing() as writing:
            writing.purge([other])
        assert vault.reveal("me", placeholder) == PHONE.value

    def test_a_number_is_never_used_again(self, vault: SealedVault, records: SqliteRecords) -> None:
        """A text elsewhere may still show it, and must not show somebody else's number one day."""
        first = store(records, f"call {vault.placeholder('me', PHONE)}")
        with records.writing() as writing:
            writing.purge([first])
        assert vault.placeholder("me", OTHER) == "[phone:2]"
        assert vault.placeholder("me", PHONE) == "[phone:3]"

    def test_what_no_memory_came_to_mention_goes_with_the_next_purge(
        self, vault: SealedVault, records: SqliteRecords
    ) -> None:
        """A refused remember leaves a sealed value behind, for a while."""
        vault.placeholder("me", PHONE)
        other = store(records, "unrelated")
        with records.writing() as writing:
            writing.purge([other])
        assert records.sealing_keys() == ()

    def test_a_purge_in_the_way_of_a_write_loses_nothing(self, vault: SealedVault, records: SqliteRecords) -> None:
        """The value was known through another memory, which is purged before the new record is there."""
        old = store(records, f"call {vault.placeholder('me', PHONE)}")
        held = [(vault.placeholder("me", PHONE), PHONE)]
        with records.writing() as writing:
            writing.purge([old])
        assert vault.placeholder("me", PHONE) == "[phone:2]"
        store(records, f"new: {held[0][0]}", 2)
        vault.hold("me", held)
        vault.hold("me", held)
        assert vault.reveal("me", "[phone:1]") == PHONE.value
        assert vault.placeholder("me", PHONE) == "[phone:1]"

    def test_what_nobody_mentions_is_not_put_back(self, vault: SealedVault, records: SqliteRecords) -> None:
        held = [(vault.placeholder("me", PHONE), PHONE)]
        other = store(records, "unrelated")
        with records.writing() as writing:
            writing.purge([other])
        vault.hold("me", held)
        assert vault.reveal("me", "[phone:1]") is None


def test_reveals_are_noted_for_their_user(records: SqliteRecords) -> None:
    records.note_reveals(OWNER, ["[phone:1]", "[e-mail:1]"], DAWN)
    notes = records.reveals("me", limit=10)
    assert [(note.placeholder, note.agent, note.session, note.at) for note in notes] == [
        ("[e-mail:1]", "test", "s1", DAWN),
        ("[phone:1]", "test", "s1", DAWN),
    ]
    assert records.reveals("me", limit=1) == notes[:1]
    assert records.reveals("you", limit=10) == ()


def test_processes_agree_on_every_placeholder(tmp_path: Path) -> None:
    """They seal the same values at the same time, in different orders, on a folder without a key."""
    open_records(tmp_path, StorePolicy()).close()
    command = [sys.executable, str(Path(__file__).with_name("vault_worker.py")), "name", str(tmp_path), "25"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    workers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) for _ in range(2)]
    said = [sorted(worker.communicate()[0].splitlines()) for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0]
    assert said[0] == said[1]
    assert len(set(said[0])) == 25
    with closing(open_records(tmp_path, StorePolicy())) as records:
        vault = vault_on(records, tmp_path)
        assert all(vault.reveal("me", line.split()[1]) == f"value {line.split()[0]}" for line in said[0])
