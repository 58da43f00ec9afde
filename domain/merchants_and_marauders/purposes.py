"""Where it is worth sailing to: the purposes that the map holds for a captain, and how near each of them is."""

from __future__ import annotations

from typing import NamedTuple

from . import business, worth
from .content import NATIONS, PORTS, RUMORS, ZONES
from .map import distances
from .outlook import Outlook, captain_of, fighter_of_npc, fighter_of_seat, known, number
from .raid_odds import raid_worth


class Purpose(NamedTuple):
    """Something to do at a place, and what it is worth there."""

    zone: str
    in_port: bool
    worth: float
    used: bool = False
    """Whether it has to wait for the next captain turn."""


def purposes(own: Outlook) -> list[Purpose]:
    """All that is worth something."""
    return [each for each in (*_ports(own), *_at_sea(own)) if each.worth > 0]


def _ports(own: Outlook) -> list[Purpose]:
    turn = own.view.turn
    used = own.own.zone if turn is not None and turn.port_action_used and own.own.in_port else ""
    return [
        Purpose(PORTS[port].zone, True, business.visit_worth(own, port), PORTS[port].zone == used)
        for port in PORTS
        if own.is_open(port)
    ]


def _at_sea(own: Outlook) -> list[Purpose]:
    found = [_merchant(own, zone) for zone in own.view.merchant_zones] if own.fit and not _gale(own) else []
    if own.rumor is not None and RUMORS[own.rumor].where.kind == "zone":
        found.append(Purpose(RUMORS[own.rumor].where.id, False, business.rumor_worth(own, own.rumor)))
    found += _mission(own)
    found += [_npc(own, npc) for npc in own.view.npcs]
    found += [_captain(own, seat) for seat in range(len(own.view.seats)) if seat != own.seat]
    return found


def _gale(own: Outlook) -> bool:
    return own.view.event == "gale"


def scouted(own: Outlook, target: str) -> bool:
    turn = own.view.turn
    return turn is not None and turn.seat == own.seat and target in turn.scouted


def scouting(own: Outlook, target: str = "") -> float:
    """The chance to find what is looked for; Francis Wright may try twice."""
    chance = own.chance("scouting")
    again = target == "merchant" and any(rule.roll == "scouting" for rule in own.rules(None, "reroll", "scout_merchant"))
    return 1 - (1 - chance) ** 2 if again else chance


def _merchant(own: Outlook, zone: str) -> Purpose:
    sure = zone == "cartagena"
    chance = 1.0 if sure else scouting(own, "merchant")
    here = zone == own.own.zone and scouted(own, "merchant")
    return Purpose(zone, False, chance * merchant_worth(own, zone, sure=sure), here)


def merchant_worth(own: Outlook, zone: str, *, sure: bool = False) -> float:
    """A raid on a merchant not yet revealed: of the zone's nation, or of its own."""
    nation = ZONES[zone].nation
    unknown = sum(raid_worth(own, zone, each) for each in NATIONS) / len(NATIONS)
    if sure:
        return max(0.0, raid_worth(own, zone, "spanish"))
    if nation is None:
        return max(0.0, unknown)
    return max(0.0, raid_worth(own, zone, nation), unknown)


def _mission(own: Outlook) -> list[Purpose]:
    step = business.step_now(own)
    if step is None or step.type not in ("check", "crew_combat"):
        return []
    gain = business.step_chance(own, step) * business.mission_share(own)
    if step.type == "crew_combat":
        gain -= (1 - business.step_chance(own, step)) * own.at_stake
    if step.zone == "any_with_naval_npc":
        naval = (own.view.npcs[npc].zone for npc in NATIONS if npc in own.view.npcs)
        return [Purpose(zone, False, gain) for zone in naval if zone is not None]
    return [Purpose(step.zone, False, gain)]


def _npc(own: Outlook, npc: str) -> Purpose:
    zone = own.view.npcs[npc].zone
    if zone is None:
        return Purpose("", False, 0.0)
    used = zone == own.own.zone and scouted(own, f"npc:{npc}")
    return Purpose(zone, False, 0.0 if _gale(own) else scouting(own) * npc_worth(own, npc), used)


def npc_worth(own: Outlook, npc: str) -> float:
    """What attacking an NPC ship brings."""
    step = business.step_now(own)
    loot = business.mission_share(own) if step is not None and step.type == "defeat" and npc in step.npcs else 0.0
    if npc in NATIONS:
        loot += 10.0 - 2 * own.bounty_cost(npc)
    elif not own.own.bounties:
        loot += 5.0 if npc == "pirate_sloop" else 15.0
    return own.battle_worth(fighter_of_npc(own.view, npc), loot)


def _captain(own: Outlook, seat: int) -> Purpose:
    other = own.view.seats[seat]
    if captain_of(other) is None or other.in_port or _gale(own):
        return Purpose("", False, 0.0)
    used = other.zone == own.own.zone and scouted(own, f"captain:{seat}")
    # He sails on before he is reached.
    near = 1.0 if other.zone == own.own.zone else 0.6
    return Purpose(other.zone, False, near * scouting(own) * captain_worth(own, seat), used)


def captain_worth(own: Outlook, seat: int) -> float:
    """What attacking another captain brings: his goods if he is boarded, and his loss."""
    fighter = fighter_of_seat(own.view, seat)
    if fighter is None:
        return 0.0
    other = own.view.seats[seat]
    gold = known(other.gold) or 12
    loot = 0.6 * (gold + worth.CARGO * number(other.cargo)) + 6.0
    if not other.bounties:
        nation = fighter_nation(own, seat)
        loot -= own.bounty_cost(nation)
    return own.battle_worth(fighter, loot)


def fighter_nation(own: Outlook, seat: int) -> str:
    from .content import CAPTAINS

    captain = captain_of(own.view.seats[seat])
    assert captain is not None
    return CAPTAINS[captain].nation


def way(zone: str, in_port: bool, purpose: Purpose) -> int:
    """Actions until a captain at this place is where the purpose is."""
    if zone == purpose.zone:
        return int(in_port != purpose.in_port)
    return distances(zone)[purpose.zone] + in_port + purpose.in_port


def prospect(own: Outlook, found: list[Purpose], zone: str, in_port: bool, actions: int) -> float:
    """The best that can be reached from a place, less for every action on the way."""
    best = 0.0
    for purpose in found:
        wait = way(zone, in_port, purpose)
        if purpose.used:
            wait = max(wait, actions)
        value = purpose.worth * worth.DELAY**wait
        if value > best:
            best = value
    return best
