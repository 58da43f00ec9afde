"""Test vectors for those who write a checker of their own: ``python -m tests.docs.vectors`` writes them anew.

They are made by the code that deals and seals; tests/docs/test_vectors.py computes them again without it. Every number of a
draw is a text, because many languages read JSON numbers as floats, which lose digits beyond 2^53.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from domain import fairness
from domain.kit.cards import shuffled
from events.envelope import Commit, canonical, sealed
from tests.docs.generated import ROOT

FILE = ROOT / "docs" / "test-vectors.json"

SECRETS = (bytes(range(32)), bytes(32), b"\xff" * 32)
GAMES = ("0gabcdefghijklmnopqrst", "2fzzzzzzzzzzzzzzzzzzzz")
SEEDS: tuple[tuple[str, ...], ...] = (
    (),
    ("",),
    ("", ""),
    ("a few words of my own",),
    ("", "naïve seed", "bot-2"),
    ("ab", "c"),
    ("a", "bc"),
    ("\N{SAILBOAT}\N{FIRST QUARTER MOON SYMBOL}", "e\N{COMBINING ACUTE ACCENT}", "\N{LATIN SMALL LETTER E WITH ACUTE}"),
    ("x" * 64, "bot-1", "bot-2", "bot-3", "bot-4"),
)
LIMITS = (1, 2, 3, 6, 7, 52, 110, 2**32 - 1, 2**53 + 1, 2**63, 2**63 + 1, 2**64 - 1, 2**64)
VERSIONS = (1, 2, 300, 2**31, 2**63)
LISTS = ((), ("a",), ("a", "b"), tuple("abcdefgh"), tuple(f"card-{number}:1" for number in range(1, 31)))
TEXTS = (
    "",
    "plain",
    'quote " backslash \\ slash /',
    "\b\t\n\f\r\x00\x01\x1f\x7f\x80\x9f",
    "\u2028\u2029\ufeff\uffff",
    "café, cafe\N{COMBINING ACUTE ACCENT}, \N{SAILBOAT}, \N{FIRST QUARTER MOON SYMBOL}, <&>",
)


def _commit(version: int, name: str, **fields: Any) -> Commit:
    command = {"type": "claim_seat", "seat": 1, "name": name, "client_seed": ""}
    event = {
        "type": "seat_claimed",
        "seat": 1,
        "name": name,
        "generation": version,
        "b": {"z": None, "a": [True, -1, 10**15]},
    }
    encode = msgspec.json.Encoder(order="sorted").encode
    given = {
        "command_id": "", "actor": "player", "seat": 1, "at": f"2026-01-02T03:04:{version:02}.678Z",
        "ruleset": "merchants-of-the-caribbean", "ruleset_version": 1, **fields,
    }  # fmt: skip
    return Commit(
        version=version,
        command=msgspec.Raw(encode(command)),
        events=msgspec.Raw(encode([event, {"type": "b", "a": 1, "B": 2, "_": 3, "10": 4, "9": 5}, {}])),
        **given,
    )


def _draws(key: bytes, version: int, limits: tuple[int, ...]) -> dict[str, Any]:
    draws = fairness.Draws(key, version)
    return {
        "version": str(version),
        "limits": [str(limit) for limit in limits],
        "results": [str(draws.below(limit)) for limit in limits],
    }


def _shuffles(key: bytes, version: int) -> dict[str, Any]:
    """All lists are shuffled by one command, so each goes on where the counter of the one before stood."""
    draws = fairness.Draws(key, version)
    return {"version": str(version), "shuffled": [{"list": cards, "result": shuffled(cards, draws)} for cards in LISTS]}


def _chain(secret: bytes) -> list[dict[str, Any]]:
    head, made = fairness.GENESIS, []
    for version, text in enumerate(TEXTS, 1):
        fields: dict[str, Any] = {} if version % 2 else {"seat": None, "actor": "host", "command_id": "5d" * 16}
        commit = sealed(_commit(version, text, **fields), head, secret).commit
        head = bytes.fromhex(str(commit.head))
        parsed = json.loads(msgspec.json.encode(commit))
        # The line as some other program might have written it: other order, white space, escapes beyond ASCII.
        made.append(
            {
                "line": json.dumps(dict(reversed(parsed.items())), indent=None, separators=(" , ", " : ")),
                "canonical": canonical(commit).decode(),
                "salt": fairness.salt(secret, version).hex(),
                "head": commit.head,
            }
        )
    return made


def vectors() -> dict[str, Any]:
    """A value of each step of docs/fairness.md for awkward input of each kind."""
    key = fairness.game_key(SECRETS[0], GAMES[0], SEEDS[4])
    return {
        "algorithm": fairness.ALGORITHM,
        "commitments": [{"secret": secret.hex(), "commitment": fairness.commitment(secret)} for secret in SECRETS],
        "keys": [
            {
                "secret": secret.hex(),
                "game_id": game,
                "client_seeds": seeds,
                "key": fairness.game_key(secret, game, seeds).hex(),
            }
            for secret, game in zip(SECRETS, (*GAMES, GAMES[0]), strict=True)
            for seeds in SEEDS
        ],
        "draws": {
            "key": key.hex(),
            # One limit many times, then all limits by one command: the counter goes on.
            "by_version": [_draws(key, 7, (limit,) * 12) for limit in LIMITS]
            + [_draws(key, version, LIMITS * 2) for version in VERSIONS],
        },
        "shuffles": {"key": key.hex(), "by_version": [_shuffles(key, version) for version in VERSIONS]},
        "salts": {
            "secret": SECRETS[0].hex(),
            "by_version": [{"version": str(each), "salt": fairness.salt(SECRETS[0], each).hex()} for each in VERSIONS],
        },
        "chain": {"secret": SECRETS[0].hex(), "commits": _chain(SECRETS[0])},
    }


def text() -> str:
    """The whole file."""
    return json.dumps(vectors(), indent=1, ensure_ascii=True) + "\n"


if __name__ == "__main__":
    FILE.write_text(text())
