"""Which lines of a turn were said and which were pasted: code, quotations, tables, logs, addresses.

Refuses to look inside what was pasted: a decision in a log or a quoted mail is not one of this conversation.
"""

import re
from collections.abc import Iterator

from mcp_memory.engine.text.languages import HAN, HAN_CHAR
from mcp_memory.engine.text.procedures import ITEM

MASK = "〇"
"""Stands for each character of what only is mentioned: a quotation, code, an address. A letter for patterns."""


def prose_lines(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of every line that somebody may have said, without its line end."""
    fence = ""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end].strip()
        opens = _FENCE.match(line)
        if opens and not fence:
            fence = opens.group()
        elif fence:
            fence = "" if line.startswith(fence) else fence
        elif line and not is_pasted(line[:_LOOKED_AT]):
            yield start, end
        start = end + 1


def is_pasted(line: str) -> bool:
    """Whether a line is a quotation, a row of a table, a line of code, of a log or a trace, or only an address."""
    return bool(_PASTED.match(line)) or _looks_like_code(line)


def without_pasted(text: str) -> str:
    """The text, of the same length, with blanks for what was pasted; an item of a list may be a command."""
    lines = _FENCED.sub(lambda found: _BLANKED.sub(" ", found.group()), text).splitlines(keepends=True)
    pasted = [is_pasted(line.strip()[:_LOOKED_AT]) and not _ITEM.match(line) for line in lines]
    comments = [_COMMENT.match(line) and below for line, below in zip(lines, [*pasted[1:], False], strict=True)]
    blank = (_BLANKED.sub(" ", line) if any(why) else line for line, *why in zip(lines, pasted, comments, strict=True))
    return "".join(blank)


def mentioned_masked(text: str) -> str:
    """The text, of the same length, with what only is mentioned masked and typographic apostrophes made plain."""
    plain = text.replace("’", "'").replace("‘", "'")
    return _MENTIONED.sub(lambda found: MASK * len(found.group()), plain)


_LOOKED_AT = 400
_FENCE = re.compile(r"```+|~~~+")
_FENCED = re.compile(r"(?:```|~~~)(?s:.*?)(?:```|~~~|\Z)")
_BLANKED = re.compile(r"[^\n]")
_ITEM = re.compile(ITEM, re.IGNORECASE)
_COMMENT = re.compile(r"\s*#+ ")
"""A heading, or above a line of code a comment."""
_PASTED = re.compile(
    r">|//|/\*|\*/|\||\+[-=+]{3}|[-=_*#~]{3,}\s*$"
    r"|(?:https?://|www\.)\S+\s*$"
    r"|(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d|\[?\d\d:\d\d:\d\d[.,\]]|\[\d+(?:\.\d+)?\])"
    r"|(?:\d{4}-\d\d-\d\d \d\d:\d\d\S* +)?\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\]?[\s:|]"
    r"|Traceback \(|File \"[^\"]*\", line \d|at [\w.$<>]+\([^)]*\)$|Caused by: |[\w.]+(?:Error|Exception): "
    r"|(?:[$%] |>>> |#!|PS [A-Z]:)\S?|(?:diff --git|@@ |\+\+\+ |--- )"
    r"|</?[A-Za-z][^>]{0,200}>.{0,400}$"
    r"|(?:import \w|from [\w.]+ import|def \w+\(|class \w+[(:]|(?:const|let|var) \w+ ?=|(?:public|private|static) \w"
    r"|function \w*\(|(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER) .{0,200}(?:FROM|INTO|SET|TABLE|WHERE)\b|#include\b"
    r"|return\b.{0,100};$|(?:if|for|while) ?\(.{0,200}\) ?\{?$"
    r"|for \w+(?:, ?\w+)* in .{1,100}:|export [A-Z_]+=)"
    r"|(?!.* (?:is|are|was|were|needs?|must|should|takes?|fails?|works?|the|we|I|our)\b)(?:sudo )?(?:docker"
    r"|git|npm|npx|yarn|pnpm"
    r"|pip3?|kubectl|helm|terraform|cargo|brew|apt(?:-get)?|go|make|systemctl) (?:run|build|pull|push|commit"
    r"|clone|checkout|add|apply"
    r"|install|exec|up|down|init|start|stop|restart|rm|logs|ps|update|upgrade|create|delete|get|test|ci|login"
    r"|tag|merge|rebase"
    r"|stash|status|diff)(?: \S+){0,20}$"
    r"|(?:sudo )?(?:docker|git|npm|pip3?|kubectl|helm|terraform|cargo|curl|wget|ssh|scp|psql|tar|grep|find|sed"
    r"|awk|rsync|ls"
    r"|rm|cp|chmod|chown) (?:\S+ ){0,12}?--?[A-Za-z][\w-]*(?:[ =]|$)"
    r"|[{}\[\]()]+[,;]?$|\"[\w-]+\": "
)
_CODE_END = re.compile(r"(?:[;{}]|\)\s*=>\s*\{?|\\)$")
_CODE_SIGN = re.compile(r"[={}();<>\[\]|&$\\]")
_LETTER = re.compile(rf"[A-Za-z\u00c0-\u024f{HAN}]")
_CODE_SIGNS_A_LINE = 3
_MENTIONED = re.compile(
    r"`[^`\n]{1,300}`|https?://[^\s<>，。；、）)\"]{1,500}|www\.[^\s<>，。；、）)\"]{1,500}"
    r"|\"[^\"\n]{1,600}\"|“[^”\n]{1,600}”|「[^」\n]{1,300}」|『[^』\n]{1,300}』|《[^》\n]{1,100}》"
    r"|(?<![\w'])'[^'\n]{2,200}'(?![\w'])"
)


def _looks_like_code(line: str) -> bool:
    signs = len(_CODE_SIGN.findall(line))
    if _CODE_END.search(line) and signs >= _CODE_SIGNS_A_LINE - 1 and not HAN_CHAR.search(line):
        return True
    return signs >= _CODE_SIGNS_A_LINE and signs * 4 > len(_LETTER.findall(line))
