"""E-mail addresses, also glued to text of other scripts. Not package versions, remotes of repositories, file names."""

import re
from collections.abc import Iterator

from mcp_memory.engine.privacy.personal_found import Personal

_LETTER = "A-Za-z0-9\u00c0-\u024f"
_ADDRESS = re.compile(
    rf"(?<![{_LETTER}_%+@/-])(?P<name>[{_LETTER}_][{_LETTER}._%+-]{{0,63}})@"
    rf"(?P<host>(?:[{_LETTER}](?:[{_LETTER}-]{{0,61}}[{_LETTER}])?\.){{1,5}}(?P<end>[A-Za-z]{{2,24}}))(?![A-Za-z0-9@_-])"
)
_OTHER_ENDS = """
png jpg jpeg gif svg webp ico pdf js jsx ts tsx css json xml yaml yml toml md txt py rb go rs java kt zip gz tgz tar
whl so dll exe local internal localhost invalid service socket timer
"""
_NO_HOST_ENDS = frozenset(_OTHER_ENDS.split())


def mail_in(text: str) -> Iterator[Personal]:
    """Every e-mail address."""
    if "@" not in text:
        return
    for found in _ADDRESS.finditer(text):
        is_remote = found["name"].lower() == "git" and text[found.end() : found.end() + 1] in {":", "/"}
        if found["end"].lower() not in _NO_HOST_ENDS and not is_remote and not found["name"].endswith("."):
            yield Personal("e-mail", *found.span(), found[0].casefold())
