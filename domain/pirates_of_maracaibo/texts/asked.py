"""What a seat is asked, as a sentence for everybody, made from the spectator's view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kit.words import listed, plural

from .. import frames as f
from ..content import LOCATIONS
from ..sea import ship_range
from ..values import DIE_COLOURS
from ..view import MaracaiboView
from ..view.state_from_view import state_from_view
from . import names as n
from .brief import carrier

Deed: TypeAlias = Callable[[MaracaiboView, Any], str]


def asked(view: MaracaiboView, seat: int, names: Sequence[str]) -> str:
    """`Anne sails up to 3 spaces.`"""
    frame = view.decision
    if frame is None or seat not in view.to_act:
        return f"{names[seat]} is asked nothing now."
    if isinstance(frame, f.PayOpponents):
        others = listed([names[other] for other in frame.left], last="or")
        return f"{names[seat]} chooses who gets the next doubloon: {others}."
    return f"{names[seat]} {DEEDS[type(frame)](view, frame)}."


def _plain(words: str) -> Deed:
    return lambda view, frame: words


def _sail(view: MaracaiboView, frame: f.Sail) -> str:
    left = ship_range(state_from_view(view), frame.seat) - frame.moved
    if not frame.moved:
        return f"sails up to {plural(left, 'space')}"
    return f"sails on up to {plural(left, 'space')} or ends the move" if left else "ends the move"


def _here(view: MaracaiboView, seat: int) -> str:
    """The card where the ship of a seat is."""
    card = view.sea[view.seats[seat].ship]
    return n.laid(card.id, card.back)


def _improvement(view: MaracaiboView, frame: f.ImprovementCard) -> str:
    if not view.sea[view.seats[frame.seat].ship].id:
        return "takes doubloons at Open Water"
    return f"acquires {_here(view, frame.seat)} or takes doubloons instead"


def _end(view: MaracaiboView, frame: f.EndTurn) -> str:
    assert view.current_turn is not None
    return "ends the turn or goes back to a raid" if any(pool.power for pool in view.current_turn.pools) else "ends the turn"


def _actions(view: MaracaiboView, frame: f.LocationActions) -> str:
    name = LOCATIONS[frame.location].name
    return f"chooses {'another' if frame.done else 'an'} action of {name} or finishes there"


def _source(frame: f.ResolveEffects) -> str:
    """What the effects belong to: `Tobacco`, `a Black Market tile`."""
    kind, name, *_ = frame.source.partition("/")[0].split(":")
    if kind in ("improvement", "figurehead", "forfeit"):
        return carrier(name) if kind != "forfeit" else "the movement given up"
    if kind == "location":
        return LOCATIONS[name].name
    return SOURCES[kind]


SOURCES = {
    "space": "the Explorer's space",
    "tile": "the Black Market tile",
    "storage": "the storage space",
    "buried": "the buried space",
    "slot": "the slot of the ship board",
    "ruby": "the space of the Ruby Market",
    "raid": "the raid action",
}


def _effects(view: MaracaiboView, frame: f.ResolveEffects) -> str:
    ends = " or leaves the rest out" if frame.optional else ""
    return f"chooses the next effect of {_source(frame)}{ends}"


def _rolled(view: MaracaiboView, frame: f.RaidRolled) -> str:
    dice = listed([f"{colour} {frame.dice[colour]}" for colour in DIE_COLOURS if colour in frame.dice])
    again = " or rolls again" if frame.rerolls else ""
    return f"rolled {dice} and chooses a die for the raid{again}"


def _spends(view: MaracaiboView, frame: f.RaidSpending) -> str:
    assert view.current_turn is not None
    power = next(pool.power for pool in view.current_turn.pools if pool.number == frame.pool)
    return f"spends {power} Raiding Power or stops the raid"


def _gains(view: MaracaiboView, frame: f.GainTreasure) -> str:
    return f"chooses the Treasure to gain: {listed([n.treasure(kind) for kind in frame.types], last='or')}"


def _explores(view: MaracaiboView, frame: f.Explore) -> str:
    leaves_out = "" if frame.forfeited else " or leaves exploring out"
    return f"moves the Explorer up to {plural(frame.movement, 'space')}{leaves_out}"


def _upgrades(view: MaracaiboView, frame: f.Upgrade) -> str:
    more = "" if frame.left == 1 else f" ({frame.left} are left)"
    return f"chooses a slot for an Upgrade or places none{more}"


def _acquires(view: MaracaiboView, frame: f.AcquireRemote) -> str:
    more = f" for {n.doubloons(frame.surcharge)} more" if frame.surcharge else ""
    return f"acquires any {frame.kind.capitalize()} Improvement of the sea{more} or none"


DEEDS: Mapping[type[f.Frame], Deed] = {
    f.ReturnQuests: _plain("returns one of the Quests dealt and keeps the other"),
    f.Sail: _sail,
    f.ImprovementCard: _improvement,
    f.ResidenceCard: lambda view, frame: f"constructs {_here(view, frame.seat)} or takes doubloons instead",
    f.GainRuby: lambda view, frame: f"takes a Ruby at {_here(view, frame.seat)} or leaves it there",
    f.OwnBlackMarket: lambda view, frame: f"may use a Black Market tile on {_here(view, frame.seat)}",
    f.LocationActions: _actions,
    f.SellRuby: _plain("sells a Ruby on the Ruby Market or keeps it"),
    f.ReturnRubies: _plain("returns Rubies for VP or keeps them"),
    f.GulfOption: _plain("raids, explores or constructs a Residence from the Gulf, or does none of these"),
    f.EndTurn: _end,
    f.ResolveEffects: _effects,
    f.RaidRolled: _rolled,
    f.RaidSpending: _spends,
    f.GainTreasure: _gains,
    f.StoreTreasure: lambda view, frame: f"chooses where to store the {n.treasure(frame.treasure)}",
    f.Explore: _explores,
    f.Retire: _plain("chooses the Residence to construct at half price"),
    f.Bury: _plain("chooses a stored Treasure to bury or buries none"),
    f.BurySpace: lambda view, frame: f"chooses the space where the {n.treasure(frame.treasure)} is buried",
    f.Upgrade: _upgrades,
    f.GainQuest: _plain("takes a Quest from the market or the deck, or none"),
    f.DiscardQuest: lambda view, frame: f"returns a Quest for {n.doubloons(frame.doubloons)} or keeps all",
    f.AcquireRemote: _acquires,
    f.ConstructRemote: _plain("constructs any Residence or none"),
    f.PlaceTile: _plain("chooses a Black Market tile to place or places none"),
    f.PlaceTileWhere: _plain("chooses the Location for the Black Market tile"),
    f.UsePlacedTile: _plain("uses a Black Market tile placed before or none"),
    f.TakeFigurehead: lambda view, frame: f"takes a Figurehead {n.price(frame.cost)} or none",
    f.PlaceMarkers: lambda view, frame: f"chooses the island for {plural(frame.count, 'marker')}",
}
"""What is done at each decision but the payment of opponents; processes that ask nothing have none."""
