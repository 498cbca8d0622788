"""The terminal's view of the timetable, against the real engine on a folder of its own."""

import pytest
from cli_kit import Shell


def test_jobs_that_never_ran_say_so(shell: Shell) -> None:
    ran = shell("jobs")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "idle sweep     has not run yet  every 30 seconds",
        "decay          has not run yet  every day",
        "backup         has not run yet  every day",
        "consolidation  has not run yet  every day",
        "merge          has not run yet  every 7 days",
    ]


def test_one_is_done_now_and_its_last_run_is_shown(shell: Shell) -> None:
    shell.remember("Tea at four")
    ran = shell("jobs", "backup", "--run")
    assert (ran.code, ran.out) == (0, "backup  passed    \n   made 1, removed 0\n")
    assert len(list((shell.home / "backups").glob("daily-*.db"))) == 1
    assert shell("jobs", "backup", "--run", "--json").json["reason"] == "nothing has changed since the last one"
    (shown,) = shell("jobs", "backup", "--json").json
    assert (shown["name"], shown["every_seconds"]) == ("backup", 86_400)
    assert (shown["last"]["passed"], shown["last"]["runs"], shown["last"]["counts"]) == (
        True,
        2,
        {"made": 0, "removed": 0},
    )
    out = shell("jobs").out
    assert "backup         passed      every day · last 20" in out
    assert ", run 2 · next 20" in out
    assert "made 0, removed 0: nothing has changed since the last one" in out
    assert "passed 20" in shell("status").out
    assert "have run, and the last run of each passed" in shell("doctor").out


def test_one_that_fails_says_why_and_leaves_with_1(shell: Shell) -> None:
    """The doctor names it too."""
    shell.remember("Tea at four")
    (shell.home / "backups").write_text("in the way")
    ran = shell("jobs", "backup", "--run")
    assert ran.code == 1
    assert "failed" in ran.out
    assert "attempt 1: " in ran.out
    assert "cannot be written" in ran.out
    ran = shell("doctor")
    assert ran.code == 1
    assert "✗ jobs: backup: " in ran.out


def test_a_name_nobody_knows_is_refused(shell: Shell) -> None:
    assert "lists them" in shell("jobs", "gong").err
    ran = shell("jobs", "gong", "--run")
    assert ran.code == 1
    assert "there are: idle sweep, decay, backup, consolidation" in ran.err


def test_what_a_run_would_do_is_told_and_not_done(shell: Shell) -> None:
    shell.remember("Tea at four")
    ran = shell("jobs", "decay", "--run", "--dry-run")
    assert ran.code == 0
    assert ran.out.startswith("decay would do this; nothing was done:\n   hot 0, warm 0, cold 0, stale 0")
    assert shell("jobs", "decay", "--run", "--dry-run", "--json").json["counts"]["cold"] == 0
    assert "has not run yet" in shell("jobs", "decay").out
    assert shell("jobs", "decay", "--run").code == 0
    assert shell("jobs", "decay", "--dry-run").code == 2


@pytest.mark.parametrize(
    ("job", "would"),
    [
        ("idle sweep", "paused 0, archived 0"),
        ("decay", "hot 0, warm 0, cold 0, stale 0, archived 0, log 0"),
        ("backup", "made 1, removed 0"),
        ("consolidation", "promoted 0, pending 0, held 0"),
        ("merge", ""),
    ],
)
def test_every_job_tells_what_it_would_do(shell: Shell, job: str, would: str) -> None:
    shell.remember("Tea at four")
    ran = shell("jobs", job, "--run", "--dry-run")
    assert ran.out.startswith(f"{job} would do this; nothing was done:\n   {would}")
    assert "has not run yet" in shell("jobs", job).out


def test_what_to_run_has_to_be_named(shell: Shell) -> None:
    assert shell("jobs", "--run").code == 2


def test_no_backups_are_made_where_they_are_switched_off(shell: Shell) -> None:
    assert "backup" not in shell("jobs", MCP_MEMORY_BACKUP_KEEP="0").out
    assert "backup" not in shell("jobs", MCP_MEMORY_BACKUP_EVERY_HOURS="0").out
    assert "every 90 minutes" in shell("jobs", MCP_MEMORY_BACKUP_EVERY_HOURS="1.5").out


def test_near_duplicates_are_never_merged_where_that_is_switched_off(shell: Shell) -> None:
    assert "merge          has not run yet  every 3 days" in shell("jobs", MCP_MEMORY_MERGE_DAYS="3").out
    assert "merge" not in shell("jobs", MCP_MEMORY_MERGE_DAYS="0").out
