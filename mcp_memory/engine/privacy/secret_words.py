"""Secrets that are known by the words before them: passwords, tokens and keys that somebody names, English and Chinese.

A value counts where it is given ("password: x", "密码是x"), not where passwords are talked about ("password policy
requires 12 characters", "密码策略", "the token budget is 2000"). After the word "token" or "key" it must look random.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mcp_memory.engine.privacy.plain_values import (
    ends_clause,
    has_sign,
    is_address,
    is_adjective,
    is_harmless,
    is_mixed,
    looks_random,
    trimmed,
)
from mcp_memory.engine.privacy.secret import Secret

_NAME = re.compile(
    r"(?P<password>(?:pass(?:words?|wd|phrase|code)|pwd)(?![a-z])|密碼|密码|口令|通行码|暗号)"
    r"|(?P<short>(?<![a-z])(?:pass|pw)(?![a-z]))"
    r"|(?P<pin>(?<![a-z])(?:pin(?:\s?code|\s?码)?|otp)(?![a-z])|验证码|取款码)"
    r"|(?P<token>(?:(?:(?:secret|private|access|api|auth|signing|encryption|master|account|app|session|refresh|bearer|bot"
    r"|deploy)[ _-]?(?:access[ _-]?)?(?:key|token|secret)(?:[ _-]?id)?|(?<!\[)secret|token|credentials?)(?![a-z]))"
    r"|密钥|秘钥|私钥|令牌|凭证|凭据|授权码|密匙)",
    re.IGNORECASE,
)

_TAIL = (
    r"(?:[_-]?\d{1,2}(?!\w)|_(?:prod|production|dev|test|staging|base|value|default|old|new|root|admin|main|backup))?"
    r"(?:\s?\([^()\n]{1,40}\)|\s(?:for|of|to|on|at)\s[^\n:=,.;]{1,40}?)?"
)
_CJK = "\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
_BARE_CHAR = rf"(?:[^\s{_CJK}\"'`<>“”‘’,;&|]|[,;&|](?![\s{_CJK}]|\Z|[\w.-]{{1,30}}\s?[=:]))"
_QUOTED = (
    r'\\"(?P<escaped>[^"\\\n]{1,500})\\"|"(?P<double>(?:[^"\\\n]|\\.){1,500})"|\'(?P<single>(?:[^\'\\\n]|\\.){1,500})\''
    r"|[`“‘「](?P<other>[^`”’」\n]{1,500})[`”’」]"
)
_VALUE = rf"(?-i:{_QUOTED}|(?P<bare>{_BARE_CHAR}{{1,1000}}))"
_REST = re.compile(f"{_BARE_CHAR}*")

_SIGN = rf"{_TAIL}[\"'`*)\]\\]{{0,4}}\s{{0,4}}(?:=>|:=|→|[:=]{{1,2}})\*{{0,2}}\s{{0,4}}\*{{0,2}}|>(?=[^<\n]{{1,200}}</)"
_ENGLISH_VERB = (
    r"\s{1,4}(?:(?:has\sbeen|was|is|will\sbe|got)\s{1,4})?(?:(?:changed|set|reset|updated|rotated)\s{1,4})?"
    r"(?P<verb>is|was|are|be|to|as|from|equals)(?:\s?:)?\s{1,4}"
)
_CHINESE_VERB = r"\s?的?\s?(?:已经?)?(?:(?:改|换|设|更新|重置|设置|修改)(?:成|为|到)了?|就?是|为|叫|从|等于)\s?:?\s?"

_GIVEN = re.compile(f"(?:{_SIGN}){_VALUE}", re.IGNORECASE)
_SAID = re.compile(f"{_TAIL}(?:{_ENGLISH_VERB}|{_CHINESE_VERB}){_VALUE}", re.IGNORECASE)
_FOLLOWED = re.compile(rf"(?:(?<=[a-z])[ \t]{{1,3}}|(?-i:(?<=[{_CJK}])[ \t]{{0,3}}))(?![:=]){_VALUE}", re.IGNORECASE)
_THEN = re.compile(rf"(?:\s{{1,4}}to\s{{1,4}}|\s?(?:改|换|变)(?:成|为|到)了?\s?){_VALUE}", re.IGNORECASE)
_UNIT = re.compile(
    r"\s?(?:char|digit|letter|day|time|minute|hour|bit|byte|word|位|个|次|天|字|分钟|小时)", re.IGNORECASE
)
_RUNS_ON = re.compile(r"[ \t]+[a-z]")

_MIN_PASSWORD = 3
_MIN_TELLING = 4
_MIN_LOOSE = 6
_MIN_LOOSE_TOKEN = 12
_PIN = re.compile(r"\d{4,8}")
_STATES = frozenset({"is", "was", "are", "be", "equals"})


@dataclass(frozen=True, slots=True)
class _Value:
    """A value that may be a secret, and how the text goes on about it. `verb` is "" where there is no English one."""

    text: str
    start: int
    is_quoted: bool
    verb: str
    is_counted: bool
    ends_clause: bool
    runs_on: bool


def named_in(text: str) -> Iterator[Secret]:
    """Every value that is given as a password, PIN, token, key or secret."""
    done = 0
    for name in _NAME.finditer(text):
        if name.start() >= done:
            for secret in _after(text, name):
                yield secret
                done = secret.end


def _after(text: str, name: re.Match[str]) -> Iterator[Secret]:
    """The value given after one name, and the one it was changed to."""
    for pattern, is_secret in zip((_GIVEN, _SAID, _FOLLOWED), _JUDGES[name.lastgroup or ""], strict=True):
        found = pattern.match(text, name.end())
        value = _value(text, found) if found else None
        if value and not is_harmless(value.text) and is_secret(value):
            yield (secret := _secret(text, _kind(name), value))
            then = _THEN.match(text, secret.end)
            changed = _value(text, then) if then and pattern is _SAID else None
            if changed and not is_harmless(changed.text) and has_sign(changed.text):
                yield _secret(text, _kind(name), changed)
            return


def _value(text: str, found: re.Match[str]) -> _Value | None:
    groups = found.groupdict()
    kind = next(group for group in ("escaped", "double", "single", "other", "bare") if groups[group] is not None)
    value = groups[kind] if kind != "bare" else trimmed(groups[kind])
    start = found.start(kind)
    end = start + len(value)
    if not value:
        return None
    return _Value(
        text=value,
        start=start,
        is_quoted=kind != "bare",
        verb=(groups.get("verb") or "").lower(),
        is_counted=value.isdigit() and _UNIT.match(text, end) is not None,
        ends_clause=ends_clause(text, end),
        runs_on=_RUNS_ON.match(text, end) is not None,
    )


def _secret(text: str, kind: str, value: _Value) -> Secret:
    """The place of a value, however long it goes on."""
    end = value.start + len(value.text)
    rest = _REST.match(text, end)
    if value.is_quoted or rest is None:
        return Secret(kind, value.start, end)
    return Secret(kind, value.start, value.start + len(trimmed(text[value.start : rest.end()])))


def _kind(name: re.Match[str]) -> str:
    if name.lastgroup != "token":
        return "pin" if name.lastgroup == "pin" else "password"
    wording = name[0].lower()
    if wording.endswith(("key", "id", "钥", "匙")):
        return "api-key"
    return "token" if wording.endswith(("token", "令牌")) else "secret"


def _is_given_password(value: _Value) -> bool:
    is_prose = value.runs_on and value.text.istitle() and not has_sign(value.text)
    return len(value.text) >= _MIN_PASSWORD and not value.is_counted and not is_prose


def _is_said_password(value: _Value) -> bool:
    if value.text.isdigit():
        return len(value.text) >= _MIN_TELLING and not value.is_counted
    if value.is_quoted:
        return len(value.text) >= _MIN_PASSWORD
    if value.verb and value.verb not in _STATES:
        return len(value.text) >= _MIN_TELLING and has_sign(value.text)
    if is_mixed(value.text):
        return len(value.text) >= _MIN_TELLING
    is_a_statement = not value.verb or (value.ends_clause and not is_adjective(value.text))
    return len(value.text) >= _MIN_PASSWORD and is_a_statement


def _is_loose_password(value: _Value) -> bool:
    is_other = value.is_counted or value.text.startswith("-") or is_address(value.text)
    return len(value.text) >= _MIN_LOOSE and has_sign(value.text) and not is_other


def _is_telling(value: _Value) -> bool:
    return len(value.text) >= _MIN_LOOSE and has_sign(value.text) and any(char.isalpha() for char in value.text)


def _is_pin(value: _Value) -> bool:
    return _PIN.fullmatch(value.text) is not None and not value.is_counted


def _is_loose_pin(value: _Value) -> bool:
    return len(value.text) >= _MIN_LOOSE and _is_pin(value)


def _is_token(value: _Value) -> bool:
    return looks_random(value.text)


def _is_loose_token(value: _Value) -> bool:
    return looks_random(value.text, _MIN_LOOSE_TOKEN) and not value.text.startswith("-")


def _is_never(_value: _Value) -> bool:
    return False


_JUDGES: dict[str, tuple[Callable[[_Value], bool], ...]] = {
    "password": (_is_given_password, _is_said_password, _is_loose_password),
    "short": (_is_telling, _is_telling, _is_never),
    "pin": (_is_pin, _is_pin, _is_loose_pin),
    "token": (_is_token, _is_token, _is_loose_token),
}
"""What counts as a secret after each sort of name: given by a sign, said by a verb, standing next to it."""
