"""The turns of `procedures.txt` that settle a procedure, or only look like it, by language."""

from pathlib import Path

from detection_cases import Case, cases

_TEXTS = Path(__file__).with_name("procedures.txt").read_text(encoding="utf-8")
_PARTS = dict(part.split("\n", 1) for part in _TEXTS.split("\n== "))


def _told(name: str) -> dict[str, tuple[Case, ...]]:
    """The turns below a heading, without the line that says what they are."""
    rows = {language: cases(_PARTS[f"{name} {language}"].partition("\n")[2]) for language in ("en", "zh")}
    return {
        language: tuple((note, text.replace("\\n", "\n")) for note, text in told) for language, told in rows.items()
    }


SETTLED = _told("settled")
UNSETTLED = _told("not settled")
BESIDE = _told("told beside")
