"""What the arena's report counts: what a careful player would not do, and what one does now and then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .. import commands as c
from .. import events as e
from ..content import NATIONS, SHIPS
from ..state import State, ship_of


def remarks(
    before: State, seat: int, command: c.Command, events: Sequence[e.Event], after: State
) -> Iterator[tuple[int, str]]:
    """Ships traded down for a cheaper kind, and gold taken from the stash after declaring victory, where it breaks ties.
    Naval ships that a captain looked for, and captains that retired."""
    for event in events:
        match event:
            case e.ShipBought(seat=buyer, ship=ship) if _price(ship) < _price(ship_of(before, buyer).type):
                yield buyer, "downgrade"
            case e.GoldWithdrawn(seat=owner) if before.seats[owner].declared:
                yield owner, "withdrawal after declaring"
            case e.Scouted(side=int() as scout, target=target) if target.removeprefix("npc:") in NATIONS:
                yield scout, "naval ship looked for"
            case e.CaptainRetired(seat=owner):
                yield owner, "retirement"
            case _:
                pass


def _price(ship: str) -> float:
    """What a ship costs in a port; one that is not for sale is better than all that are."""
    price = SHIPS[ship].buy
    return float("inf") if price is None else price
