"""The reasoner without a model: statements that a cue tells apart, in the speaker's own words, English and Chinese."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from mcp_memory.engine.context.summary import extract
from mcp_memory.engine.detection.elements import elements
from mcp_memory.engine.detection.kinds import Notice
from mcp_memory.engine.detection.worth import SettledNotice, worth_keeping
from mcp_memory.engine.domain.sessions import SPOKEN_ROLES, Turn
from mcp_memory.engine.ports.reasoner import Batch, Candidate, Common, Extraction

_POINTS_BACK = re.compile(
    r"\s*(?:(?:it|this|that|these|those|they|he|she|the same)\b"
    r"(?! (?!is\b|was\b|are\b|were\b|has\b|means?\b|would\b|will\b)[\w$%'-]+ (?:[\w$%'-]+ ){0,6}(?:i|we)\b)"
    r"|(?:这|那|它|他|她|此)(?:个|些|样|件|种|们|项)?)",
    re.IGNORECASE,
)
_LIKE_THAT = re.compile(
    r"\b(?:like (?:this|that)|(?:this|that|the same) way)\b|这样|那样|这么[做办干]|同样的", re.IGNORECASE
)
_JOINS_ON = re.compile(
    r"^(?:(?:and|also|but|so|plus|oh)\b[, ]+)+(?=\S)|^(?:另外|还有(?!一?[个些点])|而且|并且|然后|对了)[，,、 ]*",
    re.IGNORECASE,
)


class RulesReasoner:
    """Needs nothing and always answers."""

    name = "rules"
    understands = False

    def extract(self, batch: Batch) -> Extraction:
        """Each statement worth keeping, as a candidate of its own."""
        found: list[Candidate] = []
        dropped: Counter[str] = Counter()
        for turn in batch.turns:
            if turn.role not in SPOKEN_ROLES:
                continue
            candidates = list(_candidates(turn))
            found += candidates
            dropped["nothing worth keeping"] += not candidates
        return Extraction(candidates=tuple(found), dropped=+dropped)

    def summarise(self, summary: str, turns: Sequence[Turn], max_tokens: int) -> str:
        """The telling statements of the turns, by kind."""
        return extract(summary, turns, max_tokens)

    def generalise(self, statements: Sequence[str]) -> Common:
        """The clearest of them, as it was said."""
        return Common(statement=statements[0], is_understood=False)

    def contradicts(self, earlier: str, later: str) -> None:
        """What rules can compare has been compared before."""

    def describes(self, procedure: str, runs: Sequence[str]) -> None:
        """What rules can align has been aligned before."""


def _candidates(turn: Turn) -> Iterator[Candidate]:
    for notice in worth_keeping(turn.content, turn.role.value, turn.speaker):
        text = _standing_alone(turn, notice)
        parts = elements(notice.statement.text, notice.event_type, turn.speaker)
        yield Candidate(
            content=f"{turn.speaker}: {text}" if turn.speaker else text,
            event_type=notice.event_type,
            turns=(turn.n,),
            speaker=turn.speaker,
            conclusion=parts.conclusion,
            stance=parts.stance,
            open_tasks=parts.open_tasks,
            place=parts.place,
            subjects=parts.subjects,
            objects=parts.objects,
            topic=parts.topic,
            intent=parts.intent,
            steps=notice.steps if isinstance(notice, SettledNotice) else (),
        )


def _standing_alone(turn: Turn, notice: Notice) -> str:
    """The statement without the word that joins it on, and with the one before it when it points back to that."""
    statement = notice.statement
    if isinstance(notice, SettledNotice) or not (
        _POINTS_BACK.match(statement.text) or _LIKE_THAT.search(statement.text)
    ):
        return _JOINS_ON.sub("", statement.text, count=1)
    lead = re.split(r"(?<=[.!?。！？\n])\s*", turn.content[: statement.start].strip())
    before = next((part for part in reversed(lead) if part.strip()), "")
    return f"{before} {statement.text}" if before else statement.text
