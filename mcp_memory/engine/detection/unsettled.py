"""By which words a text shows that it does not lay down the steps it names: asked, forbidden, imagined, told, past.

Tables of English and Chinese, for what leads to the first step, and for what the turn asks about the steps.
"""

import re

_TURN_INTO = r"[把将](?:这|它|上面|下面|以下|我的)[^，。]{0,8}(?:改|变|做|转|整理|写|译|画)"
REQUESTED = re.compile(
    r"\b(?:can|could|would|will) you\b|\b(?:help|show|teach|tell|give|walk|guide) (?:me|us)\b"
    r"|(?<=[\w,;] )how (?:to|do|can)\b|\bstep by step\b"
    r"|\bi(?:['’]m| am) (?:trying|struggling|stuck|confused|curious|wondering|not sure)\b"
    r"|\bi (?:want|need) to (?:know|understand|learn|see|make sure)\b"
    r"|^(?:please |now |so |then )*(?:explain|describe|translate|proofread|rewrite|rephrase|paraphrase|summari[sz]e"
    r"|improve|correct|edit|polish|shorten|convert|turn|write|draft|create|generate|compose|suggest|recommend"
    r"|solve|sketch|outline"
    r"|list|imagine|compare|analy[sz]e)\b|\b(?:proofread|translate|rewrite|correct|improve) (?:this|the following)\b"
    r"|^(?:please |now |so |then )*make (?:this|that|it|these) into\b"
    r"|\b(?:for|to) me:$|帮我|给我(?:一|写|做|列|讲|说|看|来|画|编|出|推荐)|(?:想要|需要)一[份个套]|教我|(?:解释"
    r"|讲解|介绍|讲讲|说说|分析"
    r"|翻译|润色|改写|总结"
    r"|优化)(?:一下|下面|以下|成|这)"
    r"|^请?(?:比较|对比|解释|分析|总结|翻译|介绍|讲讲|说说|推荐|列出|证明|求|计算|(?:给[^，。：]{1,8})?(?:写|列|做"
    r"|画|起草|拟)一?[份个篇封])"
    rf"|我想(?:知道|了解|问|学)|能不能|可不可以|能否|(?<!^)(?<!以后)(?:怎么(?![都也])|如何)|{_TURN_INTO}",
    re.IGNORECASE,
)
"""What the lead asks to be done or told in this turn."""
REQUESTED_HOW = re.compile(
    r"\b(?:help|teach|walk|guide) (?:me|us)\b|\bshow (?:me|us) (?:how|step)|\bstep by step\b|\bhow (?:to|do|can) "
    r"|\bcan you\b|帮我|教我|怎么|如何|一步一步",
    re.IGNORECASE,
)
"""The same in a first step that nothing else leads to."""
_PARTS = (
    r"(?:process|workflow|steps?|procedure|routine|checklist|plan|drafts?|text|paragraph|code|version|approach|order"
    r"|list|above|following)"
)
_IT = rf"(?:this|that|it|these|them|(?:my|our|the)(?: [\w-]+){{0,3}} {_PARTS})"
_REWORK = (
    r"(?:review|check|improve|proofread|polish|critique|refine|rate|translate|rewrite|rephrase|summari[sz]e|shorten"
    r"|optimi[sz]e|correct|edit|convert|format|turn|simplify|look at)"
)
REVIEW_ASKED = re.compile(
    rf"\bwhat do you think\b|\b(?:is|does|do|are|would|will|did) {_IT}\b[^.!\n]{{0,60}}?\b(?:ok|okay|right|correct|good"
    r"|fine|enough|sense|sound|look|work|best|complete|missing|safe|reasonable|clear|better)\b[^.!\n]{0,40}\?"
    rf"|\b(?:(?:can|could|would|will) you|please|help me) (?:please )?{_REWORK} {_IT}\b|(?:^|[.!?]\s+){_REWORK} {_IT}\b"
    r"|\banything missing\b|\bam i missing\b|\bdid i (?:miss|forget)\b|\bwhat(?:['’]s| is| am i) (?:wrong|missing)\b"
    r"|\bany (?:feedback|suggestions|improvements|thoughts|comments)\b[^.!\n]{0,30}\?"
    r"|\bsuggest (?:any |some )?(?:improvements|changes)\b"
    rf"|\bhow (?:can|could|should|do|would) (?:i|we) (?:improve|optimi[sz]e|shorten|simplify|fix|change) {_IT}\b"
    r"|(?:这样|这个|这套|上面|以上)[^，。？?\n]{0,10}(?:对|行|可以|好|合适|合理|怎么样|如何"
    r"|问题)[^。！\n]{0,6}(?:吗|么|[？?])"
    r"|你(?:觉得|看|认为)[^。！\n]{0,20}(?:怎么样|如何|吗|[？?])|还(?:缺|少|漏)了?(?:什么|哪|吗)"
    r"|有(?:没有|什么|无)(?:问题|遗漏|建议|意见|不妥)(?![^。！？\n]{0,6}(?:随时|找我|问我|联系))"
    r"|(?:帮我?|请)(?:看看|检查|优化|改进|润色|完善|翻译|改|简化)(?:一?下)?(?:这个|这套|上面的?|以上的?|下面的?)?"
    rf"(?:流程|步骤|顺序|做法|规范|清单|这段|[，。？?]|$)|(?:怎么|如何)(?:优化|改进|简化|缩短)|{_TURN_INTO}",
    re.IGNORECASE,
)
"""What puts a procedure that was told up for change: it is not settled yet."""
_FORM = (
    r"(?:(?:check)?lists?|tables?|cards?|posters?|(?:sticky )?notes?|diagrams?|(?:flow ?)?charts?|(?:spread)?sheets?"
    r"|pages?|sop|steps|bullets?|bullet points|signs?)"
)
_FORM_ZH = r"(?:清单|列表|表格?|卡片?|海报|流程图|示意图|便[签条]|文档|步骤|提纲|说明)"
FORM_ASKED = re.compile(
    r"(?:^|(?<=[.!?。！？\n]))\s*(?:(?:so|now|please|(?:can|could|would|will) you|help me(?: to)?|i want to),? )*"
    rf"(?:turn|make|put|write|format|type|print|set|lay)\b[^.:?!\n]{{0,40}}?\b(?:into|on|in|as)\b[^.:?!\n]{{1,30}}"
    rf"\b{_FORM}\b[^.:?!\n]{{0,40}}[.:?!]\s*"
    r"|(?:^|(?<=[。！？\n]))\s*[^，,。：:？?\n]{0,12}(?:整理|做|写|列|排|改|变|转|画|打印|归纳)成"
    rf"[^，,。：:？?\n]{{0,12}}{_FORM_ZH}[^，,。：:？?\n]{{0,12}}[：:？?。，,]\s*",
    re.IGNORECASE,
)
"""What asks for another form of what is told, which puts it neither in doubt nor up for change."""
TOLD_APART = re.compile(
    r"\bhere(?:['’]s| is| are)\b[^:.]{0,40}\b(?:drafts?|examples?|samples?|code|snippet|text|paragraph|excerpt|attempt"
    r"|version|essay|story|letter)\b|^\W*(?:example|sample)\b|\b(?:to reproduce|reproduction steps)\b"
    r"|\b(?:i|we)(?:['’]ve| have)? (?:already )?tried\b|\b(?:process|procedure|workflow|routine|steps) (?:failed"
    r"|crashed)\b"
    r"|[复重]现(?:的?步骤|方法|流程|路径)|(?:步骤|方法)[^，。：]{0,4}[复重]现|试过|做过|示例|样例|(?:流程|步骤"
    r"|过程)[^，。：]{0,6}(?:失败|报错)"
    r"|告诉过?我们?[，：说]{0,2}(?:以后|今后|每次|他们)|(?:教程|文档|官网|书|菜谱|网)[里上中]?面?(?:写|说|讲|给)|都一样"
    r"|\bi (?:always|usually|often|just)$|我(?:每次|总是|一直|经常|老是)[都会]*$"
    r"|^[^，。：:\n]{2,12}(?<![我你您们咱家队人员师服班中里])(?:每次|总是|始终|都会)[都会]*$"
    r"|\b(?:whenever|when|if|once|after|before) (?:i|we|you|he|she|they|it|the \w+)$"
    r"|\b(?:i|we) (?:(?:just|already|have|had|also) )*(?!agreed|decided|settled|defined|fixed|changed|updated"
    r"|introduced|need)"
    r"(?:\w{2,}ed|did|took|went|ran|made)\b[^,.:]*:?$|(?:做|试|走|跑|照做)了[：:]$"
    r"|\b(?:has|have|contains?|includes?)\b(?![^:]*\b(?:steps|stages|phases|parts)\b)[^:,]*:$"
    r"|有(?![^：]*[步段])[^，。：]{1,10}[：:]$"
    r"|\b(?:book|article|paper|manual|author|video|course|page|site|tutorial)\b[^:.]{0,30}"
    r"\b(?:describes?|explains?|shows?|says?|covers?|recommends?|suggests?|teaches)\b"
    r"|\b(?:my|his|her) (?:teacher|mother|father|mum|mom|dad|grand\w+|friend|sister|brother|aunt|uncle|neighbou?r)\b"
    r"|(?:老师|导师|[妈爸]|爷爷|奶奶|姥姥|外婆|朋友|同事|邻居)[^，。：]{0,8}的(?:规矩|做法|方法|习惯|流程)"
    r"|[他她它]们?[都总会]+$",
    re.IGNORECASE,
)
"""What the lead says instead of laying it down: an example, a report of a fault, a habit, how a thing behaves."""
AIMED_AT = re.compile(
    r"\b(?:want|hope|plan|intend|dream|wish|aim)(?:s|ing|ed)? (?:to|of)$"
    r"|(?:(?<![设思])想|打算|希望|梦想|计划)[着要]?(?:以后|今后)?$|^(?:我们?|咱们)?(?:一直|总|早就|很|也"
    r"|特别)+(?:想|希望)",
    re.IGNORECASE,
)
AIMS_AT = re.compile(r"(?:want|hope|plan|intend|dream|wish|aim)s? to\b|我们?(?:想|打算|希望|计划)", re.IGNORECASE)
"""An aim of the speaker, at the end of the lead, or where the lead is a step itself."""
RULES = re.compile(
    r"\b(?:rules|guidelines|conventions|requirements|principles|preferences|constraints|standards|fields|columns"
    r"|options|choices|properties|questions|topics|goals|reasons|alternatives|agenda|tasks|to-?dos?|next steps)\b"
    r"|规则|规定|要求|约定|原则|注意事项|字段|选项|选择|属性|问题|目标|原因|任务|待办|下一步|习惯|备选|方案|议程",
    re.IGNORECASE,
)
"""Lists of these are no sequence."""
ASKED = re.compile(r"[^.。!！?？\n]*(?:[?？]|(?:吗|么|呢|好不好|行不行|对不对|可不可以|怎么样)[.。!！\s]*(?:$|\n))")
NEGATION = re.compile(
    r"\b(?:not|never|no longer|cannot|nobody|no one|stop|quit|forbidden|refuse to|rather than|instead of)\b|n['’]t\b"
    r"|不(?!仅|但|断|同|过|管|论|久)|(?<![级区分类识特性个])别(?![的人名处忘])|没有?|禁止|严禁|勿|杜绝|避免",
    re.IGNORECASE,
)
CONDITION = re.compile(
    r"\b(?:when|whenever|if|once|until|unless|wherever|every time|each time)\b|如果|要是|一旦|凡是|只要|每次|若",
    re.IGNORECASE,
)
EXCEPTED = re.compile(
    r"(?:\bnot|\bnever|n['’]t) (?:forget|hesitate|skip|miss)\b|[时后前]$|的(?:时候|情况|话)|不要?忘", re.IGNORECASE
)
DISOWNED = re.compile(
    r"(?:\b(?:never|not|nobody|no one|stop|avoid)\b|n['’]t\b)(?! (?:forget|miss|skip))"
    r"(?:(?: [\w'’]+){0,4}? (?:this|that|these|those|so|the following|do))?\s*[:：]"
    r"\s*(?:(?:from now on|always|every time)[,:]?\s*)?$"
    r"|(?:不要|不能|不可以?|不许|不准|不得|禁止|严禁|别|避免|杜绝)(?:[^，。：:]{0,6}(?:这样|这么|如此|以下|下面|这种)"
    r"[^，。：:]{0,4})?[:：]\s*(?:以后|今后|往后|每次|一律|都)*$",
    re.IGNORECASE,
)
COUNTER_EXAMPLE = re.compile(
    r"\b(?:anti-?patterns?|(?:bad|wrong|worst|counter)[- ]?(?:examples?|practices?|ways?|habits?)|how not to"
    r"|what not to)\b|反例|反面(?:教材|例子)|(?:错误|糟糕|不好)的?(?:示范|做法|例子|示例|流程|步骤)",
    re.IGNORECASE,
)
IMAGINED = re.compile(
    r"^(?:(?:so|and|but|ok|okay|well|then|now)[,:]? +)*(?:suppose|supposing|assum(?:e|ing)|imagine|pretend|what if"
    r"|say we|hypothetically|let['’]s (?:say|suppose|assume|imagine|pretend)|for (?:example|instance)"
    r"|e\.g\.|were (?:i|we))\b"
    r"|\b(?:if|as though|as if) (?:i|we|you|they|he|she|it|this|that|there|the \w+)\b[^,，:：]*?\b(?:were|had|could"
    r"|would|was)\b|\bwish\b|\b(?:would|'d)\b(?! (?:like|rather))"
    r"|^(?:那|那么|但是?|所以)?(?:换[成作]|假设|想象|试想|设想|比如|例如|比方|打个比方|假装)"
    r"|(?:如果|假如|要是|倘若|若)(?:我们?|咱们?|你们?|公司|团队|他们?)(?:当初|现在)?(?:真)?(?:是|当上?|成了|变成"
    r"|有钱|没有)"
    r"|但愿|巴不得",
    re.IGNORECASE,
)
DOUBTED = re.compile(
    r"\b(?:whether|maybe|perhaps|might|could|possibly|probably|wonder(?:ing)?|(?:not|un)[ -]?(?:sure|decided|clear)"
    r"|thinking (?:of|about)|considering|proposes?|proposed|suggests?|suggested|(?:i|we) (?:think|guess|suppose))\b"
    r"|是否|是不是|要不要|该不该|能不能|可不可以|会不会|也许|或许|可能|好像|似乎|不确定|没想好|考虑|提议|有人(?:说"
    r"|提|建议|认为|觉得|想)",
    re.IGNORECASE,
)
FORMER = re.compile(
    r"\b(?:procedure|process|workflow|sop|routine|runbook|checklist|plan|rule|way) (?:was|had been|used to)\b"
    r"|\b(?:old|former|previous|outdated|obsolete|deprecated) (?:\w+ )?(?:procedure|process|workflow|sop|routine"
    r"|runbook|checklist|wiki|docs?|documentation|rules?|way)\b|\b(?:last year|years ago|previously"
    r"|formerly|once upon)\b"
    r"|(?:^|[，,：:]|我们|咱们|团队|公司|我|他们)(?:以前|从前|过去|当年|曾经|当时|原来|之前)"
    r"|(?:旧|老|原来|过去|以前|去年)的?(?:流程|规范|步骤|文档|手册|做法|规定|维基)|去年|那时"
    r"|(?:昨天|前天|上次|上周|那[天次])的|\b(?:yesterday|last (?:week|month|night))['’]s\b",
    re.IGNORECASE,
)
ABSURD = re.compile(
    r"\b(?:blame|pray|panic|cry|weep|run away|hope for the best|hope nobody|cross (?:our|your|my) fingers"
    r"|break (?:prod\w*|everything|things|the build)|burn (?:it|everything)|set \w+ on fire)\b"
    r"|甩锅|背锅|祈祷|求神|拜佛|跑路|听天由命|搞(?:崩|垮|炸)|弄(?:崩|垮|炸)",
    re.IGNORECASE,
)
"""Steps that nobody lays down in earnest."""
