"""Forms of words, English and Chinese, by which a statement shows that no rule may rest on it, or that it is delicate.

Tables only. They prefer to let a statement pass: what is passed on waits for more observations and often for a person.
"""

import re

STANDING = re.compile(
    r"\b(?:always|never|usually|generally|normally|typically|often|mostly|every(?:one|body)?|each|whenever|by default"
    r"|as a rule|from now on|going forward|must(?:n't)?|should(?:n't)?|prefers?|likes?|loves?|hates?|dislikes?|enjoys?"
    r"|favou?rs?|would rather|requires?|need(?:s|ed)? to|has to|have to|ought to|do(?:es)? not|don't|doesn't|may not"
    r"|cannot|can't|is not allowed|not allowed|forbidden|allowed|avoids?|only|tends? to|any|all|no one|nobody|policy"
    r"|rule|convention|habit|routine)\b|每|总是|一直|一律|始终|通常|一般|经常|习惯|凡是|默认|必须|应该|应当|务必"
    r"|需要|不要|不得|不能|不许|不准|禁止|严禁|别|喜欢|偏好|讨厌|宁愿|都[要用会先得是]|只[用要能在]|以后|今后|从不"
    r"|永远|规定|要求|规则|所有",
    re.IGNORECASE,
)
"""What makes a statement hold beyond the moment it was said."""

HAPPENED = re.compile(
    r"^(?:[\w .'-]{1,30}: )?(?:(?:ok(?:ay)?|so|and|well|also|then|now|yes)[, ]+)*(?:the user|the team|user|i|we|he|she"
    r"|they|it|(?-i:[A-Z]\w+(?: [A-Z]\w+)?))(?:'ve|'d| has| have| had)?(?: (?:just|already|finally|also|now|then|once"
    r"|recently|successfully))*"
    r" (?:fixed|resolved|implemented|added|created|updated|changed|removed|deleted|renamed|refactored|moved|migrated"
    r"|replaced|installed|deployed|configured|wrote|written|committed|pushed|merged|published|released|tested|verified"
    r"|confirmed|booked|ordered|sent|scheduled|saved|completed|finished|reverted|upgraded|enabled|disabled|switched"
    r"|converted|met|had|went|bought|tried|found|saw|lost|broke|crashed|failed|called|talked|spoke|asked|told|got|took"
    r"|made|gave|came|left|arrived|visited|ate|watched|played|ran|forgot|spent|paid|won|signed|learned|noticed"
    r"|discovered|started|stopped|shipped|opened|closed|attended|flew|drove|celebrated|received|submitted|rebooted"
    r"|restarted|cleaned|cancell?ed|launched|presented|reviewed)\b",
    re.IGNORECASE,
)
HAPPENED_ZH = re.compile(
    r"(?:修复|部署|发布|完成|更新|升级|迁移|删除|合并|提交|上线|回滚|遇到|发现|出现|收到|参加|解决|安装|取消|重启|召开"
    r"|买|去|吃|见|开|做|发|换|看|聊|谈|找|试|跑|写|搬|修|订|拿|丢|赢|签)(?:好|完|成|到|过|掉)?了"
    r"|(?:刚刚?|刚才|已经?)[^，。]{0,12}(?:了|完|好|成)"
)
"""Something that was done or befell, once."""

ONCE = re.compile(
    r"\b(?:this (?:time|once|one time|release|sprint|ticket|pr|pull request|meeting|trip|incident|instance)|just this"
    r"|for this (?:task|pr|ticket|release|one|session|demo)|one[- ](?:off|time)(?! pass| code)|only once|just once"
    r"|the other day|a (?:few|couple of) (?:days|weeks|months) ago|earlier|just now|right now)\b"
    r"|这次|这一次|本次|这回|此次|一次性|仅此一次|就这一次|刚才|刚刚|那天|前几天|前两天|上回|上次|当时",
    re.IGNORECASE,
)

PROVISIONAL = re.compile(
    r"\b(?:for now|for the (?:moment|time being)|at the moment|tentative(?:ly)?|provisional(?:ly)?|temporar(?:y|ily)"
    r"|interim|maybe|perhaps|might|possibly|probably|presumably|not (?:yet )?(?:sure|certain|decided|final)|unsure"
    r"|undecided|i (?:think|guess|suppose|assume|reckon)|we'll see|let's (?:try|see|experiment)|experiment(?:ing|ally)?"
    r"|stopgap|workaround|until (?:we|i|further|it is|they)|could be|lean(?:ing)? towards?|thinking (?:of|about)"
    r"|considering|tbd|rough(?:ly)? idea|not final|subject to change|trying out|seems?|apparently)\b"
    r"|先这样|先用着|先凑合|目前先|暂时|暂定|暂且|临时|姑且|可能|也许|或许|大概|估计|试试|试一下|试着|再说(?!一[次遍声])|再看"
    r"|待定|考虑一?下?|好像|似乎|不确定|没想好|还没定|未定|我猜|感觉",
    re.IGNORECASE,
)
"""A conclusion that its speaker does not stand by yet."""

EMOTIONAL = re.compile(
    r"\b(?:furious|(?:so|really|extremely) (?:angry|mad|annoyed|frustrated|sick|upset|pissed)|sick (?:and tired )?of"
    r"|fed up|i hate (?:this|that|it|you|everything|my)|the worst|(?:god)?damn(?:ed)?|wtf|omg|fuck\w*|shit\w*|bullshit"
    r"|idiot\w*|stupid|terrible|horrible|disgusting|i can't take|never again|screw (?:this|that|it)|ridiculous|insane"
    r"|crap(?:py)?|nightmare|ugh+|driving me (?:crazy|mad|nuts)|i'm done with|had enough"
    r"|so (?:happy|excited|thrilled))\b"
    r"|\bgarbage\b(?! collect)|!!|！！"
    r"|气死|烦死|受够|受不了|要崩溃|快崩溃|太(?:烦|气人|糟|过分|离谱|恶心)|再也不想?|忍无可忍|恨死|讨厌死|绝望|疯了"
    r"|混蛋|白痴|烂透|妈的|垃圾(?!回收|邮件|桶|分类|箱)|什么破|破玩意|激动死|开心死",
    re.IGNORECASE,
)
"""Strong feeling, in which people say what they would not lay down as a rule."""

CONTRASTED = re.compile(
    r"(?:, | and | but )not (?:\w+ ?){1,3}$|\b(?:instead of|rather than|over) .*$|，?(?:而不是|而非|不是)[^，。]*$",
    re.IGNORECASE,
)
"""What a statement sets aside for what it says; its negation is not the statement's own."""

COMPARES = re.compile(
    r"\b(?:over|than|instead of|rather than|before|after|from)\b|比起?|而不是|而非|从|(?P<of>之?前|之?后)(?!端)",
    re.IGNORECASE,
)
"""Words around which the order of what is said turns its meaning round; `of` stands behind what it relates to."""

CREDENTIALS = re.compile(
    r"\b(?:passwords?|passphrases?|passcodes?|pin (?:codes?|numbers?)|api[ -]?keys?|secret (?:keys?|tokens?)|secrets"
    r"|private keys?|access tokens?|auth(?:entication)? tokens?|bearer tokens?|ssh keys?|credentials?|2fa|mfa"
    r"|one-time codes?|recovery codes?|seed phrases?|login details)\b|\b(?-i:PIN)\b"
    r"|密码|口令|密钥|私钥|令牌|验证码|凭证|凭据|助记词",
    re.IGNORECASE,
)
HEALTH = re.compile(
    r"\b(?:allerg\w+|asthma\w*|diabet\w+|cancer|depressi(?:on|ve)|antidepress\w+|anxiety|adhd|autis\w+|hiv|pregnan\w+"
    r"|medications?|medicines?|prescri(?:bed|ption|ptions)|diagnosed|diagnosis (?:of|with)|therap(?:y|ist)"
    r"|psychiatr\w+|surgery|blood (?:pressure|sugar)|insulin|migraines?|epilep\w+|diseases?|disorders?|chronic"
    r"|disabilit(?:y|ies)|sick leave|intoleran(?:t|ce)|c(?:o|e)eliac|dyslexi\w+|heart (?:condition|attack)|arthritis"
    r"|insomnia|mental health|physiotherap\w+|dialysis|chemo\w*)\b"
    r"|过敏|哮喘|糖尿病|癌|抑郁|焦虑症|怀孕|孕期|吃药|服药|药物|药片|降压药|处方|确诊|诊断[为出]|手术|血压|血糖|胰岛素"
    r"|偏头痛|癫痫|病史|病症|病情|慢性病|心脏病|残疾|住院|心理[治咨]|失眠|乳糖不耐|化疗|复诊|体检",
    re.IGNORECASE,
)
OBLIGATIONS = re.compile(
    r"\b(?:mortgages?|loans?|(?<!technical )(?<!tech )debts?|owes?|owed|alimony|child support|custody|lawsuits?|sued"
    r"|court (?:dates?|orders?|cases?|hearings?)|in court|probation|parole|bankrupt\w*|tax (?:debts?|returns?|arrears"
    r"|bills?|payments?)|back taxes|overdue (?:rent|bills?|payments?)|instal?lments?|subpoena\w*|settlement agreement"
    r"|non-?compete|credit card (?:debts?|balances?|bills?)|pays? (?:\w+ )?(?:rent|taxes|mortgage)|rent (?:is|of)"
    r"|fines?(?= of| for| to))\b"
    r"|房贷|车贷|贷款|还款|还贷|欠[款债钱]|债务|抚养费|赡养费|官司|诉讼|起诉|法院|判决|破产|欠税|补税|税款|罚款|房租"
    r"|信用卡账单|分期|保释|缓刑|竞业",
    re.IGNORECASE,
)
"""What a person owes, or has to answer for before the law."""

WEIGHTLESS = re.compile(
    r"\b(?:the user|the team|users?|prefer(?:s|red|ences?)?|likes?|loves?|wants?|dislikes?|hates?|enjoys?|favou?rs?"
    r"|always|never|usually|generally|normally|typically|often|mostly|only|really|strongly|much|very|still|also|just"
    r"|must(?:n't| not)?|should(?:n't| not)?|would(?: rather)?|needs? to|ha(?:s|ve) to|ought to|do(?:es)? not|don't"
    r"|doesn't|cannot|can't|not|no|ever|every time|each time|whenever|by default|as a rule|from now on|going forward"
    r"|please|remember|rule|policy|convention|we agreed|it is|is required|required|is forbidden|forbidden|avoids?|make"
    r" sure|be sure|that|to|all)\b"
    r"|用户|团队|我们|咱们|大家|喜欢|更?偏好|更愿意|宁愿|讨厌|希望|总是|一直|一律|始终|通常|一般|经常|习惯|凡是|默认|必须"
    r"|应该|应当|务必|需要|不要|不得|不能|不许|不准|禁止|严禁|(?<![点日号天时完后午钟])以后|今后|从现在起|从不|永远|每次|每回|规定|要求|规则|记住"
    r"|记得|请|都要|都得|要先|就是|一定|都|要|不|得",
    re.IGNORECASE,
)
"""Words that say how something holds, and nothing of what."""

LIGHT = re.compile(
    r"\b(?:us(?:e|es|ed|ing)|with|in|on|by|the|an?|is|are|be|get|gets|got)\b|使用|采用|应用|[用以写做里中在的]",
    re.IGNORECASE,
)
"""Words that change with the wording and name nothing, when two statements are laid side by side."""

EMPTY = re.compile(
    r"\b(?!(?-i:[A-Z]{2,}\b|Go\b))(?:need(?:s|ed)?|requir(?:es?|ed|ing|ement)|allow(?:s|ed)?|permitt?(?:ed)?|mandatory"
    r"|obligatory|necessary|compulsory|supposed|expected|important|instead|rather|than|tends?|habits?|habitually"
    r"|routine(?:ly)?|keeps?|kept|keeping|goes|go(?:ing)?|gets?|getting|got|gives?|giv(?:en|ing)|tak(?:es?|en|ing)"
    r"|puts?|putting|does|doing|done|has|hav(?:e|ing)|lets?|us(?:e|es|ed|ing)|wants?|happens?|comes?|stays?|remains?"
    r"|treat(?:s|ed)?|contain(?:s|ed)?|include[sd]?|appear(?:s|ed)?"
    r"|people|persons?|things?|something|anything|everything|nothing|stuff|ways?|times?|cases?|sure|off limits|banned"
    r"|prohibit(?:s|ed)?|forbids?|disallow(?:s|ed)?|refuses?|refrain|nobody|someone|anyone|everyone|okay|ok|good|best"
    r"|well|first|then|afterwards|always|me|them|their|themselves)\b"
    r"|才能|才可以?|才行|才准|方可|经过?|通过|出现|包含|含有|带有|使用|采用|应用|进行|允许|必要|千万|可以|时候|情况下?|问题|东西|事情|方式|方法|内容|尽量|统一|全部|任何|非常|比较|如果"
    r"|一遍|一下|上面|这些?|那些?|保持|[每各这那][个位种条张份件项次遍台本只]"
    r"|(?<![小老阿])[用以写做里中在的之其此该它你您把被让使将对给和与及或并而但先再也还就才又只仅更最"
    r"很太各每个位次些为是有会可能应须须务需准成到于从自向往由按凡若当所着了过吧呢啊呀嘛都要得来去进入作]",
    re.IGNORECASE,
)
"""Words that stand in for others or only carry them: beside the weightless ones, what a difference in them leaves."""

RECURS = re.compile(
    r"\b(?:always|never|every|each|whenever|daily|weekly|monthly|from now on)\b|每|总是|从不|永远|一律|始终|以后都",
    re.IGNORECASE,
)
"""What makes a task or a promise one that comes again and again."""

REMINDS = re.compile(r"\b(?:forget|hesitate|worry|bother)\b|忘|犹豫|担心|客气", re.IGNORECASE)
"""What is not meant to be left off, though it is told with a negation: "don't forget to …"."""

NEGATIVE = re.compile(
    r"\b(?:not|never|no|nor|none|nothing|nobody|cannot|dislikes?|hates?|avoids?|against|forbidden|forbids?"
    r"|prohibit\w*|stop|refuses?|off limits|banned)\b"
    r"|n't\b|不(?!仅|但|断|同|过)|别(?!的|人)|禁止|严禁|讨厌|勿|避免|反对|拒绝|没有?",
    re.IGNORECASE,
)
LIFTED = re.compile(
    r"(?:\b(?:no longer|not|never|nobody|no one)|n['’]t)\b[^,.;:]{0,40}\b(?:forbid\w*|banned|prohibit\w*|off limits"
    r"|dislikes?|hates?|avoids?|refuses?)\b|(?:不再|没有?|不)(?:会|是|被)?(?:禁止|严禁|讨厌|反对|拒绝|避免)",
    re.IGNORECASE,
)
"""A negation that is denied: what it says is allowed, liked, or done."""
