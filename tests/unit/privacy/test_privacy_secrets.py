"""What is a secret, and what only talks about one. No key in this file is real: they are built when the test runs."""

import random
import re
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_memory.engine.privacy.secret import Secret, merged
from mcp_memory.engine.privacy.secret_tokens import TOKEN_PATTERNS
from mcp_memory.engine.privacy.secrets import find_secrets

CHANCE = random.Random(7)  # noqa: S311 - test data, the same in every run
LETTERS = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
SURROUNDINGS = (
    "{}",
    "The key is {}, keep it.",
    "密钥是{}，请保存。",
    "前面的文字{}后面的文字",
    'export KEY="{}"',
    "({})",
)


def _some(count: int, letters: str = LETTERS) -> str:
    return "".join(CHANCE.choices(letters, k=count))


LINE, LAST = _some(64), _some(38)

ISSUED = {
    "aws-access-key": "AKIA" + _some(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"),
    "github-token": "ghp" + "_" + _some(36),
    "gitlab-token": "glpat" + "-" + _some(20),
    "slack-token": "xoxb" + "-123456789012-1234567890123-" + _some(24),
    "stripe-key": "sk" + "_live_" + _some(24),
    "anthropic-key": "sk-ant" + "-api03-" + _some(93),
    "openai-key": "sk-proj" + "-" + _some(48),
    "api-key": "sk" + "-" + _some(32, HEX),
    "google-api-key": "AIza" + _some(35),
    "google-oauth": "GOCSPX" + "-" + _some(28),
    "sendgrid-key": "SG" + "." + _some(22) + "." + _some(43),
    "twilio-key": "SK" + _some(32, HEX),
    "mailgun-key": "key" + "-" + _some(32, HEX),
    "npm-token": "npm" + "_" + _some(36),
    "pypi-token": "pypi" + "-AgEIcHlwaS5vcmc" + _some(100),
    "huggingface-token": "hf" + "_" + _some(34),
    "digitalocean-token": "dop" + "_v1_" + _some(64, HEX),
    "telegram-bot-token": "123456789" + ":" + _some(35),
    "discord-token": "M" + _some(23) + "." + _some(6) + "." + _some(27),
    "shopify-token": "shpat" + "_" + _some(32, HEX),
    "databricks-token": "dapi" + _some(32, HEX),
    "vault-token": "hvs" + "." + _some(24),
    "aliyun-key": "LTAI" + _some(20),
    "tencent-key": "AKID" + _some(32),
    "jwt": "eyJ" + "hbGciOiJIUzI1NiJ9." + "eyJ" + "zdWIiOiIxMjM0In0." + _some(43),
    "age-key": "AGE-SECRET-KEY" + "-1" + _some(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"),
    "azure-storage-key": "AccountKey=" + _some(86) + "==",
}

NAMED = [
    ("my password is {}", "hunter2"),
    ("my password is {}.", "swordfish"),
    ("it wants user bob and password {} now", "Tr0ub4dor&3"),
    ("password: {}", "Tr0ub4dor&3"),
    ("password: {}", "$ecret12"),
    ("Password:\n{}", "sword-fish"),
    ("**Password:** {}", "hunter2"),
    ("password for the wifi is {}", "sunshine42"),
    ("password (prod): {}", "swordfish"),
    ("DB_PASSWORD={}", "swordfish"),
    ("REDIS_PASS={} and so on", "hunter22"),
    ("password1 = {}", "swordfish"),
    ("[[[[[password: {}]]]]", "swordfish]"),
    ("(see password={})", "swordfish"),
    ("user bob password {}", "hunter2!"),
    ("my password was changed to {}", "xyz789y"),
    ("passphrase is '{}'", "correct horse battery"),
    ('{{"user": "bob", "password": "{}"}}', "s3cr3t pw"),
    ('{{\\"password\\": \\"{}\\"}}', "hunter2"),
    ("<password>{}</password>", "hunter2"),
    ("Server=db;Uid=sa;Pwd={};Database=x", "Str0ng"),
    ("密码是{}", "abc123"),
    ("我的密码是{}，不要告诉别人", "swordfish"),
    ("口令：{}，请记住", "Sesame88"),
    ("用户名admin密码{}", "123456"),
    ("账号root 密码 {}", "root@123"),
    ("服务器密码改成了{}", "X9k!pq"),
    ("密码：“{}”", "小明2024"),
    ("数据库password是{}", "Abc!2345"),
    ("ｐａｓｓｗｏｒｄ：{}", "ｈｕｎｔｅｒ２"),
    ("PIN is {}", "4821"),
    ("验证码{}，勿泄露", "482913"),
    ("token={}", "abc123def456"),
    ("token = '{}'", "QwertyuiopAsdfghjklZxcvbnm"),
    ("access_token: {}", "abc123def456"),
    ("访问令牌：{}", "abc123def456xyz"),
    ("API密钥是{}", "abc123def456"),
    ("X-Api-Key: {}", "9f8e7d6c5b4a"),
    ("the api key for mail is {}", "9f8e7d6c5b4a"),
    ("my token {}", "abc123def456"),
    ("client_secret: {}", "abcdefghijklmnopqrst"),
    ("aws_secret_access_key = {}", _some(40)),
    ("this is the key for the backup server: {}", "Xy7Kd92hQpL0vB3nMz44"),
    ("postgres://bob:{}@db:5432/x", "p@ss"),
    ("https://{}@example.com/repo", "abcdefghij0123456789"),
    ("Authorization: Bearer {}", "abcdef123456"),
    ("Authorization: Basic {}", "dXNlcjpwYXNz"),
    ("it sends Bearer {}", "abcdef1234567890abcd"),
    ("machine h login bob password {}", "plainword"),
    ("run --password {} now", "plainword"),
    ("run --api-key '{}' now", "plain word"),
    ("curl -u bob:{} http://x", "s3cret"),
    ("mysql -u root -p{}", "S3cret"),
    ("sshpass -p {} ssh x", "S3cret"),
    ('{{"auth": "{}"}}', "dXNlcjpwYXNzd29yZA=="),
    ("Cookie: {}", "sid=0123456789; lang=en"),
    ("https://x.blob.core.windows.net/a?sv=2020&sig={}", _some(40) + "%3D"),
]

HARMLESS = [
    "the token budget is 2000",
    "max_tokens=2000, tokens: 4096, token count: 128000",
    "password policy requires 12 characters",
    "Password: must contain 12 characters. Password: 12 characters at least.",
    "password: 128 bits",
    "The password is wrong. The password is case sensitive. Your password must be changed.",
    "the password was changed yesterday and I need to reset my password to log in",
    "my password is protected",
    "password to GitHub",
    "Two Passwords (TOTP)**: Use apps",
    "- `test_short_password`: Tests a very short one",
    "password reset email to bob2@example.com",
    "password -h2x3y4",
    "密码策略，密码策略：至少12位，密码长度不少于8位，密码是8位以上，密码已过期，请修改密码，密码：必填",
    "密码用bcrypt加密，忘记密码了怎么办，两步验证密码，令牌桶算法每秒100个",
    "token: string, api key: required, password = None, password=********, password: ###",
    "password: <your password>, password: ${DB_PASS}, password: $DB_PASS, token: your_token_here",
    "password = os.environ['DB_PASSWORD']; token = get_token(user); self.password = password",
    "secret = secrets.token_hex(16); credentials = base64.b64encode(x); token = header[7:]",
    "if password == expected_password: print(f'password={password}')",
    "secret: /run/secrets/db, PWD=/home/user/app, PWD=/root, token: https://example.com/token",
    "token: v2.3.1, secret: sha-256, password: argon2id, token: 12-digit",
    "The secret to good coffee is patience. She is my secretary. secret santa 2024",
    "pass: 12, fail: 3. The pass rate was 95.2%. pass: 95.2%",
    "The pin is on the map, pin code: 6 digits, pin 2024",
    "We use JWT tokens with RS256. API key rotation happens every 90 days.",
    "Authorization: Bearer <token>. bearer token authentication is enabled",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8 fixed the token refresh",
    "id 550e8400-e29b-41d4-a716-446655440000",
    "data:image/png;base64," + _some(200),
    "/usr/local/lib/python3.11/site-packages/token.py",
    "git@github.com:org/repo.git and http://user@host:8080/x",
    "public key: " + _some(43) + ", ssh-rsa AAAA" + _some(60),
    "the token checksum is " + _some(64, HEX),
    "the key\n" + _some(40),
    "the key is my_long_function_name_for_2024_tests",
    "Use -----BEGIN PRIVATE KEY----- and -----END PRIVATE KEY----- as markers",
    "ends with -----END PRIVATE KEY-----",
    "starts with -----BEGIN PRIVATE KEY----- -----BEGIN PRIVATE KEY-----",
]

HOSTILE = (
    "password=", "password is ", "password for ", "password (", 'password="', "password=,", "密码是", "token=a1)", "key ",
    "key aaaaaaaaaaaaaaaaaaa ", "curl -u ", "machine a login b ", "://a:", "eyJ", "eyJabcdefgh.", "sk-", "a.", "A1b", "-", " ",
    "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "Ab3dEf9h\n", "ｐ", "password=a_",
)  # fmt: skip


@pytest.mark.parametrize("kind", ISSUED)
def test_an_issued_key_is_found_by_its_shape(kind: str) -> None:
    """Alone, in English, glued to Chinese, in quotes."""
    for surroundings in SURROUNDINGS:
        text = surroundings.format(ISSUED[kind])
        (secret,) = find_secrets(text)
        assert secret.kind == kind
        assert ISSUED[kind].removeprefix("AccountKey=") in text[secret.start : secret.end]


@pytest.mark.parametrize(("kind", "pattern"), TOKEN_PATTERNS, ids=[kind for kind, _ in TOKEN_PATTERNS])
def test_whatever_an_issuer_makes_is_found(kind: str, pattern: str) -> None:
    """Every kind of the table, with any key it can describe, in the middle of Chinese text."""

    @settings(max_examples=8, deadline=None)
    @given(st.from_regex(re.compile(pattern, re.ASCII), fullmatch=True, alphabet=st.characters(codec="ascii")))
    def holds(key: str) -> None:
        found = find_secrets(f"这是{key}。")
        assert found, kind
        assert found[-1].end >= len(key) + 1

    holds()


@pytest.mark.parametrize(("text", "secret"), NAMED)
def test_a_named_secret_is_found_whole(text: str, secret: str) -> None:
    """English and Chinese, in prose, files, headers and command lines."""
    whole = text.format(secret)
    assert secret in {whole[found.start : found.end] for found in find_secrets(whole)}


@pytest.mark.parametrize("text", HARMLESS)
def test_talk_about_secrets_is_left_alone(text: str) -> None:
    """Policies, programs, placeholders, hashes, ids, images and paths."""
    assert [text[found.start : found.end] for found in find_secrets(text)] == []


def test_both_the_old_and_the_new_password_are_found() -> None:
    """A change tells two secrets."""
    for text in ("I changed my password from abc123x to xyz789y", "密码从abc123x改成xyz789y了"):
        assert [text[found.start : found.end] for found in find_secrets(text)] == ["abc123x", "xyz789y"]


def test_a_value_goes_on_as_long_as_it_goes_on() -> None:
    """Nothing of a giant value is left standing."""
    text = "password=" + "a1" * 2_000 + " end"
    assert [(found.start, found.end) for found in find_secrets(text)] == [(9, len(text) - 4)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n{LINE}\n{LAST}=\n-----END RSA PRIVATE KEY-----", "private-key"),
        (f"-----BEGIN OPENSSH PRIVATE KEY-----\n{LINE}\n{LAST}\n-----END OPENSSH PRIVATE KEY-----", "ssh-private-key"),
        (f"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n{LINE}\n=abcd\n-----END PGP PRIVATE KEY BLOCK-----", "pgp-private-key"),
        (f"-----BEGIN PRIVATE KEY-----\\n{LINE}\\n{LAST}\\n-----END PRIVATE KEY-----\\n", "private-key"),
        (f"-----BEGIN PRIVATE KEY----- {LINE} {LAST}...", "private-key"),
        (f"-----BEGIN PRIVATE KEY-----\n{LINE}\n{LAST[:12]}", "private-key"),
        (f"-----BEGIN PRIVATE KEY-----\n{LINE}\n-----BEGIN PRIVATE KEY-----\n{LINE}", "private-key"),
        (f"{LINE}\n{LAST}=\n-----END OPENSSH PRIVATE KEY-----", "ssh-private-key"),
        (f"PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 2\n{LINE}\n{LAST}\nPrivate-MAC: 1", "ssh-private-key"),
    ],
)  # fmt: skip
def test_private_keys_are_found_whole_and_torn(text: str, kind: str) -> None:
    """With their first or last line missing, with escaped line ends, and the text around them left alone."""
    text = f"see\n{text}\nand thanks"
    found = find_secrets(text)
    assert {secret.kind for secret in found} == {kind}
    rest = text
    for secret in reversed(found):
        rest = rest[: secret.start] + rest[secret.end :]
    assert LINE not in rest
    assert LAST[:12] not in rest
    assert rest.startswith("see\n")
    assert rest.endswith("and thanks")


def test_a_first_line_far_from_any_last_line_is_a_torn_key() -> None:
    """What lies 20,000 characters further on does not belong to it."""
    text = f"-----BEGIN PRIVATE KEY-----\n{LINE}\n" + "plain words. " * 2_000 + "-----END PRIVATE KEY-----"
    (secret,) = find_secrets(text)
    assert text[secret.start : secret.end].endswith(LINE)


@pytest.mark.parametrize("seed", HOSTILE)
def test_hostile_texts_take_no_time(seed: str) -> None:
    """100,000 characters made to send a pattern back and forth are answered like any others."""
    text = seed * (100_000 // len(seed))
    for secret in find_secrets(text):
        assert secret.start < secret.end


def test_overlaps_become_one_secret_of_the_first_kind() -> None:
    """Order of detection decides the kind, extent covers all."""
    found = [Secret("first", 5, 9), Secret("second", 0, 6), Secret("third", 8, 12), Secret("apart", 12, 13)]
    assert merged(found) == (Secret("first", 0, 12), Secret("apart", 12, 13))
