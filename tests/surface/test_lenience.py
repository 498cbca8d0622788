"""Lenience: whatever a client writes is either plain, and taken, or refused in words of ours."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_memory.crossing import Crossing, Identity
from mcp_memory.engine.domain.errors import Invalid
from mcp_memory.lenience import about_unknown, clean, named_ids, take, whole_id
from mcp_memory.tools import correct, forget, recall, remember
from mcp_memory.tools.verb import Verb

ID = "0199c3f2-7a10-7000-8000-0000000000ab"
SCHEMA = {
    "properties": {
        "content": {"type": "string"},
        "layer": {"type": "string", "enum": ["auto", "episodic", "task_record"]},
        "limit": {"type": "integer", "minimum": 1, "maximum": 50},
        "count": {"type": "integer"},
        "confirm": {"type": "boolean"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "steps": {"type": "array", "items": {"type": "string"}},
        "ids": {"type": "array", "items": {"type": "string"}},
        "id": {"type": "string"},
        "include": {"type": "array", "items": {"type": "string", "enum": ["cold", "archived"]}},
    },
}


def nothing() -> Any:
    raise AssertionError("no engine is asked here")


CROSSING = Crossing(nothing, Identity(user="me"), changed=nothing)
VERBS: list[Verb] = [made.tool(CROSSING, "") for made in (remember, recall, correct, forget)]


def taken(name: str, raw: Any) -> Any:
    """What becomes of one argument; None for "not set"."""
    return take(SCHEMA, {name: raw}).values.get(name)


@pytest.mark.parametrize("name", list(SCHEMA["properties"]))
@pytest.mark.parametrize("raw", [None, "", [], {}])
def test_nothing_means_not_set(name: str, raw: Any) -> None:
    """Null and the empty values leave the default."""
    assert taken(name, raw) is None


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("a", "a"),
        (7, "7"),
        (7.0, "7"),
        (7.5, "7.5"),
        (True, "true"),
        (["a", "b"], "a\nb"),
        ([{"type": "text", "text": "a"}], "a"),
        ({"content": "a", "id": 1}, "a"),
        ("  ", None),
    ],
)
def test_text(raw: Any, text: str | None) -> None:
    """Numbers, lists of texts and objects that carry a text are text."""
    assert taken("content", raw) == text


@pytest.mark.parametrize("number", [10**5000, -(10**40), 1e308, float("inf")], ids=["long", "large", "huge", "endless"])
def test_a_number_that_is_no_text_is_refused(number: float) -> None:
    """Nobody meant to remember its digits, and Python refuses to write out thousands of them."""
    for raw in (number, ["a", number], {"text": number}):
        with pytest.raises(Invalid, match="content: must be text"):
            taken("content", raw)
    with pytest.raises(Invalid, match="tags: must be a list of texts"):
        taken("tags", [number])


@pytest.mark.parametrize(
    ("raw", "word"),
    [
        ("Episodic", "episodic"),
        (" EPISODIC ", "episodic"),
        ('"episodic"', "episodic"),
        ("task record", "task_record"),
        ("task-record", "task_record"),
        (["episodic"], "episodic"),
        ("any", None),
        ("NULL", None),
        ([None], None),
    ],
)
def test_words_of_a_closed_set(raw: Any, word: str | None) -> None:
    """Case, blanks, dashes and quotes do not matter."""
    assert taken("layer", raw) == word


@pytest.mark.parametrize(
    ("raw", "number"),
    [(7, 7), ("7", 7), ("7.9", 7), (7.9, 7), ([7], 7), ("1,000", 50), (-3, 1), (10**400, 50), ("default", None)],
)
def test_numbers_are_moved_into_their_bounds(raw: Any, number: int | None) -> None:
    """Texts and fractions are numbers too; what is out of bounds means the bound."""
    assert taken("limit", raw) == number


@pytest.mark.parametrize(
    ("raw", "truth"),
    [(True, True), ("yes", True), ("TRUE", True), (1, True), ("是", True), (0, False), ("off", False), ("none", None)],
)
def test_truth(raw: Any, truth: object) -> None:
    """Yes and no in the usual spellings."""
    assert taken("confirm", raw) is truth


@pytest.mark.parametrize(
    ("raw", "tags"),
    [
        ("db", ["db"]),
        ("db, choice", ["db", "choice"]),
        ("数据库；选择", ["数据库", "选择"]),
        ('["db", "choice"]', ["db", "choice"]),
        ('"db"', ["db"]),
        ("[db", ["[db"]),
        ([1, "db", None, ""], ["1", "db"]),
        (7, ["7"]),
        ("null", None),
        ("[]", None),
    ],
)
def test_lists(raw: Any, tags: list[str] | None) -> None:
    """JSON in a string, one scalar, or several in one text are lists."""
    assert taken("tags", raw) == tags


@pytest.mark.parametrize(
    ("raw", "steps"),
    [
        ("Build, then test", ["Build, then test"]),
        ("1. Build\n2. Test\n", ["Build", "Test"]),
        ("- Build\n- Test", ["Build", "Test"]),
        ("Build\nwith care", ["Build\nwith care"]),
    ],
)
def test_steps_are_split_only_where_they_are_listed(raw: str, steps: list[str]) -> None:
    """A step may hold commas and line breaks."""
    assert taken("steps", raw) == steps


@pytest.mark.parametrize(
    "raw",
    [
        ID,
        ID.upper(),
        f"[{ID}]",
        f"memory:{ID}",
        f"memory://semantic/{ID}",
        f"id: {ID}",
        {"id": ID, "text": "a"},
        {"id": {"id": ID}},
    ],
)
def test_ids_in_any_dress(raw: Any) -> None:
    """Memories, addresses and decorated ids stand for the id."""
    assert named_ids(raw) == [ID]
    assert taken("id", raw) == ID
    assert taken("ids", [raw]) == [ID]
    assert taken("ids", json.dumps(raw)) == [ID]


def test_ids_of_a_whole_answer() -> None:
    """The answer of recall stands for its memories, also as text."""
    answer = {"memories": [{"id": ID, "text": "a, b"}], "total": 1}
    assert taken("ids", answer) == taken("ids", json.dumps(answer)) == [ID]
    assert taken("ids", f"{ID}, 0199c3f2") == [ID, "0199c3f2"]
    assert taken("id", {"text": "no id"}) is None


OTHER = "0199c3f2-7a10-7000-8000-0000000000cd"


@pytest.mark.parametrize(
    ("raw", "ids"),
    [
        ([f"{ID}, {OTHER}"], [ID, OTHER]),
        ([f"{ID} and `{OTHER}`"], [ID, OTHER]),
        ([f"{ID}/{OTHER}"], [ID, OTHER]),
        ([f"{ID}\nmemory://semantic/{OTHER}", ID], [ID, OTHER]),
        (["0199c3f2, 0199c3f3"], ["0199c3f2", "0199c3f3"]),
        ([[ID], {"id": [OTHER]}], [ID, OTHER]),
        ([f"{ID}, 0199c3f3"], [ID, "0199c3f3"]),
        ([f"记忆{ID}"], [ID]),
        ([f"{ID}x"], [f"{ID}x"]),
        ([f"x{ID}"], [f"x{ID}"]),
        ([f"{ID}-0"], [f"{ID}-0"]),
        (["the harbour one"], ["the harbour one"]),
    ],
)
def test_several_ids_in_one_element(raw: Any, ids: list[str]) -> None:
    """All of them are taken; what only contains an id is none."""
    assert taken("ids", raw) == ids


@pytest.mark.parametrize("raw", [f"{ID} and {OTHER}", [ID, OTHER], [f"{ID},{OTHER}"], "0199c3f2, 0199c3f3"])
def test_one_id_is_one(raw: Any) -> None:
    """Where one memory is meant nobody guesses which; the same one twice is one."""
    with pytest.raises(Invalid, match="id: takes one value, not 2"):
        taken("id", raw)
    assert taken("id", [ID, f"{ID.upper()}"]) == ID


@pytest.mark.parametrize(
    ("query", "read"),
    [(ID, ID), (f"memory://episodic/{ID}", ID), (f"`{ID}`", ID), (f"why {ID}?", f"why {ID}?"), ("why?", "why?")],
)
def test_a_query_that_is_an_id(query: str, read: str) -> None:
    """Only a query that is nothing but an id is one."""
    assert whole_id(query) == read


@pytest.mark.parametrize(
    ("name", "raw", "said"),
    [
        ("content", {"a": 1}, "content: must be text, not an object"),
        ("content", [["a"], {"b": {}}], "content: must be text, not a list"),
        ("layer", "episodes", "layer: `episodes` is not one of auto, episodic, task_record (did you mean episodic?)"),
        ("layer", ["a", "b"], "layer: takes one value, not 2"),
        ("limit", True, "limit: must be a whole number, not true or false"),
        ("limit", "lots", "limit: must be a whole number, not that text"),
        ("limit", {"a": 1}, "limit: must be a whole number, not an object"),
        ("count", float("inf"), "count: must be a whole number, not that number"),
        ("confirm", "perhaps", "confirm: must be true or false, not that text"),
        ("tags", [{"a": 1}], "tags: must be a list of texts"),
        ("include", "warm", "include: `warm` is not one of cold, archived"),
    ],
)
def test_what_is_not_plain_is_refused(name: str, raw: Any, said: str) -> None:
    """The refusal names the argument and what it allows, and never repeats a private value."""
    with pytest.raises(Invalid) as refused:
        take(SCHEMA, {name: raw})
    assert refused.value.message.startswith(said)


def test_closed_sets_in_lists() -> None:
    """Each word once, in any spelling; open words say nothing."""
    assert taken("include", "Cold, archived, cold") == ["cold", "archived"]
    assert taken("include", ["COLD", None, "any"]) == ["cold"]


def test_names_of_arguments_are_lenient_too() -> None:
    """Case and dashes in a name do not matter; other names are reported with the closest one."""
    schema = {"properties": {"user_confirmed": {"type": "boolean"}, "query": {"type": "string"}}}
    both = take(schema, {"user-confirmed": "yes", "User_Confirmed": "yes", "question": "x", "quary": 1, "zzz": 2})
    assert both.values == {"user_confirmed": True}
    assert about_unknown(both.unknown, schema["properties"]) == (
        "`question` is not an argument (did you mean query?); `quary` is not an argument (did you mean query?); "
        "`zzz` is not an argument"
    )


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["auto", "[1", '{"id":3}']),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "text", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
@given(data=st.data())
def test_no_validation_text_of_a_library_reaches_a_model(verb: Verb, data: st.DataObject) -> None:
    """For any JSON at any argument: what is taken validates, what does not fit is refused in words of ours."""
    names = [*verb.parameters["properties"], "unheard_of"]
    given_values = data.draw(st.dictionaries(st.sampled_from(names), json_values))
    with suppress(Invalid):
        fitted = take(verb.parameters, given_values)
        valid = verb.fn_metadata.validate_arguments(fitted.values)
        assert set(fitted.values) <= set(valid)
        json.dumps(fitted.values, ensure_ascii=False).encode()


@given(st.text(alphabet=st.characters(categories=None)))
def test_cleaned_text_can_be_encoded(text: str) -> None:
    """Lone surrogates become U+FFFD, pairs become the character they mean, everything else stays."""
    cleaned = clean(text)
    cleaned.encode()
    if not any("\ud800" <= char <= "\udfff" for char in text):
        assert cleaned == text


def test_surrogates_deep_inside() -> None:
    """They are found in keys and values alike; a pair is one character."""
    assert clean({"a\ud800": ["\udfff", 1, None, {"b": "\ud83d\ude00"}]}) == {"a�": ["�", 1, None, {"b": "😀"}]}


@pytest.mark.parametrize("name", ["ids", "tags", "content", "limit"])
def test_what_nests_too_deeply_is_refused(name: str) -> None:
    """However it comes: as a value, or as JSON in a text."""
    deep: Any = "x"
    for _ in range(5_000):
        deep = [deep]
    with pytest.raises(Invalid, match=f"{name}: "):
        taken(name, deep)
    with suppress(Invalid):
        taken(name, "[" * 900 + "]" * 900)


def test_many_unknown_names_are_not_all_repeated() -> None:
    """A few are enough to see what went wrong."""
    said = about_unknown([f"x{n}" for n in range(99)], ["content"])
    assert said.endswith("; and 94 more")
