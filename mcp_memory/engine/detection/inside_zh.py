"""What a Chinese clause takes for granted inside it: 我从小林那里得到的建议, 我拿到了五个机会这一点.

Only these forms: a fact of the speaker behind the words that ask, what they did with a thing, what somebody did for
them, their results, and a move that has an effect. What is considered, proposed or known to everybody is left out.
"""

import re
from collections.abc import Iterator

from mcp_memory.engine.detection.oneself_zh import DAY, DETAIL, DONE_VERB, NUMBER, PEOPLE, is_idle_zh, is_told_zh


def within_zh(clause: str) -> Iterator[tuple[int, int]]:
    """Start and end of each part of a masked clause that is taken for granted; they may overlap."""
    for form in _FORMS:
        for found in form.finditer(clause):
            if not (_LISTENER.search(clause[: found.end()]) or is_idle_zh(found[0]) or _IS_OPEN.search(found[0])):
                yield found.span()
    for own in _SELF.finditer(clause):
        end = _ASKS_ON.search(clause, own.end())
        part = clause[own.start() : end.start() if end else len(clause)]
        if own.start() and is_told_zh(part) and not _SUPPOSES.search(clause[: own.start()]):
            yield own.start(), own.start() + len(part)
    move = _MOVE.search(clause)
    if move and not _CONSIDERS.search(clause[: move.start()]):
        yield move.span()


def noun_at_end_zh(clause: str) -> int:
    """Where the speaker's own thing begins with which a masked clause ends; -1 where it ends with none."""
    found = _AT_END.search(clause)
    return found.start() if found else -1


_SELF = re.compile(r"(?<![帮给替让教告诉为跟对和问请叫劝陪带醒])(?:我们?|咱们?)")
_LISTENER = re.compile(r"[你您]|如果|假如|要是")
_IS_OPEN = re.compile(r"[是能要该可会]不[是能要该可会]|也该|[吧吗呢]$")
_ASKS_ON = re.compile(
    r"这(?:一点|件事|个事实|个情况)|来(?=[^，]{2})|以便|怎么|如何|算(?!法)|该(?!公司)|会不会|[能可要]不[能可要]|[吗呢？?]"
)
_SUPPOSES = re.compile(r"如果|假如|要是|万一|是不是|是否|有没有|[你您]")
_I = r"(?:(?<![帮给替让教诉为跟对和问请叫劝陪带醒])|(?<=给)(?=我们?(?:\d|在|从|上|每|去年|昨|今)))(?:我们?|咱们?)"
_DEED = r"(?!们?(?:也|都|就|正|还|很|只)?(?:想|要|打算|准备|需要|该|会|能|应该|可以|希望|觉得))"
_THING = (
    r"(?!话|时候|时|确|[^，]{0,6}(?:问题|想法|错|消息|截图))[^，。！？?!]{1,12}?(?=[怎会该算写]|(?<![功智性职机技])能(?![力量源耗])|如何|[要是能可值]不|能否|可以|比较"
    r"|合适|[改换变]成|用来|[起取]个|[，。！？?!]|$)"
)
_SOME_TIME = rf"(?:{DAY}|\d{{4}}年|去年|前年|今年|上个?[周月]|[\d一两二三四五六七八九十半]+个?[年月周天]前)"
_ONCE = rf"(?:{DONE_VERB}|在[^，的]{{2}}|从|去|开|拿|借|捡|听|用|继承|照[看顾])"
_FORMS = (
    re.compile(
        rf"{_I}{_DEED}(?=[^，]*(?:{DETAIL}|{DAY}|从[^，]+?那[里儿]|上[周个]|去年|今年))(?=[^，的]*{_ONCE})"
        rf"[^，。我了]{{1,24}}?(?<!最喜欢)(?<!看到)的{_THING}"
    ),
    re.compile(
        rf"(?=[^，]*(?:{DETAIL}|{DAY}|在[^，]+[上里]))(?![^，我]*(?:什么|怎|谁|哪|如何))(?:(?<=[，。于对把给和跟])|^)[^，你您我的]{{2,14}}?(?:[给帮教送借替到来进]|加入|邀请)我们?"
        rf"[^，我]{{0,6}}?的{_THING}"
    ),
    re.compile(rf"{PEOPLE}[^，你您]{{0,6}}?[给帮教送借]我们?[^，]{{0,6}}?的{_THING}"),
    re.compile(rf"{_SOME_TIME}[^，你您]{{0,8}}?{DONE_VERB}[到进]?[^，你您]{{0,8}}?的{PEOPLE}"),
    re.compile(rf"(?<=给){_SOME_TIME}[^，你您他她]{{0,4}}在[^，]{{1,8}}?{DONE_VERB}[过到完]?的{_THING}"),
    re.compile(
        rf"那?{NUMBER}[位个名些](?![^，]{{0,4}}(?:能|可以|会|让|适合))[^，]{{0,4}}(?:给|为|帮|教|陪|跟|和|向)我们?[^，]{{1,12}}的人"
    ),
    re.compile(
        rf"我们?(?:的|在)?{_DEED}[^，想要]{{1,12}}{NUMBER}[^，]{{0,8}}的"
        r"(?:成绩|得分|分数|结果|记录|收入|工资|房租|预算|体重|目标|进度|完成率|正确率|准确率|存款)"
    ),
    re.compile(
        rf"{DAY}[^，]{{0,6}}?(?:采访|面试|拜访|参观|听|参加|开会|讨论|拍|录)[^，]{{0,10}}?的"
        r"(?:笔记|录音|记录|照片|视频|稿子|材料|结果|心得)"
    ),
)
_MOMENT = rf"(?:{DAY}|[上下中]午|晚上|早上|[\d一二三四五六七八九十两半刻分点号日月周:：整])+"
_MOVE = re.compile(
    rf"[把将][^，。？?]{{2,18}}?(?:改|推迟?|挪|移|调|延期?|提前|换)(?:到|至){_MOMENT}"
    r"(?=[^，]{0,4}(?:会|可能|恐怕|影响|耽误))"
)
_CONSIDERS = re.compile(
    r"想|考虑|打算|[要该能可]不[要该能可]|如果|要是|是否|[能可]以?$|该|会|希望|建议|请|帮|准备|应该"
)
_AT_END = re.compile(r"(?:我们?|咱们?)[^，。我]{0,8}的[^，。我]{1,10}$")
