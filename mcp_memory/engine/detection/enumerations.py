"""Lists that are one thought: what makes up a thing that their label names ("Acceptance criteria: …", 技术栈：…).

Decisions, risks, tasks and the like are thoughts of their own, each with the label before it.
"""

import re
from collections.abc import Sequence

from mcp_memory.engine.detection.brevity import units
from mcp_memory.engine.detection.chatter import is_chatter, is_request

MAX_UNITS = 100
"""Words and Han characters of a list that is still one statement, as of an episode (SPEC 4)."""


def names_parts(label: str) -> bool:
    """Whether a line that ends with a colon announces the parts of one thing."""
    return len(label) <= _MAX_LABEL_CHARS and bool(_LABEL.fullmatch(label.strip()))


def lists_parts(said: str) -> bool:
    """Whether a masked statement is such a label and at least two parts that say something."""
    found = _LABEL.match(said)
    parts = said[found.end() :].strip(_LOOSE) if found else ""
    return len(_SEPARATOR.split(parts)) > 1 and (is_request(parts) or not is_chatter(parts))


def is_one(label: str, items: Sequence[str]) -> bool:
    """Whether a label with these items is one statement: its parts, at least two, and not too many words."""
    return len(items) > 1 and names_parts(label) and units(f"{label} {' '.join(items)}") <= MAX_UNITS


def as_one(label: str, items: Sequence[str]) -> str:
    """A label and its items in one line."""
    chinese = label.rstrip().endswith("：")
    joined = ("；" if chinese else "; ").join(item.rstrip(_LOOSE) for item in items)
    return f"{label.rstrip()}{'' if chinese else ' '}{joined}"


_MAX_LABEL_CHARS = 60
_LOOSE = " ;；,，、.。"
_SEPARATOR = re.compile(r"[;；,，、]\s*|\s+and\s+")
_LABEL = re.compile(
    r"(?:(?:[\w'-]+ ){0,3}(?:criteria|definition of (?:done|ready)|checklist|scope|non-goals|goals?|objectives"
    r"|deliverables"
    r"|milestones|stack|members|participants|attendees|stakeholders|roles|environments|components|modules|dependencies"
    r"|agenda|contacts|naming|conventions|supported [\w-]+)(?: (?!(?:is|are|was|were|has|have)\b)[\w'-]+){0,5}"
    r"|(?:the |our |project )?team"
    r"|[^，。：:？?]{0,10}(?:(?:验收|完成|成功|上线|准入|准出|退出|评审)(?:的)?(?:标准|条件)|完成的?定义"
    r"|检查清单|清单|范围|目标|交付物"
    r"|里程碑|技术栈|团队成员|团队|成员|参与者|参会人员?|干系人|角色|环境|组件|模块|依赖|议程|联系方式"
    r"|命名规范|编码规范|支持的?[^，。：:]{1,8}))"
    r"\s*[:：]",
    re.IGNORECASE,
)
