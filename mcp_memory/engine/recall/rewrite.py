"""A question made searchable by rules: filler dropped, dates resolved, a long prompt cut to its best part.

It refuses to guess what was meant: words of the question are only ever left out, or joined by names that memory
itself has defined as meaning the same.
"""

import re
from dataclasses import dataclass, replace
from datetime import datetime

from mcp_memory.engine.domain.vocabulary import OPEN_EVENTS, EventType
from mcp_memory.engine.text.chunking import sentences
from mcp_memory.engine.text.dates import DateSpan, find_spans
from mcp_memory.engine.text.tokens import query_terms

MAX_QUESTION_CHARS = 600
"""Longest question that is searched as it is; of a longer one its best sentences are taken."""

_FILLER = re.compile(
    r"\b(?:please|kindly|hey|hi|hello|by the way|do you (?:remember|know|recall)|can you (?:tell|remind) me|could you"
    r" (?:tell|remind) me|i (?:want|would like|'d like) to know|tell me|remind me|i was wondering|any idea)\b[,:]?"
    r"|请问|麻烦|帮我(?:查一下|看看|找找)?|你(?:还)?(?:记得|知道)(?:吗)?|我想(?:知道|问一下)|告诉我|提醒我一下|能不能告诉我|话说",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r"\b(?:that|this|the same|those|these) (?:plan|idea|decision|one|thing|proposal|approach|issue|task|rule)s?\b"
    r"|(?:那个|这个|那份|这份|上述|刚才的?|之前的?那?个?)(?:方案|计划|决定|事情|事|想法|提议|问题|任务|规则|选项|东西)",
    re.IGNORECASE,
)
_DECIDED = re.compile(
    r"\b(?:decide[ds]?|decisions?|agreed?(?: (?:on|upon|to))?|settled? (?:on|for)|chose|chosen)\b"
    r"|决定|决策|敲定|拍板|怎么定|定下来?|定的|定了|商定",
    re.IGNORECASE,
)
_DECISIONS = frozenset({EventType.DECISION, EventType.REVERSAL})
_KINDS = (
    (_DECIDED, _DECISIONS),
    (re.compile(r"\brisks?\b|风险|隐患", re.IGNORECASE), frozenset({EventType.RISK})),
    (re.compile(r"\bpreferences?\b|\bprefers?\b|偏好|喜好|更喜欢", re.IGNORECASE), frozenset({EventType.PREFERENCE})),
    (
        re.compile(r"\b(?:open|unfinished) (?:tasks?|points?|items?)\b|\bto-?dos?\b|待办|未完成", re.IGNORECASE),
        OPEN_EVENTS,
    ),
)
"""What a question asks for by name."""

_HOW_TO = re.compile(
    r"\bhow (?:(?:do|should|shall|can|must) (?:i|we|you|one|they)|to|(?:is|are) \w+(?: \w+){0,3} \w+(?:ed|ne|de|nt|lt))"
    r"\b|\bsteps (?:to|for|of)\b"
    r"|(?:怎么|怎样|如何)(?!样|回事|定|说|看|了|办法)|步骤|流程",
    re.IGNORECASE,
)
"""Asks for a procedure."""

_BEFORE = re.compile(
    r"\b(?:original(?:ly)?|previous(?:ly)?|initial(?:ly)?|former(?:ly)?|earlier|used to|at first|old"
    r"|before (?:the|we|i|it|that|they)\b)"
    r"|原来|原先|原本|最初|起初|一开始|当初|之前的?(?:是|在|为|定)|变更前|改之前|旧的",
    re.IGNORECASE,
)
"""Asks how things were before they changed."""

_ASKS = re.compile(
    r"[?？]\s*$|^\s*(?:what|when|where|who|why|which|how|is|are|do|does|did|can|should)\b|什么|怎么|哪|谁|几|多少|吗",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What is searched: `text` by its meaning, `terms` by words.

    `window` is the time the question names, `kinds` are the event types it asks for; `asks_how` something is done,
    `asks_before`: how things were before they changed.
    """

    text: str
    terms: tuple[str, ...]
    window: DateSpan | None
    kinds: frozenset[EventType] = frozenset()
    asks_how: bool = False
    asks_before: bool = False

    def joined_by(self, terms: tuple[str, ...]) -> "Rewritten":
        """The same question with more terms, those it has left out."""
        return replace(self, terms=tuple(dict.fromkeys((*self.terms, *terms))))


def rewrite(question: str, now: datetime, pointed_at: str = "") -> Rewritten:
    """Make a question searchable. `pointed_at` is the text "that plan" stands for, "" when there is none."""
    best = _best_part(question)
    kept = " ".join(_FILLER.sub(" ", best).split()) or best
    spans = find_spans(best, now)
    if pointed_at and points_back(best):
        kept = f"{kept} {_best_part(pointed_at)}"
    kinds = [asked for named, asked in _KINDS if named.search(best)]
    return Rewritten(
        text=kept,
        terms=_terms(kept, is_about_decisions=_DECISIONS in kinds),
        window=spans[0] if spans else None,
        kinds=frozenset().union(*kinds),
        asks_how=_HOW_TO.search(best) is not None,
        asks_before=_BEFORE.search(best) is not None,
    )


def _terms(text: str, *, is_about_decisions: bool) -> tuple[str, ...]:
    """Its words; of a question for decisions without the word for it, which each of them may bear or not."""
    terms = query_terms(text)
    named = set(query_terms(" ".join(_DECIDED.findall(text)))) if is_about_decisions else set()
    return tuple([term for term in terms if term not in named] or terms)


def points_back(question: str) -> bool:
    """Whether the question names something only by pointing at it ("that plan", "那个方案")."""
    return _POINTING.search(question) is not None


def _best_part(question: str) -> str:
    """The whole of a short text; of a long one the asking, last, first and most telling sentences, in order."""
    if len(question) <= MAX_QUESTION_CHARS:
        return question
    parts = sentences(question)
    by_worth = sorted(range(len(parts)), key=lambda place: (-_worth(parts[place], place, len(parts)), -place))
    chosen: list[int] = []
    room = MAX_QUESTION_CHARS
    for place in by_worth:
        if len(parts[place]) <= room:
            chosen.append(place)
            room -= len(parts[place])
        if room < MAX_QUESTION_CHARS // 10:
            break
    if not chosen:
        return question[-MAX_QUESTION_CHARS:]
    return " ".join(parts[place] for place in sorted(chosen))


def _worth(sentence: str, place: int, count: int) -> float:
    """An asking sentence first, then the edges of the text, then by how many different words it has."""
    asks = 3.0 if _ASKS.search(sentence) else 0.0
    edge = 2.0 if place == count - 1 else 1.0 if place == 0 else 0.0
    return asks + edge + min(len(set(sentence.split())), 20) / 20
