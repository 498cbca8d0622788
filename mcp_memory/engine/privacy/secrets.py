"""Finds secrets in text: what must never be stored, embedded, logged or sent to a model.

Detection looks at the compatibility form of the text, so that full-width or styled letters hide nothing, and answers
with places in the text itself. It finds what has the look or the place of a secret; a password that nothing names as
one cannot be found by anybody.
"""

import re
from collections.abc import Iterator

from mcp_memory.engine.privacy.compatible import compatible
from mcp_memory.engine.privacy.plain_values import bits_per_char
from mcp_memory.engine.privacy.secret import Secret, merged
from mcp_memory.engine.privacy.secret_blocks import blocks_in
from mcp_memory.engine.privacy.secret_phrases import phrases_in
from mcp_memory.engine.privacy.secret_tokens import tokens_in
from mcp_memory.engine.privacy.secret_words import named_in

_CANDIDATE = re.compile(r"(?<![A-Za-z0-9+/_=.-])[A-Za-z0-9+/_-]{20,256}+={0,2}(?![A-Za-z0-9+/_.-])")
_NEAR_BEFORE = re.compile(
    r"(?:(?<!\[)secret|token|credential|(?<![a-z])key|密钥|秘钥|私钥|令牌|凭证|凭据|口令|密码)", re.IGNORECASE
)
_NO_SECRET_BEFORE = re.compile(
    r"pub(?:lic)?[ _-]?key|公钥|ssh-(?:rsa|ed25519|dss)|fingerprint|checksum|digest|commit|base64,|sha\d|hash"
    r"|(?:primary|foreign|cache) key",
    re.IGNORECASE,
)
_NEAR_CHARS = 48
_MIN_BITS = 3.5
_MIN_SWITCHES = 3


def find_secrets(text: str) -> tuple[Secret, ...]:
    """Every secret in the text, in order, without overlaps."""
    view = compatible(text)
    seen = view.text
    found = merged((*blocks_in(seen), *tokens_in(seen), *phrases_in(seen), *named_in(seen), *_random_in(seen)))
    return tuple(Secret(hit.kind, *view.span(hit.start, hit.end)) for hit in found)


def _random_in(text: str) -> Iterator[Secret]:
    """Long random values that stand near a word for a secret in the same line."""
    for found in _CANDIDATE.finditer(text):
        before = text[max(0, found.start() - _NEAR_CHARS) : found.start()].rpartition("\n")[2]
        if _NEAR_BEFORE.search(before) and not _NO_SECRET_BEFORE.search(before) and _is_random(found[0]):
            yield Secret("secret", *found.span())


def _is_random(value: str) -> bool:
    """Upper and lower case and digits mixed as no name mixes them; not a digest, an id or a path."""
    switches = len(re.findall(r"[0-9](?=[A-Za-z])|[A-Za-z](?=[0-9])", value))
    return (
        switches >= _MIN_SWITCHES and not value.islower() and not value.isupper() and bits_per_char(value) >= _MIN_BITS
    )
