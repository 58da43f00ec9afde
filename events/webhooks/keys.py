"""The key with which signing secrets are encrypted."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from events.sealing import KeyUnusable, Sealer, make_key
from events.settings import Settings


def sealer_of(settings: Settings) -> Sealer:
    """Raises KeyUnusable, also where no key is configured."""
    path = settings.webhooks_key
    if path is None:
        raise KeyUnusable("WEBHOOKS_KEY_FILE is not set; `openssl rand -hex 32` makes a key for it")
    return _sealer(path, made=not settings.webhooks_key_file)


@lru_cache(maxsize=8)
def _sealer(path: Path, made: bool) -> Sealer:
    """The sealer of a key's file; `made`: which is made if there is none."""
    try:
        if made and not path.exists():
            make_key(path)
    except OSError as error:
        raise KeyUnusable(f"the key {path} cannot be made: {error.strerror}") from error
    return Sealer.from_file(path)
