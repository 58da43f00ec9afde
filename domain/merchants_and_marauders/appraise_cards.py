"""What playing glory cards and the choices of effects are worth (D-27 to D-31), in gold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import business, odds, worth
from . import commands as c
from .content import CARGO, PORTS, RUMORS, ZONES, glory_card
from .frames import AcceptOffer, Battle, Choose, Raid, Resolve, Scouting
from .map import distances
from .outlook import Outlook

HARM_TO_RIVAL = 3.0


def innermost(own: Outlook, kind: type[Any]) -> Any:
    return next((frame for frame in reversed(own.view.stack) if type(frame) is kind), None)


def play_worth(own: Outlook, card: str, ahead: float) -> float:
    """An own-turn card above keeping it; `ahead` is what waits for the captain where he is."""
    found = glory_card(card)
    saved = (1 - worth.DELAY) * ahead
    match found.effects[0].op:
        case "free_action":
            # Free Moves serve when no action is left, or for a port that has to be left or entered.
            return ahead + saved - 1.0 if not own.actions else -1.0
        case "bounty":
            return HARM_TO_RIVAL + ahead if found.effects[0].who == "chosen_other_captain" else _pardon(own) + ahead
        case "open_port":
            port = ZONES[own.own.zone].port
            closed = port is not None and not own.own.in_port and not own.is_open(port) and own.actions > 0
            return business.visit_worth(own, port or "") - 2.0 if closed else -1.0
        case "no_bounty":
            return -1.0
        case "move_npc":
            return -1.0
        case "hit":
            return HARM_TO_RIVAL + ahead
        case "repair":
            return ahead + 2.0 if business.repairs(own) > 3 else -1.0
    return _in_port(own, found.effects[0].op)


def _pardon(own: Outlook) -> float:
    return worth.BOUNTY


def _in_port(own: Outlook, op: str) -> float:
    port = ZONES[own.own.zone].port or ""
    match op:
        case "allow_stash":
            return business.stash_worth(own) - 2.0
        case "draw_count":
            return business.purchase_worth(own, port, own.gold, 0) + 1.0
        case "set_demand":
            most = max(own.goods.values(), default=0)
            return worth.GLORY if most >= 3 else 2.0 * most - 3.0
        case "discount":
            return min(6.0, business.shipyard_worth(own, port, own.gold + 6)) - 3.0
        case "recruit":
            return business.crew_worth(own, port)
        case "auto_success":
            return 0.5 if business.seek_worth(own, port, own.gold) > 0 else -1.0
    return -1.0


def announce(own: Outlook, command: c.Announce) -> float:
    """A card of a reaction window: now, or kept for a better moment."""
    found = glory_card(c.named(command.card))
    match found.timing:
        case "scout_after_roll":
            frame = innermost(own, Scouting)
            return 1.0 if frame is not None and 0 not in frame.dice else -1.0
        case "scout_before_roll" | "any_turn" | "raid_before_draw":
            return 1.0
        case "event":
            return 1.0 if not own.own.in_port else -1.0
        case "raid_after_roll":
            raid = innermost(own, Raid)
            escapes = sum(CARGO[card].icon == "escape" for card in raid.table)
            return 1.0 if escapes >= own.maneuverability else -1.0
        case "raid_after_success":
            raid = innermost(own, Raid)
            plunder = sum(CARGO[card].plunder for card in raid.table) + raid.plunder
            return 3.0 if 9 <= plunder < 12 else -1.0
    return _in_battle(own, found.effects[0].op)


def _in_battle(own: Outlook, op: str) -> float:
    fight = innermost(own, Battle)
    if fight is None:
        return 1.0
    side = 0 if fight.aggressor.who == own.seat else 1
    mine, theirs = (fight.aggressor, fight.defender) if side == 0 else (fight.defender, fight.aggressor)
    match op:
        case "reroll":
            return 1.0 if mine.dice.count(0) < theirs.dice.count(0) or 0 not in mine.dice else -1.0
        case "end_combat":
            return 1.0
        case "pay_for":
            return 1.0 if own.now.crew <= 1 else -1.0
        case "flee_succeeds":
            return 1.0 if theirs.dice.count(0) else -1.0
    return 1.0


def play_announced(own: Outlook, command: c.PlayAnnounced) -> float:
    return 1.0


def accept(own: Outlook, command: c.Accept) -> float:
    frame = own.view.decision
    assert isinstance(frame, AcceptOffer)
    if frame.what != "start_crew_combat":
        return 1.0
    resolving = innermost(own, Resolve)
    effect = RUMORS[resolving.source.partition(":")[2]].effects[0]
    won = odds.crew_combat(own.now.crew, own.captain.leadership, effect.enemy_crew, effect.enemy_leadership)
    return won * business.reward_worth(effect.on_win) - (1 - won) * own.at_stake


def choose(own: Outlook, command: c.Choose) -> float:
    """One of the options of an effect."""
    frame = own.view.decision
    assert isinstance(frame, Choose)
    option = command.option
    match frame.what:
        case "good":
            return _good(own, option)
        case "captain":
            rival = own.view.seats[int(option)]
            return float(rival.points) if int(option) != own.seat else -10.0
        case "nation":
            victim = own.seat if not frame.picked else int(frame.picked[0])
            return float(own.view.seats[victim].bounties.get(option, 0)) + 0.1 * _ports_of(option)
        case "x":
            return -harm(own, option)
        case "location":
            return _location(own, frame, option)
        case "port":
            token = own.view.modifications.get(option)
            if token is None:
                return 4.0
            return -1.0 if token in own.ship.modifications else worth.MODIFICATIONS[token]
        case "npc":
            return float(option in own.own.bounties)
        case "zone":
            away = distances(own.own.zone)
            return float(away.get(option, 0))
    return 0.0


def _ports_of(nation: str) -> int:
    return sum(port.nation == nation for port in PORTS.values())


def _good(own: Outlook, good: str) -> float:
    wanted = max((1.0 for port in PORTS if own.view.demand[port] == good and own.is_open(port)), default=0.0)
    held = own.goods[good]
    resolving = innermost(own, Resolve)
    if resolving is not None and resolving.source == "glory:g28":
        return float(held)
    return held + wanted + 0.1 * business.elsewhere(own, own.own.zone, good, held + 3)


def _location(own: Outlook, frame: Choose, place: str) -> float:
    """A repair where it helps most, a hit on a rival where it hurts."""
    if frame.picked and frame.picked[0].isdigit():
        ship = own.view.seats[int(frame.picked[0])].ship
        left = getattr(ship.now, place) if ship is not None else 1
        return worth.LOCATIONS[place] + (worth.LAST_POINT if left == 1 else 0.0)
    return business.repair_worth(own, place)


def harm(own: Outlook, place: str) -> float:
    """What a hit there costs; on a destroyed location it falls on the Hull (MM-294)."""
    left = getattr(own.now, place)
    if place == "hull" or not left:
        return worth.LOCATIONS["hull"] + (own.at_stake if own.now.hull <= 1 else worth.LAST_POINT * (own.now.hull == 2))
    return worth.LOCATIONS[place] + (worth.LAST_POINT if left == 1 else 0.0)


def _never(own: Outlook, command: Any) -> float:
    return -1.0


def _nothing(own: Outlook, command: Any) -> float:
    return 0.0


CARD_VALUES: Mapping[type[c.Command], Callable[[Outlook, Any], float]] = {
    c.Choose: choose,
    c.Accept: accept,
    c.Decline: _nothing,
    c.Announce: announce,
    c.PlayAnnounced: play_announced,
    c.WithdrawCard: _nothing,
    c.SetStandingPass: _never,
}
