"""What an assistant reports of the task itself: done, found, decided, promised, or still open.

What it knows, advises, explains or repeats of its user is not a report. Only the first person, an explicit label, or
a settled passive counts.
"""

import re

from mcp_memory.engine.domain.vocabulary import EventType

_Report = tuple[EventType, float]
NO_REPORT: _Report = (EventType.FACT, 0.0)


def report_of(masked: str) -> _Report:
    """The kind of a masked statement of an assistant, and how surely it reports; certainty 0 when it does not."""
    if _ABOUT_THE_USER.search(masked) or _OFFERS.search(masked) or _SHOWS.search(masked):
        return NO_REPORT
    return next(((kind, certainty) for kind, certainty, form in _FORMS if form.search(masked)), NO_REPORT)


def draft_start(text: str) -> int:
    """Where an assistant's turn begins to show a draft, an example or advice: behind it nothing is reported."""
    found = _DRAFT.search(text)
    return found.start() if found else len(text)


_DRAFT = re.compile(
    r"(?im)^.{0,200}\b(?:here(?:'s| is| are)|below (?:is|are)|example|sample|draft|template|revised|version"
    r"|following|such as|steps?|tips|suggestions?|recommendations?)\b.{0,120}[:：]\W*$"
    r"|^\W{0,6}(?:example|sample|draft|template|subject|dear)\b.{0,80}$"
    r"|^.{0,60}(?:以下|示例|例子|模板|草稿|范文|建议|步骤|如下|方案).{0,40}[:：]\W*$"
)
_ABOUT_THE_USER = re.compile(
    r"^(?:so |since |because |as |given that |based on )?(?:you|your|you've|you're)\b|\byou (?:mentioned|said"
    r"|told|prefer|like|want(?:ed)?|asked|chose|decided)\b"
    r"|^(?:根据|按照|基于|针对|鉴于)?(?:你|您)|你(?:说|提到|喜欢|偏好|想|希望|决定|之前)|您(?:说|提到|喜欢"
    r"|偏好|想|希望|决定)",
    re.IGNORECASE,
)
_SHOWS = re.compile(r"[:：]\s*$|\\\(|\$\$|^[\"“'「]")
_OFFERS = re.compile(
    r"\b(?:let me know|feel free|happy to|would you like|if you(?:'d| would)? (?:like|want|need)|i (?:can"
    r"|could|would|recommend|suggest|think|hope|understand|don't have|am (?:an?|here|glad|happy|sorry))"
    r"|i'd (?:recommend|suggest|be)|for example|e\.g\.|remember to|make sure|consider|try to)\b"
    r"|建议|推荐|可以考虑|如果需要|如需|随时|希望(?:能|对|这)|例如|比如|我(?:可以|能|理解|明白|觉得|认为|想"
    r"|很)|请(?:注意|记得|确保)",
    re.IGNORECASE,
)
_DONE = (
    r"fixed|resolved|implemented|added|created|updated|changed|removed|deleted|renamed|refactored|moved"
    r"|migrated|replaced|installed|deployed"
    r"|configured|set up|wrote|written|built|committed|pushed|merged|published|released|tested|verified"
    r"|confirmed|booked|ordered|sent|scheduled|saved|completed|finished|reverted|upgraded|enabled|disabled"
    r"|switched|converted"
)
_FORMS: tuple[tuple[EventType, float, re.Pattern[str]], ...] = (
    (
        EventType.REVERSAL,
        0.75,
        re.compile(
            r"\b(?:i|we)(?:'ve| have)? (?:\w+ly |also |now )*(?:reverted|rolled back|switched back|undid"
            r"|abandoned|dropped the)\b|(?:已|我|我们)[^，。]{0,12}(?:回滚|撤回|改回|恢复为|放弃了)",
            re.IGNORECASE,
        ),
    ),
    (
        EventType.DECISION,
        0.75,
        re.compile(
            r"\b(?:i|we)(?:'ve| have)? (?:\w+ly |also |now )*(?:decided|chose|chosen|opted|settled on"
            r"|went with|agreed|picked|selected)\b|^(?:final )?decision(?: made)?:|\b(?:was|were"
            r"|has been) (?:decided|agreed)\b"
            r"|(?:我们?|双方|团队)(?:已|最终|一致|已经)?(?:决定|选定|敲定|商定|选择了|选用|采用了|确定(?:用"
            r"|采用|了))|^(?:最终)?(?:决定|结论)[:：]",
            re.IGNORECASE,
        ),
    ),
    (
        EventType.COMMITMENT,
        0.7,
        re.compile(
            r"\bi (?:promise|commit to|guarantee)\b|\bi(?:'ll| will)\b(?! be (?:happy|glad"
            r"|here)\b)[^.?!]{2,80}\b(?:by (?:tomorrow|monday|tuesday|wednesday|thursday|friday|saturday"
            r"|sunday|the end|noon|\d)|tomorrow|tonight|next (?:time|week|session)|from now on|going forward"
            r"|every time|in future|always)\b"
            r"|from now on,? i(?:'ll| will)\b|我(?:保证|承诺)(?!你)|(?:以后|今后|下次|从现在起)[，,]?我(?:会"
            r"|将|都|不)|我(?:会|将)(?:在"
            r"|于)?[^，。]{0,8}(?:之前|明天|今晚|下周|周[一二三四五六日]|每次|以后都)",
            re.IGNORECASE,
        ),
    ),
    (
        EventType.QUESTION,
        0.7,
        re.compile(
            r"^(?:open question|unresolved|still open|unclear|tbd)s?[:：]|\b(?:we|i) (?:still |yet )?(?:haven't"
            r"|have not|have yet to|still need to) (?:decided?|settled?|figured? out|determined?|clarif(?:y"
            r"|ied))\b|^(?:待定|待确认|未决问题|遗留问题|尚未确定)[:：]",
            re.IGNORECASE,
        ),
    ),
    (
        EventType.TASK,
        0.7,
        re.compile(
            r"^(?:to-?do|remaining(?: work)?|still to do|next steps? for us|action items?|left to do)[:：]"
            r"|^(?:待办|剩余工作|还需完成|未完成)[:：]",
            re.IGNORECASE,
        ),
    ),
    (
        EventType.RISK,
        0.65,
        re.compile(
            r"\b(?:i (?:noticed|found|see|discovered)|there (?:is|are)) (?:\w+ ){0,3}(?:a |an "
            r"|one )?(?:\w+ )?(?:risk|vulnerabilit(?:y|ies)|race condition|security (?:hole|issue)"
            r"|data loss)\b(?! (?:factors?|of (?:type|developing|heart)))|^(?:risk|warning)[:：]|我(?:发现"
            r"|注意到)[^，。]{0,16}(?:风险|隐患|漏洞)",
            re.IGNORECASE,
        ),
    ),
    (
        EventType.FACT,
        0.6,
        re.compile(
            rf"\b(?:i|we)(?:'ve| have)? (?:\w+ly |also |now |just |already )*(?:{_DONE})\b(?! you\b)|^(?:done"
            r"|fixed|finished|completed)[:：]"
            r"|\bi (?:found|discovered|noticed|identified|traced)\b|\b(?:the )?(?:root )?cause (?:is|was"
            r"|turned out)\b|\b(?:all )?(?:\d+ |the )?tests? (?:now )?(?:pass(?:es|ed)?|fail(?:s|ed)?)\b"
            r"|\bturned? out (?:to be|that)\b"
            r"|^(?:我|我们)?(?:已经?|刚刚?)(?:把|将|为|在|成功|经)?[^，。]{0,16}(?:完成|修复|解决|实现|添加"
            r"|新增|创建|更新|修改|删除|移除|重命名|重构|迁移"
            r"|替换|安装|部署|配置|编写|构建|提交|推送|合并|发布|测试|验证|确认|预订|预约|发送|安排|保存|恢复"
            r"|升级|启用|禁用|切换)"
            r"|^(?:我|我们)(?:发现|查到|定位到|注意到)|(?<!常见)(?<!可能)(?:根本)?原因(?:是"
            r"|在于)[^，。]{0,20}(?:[\w.]{3,}|配置|版本|缓存|代码"
            r"|接口)|(?:测试|用例)(?:已|都|全部)+通过",
            re.IGNORECASE,
        ),
    ),
)
