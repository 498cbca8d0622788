"""What a value after the word "password" or "token" looks like when it is none: a word, a path, a placeholder.

Everything here errs towards calling a value a secret.
"""

import math
import re
from collections import Counter

from mcp_memory.engine.privacy.placeholders import KINDS

_ORDINARY_WORDS = """
a an and any at be been but by can for from if in into it its just my no none not now of off on only or our same
should so some still than that the their there they this to too true false via was we what when where which will
with you your yes all also always already never must may might required optional needed missing empty blank unknown
undefined unset null nil void default example sample placeholder redacted masked omitted hidden todo tbd expired
invalid valid incorrect correct wrong right set reset changed unchanged updated rotated stored saved kept shared
encrypted hashed salted plain plaintext secure insecure safe unsafe strong weak short long simple easy hard
difficult bad good fine ok okay ready done gone lost leaked stolen forgotten known common unique new old different
private public important here below above password passwd passphrase passwords pwd pass secret token key value
string str text number integer int bool boolean object array bytes char varchar input field column type uuid base64
hex utf8 utf-8 ascii bcrypt argon2 argon2i argon2id scrypt pbkdf2 md5 oauth oauth2 ldap kerberos sso saml mfa 2fa
totp otp jwt
"""
_ORDINARY = frozenset(_ORDINARY_WORDS.split())

_FORMS_OF_WORDS = re.compile(
    r"(?:hmac[-_]?)?(?:sha[-_]?\d{1,3}(?:[-_/]\d{3})?|(?:rs|hs|es|ps)\d{3}|ed25519|ed448|rsa[-_]?\d{4}"
    r"|aes[-_]?\d{3}(?:[-_](?:gcm|cbc|ctr))?)"
    r"|v?\d+(?:\.\d+)+(?:[-+.]?[a-z]+\.?\d*)?"
    r"|\d{1,3}\+|\d{1,3}[-‐](?:char(?:acter)?|digit|letter|day|bit|byte|word|factor|minute|hour)s?(?:-[a-z]+)*"
)
"""Algorithms, versions, counts."""

_PLACEHOLDER = re.compile(
    rf"\[(?:{'|'.join(KINDS)})[:\]]|"
    r"\[secret:|\$[{(]|(?-i:\$[A-Z][A-Z0-9_]+\Z)|\{\{|\{[\w.]*[:}]|<[\w .-]{1,40}>?\Z|%[sd(]|[*•.x_=~#-]{2,}\Z"
    r"|(?:your|insert|enter|replace)(?:[-_ ][a-z]+){1,5}\Z",
    re.IGNORECASE,
)
_EXPRESSION = re.compile(
    r"[a-z_.]+(?:\(\)?|\[[\w:]*\]?)\Z|[a-z_.]+\([a-z_.=]*\)?\Z|(?:[a-z_]\w+\.)+\w+\(|[a-z]+_[a-z_]+\(|(?:var)?char\("
    r"|(?:self|this|config|settings|req|request|user|data|args|params|env|os|sys|process|options|form)\.[a-z_.]+\Z"
    r"|\(?[a-z_.]{1,60}[._][a-z_]{0,40}(?:pass|pwd|secret|token|key|credential)[a-z_]{0,40}\Z",
    re.IGNORECASE,
)
_PLACE = re.compile(r"(?:~|\.{1,2})(?:/[\w.@-]{0,24})+\Z|(?:/[\w.@-]{1,24}){2,}/?\Z|/[a-z]+\Z|[A-Za-z]:[\\/]|https?://")
_MAIL_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{2,64}\Z")
_ADJECTIVE = re.compile(r"(?:ed|ing|able|ible|ive|ous|ful|less|ly)\Z")
_CLAUSE_END = re.compile(r"[ \t]*+(?:[.,;:!?)\"'\]…\n]|\Z|and\b|but\b|or\b|so\b)")

_OPENERS = {")": "(", "]": "[", "}": "{"}
_MAX_BRACKETS = 4
_LOOSE_END = ".,;:*\\"
_MIN_RANDOM = 8
_MIN_DIGITLESS = 20
_MIN_DIGITLESS_BITS = 4.0


def trimmed(value: str) -> str:
    """The value without the punctuation of the sentence it stands in."""
    value = value.rstrip(_LOOSE_END)
    for _ in range(_MAX_BRACKETS):
        opener = _OPENERS.get(value[-1:], "")
        if not opener or value.count(opener) >= value.count(value[-1]):
            break
        value = value[:-1].rstrip(_LOOSE_END)
    return value


def is_harmless(value: str) -> bool:
    """Whether a value is a word of a sentence or of a program, an algorithm, a version, a path or a placeholder."""
    bare = value.rstrip("!?").lower()
    return (
        bare in _ORDINARY
        or _FORMS_OF_WORDS.fullmatch(bare) is not None
        or any(form.match(value) for form in (_PLACEHOLDER, _EXPRESSION, _PLACE))
    )


def is_address(value: str) -> bool:
    """Whether a value is a mail address."""
    return _MAIL_ADDRESS.match(value) is not None


def has_sign(value: str) -> bool:
    """Whether a value holds a digit or a sign that words do not hold."""
    return any(char.isdigit() or char in "!@#$%^&*+=?~_|\\" for char in value.rstrip("!?"))


def is_mixed(value: str) -> bool:
    """Whether a value holds what words do not: a digit, a sign, a capital inside."""
    inside = value.rstrip("!?")[1:]
    return has_sign(value) or inside != inside.lower()


def is_adjective(word: str) -> bool:
    """Whether an English word says how something is or what was done to it."""
    return _ADJECTIVE.search(word.rstrip("!?").lower()) is not None


def ends_clause(text: str, place: int) -> bool:
    """Whether the clause is over at a place of the text."""
    return _CLAUSE_END.match(text, place) is not None


def looks_random(value: str, least: int = _MIN_RANDOM) -> bool:
    """Whether a value is made by a machine: letters with digits, or many different letters in no order of words."""
    if len(value) < least or any(char.isspace() for char in value):
        return False
    has_letter = any(char.isalpha() for char in value)
    if has_letter and any(char.isdigit() for char in value):
        return True
    return len(value) >= _MIN_DIGITLESS and bits_per_char(value) >= _MIN_DIGITLESS_BITS


def bits_per_char(value: str) -> float:
    """Shannon's entropy of the characters of a value."""
    size = len(value)
    return -sum(times / size * math.log2(times / size) for times in Counter(value).values())
