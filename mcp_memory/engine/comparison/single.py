"""How one sentence stands to another."""

from collections import Counter

from mcp_memory.engine.comparison.across import in_english, in_two_languages
from mcp_memory.engine.comparison.announced import outdated
from mcp_memory.engine.comparison.choices import compare_choices
from mcp_memory.engine.comparison.counted import counted_anew
from mcp_memory.engine.comparison.denied import never_and_once
from mcp_memory.engine.comparison.implied import same_but_implied, without_implied
from mcp_memory.engine.comparison.reading import Statement
from mcp_memory.engine.comparison.relation import Relation
from mcp_memory.engine.comparison.slots import (
    CALENDAR,
    OTHER_SUBJECT,
    Region,
    Verdict,
    differing_region,
    value_place,
    value_slot,
    word_slot,
)
from mcp_memory.engine.comparison.value import Match, Value, compare_values
from mcp_memory.engine.comparison.words import Role, said


def relate(first: Statement, second: Statement) -> Verdict:
    """The relation of two sentences, and why. What is asked, supposed or only thought never contradicts."""
    if first.key == second.key and first.asked == second.asked:
        return Relation.SAME, "the same words"
    if first.long or second.long:
        return _other_words(first, second)
    relation, reason = (_across if in_two_languages(first, second) else _chosen_or_said)(first, second)
    if relation not in {Relation.CONTRADICTS, Relation.SAME}:
        told = _announced(second, first) or _announced(first, second) or _never(first, second)
        relation, reason = told or (relation, reason)
    if relation in {Relation.RELATED, Relation.UNRELATED}:
        relation, reason = counted_anew(first.count, second.count) or _given_up(first, second) or (relation, reason)
    if relation not in {Relation.CONTRADICTS, Relation.HINTS}:
        return relation, reason
    if first.asked or second.asked or first.supposed != second.supposed:
        return Relation.RELATED, "one of them asks or supposes"
    if first.hedged or second.hedged:
        return Relation.HINTS, f"{reason}, not said for sure"
    return relation, reason


def _announced(one: Statement, other: Statement) -> Verdict | None:
    """What a change that one of them tells means for the other; None where nothing is told, or either denies."""
    if one.announced is None or one.denied != other.denied or one.has(Role.NOT):
        return None
    return outdated(one.announced, other.tokens, other.values)


def _never(first: Statement, second: Statement) -> Verdict | None:
    """What it means that one of them says never, and the other tells of a time; None where neither does."""
    if first.denied == second.denied or first.never == second.never or first.planned or second.planned:
        return None
    if first.never:
        return never_and_once(first.tokens, second.tokens, since=True)
    return never_and_once(second.tokens, first.tokens, since=False)


def _given_up(first: Statement, second: Statement) -> Verdict | None:
    """What it means that the later one gives something up; None where the earlier one does not name it."""
    if not second.given_up or first.denied or not second.given_up <= set(first.words):
        return None
    return Relation.HINTS, "the second gives up what the first names"


def _across(first: Statement, second: Statement) -> Verdict:
    """Of two languages: only a difference is told. The same in both is not sure enough to call it so."""
    one, other = in_english(first), in_english(second)
    if one is None or other is None:
        return _other_words(first, second)
    relation, reason = _chosen_or_said(one, other)
    if relation in {Relation.SAME, Relation.REFINES}:
        return Relation.RELATED, "they may say the same in two languages"
    return relation, reason


def _chosen_or_said(first: Statement, second: Statement) -> Verdict:
    chosen = compare_choices(first.choice, second.choice)
    if chosen is not None:
        return chosen
    if first.words == second.words or same_but_implied(first, second):
        return _same_words(first, second)
    region = differing_region(first, second)
    if region is None:
        return _other_words(first, second)
    if region.start in {region.first_end, region.second_end}:
        return _more_words(first, second, region)
    if not _values_agree(first, second) or _opposite(first, second):
        return _other_words(first, second)
    return word_slot(first, second, region)


# The same words


def _same_words(first: Statement, second: Statement) -> Verdict:
    if not (first.words or first.values) or not (second.words or second.values):
        return Relation.UNRELATED, "nothing is said"
    pairs = paired(first, second)
    if len(pairs) < max(len(first.values), len(second.values)):
        return _more_values(first, second, pairs)
    matches = [compare_values(first.values[one], second.values[other]) for one, other in pairs]
    if all(match is Match.EQUAL for match in matches):
        return _same_values(first, second)
    if _opposite(first, second):
        return Relation.RELATED, "one denies a value that the other does not name"
    return _differing_values(first, second, pairs, matches)


def _same_values(first: Statement, second: Statement) -> Verdict:
    ordered = without_implied(first) == without_implied(second)
    if _opposite(first, second):
        return _against(first, second) if ordered else (Relation.HINTS, "yes against no, in another order")
    if not ordered:
        return Relation.RELATED, "the same words in another order"
    if _manner(first) != _manner(second):
        return Relation.RELATED, "the same, said otherwise"
    return Relation.SAME, "the same in other words"


def _manner(statement: Statement) -> tuple[object, ...]:
    scalars = sum(token.scalar for token in statement.tokens)
    flags = (statement.hedged, statement.asked, statement.supposed, statement.past, statement.weakly)
    return (*flags, statement.modals, scalars, statement.clauses)


def _against(first: Statement, second: Statement) -> Verdict:
    if first.weakly or second.weakly:
        return Relation.HINTS, "one says yes, the other hardly"
    needless = first.has(Role.NEEDLESS) or second.has(Role.NEEDLESS)
    if needless and first.modals != second.modals:
        return Relation.HINTS, "one says so, the other that it need not be"
    if first.past != second.past:
        return Relation.HINTS, "says yes where the other says no, then and now"
    return Relation.CONTRADICTS, "says yes where the other says no"


def _opposite(first: Statement, second: Statement) -> bool:
    """Whether one denies what the other affirms: in one part, when both have as many, else in all."""
    if len(first.clauses) == len(second.clauses):
        return sum(one != other for one, other in zip(first.clauses, second.clauses, strict=True)) == 1
    return first.denied != second.denied


def _differing_values(
    first: Statement, second: Statement, pairs: list[tuple[int, int]], matches: list[Match]
) -> Verdict:
    odd = [(pair, match) for pair, match in zip(pairs, matches, strict=True) if match is not Match.EQUAL]
    if len(odd) > 1:
        return Relation.UNRELATED, "more than one value differs"
    pair, match = odd[0]
    match match:
        case Match.FINER:
            return Relation.REFINES, _precise(first, second, pair)
        case Match.COARSER:
            return Relation.RELATED, "the second is less precise"
        case Match.UNCLEAR:
            return Relation.RELATED, "the values cannot be compared"
        case _:
            return _one_value(first, second, pair)


def _one_value(first: Statement, second: Statement, pair: tuple[int, int]) -> Verdict:
    if first.denied or second.denied:
        return Relation.RELATED, "what is denied of one value says nothing of another"
    relation, reason = value_slot(first, second, pair)
    if first.modals != second.modals and relation is Relation.CONTRADICTS:
        return Relation.HINTS, reason
    return relation, reason


def _precise(first: Statement, second: Statement, pair: tuple[int, int]) -> str:
    return f"more precise: {second.values[pair[1]].wording} for {first.values[pair[0]].wording}"


def paired(first: Statement, second: Statement) -> list[tuple[int, int]]:
    """Which value belongs to which, as places: by order where the kinds allow it, else each to the next of its kind."""
    if len(first.values) == len(second.values) and [v.kind for v in first.values] == [v.kind for v in second.values]:
        return [(place, place) for place in range(len(first.values))]
    free = list(range(len(second.values)))
    pairs: list[tuple[int, int]] = []
    for alike in (_equal, _of_one_kind):
        for place, value in enumerate(first.values):
            found = next((other for other in free if alike(value, second.values[other])), None)
            if found is not None and place not in {pair[0] for pair in pairs}:
                free.remove(found)
                pairs.append((place, found))
    left = [place for place in range(len(first.values)) if place not in {pair[0] for pair in pairs}]
    return pairs + list(zip(left, free, strict=False))


def _equal(first: Value, second: Value) -> bool:
    return compare_values(first, second) is Match.EQUAL


def _of_one_kind(first: Value, second: Value) -> bool:
    return first.kind is second.kind


# One says more


def _more_values(first: Statement, second: Statement, pairs: list[tuple[int, int]]) -> Verdict:
    if not _agree(first, second, pairs):
        return Relation.RELATED, "they name different values"
    if _opposite(first, second):
        return Relation.HINTS, "yes against no, one of them for a special case"
    if len(first.values) > len(second.values):
        return Relation.RELATED, "the second says less"
    added = [place for place in range(len(second.values)) if place not in {pair[1] for pair in pairs}]
    if (
        _none_coarser(first, second, pairs)
        and all(_adds(second, place) for place in added)
        and _same_manner(first, second)
    ):
        return Relation.REFINES, "more precise: " + ", ".join(second.values[place].wording for place in added)
    return Relation.RELATED, "the second names something more special"


def _same_manner(first: Statement, second: Statement) -> bool:
    return first.supposed == second.supposed and first.hedged == second.hedged and first.asked == second.asked


def _adds(statement: Statement, place: int) -> bool:
    """Whether a value is said of the subject, or says when, and does not name which subject."""
    after = value_place(statement, place) > statement.predicate
    no_predicate = statement.predicate == len(statement.tokens)
    return after or statement.values[place].kind in CALENDAR or (no_predicate and place > 0)


def _more_words(first: Statement, second: Statement, region: Region) -> Verdict:
    """One has all words of the other and some more at one place."""
    longer = second if region.second_end > region.start else first
    said_of = region.start > 0 and _stands_after(longer, region.start)
    if _opposite(first, second):
        return (Relation.HINTS, "yes against no, one of them for a special case") if said_of else OTHER_SUBJECT
    pairs = paired(first, second)
    if not _agree(first, second, pairs):
        return _clash_beside_more(first, second, pairs) if said_of else OTHER_SUBJECT
    if longer is first or len(first.values) > len(second.values):
        return Relation.RELATED, "the second says less"
    if not said_of:
        return Relation.RELATED, "the second says something more"
    if _is_detail(first, second, region) and _none_coarser(first, second, pairs) and _same_manner(first, second):
        return Relation.REFINES, "more precise: " + said(second.content[region.start : region.second_end])
    return Relation.RELATED, "the second says something more"


def _is_detail(first: Statement, second: Statement, region: Region) -> bool:
    """Whether the added words go on in the same clause of a whole statement that does not ask."""
    extra = second.content[region.start : region.second_end]
    if (
        second.asked
        or all(token.text in _PREPOSITIONS for token in extra)
        or any(Role.LISTING in token.roles for token in extra)
        or len(first.words) < _WHOLE_WORDS
    ):
        return False
    start = next(n for n, each in enumerate(second.tokens) if each is extra[0])
    joint = second.tokens[second.predicate].surface
    return Role.BREAK not in second.tokens[start - 1].roles and (joint != "=" or second.has(Role.ATTRIBUTE))


_WHOLE_WORDS = 2
_PREPOSITIONS = frozenset({"for", "from", "with", "by"})


def _stands_after(statement: Statement, word: int) -> bool:
    """Whether the word number `word` stands after the predicate, or after all that a title says."""
    token = next(n for n, each in enumerate(statement.tokens) if each is statement.content[word])
    return token > statement.predicate


def _clash_beside_more(first: Statement, second: Statement, pairs: list[tuple[int, int]]) -> Verdict:
    odd = [pair for pair in pairs if compare_values(first.values[pair[0]], second.values[pair[1]]) is Match.DIFFERS]
    if len(odd) == 1 and len(pairs) == max(len(first.values), len(second.values)) and not first.denied:
        relation, reason = _one_value(first, second, odd[0])
        return (Relation.HINTS if relation is Relation.CONTRADICTS else relation), reason
    return Relation.RELATED, "they name different values"


# Other words


def _agree(first: Statement, second: Statement, pairs: list[tuple[int, int]]) -> bool:
    """Whether no paired value differs or cannot be compared."""
    matches = (compare_values(first.values[one], second.values[other]) for one, other in pairs)
    return all(match in {Match.EQUAL, Match.FINER, Match.COARSER} for match in matches)


def _none_coarser(first: Statement, second: Statement, pairs: list[tuple[int, int]]) -> bool:
    """Whether the second is nowhere less precise."""
    return all(compare_values(first.values[one], second.values[other]) is not Match.COARSER for one, other in pairs)


def _values_agree(first: Statement, second: Statement) -> bool:
    pairs = paired(first, second)
    return len(pairs) == len(first.values) == len(second.values) and all(
        compare_values(first.values[one], second.values[other]) is Match.EQUAL for one, other in pairs
    )


_RELATED_SHARE = 0.5


def _other_words(first: Statement, second: Statement) -> Verdict:
    """Related when they begin with the same word or share half of all words."""
    one, other = Counter(first.words), Counter(second.words)
    total = (one | other).total()
    if total and (first.words[:1] == second.words[:1] or (one & other).total() / total >= _RELATED_SHARE):
        return Relation.RELATED, "the same subject, and something else is said of it"
    return Relation.UNRELATED, "they share too little"
