"""Whether what is worded is also asserted: not asked, not supposed, not denied.

Works on texts whose quotations are masked. It looks at one clause before a cue and at the ends of the statement.
"""

import re

from mcp_memory.engine.detection.stance import SUPPOSED
from mcp_memory.engine.text.languages import HAN, HAN_CHAR


def is_question(text: str) -> bool:
    """Whether the statement asks: by its mark, by inverted order, by a Chinese question particle or word."""
    said = text.strip()
    return bool(_ASKS.search(said))


def is_supposed(text: str) -> bool:
    """Whether the statement begins with a condition or a supposition, on which all of it rests."""
    return bool(_SUPPOSES.match(text.strip()))


def is_made_up(text: str) -> bool:
    """Whether the statement is supposed, imagined or wished for, by its beginning or anywhere in it."""
    return is_supposed(text) or bool(SUPPOSED.search(text))


def is_asserted_at(text: str, place: int) -> bool:
    """Whether a cue at `place` is not negated, wished for, doubtful or still to come by the words just before it."""
    before = text[max(0, place - _REACH) : place]
    clause = before[max((found.end() for found in _CLAUSE.finditer(before)), default=0) :]
    return not _UNSETTLED.search(clause)


def settled_part(text: str) -> str:
    """What stands before the question at the end of a statement ("I eat X every day, is that bad?"), or ""."""
    if _CONFIRMS.search(text):
        return ""
    part = text
    while (cut := max(part.rfind(mark) for mark in ",，;；—–")) > 0:
        part = part[:cut]
        if not is_question(part):
            return part
    return ""


def is_open_question(text: str) -> bool:
    """Whether the statement says of a question that it is open: by a label, or without asking it of anybody."""
    return bool(_LABELLED_OPEN.match(text)) or (
        bool(_SAID_OPEN.search(text)) and not is_thin(text) and not text.rstrip().endswith(("?", "？"))
    )


def is_thin(text: str) -> bool:
    """Whether a statement has too few words to be understood later, or only a pronoun for its subject."""
    weight = len(_LATIN.findall(text)) + len(HAN_CHAR.findall(text)) / 2
    return weight < _MIN_WEIGHT or bool(_ONLY_PRONOUN.fullmatch(text.strip()))


_MIN_WEIGHT = 2.5
_LATIN = re.compile(r"[^\W\d_〇][\w'.-]*|\d[\w.,%]*|〇+", re.ASCII)
_ONLY_PRONOUN = re.compile(
    r"(?:it|this|that|they|these|those)(?:'s|'re| is| are| was| were| has| will| must)?(?: \w+){0,2}[.!]*"
    r"|[这那它](?:个|些|样)?(?:都|也|就|是|有|很){0,2}[^，。]{0,4}[。!！]?",
    re.IGNORECASE,
)
_LABELLED_OPEN = re.compile(
    r"\s*(?:(?:(?:one|another|an?|the|my|our|two|some|still|last|next|main|and|also|more|remaining)[, ]+)*"
    r"(?:open|unresolved|unanswered|unsettled|pending|undecided|outstanding)(?: (?:question|point|issue|matter)s?)?"
    r"|what(?:'s| is)? (?:still|yet)? ?(?:open|unresolved|undecided)|tbd|to be (?:decided|clarified)"
    r"|(?:(?:还|目前|另外|现在|暂时|我们|依然|仍)*(?:有|剩)?(?:一|两|几)?个?)?(?:没有?|还没有?|未|尚未|仍未|待|悬而)"
    r"(?:解决|定|决|讨论|确认|回答|想好|想清楚|明确|敲定)(?:的)?(?:问题|疑问|事项|事情|点)?|遗留问题|疑问)\s*[:：-]",
    re.IGNORECASE,
)
_SAID_OPEN = re.compile(
    r"\b(?:not (?:yet )?sure|unsure|unclear|undecided|unknown|(?:don't|doesn't) (?:yet )?know"
    r"|haven't (?:yet )?(?:decided|agreed|settled)|to be (?:decided|clarified|determined)"
    r"|open) (?:yet )?(?:on )?(?:whether|who|which)\b(?! you)"
    r"|(?:不确定|不清楚|没(?:有)?(?:定|决定|想好|商量好)|尚未(?:明确|确定|决定)|待(?:确认|讨论|明确|定)|拿不准"
    r"|取决于)[^，。]{0,14}(?:是否|要不要|能不能|会不会"
    r"|该不该|谁|哪|怎么|如何|多少|何时|什么时候)"
    rf"|(?:是否|要不要|谁|哪|怎么|如何|多少|何时|什么时候|([{HAN}])不\1)[^，。]{{0,14}}[，,]?(?:还|都|也|暂时"
    r"|目前|到?现在|至今|尚|仍)*"
    r"(?:没(?:有)?人(?:拍板|决定|清楚|说得清)|没(?:有)?(?:定|想好|谈妥|说好|商量好|决定|确定)(?:下来)?|未定"
    r"|待定|不清楚|不确定|不知道|没谱)[。.!！]*$",
    re.IGNORECASE,
)

_REACH = 60
_CONFIRMS = re.compile(
    r"[,，] *(?:ok|okay|right|correct|yes|no|agreed|deal|is that (?:ok|right|correct|fine)|does that (?:work"
    r"|make sense)|what do you think|don't you think"
    r"|(?:is|are|was|were|do|does|did|has|have|will|would|should|can)(?:n't| not)? (?:it|we|they|you|he|she|i))[?？ ]*$"
    r"|[,，] *(?:可以|行|好|对|是|同意|没问题|怎么样|如何|觉得呢|你看呢|你觉得(?:呢|怎么样)?|可行|合适)(?:吗"
    r"|吧|么|不)?[?？ ]*$|还是[^，。]{1,20}[?？]$"
    r"|确认[:：][^。]{1,60}[?？]$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;:—–，；：。、!！]|\b(?:but|so|because|since|although|though)\b")
_ASKS = re.compile(
    r"[?？][”\"'’」』)）\s]*$"
    r"|^(?:(?:so|and|but|ok|okay|well|hey|hi|also|then|now|wait|um|hmm)[,:]? +)*"
    r"(?:(?:should|shall|could|can|would|will|do|does|did|is|are|was|were|am|has|may|might|must|won't|don't"
    r"|doesn't|didn't"
    r"|isn't|aren't|can't|couldn't|shouldn't|wouldn't|haven't|hasn't)"
    r"\s+(?:i|we|you|he|she|it|they|there|this|that|these|those|the|a|an|any|anyone|anybody|my|our|your"
    r"|(?-i:[A-Z]\w+))\b"
    r"|have\s+(?:i|we|you|they)\b"
    r"|(?:what|who|whom|whose|where|why|how|which)\b(?!ever\b)(?! (?:matters"
    r"|counts) is\b)(?! a (?:\w+ )?(?:day|week|mess|shame|relief)\b)"
    r"|when\s+(?:is|are|was|were|do|does|did|can|could|should|will|would|shall)\b"
    r"|(?:any|anything|anyone|anybody) (?:\w+ ){0,4}(?:ideas?|suggestions?|thoughts|advice|else|recommendations?)\b"
    r"|i wonder\b|wondering\b"
    r"|(?:i|we)(?:'d like| would like| want| need) to know (?:whether|if|how|when|what|who|which|why)\b)"
    r"|[,;—–-] *(?:(?:and|but|so|or|now|then|also)[, ]+)*(?:i'?m (?:just |also )?wondering (?:if|how|what"
    r"|whether|why|which)|(?:can|could|would|will) you\b|(?:can|could|should|do|would) (?:i|we)\b"
    r"|(?:what|how|why|which|where|who) (?:can|could|should|do|does|did|is|are|would|will|might|kind|other"
    r"|else)\b|do you (?:have|think|know)\b|got any\b|any (?:tips|ideas|advice|suggestions|thoughts)\b"
    r"|please (?:help|give|tell|show|explain|recommend)\b)"
    rf"|(?<=[{HAN}])(?:吗|么|嘛|呢|没有?|不|否)[？?。!！~～\s]*$(?<!那么)(?<!这么)(?<!什么。)"
    r"|(?:是不是|要不要|能不能|可不可以|可以不可以|有没有|会不会|该不该|行不行|好不好|对不对|用不用|是否)"
    r"|(?:^|[，,])(?:[^，,。]{0,8})(?:怎么(?:样|办|做|回事|选|用|看|说)|如何|为什么|为何|什么时候|几点|多少钱?"
    r"|哪[个些里儿位种家]"
    r"|谁[来能会去负知]|什么(?=$|[，。]))",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(
    r"(?:(?:so|and|but|ok|okay|well|then|maybe|perhaps|now)[,:]? +)*(?:if|unless|suppose|supposing|assuming"
    r"|assume|imagine|pretend(?:ing)?"
    r"|what if|say we|in case|provided|were (?:i|we)|had (?:i|we)|hypothetically|let's (?:say|suppose|assume|imagine)"
    r"|for (?:example|instance)|e\.g\.)\b"
    r"|(?:但是?|那么?|不过|所以|而且)?(?:如果|假如|假设|要是|倘若|若(?:是)?|万一|一旦|假装|(?:就|权|姑且)当(?!天|[时年日月场面])|换[成做作]是?(?:我|你"
    r"|他)|想象|试想|设想|打个比方|比如|例如"
    r"|比方|的话|除非)",
    re.IGNORECASE,
)
_UNSETTLED = re.compile(
    r"(?:(?i:\b(?:not|never|hardly|might|could|would|should|can|cannot|shall|whether|if|unless|until|once"
    r"|before|after|when"
    r"|whenever|what|who|why|how|had|without|nor|nobody|no one|suppose|imagine|assuming|maybe|perhaps|where|wish"
    r"|wished|pretend|almost"
    r"|nearly)|n't)|\bmay)\s+(?:[\w']+\s+){0,3}$"
    r"|\bto\s+$|\b(?:no|any|without|low|lower|reduces?|reduced|avoids?|less|zero)\s+(?:\w+\s+)?$"
    r"|(?:没有?|未|尚未|并非|并不|不是|不会|不想|不用|不必|不需要|(?<![特区])别|无法|难以|谁来?|怎么|如何|如果"
    r"|假如|要是|是否|要不要|该不该"
    r"|能不能|会不会|可能|也许|或许|大概|等|等到|再(?!次|也)|(?<!理)想|打算|应该|应当|需要|可以|能否|建议|好像"
    r"|似乎|仿佛|意味着|降低|减少|规避|避免|消除|差点|假装)"
    rf"(?:我们|我|你们|你|大家|他们|他|她|老板|领导|客户)?[{HAN}]{{0,2}}$"
    r"|(?:考虑|要不要|该不该|能不能|是否)[把将][^，。]{1,14}$"
    r"|不$|我[会将][^，。]{0,10}$|(?<![员事董协大晚机社聚约开书例晨早周年])会$|希望[^，。]{0,6}$|(?:有些|有的|许多"
    rf"|很多|一些|人们|大多数)[{HAN}]{{0,4}}$",
)
