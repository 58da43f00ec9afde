"""Links of games, seats and invitations, as people share them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

GAME = re.compile(r"(?:^|/games/)(\d+g[a-z2-7]{20})(?:$|[/?#])")


@dataclass(frozen=True)
class Link:
    """What a link names; `seat` counts from 0. A bare id of a game is a link, too."""

    game: str | None = None
    seat: int | None = None
    token: str | None = field(default=None, repr=False)
    invitation: str | None = field(default=None, repr=False)

    @classmethod
    def of(cls, text: str) -> Link:
        """What a text names; nothing if it is no link."""
        found = GAME.search(text.strip())
        if found is None:
            return cls()
        named = {name: values[0] for name, values in parse_qs(text.strip().partition("#")[2]).items()}
        seat = named.get("seat", "")
        return cls(found[1], int(seat) if seat.isdecimal() else None, named.get("token"), named.get("invitation"))


def service_of(url: str) -> str:
    """The address of the service that a link leads to. Raises ValueError if it is none."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"{url.partition('#')[0]!r} is no address; it begins with http:// or https://.")
    return f"{parts.scheme}://{parts.netloc}{parts.path.partition('/games/')[0]}"
