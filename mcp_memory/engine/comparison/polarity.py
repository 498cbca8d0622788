"""Yes and no: which words deny, how far that reaches, and what only looks like a denial.

The text keeps its words; denials become marks, of which an even number is none. "Not only X but Y" denies nothing,
"not until Friday" says from when, "not X but Y" says Y.
"""

import re

NOT = "\ue900"
HARDLY = "\ue901"
"""A weak denial: "hardly", "not all", 不太."""
NEEDLESS = "\ue902"
"""Not obliged to, which is neither a prohibition nor a "no"."""


def settle(text: str) -> str:
    """The folded text with its denials as marks and without what it names only to deny it ("9090, not 8080")."""
    for pattern, replacement in _STEPS:
        text = pattern.sub(replacement, text)
    return text


def expand(text: str) -> str:
    """Contractions written out: "can't" as "can not", "it's" as "it is"."""
    for pattern, replacement in _CONTRACTIONS:
        text = pattern.sub(replacement, text)
    return text


def _compiled(rows: tuple[tuple[str, str], ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern, re.ASCII), replacement) for pattern, replacement in rows)


_CONTRACTIONS = _compiled((
    (r"[’`]", "'"), (r"\bcannot\b", "can not"), (r"\bcan'?t\b", "can not"), (r"\bwon't\b", "will not"),
    (r"\bshan't\b", "shall not"), (r"\b(\w+)n't\b", r"\1 not"), (r"\b(it|that|there|he|she|what|who)'s\b", r"\1 is"),
    (r"'(?:re|ve|ll|d)\b", ""), (r"\bi'm\b", "i is"), (r"\bdont\b", "do not"),
))  # fmt: skip

_REST = r"[^,.;，。；]"
_STEPS = _compiled((
    # What only looks like a denial.
    (r"\bnot (?:only|just|merely|simply)\b|\bno (?:doubt|wonder|problem|matter)\b|\bwhy not\b", " "),
    (r"\bbut also\b", " and "),
    (r"\b(?:can|could) not wait (?:to|for)\b", " want "),
    (r"\b(?:can|could) not help(?: but)?\b", " "),
    (r"\bcould not agree more\b", " agree "), (r"\b(?:can|could) not stand\b", " hate "),
    (r"(?:^|(?<=[,，;；]))不过", " "), (r"\bnothing but\b", " only "), (r"\bnot to mention\b", " and "),
    (r"\bno later than\b", " by "),
    (r"\b(?:did |do |does |would |will )?(?:not|never) (?:forget|fail|neglect|omit)(?:s|ed)? to\b", " "),
    (r"\bno sooner\b", " "), (r"\bno one\b", "nobody"),
    (r"\b(?:do |does |did )?not ((?:\S+ ){0,5}?)until\b", r" \1from "),
    (r"直到(.{1,10}?)才", r"\1"),
    (r"不仅仅是?|不仅|不但|不光是?|不只是?|不单", " "), (r"等不及要?|迫不及待地?要?", "想"),
    # Two denials that make a yes.
    (r"不得不|不能不|不可不|不该不", "必须"), (r"非(.{1,8}?)不可", r"必须\1"),
    (r"不会不|不无|无不|没有不|不是不|并非不|并不是不", " "),
    (r"(?:没有?|不要|别|不会|不)忘(?:记|了)?", " "),
    # What is named to be denied.
    (r"\bnot ((?:(?!but\b)\S+ ){1,6}?)but (?=\S)", " "),
    (rf", ?(?:and )?not {_REST}{{1,60}}(?=$|[.;])", " "),
    (rf"\b(?:rather than|instead of|as opposed to) {_REST}{{1,60}}", " "),
    (rf"(?:并?不是|并非){_REST}{{1,20}}[,，]?而是", "是"),
    (rf"[,，]?(?:而不是|而非|[,，]不是){_REST}{{1,20}}", " "),
    # Weak denials, and freedom from an obligation.
    (r"\b(?:hardly|barely|scarcely|rarely|seldom)(?: ever)?\b", HARDLY),
    (r"\bnot (?:really|very|always|all|every\w*|necessarily|quite|entirely|exactly|fully|often|too|much|so)\b", HARDLY),
    (r"\bnot (?:must|need to|needed to|need)\b|\bneed not\b", f"{NEEDLESS} must "),
    (r"不必|不用(?=再|去|做)|无需|无须", f"{NEEDLESS}必须"), (r"不需要", f"{NEEDLESS}需要"),
    # Denials.
    (r"\bno longer\b", NOT),
    (r"\b(?:forgot|forget|forgets|failed|fails|refused|refuses|declined|declines|omitted) to\b", NOT),
    (r"\bdecided against\b", f"decided {NOT}"),
    (r"\b(?:stop|stops|stopped|quit|quits|avoid|avoids|avoided) (?=\w+ing\b)", NOT),
    (r"\b(?:not|never|no|none|neither)\b", NOT), (r"\bnor\b", " and "),
    (r"忘记(?:了)?|忘了", NOT), (r"不再", NOT),
))  # fmt: skip
