"""The key with which signing secrets are encrypted."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from events.encryption import Cipher, KeyUnusable, make_key


def cipher_of(path: Path | None, *, made: bool) -> Cipher:
    """The cipher with the key in this file, which is made if it is missing and `made`. Raises KeyUnusable."""
    if path is None:
        raise KeyUnusable("WEBHOOKS_KEY_FILE is not set; `openssl rand -hex 32` makes a key for it")
    return _cipher(path, made)


@lru_cache(maxsize=8)
def _cipher(path: Path, made: bool) -> Cipher:
    try:
        if made and not path.exists():
            make_key(path)
    except OSError as error:
        raise KeyUnusable(f"the key {path} cannot be made: {error.strerror}") from error
    return Cipher.from_file(path)
