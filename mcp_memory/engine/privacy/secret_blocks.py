"""Private keys in blocks of text: PEM, OpenSSH, PGP, PuTTY, whole or torn, with real or escaped line ends."""

import re
from collections.abc import Iterator

from mcp_memory.engine.privacy.secret import Secret

_BORDER = re.compile(r"-{4,5} ?(?P<side>BEGIN|END) (?P<label>(?:[A-Z0-9]{1,12} ){0,4})PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_PUTTY = re.compile(r"Private-Lines: ?\d{1,4}((?:\s+[A-Za-z0-9+/=]{8,}+)+)")

# Possessive repetition stands at single characters only: of groups, Python before 3.11.5 gets it wrong.
_BREAK = r"(?:\s|\\[nrt\\])"
_BODY = re.compile(
    rf"(?:{_BREAK}*(?:[A-Za-z0-9+/=]{{24,}}+|[A-Z][A-Za-z-]{{1,20}}: [^\n\\]{{1,80}}))*"
    rf"(?:{_BREAK}+[A-Za-z0-9+/=]{{1,23}}+(?=[ \t]*+(?:\.{{3}}|$)))?",
    re.MULTILINE,
)
_BODY_REVERSED = re.compile(r"[\s\\]*+[A-Za-z0-9+/=]++(?:[\s\\]++[A-Za-z0-9+/=]{24,}+)*")
_MAX_CHARS = 20_000
_MIN_BODY_CHARS = 24
"""With a shorter body it is no key: its first or last line is only being talked about."""


def blocks_in(text: str) -> Iterator[Secret]:
    """Every private key block, from its first line to its last; of torn ones what is there of the body."""
    opened: re.Match[str] | None = None
    for border in _BORDER.finditer(text):
        if opened:
            yield from _closed(text, opened, border)
        elif border["side"] == "END":
            yield from _headless(text, border)
        opened = border if border["side"] == "BEGIN" else None
    if opened:
        yield from _torn(text, opened)
    for putty in _PUTTY.finditer(text):
        yield Secret("ssh-private-key", *putty.span(1))


def _closed(text: str, first: re.Match[str], last: re.Match[str]) -> Iterator[Secret]:
    length = last.start() - first.end()
    if last["side"] == "BEGIN" or length > _MAX_CHARS:
        yield from _torn(text, first)
    elif length >= _MIN_BODY_CHARS:
        yield Secret(_kind(first), first.start(), last.end())


def _torn(text: str, first: re.Match[str]) -> Iterator[Secret]:
    """A block without its last line: as far as the lines look like a key."""
    body = _BODY.match(text, first.end(), first.end() + _MAX_CHARS)
    if body and body.end() - body.start() >= _MIN_BODY_CHARS:
        yield Secret(_kind(first), first.start(), body.end())


def _headless(text: str, last: re.Match[str]) -> Iterator[Secret]:
    """A block without its first line: as far back as the lines look like a key."""
    body = _BODY_REVERSED.match(text[max(0, last.start() - _MAX_CHARS) : last.start()][::-1])
    if body and body.end() >= _MIN_BODY_CHARS:
        yield Secret(_kind(last), last.start() - body.end(), last.end())


def _kind(border: re.Match[str]) -> str:
    if "PGP" in border["label"]:
        return "pgp-private-key"
    return "ssh-private-key" if "SSH" in border["label"] else "private-key"
