"""The turns of `procedures.txt` that settle a procedure, or only look like it, by language."""

from detection_cases import Case, below_headings, cases

_TOLD = below_headings("procedures.txt")


def _turns(name: str, language: str) -> tuple[Case, ...]:
    return tuple((note, text.replace("\\n", "\n")) for note, text in cases(_TOLD[f"{name} {language}"]))


SETTLED, UNSETTLED, BESIDE = (
    {language: _turns(name, language) for language in ("en", "zh")}
    for name in ("settled", "not settled", "told beside")
)
