"""The turns of `inside.txt` with a fact inside a request, and those that only look like it, by language."""

from pathlib import Path

from detection_cases import Case, cases

_TEXTS = Path(__file__).with_name("inside.txt").read_text(encoding="utf-8")
_PARTS = dict(part.split("\n", 1) for part in _TEXTS.split("\n== "))


def _below(name: str) -> str:
    """What stands below a heading, without the line that says what it is."""
    return _PARTS[name].partition("\n")[2].strip()


INSIDE: dict[str, tuple[Case, ...]] = {language: cases(_below(f"inside {language}")) for language in ("en", "zh")}
"""Each with the words that one kept statement must hold, with & between them."""
NOT_INSIDE = {language: tuple(_below(f"not inside {language}").splitlines()) for language in ("en", "zh")}
