"""What the commands of a captain turn at `take_action` are worth (D-01 to D-05), in gold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import business, purposes, worth
from . import commands as c
from .appraise_cards import play_worth
from .content import PORTS, ZONES
from .outlook import Outlook
from .purposes import Purpose, prospect
from .view import MaraudersView

STORM_HIT = 4.0
ENTRY = 2.0
IDLE = 0.05
"""By how much doing something is better than doing nothing."""


def _found(own: Outlook) -> list[Purpose]:
    if own.purposes is None:
        own.purposes = purposes.purposes(own)
    found: list[Purpose] = own.purposes
    return found


def _beyond(own: Outlook, zone: str, in_port: bool) -> float:
    """What is left to look forward to once the purposes of this place have been tried with one action."""
    rest = [each for each in _found(own) if (each.zone, each.in_port) != (zone, in_port)]
    return worth.DELAY * prospect(own, rest, zone, in_port, own.actions - 1)


def end_turn(own: Outlook, command: c.EndTurn) -> float:
    """Whatever the map holds has to wait; storms and hunters come first (MM-045, MM-238)."""
    place = own.own
    fresh = [each._replace(used=False) for each in _found(own)]
    later = worth.DELAY**own.actions * prospect(own, fresh, place.zone, place.in_port, 0)
    return later - (0.0 if place.in_port else storm(own) + own.danger(place.zone)) - IDLE * (own.actions > 0)


def storm(own: Outlook) -> float:
    """What a storm costs a captain who ends his turn at sea."""
    if own.view.event not in ("storm_1", "storm_2", "gale") or own.captain.id == "baltasar_quiroga":
        return 0.0
    checks = 1 if own.view.event == "gale" else 3
    return checks * (1 - own.chance("seamanship")) * (STORM_HIT + (8.0 if own.now.hull <= 1 else 0.0))


def _at_sea(own: Outlook, zone: str) -> float:
    """Being at sea in a zone after one action."""
    left = own.actions - 1
    last = storm(own) if left <= 0 else 0.0
    return worth.DELAY * prospect(own, _found(own), zone, False, max(0, left)) - own.danger(zone) - last


def sail(own: Outlook, command: c.Sail) -> float:
    return _at_sea(own, command.zone)


def leave_port(own: Outlook, command: c.LeavePort) -> float:
    over = max(0, len(own.cargo) + own.own.freight - own.now.cargo)
    return _at_sea(own, own.own.zone) - worth.CARGO * over


def enter_port(own: Outlook, command: c.EnterPort) -> float:
    """Into the port of this zone; a closed one is worth entering for what can be done there."""
    zone = own.own.zone
    port = ZONES[zone].port
    assert port is not None
    ahead = prospect(own, _found(own), zone, True, max(0, own.actions - 1))
    if command.means == "open":
        return worth.DELAY * ahead
    if command.means == "event":
        gain = business.sale_worth(own, port)
        return worth.DELAY * max(gain, prospect(own, _found(own), zone, False, 0) * worth.DELAY)
    gain = business.visit_worth(own, port)
    if command.means == "influence":
        gain *= own.chance("influence")
    return worth.DELAY * max(gain, ahead * worth.DELAY) - (ENTRY if command.means == "gold" else 0.0)


def open_port_action(own: Outlook, command: c.OpenPortAction) -> float:
    zone = own.own.zone
    gain = business.visit_worth(own, ZONES[zone].port or "")
    return gain + _beyond(own, zone, True) if gain > 0 else -IDLE


def scout_merchant(own: Outlook, command: c.ScoutMerchant) -> float:
    zone = own.own.zone
    sure = command.way == "sure_spanish"
    gain = purposes.merchant_worth(own, zone, sure=sure) if own.fit else 0.0
    chance = 1.0 if sure else purposes.scouting(own, "merchant")
    return chance * gain + _beyond(own, zone, False) if gain > 0 else -IDLE


def scout_npc(own: Outlook, command: c.ScoutNpc) -> float:
    return purposes.scouting(own) * purposes.npc_worth(own, command.npc) + _beyond(own, own.own.zone, False)


def scout_captain(own: Outlook, command: c.ScoutCaptain) -> float:
    return purposes.scouting(own) * purposes.captain_worth(own, command.seat) + _beyond(own, own.own.zone, False)


def play_rumor(own: Outlook, command: c.PlayRumor) -> float:
    assert own.rumor is not None
    gain = business.rumor_worth(own, own.rumor)
    return gain + (0.0 if own.own.in_port else _beyond(own, own.own.zone, False))


def work_mission(own: Outlook, command: c.WorkMission) -> float:
    step = business.step_now(own)
    assert step is not None
    chance = business.step_chance(own, step) if not own.own.in_port else 1.0
    gain = chance * business.mission_share(own)
    if step.type == "crew_combat":
        gain -= (1 - chance) * own.at_stake
    return gain + (0.0 if own.own.in_port else _beyond(own, own.own.zone, False))


def use_cove(own: Outlook, command: c.UseCove) -> float:
    gain = business.stash_worth(own)
    return gain + _beyond(own, own.own.zone, False) if gain >= 3 else -IDLE


def withdraw_gold(own: Outlook, command: c.WithdrawGold) -> float:
    """Only for a ship or goods that the gold on board does not pay (see `appraise_port`)."""
    return -1.0


def retire(own: Outlook, command: c.Retire) -> float:
    """Only with a wreck and nothing to lose."""
    hopeless = not own.fit and own.gold < 4 and not own.cargo and len(own.own.bounties) >= 3
    return 1.0 + prospect(own, _found(own), own.own.zone, True, 0) if hopeless else -10.0


def declare_victory(own: Outlook, command: c.DeclareVictory) -> float:
    """At once, unless another seat may be ahead on the track (MM-374)."""
    rivals = [seat for number, seat in enumerate(own.view.seats) if number != own.seat]
    ahead = any(seat.points > own.own.points and seat.points + 5 >= 10 for seat in rivals)
    return -worth.VICTORY if ahead and own.rounds_left > 1 else worth.VICTORY


def play_glory(own: Outlook, command: c.PlayGlory) -> float:
    place = own.own
    here = prospect(own, _found(own), place.zone, place.in_port, own.actions)
    return play_worth(own, command.card, here)


def keep_captain(own: Outlook, command: c.KeepCaptain) -> float:
    return worth.captain(own.captain.id)


def redraw_captain(own: Outlook, command: c.RedrawCaptain) -> float:
    """The average captain."""
    return 24.0


def starting_ship(view: MaraudersView, seat: int, command: c.ChooseShip) -> float:
    """A Sloop raids better than a Flute."""
    return worth.SHIPS[c.named(command.ship)] + (command.ship == "sloop")


def place_modification(own: Outlook, command: c.PlaceModification) -> float:
    """Where it can be bought again: in ports near home."""
    from .map import distances

    return -float(distances(PORTS[own.home].zone)[PORTS[command.port].zone])


def repair_free(own: Outlook, command: c.RepairFree) -> float:
    return business.repair_worth(own, command.location)


def nothing(own: Outlook, command: Any) -> float:
    return 0.0


TURN_VALUES: Mapping[type[c.Command], Callable[[Outlook, Any], float]] = {
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
    c.WithdrawGold: withdraw_gold,
    c.Retire: retire,
    c.DeclareVictory: declare_victory,
    c.EndTurn: end_turn,
}
