"""By which words a statement shows that its speaker does not assert it now: imagined, mocked, reported, bygone.

Tables of English and Chinese, for statements as they were said.
"""

import re

SUPPOSED = re.compile(
    r"\bwould\b.*\bif\b|^(?:if|suppose|supposing|imagine)\b.*\b(?:would|could|might|were|had|'d)\b|\bif only\b"
    r"|\bwish(?:es)?\b|\bwould be (?:nice|great|good|better|lovely)\b|\bin an ideal world\b"
    r"|^(?:(?:can|could|would) you |please |now )*(?:write|compose|tell|draw|sing|invent|make up)\b.{0,40}?"
    r"(?<!user )"
    r"\b(?:poem|story|novel|song|tale|joke|limerick|haiku|sketch|screenplay|fable)s?\b"
    r".{0,30}?\b(?:in which|where|about|whose|featuring|with)\b"
    r"|^(?:请|帮我|给我|麻烦|能不能|再)*(?:写|编|讲|作|画)一?[首个篇段则][^，。]{0,12}(?:诗|故事|小说|歌|笑话|剧本|童话|段子|寓言)"
    r"|^(?:假如|假设|倘若|要是)(?!.*(?:必须|务必|一定要|不要|不得|不能|应该|请|先))|就好了|多好啊?$|但愿|巴不得",
    re.IGNORECASE,
)
"""What is imagined or wished for, whatever standing words are in it."""

MOCKING = re.compile(
    r"\bwhat could (?:possibly )?go wrong\b|^oh,? (?:yes|yeah|sure|great|good|right|wonderful|fantastic)\b"
    r"|^(?:yeah|sure|oh),? right\b|^(?:yeah|yep|yup|oh yes|right|ok(?:ay)?|well),? (?:sure|totally|of course)\b"
    r"|(?:^|\b(?:because|'cause|cause|after all),? )who (?:even |really |still |the hell )?(?:needs|wants|cares about"
    r"|reads"
    r"|has time for)\b[^.?!]*(?:, right|\banyway|\bany ?more)"
    r"|(?:\bbecause|'cause),? who (?:even |really )?(?:needs|cares)\b"
    r"|[🙄🤡😏🙃😒]|(?:^|\s)/s\s*$|\(sarcasm\)"
    r"|(?:^|[，。！])(?:反正|毕竟|因为)?谁(?:还|会|真的?)*(?:需要|用得着|稀罕|在乎)[^，。]{0,12}(?:啊|呀|嘛|呢|对吧|是吧)"
    r"|^(?:对对对|是是是|行行行|好好好)|^可不是嘛|"
    r"^(?:great|wonderful|fantastic|lovely|awesome),? (?:another|yet another|now)\b"
    r"|\bbecause (?:that|it|this)? ?(?:always )?works? so well\b|太棒了呢|真是太好了呢|呵呵|可真行|真会玩|谁不知道",
    re.IGNORECASE,
)
"""Signs that the contrary of what is said is meant."""

_MINE = r"(?:的|老板|领导|上司|经理|主管|组长|同事|朋友|客户|老师|导师|妈|爸|老婆|老公|[哥姐弟妹])"
REPORTED = re.compile(
    r"^(?!(?:the )?(?:user|team)\b(?!['’]s\b)|we\b|i\b)(?:the )?[\w'’ -]{1,40}? (?:"
    r"(?:says?|said|claims?|claimed|writes?|wrote|thinks?|thought|believes?|believed|argues?|argued|insists?|insisted"
    r"|told \w+|tells? \w+|mentioned|suggests?|suggested|recommends?|recommended)\b"
    r"(?:,? that\b|[,:]? [\"“'‘]|[:：]| (?:we|you|they|one|to|never|always|everyone|everybody|nobody)\b)"
    r"|(?:says?|said|claims?|claimed|thinks?|thought|believes?|believed|argues?|argued|insists?|insisted|suggests?"
    r"|suggested|told (?:me|us|them|the (?:user|team))|feels?|felt|reckons?|reckoned)\b [\w'’ -]{1,60}?"
    r" (?:must(?:n['’]t)?|should(?:n['’]t)?|shall|ha(?:s|ve) to|needs? to|ought to|never|always|cannot"
    r"|can['’]t|may not)\b)"
    r"|^(?:according to|as stated in|in the opinion of)\b|^(?:i|we|the user|the team) (?:was|were|got) told\b"
    rf"|^(?!(?:用户|团队|我们?|咱们)(?!{_MINE}))[^，。]{{1,10}}"
    r"(?:(?<![再先来要想])说(?![明法服])|认为|觉得|声称|主张|写道|表示|建议)(?:过|了)?[，：:“「]?"
    r"|^(?:据说|据|听说|按照.{1,8}的说法)|^(?:用户|团队|我们?|咱们)被告知",
    re.IGNORECASE,
)
"""What somebody else is said to have said."""

BYGONE = re.compile(
    r"(?<!is )(?<!are )(?<!be )(?<!been )(?<!get )(?<!gets )\bused to\b"
    r"|\b(?:my|our|the user's|the team's|their) (?:old|former|previous|last) (?:company|job|team|employer|boss)\b"
    r"|\bback (?:then|in the day)\b|\bin those days\b"
    r"|^(?:以前|从前|过去|当年)|(?:以前|之前|上一家|原来)的?(?:公司|单位|团队|老板)",
    re.IGNORECASE,
)
"""What held elsewhere or once, and is told."""

FICTION = re.compile(
    r"\bin (?:the|an?|this|that|my|his|her|our|their|[\w'’]+['’]s)(?: [\w'’]+){0,2} (?:novel|story|book|film"
    r"|movie|poem|game"
    r"|play|tv show|series|dream|tale|fable|song|comic|legend|joke|parody)\b"
    r"(?! (?:repo|project|engine|code|server|api))"
    r"|(?:小说|故事|电影|诗|剧|剧本|童话|漫画|寓言|传说|段子|游戏|梦)(?:里面?|中)(?!心)",
    re.IGNORECASE,
)
"""What holds in something that was made up."""
