"""What a careful player would not do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .. import commands as c
from .. import events as e
from ..content import SHIPS
from ..state import State, ship_of


def oddities(
    before: State, seat: int, command: c.Command, events: Sequence[e.Event], after: State
) -> Iterator[tuple[int, str]]:
    """Ships traded down for a cheaper kind, and gold taken from the stash after declaring victory, where it breaks ties."""
    for event in events:
        match event:
            case e.ShipBought(seat=buyer, ship=ship) if _price(ship) < _price(ship_of(before, buyer).type):
                yield buyer, "downgrade"
            case e.GoldWithdrawn(seat=owner) if before.seats[owner].declared:
                yield owner, "withdrawal after declaring"
            case _:
                pass


def _price(ship: str) -> float:
    """What a ship costs in a port; one that is not for sale is better than all that are."""
    price = SHIPS[ship].buy
    return float("inf") if price is None else price
