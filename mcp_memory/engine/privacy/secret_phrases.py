"""Secrets that are known by their place: in addresses, headers, command lines and login files."""

import re
from collections.abc import Iterator

from mcp_memory.engine.privacy.plain_values import is_harmless, trimmed
from mcp_memory.engine.privacy.secret import Secret

_ARGUMENT = r"(?:\"([^\"\n]{1,500})\"|'([^'\n]{1,500})'|([^\s\"']{1,1000}))"

_SCHEME = "bearer|basic|token|digest|api-?key|key|oauth|negotiate|hawk"

_PHRASES = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("url-password", r"://[^\s/?#:@\"'<>]{0,100}:([^\s/\"'<>]{1,300})@"),
        ("url-token", r"://([A-Za-z0-9_-]{20,300})@"),
        (
            "authorization",
            rf"\bauthorization[\"'\\]{{0,3}}\s?[:=]\s?[\"'\\]{{0,2}}(?:{_SCHEME})\s+([^\s\"'`,<>\\]{{6,}})",
        ),
        ("authorization", r"\b(?:bearer|basic)\s+(?=[^\s]{0,60}[0-9])([A-Za-z0-9._~+/-]{16,}={0,2})"),
        ("netrc-password", r"\bmachine\s+\S{1,200}\s+login\s+\S{1,200}\s+password\s+(\S+)"),
        (
            "command-line-password",
            rf"\s--[a-z-]{{0,20}}(?:password|passwd|passphrase|secret|token|api-?key)[ =]{_ARGUMENT}",
        ),
        ("command-line-password", r"\bcurl\b[^\n]{0,200}?\s(?:-u|--user)[ =]?[\"']?[^\s:\"']{1,100}:([^\s\"']{1,300})"),
        (
            "command-line-password",
            r"\bsshpass\s+-p\s?([^\s]{3,300})|\bmysql(?:dump|admin)?\b[^\n]{0,200}?\s-p([^\s-][^\s]{2,300})",
        ),
        ("azure-sas", r"[?&]sig=([A-Za-z0-9%+/=_-]{30,})"),
        ("docker-login", r"\"auth\"\s?:\s?\"([A-Za-z0-9+/]{12,}={0,2})\""),
        ("cookie", r"\bcookie[\"']?:\s?[\"']?([\w.-]{1,60}=[^\s;\"']{8,}(?:;\s?[\w.-]{1,60}=[^\s;\"']{1,})*)"),
    )
)


def phrases_in(text: str) -> Iterator[Secret]:
    """Every secret that shows by its place; placeholders such as `<token>` or `$PASSWORD` are none."""
    for kind, pattern in _PHRASES:
        for found in pattern.finditer(text):
            group = found.lastindex or 0
            value = trimmed(found[group])
            if value and not is_harmless(value):
                yield Secret(kind, found.start(group), found.start(group) + len(value))
