"""The turns of `inside.txt` with a fact inside a request, and those that only look like it, by language."""

from pathlib import Path

from detection_cases import Case, cases

_TEXTS = Path(__file__).with_name("inside.txt").read_text(encoding="utf-8")
_PARTS = {
    name: told.partition("\n")[2].strip()
    for name, _, told in (part.partition("\n") for part in _TEXTS.split("\n== ")[1:])
}
_LANGUAGES = ("en", "zh")
INSIDE = tuple(name for name in ("inside", "unseen") if f"{name} en" in _PARTS)
"""Written before the rules and looked at while they were made; written when the rules stood, and run once."""


def inside(name: str) -> dict[str, tuple[Case, ...]]:
    """Turns that hold a fact, each with the words that one kept statement must hold."""
    return {language: cases(_PARTS[f"{name} {language}"]) for language in _LANGUAGES}


def not_inside(name: str) -> dict[str, tuple[str, ...]]:
    """Turns that hold none."""
    return {language: tuple(_PARTS[f"not {name} {language}"].splitlines()) for language in _LANGUAGES}
