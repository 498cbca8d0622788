"""Postal addresses in Latin script: house number and street, or street and house number, and what goes with them.

Streets are known by their word (Street, Rue, -strasse); others by a flat or a suite behind them, or by words such as
"lives at". Places without a house are no addresses of a person.
"""

import re
from collections.abc import Iterator

from mcp_memory.engine.privacy.personal_found import EDGE, Personal, before
from mcp_memory.engine.text.languages import HAN

_UNSPACED = f"{HAN}\u3040-\u30ff\uac00-\ud7ff"
_LETTER = rf"[^\W\d_{_UNSPACED}]"
_CAPITAL = rf"(?![a-zß-öø-ÿα-ω]){_LETTER}"
_LAST = rf"(?!{_LETTER}|[0-9])"
_WORD = rf"{_CAPITAL}(?:{_LETTER}|['’-])*(?!{_LETTER}|[0-9_]|[ \t]*:)"
_SMALL = r"(?:of|the|de|del|della|dei|di|da|do|dos|das|du|des|la|le|les|el|al|von|van|der|den|und|and|y|na|nad|sur)\b"
_NUMBER = r"[0-9]{1,6}[A-Za-z]?(?:[/-][0-9]{1,4}[A-Za-z]?)?(?![0-9A-Za-z])\.?"
_GAP = r"[ \t]+"
_BREAK = r"(?:[ \t,.]*\n(?:[>? \t]*\n)?[>? \t]*,?[ \t]*|[ \t]*,[ \t]*|[ \t]+)"

_ENGLISH = (
    r"(?:Street|St|Str|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Square|Sq|Squares|Terrace"
    r"|Way|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Trail|Trl|Crescent|Cres|Close|Gardens|Gdns|Grove|Row|Mews|Alley|Walk"
    r"|Quay|Plaza|Loop|Heights|Broadway|Esplanade|Parade)\b\.?(?:[ \t](?:[NS][EW]?|[EW])\b)?"
)
_FOREIGN_FIRST = (
    r"(?:Rue|Avenue|Av\.|Boulevard|Chemin|All[ée]e|Impasse|Route|Via|Viale|Piazza|Vicolo|Corso|Strada|Calle|Avenida"
    r"|Paseo|Carrera|Rua|Travessa|Praça|Ulica|[Uu]l\.|Platz|Straße|Strasse)"
)
_FOREIGN_LAST = (
    rf"(?:{_CAPITAL}{_LETTER}{{2,}}(?:stra(?:ss|ß)e|str\.|gasse|weg|platz|allee|damm|ufer|gatan|vägen|gata"
    r"|vegen|veien|vej|gade|stræde|stræti|stien|tie|katu|kuja|polku|straat|laan|gracht|plein|brücke)"
    rf"|Stra(?:ss|ß)e|utca|u\.|út|útja|tér|rkp\.|terrasse|gate){_LAST}"
)
_STREET = (
    rf"(?:{_NUMBER},?{_GAP}){{1,2}}(?:(?:{_WORD}|{_SMALL}|[0-9]{{1,3}}(?:st|nd|rd|th)){_GAP}){{1,4}}?{_ENGLISH}"
    rf"|(?:{_NUMBER},?{_GAP}){{1,2}}{_FOREIGN_FIRST}(?:{_GAP}(?:{_WORD}|{_SMALL})){{1,5}}(?:,?{_GAP}{_NUMBER})?"
    rf"|{_FOREIGN_FIRST}(?:{_GAP}(?:{_WORD}|{_SMALL})){{1,5}},?{_GAP}{_NUMBER}"
    rf"|(?:{_NUMBER}{_GAP})?(?:{_WORD}{_GAP}){{0,3}}{_FOREIGN_LAST}{_GAP}{_NUMBER}"
    rf"|(?:{_NUMBER}{_GAP}){{1,2}}(?:{_WORD}{_GAP}){{0,3}}{_FOREIGN_LAST}"
)
_UNIT = (
    r"(?:(?:Apt|Apartment|Suite|Ste|Flat|Unit|Room|Rm|Floor|Fl)\b\.?[ \t]*#?[ \t]*"
    r"(?:[0-9]{1,6}[A-Za-z]?|[A-Z](?:-?[0-9]{1,4})?)\b"
    r"|#[ \t]?[0-9]{1,6}[A-Za-z]?\b)"
)
_BOX = (
    rf"(?:{_NUMBER}{_GAP})?(?:(?i:PSC|Unit)[ \t]+[0-9]{{1,6}},?[ \t]+(?i:Box)|P\.?[ \t]?O\.?[ \t]?Box|Postbox)"
    r"[ \t]+[0-9]{1,6}(?:\s+(?i:[AFD]PO[ \t]+A[AEP][ \t]+[0-9]{5}))?"
)
_FLAT = (
    rf"(?:{_NUMBER}{_GAP}){{0,2}}(?:(?:{_WORD}|{_SMALL}){_GAP}){{1,5}}{_NUMBER}{_BREAK}{_UNIT}"
    rf"|(?:{_NUMBER}{_GAP}){{1,2}}(?:(?:{_WORD}|{_SMALL}){_GAP}){{0,5}}{_WORD}{_BREAK}{_UNIT}"
)
_POSTCODE = (
    r"(?:[0-9]{5}-[0-9]{4}|[0-9]{3,6}|[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}|[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9])"
    rf"(?![0-9A-Za-z]|[.:][0-9]){_LAST}"
)
_TOWN = rf"(?:{_WORD}|{_SMALL}|nan|[0-9]{{2}}(?=[ \t]*[\n ])|\([^\W\d_]{{2,20}}\))"
_ENDS = r"(?=[ \t]*(?:[,.;?!\n)]|\Z))"
_REST = (
    rf"(?:(?:{_BREAK}{_UNIT})*(?:{_BREAK}{_TOWN}){{0,9}}?{_BREAK}{_POSTCODE}(?:(?<=[0-9]){_GAP}{_WORD}{_ENDS})?"
    rf"|(?:{_BREAK}{_UNIT})+(?:{_BREAK}{_TOWN}){{0,6}}"
    rf"|(?:,[ \t]*{_WORD}(?:[ \t]{_WORD}){{0,2}}{_ENDS}){{1,3}})?"
)
_UNIT_REST = rf"(?:(?:{_BREAK}{_TOWN}){{1,9}}?{_BREAK}{_POSTCODE}|(?:{_BREAK}{_TOWN}){{1,6}})?"

_KNOWN = re.compile(rf"{EDGE}(?<![$€£¥#./-])(?:{_UNIT}{_GAP})?(?:(?:{_FLAT}){_UNIT_REST}|(?:{_BOX}|{_STREET}){_REST})")
_SIGNAL = re.compile(
    rf"{_UNIT}|\bBox\b|\bbox\b|(?:\b(?:{_ENGLISH}|{_FOREIGN_FIRST}|Stra(?:ss|ß)e|utca|u\.|út|útja|tér|rkp\.|terrasse|gate)"
    r"|[^\W\d_]{3}(?:stra(?:ss|ß)e|str\.|gasse|weg|platz|allee|damm|ufer|gatan|vägen|gata|vegen|veien|vej|gade|stræde"
    r"|stræti|stien|tie|katu|kuja|polku|straat|laan|gracht|plein|brücke))(?![^\W_])"
)
"""What no address of the forms above is without: looked for first, since most texts have none of it."""

_CORNER = re.compile(rf"\bthe corner of[ \t][^\n,.;?]{{3,40}}?[ \t]and(?:[ \t]{_WORD}){{1,3}}")
_SAID = re.compile(
    r"(?:\baddress(?:es)?\b(?:[ \t](?:of|for)[ \t][^\n:]{1,40}?)?(?:[ \t](?:is|to|with|at)\b|[ \t]?:)"
    r"|\b(?:lives?|lived|living|resid(?:es?|ing)|stay(?:s|ing)?)[ \t](?:at|on|in)\b"
    r"|\b(?:located|offices? (?:is|are)|restaurant is|house is|home is)[ \t](?:at|on)\b"
    r"|\b(?:(?:north|south|east|west)(?:ern)? side of|corner of|meet (?:me|you|us) at|drops? you off at"
    r"|billing address|shipping address|home address)\b)"
    rf"\s{{0,5}}(?P<address>(?:the corner of[ \t])?(?:{_NUMBER}{_GAP}(?:[^\W\d_]{{3,}}{_GAP}){{1,4}}{_NUMBER}"
    rf"|(?:{_NUMBER}{_GAP}){{1,2}}(?:{_WORD}{_GAP}){{0,5}}{_WORD}|(?:(?:{_WORD}|{_SMALL}){_GAP}){{1,6}}{_NUMBER})"
    rf"{_REST})"
)
_CUES = (
    *("address", "live", "living", "resid", "stay", "located", "office", "restaurant is", "house is", "home is"),
    *("side of", "corner of", "meet ", "you off at"),
)
_NO_ADDRESS_BEFORE = re.compile(
    r"\b(?:section|chapter|phase|top|level|step|part|version|release|page|figure|table|item)\s+$", re.IGNORECASE
)
_YEAR_BEFORE = re.compile(r"\b(?:in|since|by|from|until|during|of|the|and|an?)\s+$", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)[0-9]{2}\s")
_COUNTED = re.compile(r"[0-9]+\s+(?:Hour|Minute|Day|Week|Month|Year|Star|Percent|Mile|Way)s?\b")
_CUE_CHARS = 12


def addresses_in(text: str) -> Iterator[Personal]:
    """Every address, the longer ones first. What is found twice is given twice."""
    if not any(char.isdigit() for char in text):
        return
    spans: list[tuple[int, int]] = []
    if any(cue in text.lower() for cue in _CUES):
        spans += [found.span("address") for found in _SAID.finditer(text)]
        spans += [found.span() for found in _CORNER.finditer(text)]
    if _SIGNAL.search(text):
        spans += [found.span() for found in _KNOWN.finditer(text) if not _is_none(text, found)]
    for start, end in sorted(spans, key=lambda span: span[0] - span[1]):
        yield Personal("address", start, end, " ".join(text[start:end].casefold().replace(",", " ").split()))


def _is_none(text: str, found: re.Match[str]) -> bool:
    """Whether the number is a year ("in 2008 Wall Street"), counts something, or numbers a part of a text."""
    lead = before(text, found.start(), _CUE_CHARS)
    is_year = _YEAR.match(found[0]) is not None and _YEAR_BEFORE.search(lead) is not None
    return is_year or _COUNTED.match(found[0]) is not None or _NO_ADDRESS_BEFORE.search(lead) is not None
