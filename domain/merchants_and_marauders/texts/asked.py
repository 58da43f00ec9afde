"""What a seat is asked, as a sentence for everybody and as one said to the seat (RULES.md, decisions D-01 to D-31)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kit.stack import nearest
from domain.kit.words import YOU, Subject

from .. import frames as f
from ..content import ZONES
from ..state.sides import side_of
from ..view import MaraudersView
from . import names as n

Asked: TypeAlias = Callable[[MaraudersView, Any, Sequence[str], Subject], str]
"""`asked(view, frame, names, who)`: what follows the player who is asked, by name or as `You`."""


def asked(view: MaraudersView, seat: int, names: Sequence[str]) -> str:
    """From the spectator's view. Nothing of it depends on what a seat has in hand."""
    return _asked(view, names, Subject(names[seat]))


def asked_you(view: MaraudersView, seat: int, names: Sequence[str]) -> str:
    """The same, said to the seat."""
    return _asked(view, names, YOU)


def _asked(view: MaraudersView, names: Sequence[str], who: Subject) -> str:
    frame = view.decision
    assert frame is not None
    return f"{who} {ASKED[type(frame)](view, frame, names, who)}."


def _does(verb: str, words: str) -> Asked:
    """For sentences with one verb that need nothing of the position."""
    return lambda view, frame, names, who: f"{who.does(verb)} {words}"


def _may(words: str) -> Asked:
    return lambda view, frame, names, who: f"may {words}"


def _place(view: MaraudersView, seat: int) -> str:
    own = view.seats[seat]
    port = ZONES[own.here].port
    if port is None:
        return f"in {n.place(own.here)}"
    return f"in the port of {n.port(port)}" if own.in_port else f"off {n.port(port)}"


def _take_action(view: MaraudersView, frame: f.TakeAction, names: Sequence[str], who: Subject) -> str:
    left = 0 if view.current_turn is None else view.current_turn.actions
    with_left = f"{_place(view, frame.seat)} with {n.plural(left, 'action')} left"
    return f"{who.does('is')} {with_left} and {who.does('chooses')} what to do"


def _port_menu(view: MaraudersView, frame: f.PortMenu, names: Sequence[str], who: Subject) -> str:
    return f"{who.does('does')} business in {n.port(frame.port)}"


OFFERS = {
    "goods": "which of the goods on offer to buy",
    "cargo": "which of the cargo to take",
    "raid": "which cargo of the raid to keep",
    "plunder": "which cargo of the beaten ship to keep",
}


def _new_captain(view: MaraudersView, frame: f.NewCaptain, names: Sequence[str], who: Subject) -> str:
    choice = f"{who.does('keeps')} the new captain or {who.does('draws')} another"
    return f"{choice}, since a pirate waits outside {'your' if who == YOU else 'the'} home port"


def _merchant_found(view: MaraudersView, frame: f.MerchantFound, names: Sequence[str], who: Subject) -> str:
    merchant = f"{n.with_article(n.nation(frame.nation))} merchant"
    return f"found {merchant} and {who.does('raids')} it or {who.does('lets')} it go"


def _raid_spend(view: MaraudersView, frame: f.RaidSpend, names: Sequence[str], who: Subject) -> str:
    left = nearest(view, f.Raid).successes
    return f"{who.does('uses')} a success of the raid or {who.does('stops')}, with {n.plural(left, 'success')} left"


def _whose(view: MaraudersView, seat: int, side: int) -> str:
    """`for the pirate Sloop` where the seat plays an NPC, else nothing."""
    who = side_of(nearest(view, f.Battle), side).who
    return "" if who == seat or isinstance(who, int) else f" for {n.side(who, ())}"


def _declare(view: MaraudersView, frame: f.Declare, names: Sequence[str], who: Subject) -> str:
    round_ = nearest(view, f.Battle).round
    return f"{who.does('declares')}{_whose(view, frame.seat, frame.side)} in combat round {round_}: shoot, board or flee"


def _reroll(view: MaraudersView, frame: f.Reroll, names: Sequence[str], who: Subject) -> str:
    return f"may roll dice again{_whose(view, frame.seat, frame.side)}"


def _volley(view: MaraudersView, frame: f.Volley, names: Sequence[str], who: Subject) -> str:
    hits = side_of(nearest(view, f.Battle), frame.side).locations
    return f"{who.does('looks')} over the hits dealt: {', '.join(n.location(each) for each in hits)}"


def _assign_x(view: MaraudersView, frame: f.AssignX, names: Sequence[str], who: Subject) -> str:
    return f"{who.does('chooses')} where a hit marked X falls{_whose(view, frame.seat, frame.side)}"


def _hit_response(view: MaraudersView, frame: f.HitResponse, names: Sequence[str], who: Subject) -> str:
    return f"{who.does('answers')} a hit on the {n.location(frame.location)}"


def _claim_reward(view: MaraudersView, frame: f.ClaimReward, names: Sequence[str], who: Subject) -> str:
    return f"may claim a reward for beating {names[frame.loser]}"


def _claim_ship(view: MaraudersView, frame: f.ClaimShip, names: Sequence[str], who: Subject) -> str:
    return f"{who.does('keeps')} {who.own} ship or {who.does('takes')} that of {n.side(frame.loser, names)}"


def _plunder(view: MaraudersView, frame: f.Plunder, names: Sequence[str], who: Subject) -> str:
    return f"{who.does('chooses')} what to take of {names[frame.loser]}"


CHOICES = {
    "captain": "a captain",
    "good": "a good",
    "location": "a hit location",
    "nation": "a nation",
    "npc": "a ship",
    "port": "a port",
    "x": "where the hit falls",
    "zone": "a zone",
}


def _choose(view: MaraudersView, frame: f.Choose, names: Sequence[str], who: Subject) -> str:
    return f"{who.does('chooses')} {CHOICES[frame.what]} for {n.card_of(nearest(view, f.Resolve).source)}"


def _accept(view: MaraudersView, frame: f.AcceptOffer, names: Sequence[str], who: Subject) -> str:
    match frame.what:
        case "reroll":
            return "may roll again"
        case "start_raid":
            return f"{who.does('raids')} a merchant or {who.does('lets')} it go"
        case _:
            return f"{who.does('fights')} or {who.does('does')} not"


def _react(view: MaraudersView, frame: f.React, names: Sequence[str], who: Subject) -> str:
    return f"may play a glory card {n.TIMINGS[frame.timing]}"


ASKED: Mapping[type[f.Decision], Asked] = {
    f.StartingShips: _does("chooses", "a first ship in secret"),
    f.ChooseShip: _does("chooses", "a ship for the new captain"),
    f.NewCaptain: _new_captain,
    f.PlaceModification: _does("lays", "a modification of the old ship face down in a port"),
    f.Carpenter: _does("chooses", "what the Carpenter repairs"),
    f.TakeAction: _take_action,
    f.PortMenu: _port_menu,
    f.SellLot: _does("chooses", "which cargo to sell"),
    f.BuyLot: lambda view, frame, names, who: f"{who.does('chooses')} {OFFERS[frame.kind]}",
    f.Shipyard: _does("is", "at the shipyard"),
    f.TransferModifications: _does("chooses", "which modifications move to the new ship"),
    f.HireCrew: _does("chooses", "how much crew to pay for"),
    f.ChooseRumor: _does("chooses", "which of two rumors to keep"),
    f.DiscardToLimit: lambda view, frame, names, who: f"{who.does('discards')} a {frame.what} card: there are too many",
    f.Stash: _does("chooses", "how much gold to stash"),
    f.MerchantFound: _merchant_found,
    f.RaidWeapons: _may("give up special weapons for more successes in the raid"),
    f.RaidSpend: _raid_spend,
    f.Declare: _declare,
    f.Reroll: _reroll,
    f.Volley: _volley,
    f.AssignX: _assign_x,
    f.HitResponse: _hit_response,
    f.FireChasers: lambda view, frame, names, who: f"{who.does('fires')} the Chasers or {who.does('holds')} them",
    f.ClaimReward: _claim_reward,
    f.ClaimShip: _claim_ship,
    f.Plunder: _plunder,
    f.Choose: _choose,
    f.AcceptOffer: _accept,
    f.HireByDeed: _may("hire a specialist for a deed of this turn"),
    f.React: _react,
    f.ResolveCard: lambda view, frame, names, who: (
        f"{who.does('plays')} the card announced, or {who.does('shows')} and {who.does('keeps')} it"
    ),
}
