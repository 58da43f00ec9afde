"""What a person would look for in a decision, also where it is not possible now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from domain.kit.stack import nearest

from .. import commands as c
from ..content import SHIPS, ZONES, glory_card
from ..decisions import ANSWERS
from ..frames import ClaimReward, Plunder, Raid, StartingShips
from ..view import MaraudersView, SeatView
from ..view.state_from_view import shown, state_from_view

Narrowed: TypeAlias = Callable[[MaraudersView, SeatView], Iterable[c.Command]]


def candidates(view: MaraudersView, seat: int) -> Sequence[c.Command]:
    """What its answers list, legal or not, and what LOOKED_FOR has instead; nothing for a seat that is not asked."""
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


def _zones(view: MaraudersView, own: SeatView) -> Iterable[c.Command]:
    """From a port only the zones around: a captain leaves it first."""
    around = ZONES[own.here].borders.values()
    return (c.Sail(zone) for zone in (around if own.in_port else ZONES) if zone != own.zone)


def _npcs(view: MaraudersView, own: SeatView) -> Iterable[c.Command]:
    return (c.ScoutNpc(npc) for npc, ship in sorted(view.npcs.items()) if ship.zone is not None)


def _captains(view: MaraudersView, own: SeatView) -> Iterable[c.Command]:
    return (c.ScoutCaptain(other.seat) for other in view.seats if other.seat != own.seat and other.ship is not None)


def _specialists(view: MaraudersView, own: SeatView) -> Iterable[c.Command]:
    return (c.HireSpecialist(card) for card in shown(own.glory) if glory_card(card).hire is not None)


def _refresh(view: MaraudersView, own: SeatView) -> Iterable[c.Command]:
    carried = own.ship is not None and "reinforced_hull" in own.ship.modifications
    return (c.RefreshHull(),) if carried else ()


def _swaps(view: MaraudersView, own: SeatView) -> Iterable[c.Command]:
    return (c.RaidExchange(card) for card in nearest(view, Raid).table)


def _rewards(view: MaraudersView, own: SeatView) -> Iterable[c.Command]:
    """Only the loser's bounties lie there to be claimed."""
    return (c.ClaimReward(nation) for nation in view.seats[nearest(view, ClaimReward).loser].bounties)


def _their_weapons(view: MaraudersView, own: SeatView) -> Iterable[c.Command]:
    return (c.TakeWeapon(weapon) for weapon in view.seats[nearest(view, Plunder).loser].weapons)


LOOKED_FOR: Mapping[type[c.Command], Narrowed] = {
    c.Sail: _zones,
    c.EnterPort: lambda view, own: [c.EnterPort("open")] if ZONES[own.here].port and not own.in_port else [],
    c.ScoutMerchant: lambda view, own: [] if own.in_port else [c.ScoutMerchant("roll")],
    c.ScoutNpc: _npcs,
    c.ScoutCaptain: _captains,
    c.UseCove: _nothing,
    c.ClaimMission: lambda view, own: [c.ClaimMission(card) for card in view.missions],
    c.WithdrawGold: lambda view, own: [c.WithdrawGold("all")] if own.stash else [],
    c.HireSpecialist: _specialists,
    c.BuyPardon: _nothing,
    c.RedrawOffer: _nothing,
    c.SellWeapon: lambda view, own: [c.SellWeapon(weapon) for weapon in own.weapons],
    c.RefreshHull: _refresh,
    c.RaidAs: _nothing,
    c.SpendWeapon: lambda view, own: [c.SpendWeapon(weapon) for weapon in own.weapons],
    c.RaidExchange: _swaps,
    c.Absorb: _nothing,
    c.MoveHit: _nothing,
    c.ClaimReward: _rewards,
    c.TakeWeapon: _their_weapons,
}
"""Where a person looks for more than an answer lists, or for less."""
