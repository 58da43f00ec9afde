"""The committed, verifiable random source.

The service draws a secret of 32 bytes for each game and publishes `commitment(secret)` before anything is dealt; players
may add client seeds. Every draw follows from the secret, the game's id and the client seeds, so nobody can change a draw
afterwards, and once the secret is published anyone can repeat all of them. docs/fairness.md has the algorithm in words, with
test vectors and the limits of the proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

ALGORITHM = "tradewinds-hmac-sha256-v1"
SECRET_BYTES = 32
CLIENT_SEED_BYTES = 64
GENESIS = bytes(32)
"""The audit head before the first commit."""


_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def _hmac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 (RFC 2104) with a key of at most 64 bytes.

    As hmac.digest, which looks up its hash function each time; that takes longer than to hash a draw.
    """
    block = key.ljust(64, b"\0")
    return sha256(block.translate(_OUTER) + sha256(block.translate(_INNER) + message).digest()).digest()


def commitment(secret: bytes) -> str:
    """What is published while the secret is kept: its SHA-256 in hex."""
    return sha256(secret).hexdigest()


def game_key(secret: bytes, game_id: str, client_seeds: Sequence[str]) -> bytes:
    """The key of all draws of one game: HMAC-SHA256 over "key", the game's id and the client seeds in seat order.

    Each part stands behind its length in bytes (4 bytes, big-endian), so no two lists of parts run together.
    """
    parts = [b"key", game_id.encode(), *(seed.encode() for seed in client_seeds)]
    return _hmac(secret, b"".join(len(part).to_bytes(4, "big") + part for part in parts))


class Draws:
    """The draws of one version of a game; the same version always draws the same numbers."""

    __slots__ = ("_counter", "_key", "_version")

    def __init__(self, key: bytes, version: int) -> None:
        self._key = key
        self._version = version.to_bytes(8, "big")
        self._counter = 0

    @property
    def used(self) -> bool:
        """Whether anything has been drawn."""
        return self._counter > 0

    def below(self, limit: int) -> int:
        """A uniform integer n, 0 <= n < limit.

        The first 8 bytes (big-endian) of HMAC(key, version || counter), both 8 bytes; a number in the incomplete last
        run of `limit` is thrown away and the next counter is used.
        """
        if not 0 < limit <= 1 << 64:
            raise ValueError(f"limit must be between 1 and 2^64, not {limit}")
        bound = (1 << 64) - (1 << 64) % limit
        while True:
            digest = _hmac(self._key, self._version + self._counter.to_bytes(8, "big"))
            self._counter += 1
            number = int.from_bytes(digest[:8], "big")
            if number < bound:
                return number % limit


def salt(secret: bytes, version: int) -> bytes:
    """Salts one commit's part of the chain, so that a public head says nothing about what is hidden."""
    return _hmac(secret, b"salt" + version.to_bytes(8, "big"))


def next_head(previous: bytes, secret: bytes, version: int, canonical: bytes) -> bytes:
    """The audit head after a commit: SHA-256(previous head || HMAC-SHA256(salt of the version, canonical commit))."""
    return sha256(previous + _hmac(salt(secret, version), canonical)).digest()
