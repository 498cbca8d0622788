"""Forms of words, English and Chinese, by which a clause shows what it is to those beside it. Tables only."""

import re

from mcp_memory.engine.text.languages import HAN

WORD = re.compile(r"[^\W\d_]+")
BREAK = re.compile(
    r",(?=\s)|[，；;。！？]|[:：](?=\s|[^\x00-\x7f])|\s[—–-]+\s|[.!?](?=\s)"
    r"|\s(?=(?:because|so that|due to|owing to|thanks to)\s)"
)
"""Where a clause ends."""

JOINT = re.compile(
    r"(?:(?:and|but) )?(?:and|but|so|therefore|hence|thus|then|also|plus|yet|however|which is why|that['’]s why"
    r"|that is why|which means(?: that)?)\b,? (?=\S)"
    r"|(?:所以|因此|于是|因而|故而|但是?|不过|然而|而且|并且|然后|另外|那么?就?)(?=\S)",
    re.IGNORECASE,
)
BUT = re.compile(r"(?:and )?(?:but(?: then| also)?|however|yet)|但是?|不过|然而")
SO = re.compile(
    r"(?:and |but )?(?:so|therefore|hence|thus|which is why|that['’]s why|that is why|which means(?: that)?)"
    r"|所以|因此|于是|因而|故而|那么?就?"
)
"""What follows is told for its own sake; what went before was the reason."""

CONCEDES = re.compile(
    r"(?:even (?:if|for|when|though|in|on|at|with|just|then)|no matter|no exceptions?|without exceptions?|regardless"
    r"|whatever|whether or not|\w+ included)\b|哪怕|即使|即便|就算|不管|无论|不论|无一例外",
    re.IGNORECASE,
)
"""More is meant by it, not less."""

REASON = re.compile(
    r"(?:because|since|so that|lest|otherwise|or else|or (?:we|it|you|they|the|nobody|somebody|i)|due to|owing to"
    r"|thanks to|given|seeing|considering"
    r"|as (?!soon|long|far|of\b|at\b|from\b|always|usual|ever\b|agreed$)(?:the |our |my )?\w+ "
    r"|(?:last|the other|the previous) (?:time|week|month|year|day)|yesterday)\b"
    r"|因为|由于|不然|否则|要不然?|免得|省得|以免|以便|为了|毕竟|反正|怕|担心|上次|上回|上周|上个?月|昨天|前几天|前两天|这样",
    re.IGNORECASE,
)
"""Why it is so, or what happened to make it so."""

CAUSE = re.compile(
    r"^(?:because of|due to|owing to|thanks to) (?:[\w'’-]+ ){1,5}?(?=(?:the|we|our|every|each|all|no|nobody|there) )",
    re.IGNORECASE,
)
"""A reason that no comma parts from what it is given for."""

_LEADS = (
    r"(?:so|and|then|ok(?:ay)?|well|right|yes|yeah|no|oh|ah|hm+|hey|hi|hello|(?:good )?(?:morning|afternoon|evening)"
    r"|folks|guys|team|all|everyone|everybody|people|please|thanks|thank you|sorry|again|also|now|finally|look|listen"
    r"|remember|by the way|btw|fyi|got it|understood|before i forget|just so (?:you|we|everybody) (?:know|knows)"
    r"|for (?:the record|everybody|everyone|all(?: of us)?|your information)"
    r"|as (?:always|usual|ever|agreed|before|discussed|(?:i|we|you) (?:said|agreed|discussed|know|decided)(?: before)?)"
    r"|like (?:i|we) said(?: before)?|once (?:more|again)(?: for (?:everybody|everyone|all|the \w+(?: ones?)?))?"
    r"|i (?:repeat|mean|know|said it before)"
    r"|(?:(?:a|one|another|small|friendly|quick|short|just|our|the|house|old|golden|first|same) ){0,4}(?:reminder|note"
    r"|rule|request|thing)(?: (?:to|for) (?:everybody|everyone|all|you all|the \w+(?: ones?)?))?"
    r"(?: (?:here )?(?:is|applies|holds|stays))?"
    r"|(?:please )?(?:remember|note|keep in mind|don['’]t forget|do not forget|mind)(?: that)?|you (?:see|know)"
    r"|(?:that['’]s|it['’]s) (?:it|all|the rule|our rule)|no discussions?|same (?:here|procedure)"
    r"|let['’]s keep it simple)"
)
_LEADS_ZH = (
    r"(?:(?:我|我们)?(?:再|来|先|也|还|就|要|另外|多次){0,4}(?:提醒|强调|补充|重申|说明|说|插|加|讲|唠叨)"
    r"(?:过?[好很]?多?[几多遍次]{0,2}|大家|各位|你们?|新同事|新人|同事们?|所有人|一[下句次遍条点声嘴]){0,3}[啊哈了吧]?"
    r"|(?:请|大家|各位|同学们|伙计们|同事们|所有人|诸位|麻烦|拜托|你们?|再|都|务必|千万|一定|要){0,5}"
    r"(?:请|注意|记住|记得|留意|听好|牢记|别忘了?|配合)(?:一[下点])?[了啊哈]?|各位|大家|(?:麻烦|拜托)(?:各位|大家)?"
    r"|(?:还是)?(?:老规矩|那句话|老话)了?"
    r"|(?:按照?|照|依照?|根据)(?:公司|我们的?|老|现有)?(?:规[定范矩章]|惯例|约定|要求|旧|老样子)"
    r"|对了|还有(?:[一件]{0,2}事|一点|就是|一条|啊)?|另外|嗯+|好(?:的|了|吧)?|哎呀?|唉|喂|那个|行"
    r"|顺便(?:说|提)?(?:一[下句])?|总之|不好意思|抱歉|谢谢|辛苦了?|没得商量"
    r"|(?:这个|这事|这)?(?:大家|你们)?都?(?:知道|清楚|懂)的?|都?(?:记住|知道|明白|懂)了"
    r"|(?:我|我们|以前|之前|早){0,3}(?:说|讲|提)过(?:了|[好很]?多[次遍])?)"
)
LEAD = re.compile(rf"{_LEADS}|{_LEADS_ZH}", re.IGNORECASE)
"""A clause that says nothing but that something is coming, or was said before."""

NAME = re.compile(rf"(?!(?:It|They|We|He|She|Nobody|Everybody)\b)[A-Z][\w'’-]*|[{HAN}]{{1,3}}")
"""Whom it is said to, before or behind it; or what it is about."""
ADDRESS = re.compile(rf"[小老阿][{HAN}]{{1,2}}|[{HAN}]{{1,2}}[姐哥总工]")
"""A name that is called, rather than spoken of."""

HEAD = re.compile(
    rf"^(?:{_LEADS}[,:;—–-]+\s*|(?:please|and|but|so|also|just|then|therefore|from now on|going forward|once more|again"
    r"|(?:please )?(?:remember|note|make sure|be sure|keep in mind|don['’]t forget|do not forget)(?: that| to)?"
    rf"|the rule is(?: that)?)\b,?\s+|as (?:always|usual|agreed)\s+|{_LEADS_ZH}[，,：:]+\s*"
    r"|(?:所以|因此|于是|但是?|不过|而且|那么?|请|麻烦|拜托|记得|还有|另外|对了|其实|总之|反正|再次|提醒(?:一下)?(?:大家|各位)?"
    r"|(?:大家|各位)(?:请|都)?(?:记得|记住|注意)?|按照?(?:公司)?(?:规[定范矩]|惯例|约定)|从现在(?:起|开始)|从今以后"
    r"|以后(?=[^，]))(?=\S{4}))",
    re.IGNORECASE,
)
TAIL = re.compile(
    r"[,\s]+(?:please|remember|right|ok(?:ay)?|folks|everyone|everybody|guys|thanks|as (?:always|usual|agreed)"
    r"|as we (?:agreed|said)|either|by the way)$|(?<=[^\x00-\x7f])[啊哦吧呀啦嘛哈喔咯哟]+$",
    re.IGNORECASE,
)
"""What a part loses at its beginning and at its end."""

CONDITION = re.compile(
    r"(?:if|when|whenever|wherever|once|unless|until|till|while|before|after|as (?:soon|long|far) as|every time"
    r"|each time|provided|except|apart from|besides)\b"
    r"|(?:如果|要是|假如|倘若|若是?|一旦|只要|凡是|每当|除非|遇到|碰到)"
    r"|[^，]{1,20}(?:时|时候|期间|的话|情况下|[之以]?内)$|[^，不别要必须得]{1,20}(?:之?前|之?后|以[前后])$",
    re.IGNORECASE,
)
PLACE = re.compile(
    r"(?:during|on|in|at|for|with|without|from|by|within|outside|under|over|as (?:of|from|at))\b"
    rf"|(?:每次|当|除了|对(?![账接齐外内焦方话手象比])|至于|在)(?=[{HAN}])|[^，]{{1,20}}[里中上]$",
    re.IGNORECASE,
)
"""A time or a place, where nothing is said of it in the same clause."""

EXCEPT = re.compile(
    r"\b(?:except\w*|unless|apart from|other than|(?<!nobody )(?<!one )(?<!nothing )(?<!none )but|though|although|only"
    r"|fine|ok(?:ay)?|allowed|permitted|may|can(?!['’]t|not)|could|optional|exclud\w+|exempt\w*|unaffected|instead"
    r"|less|still|needn['’]t|need not|don['’]t (?:need|have) to|different(?:ly)?|otherwise)\b"
    r"|除外|除了|除非|例外|但|不过|只|仅|可以|允许|不算|不包括|不含|另算|另说|随意|没关系|不受|豁免|放宽|无所谓"
    r"|不用|不必|无需",
    re.IGNORECASE,
)
"""What allows, or sets something apart. It is wide: too much of it only leaves a sentence whole."""

FIRST = re.compile(r"\bfirst$|^first\b(?!.*\bthen\b)|^先[^再才]*$", re.IGNORECASE)
"""What comes after it is told in the next clause."""

NAME_AT_END = re.compile(r"\b[A-Z][\w'’-]*$")
"""Before another name it is one of several."""

SAYS = re.compile(
    r"\b(?:says?|said|thinks?|thought|claims?|claimed|writes?|wrote|believes?|insists?|suggests?|asks?|asked|told \w+"
    r"|according to .+)$|(?:说|认为|觉得|表示|议论|建议|主张|写道|声称|问|答|喊|提到)[过了道]?$|^据[^，]+$",
    re.IGNORECASE,
)
"""Somebody's words follow, and are not the speaker's own."""

DENIES = re.compile(
    r"\b(?:that|this|it)(?: is|['’]s| was)(?: not|n['’]t)? (?:\w+ )?(?:wrong|true|right|correct|so|the case)\b"
    r"|(?:不对|错了|不是这样|并非如此|说错了|不是的)",
    re.IGNORECASE,
)
"""It answers to something that was said before, and tells nothing by parts."""

AND = re.compile(r"\b(?:and|or|nor)\b", re.IGNORECASE)
VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|must|shall|should|can|could|may|might|will|would|cannot"
    r"|never|always|need(?:s|ed)?|want(?:s|ed)?|like[sd]?|hate[sd]?|prefer(?:s|red)?|use[sd]?|let|goes?|went|comes?"
    r"|came|gets?|got|makes?|made|keeps?|kept|takes?|took|says?|said|knows?|knew|sees?|saw|means?|costs?|helps?|works?"
    r"|runs?|ran|fails?|breaks?|broke|loses?|lost|waits?|asks?|asked|tells?|told|no|nobody|nothing|please)\b"
    r"|n['’]t\b|['’](?:s|re|ve|ll|d|m)\b|^(?:i|we|you|he|she|they|it|there)\b|\b\w{3,}ed\b"
    r"|[是有要得会能可应必须不没别禁做改写读发去来出给到过了让把被都太很更最挺真]|用(?![户途量法具品])",
    re.IGNORECASE,
)
"""What shows that a clause has a predicate."""

GOES_ON = re.compile(
    r"(?:再|然后|最后|就|也|都|还|一律|必须|务必|一定|应[该当]?|要|得|不|别|禁止|严禁|只(?!有)能?|需要?|统一|全部|可以|能)(?!$)"
)
"""How a Chinese clause begins that goes on about what the one before it named."""

POINTS = re.compile(
    r"\b(?:it|they|them|those|these|this|that|he|she|him|her|his|its|their|theirs)\b|[他她它]|[这那]"
    r"|\b(?:after(?:wards)?|then|next|later|second|too|as well|instead)$",
    re.IGNORECASE,
)
