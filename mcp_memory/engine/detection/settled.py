"""The procedures that a speaker settles: worded for the future, and asserted by the speaker, now, positively.

A procedure is a passage of a turn: words that say when it holds, and at least two steps that are acts. It is judged by
the sentence that leads to the first step, and by what the turn asks about it. What is asked for, forbidden, imagined,
mocked, pasted, told of somebody else or of another time settles nothing; a negation or a question within a later step
is none of these.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from mcp_memory.engine.detection.acts import are_acts
from mcp_memory.engine.detection.hedges import is_question
from mcp_memory.engine.detection.passages import Passage, passages
from mcp_memory.engine.detection.pasted import MASK, mentioned_masked
from mcp_memory.engine.detection.stance import BYGONE, FICTION, MOCKING, REPORTED
from mcp_memory.engine.detection.standing import ALWAYS, FUTURE, NAMED, OCCASION, OWN_WAY, POINTS_BACK
from mcp_memory.engine.detection.unsettled import (
    ABSURD,
    AIMED_AT,
    AIMS_AT,
    ASKED,
    CONDITION,
    COUNTER_EXAMPLE,
    DISOWNED,
    DOUBTED,
    EXCEPTED,
    FORM_ASKED,
    FORMER,
    IMAGINED,
    NEGATION,
    REQUESTED,
    REQUESTED_HOW,
    REVIEW_ASKED,
    RULES,
    TOLD_APART,
)
from mcp_memory.engine.text.procedures import Form, Steps, read_steps

_MAX_CHARS = 4_000
"""A longer text is a document that was pasted, and settles nothing."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A procedure that was settled; `start` and `end` are the place of its passage in the text, in characters."""

    start: int
    end: int
    steps: tuple[str, ...]


def settled(text: str) -> tuple[Settled, ...]:
    """The procedures a text settles ("from now on: A, then B, then C"), in order."""
    if len(text) > _MAX_CHARS or not any(cue.search(text) for cue in (FUTURE, OCCASION, ALWAYS, NAMED)):
        return ()
    return tuple(_found(passages(text), mentioned_masked(text)))


def _found(told: tuple[Passage, ...], masked: str) -> Iterator[Settled]:
    asked = {found.start() for found in REVIEW_ASKED.finditer(masked)}
    formed = {place for found in FORM_ASKED.finditer(masked) for place in range(*found.span())}
    for whole, after in zip_longest(told, told[1:]):
        passage = _own(whole)
        steps = read_steps(passage.text)
        if steps is None:
            continue
        end = after.end if after and _confirms(masked[after.start : after.end]) else passage.end
        if not _holds(passage, steps, masked, end) or not _is_settled(masked[passage.start : end], steps):
            continue
        in_doubt = asked - formed if OWN_WAY.search(passage.text, 0, steps.start) else asked
        if all(passage.start <= place < end for place in in_doubt):
            yield Settled(passage.start, end, steps.texts)


def _own(passage: Passage) -> Passage:
    """The passage without a request for another form before it, where it says itself how the speaker does it."""
    found = FORM_ASKED.match(passage.text)
    if found is None or not OWN_WAY.search(passage.text, found.end()):
        return passage
    return Passage(passage.start + found.end(), passage.end, passage.text[found.end() :])


def _confirms(sentence: str) -> bool:
    """Whether a sentence says of what stands before it that it holds from now on."""
    holds = FUTURE.search(sentence) or ALWAYS.search(sentence) or OCCASION.search(sentence)
    return (
        bool(holds and POINTS_BACK.search(sentence)) and len(sentence) <= _MAX_CONFIRMING and sentence[-1] not in "?？"
    )


def _holds(passage: Passage, steps: Steps, masked: str, end: int) -> bool:
    """Whether words of standing lead to the steps or follow them, and the steps are acts of whom those words allow."""
    start = passage.start + steps.start
    if masked[start : start + 1] == MASK and passage.text[steps.start] != "`":
        return False
    lead, tail = masked[passage.start : start], masked[passage.end : end]
    if steps.form in {Form.WORDS, Form.ARROWS}:
        tail += _AFTER_STEP.sub("", masked[passage.start + passage.text.rfind(steps.texts[-1]) : passage.end])
    cues = [bool(cue.search(lead) or cue.search(tail)) for cue in (NAMED, OCCASION, FUTURE, ALWAYS)]
    named, on_occasion, in_future, _ = cues
    if steps.form is Form.BULLETS and not (named or on_occasion):
        return False
    return any(cues) and are_acts(steps.texts, by_others=named or in_future)


def _is_settled(said: str, steps: Steps) -> bool:
    """Whether the speaker asserts it: judged by what leads to the first step, and by the whole."""
    lead = _STEP_MARK.sub("", said[: steps.start]).strip()
    if _asks(lead, said, steps) or _is_negated(lead):
        return False
    bare = _OCCASION.sub("", lead)
    return not (
        any(form.search(lead) for form in (IMAGINED, DOUBTED, FORMER, COUNTER_EXAMPLE, FICTION, AIMED_AT))
        or any(form.search(bare) for form in (REPORTED, REQUESTED, TOLD_APART))
        or any(form.search(said) for form in (BYGONE, MOCKING))
        or ABSURD.search("\n".join(steps.texts))
        or REQUESTED_HOW.search(steps.texts[0])
        or AIMS_AT.match(steps.texts[0])
        or (steps.form in {Form.BULLETS, Form.NUMBERS} and RULES.search(lead))
    )


def _asks(lead: str, said: str, steps: Steps) -> bool:
    """Whether the lead asks, or its sentence goes on to a question mark; a list may have questions for items."""
    if is_question(lead.rstrip(":： ")) and not _TITLE.match(lead):
        return True
    if steps.form is Form.BULLETS or "\n" in said[steps.start :].strip():
        return False
    return bool(ASKED.match(said, max(steps.start, said.rfind(steps.texts[-1]))))


def _is_negated(lead: str) -> bool:
    """Whether the words right before the first step forbid or deny it, or disown all that follows."""
    if DISOWNED.search(lead):
        return True
    clause = _CLAUSE_END.split(lead)[-1]
    negation = NEGATION.search(clause)
    if negation is None or EXCEPTED.search(clause):
        return False
    return not CONDITION.search(clause, 0, negation.start())


_MAX_CONFIRMING = 80
_OCCASION = re.compile(
    r"^(?:(?:when(?:ever)?|if|once|every time|each time|before|after) [^,:]{0,120}"
    r"|(?:(?:以后|今后|往后)(?!小)|(?:每[次当]|只要|如果|要是|凡是?|一旦))[^，,：:]{1,60}(?=[，,：:])|以后|今后|往后"
    r"|每[次当]|只要)",
    re.IGNORECASE,
)
"""The occasion that a lead begins with: what is asked, told or said on it says nothing against the procedure."""
_AFTER_STEP = re.compile(r"^[^,，.。;；]*")
_STEP_MARK = re.compile(
    r"(?:\s*(?:\bfirst(?:ly)?\b[,:]?|首先|先|\d{1,2}[.)、．]|[-*•]|第.步[:：、,，]?))+\s*$", re.IGNORECASE
)
_CLAUSE_END = re.compile(r"[,;:—–，；：、\n]")
_TITLE = re.compile(r"(?:how (?:to|we)|如何|怎[么样])[^?？]*$", re.IGNORECASE)
