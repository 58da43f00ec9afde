"""The actors who give commands, and the right that each command needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from domain.values import Rejected

Role: TypeAlias = Literal["visitor", "invited", "host", "player", "bot", "service"]

FORBIDDEN: Mapping[str, str] = {
    "token_lacks_right": "the token is not the one that this takes",
    "not_in_custody": "the API key may act and see for seats in its custody only",
    "seat_reserved": "the seat is reserved for whoever shows its invitation",
    "no_advice": "players may ask bots for advice only in a game created with `advice`",
    "host_not_trusted": "the host may give a seat to somebody else only in a game created with trusted_host",
}


class Forbidden(Rejected):
    """The caller is known but has no right to this."""


class Actor(NamedTuple):
    """Who gives a command. A visitor has no token, and one who is invited shows the
    invitation to a seat; `seat` is the seat a player or bot speaks for, None of all others."""

    role: Role
    seat: int | None = None

    @property
    def name(self) -> str:
        """Tells one actor of a game from another."""
        return f"{self.role}:{self.seat}"


SEATED: tuple[Role, ...] = ("player", "bot")
"""The roles that speak for a seat."""
VISITOR = Actor("visitor")
INVITED = Actor("invited")
HOST = Actor("host")
SERVICE = Actor("service")


class Right(NamedTuple):
    """The right to give a command. The service gives none otherwise, and an audit finds a log that says so."""

    roles: tuple[Role, ...]
    refusal: str
    """The sentence for everybody else."""
    keyed: tuple[Role, ...] = ()
    """The roles that may send an Idempotency-Key with it. Commits of other roles have no command id."""
