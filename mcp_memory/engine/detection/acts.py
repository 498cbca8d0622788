"""Whether a step is an act: something to do, told by its verb, and not a label, a name, a thing or a rule of style."""

import re
from collections.abc import Sequence

from mcp_memory.engine.detection.words_en import DOING as DOING_EN
from mcp_memory.engine.detection.words_zh import DOING as DOING_ZH
from mcp_memory.engine.detection.words_zh import DOING_AT_ONCE as AT_ONCE
from mcp_memory.engine.text.languages import HAN, HAN_CHAR

_LEAST = 2


def are_acts(steps: Sequence[str], *, by_others: bool) -> bool:
    """Whether at least two steps, and half of them, are acts.

    `by_others`: also those of which it is told who does them ("support tags it"); else only what the reader does.
    """
    told = [_is_act(step, by_others=by_others) for step in steps]
    acts = sum(
        is_act or (told[0] and bool(_WITHOUT_VERB.match(step))) for step, is_act in zip(steps, told, strict=True)
    )
    return acts >= _LEAST and 2 * acts >= len(steps)


def _is_act(step: str, *, by_others: bool) -> bool:
    said = _MARKUP.sub("", step).strip()
    label = _LABEL.match(said)
    if label:
        said = said[label.end() :] or said.rstrip(":： ")
    if any(form.search(said) for form in _NO_ACTS):
        return False
    is_chinese = bool(HAN_CHAR.search(said))
    forms = (_ACT_ZH,) if is_chinese else (_ACT, _SHAPED)
    others = _BY_OTHERS_ZH if is_chinese else _BY_OTHERS
    return any(form.match(said) for form in forms) or (by_others and bool(others.match(said)))


_WITHOUT_VERB = re.compile(r"(?:the|your|our|its|all|everything|to)\b(?!.*\b(?:is|are|was|were)\b)", re.IGNORECASE)
"""What goes on with the verb of the first step ("run the linter, then the tests")."""
_NO_ACTS = (
    re.compile(r"\w\(|\)\)|\s=\s|;$"),
    re.compile(rf"^(?:{DOING_ZH})(?:[人员者表码率量]|环境|时间|日期|地点|方式|状态|结果|名称|编号|标准|情况)$"),
    re.compile(rf"^[^，。：]{{1,6}}(?<!完)(?<!好)了(?!解)[{HAN}]"),
)
"""Code, the name of something kept (审核人), what was done once (拷贝了数据)."""
_MARKUP = re.compile(r"[*`_\"“”]+|\[[ xX]\]")
_LABEL = re.compile(r"[^:：\n]{1,40}[:：](?=\s|$|[^\d/\s])\s*")
_FILLER = (
    r"(?:(?:please|just|also|always|only|again|immediately|optionally|and|if (?:needed|necessary|possible)|\w+ly"
    r"|we|you|i"
    r"|i'll|we'll|you'll|they|everyone|someone|somebody|(?:\w+ )?(?:must|should|will|shall|have to|has to"
    r"|needs? to))\s+)*"
)
_ACT = re.compile(
    rf"{_FILLER}(?:(?:{DOING_EN})(?:ing)?\b(?!['’]s|-| of\b)|(?:git|npm|npx|yarn|pnpm|pip|docker|kubectl|helm"
    r"|cargo|go|make|poetry"
    r"|terraform|systemctl|brew|apt|pytest|curl|ssh|rsync)\s+[\w-]|[\w-]+\s+(?:review|test|build|check|backup|deploy"
    r"|rollout|release|merge|approval|sign-off)$)",
    re.IGNORECASE,
)
_NO_VERB = (
    r"(?:is|are|was|were|be|been|the|an?|of|in|on|at|by|for|with|from|to|as|because|since|while|that|when|if|like|than"
    r"|but|and|or|nor|not|no|never|don't|all|both|half|about|after|before|into|over|through|during|without|under"
    r"|given|per"
    r"|plus|minus|what|who|whom|whose|how|why|where|which|there|here|i'd|we'd|you'd|i'm|it's|it|he|she|this|these|those"
    r"|use|using|avoid|prefer|keep|stay|be|\w+ed|\w+ing|\w+[^s]s|\w+[\w.]*\d)"
)
_SHAPED = re.compile(
    rf"{_FILLER}(?!{_NO_VERB}\b)[a-z]\w{{2,}}(?:-\w+)? (?:the|an?|it|them|all|every|each|your|my|our|their|its|his"
    r"|her|this"
    r"|that|these|those|everything|everyone|anything|up|out|off|down|away|back)\b(?! (?:is|are|was|were)\b)",
    re.IGNORECASE,
)
"""A verb that no table knows, told by its object or its particle ("deglaze the pan", "wind down the line")."""
_BY_OTHERS = re.compile(
    rf"(?:(?:the|our|my|an?) )?[\w-]+(?: [\w-]+)? (?!(?:is|was|has)\b)(?:(?:{DOING_EN})e?s|(?:{DOING_EN}))\b"
    rf"|(?:(?:{DOING_EN})e?s)\b",
    re.IGNORECASE,
)
_ACT_ZH = re.compile(
    r"(?:由|请|我们?|你们?|他|咱们?|大家|必须|务必|一定要?|都|要(?![推资])|得|就|再|先|马上|立即|立刻|统一|可以|应该)*"
    rf"(?:[^{HAN}，。：]{{0,12}}[度分钟小时天点内前后里]{{0,4}}(?:{AT_ONCE})"
    r"|(?:[把将给让叫跟](?!来)|由|在|到|从|按|用|为)[^，。：]{0,14}?"
    rf"(?:{AT_ONCE}|{DOING_ZH})|[^，。：]{{0,12}}?(?:{DOING_ZH}))"
)
_BY_OTHERS_ZH = re.compile(rf"[{HAN}]{{2,4}}(?:{AT_ONCE})")
