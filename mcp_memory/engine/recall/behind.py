"""A rule answers in the place of what it rests on; its sources stand behind everything else that answers well."""

from collections.abc import Sequence
from dataclasses import replace

from mcp_memory.engine.domain.vocabulary import Layer, LinkKind
from mcp_memory.engine.ports.records import Records
from mcp_memory.engine.recall.rank import Ranked

RULE = "rule"
"""Why a rule stands where what it rests on answers better."""

_RESTING = (LinkKind.DERIVED_FROM, LinkKind.SUPPORTS)


def rules_first(records: Records, ranked: Sequence[Ranked], looked_at: int) -> list[Ranked]:
    """The same in that order. Among the best `looked_at`, each rule takes the best place that it or a source has."""
    best = ranked[:looked_at]
    rules = {item.memory.id: item for item in best if item.memory.layer is not Layer.EPISODIC}
    rests = _sources(records, list(rules)) if rules else {}
    first: dict[str, Ranked] = {}
    behind: dict[str, Ranked] = {}
    for item in best:
        rule = rests.get(item.memory.id)
        if rule is None:
            first.setdefault(item.memory.id, item)
        else:
            first.setdefault(rule, replace(rules[rule], placed=RULE))
            behind[item.memory.id] = item
    return [*first.values(), *behind.values(), *ranked[looked_at:]]


def _sources(records: Records, rules: Sequence[str]) -> dict[str, str]:
    """What rests behind these, and behind which."""
    links = [link for kind in _RESTING for link in records.linked(rules, kind)]
    ends = [end for link in links for end in (link.ends, link.ends[::-1])]
    return {source: rule for source, rule in ends if rule in rules and source not in rules}
