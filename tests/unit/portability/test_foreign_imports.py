"""What others wrote down becomes new memories, through the same gate as everything."""

import json

import pytest
from portability_kit import PERSON, bring_in, exported, lived_in

from mcp_memory.engine.domain.errors import Invalid
from mcp_memory.engine.domain.requests import Forget, Listing, Remember, Review
from mcp_memory.engine.domain.upkeep import BringIn
from mcp_memory.engine.domain.vocabulary import Layer, Mark, OriginKind, Status
from mcp_memory.engine.service import MemoryEngine

CLAUDE_MD = """\
# CLAUDE.md

Some prose that is no list.

- Answer in English

## Build

- Run `make check` before a commit,
  also on branches
* [ ] Ask before adding a dependency
  - the person decides
  - write down why

```sh
- not a statement
```

## 部署

1. 每周二发布
2) Environments:
   - staging runs on port 8080
   - production:
     - port 443
Not a part of any item
-
*
"""


def contents(engine: MemoryEngine) -> list[str]:
    """What is stored, in the order of the file."""
    page = engine.listing(PERSON, Listing(limit=1_000))
    return [memory.content for memory in sorted(page.memories, key=lambda memory: memory.id)]


def entity(name: str, kind: str, *observations: str) -> str:
    return json.dumps({"type": "entity", "name": name, "entityType": kind, "observations": observations})


def relation(source: str, verb: str, target: str) -> str:
    return json.dumps({"type": "relation", "from": source, "to": target, "relationType": verb})


GULL = ("The Gull port is 9001.", "The Gull port is 9002.")
DATES = ("截止日期是5月4日。", "截止日期是5月6日。")


def marked(engine: MemoryEngine) -> dict[str, bool]:
    """Which statements stand, and whether they are in conflict."""
    page = engine.listing(PERSON, Listing(limit=1_000))
    return {memory.content: Mark.CONFLICTED in memory.marks for memory in page.memories}


class TestContradictions:
    @pytest.mark.parametrize("texts", [GULL, DATES])
    @pytest.mark.parametrize("form", ["markdown", "mcp"])
    def test_what_comes_in_against_something_known_is_marked_with_it(
        self, engine: MemoryEngine, texts: tuple[str, str], form: str
    ) -> None:
        known = engine.remember(PERSON, Remember(content=texts[0], user_confirmed=True)).outcome.memory
        bring_in(engine, [f"- {texts[1]}" if form == "markdown" else entity(texts[1][:4], "fact", texts[1])])
        states = marked(engine)
        assert (states.pop(texts[0]), list(states.values())) == (True, [True])
        [item] = engine.review(PERSON, Review()).items
        assert (item.kind, len(item.memories), known.id in {one.id for one in item.memories}) == ("conflict", 2, True)

    @pytest.mark.parametrize("texts", [GULL, DATES])
    def test_a_list_that_contradicts_itself_is_marked(self, engine: MemoryEngine, texts: tuple[str, str]) -> None:
        bring_in(engine, [f"- {text}" for text in texts])
        assert marked(engine) == dict.fromkeys(texts, True)
        assert len(engine.review(PERSON, Review()).items) == 1

    def test_a_list_that_came_in_before_changes_nothing(self, engine: MemoryEngine) -> None:
        lines = [f"- {GULL[1]}"]
        engine.remember(PERSON, Remember(content=GULL[0]))
        bring_in(engine, lines)
        before = exported(engine)
        assert bring_in(engine, lines).known == 1
        assert exported(engine) == before

    def test_what_was_forgotten_or_overturned_marks_nothing(self, engine: MemoryEngine) -> None:
        """Also not by way of a line that only repeats it."""
        known = engine.remember(PERSON, Remember(content=GULL[0])).outcome.memory
        engine.forget(PERSON, Forget(ids=(known.id,)))
        bring_in(engine, [f"- {text}" for text in GULL])
        assert marked(engine) == {GULL[1]: False}

    @pytest.mark.parametrize(
        "texts",
        [
            ("Sensor 12 reads 7 degrees.", "Sensor 13 reads 9 degrees."),
            ("The review meeting is on Friday.", "The review meeting is on Friday at 15:00."),
            ("我喜欢喝茶。", "我喜欢喝咖啡。"),
        ],
    )
    def test_what_can_both_hold_comes_in_unmarked_and_replaces_nothing(
        self, engine: MemoryEngine, texts: tuple[str, str]
    ) -> None:
        bring_in(engine, [f"- {texts[0]}"])
        bring_in(engine, [f"- {texts[1]}"])
        assert marked(engine) == dict.fromkeys(texts, False)


class TestMarkdownList:
    def test_items_under_headings_become_statements(self, engine: MemoryEngine) -> None:
        answer = bring_in(engine, CLAUDE_MD.splitlines())
        assert (answer.form, answer.added, answer.failed) == ("markdown", 6, 0)
        assert contents(engine) == [
            "Answer in English",
            "Build: Run `make check` before a commit, also on branches",
            "Build: Ask before adding a dependency\n- the person decides\n- write down why",
            "部署: 每周二发布",
            "部署: Environments: staging runs on port 8080",
            "部署: Environments: production: port 443",
        ]

    def test_they_are_imported_copies_that_add_no_scene(self, engine: MemoryEngine) -> None:
        bring_in(engine, ["- Use tabs"], BringIn(project="atlas"))
        (memory,) = engine.listing(PERSON, Listing()).memories
        dossier = engine.dossier(PERSON, memory.id)
        assert (memory.layer, memory.origin.kind, memory.confidence) == (Layer.EPISODIC, OriginKind.IMPORT, 0.6)
        assert memory.scope.project == "atlas"
        assert dossier.observations == ()
        assert [change.verb for change in dossier.history] == ["import"]

    def test_a_person_may_say_that_they_are_rules(self, engine: MemoryEngine) -> None:
        bring_in(engine, ["- Use tabs"], BringIn(layer=Layer.SEMANTIC))
        (memory,) = engine.listing(PERSON, Listing()).memories
        assert (memory.layer, memory.status) == (Layer.SEMANTIC, Status.ACTIVE)

    def test_a_second_time_adds_nothing(self, engine: MemoryEngine) -> None:
        bring_in(engine, CLAUDE_MD.splitlines())
        again = bring_in(engine, CLAUDE_MD.splitlines())
        assert (again.added, again.known) == (0, 6)

    def test_what_a_person_forgot_does_not_come_back(self, engine: MemoryEngine) -> None:
        bring_in(engine, ["- Use tabs"])
        (memory,) = engine.listing(PERSON, Listing()).memories
        engine.forget(PERSON, Forget(ids=(memory.id,)))
        assert bring_in(engine, ["- Use tabs"]).known == 1
        assert engine.listing(PERSON, Listing()).total == 0

    def test_a_dry_run_counts_what_would_come(self, engine: MemoryEngine) -> None:
        bring_in(engine, ["- Use tabs"])
        answer = bring_in(engine, ["- Use tabs", "- Use spaces", "- use  SPACES."], BringIn(dry_run=True))
        assert (answer.added, answer.known, answer.dry_run, answer.backup) == (1, 2, True, "")
        assert contents(engine) == ["Use tabs"]

    def test_a_secret_is_taken_out_and_told(self, engine: MemoryEngine) -> None:
        answer = bring_in(engine, ["- The key is AKIAIOSFODNN7EXAMPLE"])
        assert [redaction.count for redaction in answer.redactions] == [1]
        assert "AKIAIOSFODNN7EXAMPLE" not in contents(engine)[0]

    def test_a_line_that_cannot_be_kept_is_told_by_its_number(self, engine: MemoryEngine) -> None:
        answer = bring_in(engine, ["- fine", f"- {'x' * 100_001}", "- fine too"])
        assert (answer.added, [fault.line for fault in answer.faults]) == (2, [2])

    def test_a_byte_order_mark_and_an_empty_file_do_no_harm(self, engine: MemoryEngine) -> None:
        assert bring_in(engine, ["\ufeff- Use tabs"]).added == 1
        assert bring_in(engine, []).added == 0

    def test_progress_is_told(self, engine: MemoryEngine) -> None:
        seen: list[int] = []
        engine.bring_in(PERSON, BringIn(dry_run=True), (f"- item {number}\n" for number in range(250)), seen.append)
        assert seen == [100, 200, 250]


class TestOfficialServer:
    def test_entities_and_relations_become_statements(self, engine: MemoryEngine) -> None:
        lines = [
            entity("John_Smith", "person", "Speaks fluent Spanish", "john_smith joined in 2019"),
            entity("Anthropic", "organization"),
            "",
            relation("John_Smith", "works_at", "Anthropic"),
        ]
        answer = bring_in(engine, lines)
        assert (answer.form, answer.added) == ("mcp", 4)
        assert contents(engine) == [
            "John_Smith: Speaks fluent Spanish",
            "john_smith joined in 2019",
            "Anthropic (organization)",
            "John_Smith works at Anthropic",
        ]
        assert engine.listing(PERSON, Listing(tags=frozenset({"person"}))).total == 2

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("{", "not JSON"),
            ("[]", "an object expected"),
            ('{"type": "entity", "name": "x"}', "entityType is missing"),
            ('{"type": "entity", "name": "x", "entityType": "y", "observations": [1]}', "text expected"),
            ('{"type": "song"}', "neither an entity nor a relation"),
        ],
    )
    def test_a_bad_line_is_told_and_the_rest_comes_in(self, engine: MemoryEngine, line: str, reason: str) -> None:
        answer = bring_in(engine, [entity("A", "thing", "is round"), line, relation("A", "rolls", "B")])
        assert (answer.added, answer.failed) == (2, 1)
        assert (answer.faults[0].line, reason in answer.faults[0].reason) == (2, True)


class TestWhatCannotBeRead:
    @pytest.mark.parametrize("line", ['{"a": 1}', '{"a": ', "{}"])
    def test_json_of_no_known_form_is_refused(self, engine: MemoryEngine, line: str) -> None:
        with pytest.raises(Invalid, match="its first line"):
            bring_in(engine, [line])

    def test_the_page_for_people_is_refused(self, engine: MemoryEngine) -> None:
        lived_in(engine)
        with pytest.raises(Invalid, match="made for people"):
            bring_in(engine, exported(engine, "markdown"))


class TestPage:
    def test_the_page_is_grouped_and_framed(self, engine: MemoryEngine) -> None:
        lived_in(engine)
        page = exported(engine, "markdown")
        assert page[1] == "# Memories of me"
        assert "none of it is an instruction" in page[3]
        assert [line for line in page if line.startswith("#")][1:] == [
            "## Semantic",
            "### Global",
            "### Project billing",
            "## Procedural",
            "### Global",
        ]
        assert "- Releases go out on Mondays 🚀" in page
        assert any("2026-03-02 · a person, through command line · pinned" in line for line in page)
        assert page[-1] == "Not shown: 2 that are superseded, archived or overturned."

    def test_an_empty_store_gives_an_empty_page(self, engine: MemoryEngine) -> None:
        assert exported(engine, "markdown")[-1].startswith("What follows")
