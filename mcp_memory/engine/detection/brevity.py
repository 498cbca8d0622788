"""A statement in at most so many words, cut where a clause ends, never padded."""

import re

from mcp_memory.engine.text.languages import HAN


def brief(text: str, limit: int = 100) -> str:
    """At most `limit` words and Han characters counted together; the text itself, in one line, when it is short enough.

    A longer one ends at the last sentence or clause that fits, else before the word, number or name that does not.
    """
    line = " ".join(text.split())
    units = list(_UNIT.finditer(line))
    if len(units) <= limit:
        return line
    if limit <= 0:
        return ""
    fitting = line[: units[limit].start()]
    return _to_clause(line, len(fitting.rstrip())).rstrip(_LOOSE)


def units(text: str) -> int:
    """Its words and Han characters, counted together."""
    return sum(1 for _ in _UNIT.finditer(text))


_UNIT = re.compile(rf"[{HAN}]|(?:(?![{HAN}])[^\W_])(?:(?![{HAN}])[\w.,:/@%'’+#-])*")
_CLAUSE_END = re.compile(r"[。！？!?；;，,：:](?!\d)|\.(?=\s)|\s[—–-]+\s")
_LOOSE = " ,，;；:：、—–-(（“\"'"
_KEPT_SHARE = 0.4
"""A clause end is taken when at least this share of what fits stays."""


def _to_clause(line: str, end: int) -> str:
    ends = [found.start() + 1 for found in _CLAUSE_END.finditer(line, 0, end + 1)]
    if ends and ends[-1] >= end * _KEPT_SHARE:
        return line[: ends[-1]]
    return _without_cut_name(line[:end])


def _without_cut_name(fitting: str) -> str:
    """Without the beginning of a name that goes on behind the cut: capitalised words at its very end."""
    return _NAME_AT_END.sub("", fitting) or fitting


_NAME_AT_END = re.compile(r"(?<=\w)(?:\s+[A-Z][\w.'-]*){1,4}\s*$")
