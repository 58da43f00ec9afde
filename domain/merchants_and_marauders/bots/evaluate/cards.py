"""The value of playing glory cards and of the choices of effects (D-27 to D-31), in gold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ... import commands as c
from ... import odds
from ...cards.targets import escapes, fits
from ...content import MISSIONS, PORTS, RUMORS, ZONES, Effect, glory_card
from ...content.map import distances
from ...frames import AcceptOffer, Choose, PortMenu, Resolve, Scouting
from ...moving import closed_by
from ...raids import plunder_of, raid_honours
from ...state import battle_of, raid_of, ship_of
from ...state.modifiers import maneuverability, successes
from ...state.sides import contest_winner, side_number, side_of
from .. import business, heuristics, tasks
from ..duel import hope, hurt
from ..forecast import Forecast, fighter, means, nothing, stake

HARM = 3.0
"""The value of harm that a card does to a rival."""
NOT_NOW = -1.0
PREPARES = 2 * heuristics.VICTORY
"""Added for a card that prepares an activity, so that it is played before that activity and before goods are sold."""
UNKNOWN_FITTING = 4.0


# In the own turn


def play_worth(own: Forecast, card: str) -> float:
    """The value of playing a card in the own turn instead of keeping it."""
    found = glory_card(card)
    effect, kept = found.effects[0], heuristics.glory(card) / 2
    if found.timing.startswith("own_turn"):
        return _turn_gain(own, effect) - kept
    gain = _port_gain(own, effect) - kept
    return PREPARES + gain if gain > 0 else gain


def _turn_gain(own: Forecast, effect: Effect) -> float:
    port = ZONES[own.own.zone].port
    match effect.op:
        case "free_action":
            # It saves an action once the others are used up, if the captain can leave or enter a port.
            at_port = own.own.in_port or (port is not None and business.visit_worth(own, port) > heuristics.ACTION)
            return heuristics.ACTION if not own.actions and (at_port or effect.action == "move") else NOT_NOW
        case "bounty" | "hit":
            return HARM
        case "open_port":
            return _behind_closed_doors(own, port) if port is not None and not own.own.in_port and own.actions else NOT_NOW
        case "repair":
            return sum(sorted((business.point_worth(own, place) for place in effect.locations), reverse=True)[:2])
        case "move_npc":
            return HARM if not own.own.bounties else NOT_NOW
        case "no_bounty":
            nation = ZONES[own.own.zone].nation
            prey = not own.own.in_port and own.actions > 0 and own.fit and own.own.zone in own.state.merchants
            return own.bounty_cost(nation) if prey and nation and own.at_war(nation) else NOT_NOW
    return NOT_NOW


def _behind_closed_doors(own: Forecast, port: str) -> float:
    """The value of the port that false papers open."""
    if closed_by(own.state, own.seat) is None or means(own, port) is not None:
        return NOT_NOW
    return business.gain_of(own, port, "papers") - heuristics.ACTION


def _port_gain(own: Forecast, effect: Effect) -> float:
    """The value of a card in a Port action, where most cards prepare an activity."""
    port, gold = ZONES[own.own.zone].port or "", own.own.gold
    match effect.op:
        case "bounty":
            had = own.own.bounties.get(PORTS[port].nation, 0)
            return own.wanted_cost(PORTS[port].nation) if had <= -effect.delta else 2 * heuristics.MORE_BOUNTY
        case "allow_stash":
            return NOT_NOW if own.own.zone == own.home else business.stash_worth(own, business.surplus(own))
        case "draw_count":
            more = business.room_at_sea(own)
            return business.PROFIT * more * 4 / 3 if more > 0 and gold >= business.RESERVE else NOT_NOW
        case "set_demand":
            return _demand_gain(own)
        case "discount":
            return min(float(effect.gold), business.shipyard_worth(own, port, gold + effect.gold))
        case "recruit":
            return business.crew_worth(own, port)
        case "auto_success" if effect.target == "rumor":
            return heuristics.TASK * (1 - own.chance("influence")) if tasks.seek_worth(own, port, gold) else NOT_NOW
        case "auto_success":
            claims = [tasks.claim_worth(own, each) for each in own.state.missions if MISSIONS[each].port == port]
            return heuristics.TASK * (1 - own.chance("influence")) if max(claims, default=0.0) > 0 else NOT_NOW
    return NOT_NOW


def _demand_gain(own: Forecast) -> float:
    """The value of demand for the good of which most is on board, if it can still be sold here."""
    frame = own.view.decision
    if not isinstance(frame, PortMenu) or frame.used:
        return NOT_NOW
    wanted = own.state.demand[frame.port]
    return max(((3 + business.triple(cards)) * cards for good, cards in own.goods.items() if good != wanted), default=0.0)


# In reaction windows


def announce(own: Forecast, command: c.Announce) -> float:
    """The value of a card in this window, less that of keeping it."""
    card = glory_card(c.named(command.card))
    return 1.0 if WHEN[card.timing](own, card.effects[0]) else NOT_NOW


def _scout_failed(own: Forecast, effect: Effect) -> bool:
    frame = innermost(own, Scouting)
    return not successes(frame.dice)


def _at_sea(own: Forecast, effect: Effect) -> bool:
    return not own.own.in_port


def _escaping(own: Forecast, effect: Effect) -> bool:
    raid = raid_of(own.state)
    return raid is not None and 0 <= escapes(raid) - maneuverability(own.state, own.seat) < int(effect.n)


def _almost_rich(own: Forecast, effect: Effect) -> bool:
    raid = raid_of(own.state)
    if raid is None:
        return False
    gold = plunder_of(own.state, raid)
    return not raid_honours(gold) and raid_honours(gold + int(effect.n))


def _in_battle(own: Forecast, effect: Effect) -> bool:
    fight = battle_of(own.state)
    side = None if fight is None else side_number(fight, own.seat)
    if fight is None or side is None:
        return False
    match effect.op:
        case "reroll":
            return contest_winner(fight)[0] != side
        case "flee_succeeds":
            return successes(side_of(fight, 1 - side).dice) > 0
        case "end_combat":
            return hope(own.fighter, fighter(own.state, side_of(fight, 1 - side).who), own.stakes()) < 0
        case "pay_for":
            return own.now.crew <= 1
    return True


def _hull_in_danger(own: Forecast, effect: Effect) -> bool:
    return own.now.hull <= 2


def _always(own: Forecast, effect: Effect) -> bool:
    return True


WHEN: Mapping[str, Callable[[Forecast, Effect], bool]] = {
    "any_turn": _always,
    "event": _at_sea,
    "scout_before_roll": _always,
    "scout_after_roll": _scout_failed,
    "raid_before_draw": _always,
    "raid_after_roll": _escaping,
    "raid_after_success": _almost_rich,
    "combat_before_first_round": _in_battle,
    "combat_before_contest": _in_battle,
    "combat_after_contest": _in_battle,
    "combat_after_location": _in_battle,
    "hit_received": _hull_in_danger,
    "crew_before_first_round": _in_battle,
    "crew_before_roll": _in_battle,
    "crew_after_round": _in_battle,
}


def play_announced(own: Forecast, command: c.PlayAnnounced) -> float:
    return 1.0


# Choices


def innermost(own: Forecast, kind: type[Any]) -> Any:
    return next(frame for frame in reversed(own.state.stack) if type(frame) is kind)


def accept(own: Forecast, command: c.Accept) -> float:
    """The value of an optional effect: a raid, a re-roll, or the boarding of a derelict."""
    frame = own.view.decision
    assert isinstance(frame, AcceptOffer)
    if frame.what != "start_crew_combat":
        return 1.0
    resolving: Resolve = innermost(own, Resolve)
    effect = RUMORS[resolving.source.partition(":")[2]].effects[resolving.index - 1]
    won = odds.crew_combat(own.now.crew, own.fighter.leadership, effect.enemy_crew, effect.enemy_leadership)
    return won * tasks.reward(effect.on_win) - (1 - won) * own.at_stake


def choose(own: Forecast, command: c.Choose) -> float:
    """The value of one of the options of an effect (D-27)."""
    frame = own.view.decision
    assert isinstance(frame, Choose)
    return CHOICES[frame.what](own, frame, command.option)


def _good(own: Forecast, frame: Choose, good: str) -> float:
    """Prefers the good that is on board, or that sells best."""
    resolving: Resolve = innermost(own, Resolve)
    if resolving.source.startswith("glory:"):
        return float(own.goods[good])
    return business.card_worth(own, good, own.goods[good] + 3)


def _captain(own: Forecast, frame: Choose, seat: str) -> float:
    """Prefers the leading rival."""
    if int(seat) == own.seat:
        return -heuristics.VICTORY
    return heuristics.GLORY * own.state.seats[int(seat)].points + stake(own, int(seat))


def _nation(own: Forecast, frame: Choose, nation: str) -> float:
    """Prefers the own bounty that costs most; for a rival, a nation with many ports."""
    closed = heuristics.PORT * sum(port.nation == nation for port in PORTS.values())
    if not frame.picked:
        return closed + heuristics.MORE_BOUNTY * own.own.bounties.get(nation, 0)
    return closed * (nation not in own.state.seats[int(frame.picked[0])].bounties)


def _location(own: Forecast, frame: Choose, place: str) -> float:
    """Prefers the hit that costs a rival most, or the repair that helps most."""
    if frame.picked and frame.picked[0].isdigit():
        return hurt(ship_of(own.state, int(frame.picked[0])).now, place)
    return business.point_worth(own, place)


def _x(own: Forecast, frame: Choose, place: str) -> float:
    """Prefers the hit that costs the own ship least."""
    return -hurt(own.now, place)


def _port(own: Forecast, frame: Choose, port: str) -> float:
    """Prefers the best visible modification, else an unknown one."""
    token = own.state.modifications.get(port)
    if token is None:
        return UNKNOWN_FITTING
    return heuristics.MODIFICATIONS[token] if fits(own.state, own.seat, token) else NOT_NOW


def _npc(own: Forecast, frame: Choose, npc: str) -> float:
    """Sends away the naval ship that wants the captain most; for a tip to the navy it prefers the one that wants the
    captain least."""
    resolving: Resolve = innermost(own, Resolve)
    wanted = float(own.own.bounties.get(npc, 0))
    return -wanted if resolving.source.startswith("glory:") else wanted


def _zone(own: Forecast, frame: Choose, zone: str) -> float:
    """Prefers the zone farthest away."""
    return float(distances(own.own.zone).get(zone, 0))


CHOICES: Mapping[str, Callable[[Forecast, Choose, str], float]] = {
    "good": _good,
    "captain": _captain,
    "nation": _nation,
    "location": _location,
    "x": _x,
    "port": _port,
    "npc": _npc,
    "zone": _zone,
}


CARD_VALUES: Mapping[type[c.Command], Callable[[Forecast, Any], float]] = {
    c.Choose: choose,
    c.Accept: accept,
    c.Decline: nothing,
    c.Announce: announce,
    c.PlayAnnounced: play_announced,
    c.WithdrawCard: nothing,
}
