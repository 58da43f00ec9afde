"""Encryption of stored data: AES-256-GCM, with a key in a file that is stored elsewhere."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES = 32
_NONCE_BYTES = 12


class KeyUnusable(Exception):
    """The key's file is missing, cannot be read, or holds no key."""


class DecryptionFailed(Exception):
    """A text was changed after it was encrypted, or was encrypted for another name or with another key."""


class Cipher:
    """Encrypts texts with one key. Each is bound to a name: under another name it cannot be decrypted."""

    def __init__(self, key: bytes) -> None:
        self._aes = AESGCM(key)
        self.key_id = sha256(b"tradewinds key id\n" + key).hexdigest()[:16]
        """Names the key, and says nothing about it."""

    @classmethod
    def from_file(cls, path: Path) -> Cipher:
        """The cipher of the key in a file: 64 hexadecimal digits. Raises KeyUnusable, which quotes nothing of the file."""
        try:
            key = bytes.fromhex(path.read_text("ascii").strip())
        except OSError as error:
            raise KeyUnusable(f"the key in {path} cannot be read: {error.strerror}") from error
        except ValueError:
            key = b""
        if len(key) != KEY_BYTES:
            wanted = f"a key of {2 * KEY_BYTES} hexadecimal digits; `openssl rand -hex 32` makes one"
            raise KeyUnusable(f"{path} must have {wanted}")
        return cls(key)

    def encrypted(self, text: bytes, name: str) -> bytes:
        """The text, encrypted for this name."""
        # A random nonce of 96 bits: two are equal with a chance of 2⁻³² after 2³² texts.
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._aes.encrypt(nonce, text, name.encode())

    def decrypted(self, encrypted: bytes, name: str) -> bytes:
        """The text that was encrypted for this name. Raises DecryptionFailed."""
        try:
            return self._aes.decrypt(encrypted[:_NONCE_BYTES], encrypted[_NONCE_BYTES:], name.encode())
        except (InvalidTag, ValueError) as error:  # Too short a text is a ValueError.
            raise DecryptionFailed from error


def make_key(path: Path) -> None:
    """Put a new key into a file that only this user can read, unless there is one. Of several processes one wins.

    Raises OSError.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(suffix=".tmp", dir=path.parent)
    try:
        with open(descriptor, "w") as file:
            file.write(f"{os.urandom(KEY_BYTES).hex()}\n")
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(temporary, path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # Files encrypted with a key that a power cut takes away are lost.
        finally:
            os.close(folder)
    finally:
        os.unlink(temporary)
