"""The pieces and areas that events change, by their redacted fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from domain.kit.touched import Touches, touched_by

from .. import events as e
from .. import ids
from ..content import PORTS
from ..frames import PortMenu, Reroll, Side, Window
from .fights import ACTIVITIES

Found: TypeAlias = Sequence[str]

BOOKKEEPING: tuple[type[e.Event], ...] = (e.FrameOpened, e.FrameClosed, e.StepReached)
"""The events beside them show what these open and close."""


def _at(*areas: str) -> Touches:
    return lambda event: areas


def _of_seat(*whats: str, also: Found = ()) -> Touches:
    """Areas of the seat that the event names, and others."""
    return lambda event: (*[ids.of_seat(event.seat, what) for what in whats], *also)


def _panel(*also: str) -> Touches:
    return lambda event: (ids.seat(event.seat), *also)


def _location(event: Any) -> Found:
    """A location of the ship of a side."""
    return _struck(event.side, event.location)


def _struck(side: Side, place: str) -> Found:
    return (ids.location(side, place), ids.ship(side)) if isinstance(side, int) else (ids.ship(side), "battle")


def _revealed(event: e.CaptainsRevealed) -> Found:
    return [
        area
        for each in event.captains
        for area in (ids.of_seat(each.seat, "captain"), ids.of_seat(each.seat, "ship"), ids.ship(each.seat))
    ]


def _npc_moved(event: e.NpcMoved) -> Found:
    return (ids.ship(event.npc), event.from_zone, event.to_zone)


def _ship_moved(event: e.ShipMoved) -> Found:
    return (ids.ship(event.seat), event.from_zone, event.to_zone)


def _in_port(event: Any) -> Found:
    return (ids.ship(event.seat), PORTS[event.port].zone)


def _scouted(event: e.Scouted) -> Found:
    kind, _, which = event.target.partition(":")
    found = which if kind == "merchant" else ids.ship(int(which) if kind == "captain" else which)
    return (ids.ship(event.side), found, "roll")


def _activity(event: e.ActivityStarted) -> Found:
    return (ids.activity(event.activity) if event.activity in ACTIVITIES else "port_action",)


def _card(*also: str) -> Touches:
    return lambda event: (event.card, *also)


def _mission_taken(event: Any) -> Found:
    return (event.card, ids.of_seat(event.seat, "mission"))


def _spoils(event: e.PlunderTaken) -> Found:
    return (ids.seat(event.seat), ids.seat(event.from_seat))


def _seats(numbers: Sequence[int]) -> Found:
    return [ids.seat(number) for number in numbers]


def _frame_changed(event: e.FrameChanged) -> Found:
    match event.frame:
        case Reroll() as frame:
            return (ids.in_battle(frame.side, "dice" if frame.roll == "contest" else "hits"),)
        case PortMenu():
            return ("port_action",)
        case Window():
            return ("window",)
        case _:
            return ()


ROUNDS: Mapping[type[e.Event], Touches] = {
    e.GameSetUp: _at(ids.SEA),
    e.CaptainDealt: _of_seat("captain", also=("captains",)),
    e.ShipChosen: _of_seat("ship"),
    e.CaptainsRevealed: _revealed,
    e.TurnOrderDrawn: lambda event: _seats(event.seats),
    e.RoundStarted: _at("round"),
    e.MerchantsRefilled: lambda event: (*event.zones, "merchant_track"),
    e.EventDrawn: _at("event", "events"),
    e.EventDiscarded: _at("event", "events/discard"),
    e.EventInForce: _at("event"),
    e.RoundEnded: _at("round"),
    e.RandomDrawn: _at("event"),
    e.NpcMoved: _npc_moved,
    e.NpcAnnounced: _at("npcs"),
    e.NpcPlaced: lambda event: (ids.ship(event.npc), event.zone, "npcs"),
    e.NpcDefeated: lambda event: (ids.ship(event.npc), "npcs"),
    e.NpcRemoved: _at("npcs"),
    e.NpcShipChanged: _at("npcs"),
    e.WarStarted: _at("wars"),
    e.WarEnded: _at("wars"),
    e.EffectBegan: _of_seat("lasting"),
    e.EffectUsed: _of_seat("lasting"),
    e.AbilityUsed: _of_seat("captain"),
}
TURNS: Mapping[type[e.Event], Touches] = {
    e.CaptainTurnStarted: _panel("round"),
    e.CaptainTurnEnded: _panel("round"),
    e.ActionSpent: _at("round"),
    e.ShipMoved: _ship_moved,
    e.PortEntered: _in_port,
    e.PortLeft: _in_port,
    e.CheckRolled: _at("roll"),
    e.DiceRerolled: _at("roll"),
    e.Scouted: _scouted,
    e.ScoutingMadeSure: _at("roll"),
    e.MerchantRevealed: lambda event: (ids.merchant(event.zone), event.zone, "merchant_track"),
    e.MerchantLetGo: lambda event: (event.zone,),
    e.RaidStarted: _at("raid", "raid/dice"),
    e.RaidCardDrawn: _at("raid/table", "cargo"),
    e.RaidCardDiscarded: _at("raid/table", "cargo/discard"),
    e.RaidCardExchanged: _at("raid/table", "cargo", "cargo/discard"),
    e.RaidStopped: _at("raid"),
    e.RaidHelped: _at("raid"),
    e.RaidEnded: _at("raid"),
}
PORT: Mapping[type[e.Event], Touches] = {
    e.PortActionStarted: _at("port_action"),
    e.PortActionEnded: _at("port_action"),
    e.ActivityStarted: _activity,
    e.GoodsSold: _of_seat("cargo", "lot", also=("cargo/discard",)),
    e.CardSetAside: _of_seat("lot"),
    e.DemandReplaced: lambda event: (ids.demand(event.port), "demand"),
    e.OfferDrawn: _of_seat("offer", also=("cargo",)),
    e.OfferRedrawn: _of_seat("offer", also=("cargo", "cargo/discard")),
    e.GoodsBought: _of_seat("cargo", "lot", "offer"),
    e.CargoTaken: _of_seat("cargo", "lot", "offer"),
    e.CargoDiscarded: _of_seat("cargo", also=("cargo/discard",)),
    e.ShipBought: lambda event: (ids.ship(event.seat), ids.of_seat(event.seat, "ship"), "supply"),
    e.DamageRepaired: lambda event: _struck(event.seat, event.location),
    e.WeaponBought: _of_seat("weapons", also=("supply",)),
    e.WeaponSold: _of_seat("weapons", also=("supply",)),
    e.WeaponGained: _of_seat("weapons", also=("supply",)),
    e.WeaponSpent: _of_seat("weapons", also=("supply",)),
    e.ModificationRevealed: lambda event: (ids.modification(event.port),),
    e.ModificationBought: lambda event: (ids.modification(event.port), ids.of_seat(event.seat, "modifications")),
    e.ModificationGained: lambda event: (ids.modification(event.port), ids.of_seat(event.seat, "modifications")),
    e.ModificationMoved: _of_seat("modifications", "returning"),
    e.ModificationReturned: lambda event: (ids.modification(event.port), ids.of_seat(event.seat, "returning")),
    e.ModificationFlipped: _of_seat("modifications"),
    e.CrewRecruited: lambda event: _struck(event.seat, "crew"),
    e.RumorDrawn: _of_seat("rumors", also=("rumor",)),
    e.RumorReturned: _of_seat("rumors", also=("rumor",)),
    e.RumorPlayed: _of_seat("rumors", also=("rumor/discard",)),
    e.MissionLaidOut: lambda event: (event.card, PORTS[event.port].zone),
    e.MissionClaimed: _mission_taken,
    e.MissionAdvanced: _card(),
    e.MissionCompleted: _mission_taken,
    e.MissionLost: _mission_taken,
    e.GoldStashed: _panel(),
    e.GoldWithdrawn: _panel(),
    e.GoldChanged: _panel(),
    e.GoldMovedFromStash: _panel(),
}
GLORY: Mapping[type[e.Event], Touches] = {
    e.PardonBought: _of_seat("bounties"),
    e.BountyChanged: _of_seat("bounties"),
    e.RewardClaimed: _panel(),
    e.GloryGained: lambda event: (ids.marker(event.seat), ids.seat(event.seat)),
    e.BigShipHonoured: _panel(),
    e.GloryDrawn: _of_seat("glory", also=("glory",)),
    e.GloryDiscarded: _of_seat("glory", also=("glory/discard",)),
    e.GloryAnnounced: _of_seat("announced", "glory"),
    e.GloryPlayed: _of_seat("announced", "glory", also=("glory/discard",)),
    e.GloryWithdrawn: _of_seat("announced", "glory"),
    e.ReactionPassed: _at("window"),
    e.StandingPassSet: _panel(),
    e.SpecialistHired: _of_seat("specialists", "glory"),
    e.GloryDeckShuffled: _at("glory"),
    e.DeckReshuffled: lambda event: (event.which, f"{event.which}/discard"),
}
BATTLES: Mapping[type[e.Event], Touches] = {
    e.BattleStarted: _at("battle"),
    e.CombatRoundStarted: _at("battle"),
    e.ActionDeclared: _at("battle"),
    e.SideHelped: _at("battle"),
    e.ContestRolled: _at("battle/0/dice", "battle/1/dice"),
    e.ContestRerolled: _at("battle/0/dice", "battle/1/dice"),
    e.ContestDecided: _at("battle"),
    e.HitsCounted: _at("battle/0", "battle/1"),
    e.LocationsRolled: _at("battle/0/hits", "battle/1/hits", "battle", "hits"),
    e.LocationSet: _at("battle"),
    e.ShotUsed: _at("battle"),
    e.XAssigned: _at("battle", "hits"),
    e.HitApplied: _location,
    e.HitAdded: _at("hits"),
    e.TimbersBraced: _at("hits"),
    e.HitCancelled: _at("hits"),
    e.HitMoved: _at("hits"),
    e.LocationDestroyed: _location,
    e.Boarded: _at("battle"),
    e.CrewRoundRolled: _at("battle/0/dice", "battle/1/dice"),
    e.CardCrewHit: _at("battle"),
    e.BattleEnded: _at("battle"),
    e.OfferDamaged: _of_seat("offer", also=("cargo/discard",)),
    e.ShipClaimed: lambda event: (ids.ship(event.seat), ids.of_seat(event.seat, "ship"), "supply"),
    e.PlunderTaken: _spoils,
}
CAPTAINS: Mapping[type[e.Event], Touches] = {
    e.CaptainDied: _of_seat("captain", also=("captains/gone",)),
    e.CaptainRetired: _of_seat("captain", also=("captains/gone",)),
    e.BelongingsLost: _panel(),
    e.CaptainDrawn: _of_seat("captain", also=("captains",)),
    e.CaptainSetUp: lambda event: (ids.ship(event.seat), PORTS[event.port].zone, ids.of_seat(event.seat, "ship")),
    e.VictoryDeclared: lambda event: (ids.marker(event.seat), ids.seat(event.seat)),
    e.StashesShown: lambda event: _seats(range(len(event.stashes))),
    e.GameEnded: lambda event: ("round", *_seats([row.seat for row in event.ranking])),
}
TOUCHED: Mapping[type[e.Event], Touches] = {
    **ROUNDS,
    **TURNS,
    **PORT,
    **GLORY,
    **BATTLES,
    **CAPTAINS,
    e.FrameChanged: _frame_changed,
}
"""What each type of event touches; the others touch nothing."""

touched = touched_by(TOUCHED)
