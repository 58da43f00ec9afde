"""Seals of names. A log has the SHA-256 of a random salt and a name in place of the name. Name and salt are kept beside the
log, so that they can be deleted and the log stays as it is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import Protocol

from domain.kit.seats import bot_name, seat_name
from domain.kit.words import capital

SEAL = re.compile("sha256:[0-9a-f]{64}")
"""The form of every seal. It is longer than any name that a player may give."""
SALT_BYTES = 16
_LENGTH = len("sha256:") + 64
_DEFAULT = re.compile("Seat [0-9]{1,4}")
NO_NAMES: Mapping[str, str] = MappingProxyType({})
_LIKE_DEFAULT = re.compile(r"\s*seat\s*(\d{1,4})\s*")

JOINERS = "\u200c\u200d"
"""Whole scripts, and emoji of several parts, need them inside."""
SELECTORS = "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
"""They choose how the character before them looks."""
_UNSEEN = re.compile(f"[{JOINERS}{SELECTORS}]")


def seal(name: str, salt: bytes) -> str:
    """The seal of a name, which a log has in its place."""
    return f"sha256:{sha256(salt + name.encode()).hexdigest()}"


def is_seal(name: str) -> bool:
    """Whether this is a seal and no name."""
    return len(name) == _LENGTH and SEAL.fullmatch(name) is not None


def is_personal(name: str) -> bool:
    """Whether somebody has given this name: it is neither a seal nor a default such as `Seat 1`."""
    return not is_seal(name) and _DEFAULT.fullmatch(name) is None


def default_name(seat: int) -> str:
    """The name of a seat whose player has given none, or whose player's name was forgotten: `Seat 1` for seat 0."""
    return capital(seat_name(seat))


def takes_default_of_another(name: str, seat: int) -> bool:
    """Whether a reader would take this name of a seat for that of another one: `Seat 2`, in whatever letters, for seat 0."""
    found = _LIKE_DEFAULT.fullmatch(unicodedata.normalize("NFKC", _UNSEEN.sub("", name)).casefold())
    return found is not None and int(found[1]) != seat + 1


class Player(Protocol):
    """Who sits at a seat."""

    @property
    def name(self) -> str:
        """As the log has it, or already in plain."""

    @property
    def level(self) -> str | None:
        """That of a bot; None: no bot plays the seat."""


def called(seats: Sequence[Player], names: Mapping[str, str] = NO_NAMES) -> tuple[str, ...]:
    """What the players of a table are called: by their names, as far as those are known (`names`, by their seals). A bot
    without one is called by what it is, `Greedy bot`, and numbered where several are alike; everybody else by the seat."""
    given = [name_of(seat.name, number, names) for number, seat in enumerate(seats)]
    bots = {at: bot_name(seat.level) for at, seat in enumerate(seats) if seat.level and not is_personal(given[at])}
    for at, name in bots.items():
        alike = [each for each, other in bots.items() if other == name]
        given[at] = name if len(alike) == 1 else f"{name} {alike.index(at) + 1}"
    return tuple(given)


def name_of(written: str, seat: int, names: Mapping[str, str]) -> str:
    """The name for which a log has this seal or name; `names`: those that are known, by their seals."""
    return names.get(written) or default_name(seat) if is_seal(written) else written
