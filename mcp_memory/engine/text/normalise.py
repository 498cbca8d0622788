"""Text made fit to be kept: nothing hidden, nothing broken, one form of each character.

It takes out what a reader cannot see and what no store or wire can carry. It refuses to change anything a reader
would notice: wording, case, blanks and visible signs stay as they are.
"""

import re
import unicodedata
from dataclasses import dataclass

_LINE_ENDS = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_TERMINAL_CODES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")

_EMOJI = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001faff"
)
_JOINING_SCRIPTS = "\u0600-\u07ff\u0840-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc"
"""Arabic and its neighbours, the Indic scripts, Tibetan, Myanmar, Khmer, Mongolian: there a joiner changes shapes."""

_HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    f"|(?<![{_EMOJI}])(?<![0-9#*](?=.\u20e3))[\ufe0e\ufe0f]"
    f"|(?<![{_JOINING_SCRIPTS}])\u200c|\u200c(?![{_JOINING_SCRIPTS}])"
    f"|(?<![{_JOINING_SCRIPTS}{_EMOJI}])(?<![{_EMOJI}]\ufe0f)\u200d"
    f"|(?<=[{_JOINING_SCRIPTS}])\u200d(?![{_JOINING_SCRIPTS}])"
    f"|(?<=[{_EMOJI}\ufe0f])\u200d(?![{_EMOJI}])",
    re.DOTALL,
)

_SENTENCE_ENDS = ".!?,;:…。、।،؛؟۔"


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A text without hidden or broken characters, and in words what a reader could not have seen for himself."""

    text: str
    notes: tuple[str, ...]


def clean(text: str) -> Cleaned:
    """Remove control and hidden characters, mend surrogates, LF for line ends, NFC. A second time changes nothing.

    Kept are the joiners and variation selectors that make up an emoji, and joiners between letters of Arabic and
    Indic scripts. Line ends and NFC change nothing that is read, so they get no note.
    """
    if text.isascii() and text.isprintable():
        return Cleaned(text, ())
    text, broken = _mended(text)
    text = _LINE_ENDS.sub("\n", text)
    text, codes = _TERMINAL_CODES.subn("", text)
    text, controls = _CONTROLS.subn("", text)
    text, hidden = _HIDDEN.subn("", unicodedata.normalize("NFC", text))
    counts = (
        ("removed {} control character{}", codes + controls),
        ("removed {} hidden character{}", hidden),
        ("replaced {} broken character{}", broken),
    )
    notes = tuple(wording.format(count, "s" if count > 1 else "") for wording, count in counts if count)
    return Cleaned(unicodedata.normalize("NFC", text), notes)


def duplicate_key(text: str) -> str:
    """What two wordings of the same statement have in common (SPEC 12.5): equal keys are duplicates.

    NFKC, casefold, blanks collapsed, sentence punctuation at the end stripped. Signs that carry meaning ("C++",
    "C#") stay, and a text of punctuation only is its own key.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    collapsed = " ".join(folded.split())
    return collapsed.rstrip(_SENTENCE_ENDS + " ") or collapsed


def _mended(text: str) -> tuple[str, int]:
    """Surrogate pairs joined, lone ones replaced; and how many stood alone."""
    if not _SURROGATES.search(text):
        return text, 0
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return _SURROGATES.subn("\ufffd", joined)
