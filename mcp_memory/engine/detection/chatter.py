"""What is said only to keep a conversation going: greetings, thanks, transitions, look-ups, requests for this turn.

A text is chatter when every part of it is. Standing instructions ("always …", "以后都…") are never chatter.
"""

import re

from mcp_memory.engine.detection import cues_en, cues_zh
from mcp_memory.engine.detection.hedges import is_question
from mcp_memory.engine.detection.pasted import mentioned_masked
from mcp_memory.engine.text.languages import HAN


def is_chatter(text: str) -> bool:
    """Whether a turn or a statement holds nothing but chatter; also when it holds no letter at all."""
    return all(_is_idle(part) for part in _parts(mentioned_masked(text[:_LOOKED_AT])))


def is_request(masked: str) -> bool:
    """Whether a masked statement tells somebody to do something now."""
    said = masked.strip(_ENDS)
    return bool(_REQUEST.fullmatch(said) or _REQUEST_ZH.fullmatch(said))


_LOOKED_AT = 4_000
_ENDS = " \t,，.。！!；;…~～"
_PART = re.compile(r"[^。！!？?；;\n…]+?(?:[。！!？?；;…\n]+|\.(?=\s|$)|$)")
_FRAGMENT = re.compile(r"\s*[,，、:：—–~～.。！!？?；;…]+\s*|\s+-+\s+")
_LETTER = re.compile(r"[^\W_]")

_SOCIAL = re.compile(
    r"(?:(?:oh|ah|aha|hey|so|well|and|yes|no|ok|okay|all right|alright)[, ]+)*(?:"
    r"h(?:i+|ello|ey+|eya|owdy)(?: (?:there|all|everyone|everybody|again|team|folks|guys|[a-z]+))?|yo|greetings"
    r"|good (?:morning|afternoon|evening|night|day)(?: \w+){0,2}|morning(?: all| everyone)?|evening(?: all)?"
    r"|(?:good)?bye(?: bye)?(?: \w+)?|see (?:you|ya)(?: \w+){0,3}|talk (?:to you )?(?:soon|later|tomorrow)"
    r"|take care|cheers|later"
    r"|have a (?:\w+ )?(?:day|one|weekend|evening|night|trip|time)|(?:many )?(?:thanks|thank you|thx|ty"
    r"|tysm)(?: \w+){0,8}"
    r"|(?:i )?(?:really |much )?appreciate (?:it|that|your \w+)|you're (?:very )?welcome|no problem|np"
    r"|my pleasure|don't mention it"
    r"|ok(?:ay)?|k|kk|sure(?: thing)?|yes|yep|yeah|yup|yes please|no|nope|nah|no thanks|right|alright"
    r"|all right|fine|cool|nice"
    r"|great(?: job| work)?|awesome|perfect|excellent|amazing|brilliant|wonderful|lovely|interesting|wow|whoa"
    r"|oops|hmm+|huh|mm+|uh+|um+"
    r"|got it|gotcha|i see|understood|noted|roger(?: that)?|copy(?: that)?|makes sense|that makes sense"
    r"|will do|agreed|approved|exactly"
    r"|true|indeed|absolutely|definitely|of course|certainly|correct|that's (?:right|correct|it|all|fine|great"
    r"|good|true|ok|okay|perfect|cool|nice)"
    r"|sounds (?:good|great|fine|like a plan)|looks (?:good|great|fine|ok)|lgtm|good (?:point|idea|one|to know"
    r"|job|work|luck)|well done|nice (?:one|work|job)"
    r"|fair enough|never ?mind|no worries|don't worry(?: about it)?|my bad|(?:i'm )?(?:so )?sorry(?: \w+){0,4}"
    r"|excuse me|pardon|please|go ahead|go on|continue"
    r"|proceed|carry on|done|ready|back|i'm back|brb|i'll be (?:right )?back|lol|lmao|ha(?:ha)+|hehe"
    r"|same(?: here)?|me too|you too|likewise|congrats|congratulations"
    r"|welcome(?: back)?|long time no see|how are you(?: \w+){0,2}|what's up|nothing much|not much|not bad"
    r"|i'm (?:fine|good|ok|okay|here|ready|listening|in)|whatever"
    r"|we'll see|let me know|keep (?:it up|going|pushing)(?: \w+)?|no comment|as usual|by the way|anyway"
    r"|anyways|actually|really|seriously|everyone|everybody|all|team|folks|guys|received|acknowledged"
    r"|thumbs up"
    r")(?: (?:then|now|so far|so much|too|again|man|dude|everyone|all|guys|boss|sir|dear))?",
    re.IGNORECASE,
)
_SOCIAL_ZH = re.compile(
    r"(?:那|嗯+|哦+|啊+|喔|诶|哎|哇+|呃|唉|好的?|行|对|是的?|没)*(?:"
    r"(?:大家|各位|你|您|老师|同学们?)?(?:早上?|上午|中午|下午|晚上?|早安|晚安)?(?:好|安)[呀啊哦哈吗]?|早|早安"
    r"|晚安|嗨|哈喽|哈啰|你好[呀啊]?|您好|在吗|在不在|再见"
    r"|拜拜?|回见|回头见|明天见|下次见|一会儿?见"
    r"|(?:非常|太|十分|多)?(?:谢谢?|感谢)[^，。]{0,12}|多谢|谢啦|(?:大家|各位|你们?|您)?辛苦[^，。]{0,6}"
    r"|麻烦(?:你|您)?了|不(?:用"
    r"|必)?(?:客气|谢)|没关系|没事[的儿]?|不好意思|抱歉|对不起"
    r"|好[的啊呀吧嘞滴哦呢]?了?|好好+|行[的啊吧]?|可以[的啊]?|没问题|ok|对[的啊呀]?|是[的啊呀]?|嗯嗯*|收到"
    r"|明白了?|了解了?|知道了|懂了|清楚了|记[下上]了|同意|赞同|赞成"
    r"|认同|确实|当然|没错|不错|挺好的?|很好|很棒|太好了|太棒了|真棒|厉害|牛|赞|完美|漂亮"
    r"|有道理|说得对|原来如此|这样啊|是吗|真的吗|真的|哈+|呵呵|嘿嘿|嘻嘻|加油|继续|开始吧|走吧|来吧|等等"
    r"|稍等(?:一下|片刻)?|等一下|请稍等|随便|算了|都行|都可以|无所谓"
    r"|恭喜[^，。]{0,6}|祝[^，。]{1,16}|新年快乐|生日快乐|周末愉快"
    r"|推进|继续推进|按计划推进|先这样|就这样吧?|那就这样|我(?:在|来了|回来了|到了)|马上(?:来|到)?|好久不见"
    r"|最近怎么样|吃了吗|嗯哼"
    r")[呀啊哦哈呢吧啦了嘛~的]*",
    re.IGNORECASE,
)
_TRANSITION = re.compile(
    r"(?:(?:ok|okay|now|so|alright|first|next|then|and|well|right|great|good|sure|yes)[,: ]+)*(?:"
    r"let me (?:\w+ )?(?:look|see|check|think|take|try|start|begin|find|get|read|open|search|know|show|explain"
    r"|run|have|dig|explore|examine|first|now|just|go|verify|update|fix|create|add|write|ask)\b.*"
    r"|let's (?:\w+ )?(?:see|look|start|begin|go(?! with)|move on|continue|get started|talk|take|try|check"
    r"|have|do|eat|dive|break|first|now|think|say|pause|run|test|discuss|chat|hope|meet|catch)\b.*"
    r"|(?:i'll|i will|i'm going to|i'm gonna) (?:just |first |now |quickly |go )?(?:be|see|check|look|take a"
    r"|think|try|wait|let you know|go|have a|read|start|begin|leave|pass|grab|head|skip|stop)\b(?! .*\b(?:by"
    r"|before|tomorrow|friday|monday|week)\b).*"
    r"|(?:moving|going) on(?: to)?.*|here (?:is|are|'s|you go|it is|we go).*|here's .*|there you go"
    r"|back to (?:work|you|it|the (?:topic|task))|on (?:it|my way)|coming|one (?:moment|second|sec|minute)"
    r"|just a (?:moment|second|sec|minute)|hold on|hang on|give me a (?:sec|second|moment|minute)"
    r"|(?:looking|checking|working|running|reading|thinking)(?: (?:on|at|into|through))?(?: (?:it|that|this"
    r"|now|the \w+))?|now .{0,3}|where were we"
    r")",
    re.IGNORECASE,
)
_TRANSITION_ZH = re.compile(
    r"(?:好的?|那|行|嗯|现在|接下来|首先|下面|先)*[，, ]*"
    r"(?:(?:我|让我|我们|容我|咱们?)(?:(?:先|再|来|去|马上|现在|这就|就|一起)+(?:看|查|想|试|检查|了解|分析|搜"
    r"|找|读|打开"
    r"|确认|考虑|研究|瞧|听|问|开始|继续|吃|休息|聊|讨论)|(?:看|查|想|试|问|找|听)(?:一?下|看|查|想|试|问|找|听)"
    r"|继续|开始)[^，。]{0,14}|来看看?[^，。]{0,10}|继续(?:往下)?[^，。]{0,6}|接着(?:说|来|做)|回到(?:正题"
    r"|刚才)[^，。]{0,8}"
    r"|下一个(?:问题|话题)?|说回[^，。]{0,8}|话说回来|言归正传|对了|另外|还有|顺便(?:说|问)一?下?|比如说?)"
    r"(?!.*(?:之?前|明天|周[一二三四五六日]))"
)
_REQUEST = re.compile(
    r"(?:(?:ok|okay|now|so|then|and|also|first|next|great|hey|hi|actually|but|just|could|can|would|will|you"
    r"|kindly|maybe|just this once|this time|for (?:now|once|this one))[, ]+)*(?:please[, ]+)?"
    r"(?:just |also |now |only |quickly )?"
    r"(?:add|answer|analy[sz]e|apply|break|build|calculate|change|check|clean|compare|compute|continue|convert"
    r"|copy|count|create|debug|define|delete|describe|design|do|draft|edit|explain|expand|extract|find|fix"
    r"|format|generate|get|give|go|guess|help|ignore|implement|improve|include|insert|install|list|load|look"
    r"|make|merge|move|name|open|optimi[sz]e|outline|paste|pick|play|plot|print|proofread|provide|put|read"
    r"|recommend"
    r"|refactor|remove|rename|repeat|replace|rephrase|rerun|retry|return|rewrite|run|save|say|search|set"
    r"|shorten|show|simplify|solve|sort|split|start|suggest|sum|summari[sz]e|switch|tell|test|translate|try"
    r"|turn|undo|update|use|verify|walk|wait|write|brainstorm|mention"
    r"|plan(?= (?:the|an?|my|our|me|us)\b)|polish|propose|recalculate|redo|reword|rework|scale|shift|sketch"
    r"|skip|work(?= (?:that|it|this) in))\b"
    r"(?!(?: (?!(?:if|what|whether|that|who|how|why|where|when|which|me|us|it|them|the|an?|my|our|your|this"
    r"|all|each|every)\b)"
    r"[\w-]+){0,2} (?:is|are|was|were|has|will|should|must)\b).*",
    re.IGNORECASE,
)
_WISH = re.compile(
    r".{0,80}\b(?:i (?:need|want|would like|'d like)|i'd like) (?:you )?(?:to (?:know|see|ask|understand|hear"
    r"|get)\b|you to\b|(?:some|a|an|your|more|another) (?:\w+ ){0,3}(?:help|advice|suggestions?"
    r"|recommendations?|list|example|explanation|summary|idea|answer|tips?)).*",
    re.IGNORECASE,
)
_REQUEST_ZH = re.compile(
    r"(?:好的?|那|现在|然后|再|接下来|另外|先|所以|继续)*[，, ]*(?:把(?:这|那|上面|下面|它|刚才|前面|整)|(?:请"
    r"|麻烦|劳驾|拜托)(?:你|您|先|再|直接"
    r"|帮我?|帮忙|给我?|把|为我)*|(?:你|您)(?:能|可以"
    r"|可不可以|能不能|先|再|来|帮我?|给我?|给)+|帮(?:我|忙|我们)|给我(?!发)|再给|我(?:想|需要|要"
    r"|希望)(?:让)?(?:你|您)|告诉我|我想(?:问|知道|了解|请教|咨询"
    r"|看看)|(?:写|改|加|翻译|解释|总结|列出?|生成|推荐|介绍|分析|检查|查|看|打开|运行|执行|说|讲|画|算|搜索"
    r"|找|优化|修改|继续|重写|润色|比较|举)(?:一?[个段篇份条下些]|出"
    r"|成|几))"
    r"[^。]*"
)
_STANDING = re.compile(
    r"\b(?:always|never|from now on|going forward|every time|in (?:the )?future|by default|must|deadline"
    r"|remind|remember to|don't forget|^(?:please )?(?:use|spell|keep|prefer|format|write) [^.?!,]{2,60} (?:in|for"
    r"|with) (?:all"
    r"|every|each|any))\b|以后|今后|每次|一律|始终|永远|从现在起|务必|必须|记得|提醒|别忘|禁止"
    r"|不得|只能",
    re.IGNORECASE,
)
_ANSWERS = re.compile(f"{cues_en.ANSWERS}|{cues_zh.ANSWERS}", re.IGNORECASE)
_DUE = re.compile(
    r"\b(?:by|before|on|until|due|no later than) (?:\w+ )?(?:monday|tuesday|wednesday|thursday|friday|saturday"
    r"|sunday|tomorrow|tonight|noon|end|eod|the \d|\d)|\btomorrow\b"
    r"|(?:明天|后天|今晚|周[一二三四五六日末]|星期[一二三四五六日]|下周|月底|\d[点号日])(?:之?前|内|以前|给我"
    r"|发我|交|提交)|之前(?:给|发|交|完成|提交)",
    re.IGNORECASE,
)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in _PART.findall(text) if _LETTER.search(part)]


def _is_idle(part: str) -> bool:
    if _STANDING.search(part) or _ANSWERS.match(part):
        return False
    if is_question(part):
        return True
    said = part.strip(_ENDS)
    if _DUE.search(said):
        return _is_social(said)
    return _is_social(said) or any(form.fullmatch(said) for form in (_TRANSITION, _TRANSITION_ZH, _WISH)) or _asks(said)


def _asks(said: str) -> bool:
    """Whether a whole statement, or what follows a first word of agreement, is an instruction for this turn."""
    fragments = _fragments(said)
    while fragments and _is_social_fragment(fragments[0]):
        fragments.pop(0)
    rest = said[said.find(fragments[0]) :] if fragments else said
    return is_request(rest) or bool(fragments and _moves_on(rest))


def _moves_on(rest: str) -> bool:
    return bool(_TRANSITION.fullmatch(rest) or _TRANSITION_ZH.fullmatch(rest))


def _is_social(said: str) -> bool:
    return all(map(_is_social_fragment, _fragments(said)))


def _fragments(said: str) -> list[str]:
    return [piece for piece in _FRAGMENT.split(said) if _LETTER.search(piece)]


def _is_social_fragment(piece: str) -> bool:
    words = re.sub(rf"[^\w\s'{HAN}]", "", piece).strip()
    return bool(_SOCIAL.fullmatch(words) or _SOCIAL_ZH.fullmatch(words))
