"""An explicit wish that something be remembered ("remember: …", "for the record, …", 请记住…, 备忘：…), and what it is.

The wish itself is the sign that it is worth keeping. What reminds of an experience ("remember when …?") or asks
somebody to remember is none, and "remember to …" is a task.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wish:
    """Where in a masked statement the thing to remember stands.

    `firm`: it is to be remembered whatever it is; else it is only told, and must not be small talk.
    """

    start: int
    end: int
    firm: bool


def wish_of(masked: str) -> Wish | None:
    """The wish that a masked statement makes, before or after the thing; None for none."""
    end = len(masked)
    agreed = _AGREED.search(masked)
    if agreed:
        end = agreed.start()
    for lead, firm in ((_FIRM, True), (_TOLD, False)):
        found = lead.match(masked, 0, end)
        if found:
            if firm and (found["asks"] or found["asks_zh"]):
                end = len(masked[:end].rstrip("?？ "))
            elif _ASKS_BACK.search(masked, 0, end):
                return None
            return Wish(found.end(), end, firm)
    found = _AFTER.search(masked, 0, end)
    return Wish(0, found.start(), firm=True) if found and not _PERSONAL.match(masked) else None


def is_errand(said: str) -> bool:
    """Whether what is to be remembered is something to do."""
    return bool(_ERRAND.match(said))


def is_encouragement(said: str) -> bool:
    """Whether what is to be remembered tells the listener something of themselves, or everybody of life."""
    return bool(_ENCOURAGES.match(said))


_AND = (
    r"\s*(?:(?:and|also|but|so|ok|okay|oh|hey|well|by the way|btw|one more thing|another thing|please|just|do|always"
    r"|important(?:ly)?)[,:.!]?\s+)*"
)
_AND_ZH = r"\s*(?:(?:另外|还有|对了|顺便|那么?|好的?|嗯|哦|以及|同时|最后|重要的?)[，,：:、]?\s*)*"
_KEEP = (
    r"(?:remember|memori[sz]e|don't (?:you )?(?:ever )?forget|do not forget|never forget|(?:keep|bear) in mind"
    r"|(?:keep|bear|have) (?:this|the following) in mind|make (?:a )?(?:\w+ )?note|take (?:a )?note|note down"
    r"|jot down|write down|put down|(?<=you )note)"
)
_WHAT = r"(?: (?:this|the following|one thing|please|for (?:me|us|later|next time|the future|the next session)))*"
_NO_MEMORY = (
    r"(?!(?:time|day|night|evening|morning|summer|winter|week|year|feeling|moment|guy|girl|man|woman|place|bar"
    r"|one|thing"
    r"|movie|film|song|game|party|trip|old|restaurant|joke|talk|chat|conversation|meeting)\b|[.!]|$)"
)
_FIRM = re.compile(
    rf"{_AND}(?P<asks>(?:can|could|would|will) you (?:please |kindly )?|(?:i (?:want|need)|i'd like"
    r"|i would like) you to"
    rf"|(?:you (?:should|must|have to)|make sure (?:you|to)|let's) )?\s*(?:please )?"
    rf"(?:{_KEEP}{_WHAT}(?:\s*(?::|—|–|\s-)\s*(?:that )?| that {_NO_MEMORY})"
    rf"|(?:note to self|memo|for (?:future|later) reference|for later|(?:please )?(?:save|store|record|log) (?:this|the"
    rf" following)(?: for (?:me|later))?)\s*[:—–]\s*(?:that )?)"
    rf"|{_AND_ZH}(?P<asks_zh>(?:你|您)?(?:能不能|能否|可以|可不可以|能))?(?:请|麻烦|拜托|烦请|务必|一定要?"
    r"|千万|要|你|您|大家"
    r"|帮我|帮忙|替我|给我|再|先|也)*"
    r"(?:(?:记住|牢记|谨记|记牢|记好)(?!密码|登录|用户名|我[，。！!]?$)(?:这[点条个件]|以下(?:[几两]?[点条])?"
    r"|下面(?:[几两]?[点条])?"
    r"|一[点条件]事?)?(?:\s*[：:，,]\s*|(?=[^了啦过着的吗没不啊呀吧哦。，！!？?\s]))"
    r"|(?:记一?下来?|记一笔|记录一下|记录下来?|做个?(?:备忘|记录|笔记)|备忘(?:一下|录)?|存一下|留个底|记|(?:别"
    r"|不要|不能)忘[了记]?)"
    r"\s*[：:，,]\s*)",
    re.IGNORECASE,
)
_TOLD = re.compile(
    rf"{_AND}(?:(?:for the record|for your information|for what it's worth|fyi|nb|n\.b\.|heads[- ]up|just so (?:you|we"
    r"|everyone)(?: all)? (?:know|knows)|just (?:to note|a note|for info)|(?:a )?quick note|(?:side |important )?note"
    r"|(?:a )?(?:small |quick |friendly )?reminder|as a reminder|worth (?:noting|knowing))\s*[:,—–]\s*(?:that )?"
    rf"|(?:(?:please )?(?:note|be aware|be advised)|you should know|worth (?:noting|knowing)|let the record show) that"
    rf" {_NO_MEMORY})"
    rf"|{_AND_ZH}(?:(?:请|大家|需要|要|还要)*注意(?:一下|了)?\s*[：:，,]|(?:仅?供(?:你|您|大家)?参考|顺便(?:说"
    r"|提|告诉你?)一?[下句声]?"
    r"|顺带(?:说|提)一?[下句]|补充一?[下点句]|说明一?[下点]|提醒(?:你|您|大家)?一?[下句]|同步一下"
    r"|知会一?[下声]|声明一下"
    r"|(?:告诉|跟|和)(?:你|您|大家)(?:说)?一?[声下]|有一点(?:要|需要)(?:说明|注意)|备注)\s*[：:，,])\s*",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s*[,;—–-]\s*(?:(?:so|and|please|just|do) )*(?:(?:please )?remember(?: (?:that|this|it))?|(?:keep|bear) (?:that"
    r"|this|it) in mind|don't forget(?: (?:that|this|it))?|(?:please )?(?:note|write|jot) (?:that|this|it) down"
    r"|(?:please )?make a note(?: of (?:that|this|it))?)(?:[, ]+(?:please|ok(?:ay)?))?\s*[.!]*\s*$"
    r"|\s*[，,；]\s*(?:请|你|麻烦|帮我|务必|千万|一定要?|都)*(?:记住(?:这[点个条])?|记好|记一下|记下来?"
    r"|别忘[了记]|不要忘[了记]|备忘一下)"
    r"\s*[。.!！]*\s*$",
    re.IGNORECASE,
)
_AGREED = re.compile(
    r"\s*[,，]\s*(?:ok|okay|all right|alright|will you|would you|right|please|thanks|thank you|好吗|好吧|行吗"
    r"|可以吗|好不好|谢谢|拜托了?)"
    r"\s*[?？。.!！]*\s*$",
    re.IGNORECASE,
)
_ASKS_BACK = re.compile(r"(?:吗|没有?)\s*[?？。]*\s*$")
_ERRAND = re.compile(
    r"(?:please )?(?:call|phone|e-?mail|message|ask|tell|book|buy|get|pay|order|bring|take|collect|pick up|return|renew"
    r"|cancel|sign|send|submit|finish|prepare|print|water|feed|meet|visit|invite|thank|remind)\b"
    r"(?!(?: [\w'-]+){0,3} (?:is|are|was|were|has|have|will|must|costs?|takes?|goes|comes?)\b)"
    r"|(?:要|去|把|给|买|带|交|还|取|寄|订|约|打电话|联系|通知|提醒)(?!是|为|求|么)",
    re.IGNORECASE,
)
_PERSONAL = re.compile(
    r"\s*(?:ok(?:ay)?|yes|no|sure|好的?|嗯|行|收到)[,，]|\s*(?:我|大家|他们?|她们?)(?:都|会|也)*$", re.IGNORECASE
)
_ENCOURAGES = re.compile(
    r"\s*(?:that )?(?:(?:you(?:'re|'ll|'ve)?|your|we all|we're all|everyone|everybody|nobody|no one|life|things)\b)"
    r"|\s*(?:你|您|每个?人|人生|生活|没有?人)",
    re.IGNORECASE,
)
