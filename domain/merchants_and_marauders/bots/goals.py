"""Goals on the map: what a captain can do where, what it is worth, and how far away it is."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..battle.aftermath import pirate_reward
from ..content import MERCHANTS, NATIONS, PIRATES, PORTS, ZONES
from ..content.map import distances
from ..npcs import in_play
from ..scouting import finds_spanish
from ..state import alive, is_pirate, nation_of
from ..state.modifiers import scouting_forbidden
from . import business, heuristics, tasks
from .forecast import RIVAL_LOSS, Forecast, stake
from .raid_odds import raid_worth

OPEN_SEA = "caribbean_sea"
"""A zone without special rules, which stands for most zones."""
NAVAL_LOOT = 10.0
ELUSIVE = 0.5
"""The chance that another captain has not moved on before this one arrives."""
SECOND = 0.3
"""The share of the second best goal that counts: a place near two goals is better than one near a single goal."""


class Goal(NamedTuple):
    """Something to do at a place with one action, and what it brings."""

    zone: str
    in_port: bool
    worth: float
    used: bool = False
    """Whether it has to wait for the next captain turn."""


@lru_cache(maxsize=1)
def goals(own: Forecast) -> list[Goal]:
    """All goals with a positive value."""
    found = [*_ports(own), *_missions(own)]
    if own.rumor is not None and not tasks.rumor_zone(own.rumor)[1]:
        found.append(Goal(tasks.rumor_zone(own.rumor)[0], False, tasks.rumor_worth(own, own.rumor)))
    if not scouting_forbidden(own.state, "scout"):
        found += [*_merchants(own), *_fights(own)]
    return [goal for goal in found if goal.worth > 0]


def _ports(own: Forecast) -> list[Goal]:
    turn = own.state.turn
    used = turn is not None and turn.seat == own.seat and turn.port_action_used and own.own.in_port
    return [
        Goal(card.zone, True, business.visit_worth(own, port), used and own.own.zone == card.zone)
        for port, card in PORTS.items()
    ]


def _missions(own: Forecast) -> list[Goal]:
    """Steps that are done at sea; those in ports belong to the visit."""
    step = tasks.step_now(own)
    if step is None or step.type not in ("check", "crew_combat"):
        return []
    if step.zone == "any_with_naval_npc":
        zones = {own.state.npcs[npc].zone for npc in NATIONS if in_play(own.state, npc)}
    else:
        zones = {step.zone}
    return [Goal(zone, False, tasks.step_gain(own, step)) for zone in sorted(filter(None, zones))]


# Merchants


def _scouted(own: Forecast, target: str) -> bool:
    turn = own.state.turn
    return turn is not None and turn.seat == own.seat and target in turn.scouted


def _merchants(own: Forecast) -> list[Goal]:
    if not own.fit:
        return []
    return [Goal(zone, False, merchant_worth(own, zone), _scouted(own, f"merchant:{zone}")) for zone in own.state.merchants]


def merchant_worth(own: Forecast, zone: str) -> float:
    """The value of scouting for a merchant in the zone, by the best way to do it, to a captain of this leaning."""
    found = own.finding("merchant") * unknown_merchant(own, zone)
    return own.leaning.raids * (max(found, raid_worth(own, zone, "spanish")) if sure_spanish(own, zone) else found)


def sure_spanish(own: Forecast, zone: str) -> bool:
    """Whether the zone lets the captain find a Spanish merchant without a roll (MM-147)."""
    return finds_spanish(own.at(zone, in_port=False), own.seat)


def unknown_merchant(own: Forecast, zone: str) -> float:
    """The value of a merchant of the zone's nation or of the token's, as the captain chooses (MM-169). The token is
    unknown."""
    local = ZONES[zone].nation
    least = 0.0 if local is None else max(0.0, raid_worth(own, zone, local))
    raids = (count * max(least, raid_worth(own, OPEN_SEA, nation)) for nation, count in MERCHANTS.items())
    return sum(raids) / sum(MERCHANTS.values())


# Fights


def _fights(own: Forecast) -> list[Goal]:
    found = []
    for npc, ship in own.state.npcs.items():
        if ship.zone is not None:
            found.append(Goal(ship.zone, False, npc_worth(own, npc), _scouted(own, f"npc:{npc}")))
    for seat in alive(own.state):
        other = own.state.seats[seat]
        if seat != own.seat and not other.in_port:
            used = _scouted(own, f"captain:{seat}")
            near = 1.0 if other.zone == own.own.zone and not used else ELUSIVE
            found.append(Goal(other.zone, False, near * captain_worth(own, seat), used))
    return found


def npc_worth(own: Forecast, npc: str) -> float:
    """The value of scouting for an NPC ship and fighting it."""
    loot = tasks.step_worth(own) if tasks.defeats(own, npc) else 0.0
    if npc in PIRATES:
        loot += pirate_reward(own.state, own.seat, npc)
        return own.finding("npc") * own.battle_worth(npc, loot)
    gain = own.battle_worth(npc, loot + NAVAL_LOOT - heuristics.MORE_BOUNTY) - own.bounty_cost(npc)
    return own.finding("npc") * gain


def captain_worth(own: Forecast, seat: int) -> float:
    """The value of scouting for another captain and fighting them: the plunder, and the loss to a rival."""
    lost = stake(own, seat)
    gain = own.battle_worth(seat, (0.5 + RIVAL_LOSS) * lost)
    if not is_pirate(own.state.seats[seat]):
        gain -= own.bounty_cost(nation_of(own.state, seat))
    return own.finding("captain") * gain


# The best of them


def way(zone: str, in_port: bool, goal: Goal) -> int:
    """The number of Moves from a place to the goal."""
    if zone == goal.zone:
        return int(in_port != goal.in_port)
    return distances(zone)[goal.zone] + in_port + goal.in_port


def prospect(own: Forecast, zone: str, in_port: bool, actions: int, *, done: bool = False) -> float:
    """The value of the goals to a captain at this place with this number of actions left, less the time they take.

    With `done` the goals of the place itself no longer count.
    """
    best = second = -4 * heuristics.ACTION
    for goal in goals(own):
        moves = way(zone, in_port, goal)
        if not moves and done:
            continue
        if goal.used:
            moves = max(moves, actions)
        value = goal.worth - heuristics.ACTION * (moves + 1)
        if value > best:
            best, second = value, best
        elif value > second:
            second = value
    return best + SECOND * max(0.0, second)
