"""Which open points a later statement settles, told by its wording and by the words they share.

It prefers to leave a point open: one that is closed wrongly is lost, one that stays open is seen once more.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mcp_memory.engine.text.languages import HAN_CHAR
from mcp_memory.engine.text.tokens import is_compound, query_terms


@dataclass(frozen=True, slots=True)
class Subject:
    """What a statement is about: its telling terms, without those of doing and of time."""

    terms: frozenset[str]

    def is_settled_by(self, other: "Subject") -> bool:
        """Whether the other statement is about the same: it names half of the terms, and two at least.

        Of Chinese pairs of characters two fifths are enough, for many of them straddle two words.
        """
        shared = len(self.terms & other.terms)
        share = _HAN_SHARE if any(HAN_CHAR.match(term) for term in self.terms) else _SHARE
        return shared >= min(_LEAST, len(self.terms)) and shared >= share * len(self.terms) > 0


def subject(text: str) -> Subject:
    """What a statement is about."""
    return Subject(
        frozenset(
            term
            for term in query_terms(text)
            if term not in _COMMON and not is_compound(term) and not _TIME_PAIR.match(term)
        )
    )


def says_done(text: str) -> bool:
    """Whether a statement says that something was done, and neither asks, denies nor plans it."""
    done = _DONE.search(text)
    return done is not None and not _UNDONE.search(text[: done.start()]) and not _OPEN_END.search(text)


def asks(text: str) -> bool:
    """Whether an open point is a question, which a decision answers; a task is not settled by one."""
    return _ASKS.search(text) is not None


def done_statements(text: str) -> list[str]:
    """The sentences of a text that say that something was done. Linear; looks only around words of doing."""
    return [said for said in _around_doing(text) if says_done(said)]


def _around_doing(text: str) -> Iterator[str]:
    last = 0
    for done in _DONE.finditer(text):
        if done.start() < last:
            continue
        first = max(last, done.start() - _REACH)
        start = max((border.end() for border in _BORDER.finditer(text, first, done.start())), default=first)
        after = _BORDER.search(text, done.end(), done.end() + _REACH)
        last = after.end() if after else min(len(text), done.end() + _REACH)
        yield text[start:last].strip()


_SHARE = 0.5
_HAN_SHARE = 0.4
_LEAST = 2
_REACH = 200
"""How many characters before and after a word of doing belong to its sentence at most."""

_BORDER = re.compile(r"[.!?;](?=\s|$)|[。！？；\n]")
_DEED = (
    r"\b(?:(?:is|are) (?:now|already|all)|(?:has|have)(?: just| already| now)? been|I(?: have|'ve)?(?: just| already)?)"
    r" (?!need|want|lik|hop|plann|block|delay|postpon|requir|expect|suppos|intend|wonder|ask|tri|interest)"
    r"[a-z]{3,20}ed\b"
)
"""By its form a verb of the past; what is wished, waited for or asked is none."""

_DONE = re.compile(
    r"\b(?:done|finished|completed|shipped|sent|delivered|fixed|merged|deployed|resolved|closed|submitted|paid|booked"
    r"|answered|published|uploaded|signed|settled|handed over|taken care of|sorted out|went out"
    r"|is live|are live|added|created|updated|removed|deleted|implemented|installed|configured|wrote|written|built"
    r"|tested|verified|migrated|renamed|replaced|scheduled|ordered)\b"
    rf"|{_DEED}"
    r"|\[[xX]\]|[✅✓✔☑]"
    r"|已经?(?:[发交寄付订签改修合上提回解处完办弄写做结搞确预通提更][^，。；\s]?)"
    r"|(?:完成|做完|写完|搞定|修好|修复|办好|弄好|发|交|寄|付|订|签|合并|上线|解决|提交|回复|处理|确认|预订|通知|更新)(?:完毕|完)?[了啦]",
    re.IGNORECASE,
)
_UNDONE = re.compile(
    r"\b(?:not|never|yet|will|shall|should|must|could|would|might|may|can|to be|need|needs|if|when|once|until|before"
    r"|after|unless|whether|hasn't|haven't|isn't|aren't|wasn't|weren't|didn't|almost|nearly|get|gets)\b|n't\b|\bto\s*$"
    r"|[没未尚别]|还差|如果|等到?|一旦|需要|应该|应当|打算|准备|是否|[要请得]$",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"[?？]|\b(?:whether|find out|unclear|undecided|to be decided|which|who|open question)\b|是否|[吗呢]|弄清"
    r"|搞清|待定|谁|哪|怎么|还没(?:决)?定|尚未(?:决)?定",
    re.IGNORECASE,
)
_OPEN_END = re.compile(r"[?？]|吗|不了|之后再|后再|\bnot yet\b|\bexcept\b|除了", re.IGNORECASE)
_COMMON = frozenset(
    query_terms(
        "todo, do, done, finish, complete, ship, sent, send, deliver, fix, merge, deploy, resolve, close, submit, paid,"
        " pay, book, answer, publish, upload, sign, settle, hand, will, shall, must, should, need, plan, please, make,"
        " get, take, write, check, look, day, week, month, year, today, tomorrow, tonight, yesterday, monday, tuesday,"
        " wednesday, thursday, friday, saturday, sunday, noon, end, next, question, open, decide, whether"
    )
)
"""Words of doing and of time, which say nothing of what is done."""

_TIME_PAIR = re.compile(
    "[周星][一二三四五六日天期末]|[今明后昨]天|[一二三四五六日天]前|下周|本周|[之以]前|月底|[已经]|[了过]"
)
