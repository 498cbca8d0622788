"""The port `Vault`: values sealed with AES-GCM, found again by a keyed hash, kept in a book beside the records.

The key file is read at every use: a process must not go on with a key that is no longer there for the others.
"""

import hashlib
import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from mcp_memory.engine.domain.answers import Finding
from mcp_memory.engine.domain.errors import Unavailable, VaultLocked
from mcp_memory.engine.ports.vault import Sealed, SealedBook, Valuable
from mcp_memory.engine.privacy.placeholders import numbered, placeholders_in
from mcp_memory.engine.vault.key_file import KeyFile

_NONCE_BYTES = 12
_MARK_BYTES = 16
_SHOWN_MARK_CHARS = 8


class SealedVault:
    """Seals into a book. `entropy` returns that many random bytes."""

    def __init__(self, book: SealedBook, key_file: KeyFile, entropy: Callable[[int], bytes]) -> None:
        self._book = book
        self._key_file = key_file
        self._entropy = entropy

    def placeholder(self, user: str, valuable: Valuable) -> str:
        """The placeholder of a value that is durable by now. Raises `VaultLocked`."""
        keys = self._keys()
        number = self._book.sealed_number(user, valuable.kind, keys.mark(user, valuable))
        if number is None:
            number = self._book.seal(self._sealed(keys, user, valuable))
        return numbered(valuable.kind, number)

    def known(self, user: str, valuable: Valuable) -> str | None:
        """The placeholder of a value that was kept before."""
        try:
            key = self._key_file.read()
        except VaultLocked:
            return None
        if key is None:
            return None
        number = self._book.sealed_number(user, valuable.kind, _Keys.of(key).mark(user, valuable))
        return None if number is None else numbered(valuable.kind, number)

    def hold(self, user: str, held: Sequence[tuple[str, Valuable]]) -> None:
        """Put back what a purge has taken meanwhile."""
        for placeholder, valuable in dict.fromkeys(held):
            for kind, number in placeholders_in(placeholder):
                if self._book.sealed(user, kind, number) is None:
                    self._book.hold_sealed(number, self._sealed(self._keys(), user, valuable))

    def mark(self, user: str, text: str) -> str:
        """A few letters that are always the same for a text of this user. Raises `VaultLocked`."""
        return self._keys().mark(user, Valuable("name", text, "")).hex()[:_SHOWN_MARK_CHARS]

    def reveal(self, user: str, placeholder: str) -> str | None:
        """The value of one placeholder. Raises `VaultLocked` when it is there but cannot be opened."""
        for kind, number in placeholders_in(placeholder):
            sealed = self._book.sealed(user, kind, number)
            if sealed is not None:
                return self._opened(sealed)
        return None

    def check(self) -> Finding:
        """Whether the key is there, is the right one, and is the owner's alone."""
        try:
            sealing, key = self._book.sealing_keys(), self._key_file.read()
        except (VaultLocked, Unavailable) as trouble:
            return Finding("vault", passed=False, detail=trouble.detail)
        if key is None:
            return Finding("vault", not sealing, _missing(self._key_file) if sealing else "nothing is kept in it")
        if any(name != _Keys.of(key).name for name in sealing):
            return Finding("vault", passed=False, detail=_other(self._key_file))
        if not self._key_file.is_private():
            return Finding("vault", passed=False, detail=f"others may read {self._key_file.path}; run chmod 600 on it")
        return Finding("vault", passed=True, detail=f"locked with {self._key_file.path}; keep a copy of it elsewhere")

    def _keys(self) -> "_Keys":
        """The key in use; a new one only while nothing is sealed, so that a lost key is not replaced unnoticed."""
        key = self._key_file.read()
        if key is None:
            if self._book.sealing_keys():
                raise VaultLocked(_missing(self._key_file))
            key = self._key_file.make()
        return _Keys.of(key)

    def _sealed(self, keys: "_Keys", user: str, valuable: Valuable) -> Sealed:
        mark = keys.mark(user, valuable)
        nonce = self._entropy(_NONCE_BYTES)
        box = AESGCM(keys.sealing).encrypt(nonce, valuable.value.encode(), _bound(user, valuable.kind, mark))
        return Sealed(user=user, kind=valuable.kind, mark=mark, box=nonce + box, key=keys.name)

    def _opened(self, sealed: Sealed) -> str:
        key = self._key_file.read()
        if key is None:
            raise VaultLocked(_missing(self._key_file))
        nonce, box = sealed.box[:_NONCE_BYTES], sealed.box[_NONCE_BYTES:]
        try:
            value = AESGCM(_Keys.of(key).sealing).decrypt(nonce, box, _bound(sealed.user, sealed.kind, sealed.mark))
        except InvalidTag as refused:
            raise VaultLocked(_other(self._key_file)) from refused
        return value.decode()


@dataclass(frozen=True, slots=True)
class _Keys:
    """What is derived from the one key: for sealing, for marks, and a name that says nothing of it."""

    sealing: bytes
    marking: bytes
    name: str

    @classmethod
    def of(cls, key: bytes) -> "_Keys":
        return cls(_derived(key, b"seal"), _derived(key, b"mark"), _derived(key, b"name").hex()[:16])

    def mark(self, user: str, valuable: Valuable) -> bytes:
        """The same for the same value of the same user; without the key nobody can tell of what."""
        said = _bound(user, valuable.kind, valuable.key.encode())
        return hmac.digest(self.marking, said, hashlib.sha256)[:_MARK_BYTES]


def _derived(key: bytes, purpose: bytes) -> bytes:
    return hmac.digest(key, b"mcp-memory vault " + purpose, hashlib.sha256)


def _bound(user: str, kind: str, rest: bytes) -> bytes:
    """Parts that cannot run into each other: neither a user nor a kind holds the separator."""
    return b"\0".join((user.encode(), kind.encode(), rest))


def _missing(key_file: KeyFile) -> str:
    return f"{key_file.path} is missing"


def _other(key_file: KeyFile) -> str:
    return f"{key_file.path} is not the key that personal data was sealed with"
