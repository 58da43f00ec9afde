"""Which pieces and areas a command is about, the most telling first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kit.stack import nearest

from .. import commands as c
from .. import ids
from ..content import PORTS, ZONES, glory_card
from ..frames import (
    AcceptOffer,
    AssignX,
    Battle,
    Carpenter,
    Choose,
    ClaimReward,
    ClaimShip,
    Declare,
    HireByDeed,
    HitResponse,
    MerchantFound,
    Plunder,
    Reroll,
    Volley,
)
from ..state.sides import side_number
from ..view import MaraudersView, SeatView
from ..view.state_from_view import shown
from . import sea

Aim: TypeAlias = Callable[[MaraudersView, SeatView, Any], Sequence[str]]


def targets(view: MaraudersView, seat: int, command: c.Command) -> Sequence[str]:
    found = TARGETS[type(command)](view, view.seats[seat], command)
    return tuple(dict.fromkeys(found))


def _at(area: str) -> Aim:
    """An area of the board."""
    return lambda view, own, command: (area,)


def _own(what: str) -> Aim:
    """An area of the seat."""
    return lambda view, own, command: (ids.of_seat(own.seat, what),)


def _panel(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
    return (ids.seat(own.seat),)


def _card(view: MaraudersView, own: SeatView, command: Any) -> Sequence[str]:
    return (command.card,)


def _activity(name: str) -> Aim:
    return lambda view, own, command: (ids.activity(name),)


def _zone(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
    return (own.here,)


def _supply(field: str) -> Aim:
    """A pile of the supply; where it is empty, the place of all."""

    def aim(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
        token = getattr(command, field)
        return (ids.supply(token) if sea.in_supply(view, token) else "supply",)

    return aim


def _weapon(view: MaraudersView, own: SeatView, command: Any) -> Sequence[str]:
    return (ids.weapon(own.seat, command.weapon),)


def _shot(weapon: str) -> Aim:
    def aim(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
        held = (ids.weapon(own.seat, weapon),) if weapon in own.weapons else ()
        return (*held, ids.in_battle(nearest(view, Volley).side, "hits"))

    return aim


def _location(view: MaraudersView, own: SeatView, command: Any) -> Sequence[str]:
    return _struck(view, own, command.location)


def _struck(view: MaraudersView, own: SeatView, place: str) -> Sequence[str]:
    """A location of the own ship, in the battle too."""
    fight = next((frame for frame in view.stack if isinstance(frame, Battle)), None)
    side = None if fight is None else side_number(fight, own.seat)
    fighting = () if side is None else (ids.in_battle(side, f"ship/{place}"),)
    return (*fighting, ids.location(own.seat, place))


def _fitted(token: str) -> Aim:
    return lambda view, own, command: (ids.fitted(own.seat, token),)


# Captain turns


def _pass(view: MaraudersView, own: SeatView, command: c.Pass) -> Sequence[str]:
    match view.decision:
        case Carpenter():
            return (ids.of_seat(own.seat, "ship"),)
        case HireByDeed():
            return (ids.of_seat(own.seat, "glory"),)
        case _:
            return ("window",)


def _scout_merchant(view: MaraudersView, own: SeatView, command: c.ScoutMerchant) -> Sequence[str]:
    return (ids.merchant(own.here), own.here) if own.here in view.merchant_zones else (own.here,)


def _rumor(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
    return (*shown(own.rumors)[:1], ids.of_seat(own.seat, "rumors"))


def _mission(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
    return (own.mission or ids.of_seat(own.seat, "mission"),)


def _cove(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
    return (own.open_rumor or ids.of_seat(own.seat, "rumors"), own.here)


def _modification(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
    port = ZONES[own.here].port
    return (ids.modification(port),) if port in view.modification_ports and port is not None else (own.here,)


# Raids and battles


def _merchant(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
    return ("raid/merchant",) if isinstance(view.decision, MerchantFound) else ("raid",)


def _order(place: str) -> Aim:
    """What a ship in battle does, by the location that it needs."""
    return lambda view, own, command: (ids.in_battle(nearest(view, Declare).side, f"ship/{place}"),)


def _die(view: MaraudersView, own: SeatView, command: c.MarkDie) -> Sequence[str]:
    frame = nearest(view, Reroll)
    return (ids.in_battle(frame.side, f"{'die' if frame.roll == 'contest' else 'hit'}/{command.index}"),)


def _all_dice(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
    frame = nearest(view, Reroll)
    return (ids.in_battle(frame.side, "dice" if frame.roll == "contest" else "hits"),)


def _volley(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
    return (ids.in_battle(nearest(view, Volley).side, "hits"),)


def _set_location(view: MaraudersView, own: SeatView, command: c.SetLocation) -> Sequence[str]:
    side = nearest(view, Volley).side
    return (ids.in_battle(side, f"hit/{command.index}"), ids.in_battle(1 - side, f"ship/{command.location}"))


def _assign(view: MaraudersView, own: SeatView, command: c.AssignX) -> Sequence[str]:
    return (ids.in_battle(nearest(view, AssignX).side, f"ship/{command.location}"),)


def _absorb(view: MaraudersView, own: SeatView, command: c.Absorb) -> Sequence[str]:
    place = _struck(view, own, nearest(view, HitResponse).location)
    if command.source == "surgeon":
        return (*[card for card in own.specialists if glory_card(card).specialist == "surgeon"], *place)
    carried = own.ship is not None and command.source in own.ship.modifications
    return (*((ids.fitted(own.seat, command.source),) if carried else ()), *place)


def _accept_hit(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
    return _struck(view, own, nearest(view, HitResponse).location)


def _reward(view: MaraudersView, own: SeatView, command: c.ClaimReward) -> Sequence[str]:
    return (ids.bounty(nearest(view, ClaimReward).loser, command.nation),)


def _no_reward(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
    return (ids.of_seat(nearest(view, ClaimReward).loser, "bounties"),)


def _take_ship(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
    loser = nearest(view, ClaimShip).loser
    if isinstance(loser, int):
        return (ids.of_seat(loser, "ship"),)
    npc = view.npcs.get(loser)
    return (ids.ship(loser),) if npc is not None and npc.zone is not None else ("npcs",)


def _of_loser(what: str) -> Aim:
    return lambda view, own, command: (ids.of_seat(nearest(view, Plunder).loser, what),)


def _loser(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
    return (ids.seat(nearest(view, Plunder).loser),)


def _their_weapon(view: MaraudersView, own: SeatView, command: c.TakeWeapon) -> Sequence[str]:
    return (ids.weapon(nearest(view, Plunder).loser, command.weapon),)


# Choices and cards


def _choose(view: MaraudersView, own: SeatView, command: c.Choose) -> Sequence[str]:
    """What the option names: a place, a ship or a location; a nation by the bounties that it is about."""
    frame = nearest(view, Choose)
    picked = frame.picked[0] if frame.picked else ""
    seat = int(picked) if picked.isdecimal() else own.seat  # A captain may have been picked, or an own location.
    match frame.what:
        case "captain":
            return (ids.ship(int(command.option)),)
        case "npc":
            return (ids.ship(command.option),)
        case "zone" if command.option not in ZONES:
            return (ids.ship(picked),)
        case "zone":
            return (command.option,)
        case "port":
            return (PORTS[command.option].zone, ids.modification(command.option))
        case "location" | "x":
            return (ids.location(seat, command.option),)
        case "nation":
            return (ids.of_seat(seat, "bounties"),)
        case _:
            return ("effect", own.here)


def _offered(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
    return ("roll",) if nearest(view, AcceptOffer).what == "reroll" else ("effect",)


def _announced(view: MaraudersView, own: SeatView, command: object) -> Sequence[str]:
    return (*shown(own.announced), ids.of_seat(own.seat, "announced"))


TARGETS: Mapping[type[c.Command], Aim] = {
    c.ChooseShip: _supply("ship"),
    c.KeepCaptain: _own("captain"),
    c.RedrawCaptain: _at("captains"),
    c.PlaceModification: lambda view, own, command: (PORTS[command.port].zone,),
    c.RepairFree: _location,
    c.Pass: _pass,
    c.Sail: lambda view, own, command: (command.zone,),
    c.EnterPort: _zone,
    c.LeavePort: _zone,
    c.ScoutMerchant: _scout_merchant,
    c.ScoutNpc: lambda view, own, command: (ids.ship(command.npc),),
    c.ScoutCaptain: lambda view, own, command: (ids.ship(command.seat),),
    c.OpenPortAction: _zone,
    c.PlayRumor: _rumor,
    c.WorkMission: _mission,
    c.UseCove: _cove,
    c.PlayGlory: _card,
    c.WithdrawGold: _panel,
    c.Retire: _own("captain"),
    c.DeclareVictory: lambda view, own, command: (ids.marker(own.seat), ids.TRACK),
    c.EndTurn: _at("round"),
    c.StartSelling: _activity("sell_goods"),
    c.StartBuying: _activity("buy_goods"),
    c.VisitShipyard: _activity("shipyard"),
    c.StartRecruiting: _activity("recruit"),
    c.SeekRumor: _activity("rumor"),
    c.ClaimMission: lambda view, own, command: (command.mission,),
    c.StartStashing: _activity("stash"),
    c.HireSpecialist: _card,
    c.BuyPardon: lambda view, own, command: (ids.bounty(own.seat, command.nation),),
    c.EndPortAction: _at("port_action"),
    c.AddToSale: _card,
    c.FinishSale: _own("lot"),
    c.RedrawOffer: _own("offer"),
    c.TakeCard: _card,
    c.DropCargo: _card,
    c.FinishLot: _own("lot"),
    c.BuyShip: _supply("ship"),
    c.Repair: _location,
    c.BuyWeapon: _supply("weapon"),
    c.SellWeapon: _weapon,
    c.BuyModification: _modification,
    c.RefreshHull: _fitted("reinforced_hull"),
    c.LeaveShipyard: _at("port_action"),
    c.Transfer: lambda view, own, command: (ids.of_seat(own.seat, f"returning/{command.modification}"),),
    c.FinishTransfer: _own("returning"),
    c.HireOne: lambda view, own, command: (ids.location(own.seat, "crew"),),
    c.FinishRecruiting: _at("port_action"),
    c.KeepRumor: lambda view, own, command: (command.rumor,),
    c.DiscardGlory: _card,
    c.DiscardCargo: _card,
    c.DepositGold: _panel,
    c.FinishStashing: _panel,
    c.RaidAs: _merchant,
    c.LetGo: _merchant,
    c.SpendWeapon: _weapon,
    c.FinishWeapons: _at("raid/dice"),
    c.RaidDraw: _at("cargo"),
    c.RaidDiscard: _card,
    c.RaidExchange: _card,
    c.RaidStop: _at("raid"),
    c.Shoot: _order("cannons"),
    c.Board: _order("crew"),
    c.Flee: _order("masts"),
    c.MarkDie: _die,
    c.RerollMarked: _all_dice,
    c.KeepDice: _all_dice,
    c.UseChainShot: _shot("chain_shot"),
    c.UseGrapeshot: _shot("grapeshot"),
    c.SetLocation: _set_location,
    c.FinishVolley: _volley,
    c.AssignX: _assign,
    c.Absorb: _absorb,
    c.MoveHit: _location,
    c.AcceptHit: _accept_hit,
    c.FireChasers: _fitted("chasers"),
    c.HoldChasers: _fitted("chasers"),
    c.ClaimReward: _reward,
    c.DeclineReward: _no_reward,
    c.TakeShip: _take_ship,
    c.KeepOwnShip: _own("ship"),
    c.TakeWeapon: _their_weapon,
    c.TakeGlory: _card,
    c.TakeRumor: _of_loser("rumors"),
    c.TakeSpecialist: _card,
    c.FinishPlunder: _loser,
    c.Choose: _choose,
    c.Accept: _offered,
    c.Decline: _offered,
    c.Announce: _card,
    c.PlayAnnounced: _announced,
    c.WithdrawCard: _announced,
}
