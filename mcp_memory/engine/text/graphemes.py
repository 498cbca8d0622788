"""Where a text may be cut without cutting a character in two, as a reader counts characters.

A small form of Unicode's extended grapheme clusters, from what the standard library knows of characters: combining
marks, emoji sequences, flags, Hangul letters, Indic conjuncts, surrogate pairs, CR LF.
"""

import unicodedata

_ZWJ = "\u200d"
_ZWNJ = "\u200c"
_VIRAMA = 9
"""The combining class of the signs that join two Indic consonants."""


def last_boundary(text: str, limit: int) -> int:
    """The largest place not after `limit` at which the text may be cut; 0 when its first character is longer."""
    place = min(limit, len(text))
    while 0 < place < len(text) and _is_inside(text, place):
        place -= 1
    return max(place, 0)


def _is_inside(text: str, place: int) -> bool:
    """Whether the two characters around `place` make one."""
    before, after = text[place - 1], text[place]
    if before < "\u0300" and after < "\u0300":
        return before == "\r" and after == "\n"
    if unicodedata.category(before) == "Cc":
        return False
    if _extends(after):
        return True
    if _is_flag_letter(before) and _is_flag_letter(after):
        return _flag_letters_before(text, place) % 2 == 1
    return _joins(before, after)


def _extends(char: str) -> bool:
    """Whether a character only changes the one before it: marks, joiners, skin tones, tags."""
    return (
        unicodedata.category(char)[0] == "M"
        or char in {_ZWJ, _ZWNJ, "\uff9e", "\uff9f"}
        or "\U0001f3fb" <= char <= "\U0001f3ff"
        or "\U000e0020" <= char <= "\U000e007f"
    )


def _joins(before: str, after: str) -> bool:
    if before == _ZWJ:
        return unicodedata.category(after) == "Lo" or unicodedata.category(after)[0] == "S"
    if "\ud800" <= before <= "\udbff":
        return "\udc00" <= after <= "\udfff"
    if unicodedata.combining(before) == _VIRAMA:
        return unicodedata.category(after) == "Lo"
    return _joins_syllable(before, after)


def _joins_syllable(before: str, after: str) -> bool:
    """Whether two Hangul letters stand in one syllable: consonants, then vowels, then final consonants."""
    if "\u1100" <= before <= "\u115f":
        return "\u1100" <= after <= "\u11a7" or "\uac00" <= after <= "\ud7a3"
    is_open = "\u1160" <= before <= "\u11a7" or ("\uac00" <= before <= "\ud7a3" and (ord(before) - 0xAC00) % 28 == 0)
    if is_open and "\u1160" <= after <= "\u11a7":
        return True
    return "\u11a8" <= after <= "\u11ff" and ("\u1160" <= before <= "\u11ff" or "\uac00" <= before <= "\ud7a3")


def _is_flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _flag_letters_before(text: str, place: int) -> int:
    start = place
    while start and _is_flag_letter(text[start - 1]):
        start -= 1
    return place - start
