"""The value of the commands of a captain turn (D-01 to D-05), in gold: what they bring, less the time that they take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ... import commands as c
from ...content import PORTS, ZONES
from ...content.map import distances
from ...frames import PortMenu
from ...moving import free_by_card, free_by_event
from ...state import GOAL, STASH_POINTS
from .. import business, goals, heuristics, tasks
from ..forecast import Forecast, nothing
from ..goals import prospect
from ..raid_odds import raid_worth
from .cards import play_worth

AVERAGE_CAPTAIN = 26.0
HOPELESS = 3
"""A captain wanted by this number of nations who has lost everything else had better retire."""
ENOUGH = 10
"""The gold from which on using a cove is worth an action."""


# Arriving


def choose_ship(own: Forecast, command: c.ChooseShip) -> float:
    return own.leaning.first_ships[c.named(command.ship)]


def keep_captain(own: Forecast, command: c.KeepCaptain) -> float:
    return heuristics.captain(own.captain.id)


def redraw_captain(own: Forecast, command: c.RedrawCaptain) -> float:
    return AVERAGE_CAPTAIN


def place_modification(own: Forecast, command: c.PlaceModification) -> float:
    """Prefers ports near home, where a living captain can buy the modification again."""
    if own.own.captain is None:
        return 0.0
    return -float(distances(own.home)[PORTS[command.port].zone])


def repair_free(own: Forecast, command: c.RepairFree) -> float:
    return business.point_worth(own, command.location)


# Moving: on to the goals


def _moved(own: Forecast, kind: str, zone: str, *, in_port: bool = False) -> float:
    """The value of the goals after a Move, which costs an action unless an event or a card pays for it."""
    paid = free_by_event(own.state, own.seat, kind) or free_by_card(own.state, own.seat, kind) is not None
    left = own.actions if paid else own.actions - 1
    ahead = prospect(own, zone, in_port, left) - (0.0 if paid else heuristics.ACTION)
    if in_port:
        return ahead
    # Past the hunters of the zone, and through the night if no action is left to go on.
    return ahead - own.hunters(zone) - (0.0 if left else own.night(zone))


def sail(own: Forecast, command: c.Sail) -> float:
    return _moved(own, "sail", command.zone)


def leave_port(own: Forecast, command: c.LeavePort) -> float:
    return _moved(own, "leave_port", own.own.zone) - heuristics.CARGO * max(0, -business.room_at_sea(own))


def enter_port(own: Forecast, command: c.EnterPort) -> float:
    """The value of entering the port of this zone, by the goals of the map."""
    return _moved(own, "enter_port", own.own.zone, in_port=True)


def end_turn(own: Forecast, command: c.EndTurn) -> float:
    """The cost of ending the turn: the actions left, and at sea the dangers of the night."""
    place = own.own
    night = 0.0 if place.in_port else own.night(place.zone)
    return prospect(own, place.zone, place.in_port, 0) - heuristics.ACTION * own.actions - night


# Doing what the place is for


def _then(own: Forecast) -> float:
    """The value of what can follow an action that is done here."""
    return prospect(own, own.own.zone, own.own.in_port, max(0, own.actions - 1), done=True) - heuristics.ACTION


def open_port_action(own: Forecast, command: c.OpenPortAction) -> float:
    return business.visit_worth(own, ZONES[own.own.zone].port or "") + _then(own)


def scout_merchant(own: Forecast, command: c.ScoutMerchant) -> float:
    if not own.fit:
        return _then(own) - heuristics.ACTION
    if command.way == "sure_spanish":
        return own.leaning.raids * raid_worth(own, own.own.zone, "spanish") + _then(own)
    return own.leaning.raids * own.finding("merchant") * goals.unknown_merchant(own, own.own.zone) + _then(own)


def scout_npc(own: Forecast, command: c.ScoutNpc) -> float:
    return _fight(own, goals.npc_worth(own, command.npc))


def scout_captain(own: Forecast, command: c.ScoutCaptain) -> float:
    return _fight(own, goals.captain_worth(own, command.seat))


def _fight(own: Forecast, worth: float) -> float:
    """The value of looking for a fight. One that costs more than it brings is no way around the dangers of the night."""
    return worth + (_then(own) if worth > 0 else min(_then(own), end_turn(own, c.EndTurn())))


def play_rumor(own: Forecast, command: c.PlayRumor) -> float:
    """The value of playing a rumor, which costs no action in a Port action."""
    assert own.rumor is not None
    gain = tasks.rumor_worth(own, own.rumor)
    return gain if own.own.in_port else gain + _then(own)


def work_mission(own: Forecast, command: c.WorkMission) -> float:
    if own.own.in_port:
        return tasks.step_worth(own)
    step = tasks.step_now(own)
    assert step is not None
    return tasks.step_gain(own, step) + _then(own)


def use_cove(own: Forecast, command: c.UseCove) -> float:
    gold = business.surplus(own)
    return (business.stash_worth(own, gold) if gold >= ENOUGH else 0.0) + _then(own)


def play_glory(own: Forecast, command: c.PlayGlory) -> float:
    """The value of playing a card, which leaves everything else possible."""
    gain = play_worth(own, c.named(command.card))
    if isinstance(own.view.decision, PortMenu):
        return gain
    return gain + prospect(own, own.own.zone, own.own.in_port, own.actions)


# The end


def retire(own: Forecast, command: c.Retire) -> float:
    """Retires a captain with nothing left but enemies."""
    ruined = not own.fit and own.own.gold < 4 and not own.own.cargo and len(own.own.bounties) >= HOPELESS
    return heuristics.NEW_CAPTAIN if ruined else -heuristics.VICTORY


def declare_victory(own: Forecast, command: c.DeclareVictory) -> float:
    """Declares at once, unless only the track decides and a rival with more points on it may have ten by the end of the
    round (MM-374). Where all points count, who has more of them would have declared before."""
    if own.state.options.final_comparison == "points":
        return heuristics.VICTORY
    rivals = [seat for number, seat in enumerate(own.state.seats) if number != own.seat]
    ahead = any(seat.points > own.own.points and seat.points + STASH_POINTS >= GOAL for seat in rivals)
    return -heuristics.VICTORY if ahead and own.rounds_left else heuristics.VICTORY


TURN_VALUES: Mapping[type[c.Command], Callable[[Forecast, Any], float]] = {
    c.ChooseShip: choose_ship,
    c.KeepCaptain: keep_captain,
    c.RedrawCaptain: redraw_captain,
    c.PlaceModification: place_modification,
    c.RepairFree: repair_free,
    c.Pass: nothing,
    c.Sail: sail,
    c.EnterPort: enter_port,
    c.LeavePort: leave_port,
    c.ScoutMerchant: scout_merchant,
    c.ScoutNpc: scout_npc,
    c.ScoutCaptain: scout_captain,
    c.OpenPortAction: open_port_action,
    c.PlayRumor: play_rumor,
    c.WorkMission: work_mission,
    c.UseCove: use_cove,
    c.PlayGlory: play_glory,
    c.Retire: retire,
    c.DeclareVictory: declare_victory,
    c.EndTurn: end_turn,
}
