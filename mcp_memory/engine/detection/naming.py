"""Who and what a statement names: people, teams, things, places, by the shape and position of words."""

import re
from collections.abc import Iterator

from mcp_memory.engine.text.languages import HAN, HAN_CHAR
from mcp_memory.engine.text.stop_words import ENGLISH_STOP_WORDS


def subjects(line: str, speaker: str) -> tuple[str, ...]:
    """Whom a statement concerns: who acts in it by name, or the speaker where it says "I" or leaves the actor out."""
    named = [name for form in _ACTORS for name in form.findall(line) if name.lower() not in _NO_NAMES]
    named += [found.group().removeprefix("the ").removeprefix("The ") for found in _TEAM.finditer(line)]
    if named:
        return tuple(dict.fromkeys(name.strip() for name in named))
    if speaker and (_FIRST_PERSON.search(line) or _NO_ACTOR.match(line)):
        return (speaker,)
    return ()


def things(line: str, said: str) -> list[str]:
    """What a statement is about, in order of how surely: quoted terms, identifiers, names, then objects of verbs."""
    found = [*_quoted(line), *_identifiers(line), *_names(line), *_objects(said or line)]
    return list(dict.fromkeys(thing for thing in found if thing))


def topic(said: str, objects: tuple[str, ...], max_words: int) -> str:
    """One to `max_words` words that say what it is about: the first words of weight, else the first thing; or ""."""
    if HAN_CHAR.search(said):
        spoken = _OBJECT_ZH.search(said)
        return spoken.group(1) if spoken else objects[0] if objects else _first_run(said)
    words = [word for word in _WORD.findall(said) if word.lower() not in _WEIGHTLESS]
    return " ".join(words[:max_words]) or (objects[0] if objects else "")


def place(line: str) -> str:
    """A named place or system something happens in, or ""."""
    found = _PLACE.search(line)
    return next((group.strip() for group in found.groups() if group), "") if found else ""


_VERBS = (
    r"decided|prefers|preferred|prefer|promised|promises|committed|agreed|wants|chose|picked|opted|likes|loves"
    r"|hates|dislikes|enjoys"
    r"|will|needs|has to|must|should|approved|signed off|suggested|asked|said|says|reported|confirmed|owns"
    r"|leads|is|was|has|handles|works|lives|moved|joined|left|uses|favou?rs|expects|insists|volunteered"
    r"|objects|reversed|changed"
)
_ACTORS = (
    re.compile(
        r"\b([A-Z][\w'-]*(?:\.[A-Z]\w*)?(?: [A-Z][\w'-]*){0,2}) (?:\w+ly |also |just |still |now |has |have "
        r"|always |never |doesn't )*"
        rf"(?:{_VERBS})\b"
    ),
    re.compile(
        rf"(?:^|[，,。；;：:由让向和与] ?)([A-Za-z][\w.]*(?: [A-Z]\w*){{0,2}}|[{HAN}]{{2,4}}?) ?(?:已经|也|都"
        r"|一直|最终|最后|不|还|更|最|比较)*"
        r"(?:决定|喜欢|偏好|偏爱|答应|承诺|保证|负责|希望|要求|同意|选择|倾向|习惯|讨厌|确认|认为|建议|反对"
        r"|来做|跟进|牵头)"
    ),
)
_TEAM = re.compile(
    rf"\b[Tt]he (?:[\w-]+ ){{1,2}}(?:team|department|committee|board|group|squad|crew|office)\b"
    rf"|(?:^|(?<=[，,。；;：:由让向和与]))[{HAN}\w]{{1,8}}(?:团队|部门|委员会|小组|工作组|项目组|事业部|财务部"
    r"|市场部|法务部|技术部)"
)
_FIRST_PERSON = re.compile(r"\b(?:i|we|i'\w+|we'\w+|my|our|me|us|myself)\b|我|咱", re.IGNORECASE)
_NO_ACTOR = re.compile(
    r"(?:(?:just|also|finally|today|yesterday)[, ]+)?(?:decided|agreed|chose|picked|promised|committed"
    r"|committing|going|switching|will|opted|settled|prefer|confirmed|need|fixed|finished|planning)\b"
    r"|(?:已经?|刚|最终|最后)?(?:决定|承诺|答应|选定|敲定|确认|确定|改为|改用|采用|记得|计划)",
    re.IGNORECASE,
)
_NO_NAMES_LIST = """
i we you he she it they this that these those there the a an if when so but and or our my his her their your who what
which decision everyone everybody nobody someone today tomorrow yesterday monday tuesday wednesday thursday friday
saturday sunday january february march april may june july august september october november december ok okay yes no
also then now user please note update
我 我们 你 你们 他 她 它 他们 她们 咱们 大家 已经 最终 最后 所以 因为 但是 然后 我的 我也 我更 我不 我最 自己 今天 明天
昨天 我会 我已 目前 现在 还是 一致 会上 我向 经过 刚刚 就是 这个 那个 不再
"""
_NO_NAMES = frozenset(_NO_NAMES_LIST.split())
_WEAK_WORDS = """
use using used go going went have has want wants make made get need needs take keep only never always not don't no
prefer prefers preferred decided promise promised i'll we'll i've we've i'm we're it's that's let's please one also
"""
_WEIGHTLESS = ENGLISH_STOP_WORDS | frozenset(_WEAK_WORDS.split())
_WORD = re.compile(r"[A-Za-z0-9][\w.'/+#-]*[\w+#]|[A-Za-z0-9]")
_QUOTED = re.compile(r"`([^`\n]{1,80})`|\"([^\"\n]{1,80})\"|“([^”\n]{1,80})”|「([^」\n]{1,80})」|《([^》\n]{1,80})》")
_IDENTIFIER = re.compile(
    r"(?<![\w/])(?:[A-Za-z]+(?:[_/.:-][\w]+)+|[A-Z]{2,}[\w-]*|[A-Za-z]+\d[\w.-]*\w|[a-z]+[A-Z]\w*"
    r"|[A-Z][a-z]+[A-Z]\w*|v?\d+(?:\.\d+)+|#\d+)(?![\w/])"
)
_NAME = re.compile(r"(?<=[\w,;:，、] )[A-Z][\w'-]*[a-z0-9](?: (?:[A-Z][\w'-]*|\d+))*")
_NAME_IN_HAN = re.compile(
    rf"(?<=[{HAN}，、：（]) ?([A-Za-z][\w.+#-]*(?: [A-Z][\w.+#-]*)*)|^([A-Za-z][\w.+#-]*)(?= ?[{HAN}])"
)
_OBJECT_ZH = re.compile(
    r"(?:把|将|关于|针对|采用|选用|改用|换成|改为|改成|切换[到为]|选定了?|敲定了?|喜欢|偏好|习惯用|使用|提交"
    r"|完成|更新|修复|准备|整理|购买|预约|取消了?|负责)"
    rf"(?:了|的)?([{HAN}\w]{{2,8}}?)(?=[从由改换到为成给在，。；,;.！!的和、与（ ]|而|$)"
)
_OBJECT_EN = re.compile(
    r"\b(?:use|using|adopt|to|with|over|from|for|on|about|of|than|send|write|fix|review|update|prefer|prefers"
    r"|move|switch|keep|drop|replace|ship|deliver|prepare|book|buy|finish)"
    r" (?:the |a |an |our |my |his |her |their |all |every )?((?:[a-z][\w-]+ )?[a-z][\w-]{2,})\b"
)
_PLACE = re.compile(
    r"\b(?:in|at|on|to|into) (?:the )?((?:staging|production|prod|test|dev|development|local"
    r"|live)(?: (?:environment|server|cluster|database|system|branch))?)\b"
    r"|\b(?:in|at) ((?!January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Q\d)[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,3})"
    r"|\b(?:in|at|on) the ([\w-]+ (?:room|office|building|clinic|hospital|school|kitchen|server|cluster"
    r"|database|repository|repo|floor|warehouse|lab|store|site))\b"
    rf"|((?:生产|测试|预发|开发|线上|本地|演示)(?:环境|服务器|集群|库)?)(?=[上里中的，。部先]|$)"
    rf"|(?<![现正存实])在 ?([{HAN}A-Za-z][{HAN}\w ]{{1,9}}?)(?=[上里中内](?![午旬月])|(?:工作|开会|上班|上学"
    r"|部署|运行|举行|集合|见面))"
)


def _quoted(line: str) -> Iterator[str]:
    return (next(group for group in found.groups() if group) for found in _QUOTED.finditer(line))


def _identifiers(line: str) -> Iterator[str]:
    return (found.group() for found in _IDENTIFIER.finditer(line))


def _names(line: str) -> Iterator[str]:
    for found in _NAME.finditer(line):
        if found.group().lower() not in _NO_NAMES:
            yield found.group()
    for found in _NAME_IN_HAN.finditer(line):
        yield next(group for group in found.groups() if group)


def _objects(said: str) -> Iterator[str]:
    """Things after verbs and prepositions; in Chinese after 把, 将, 采用 and the like."""
    for found in _OBJECT_EN.finditer(said):
        words = [word for word in found.group(1).split() if word not in _WEIGHTLESS]
        yield " ".join(words)
    yield from (found.group(1) for found in _OBJECT_ZH.finditer(said))


def _first_run(said: str) -> str:
    """The first characters up to a sign, at most eight."""
    found = re.search(rf"[{HAN}\w]{{1,8}}", said)
    return found.group() if found else ""
