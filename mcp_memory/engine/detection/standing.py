"""By which words a passage says that what it lays down holds for the future, or on every such occasion.

Tables of English and Chinese. They tell wordings; whether somebody asserts them is told elsewhere.
"""

import re

from mcp_memory.engine.detection.words_en import MONTH

_DAY = rf"(?:today|now|tomorrow|this \w+|next \w+|\w+day|{MONTH})"
FUTURE = re.compile(
    rf"\bfrom (?:here|{_DAY}) on(?:wards?|ward)?\b|\b(?:going|moving) forward\b|\bas (?:of|from) {_DAY}\b"
    rf"|\bstarting (?:on |from |with )?{_DAY}\b|\bin (?:the )?future\b|\beffective (?:immediately|from|on"
    rf"|{_DAY})\b|\bhence(?:forth|forward)\b|\bhereafter\b"
    r"|(?<![完了过毕到])(?:以后|今后|往后|日后)|从(?:今天|今日|现在|明天|下?个?[周月][一二三四五六日天]?|此"
    r"|今)(?:起|开始|往后)|即日起"
    r"|(?:明天|下[个一]?[^，。：\s]{1,4})(?:起|开始)",
    re.IGNORECASE,
)
"""From when on it holds."""

_EVERY = r"(?:every|each|any)(?! other\b)"
OCCASION = re.compile(
    rf"\b{_EVERY} ?time\b|\bwhenever\b|\b(?:before|after|with|for|on|at|upon) (?:{_EVERY}|all (?:future|new|coming"
    rf"|further)) [a-z]|(?:^|[,;:.\n] ?){_EVERY} [a-z]"
    r"|\bevery (?:single )?(?:day|week|month|morning|evening|night|year)\b"
    r"|(?:^|[,;:.\n] ?)(?:before|after|when|once|as soon as) (?:you|anyone|anybody|somebody|someone) (?!(?:are|get"
    r"|arrive|come"
    r"|go|land|meet|return|leave)\b)|\b(?:before|after|when) [a-z]{2,}ing\b"
    r"|(?:^|[,;:.\n] ?)(?:when|once|as soon as) an? (?!few\b|while\b)(?:[\w-]+ ){1,4}?[\w-]+(?<!s)s"
    r"(?: [\w-]+){0,3}, we first\b"
    r"|(?:^|[，。：:,])(?:收到|接到|遇到)(?![^。]*了(?!解))[^，。：,这那昨今明上下]{1,12}[后时][，,]"
    r"我们(?:都|会|一般|通常)?(?=先)"
    r"|每(?!况)|(?:^|[，。：])一(?:看到|发现|收到|有|出现|到)|一[\u4e00-\u9fff]{1,8}就(?=[：:，先要得])|凡是?|但凡"
    r"|只要|一旦|[\u4e00-\u9fff](?:时|的时候"
    r"|之?前|之?后)[，,]?(?:都|要|得|必须|一律|应)",
    re.IGNORECASE,
)
"""On which occasions it holds."""
ALWAYS = re.compile(
    r"\balways\b|\bby default\b|\bas a rule\b|\bwithout exception\b|\bstandard practice\b|\b(?:like this|like so"
    r"|this way|as follows)\s*:"
    r"|一律|统一|始终|总是|一直|必须|务必|都(?:要|得|按|走|这么|这样)",
    re.IGNORECASE,
)
"""That it holds without exception."""

_METHOD = (
    r"(?:procedure|process|workflow|flow|sop|routine|ritual|drill|protocol|playbook|runbook|checklist|pipeline"
    r"|order|sequence"
    r"|(?<!next )(?<!last )(?<!final )(?<!first )(?<!key )(?<!following )steps|rule|convention|habit|practice"
    r"|approach|way(?= of\b))"
)
_ABOUT = r"(?: (?:for|to|of|when|in|after|before|do|does|handle|run|make|by)\b[^:.!?\n]{0,60})?"
_METHOD_ZH = (
    r"(?:流程|步骤|规程|规范|SOP|标准做法|标准操作|(?:操作|处理|运维|应急)手册|操作说明|操作顺序|检查清单|清单"
    r"|套路|规矩|惯例|做法|方法|方式|办法|工作流|顺序|程序)"
)
NAMED = re.compile(
    rf"\b(?:the|our|my|your|this|standard)\s+(?:[\w'’-]+ ){{0,3}}?{_METHOD}\b(?: we| i| you)?{_ABOUT}"
    r"(?:[^:.!?\n]{0,60}[:：]|,| (?:is|are|goes|stays|becomes|looks|will be|should be)\b)"
    r"|\bthe way (?:we|i|you|to) [^:.!?\n]{1,60}?(?:[:：]|,| is\b)"
    r"|^\W*(?:how (?:to|we|i|you)|steps? (?:for|to|when|before|after)|to(?! (?:do|buy|discuss|decide|bring"
    r"|pack)\b)) \w"
    r"[^.:：!?\n]{2,70}(?:[:：]|$)"
    rf"|^\W*(?:{_METHOD}|[\w'’-]+(?: [\w'’-]+){{0,3}} {_METHOD})(?:\b[^:.!?\n]{{0,60}}[:：]|{_ABOUT}(?:, [\w ]+)?\s*$)"
    rf"|\b(?:this|here|that)(?: is|['’]s) how (?:we|i|to|you)\b"
    rf"|^(?:如何|怎[么样])[^，。：:？?\n]{{2,20}}[:：]|{_METHOD_ZH}(?:[^，。：:\n？?]{{0,8}}[:：]"
    rf"|[^，。：:\n？?]{{0,4}}(?:如下|是|为|走)|[，,：:]|$)|都?(?:这么|这样)(?:处理|做|来|办)",
    re.IGNORECASE | re.MULTILINE,
)
"""The name of a way to do something, as a heading or as the subject of what is laid down."""

OWN_WAY = re.compile(
    r"\b(?:i|we)\b[^.:：!?\n]{0,30}\b(?:the same (?:way|thing|order|steps)|(?:do|go|handle)\b[^.:!?\n]{0,30}"
    r"\b(?:like this|this way|in this order|as follows))\b"
    r"|我们?[^。：:！？\n]{0,12}(?:这么|这样|这个|同样|固定|照此|如下)",
    re.IGNORECASE,
)
"""That the speaker does it so each time."""

POINTS_BACK = re.compile(
    r"\b(?:like (?:this|that)|(?:this|that|the same) way|in (?:this|that) order|that['’]?s (?:how|the (?:order|way"
    r"|process))"
    r"|this is (?:how|the (?:order|way|process)))\b|这样|这么|[按照]这个|照此|此顺序|这个(?:顺序|流程)|就这个",
    re.IGNORECASE,
)
"""What says of the passage before that it is how things are done."""
