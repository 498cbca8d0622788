"""Episodes as plain values: what is read back is what was written, anything else is refused."""

import json
from typing import Any

import pytest

from mcp_memory.engine.domain.memory import Action, Episode
from mcp_memory.engine.domain.plain import UNREADABLE, details_from_plain, details_to_plain

WHOLE = Episode(
    speaker="Lin",
    goal="ship the billing page",
    conclusion="先灰度",
    stance="prefers small steps",
    open_tasks=("write the notes",),
    place="payments-eu",
    subjects=("Lin", "billing"),
    objects=("page",),
    topic="release",
    intent="plan",
    actions=(Action("run_tests", '{"suite": "all"}', "passed"), Action("deploy")),
    turns=(3, 4, 7),
    inferred=("place",),
)


@pytest.mark.parametrize("episode", [Episode(), WHOLE])
def test_an_episode_is_read_back_as_it_was(episode: Episode) -> None:
    """Through JSON, as files and history hold it; the contract suite tries random ones."""
    assert details_from_plain(json.loads(json.dumps(details_to_plain(episode)))) == episode


@pytest.mark.parametrize(
    "spoilt",
    [
        {"turns": [1.5]},
        {"turns": "3"},
        {"actions": [["deploy", "x"]]},
        {"actions": [["deploy", "x", 1]]},
        {"actions": ["deploy"]},
        {"subjects": "Lin"},
        {"speaker": None},
        {"kind": "poem"},
    ],
)
def test_a_spoilt_episode_is_refused(spoilt: dict[str, Any]) -> None:
    plain = details_to_plain(WHOLE)
    assert plain is not None
    with pytest.raises(UNREADABLE):
        details_from_plain(plain | spoilt)


@pytest.mark.parametrize("field", sorted(details_to_plain(WHOLE) or ()))
def test_an_episode_without_one_of_its_fields_is_refused(field: str) -> None:
    plain = details_to_plain(WHOLE) or {}
    with pytest.raises(UNREADABLE):
        details_from_plain({name: value for name, value in plain.items() if name != field})
