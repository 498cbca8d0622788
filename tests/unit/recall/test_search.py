"""Recall through the real engine: what answers, what is left out, what is said about it."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from mcp_memory.engine.domain.answers import Briefing, Recalled
from mcp_memory.engine.domain.errors import Invalid
from mcp_memory.engine.domain.memory import Memory, Principal
from mcp_memory.engine.domain.policies import RecallPolicy
from mcp_memory.engine.domain.requests import Correct, Forget, Listing, Recall, Remember
from mcp_memory.engine.domain.vocabulary import EventType, Layer, Mark
from mcp_memory.engine.privacy.access import Grants
from mcp_memory.engine.service import MemoryEngine
from mcp_memory.testing import DAWN, OWNER, FrozenClock, HashingEmbedder, an_engine


def stored(engine: MemoryEngine, content: str, who: Principal = OWNER, **wishes: Any) -> Memory:
    return engine.remember(who, Remember(content=content, **wishes)).outcome.memory


def recall(engine: MemoryEngine, query: str, who: Principal = OWNER, **wishes: Any) -> Recalled:
    answer = engine.recall(who, Recall(query=query, **wishes))
    assert isinstance(answer, Recalled)
    return answer


def texts(answer: Recalled) -> list[str]:
    return [found.text for found in answer.found]


def embed(engine: MemoryEngine) -> None:
    while engine.work().done:
        pass


def test_what_was_just_remembered_is_found_at_once_by_its_words(engine: MemoryEngine) -> None:
    stored(engine, "小林在杭州负责支付网关。")
    stored(engine, "The API gateway listens on port 8443.")
    assert texts(recall(engine, "支付"))[0] == "小林在杭州负责支付网关。"
    assert texts(recall(engine, "gateways listening port"))[0] == "The API gateway listens on port 8443."


def test_a_word_that_only_some_memories_define_is_found_by_its_other_name(engine: MemoryEngine) -> None:
    stored(engine, "We run everything on K8s (Kubernetes).")
    stored(engine, "The Kubernetes upgrade is planned for May.")
    assert "The Kubernetes upgrade is planned for May." in texts(recall(engine, "K8s upgrade"))


def test_the_scope_is_searched_with_what_is_global_and_the_rest_is_counted(engine: MemoryEngine) -> None:
    stored(engine, "The budget of Atlas is 10.", project="atlas")
    stored(engine, "The budget of Borealis is 20.", project="borealis")
    stored(engine, "Any budget is reviewed in June.")
    answer = recall(engine, "budget", project="atlas")
    assert set(texts(answer)) == {"The budget of Atlas is 10.", "Any budget is reviewed in June."}
    assert answer.searched.scope == "atlas"
    assert answer.searched.outside_scope == 1
    assert len(recall(engine, "budget").found) == 3


def test_filters_narrow_by_layer_kind_tag_and_time(engine: MemoryEngine, clock: FrozenClock) -> None:
    stored(engine, "budget decision one", event_type=EventType.DECISION, tags=("cart",))
    clock.advance(days=10)
    stored(engine, "budget fact two", tags=("art",))
    stored(engine, "budget rule three", layer=Layer.SEMANTIC, user_confirmed=True)
    assert texts(recall(engine, "budget", layer=Layer.SEMANTIC)) == ["budget rule three"]
    assert texts(recall(engine, "budget", event_type=EventType.DECISION)) == ["budget decision one"]
    assert texts(recall(engine, "budget", tags=("art",))) == ["budget fact two"]
    assert texts(recall(engine, "budget", until="2026-03-02")) == ["budget decision one"]
    assert "budget decision one" not in texts(recall(engine, "budget", since="2026-03-03"))
    with pytest.raises(Invalid, match="since"):
        recall(engine, "budget", since="whenever")


def test_other_sessions_episodes_need_a_grant(tmp_path: Path) -> None:
    with an_engine(tmp_path, grants=Grants(user_sessions=False)) as engine:
        stored(engine, "The secret garden is behind the mill.")
        other = Principal(user="me", agent="test", session="s2")
        unknown = Principal(user="me", agent="test")
        assert len(recall(engine, "garden").found) == 1
        assert recall(engine, "garden", other).found == ()
        assert recall(engine, "garden", unknown).found == ()
        stored(engine, "Gardens are watered at six.", layer=Layer.SEMANTIC, user_confirmed=True)
        assert texts(recall(engine, "garden", other)) == ["Gardens are watered at six."]


def test_limit_and_budget_are_kept_and_what_is_left_out_is_counted(engine: MemoryEngine) -> None:
    for number in range(12):
        stored(engine, f"Sensor {number} reads {number * 7} degrees in the north hall.")
    answer = recall(engine, "sensor degrees north hall", limit=5)
    assert len(answer.found) == 5
    assert answer.total == 12
    small = recall(engine, "sensor degrees north hall", limit=10, max_tokens=200)
    assert 0 < len(small.found) < 10
    assert small.left_out == 10 - len(small.found)
    assert len(recall(engine, "sensor degrees", limit=0).found) == 1


def test_a_long_memory_shows_the_part_that_matches(engine: MemoryEngine) -> None:
    filler = "The meeting went on about many small things of no consequence. " * 320
    memory = stored(engine, filler + "The vault code word is Quixotl.")
    answer = recall(engine, "vault code word")
    assert "Quixotl" in answer.found[0].text
    assert answer.found[0].full_chars == len(memory.content)
    assert len(answer.found[0].text) < 3_000


def test_a_query_that_is_an_id_returns_that_memory_whole(engine: MemoryEngine) -> None:
    memory = stored(engine, "word " * 900)
    whole = recall(engine, memory.id, max_tokens=3_000)
    assert whole.found[0].text == memory.content
    cut = recall(engine, memory.id, max_tokens=300)
    assert 0 < len(cut.found[0].text) < len(memory.content)
    assert cut.total == 1


def test_that_plan_is_what_the_session_stored_last(engine: MemoryEngine, clock: FrozenClock) -> None:
    stored(engine, "The zebra crossing gets a new light.")
    clock.advance(minutes=5)
    stored(engine, "The blue-green rollout starts on Monday.")
    assert "rollout" in recall(engine, "who approved that plan").searched.question
    unknown = Principal(user="me", agent="test")
    assert "rollout" not in recall(engine, "who approved that plan", unknown).searched.question
    fresh = Principal(user="me", agent="test", session="fresh")
    assert "rollout" not in recall(engine, "who approved that plan", fresh).searched.question


def test_standing_preferences_are_considered_however_they_are_worded(engine: MemoryEngine) -> None:
    for number in range(10):
        stored(engine, f"Report {number} about the harvest was written.")
    preference = stored(engine, "The user prefers tables to prose.")
    embed(engine)
    answer = recall(engine, "write a harvest report", limit=4)
    assert preference.id in {found.memory.id for found in answer.found}
    assert len(answer.found) == 4
    assert "standing" in next(found.why for found in answer.found if found.memory.id == preference.id)
    only_facts = recall(engine, "write a harvest report", limit=4, event_type=EventType.FACT)
    assert preference.id not in {found.memory.id for found in only_facts.found}


def test_what_stands_is_considered_by_its_words_while_there_is_no_model(tmp_path: Path) -> None:
    with an_engine(tmp_path) as engine:
        for number in range(10):
            stored(engine, f"Report {number} about the harvest was written.")
        preference = stored(engine, "The user prefers short words in a report.")
        answer = recall(engine, "write a harvest report", limit=4)
        assert "standing" in next(found.why for found in answer.found if found.memory.id == preference.id)


def test_noise_is_not_returned_and_weak_matches_are_few_and_flagged(tmp_path: Path) -> None:
    policy = RecallPolicy(noise_floor=0.1, weak_below=0.9, standing_slots=0)
    with an_engine(tmp_path, embedder=HashingEmbedder(calibrated=True), recall_policy=policy) as engine:
        engine.warm()
        for number in range(8):
            stored(engine, f"harvesting report {number}")
        stored(engine, "zzz qqq xxx")
        embed(engine)
        answer = recall(engine, "harvestman reportage")
        assert len(answer.found) == policy.max_weak
        assert all(found.weak for found in answer.found)
        assert answer.total == 8
        assert recall(engine, "jjj kkk").found == ()


def test_a_weak_answer_is_not_a_recall_and_a_clear_one_is_noted(engine: MemoryEngine, clock: FrozenClock) -> None:
    memory = stored(engine, "The API listens on port 8443.")
    clock.advance(days=3)
    recall(engine, "API port")
    engine.work()
    after = engine.dossier(OWNER, memory.id).memory
    assert (after.recalled_at, after.recall_count) == (clock.now, 1)
    assert (after.version, after.changed_at) == (1, DAWN)


def test_the_event_in_the_time_asked_for_comes_first(engine: MemoryEngine) -> None:
    stored(engine, "Standup notes: the build was red.", occurred_at="2026-02-20")
    stored(engine, "Standup notes: the build is red.", occurred_at="2026-03-01")
    assert texts(recall(engine, "standup notes build yesterday"))[0] == "Standup notes: the build is red."


@pytest.mark.parametrize(
    "query", ['"', "-", "*", "AND", "C++", "a:b", "NEAR(", "()", "\x00", "\ud800", "%", "🎉", "的", "x" * 100_000]
)
def test_no_query_ever_raises(engine: MemoryEngine, query: str) -> None:
    stored(engine, "C++ and a:b are strings.")
    assert isinstance(engine.recall(OWNER, Recall(query=query)), Recalled | Briefing)


def test_a_corrected_text_is_found_by_its_new_words_only(engine: MemoryEngine) -> None:
    memory = stored(engine, "The mascot is a zebra.")
    engine.correct(OWNER, Correct(id=memory.id, content="The mascot is an otter."))
    assert texts(recall(engine, "otter mascot")) == ["The mascot is an otter."]
    assert all("zebra" not in text for text in texts(recall(engine, "zebra")))


def test_archived_and_pending_appear_only_when_asked_for(engine: MemoryEngine) -> None:
    archived = stored(engine, "The old mascot was a zebra.")
    engine.forget(OWNER, Forget(ids=(archived.id,)))
    stored(engine, "A mascot must be an animal.", layer=Layer.SEMANTIC)
    assert recall(engine, "mascot").found == ()
    assert texts(recall(engine, "old zebra mascot", include=frozenset({"archived"}))) == ["The old mascot was a zebra."]
    assert texts(recall(engine, "mascot animal", include=frozenset({"pending"}))) == ["A mascot must be an animal."]


def test_stages_are_timed(engine: MemoryEngine) -> None:
    stored(engine, "one")
    assert set(recall(engine, "one").stages) == {"rewrite", "embed", "index", "rank", "fit", "outside"}


def test_an_older_twin_of_equal_worth_ranks_below_the_newer_event(engine: MemoryEngine, clock: FrozenClock) -> None:
    stored(engine, "The API listens on port 8443.")
    clock.advance(days=20)
    stored(engine, "The API listens on port 9000.")
    assert texts(recall(engine, "API port"))[0] == "The API listens on port 9000."
    assert DAWN + timedelta(days=20) == clock.now


def test_the_beginning_of_an_id_shows_that_memory_and_a_word_like_one_is_searched(engine: MemoryEngine) -> None:
    memory = stored(engine, "The ticket is deadbeef01.")
    assert texts(recall(engine, memory.id[:8])) == [memory.content]
    assert texts(recall(engine, "deadbeef01")) == [memory.content]


def test_a_short_answer_gives_no_place_to_what_merely_stands(engine: MemoryEngine) -> None:
    for number in range(4):
        stored(engine, f"Report {number} about the harvest was written.")
    preference = stored(engine, "The user prefers tables to prose.")
    embed(engine)
    assert preference.id not in {found.memory.id for found in recall(engine, "harvest report", limit=3).found}


def test_what_has_expired_is_marked_where_it_is_shown(engine: MemoryEngine, clock: FrozenClock) -> None:
    memory = stored(engine, "The office is closed.", valid_until="2026-03-02")
    assert recall(engine, "office closed").found[0].memory.marks == frozenset()
    clock.advance(days=1)
    assert recall(engine, "office closed").found[0].memory.marks == {Mark.EXPIRED}
    assert engine.dossier(OWNER, memory.id).memory.marks == {Mark.EXPIRED}
    assert engine.listing(OWNER, Listing()).memories[0].marks == {Mark.EXPIRED}


def test_yesterday_is_meant_in_the_zone_of_the_person(tmp_path: Path) -> None:
    shanghai = timezone(timedelta(hours=8))
    late = FrozenClock(datetime(2026, 11, 29, 21, 51, tzinfo=UTC))
    with an_engine(tmp_path, clock=late, local=lambda moment: moment.astimezone(shanghai)) as engine:
        memory = stored(engine, "昨天换了数据库。")
        assert memory.occurred_at == datetime(2026, 11, 28, 16, 0, tzinfo=UTC)


def test_a_memory_of_many_matching_chunks_is_one_answer_shown_by_its_best(engine: MemoryEngine) -> None:
    stored(engine, "Tea is served at four. " * 300 + "Coffee and tea are served at nine in the old hall.")
    answer = recall(engine, "coffee tea served nine old hall")
    assert len(answer.found) == 1
    assert "old hall" in answer.found[0].text


def test_times_the_wrong_way_round_are_refused(engine: MemoryEngine) -> None:
    with pytest.raises(Invalid, match="turn them round"):
        engine.recall(OWNER, Recall(query="anything", since="2027-01-01", until="2026-01-01"))
