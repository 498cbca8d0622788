"""A text in its compatibility form, so that full-width or styled letters and digits hide nothing, and the way back."""

import unicodedata
from dataclasses import dataclass

_WIDE_PUNCTUATION = "！？，；：）】"


@dataclass(frozen=True, slots=True)
class Compatible:
    """The compatibility form of `original`. `places` tells where each character comes from; None: nothing differs."""

    original: str
    text: str
    places: list[int] | None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the text itself, without the Chinese punctuation that only looked like a part of it."""
        if self.places is None:
            return start, end
        first = self.places[start]
        found = self.original[first : self.places[end - 1] + 1]
        return first, first + len(found.rstrip(_WIDE_PUNCTUATION))


def compatible(text: str) -> Compatible:
    """NFKC, character by character."""
    if text.isascii():
        return Compatible(text, text, None)
    forms = {char: unicodedata.normalize("NFKC", char) for char in set(text)}
    if all(form == char for char, form in forms.items()):
        return Compatible(text, text, None)
    places = [place for place, char in enumerate(text) for _ in forms[char]]
    return Compatible(text, "".join(forms[char] for char in text), places)
