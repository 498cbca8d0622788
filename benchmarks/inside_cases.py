"""The turns of `inside.txt` with a fact inside a request, and those that only look like it, by language."""

from detection_cases import Case, below_headings, cases

_TOLD = below_headings("inside.txt")

INSIDE: dict[str, tuple[Case, ...]] = {language: cases(_TOLD[f"inside {language}"]) for language in ("en", "zh")}
"""Each with the words that one kept statement must hold, with & between them."""
NOT_INSIDE = {language: tuple(_TOLD[f"not inside {language}"].splitlines()) for language in ("en", "zh")}
