"""What a seat is asked, as a sentence for everybody (RULES.md, decisions D-01 to D-31)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kit.stack import nearest

from .. import frames as f
from ..content import ZONES
from ..state.sides import side_of
from ..view import MaraudersView
from . import names as n

Asked: TypeAlias = Callable[[MaraudersView, Any, Sequence[str]], str]
"""`asked(view, frame, names)`: what follows the name of the player who is asked."""


def asked(view: MaraudersView, seat: int, names: Sequence[str]) -> str:
    """From the spectator's view. Nothing of it depends on what a seat has in hand."""
    frame = view.decision
    assert frame is not None
    return f"{names[seat]} {ASKED[type(frame)](view, frame, names)}."


def _plain(words: str) -> Asked:
    return lambda view, frame, names: words


def _place(view: MaraudersView, seat: int) -> str:
    own = view.seats[seat]
    port = ZONES[own.here].port
    if port is None:
        return f"in {n.place(own.here)}"
    return f"in the port of {n.port(port)}" if own.in_port else f"off {n.port(port)}"


def _take_action(view: MaraudersView, frame: f.TakeAction, names: Sequence[str]) -> str:
    left = 0 if view.current_turn is None else view.current_turn.actions
    return f"is {_place(view, frame.seat)} with {n.plural(left, 'action')} left and chooses what to do"


def _port_menu(view: MaraudersView, frame: f.PortMenu, names: Sequence[str]) -> str:
    return f"does business in {n.port(frame.port)}"


OFFERS = {
    "goods": "chooses which of the goods on offer to buy",
    "cargo": "chooses which of the cargo to take",
    "raid": "chooses which cargo of the raid to keep",
    "plunder": "chooses which cargo of the beaten ship to keep",
}


def _merchant_found(view: MaraudersView, frame: f.MerchantFound, names: Sequence[str]) -> str:
    return f"found {n.with_article(n.nation(frame.nation))} merchant and raids it or lets it go"


def _raid_spend(view: MaraudersView, frame: f.RaidSpend, names: Sequence[str]) -> str:
    left = nearest(view, f.Raid).successes
    return f"uses a success of the raid or stops, with {n.plural(left, 'success')} left"


def _whose(view: MaraudersView, seat: int, side: int) -> str:
    """`for the pirate Sloop` where the seat plays an NPC, else nothing."""
    who = side_of(nearest(view, f.Battle), side).who
    return "" if who == seat or isinstance(who, int) else f" for {n.side(who, ())}"


def _declare(view: MaraudersView, frame: f.Declare, names: Sequence[str]) -> str:
    round_ = nearest(view, f.Battle).round
    return f"declares{_whose(view, frame.seat, frame.side)} in combat round {round_}: shoot, board or flee"


def _reroll(view: MaraudersView, frame: f.Reroll, names: Sequence[str]) -> str:
    return f"may roll dice again{_whose(view, frame.seat, frame.side)}"


def _volley(view: MaraudersView, frame: f.Volley, names: Sequence[str]) -> str:
    hits = side_of(nearest(view, f.Battle), frame.side).locations
    return f"looks over the hits dealt: {', '.join(n.location(each) for each in hits)}"


def _assign_x(view: MaraudersView, frame: f.AssignX, names: Sequence[str]) -> str:
    return f"chooses where a hit marked X falls{_whose(view, frame.seat, frame.side)}"


def _hit_response(view: MaraudersView, frame: f.HitResponse, names: Sequence[str]) -> str:
    return f"answers a hit on the {n.location(frame.location)}"


def _claim_reward(view: MaraudersView, frame: f.ClaimReward, names: Sequence[str]) -> str:
    return f"may claim a reward for beating {names[frame.loser]}"


def _claim_ship(view: MaraudersView, frame: f.ClaimShip, names: Sequence[str]) -> str:
    return f"keeps the own ship or takes that of {n.side(frame.loser, names)}"


def _plunder(view: MaraudersView, frame: f.Plunder, names: Sequence[str]) -> str:
    return f"chooses what to take of {names[frame.loser]}"


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


def _choose(view: MaraudersView, frame: f.Choose, names: Sequence[str]) -> str:
    return f"chooses {CHOICES[frame.what]} for {n.card_of(nearest(view, f.Resolve).source)}"


def _accept(view: MaraudersView, frame: f.AcceptOffer, names: Sequence[str]) -> str:
    match frame.what:
        case "reroll":
            return "may roll again"
        case "start_raid":
            return "raids a merchant or lets it go"
        case _:
            return "fights or does not"


def _react(view: MaraudersView, frame: f.React, names: Sequence[str]) -> str:
    return f"may play a glory card {n.TIMINGS[frame.timing]}"


ASKED: Mapping[type[f.Decision], Asked] = {
    f.StartingShips: _plain("chooses a first ship in secret"),
    f.ChooseShip: _plain("chooses a ship for the new captain"),
    f.NewCaptain: _plain("keeps the new captain or draws another, since a pirate waits outside the home port"),
    f.PlaceModification: _plain("lays a modification of the old ship face down in a port"),
    f.Carpenter: _plain("chooses what the Carpenter repairs"),
    f.TakeAction: _take_action,
    f.PortMenu: _port_menu,
    f.SellLot: _plain("chooses which cargo to sell"),
    f.BuyLot: lambda view, frame, names: OFFERS[frame.kind],
    f.Shipyard: _plain("is at the shipyard"),
    f.TransferModifications: _plain("chooses which modifications move to the new ship"),
    f.HireCrew: _plain("chooses how much crew to pay for"),
    f.ChooseRumor: _plain("chooses which of two rumors to keep"),
    f.DiscardToLimit: lambda view, frame, names: f"discards a {frame.what} card: there are too many",
    f.Stash: _plain("chooses how much gold to stash"),
    f.MerchantFound: _merchant_found,
    f.RaidWeapons: _plain("may give up special weapons for more successes in the raid"),
    f.RaidSpend: _raid_spend,
    f.Declare: _declare,
    f.Reroll: _reroll,
    f.Volley: _volley,
    f.AssignX: _assign_x,
    f.HitResponse: _hit_response,
    f.FireChasers: _plain("fires the Chasers or holds them"),
    f.ClaimReward: _claim_reward,
    f.ClaimShip: _claim_ship,
    f.Plunder: _plunder,
    f.Choose: _choose,
    f.AcceptOffer: _accept,
    f.HireByDeed: _plain("may hire a specialist for a deed of this turn"),
    f.React: _react,
    f.ResolveCard: _plain("plays the card announced, or shows and keeps it"),
}
