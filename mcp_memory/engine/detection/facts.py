"""Whether a statement without a cue of another kind is still a fact worth keeping.

It is one when it says something lasting of the speaker, or reports something of a thing it names. Feelings, weather,
meals and opinions are not.
"""

import re

from mcp_memory.engine.detection.enumerations import lists_parts
from mcp_memory.engine.detection.words_zh import PEOPLE, SURNAME, THINGS, TIME
from mcp_memory.engine.text.languages import HAN


def fact_certainty(masked: str, speaker: str = "") -> float:
    """How surely a masked statement is a fact to keep, 0..1; 0 for one that is not. `speaker` is a name or ""."""
    if len(masked) < _MIN_CHARS or is_talk(masked):
        return 0.0
    if any(form.search(masked) for form in _LASTING) or names_oneself(masked):
        return 0.6
    if lists_parts(masked) or _STANDING_STATE.match(masked) or _IN_CHARGE.match(masked) or _TOOLS.match(masked):
        return 0.55
    named = bool(_CONCRETE.search(masked))
    if any(form.search(masked) for form in _REPORTS) and (named or (speaker and _OWN_WORK.match(masked))):
        return 0.5
    if _PRONOUN_SUBJECT.match(masked):
        return 0.0
    return 0.5 if named and any(form.search(masked) for form in _STATES) else 0.0


def names_oneself(masked: str) -> bool:
    """Whether a masked statement, be it ever so short, says the speaker's name."""
    return bool(_OWN_NAME.match(masked))


def is_passing(masked: str) -> bool:
    """Whether a masked statement tells only a feeling, an opinion, what somebody is doing just now, or of "that"."""
    return is_talk(masked) or bool(_JUST_NOW.match(masked) or _PRONOUN_SUBJECT.match(masked))


def is_talk(masked: str) -> bool:
    """Whether a masked statement is small talk, an opinion, or praise without a number."""
    if _PRAISE.search(masked) and not _NUMBER.search(masked):
        return True
    return bool(_SMALL_TALK.search(masked) or _OPINION.search(masked))


_OWN_NAME = re.compile(
    rf"(?:大家好[，,]?|你好[，,]?|我是\w+[，,])?(?:我|本人)(?:的名字)?(?:叫做?|姓|的?名叫|是)\s*"
    rf"(?:(?:{SURNAME}|[小老阿大])[{HAN}]{{0,2}}|[A-Z][\w .-]{{1,30}})(?:[，,。.!！]|$)"
)
_MIN_CHARS = 5
_JUST_NOW = re.compile(
    r"(?:i'm|i am|we're|we are) (?:just |still |now |almost |about )*(?:\w+ing|late|here|back|out|off|done|ready|on)\b"
    r"|(?:我|我们)(?:现在|刚|正|已经|快|马上|先|还)*(?:正?在|到|去|来|回|出)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d")
_PRAISE = re.compile(
    r"\b(?:amazing|awesome|incredible|unbelievable|exciting|scary|super|wonderful|beautiful|gorgeous|fantastic"
    r"|classic|great|best|love|lovely|blast|vital|inspiring|key|important|hard|tough|happy|proud|dream(?:ing"
    r"|s)?)\b"
    r"|(?:is|are|was|were) (?:just |way |far |much )*too \w+|(?:better|best|worse|perfect|poor|good) (?:fit"
    r"|choice|option|match)"
    r"|(?:真是|可真|太过|漫长|糟糕|倒霉)"
    r"|可爱|好玩|精彩|难过|开心|焦虑|高兴|漂亮|好吃|有趣|极好|真好|重要|担心",
    re.IGNORECASE,
)
_OWN_WORK = re.compile(
    r"(?:i|we)(?:'ve| have)? (?:just |already |also |now )*\w+ed (?:\S+ ){2,}|(?:我|我们)(?:已经?|刚|也|都|把"
    r"|将|在)?[^，。]{4,}",
    re.IGNORECASE,
)
"""What somebody among several people did; who says it makes up for the name it lacks."""
_PRONOUN_SUBJECT = re.compile(
    r"\s*(?:so |and |but )?(?:that|this|it|these|those)\b(?! \w+ (?:is|was|are|were|has|runs?|uses?)\b)"
    r"|(?:[^，。]{0,4}[，,])?[这那你您]",
    re.IGNORECASE,
)

_SET = (
    r" (?:(?:is|are|was|has|have|been|got|now|just|always|starts?|begins?|moved|pushed|re?scheduled|set)\b ?)+"
    r"(?:at|on|to|for|until|from) (?:\d|noon|half|quarter|midday|the \d|\w+day)"
)
"""How the time of an appointment goes on; a meal with one is no small talk."""
_SMALL_TALK = re.compile(
    r"\b(?:weather|rain(?:s|ing|y)?|sunny|snow(?:s|ing|y)?|traffic|tired|sleepy|exhausted|hungry|thirsty|bored"
    rf"|(?:lunch|breakfast|dinner)(?!{_SET})"
    r"|coffee|nap|slept|mood|haha|lol|movie|song|good luck|fun|funny|joke|cute|weekend"
    r"|vacation pics|yawn|gossip|jetlag(?:ged)?)\b"
    r"|\b(?:have|got|'ve) (?:\w+ ){0,2}(?:questions?|ideas?|doubts?|requests?)\b"
    r"|天气|下雨|下雪|晴天|太阳|堵车|好累|累死|困死|好困|饿|(?:午饭|早饭|晚饭|早餐|午餐|晚餐)(?![^，。]{0,4}[是改在定推挪到][^，。]{0,6}[点号日周])|吃饭|食堂|烤鸭|咖啡(?![师馆店厅机豆])"
    r"|奶茶|午睡|心情|哈哈|嘿嘿|电影|八卦|迫不及待|激动"
    r"|\bas you (?:said|suggested|told|showed|advised|asked)\b|按照?[你您](?:说|教|给|讲)"
    r"|(?:我|我们)(?:现在|刚刚?|也|已经)*(?:正?在(?:看|查|读|试|等)|试[了过])|我[还就]?有[一两几]分钟"
    r"|我(?:的意思|指的)是|(?:说错|明白|懂|清楚|弄好|搞懂)了(?=$|[，。,.!！])"
    r"|有(?:[一两三四五几]?[个些点])?(?:小)?(?:问题|疑问|想法|请求)|好玩|搞笑|有意思|周末愉快|好热|好冷|在家|躺",
    re.IGNORECASE,
)
_OPINION = re.compile(
    r"\b(?:i|we) (?:\w+ly |still |do |don't |also )*(?:think|thought|guess|feel|felt|believe|suppose|hope|wish"
    r"|wonder|mean|bet|doubt|imagine)\b|\b(?:seems?|looks? like|sounds?|apparently|probably|perhaps|maybe"
    r"|honestly|in my opinion|my (?:opinion|view|take|read) |imo|imho|might|could|would|should)\b"
    r"|\b(?:i|we)'d (?:like|love)\b|^(?:(?:so|and|but|ok|okay|well|now)[, ]+)*(?:i'm|i am|we're) (?:just |also "
    r"|still |kinda |kind of |really |a bit )*(?:trying|struggling|having (?:trouble|issues|a hard time)|confused"
    r"|wondering|looking (?:for|to|forward)|curious|stuck|hoping|excited|glad|happy|proud|feeling)\b"
    r"|我觉得|我感觉|感觉|我想|我猜|我希望|我认为|觉得|看来|看起来|似乎|好像|可能|也许"
    r"|大概(?![^，。]{0,4}[\d一二两三四五六七八九十半几])|应该|老实说"
    r"|个人认为|我的意见|我的解读|期待|希望|建议|记得",
    re.IGNORECASE,
)
_EVALUATIVE = (
    r"(?:(?:\w+ly|so|too|very|quite|a bit|a little|pretty|just|not|all|still|always|never) )*(?:great|good"
    r"|fine|ok|okay|bad|terrible|busy|nice|amazing|awful|boring|killing|hurting|crazy|ready|right|wrong|here"
    r"|there|better|worse|hard|easy|happy|sad|sorry|glad|sure|off|up|over|out|down|back|to|going|getting"
    r"|beautiful|lovely|cool|late|early|gone|lost|stuck|empty|full|dead|perfect|true|done)\b"
)
_NO_NAME = (
    r"(?:That|This|It|There|Here|They|These|Those|He|She|We|You|Any\w*|Every\w*|Some\w*|No\w*|All|Both|Each"
    r"|What|Who|Which|One|Life|Time|Work|My|Our|His|Her|Their|Your|Its|Today|Yesterday|Tomorrow|If|So|And"
    r"|But)\b"
)
_CONCRETE = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty|hundred|thousand"
    r"|million|dozen) [a-z]|(?<=\w )(?-i:[A-Z][\w.-]+)|〇{2,}|\b\w+_\w+|(?-i:\b[A-Z][A-Za-z]*[A-Z]\w*)"
    r"|\b(?:first|second|third|fourth|fifth|top|ground) (?:floor|[a-z]+day|week|quarter|half)\b|\b(?:once"
    r"|twice|every|each)"
    r" (?:a |an |other |second )?(?:day|night|week|month|quarter|year|hour|minute|sprint|release|[a-z]+day)\b"
    rf"|^(?-i:(?!{_NO_NAME})[A-Z]\w+ (?:is|was|has|will|left|joined|works|lives|runs|owns|leads|said|moved|got"
    rf"|uses)\b)(?! {_EVALUATIVE})"
    rf"|(?<=[{HAN}])[A-Za-z][\w.-]+|^[A-Za-z][\w.-]+(?= ?[{HAN}])"
    r"|[一二三四五六七八九十百千万两半]+个?(?:[个次天年月周岁公台元块倍]|小时|分钟|秒|季度)"
    r"|(?<=[是在到为午晚上])[一二三四五六七八九十两]+点"
)
_LASTING = (
    re.compile(
        r"\b(?:i'm|i am|we're|we are) (?:currently |originally |also |now )?(?:(?:a|an|the) (?!bit|little|lot"
        r"|fan|mess|idiot|huge|big|few|while|bit|one|only (?:one|reason|thing|way)|same|worst|best)[\w-]+"
        r"|from (?-i:[A-Z])|based (?:in"
        r"|at)|married|born|\d+ ?(?:years|cm|kg|kilos|pounds)|in charge of|responsible for|pregnant|diabetic"
        r"|left-handed|retired|engaged|divorced|self-employed)",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:i|we) (?:\w+ly |also |currently |both |all )*(?:live (?:in|at|on|near)|work (?:at|in|as|for"
        r"|from|with|on)|study (?:at|in)|teach|own|drive (?:a|an)|speak (?-i:[A-Z])|moved (?:to|from)"
        r"|started (?:at|as|working)|joined|graduated|grew up|was born|weigh|run (?:a|the|our)|manage (?:a|the"
        r"|our)|lead (?:a|the|our)|use (?!it|this|that|to)\w+"
        r"|have (?:(?:a|an|two|three|four|five|\d+) (?!question|problem|minute|idea|feeling|headache|look"
        r"|meeting|good|nice|great|bug|bit|lot|few|favor|favour|moment|second|chance|similar|quick|bad"
        r"|suggestion|thought|request|doubt|point|cold|hunch|plan|issue|task|file|couple)[\w-]+|been diagnosed"
        r"|type \d|high|low))",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:my|our|his|her) (?!opinion|question|point|guess|bad|fault|idea|god|goodness|head|brain|mind"
        r"|weekend|day|turn|mistake|problem is)(?:(?!(?:and|or|that|which|who|to|so|but|if|when|as|for|in"
        r"|on)\b)[\w'-]+ ){1,5}?(?:is|are|was|were|has|have|lives|works|starts|ends|runs|uses|costs|expires"
        rf"|moved|begins|opens|closes)(?! {_EVALUATIVE}| \w+ing\b) (?=[\w〇$€£\"'])",
        re.IGNORECASE,
    ),
    re.compile(
        r"\bi(?:'ve| have) (?:\w+ly |almost |now |just |been )*(?:recovered|retired|graduated|moved|relocated"
        r"|divorced|married|\w+ing (?:\w+ ){0,4}for (?:over |about |more than |almost )?(?:a|an|\d+|two|three"
        r"|several) )"
        r"|\b(?:i|we)(?:'ll| will|'re going to|'m going to| am going to| are going to) (?:travel|fly|move"
        r"|relocate|visit|be (?:away|travelling|traveling|on leave|on vacation|on holiday|out of office)"
        r"|retire|get married|start (?:at|as|a new))\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:(?:was|been|is|were) diagnosed with|(?:test|lab|check-?up|exam|blood) results?\b.{0,20}\bshow)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:我|我们|我家|我爸|我妈|我老婆|我老公|我儿子|我女儿|我孩子)(?:现在|目前|今年|一直|也"
        r"|都)?(?:是(?![不说谁怎什想觉在])|来自|住(?!院|手)|叫(?![你他她它了不着醒车人个外一下过])|姓|属"
        r"|出生|毕业|养了|怀孕|退休|结婚|离婚|\d+岁|在[^，。]{1,12}(?:工作|上班|上学|读书|任职|就职|长大)"
        r"|有(?:[一两三二四五六七八九十\d]+"
        r"|个)(?![个]?(?:问题|想法|疑问|建议|点|些|会|事|请求|主意|感觉)))(?=[^，。]{1,})"
        rf"|(?:我|我们|他|她|公司|团队|客户)(?:的|家|这边的?)?[{HAN}\w]{{1,10}}(?<!意思)(?<!天)(?:用的是|是|叫"
        r"|位于|改为"
        r"|住在)(?=[^，。不]{2,})(?=[^，。]*[\dA-Za-z〇]|[^，。]*[省市区路号楼岁]"
        rf"|(?<=叫)[老小阿]?[{HAN}]{{1,4}}(?:[，。]|$))"
    ),
    re.compile(
        rf"(?!这|那|大家|我们)[{HAN}]{{2,8}}?(?:{TIME}|[一二三四五六七八九十\d]+月份?)?(?:刚|已经?)?(?:加入"
        r"|入职|离职|调到|转到|升为|接手|接替)了?"
        r"(?:[^，。？?]{0,10}(?:组|团队|部门?|公司|项目)了?[。.]?$|[。.]?$)"
        r"|[^，。？?我你他她]{2,12}(?:要|需要|得|花|用时|耗时|得花|要花)(?:大约|大概|差不多"
        r"|约)?[\d一二两三四五六七八九十百半]+个?(?:半)?(?:小时|分钟|秒|天)"
        r"|[^，。？?]{0,12}只有[^，。？?]{1,8}有[^，。？?]{0,10}(?:权限|密钥|钥匙|账号)"
    ),
    re.compile(
        rf"(?:我|我们|他|她|[{HAN}]{{2,3}})[^，。]{{0,2}}(?:每|周)[^，。？?]{{1,12}}在[^，。]{{1,10}}(?:办公"
        r"|上班|工作|值班|坐班|上课|远程)"
        r"|(?![我你他她它])[^，。？?]{2,16}每隔?(?:[一二两三四五六七八九十\d半]*个?)(?:天|周|月|年|季度"
        r"|小时|分钟|晚|早|日|星期|礼拜)"
        r"[^，。？?]{0,14}(?:开(?![心始])|举行|召开|进行|发布|发送|发给|交给|寄给|报给|重启|重置|备份|刷新|同步|更新|轮换|轮值"
        r"|清理|归档|执行|结算|扣款|收费|换班)"
        r"[^，。]{0,6}(?:[。.]?$|[，,])"
    ),
    re.compile(
        r"(?:我|他|她|我爸|我妈)[^，。]{0,4}(?:每天|每周|每晚|每月|每年)[^，。]{0,8}(?:吃|服用|喝|打|跑|走|练"
        r"|游|交|付)[^，。]*[\d一二三四五六七八九十两半]"
    ),
    re.compile(
        rf"(?:^|[，,])(?!我们|大家|现在|正|他们)[{HAN}]{{2,4}}在[^，。]{{2,10}}(?:带|当|做|管理?|负责|教|工作"
        r"|上班|读书|住)(?=[^，。]{2,}|[。]?$)"
        r"|(?:我|我们|他|她)[^，。]{0,6}(?:上|读|念)(?:小学|中学|初中|高中|大学|幼儿园|[一二三四五六]年级)"
    ),
    re.compile(
        r"(?:我|我们)[^，。]{0,4}(?:会|将|要|打算)?去[^，。]{1,10}(?:旅游|旅行|出差|度假|留学|进修|探亲|住院)"
        r"|(?:要|会|将)搬(?:到|去|家)"
    ),
    re.compile(r"(?:诊断|确诊|查出|患有|体检(?:结果)?|检查结果|化验)(?:是|为|了|有|显示|表明)?(?=[^，。]{2,})"),
)
_NO_STATE = (
    r"(?:不|很|太|挺|非常|特别|比较|有点|有些|真|最|更|好的|坏的|对的|错的|谁|哪|什么|怎么?|这|那|否|[吗么呢]"
    r"|家(?:[。，]|$)|否则|因为|为了"
    r"|用来|一样|一?个(?:好|坏|大|难|怪)|问题|关键|重要|上帝|金钱|王道|浪费|路上|跑步|运行|进行|重启|升级|修"
    r"|测试(?!环境|服|机|组|库)|下载|上传"
    r"|更新|排队|处理|构建|编译|加班|开会|忙|等|变|装修|漏|施工|维护|哭|笑|催|涨|跌|掉|抖|报错)"
)
_LEAD = r"(?:另外|还有|目前|现在|对了|[^，。]{1,8}[，,])?[^，。？?]{0,16}?"
_NOW = r"(?:现在|目前|暂时|已经|仍然?|还|都|一般|通常|固定)*"
_TOLD = rf"(?!{_NO_STATE})(?=[^，。？?]{{2,40}}(?<![了着中呢吗吧啊的呀哦])[。.!！]?(?:$|[，,]))"
_STANDING_STATE = re.compile(
    rf"{_LEAD}(?:{THINGS}){_NOW}(?:是|叫做?|名叫|为|设为|定为|定在|在|位于|设在|放在|跑在|跑的是|托管在|部署在"
    r"|存放在|来自|属于|用的?是?"
    rf"|采用|使用){_TOLD}"
    rf"|{_LEAD}(?:{PEOPLE}|时间){_NOW}(?:是|叫做?|名叫|为|定在|位于|来自|属于|用的?是?|采用|使用|在(?={TIME}|[A-Za-z\d]"
    rf"|[^，。]{{1,8}}[省市区县镇楼层号室厅园路街国州城厂港岛][。.]?$)){_TOLD}"
)
_IN_CHARGE = re.compile(
    rf"(?!我|你|他|她|谁|大家|这|那)(?:[{HAN}]{{2,8}}|[A-Za-z][\w.-]*)(?:现在|目前|一直|主要|同时|还)*(?:负责"
    r"|主管|分管|掌管|维护)(?!人|任|的|[吗？?])"
    rf"(?=[^，。？?]{{2,}})|[^，。？?谁哪]{{2,16}}?(?:现在|目前|一直|都)?(?:由|归|让)(?![谁哪你我])[{HAN}\w]{{2,10}}"
    r"(?:负责|管|管理|维护|主管|保管|接手|接管|处理|对接|托管)[。.!！]?(?:$|[，,])"
)
_TOOLS = re.compile(
    rf"(?:我们|咱们|团队|公司|大家|项目|[^，。？?我你]{{0,8}}(?:{PEOPLE}|{THINGS}|组|端))(?:现在|目前|都|一直"
    r"|主要|全部|统一|一般|平时|内部|[^，。？?]{0,6})"
    r"(?:用|使用|采用|靠|通过)(?:的是)?[A-Za-z](?![^，。]*(?:[了过]|试|看看|怎么))"
    r"|我(?:现在|目前|都|一直|主要|平时|一般)+(?:用|使用)(?:的是)?[A-Za-z](?![^，。]*(?:[了过]|试|看看))"
)
_REPORTS = (
    re.compile(
        r"(?:^|[,;:.—] ?|\b(?:i|we|they|and|just|he|she|(?-i:[A-Z]\w+)) (?:have |has |'ve |just |already |now "
        r"|also |finally )*|\b(?:i|we)'ve (?:just |already |now |also )*)"
        r"(?:confirmed|verified|measured|found|discovered|noticed|learned|fixed|finished|completed|implemented"
        r"|integrated|deployed|created|added|updated|released|published|set up|signed|bought|booked|hired|sold"
        r"|submitted|adjusted|increased|reduced|built|configured|launched|lost|gained|reached|labeled|weighed"
        r"|migrated|installed|removed|renamed|replaced|blocked|tested|ran|drafted)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?<!it )(?<!this )(?<!that )\b(?:is|are|has been|have been|was|were|\w{4,}) (?:now |already "
        r"|just )?(?:live|online|completed?|deployed|released|fixed|merged|migrated|implemented|up and running"
        r"|installed|published|resolved|launched|operational|integrated|passed)\b(?! (?:to|for) )",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:已经?|刚刚?|都|全部|今天|昨天|上周|刚才)[^，。]{0,8}(?:完成|修复|修好|上线|部署|更新|发布|创建"
        r"|接入|确认|解决|迁移|提交|发出|签|订|付|办|加|改|配|测"
        r"|跑通|打通|建|写完|跑)"
        r"|(?:完成|上线|修复|已通|通了|就绪|生效|闭环|发布|入库|支持[^，。]{2,10})了?(?=$|[，。；;])|(?:发现"
        r"|证实|数据证实|测得|查到|查明|确认)(?:了|："
        r"|:)?(?=[^，。]{3,})"
        r"|(?:我|我们)(?:把|将)[^，。]{2,20}(?:了|好|到|成|为)|(?:做|加|建|写|改|买|订|签|换|测|跑"
        r"|整理)了(?=[^，。]{2,})"
    ),
)
_STATES = (
    re.compile(
        r"(?:\b(?:the|this|all|each|every|our|a|an)\s+(?:[\w'./-]+ ){1,6}?|^(?:[\w'./-]+ ){1,5}?"
        r"|\b(?-i:[A-Z])[\w.-]* (?:[\w'./-]+ ){0,3}?)(?:is|are|was|were|runs?|listens?|lives?|costs?|uses?"
        r"|starts?|ends?|opens?|closes?|expires?|takes?|has|have|supports?|contains?|returns?|sits?|points? to"
        r"|belongs? to|reports? to|weighs?|measures?|holds?|stores?|emerged|begins?|grew|rose|fell|dropped"
        r"|improved|decreased|moved|owns|leads|works|joined|left|go(?:es)? back|covers?|lasts?|ranges?|sells?"
        r"|serves?|employs?|pays?|ships?|says|shows?|comes?|goes|arrives?|lies|stands|happens|resets|restarts"
        r"|repeats|rotates|sends|writes|reads|keeps|syncs|requires|accepts|produces|delivers|connects)\b",
        re.IGNORECASE,
    ),
    re.compile(rf"(?:^|[,;:] |\b(?:Mr|Ms|Mrs|Dr|Prof)\. )(?!{_NO_NAME})[A-Z][\w-]* [a-z]{{3,}}s\b"),
    re.compile(
        r"\bwe (?:currently |now |mostly |usually |also )*(?:bill|invoice|charge|pay|deploy|host|store|track"
        r"|monitor|log|process"
        r"|manage|build|test|document|ship|sell|buy|order|communicate|chat|plan|design|collect|sync|back up"
        r"|authenticate|send"
        r"|serve|render|cache|queue|schedule|run|use|write|keep) (?:[\w'-]+ ){0,4}?(?:through|via|with|in|on"
        r"|over|from|using|by"
        r"|from|to|for(?= (?:at least |about |up to )?\d)) \w",
        re.IGNORECASE,
    ),
    re.compile(r"[\w%]\s*(?:=|≥|≤|→|:|：)\s*[\d.]"),
    re.compile(r"\d ?[月日号点]"),
    re.compile(
        r"是|为|在|有|叫|位于|(?:保留|保存|持续|耗时|保修|试用)(?=[^，。]{0,6}[\d一二两三四五六七八九十半])"
        r"|过期|超时|失效|使用|用的|运行|监听|支持"
        r"|到(?=[\d ])|降|升|提升|达到|减|增加|稳定|需要|负责|属于"
        r"|开始|结束|过期|到期|搬[到进去]|当(?=[^然时前天])"
        r"|做(?=[^，。]{1,6}[师员生长])|从|教|卖|跑在|放在|归"
    ),
)
