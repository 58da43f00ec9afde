"""What a seat is asked, as a sentence for everybody and as one said to the seat, both made from the spectator's view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kit.words import YOU, Subject, listed, plural

from .. import frames as f
from ..content import LOCATIONS
from ..sea import ship_range
from ..values import DIE_COLOURS
from ..view import MaracaiboView
from ..view.state_from_view import state_from_view
from . import names as n
from .brief import carrier

Deed: TypeAlias = Callable[[MaracaiboView, Any, Subject], str]
"""`deed(view, frame, who)`: what follows the player who is asked, by name or as `You`."""


def asked(view: MaracaiboView, seat: int, names: Sequence[str]) -> str:
    """`Anne sails up to 3 spaces.`"""
    return _asked(view, seat, names, Subject(names[seat]))


def asked_you(view: MaracaiboView, seat: int, names: Sequence[str]) -> str:
    """`You sail up to 3 spaces.`"""
    return _asked(view, seat, names, YOU)


def _asked(view: MaracaiboView, seat: int, names: Sequence[str], who: Subject) -> str:
    frame = view.decision
    if frame is None or seat not in view.to_act:
        return f"{who} {who.does('is')} asked nothing now."
    if isinstance(frame, f.PayOpponents):
        others = listed([names[other] for other in frame.left], last="or")
        return f"{who} {who.does('chooses')} who gets the next doubloon: {others}."
    return f"{who} {DEEDS[type(frame)](view, frame, who)}."


def _does(verb: str, words: str) -> Deed:
    """For sentences with one verb that need nothing of the position."""
    return lambda view, frame, who: f"{who.does(verb)} {words}"


def _either(verb: str, words: str, other: str, others: str) -> Deed:
    """The same with two verbs."""
    return lambda view, frame, who: f"{who.does(verb)} {words} or {who.does(other)} {others}"


def _sail(view: MaracaiboView, frame: f.Sail, who: Subject) -> str:
    left = ship_range(state_from_view(view), frame.seat) - frame.moved
    if not frame.moved:
        return f"{who.does('sails')} up to {plural(left, 'space')}"
    end = f"{who.does('ends')} the move"
    return f"{who.does('sails')} on up to {plural(left, 'space')} or {end}" if left else end


def _here(view: MaracaiboView, seat: int) -> str:
    """The card where the ship of a seat is."""
    card = view.sea[view.seats[seat].ship]
    return n.laid(card.id, card.back)


def _improvement(view: MaracaiboView, frame: f.ImprovementCard, who: Subject) -> str:
    if not view.sea[view.seats[frame.seat].ship].id:
        return f"{who.does('takes')} doubloons at Open Water"
    return f"{who.does('acquires')} {_here(view, frame.seat)} or {who.does('takes')} doubloons instead"


def _end(view: MaracaiboView, frame: f.EndTurn, who: Subject) -> str:
    assert view.current_turn is not None
    back = f" or {who.does('goes')} back to a raid" if any(pool.power for pool in view.current_turn.pools) else ""
    return f"{who.does('ends')} the turn{back}"


def _actions(view: MaracaiboView, frame: f.LocationActions, who: Subject) -> str:
    name = LOCATIONS[frame.location].name
    return f"{who.does('chooses')} {'another' if frame.done else 'an'} action of {name} or {who.does('finishes')} there"


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


def _effects(view: MaracaiboView, frame: f.ResolveEffects, who: Subject) -> str:
    ends = f" or {who.does('leaves')} the rest out" if frame.optional else ""
    return f"{who.does('chooses')} the next effect of {_source(frame)}{ends}"


def _rolled(view: MaracaiboView, frame: f.RaidRolled, who: Subject) -> str:
    dice = listed([f"{colour} {frame.dice[colour]}" for colour in DIE_COLOURS if colour in frame.dice])
    again = f" or {who.does('rolls')} again" if frame.rerolls else ""
    return f"rolled {dice} and {who.does('chooses')} a die for the raid{again}"


def _spends(view: MaracaiboView, frame: f.RaidSpending, who: Subject) -> str:
    assert view.current_turn is not None
    power = next(pool.power for pool in view.current_turn.pools if pool.number == frame.pool)
    return f"{who.does('spends')} {power} Raiding Power or {who.does('stops')} the raid"


def _gains(view: MaracaiboView, frame: f.GainTreasure, who: Subject) -> str:
    return f"{who.does('chooses')} the Treasure to gain: {listed([n.treasure(kind) for kind in frame.types], last='or')}"


def _explores(view: MaracaiboView, frame: f.Explore, who: Subject) -> str:
    leaves_out = "" if frame.forfeited else f" or {who.does('leaves')} exploring out"
    return f"{who.does('moves')} the Explorer up to {plural(frame.movement, 'space')}{leaves_out}"


def _upgrades(view: MaracaiboView, frame: f.Upgrade, who: Subject) -> str:
    more = "" if frame.left == 1 else f" ({frame.left} are left)"
    return f"{who.does('chooses')} a slot for an Upgrade or {who.does('places')} none{more}"


def _acquires(view: MaracaiboView, frame: f.AcquireRemote, who: Subject) -> str:
    more = f" for {n.doubloons(frame.surcharge)} more" if frame.surcharge else ""
    return f"{who.does('acquires')} any {frame.kind.capitalize()} Improvement of the sea{more} or none"


DEEDS: Mapping[type[f.Frame], Deed] = {
    f.ReturnQuests: lambda view, frame, who: (
        f"{who.does('keeps')} one of the Quests dealt and {who.does('returns')} the other"
    ),
    f.Sail: _sail,
    f.ImprovementCard: _improvement,
    f.ResidenceCard: lambda view, frame, who: (
        f"{who.does('constructs')} {_here(view, frame.seat)} or {who.does('takes')} doubloons instead"
    ),
    f.GainRuby: lambda view, frame, who: (
        f"{who.does('takes')} a Ruby at {_here(view, frame.seat)} or {who.does('leaves')} it there"
    ),
    f.OwnBlackMarket: lambda view, frame, who: f"may use a Black Market tile on {_here(view, frame.seat)}",
    f.LocationActions: _actions,
    f.SellRuby: _either("sells", "a Ruby on the Ruby Market", "keeps", "it"),
    f.ReturnRubies: _either("returns", "Rubies for VP", "keeps", "them"),
    f.GulfOption: lambda view, frame, who: (
        f"may raid, explore or construct a Residence from the Gulf, or {who.does('does')} none of these"
    ),
    f.EndTurn: _end,
    f.ResolveEffects: _effects,
    f.RaidRolled: _rolled,
    f.RaidSpending: _spends,
    f.GainTreasure: _gains,
    f.StoreTreasure: lambda view, frame, who: f"{who.does('chooses')} where to store the {n.treasure(frame.treasure)}",
    f.Explore: _explores,
    f.Retire: _does("chooses", "the Residence to construct at half price"),
    f.Bury: _either("chooses", "a stored Treasure to bury", "buries", "none"),
    f.BurySpace: lambda view, frame, who: (
        f"{who.does('chooses')} the space where the {n.treasure(frame.treasure)} is buried"
    ),
    f.Upgrade: _upgrades,
    f.GainQuest: _does("takes", "a Quest from the market or the deck, or none"),
    f.DiscardQuest: lambda view, frame, who: (
        f"{who.does('returns')} a Quest for {n.doubloons(frame.doubloons)} or {who.does('keeps')} all"
    ),
    f.AcquireRemote: _acquires,
    f.ConstructRemote: _does("constructs", "any Residence or none"),
    f.PlaceTile: _either("chooses", "a Black Market tile to place", "places", "none"),
    f.PlaceTileWhere: _does("chooses", "the Location for the Black Market tile"),
    f.UsePlacedTile: _does("uses", "a Black Market tile placed before or none"),
    f.TakeFigurehead: lambda view, frame, who: f"{who.does('takes')} a Figurehead {n.price(frame.cost)} or none",
    f.PlaceMarkers: lambda view, frame, who: f"{who.does('chooses')} the island for {plural(frame.count, 'marker')}",
}
"""What is done at each decision but the payment of opponents; processes that ask nothing have none."""
