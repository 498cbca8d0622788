"""The command line: each command against the real engine on a folder of its own, with a model that loads at once."""

import pytest
from cli_kit import Shell

from mcp_memory.bootstrap import assemble
from mcp_memory.engine.domain.memory import Principal
from mcp_memory.engine.domain.requests import Remember
from mcp_memory.engine.domain.vocabulary import Layer
from mcp_memory.settings import Settings
from mcp_memory.testing import HashingEmbedder

PAST = "0199c3f2-7a10-7000-8000-000000000000"


class TestRemember:
    def test_what_was_remembered_is_recalled(self, shell: Shell) -> None:
        remembered = shell("remember", "Releases go out on Tuesdays.")
        assert (remembered.code, remembered.err) == (0, "")
        assert remembered.out.startswith("Remembered: Releases go out on Tuesdays.\n")
        recalled = shell("recall", "when do releases go out?")
        assert recalled.out.startswith("1. Releases go out on Tuesdays.\n")
        assert "Searched all projects by words and vectors." in recalled.out

    def test_a_project_of_another_spelling_is_asked_about(self, shell: Shell) -> None:
        shell.remember("The harbour lies in the north.", "--project", "Kestrel")
        for arguments in (["harbour"], []):
            ran = shell("recall", *arguments, "--project", "kestrel")
            assert "Project kestrel has no memories; did you mean Kestrel?" in ran.out

    def test_filters_without_a_question_list(self, shell: Shell) -> None:
        shell.remember("The harbour lies in the north.", "--tag", "sea")
        shell.remember("Ships are slow.")
        ran = shell("recall", "--tag", "sea")
        assert "The harbour lies in the north." in ran.out
        assert "Ships are slow." not in ran.out
        assert "by filters" in ran.out

    def test_a_persons_word_makes_a_semantic_memory_at_once(self, shell: Shell) -> None:
        """At the command line the person acts directly, so nothing waits for their confirmation."""
        ran = shell("remember", "Never deploy on Fridays", "--layer", "semantic", "--json")
        memory = ran.json["outcome"]["memory"]
        assert (memory["layer"], memory["status"], memory["origin"]["kind"]) == ("semantic", "active", "person")

    def test_every_option_arrives(self, shell: Shell) -> None:
        options = ["--event-type", "decision", "--occurred-at", "2026-01-05", "--valid-until", "2030-01-01"]
        ran = shell("remember", "We chose Qdrant", *options, "--project", "atlas", "--tag", "a", "--tag", "b", "--json")
        memory = ran.json["outcome"]["memory"]
        assert memory["event_type"] == "decision"
        assert memory["occurred_at"].startswith("2026-01-05")
        assert memory["valid_until"].startswith("20")
        assert (memory["scope"]["project"], memory["tags"]) == ("atlas", ["a", "b"])

    def test_steps_make_a_procedure(self, shell: Shell) -> None:
        ran = shell("remember", "To release", "--step", "tag", "--step", "push", "--json")
        assert ran.json["outcome"]["memory"]["details"]["steps"] == ["tag", "push"]

    def test_a_dash_reads_standard_input(self, shell: Shell) -> None:
        assert "Remembered: piped in" in shell("remember", "-", typed="piped in\n").out

    def test_a_repeat_says_so(self, shell: Shell) -> None:
        shell("remember", "Tea at four")
        assert shell("remember", "Tea at four").out.startswith("Known already, seen in 1 scene: Tea at four")

    def test_a_returning_statement_is_noted(self, shell: Shell) -> None:
        shell("forget", shell.remember("Tea at four"))
        assert "is active again" in shell("remember", "Tea at four").out

    def test_a_secret_is_taken_out_and_named(self, shell: Shell) -> None:
        ran = shell("remember", "The key is AKIAIOSFODNN7EXAMPLE for the bucket")
        assert "AKIAIOSFODNN7EXAMPLE" not in ran.out
        assert "Taken out before storing" in ran.out

    def test_an_empty_statement_is_refused_in_one_line(self, shell: Shell) -> None:
        ran = shell("remember", "  ")
        assert (ran.code, ran.out) == (1, "")
        assert ran.err == "mcp-memory: There is nothing to remember. Give the statement as plain text.\n"


class TestRecall:
    def test_nothing_relevant_is_said(self, shell: Shell) -> None:
        ran = shell("recall", "anything")
        assert ran.code == 0
        assert ran.out.startswith("Nothing relevant.\n")

    def test_explain_shows_every_factor_and_stage(self, shell: Shell) -> None:
        shell.remember("Releases go out on Tuesdays.")
        out = shell("recall", "releases", "--explain").out
        for word in ("cosine", "words", "relevance", "retention", "importance", "confidence", "state", "score"):
            assert word in out
        assert "Milliseconds: rewrite" in out

    def test_project_and_the_rest_are_named(self, shell: Shell) -> None:
        """An answer from one project says how much lies outside it."""
        shell.remember("Releases of atlas", "--project", "atlas")
        shell.remember("Releases of zoo", "--project", "zoo")
        shell.remember("Releases in general", "--project", "global")
        out = shell("recall", "releases", "--project", "atlas").out
        assert "of atlas" in out
        assert "in general" in out
        assert "of zoo" not in out
        assert "Searched project atlas and what is global by words and vectors; 1 memory outside it." in out

    def test_the_project_setting_counts_when_none_is_named(self, shell: Shell) -> None:
        shell.remember("Releases of zoo", "--project", "zoo")
        assert "of zoo" not in shell("recall", "releases", MCP_MEMORY_PROJECT="atlas").out
        assert "of zoo" in shell("recall", "releases", "--project", "global", MCP_MEMORY_PROJECT="atlas").out

    def test_filters_arrive(self, shell: Shell) -> None:
        shell.remember("Releases were late", "--occurred-at", "2026-01-05", "--tag", "art")
        assert "late" in shell("recall", "releases", "--since", "2026-01-01", "--until", "2026-02-01").out
        for options in (
            ["--until", "2025-01-01"],
            ["--layer", "semantic"],
            ["--tag", "cart"],
            ["--event-type", "risk"],
        ):
            assert "late" not in shell("recall", "releases", *options).out

    def test_include_brings_back_what_was_archived(self, shell: Shell) -> None:
        shell("forget", shell.remember("Releases were late"))
        assert "late" not in shell("recall", "releases").out
        assert "late" in shell("recall", "releases", "--include", "archived").out

    def test_an_unknown_include_is_a_usage_error(self, shell: Shell) -> None:
        ran = shell("recall", "releases", "--include", "everything")
        assert ran.code == 2
        assert "choose from cold, archived" in ran.err

    def test_what_did_not_fit_is_counted(self, shell: Shell) -> None:
        for number in range(3):
            shell.remember(f"Release {number} went out without any trouble at all")
        assert "more did not fit" in shell("recall", "release", "--max-tokens", "80").out

    def test_no_question_gives_the_briefing(self, shell: Shell) -> None:
        assert "Nothing is remembered here yet." in shell("recall").out
        shell.remember("Never deploy on Fridays", "--layer", "semantic")
        shell.remember("Ada prefers tea", "--event-type", "preference")
        out = shell("recall").out
        assert "Briefing: all projects" in out
        assert out.index("Standing") < out.index("Never deploy") < out.index("Said once") < out.index("Ada prefers tea")

    def test_a_briefing_says_what_waits_and_what_did_not_fit(self, shell: Shell) -> None:
        shell.remember("Never deploy on Fridays", "--layer", "semantic")
        agent = Principal(user="me", agent="some agent")
        settings = Settings.read({"MCP_MEMORY_HOME": str(shell.home)})
        with assemble(settings, HashingEmbedder()) as engine:
            engine.remember(agent, Remember(content="All services are Go", layer=Layer.SEMANTIC))
        out = shell("recall", "--max-tokens", "1").out
        assert "1 question waiting for a person's word." in out
        assert "1 more did not fit." in out

    def test_an_id_shows_that_memory(self, shell: Shell) -> None:
        assert "Tea at four" in shell("recall", shell.remember("Tea at four")).out

    def test_json_is_one_value_in_utf8(self, shell: Shell) -> None:
        shell.remember("每周二发布新版本")
        ran = shell("recall", "发布", "--json")
        assert ran.json["found"][0]["text"] == "每周二发布新版本"
        assert "每周二" in ran.out


class TestListAndShow:
    def test_list_pages_newest_first(self, shell: Shell) -> None:
        shell.remember("older", "--occurred-at", "2026-01-05")
        shell.remember("newer", "--occurred-at", "2026-02-05")
        out = shell("list").out
        assert out.index("newer") < out.index("older") < out.index("1 to 2 of 2.")
        assert "2 to 2 of 2." in shell("list", "--limit", "1", "--offset", "1").out

    def test_list_filters_and_says_when_there_is_nothing(self, shell: Shell) -> None:
        shell("forget", shell.remember("gone"))
        assert shell("list").out == "No memories here.\n"
        assert "gone" in shell("list", "--status", "archived", "--layer", "episodic").out

    def test_show_tells_the_whole_story(self, shell: Shell) -> None:
        memory_id = shell.remember("Releases go out on Tuesdays.", "--tag", "ops", "--valid-until", "2030-01-01")
        shell("correct", memory_id, "Releases go out on Mondays.", "--reason", "new calendar")
        shell("recall", "releases")
        ran = shell("show", memory_id, CLAUDE_CODE_SESSION_ID="s1")
        assert ran.out.startswith("Releases go out on Mondays.\n")
        for part in ("version 2", "new calendar", "was: Releases go out on Tuesdays.", "command line", "valid until"):
            assert part in ran.out
        for part in ("1 time, last", "ops", "an unknown session"):
            assert part in ran.out

    def test_show_names_links_and_sessions(self, shell: Shell) -> None:
        episode = shell("remember", "Tea at four", "--json", CLAUDE_CODE_SESSION_ID="s1").json["outcome"]["memory"][
            "id"
        ]
        rule = shell.remember("Tea at four", "--layer", "semantic")
        out = shell("show", episode).out
        assert f"{rule} derived_from this" in out
        assert "in session s1" in out
        assert f"derived_from {episode}" in shell("show", rule).out

    def test_an_unknown_id_is_one_line_on_standard_error(self, shell: Shell) -> None:
        ran = shell("show", PAST)
        assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
        assert "No memory has that id" in ran.err


class TestCorrect:
    def test_an_edit_makes_a_version(self, shell: Shell) -> None:
        memory_id = shell.remember("Releases go out on Tuesdays.")
        assert shell("correct", memory_id, "On Mondays.").out.startswith("Now version 2: On Mondays.")
        assert "Tuesdays" not in shell("recall", "releases on tuesdays").out

    def test_a_stale_edit_is_refused_with_the_current_text(self, shell: Shell) -> None:
        memory_id = shell.remember("first")
        shell("correct", memory_id, "second")
        ran = shell("correct", memory_id, "third", "--expected-version", "1")
        assert ran.code == 1
        assert "second" in ran.err

    def test_a_verdict_needs_no_text_and_names_what_was_derived(self, shell: Shell) -> None:
        episode = shell.remember("Tea at four")
        rule = shell.remember("Tea at four", "--layer", "semantic")
        ran = shell("correct", episode, "--verdict", "wrong")
        assert "overturned" in ran.out
        assert f"up for review: {rule}" in ran.out


class TestForget:
    def test_archive_and_restore(self, shell: Shell) -> None:
        memory_id = shell.remember("Tea at four")
        assert shell("forget", memory_id).out.startswith("Archived: Tea at four")
        assert shell("forget", memory_id, "--restore").out.startswith("Restored: Tea at four")

    def test_a_query_only_shows_until_told_to_go_on(self, shell: Shell) -> None:
        shell.remember("Tea at four")
        ran = shell("forget", "--query", "tea at four")
        assert ran.out.startswith("Would be archived: Tea at four")
        assert "Nothing was touched; add --yes to do it." in ran.out
        assert "1 to 1 of 1." in shell("list").out
        assert shell("forget", "--query", "tea at four", "--yes").out.startswith("Archived: Tea at four")

    def test_a_purge_asks_for_the_end_of_the_id(self, shell: Shell) -> None:
        memory_id = shell.remember("Tea at four")
        wrong = shell("forget", memory_id, "--purge", typed="no\n")
        assert wrong.code == 1
        assert "nothing was erased" in wrong.err
        right = shell("forget", memory_id, "--purge", typed=f"{memory_id[-8:]}\n")
        assert right.code == 0
        assert "Erased for good: Tea at four" in right.out
        assert shell("show", memory_id).code == 1

    def test_a_purge_without_an_answer_erases_nothing(self, shell: Shell) -> None:
        memory_id = shell.remember("Tea at four")
        assert shell("forget", memory_id, "--purge").code != 0
        assert shell("show", memory_id).code == 0

    def test_yes_stands_for_the_confirmation(self, shell: Shell) -> None:
        memory_id = shell.remember("Tea at four")
        ran = shell("forget", memory_id, "--purge", "--yes", "--json")
        assert (ran.json["preview"], len(ran.json["done"])) == (False, 1)

    def test_what_was_not_found_is_named(self, shell: Shell) -> None:
        ran = shell("forget", PAST)
        assert ran.code == 1
        assert "Nothing was touched." in ran.out
        assert f"Not found: {PAST}" in ran.out

    def test_a_query_without_a_match_says_so(self, shell: Shell) -> None:
        assert "Nothing matches." in shell("forget", "--query", "tea").out

    def test_naming_nothing_touches_nothing(self, shell: Shell) -> None:
        ran = shell("forget")
        assert ran.code == 1
        assert "never everything" in ran.err

    def test_purge_and_restore_exclude_each_other(self, shell: Shell) -> None:
        assert shell("forget", PAST, "--purge", "--restore").code == 2


class TestStatusAndDoctor:
    def test_status_counts(self, shell: Shell) -> None:
        assert "never" in shell("status").out
        shell.remember("Tea at four")
        ran = shell("status")
        assert "episodic active" in ran.out
        assert "0 waiting, 0 parked" in ran.out
        assert shell("status", "--json").json["counts"] == {"episodic,active": 1}

    def test_doctor_passes_on_a_sound_folder_and_shows_every_setting(self, shell: Shell) -> None:
        shell.remember("Tea at four")
        ran = shell("doctor", MCP_MEMORY_USER="ada", MCP_MEMORY_USR="x")
        assert ran.code == 0
        assert "✗" not in ran.out
        assert "✓ model" in ran.out
        assert "ada  (environment)" in ran.out
        assert "! MCP_MEMORY_USR is not a setting; did you mean MCP_MEMORY_USER?" in ran.out

    def test_doctor_fails_when_a_check_does(self, shell: Shell) -> None:
        """A page of the database is overwritten; the doctor names the check and exits with 1."""
        shell.remember("Tea at four")
        database = shell.home / "memory.db"
        content = database.read_bytes()
        database.write_bytes(content[:-4096] + b"\xff" * 4096)
        ran = shell("doctor")
        assert ran.code == 1
        assert "✗ integrity" in ran.out

    @pytest.mark.parametrize("page", [3, 6, 10, 20, 40])
    def test_doctor_lists_what_a_torn_page_spoils(self, shell: Shell, page: int) -> None:
        """It goes on after what cannot be read, and says that a backup has to be restored."""
        for number in range(60):
            shell.remember(f"Ship {number} lies in harbour {number * 7}. " + "Lorem ipsum dolor. " * 40)
        database = shell.home / "memory.db"
        content = database.read_bytes()
        database.write_bytes(content[: 4096 * page] + b"\xa5" * 4096 * 2 + content[4096 * (page + 2) :])
        for ran in (shell("doctor"), shell("doctor", "--repair")):
            assert (ran.code, ran.err) == (1, "")
            assert "restore a backup" in ran.out.casefold()
            assert ran.out.count("✓") + ran.out.count("✗") >= 10

    @pytest.mark.parametrize("content", [b"hello, a text file\n" * 500, b"\x00" * 8192])
    def test_what_is_no_database_is_named_as_that(self, shell: Shell, content: bytes) -> None:
        """Neither disk space nor permissions have anything to do with it."""
        shell.home.mkdir()
        (shell.home / "memory.db").write_bytes(content)
        ran = shell("doctor")
        assert (ran.code, ran.err) == (1, "")
        assert ran.out.startswith("✗ records: file is not a database. The file of the records is damaged")
        assert "Restore a backup" in shell("list").err
        assert "disk space" not in shell("list").err

    def test_doctor_prints_no_key_that_was_put_into_a_wrong_variable(self, shell: Shell) -> None:
        out = shell("doctor", MCP_MEMORY_PROJECT="AKIAIOSFODNN7EXAMPLE").out
        assert "AKIAIOSFODNN7EXAMPLE" not in out

    def test_doctor_in_json(self, shell: Shell) -> None:
        report = shell("doctor", "--json").json
        assert all(finding["passed"] for finding in report["findings"])
        assert {setting["name"] for setting in report["settings"]} >= {"home", "user", "durability"}
