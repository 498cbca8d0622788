"""By which words a statement shows that its speaker does not assert it now: imagined, mocked, reported, bygone.

Tables of English and Chinese, for statements as they were said.
"""

import re

SUPPOSED = re.compile(
    r"\bwould\b.*\bif\b|^(?:if|suppose|supposing|imagine)\b.*\b(?:would|could|might|were|had|'d)\b|\bif only\b"
    r"|\bwish(?:es)?\b|\bwould be (?:nice|great|good|better|lovely)\b|\bin an ideal world\b"
    r"|^(?:假如|假设|倘若|要是)(?!.*(?:必须|务必|一定要|不要|不得|不能|应该|请|先))|就好了|多好啊?$|但愿|巴不得",
    re.IGNORECASE,
)
"""What is imagined or wished for, whatever standing words are in it."""

MOCKING = re.compile(
    r"\bwhat could (?:possibly )?go wrong\b|^oh,? (?:yes|yeah|sure|great|good|right|wonderful|fantastic)\b"
    r"|^(?:yeah|sure|oh),? right\b|^(?:great|wonderful|fantastic|lovely|awesome),? (?:another|yet another|now)\b"
    r"|\bbecause (?:that|it|this)? ?(?:always )?works? so well\b|太棒了呢|真是太好了呢|呵呵|可真行|真会玩|谁不知道",
    re.IGNORECASE,
)
"""Signs that the contrary of what is said is meant."""

REPORTED = re.compile(
    r"^(?!(?:the )?(?:user|team)\b|we\b|i\b)(?:the )?[\w' -]{1,40}? (?:says?|said|claims?|claimed|writes?|wrote|thinks?"
    r"|thought|believes?|believed|argues?|argued|insists?|insisted|told \w+|tells? \w+|mentioned|suggests?|suggested"
    r"|recommends?|recommended)\b(?:,? that\b|[,:]? [\"“'‘]|[:：]| (?:we|you|one|to|never|always)\b)"
    r"|^(?:according to|as stated in|in the opinion of)\b"
    r"|^(?!用户|团队|我)[^，。]{1,10}(?:说(?![明法服])|认为|觉得|声称|主张|写道|表示|建议)(?:过|了)?[，：:“「]?|^(?:据说|据|听说|按照.{1,8}的说法)",
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
