"""The procedure that a speaker settles: worded for the future, and asserted by the speaker, now, positively.

Judged by the sentence that leads to the first step. What is asked, forbidden, imagined, mocked, told of somebody else
or of another time settles nothing; a negation or a question within a later step is none of these.
"""

import re

from mcp_memory.engine.detection.hedges import is_question
from mcp_memory.engine.detection.pasted import MASK, mentioned_masked
from mcp_memory.engine.detection.stance import BYGONE, FICTION, MOCKING, REPORTED
from mcp_memory.engine.domain.memory import Procedure
from mcp_memory.engine.text.procedures import standing_procedure


def settled_procedure(text: str) -> Procedure | None:
    """The procedure a text settles ("from now on: A, then B, then C"), or None."""
    procedure = standing_procedure(text)
    return procedure if procedure is not None and _is_settled(text, procedure.steps) else None


def _is_settled(text: str, steps: tuple[str, ...]) -> bool:
    start = max(0, text.find(steps[0]))
    if mentioned_masked(text)[start : start + 1] == MASK:
        return False
    begin = max((found.end() for found in _SENTENCE_END.finditer(text, 0, start)), default=0)
    lead, whole = text[begin:start].strip(), text[begin:].strip()
    if _asks(lead, text, steps) or _is_negated(lead):
        return False
    forms = (_IMAGINED, _DOUBTED, _FORMER, _COUNTER_EXAMPLE, REPORTED, FICTION)
    return not (
        any(form.search(lead) for form in forms)
        or any(form.search(whole) for form in (BYGONE, MOCKING))
        or _ABSURD.search("\n".join(steps))
        or _DONE.match(steps[0])
    )


def _asks(lead: str, text: str, steps: tuple[str, ...]) -> bool:
    """Whether the lead asks, or its sentence goes on to a question mark; a list may have questions for items."""
    if is_question(lead) and not _TITLE.match(lead):
        return True
    first, last = text.find(steps[0]), text.rfind(steps[-1])
    return "\n" not in text[first:last] and bool(_ASKED.match(text, max(0, last)))


def _is_negated(lead: str) -> bool:
    """Whether the words right before the first step forbid or deny it, or disown all that follows."""
    plain = _STEP_MARK.sub("", lead)
    if _DISOWNED.search(plain):
        return True
    clause = _CLAUSE_END.split(plain)[-1]
    negation = _NEGATION.search(clause)
    if negation is None or _EXCEPTED.search(clause):
        return False
    return not _CONDITION.search(clause, 0, negation.start())


_SENTENCE_END = re.compile(
    r"[.!?](?<!\d\.)(?=\s)|[。！？]|\n(?=\s*\n)|(?<![:：,，])\n(?!\s*(?:\d{1,2}[.)、．]|[-*•]|第.步))"
)
_STEP_MARK = re.compile(
    r"(?:\s*(?:\bfirst(?:ly)?\b[,:]?|首先|先|\d{1,2}[.)、．]|[-*•]|第.步[:：、,，]?))+\s*$", re.IGNORECASE
)
_CLAUSE_END = re.compile(r"[,;:—–，；：、\n]")
_ASKED = re.compile(r"[^.。!！?？\n]*(?:[?？]|(?:吗|么|呢|好不好|行不行|对不对|可不可以|怎么样)[.。!！\s]*(?:$|\n))")
_TITLE = re.compile(r"(?:how (?:to|we)|如何|怎[么样])[^?？]*$", re.IGNORECASE)
_NEGATION = re.compile(
    r"\b(?:not|never|no longer|cannot|nobody|no one|stop|quit|forbidden|refuse to|rather than|instead of)\b|n['’]t\b"
    r"|不(?!仅|但|断|同|过|管|论|久)|(?<![级区分类识特性个])别(?![的人名处忘])|没有?|禁止|严禁|勿|杜绝|避免",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:when|whenever|if|once|until|unless|wherever|every time|each time)\b|如果|要是|一旦|凡是|只要|每次|若",
    re.IGNORECASE,
)
_EXCEPTED = re.compile(
    r"(?:\bnot|\bnever|n['’]t) (?:forget|hesitate|skip|miss)\b|[时后前]$|的(?:时候|情况|话)|不要?忘", re.IGNORECASE
)
_DISOWNED = re.compile(
    r"(?:\b(?:never|not|nobody|no one|stop|avoid)\b|n['’]t\b)(?! (?:forget|miss|skip))"
    r"(?:(?: [\w'’]+){0,4}? (?:this|that|these|those|so|the following|do))?\s*[:：]"
    r"\s*(?:(?:from now on|always|every time)[,:]?\s*)?$"
    r"|(?:不要|不能|不可以?|不许|不准|不得|禁止|严禁|别|避免|杜绝)(?:[^，。：:]{0,6}(?:这样|这么|如此|以下|下面|这种)"
    r"[^，。：:]{0,4})?[:：]\s*(?:以后|今后|往后|每次|一律|都)*$",
    re.IGNORECASE,
)
_COUNTER_EXAMPLE = re.compile(
    r"\b(?:anti-?patterns?|(?:bad|wrong|worst|counter)[- ]?(?:examples?|practices?|ways?|habits?)|how not to"
    r"|what not to)\b|反例|反面(?:教材|例子)|(?:错误|糟糕|不好)的?(?:示范|做法|例子|示例|流程|步骤)",
    re.IGNORECASE,
)
_IMAGINED = re.compile(
    r"^(?:(?:so|and|but|ok|okay|well|then|now)[,:]? +)*(?:suppose|supposing|assum(?:e|ing)|imagine|pretend|what if"
    r"|say we|hypothetically|let['’]s (?:say|suppose|assume|imagine|pretend)|for (?:example|instance)"
    r"|e\.g\.|were (?:i|we))\b"
    r"|\b(?:if|as though|as if) (?:i|we|you|they|he|she|it|this|that|there|the \w+)\b[^,，:：]*?\b(?:were|had|could"
    r"|would|was)\b|\bwish\b|\b(?:would|'d)\b(?! (?:like|rather))"
    r"|^(?:那|那么|但是?|所以)?(?:假设|想象|试想|设想|比如|例如|比方|打个比方|假装)"
    r"|(?:如果|假如|要是|倘若|若)(?:我们?|咱们?|你们?|公司|团队|他们?)(?:当初|现在)?(?:真)?(?:是|当上?|成了|变成|有钱|没有)"
    r"|但愿|巴不得",
    re.IGNORECASE,
)
_DOUBTED = re.compile(
    r"\b(?:whether|maybe|perhaps|might|could|possibly|probably|wonder(?:ing)?|(?:not|un)[ -]?(?:sure|decided|clear)"
    r"|thinking (?:of|about)|considering|proposes?|proposed|suggests?|suggested|(?:i|we) (?:think|guess|suppose))\b"
    r"|是否|是不是|要不要|该不该|能不能|可不可以|会不会|也许|或许|可能|好像|似乎|不确定|没想好|考虑|提议|有人",
    re.IGNORECASE,
)
_FORMER = re.compile(
    r"\b(?:procedure|process|workflow|sop|routine|runbook|checklist|plan|rule|way) (?:was|had been|used to)\b"
    r"|\b(?:old|former|previous|outdated|obsolete|deprecated) (?:\w+ )?(?:procedure|process|workflow|sop|routine"
    r"|runbook|checklist|wiki|docs?|documentation|rules?|way)\b|\b(?:last year|years ago|previously"
    r"|formerly|once upon)\b"
    r"|(?:^|[，,：:]|我们|咱们|团队|公司|我|他们)(?:以前|从前|过去|当年|曾经|当时|原来|之前)"
    r"|(?:旧|老|原来|过去|以前|去年)的?(?:流程|规范|步骤|文档|手册|做法|规定|维基)|去年|那时",
    re.IGNORECASE,
)
_ABSURD = re.compile(
    r"\b(?:blame|pray|panic|cry|weep|run away|hope for the best|hope nobody|cross (?:our|your|my) fingers"
    r"|break (?:prod\w*|everything|things|the build)|burn (?:it|everything)|set \w+ on fire)\b"
    r"|甩锅|背锅|祈祷|求神|拜佛|跑路|听天由命|搞(?:崩|垮|炸)|弄(?:崩|垮|炸)",
    re.IGNORECASE,
)
"""Steps that nobody lays down in earnest."""

_DONE = re.compile(
    r"(?:\w+ly )?(?!need|feed|seed|speed|embed|proceed|exceed|succeed|shed|bed|red)\w{2,}ed\b", re.IGNORECASE
)
