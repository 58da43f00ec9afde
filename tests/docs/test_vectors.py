"""docs/test-vectors.json is what the code gives, and what docs/fairness.md says: computed here by hashlib and hmac alone."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

from tests.docs import vectors

FOUND = json.loads(vectors.FILE.read_text())


def mac(key: str, message: bytes) -> bytes:
    return hmac.new(bytes.fromhex(key), message, hashlib.sha256).digest()


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


class Counter:
    """`below` as docs/fairness.md words it; `thrown` counts the numbers thrown away."""

    def __init__(self, key: str, version: str) -> None:
        self.key, self.version, self.c, self.thrown = key, int(version), 0, 0

    def below(self, n: int) -> int:
        x = self.next()
        while not x < 2**64 - (2**64 % n):
            self.thrown += 1
            x = self.next()
        return x % n

    def next(self) -> int:
        x = int.from_bytes(mac(self.key, u64(self.version) + u64(self.c))[:8], "big")
        self.c += 1
        return x


def test_the_file_is_what_the_code_gives() -> None:
    assert vectors.FILE.read_text() == vectors.text(), "run python -m tests.docs.vectors"


def test_commitments() -> None:
    for each in FOUND["commitments"]:
        assert hashlib.sha256(bytes.fromhex(each["secret"])).hexdigest() == each["commitment"]


def test_keys_and_that_no_two_are_the_same() -> None:
    for each in FOUND["keys"]:
        parts = [b"key", each["game_id"].encode(), *(seed.encode() for seed in each["client_seeds"])]
        assert mac(each["secret"], b"".join(u32(len(part)) + part for part in parts)).hex() == each["key"]
    assert len({each["key"] for each in FOUND["keys"]}) == len(FOUND["keys"])


def test_draws_some_of_which_are_thrown_away() -> None:
    thrown = 0
    for each in FOUND["draws"]["by_version"]:
        counter = Counter(FOUND["draws"]["key"], each["version"])
        assert [str(counter.below(int(n))) for n in each["limits"]] == each["results"]
        thrown += counter.thrown
    assert thrown >= 5
    limits = {int(n) for each in FOUND["draws"]["by_version"] for n in each["limits"]}
    assert {1, 6, 2**63 + 1, 2**64} <= limits


def test_shuffles() -> None:
    for each in FOUND["shuffles"]["by_version"]:
        counter = Counter(FOUND["shuffles"]["key"], each["version"])
        for shuffle in each["shuffled"]:
            cards = list(shuffle["list"])
            for i in reversed(range(1, len(cards))):
                j = counter.below(i + 1)
                cards[i], cards[j] = cards[j], cards[i]
            assert cards == shuffle["result"]


def test_salts() -> None:
    for each in FOUND["salts"]["by_version"]:
        assert mac(FOUND["salts"]["secret"], b"salt" + u64(int(each["version"]))).hex() == each["salt"]


def test_canonical_forms_and_heads() -> None:
    secret, head = FOUND["chain"]["secret"], bytes(32)
    for version, each in enumerate(FOUND["chain"]["commits"], 1):
        commit: dict[str, Any] = json.loads(each["line"])
        assert commit.pop("head") == each["head"]
        canonical = json.dumps(commit, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert canonical == each["canonical"]
        salt = mac(secret, b"salt" + u64(version))
        assert salt.hex() == each["salt"]
        head = hashlib.sha256(head + mac(salt.hex(), canonical.encode())).digest()
        assert head.hex() == each["head"]
