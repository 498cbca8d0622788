"""How large one memory may be."""

from mcp_memory.engine.domain.errors import ContentTooLong

MAX_CONTENT_CHARS = 100_000
"""Longest content of one memory, in characters (SPEC 12.7)."""


def check_length(content: str) -> None:
    """Raise `ContentTooLong`, with the length, when the content is over the limit."""
    if len(content) > MAX_CONTENT_CHARS:
        raise ContentTooLong(f"it has {len(content):,} characters", argument="content")
