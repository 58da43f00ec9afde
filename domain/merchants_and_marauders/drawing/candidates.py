"""What a person would look for in a decision, also where it is not possible now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from .. import commands as c
from ..content import SHIPS, ZONES
from ..decisions import ANSWERS
from ..frames import StartingShips
from ..view import MaraudersView, SeatView
from ..view.state_from_view import state_from_view

Narrowed: TypeAlias = Callable[[MaraudersView, SeatView], Iterable[c.Command]]


def candidates(view: MaraudersView, seat: int) -> Sequence[c.Command]:
    """The choices of the decision for its seat, of some kinds others than those that its answers list."""
    frame = view.decision
    if isinstance(frame, StartingShips):
        return [c.ChooseShip(ship) for ship in SHIPS] if seat in frame.waiting else []
    if frame is None or frame.seat != seat:
        return []
    own, state = view.seats[seat], state_from_view(view)
    found: list[c.Command] = []
    for kind, answer in ANSWERS[type(frame)].items():
        looked_for = LOOKED_FOR.get(kind)
        found += answer.candidates(state, frame) if looked_for is None else looked_for(view, own)
    return found


def _nothing(view: MaraudersView, own: SeatView) -> Iterable[c.Command]:
    """Offered where it is possible; nobody misses it elsewhere."""
    return ()


def _npcs(view: MaraudersView, own: SeatView) -> Iterable[c.Command]:
    return (c.ScoutNpc(npc) for npc, ship in view.npcs.items() if ship.zone is not None)


def _captains(view: MaraudersView, own: SeatView) -> Iterable[c.Command]:
    return (c.ScoutCaptain(other.seat) for other in view.seats if other.seat != own.seat and other.ship is not None)


def _pardons(view: MaraudersView, own: SeatView) -> Iterable[c.Command]:
    return (c.BuyPardon(nation) for nation in own.bounties)


def _sold_weapons(view: MaraudersView, own: SeatView) -> Iterable[c.Command]:
    return (c.SellWeapon(weapon) for weapon in own.weapons)


def _refresh(view: MaraudersView, own: SeatView) -> Iterable[c.Command]:
    carried = own.ship is not None and "reinforced_hull" in own.ship.modifications
    return (c.RefreshHull(),) if carried else ()


LOOKED_FOR: Mapping[type[c.Command], Narrowed] = {
    c.Sail: lambda view, own: [c.Sail(zone) for zone in ZONES if zone != own.zone],
    c.EnterPort: lambda view, own: [c.EnterPort("open")] if ZONES[own.zone].port else [],
    c.ScoutMerchant: lambda view, own: [c.ScoutMerchant("roll")],
    c.ScoutNpc: _npcs,
    c.ScoutCaptain: _captains,
    c.UseCove: _nothing,
    c.WithdrawGold: lambda view, own: [c.WithdrawGold("all")],
    c.BuyPardon: _pardons,
    c.SellWeapon: _sold_weapons,
    c.RefreshHull: _refresh,
}
"""Where a person looks for more than an answer lists, or for less."""
