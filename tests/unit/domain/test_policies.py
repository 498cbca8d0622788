"""The policies that calculate."""

import pytest

from mcp_memory.engine.domain.policies import BackupPolicy, ContextPolicy, EncodingPolicy, IndexPolicy
from mcp_memory.engine.domain.vocabulary import Layer


@pytest.mark.parametrize(
    ("rows", "candidates"), [(0, 1_000), (100_000, 1_000), (550_000, 2_500), (1_000_000, 4_000), (9_000_000, 4_000)]
)
def test_more_rows_need_more_candidates_within_bounds(rows: int, candidates: int) -> None:
    assert IndexPolicy().candidates(rows) == candidates


def test_the_window_is_shared_out_in_halves_and_quarters() -> None:
    policy = ContextPolicy()
    assert policy.working_tokens == 16_000
    assert (policy.background_tokens, policy.standing_tokens, policy.dialogue_tokens) == (4_000, 2_000, 8_000)
    assert policy.summary_tokens == 2_000


@pytest.mark.parametrize("window", [0, 1, 7, 999, 200_001])
def test_no_share_lends_from_another_whatever_the_window(window: int) -> None:
    """What background and dialogue leave of the working limit is the reserve: a quarter, never less."""
    policy = ContextPolicy(window_tokens=window)
    reserve = policy.working_tokens - policy.background_tokens - policy.dialogue_tokens
    assert reserve >= policy.working_tokens // 4
    assert 0 <= policy.standing_tokens <= policy.background_tokens
    assert policy.standing_tokens + policy.summary_tokens == policy.background_tokens


def test_encoding_by_itself_may_not_make_a_rule() -> None:
    assert Layer.SEMANTIC not in EncodingPolicy().layers


def test_backups_are_switched_off_by_either_number() -> None:
    assert BackupPolicy().every_seconds == 86_400
    assert BackupPolicy(every_hours=0).every_seconds == 0
    assert BackupPolicy(keep=0).every_seconds == 0
