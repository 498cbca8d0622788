"""A statement of the first person, told of its speaker: "I prefer tabs" becomes "The user prefers tabs"."""

import re

USER, TEAM = "The user", "The team"
_USER_ZH, _TEAM_ZH = "用户", "团队"

_HAN_I = re.compile(r"我们|咱们|我(?!国|方|行|司|校|市)")
_ADVERB = (
    r"(?:always|never|usually|really|also|still|generally|normally|typically|mostly|strongly|often|only|just|much"
    r"|definitely|personally|almost always|nearly always|no longer|hardly ever|rarely|sometimes)"
)
_SUBJECT = re.compile(
    rf"\b(?P<who>I|we)\b(?P<joint>['’](?:m|re|ve|d|ll)\b)?(?P<adverbs>(?: {_ADVERB})*)"
    r"(?: (?P<verb>[a-z]+(?:-[a-z]+)*(?:['’]t)?))?",
    re.IGNORECASE,
)
_JOINTS = {"m": " is", "re": " is", "ve": " has", "d": " would", "ll": " will"}
_UNCHANGED = frozenset(
    [
        "must",
        "should",
        "will",
        "can",
        "would",
        "could",
        "may",
        "might",
        "shall",
        "did",
        "had",
        "was",
        "were",
        "ought",
        "won't",
        "can't",
        "shouldn't",
        "wouldn't",
        "couldn't",
        "mustn't",
        "didn't",
        "hadn't",
        "cannot",
    ]
)
_PAST = re.compile(
    r"said|went|got|made|took|came|saw|knew|thought|found|told|left|felt|kept|gave|began|met|sent|spent|built|bought"
    r"|brought|lost|won|wrote|ran|heard|held|broke|chose|taught|paid|forgot"
)
_PRESENT = frozenset(("need", "feed", "seed", "speed", "embed"))
_IRREGULAR = {
    "am": "is", "are": "is", "have": "has", "do": "does", "go": "goes", "don't": "does not", "don’t": "does not",
    "haven't": "has not", "aren't": "is not", "weren't": "was not", "were": "was",
}  # fmt: skip
_OWN = (
    (re.compile(r"\bmy\b", re.IGNORECASE), "their"),
    (re.compile(r"\bmine\b", re.IGNORECASE), "theirs"),
    (re.compile(r"\bmyself\b", re.IGNORECASE), "themselves"),
    (re.compile(r"\bme\b", re.IGNORECASE), "them"),
    (re.compile(r"\bour\b", re.IGNORECASE), "their"),
    (re.compile(r"\bus\b"), "them"),
)
_NAMELESS = (
    (re.compile(r"\bmy\b", re.IGNORECASE), "{user}'s"),
    (re.compile(r"\bme\b", re.IGNORECASE), "{user}"),
    (re.compile(r"\bour\b", re.IGNORECASE), "{team}'s"),
    (re.compile(r"\bus\b"), "{team}"),
)
_NAMED_USER = re.compile(r"^(?:the )?user\b(?='s|’s| )", re.IGNORECASE)


def without_speaker(text: str, speaker: str) -> str:
    """The statement without the name of its speaker before it."""
    return text.removeprefix(f"{speaker}: ").removeprefix(f"{speaker}：") if speaker else text


def of_speaker(text: str, speaker: str = "") -> str:
    """The statement with its first person put in the third; `speaker` is who says it, "" for the user."""
    said = _NAMED_USER.sub(USER, without_speaker(" ".join(text.split()), speaker))
    if _HAN_I.search(said):
        return _in_chinese(said, speaker)
    return _in_english(said, speaker)


def _in_chinese(said: str, speaker: str) -> str:
    return _HAN_I.sub(lambda found: _TEAM_ZH if len(found.group()) > 1 else speaker or _USER_ZH, said)


def _in_english(said: str, speaker: str) -> str:
    first = _SUBJECT.search(said)
    if first is None:
        return _of_nobody(said, speaker)
    lead, tail = said[: first.start()], said[first.end() :]
    who = _fit(_name(first["who"], speaker), first.start())
    joint = _JOINTS[first["joint"][1:].lower()] if first["joint"] else ""
    verb = (first["verb"] or "") if joint else _third(first["verb"] or "")
    told = " ".join(part for part in (who + joint, first["adverbs"].strip(), verb) if part)
    if _NAMELESS[0][0].search(lead):
        return _of_nobody(lead, speaker) + "they" + said[first.start() + len(first["who"]) :]
    return lead + told + _owned(re.sub(r"\bI\b(?!['’])", "they", tail))


def _of_nobody(said: str, speaker: str) -> str:
    """A statement in which the first person owns or suffers and does not act."""
    for form, other in _NAMELESS:
        told = other.format(user=speaker or "the user", team="the team")
        said = form.sub(told, said)
    return said[:1].upper() + said[1:] if said.startswith("the ") else said


def _name(who: str, speaker: str) -> str:
    if who.lower() == "we":
        return TEAM
    return speaker or USER


def _fit(who: str, place: int) -> str:
    return who.replace("The ", "the ", 1) if place else who


def _owned(rest: str) -> str:
    for form, other in _OWN:
        rest = form.sub(other, rest)
    return rest


def _third(verb: str) -> str:
    low = verb.lower()
    if not verb or low in _UNCHANGED or _PAST.fullmatch(low) or (low.endswith("ed") and low not in _PRESENT):
        return verb
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if low.endswith(("s", "x", "z", "ch", "sh")):
        return f"{verb}es"
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"
