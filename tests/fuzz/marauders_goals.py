"""How near a captain of Merchants & Marauders is to the end of a mission or rumor."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from domain.merchants_and_marauders.cards.targets import has_effect
from domain.merchants_and_marauders.content import CARGO, MISSIONS, NATIONS, PORTS, RUMORS, ZONES, Step, glory_card
from domain.merchants_and_marauders.content.map import distances
from domain.merchants_and_marauders.frames import Battle, MerchantFound, PortMenu, Raid, Reroll, SellLot
from domain.merchants_and_marauders.missions import claim_price, freight_of, met_without_roll, step_of
from domain.merchants_and_marauders.state import Seat, State, home_port, npcs_in, ship_of

MINE, WANTED, STEP, PART, BUSY = 6.0, 40.0, 30.0, 12.0, 0.5
"""The value of a mission, of a wanted one, of a finished step, of a part of a step, and of being at its place; a Move is
worth 1."""
LOST = -200.0
PARDON = 5
"""The value of a pardon bought in this round; a bounty is worth 1."""
RARE = 4.0
USED_RUMOR = 15.0
"""More than the value of one in hand, so that it makes room for the next."""
PRICE, LIMIT = 4, 4
"""The gold for a cargo card, about; and how many of them a rumor sells."""
BIG_SHIP = 40
"""The gold for a ship so good that a modification changes nothing."""
EQUIPMENT = 0.3
"""The value of anything that makes more things possible."""


class Place(NamedTuple):
    zone: str
    in_port: bool


@lru_cache(maxsize=8)
def ids(wanted: frozenset[str], kind: str) -> frozenset[str]:
    """The cards of a kind, if one of them is wanted."""
    return frozenset(each.split()[1].rstrip(":") for each in wanted if each.startswith(f"{kind} "))


def pull(state: State, seat: int, wanted: frozenset[str]) -> float:
    """A value that grows as a captain gets nearer to the end of a mission or rumor, preferably a wanted one."""
    own = state.seats[seat]
    if own.captain is None or own.ship is None or not own.zone:
        return LOST
    missions, rumors = ids(wanted, "mission"), ids(wanted, "rumor")
    worth, places = (EQUIPMENT * _equipment(state, seat), list(_claims(state, seat, missions)))
    if own.mission is not None and not (places and own.mission not in missions):
        step = step_of(state, seat)
        assert step is not None
        worth += MINE + WANTED * (own.mission in missions) + STEP * own.mission_step + _part(state, seat, step)
        places = list(_where(state, seat, step))
    if own.rumors and own.open_rumor is None and (own.rumors[0] in rumors or _worth_a_way(own, wanted)):
        worth += MINE
        where = RUMORS[own.rumors[0]].where
        places.append(Place(PORTS[where.id].zone, True) if where.kind == "port" else Place(where.id, False))
    worth += _rare(state, seat, wanted)
    if "refusal modification_no_effect" in wanted:
        places += _useless_modifications(state, seat)
    if not places:
        return worth
    ways = [_way(Place(own.zone, own.in_port), place) for place in places]
    at_it = any(isinstance(frame, PortMenu | Battle | Raid | MerchantFound) for frame in state.stack)
    return worth - min(ways) + BUSY * (at_it and not min(ways))


def _equipment(state: State, seat: int) -> int:
    own = state.seats[seat]
    fitted = ship_of(state, seat).modifications
    held = len(own.weapons) + len(own.specialists) + len(fitted) + len(own.glory) + len(own.cargo)
    return held + sum(own.bounties.values()) + PARDON * state.pardons.count(seat)


def _rare(state: State, seat: int, wanted: frozenset[str]) -> float:
    """The value of positions in which a rare refusal can be reached."""
    own, top, worth = state.seats[seat], state.stack[-1] if state.stack else None, 0.0
    if "refusal modification_no_effect" in wanted:
        worth += min(own.gold, BIG_SHIP) / 10 + RARE * (ship_of(state, seat).type in ("galleon", "man_o_war"))
    if "refusal sale_limit_reached" in wanted:
        worth += _selling_by_rumor(state, seat, wanted)
    if "refusal die_limit_reached" in wanted and isinstance(top, Reroll) and top.most:
        worth += RARE * len(top.marked)
    if "refusal already_employed" in wanted:
        there = {glory_card(card).specialist for card in own.specialists}
        worth += RARE * sum(glory_card(card).specialist in there for card in own.glory)
    return worth


def _selling_by_rumor(state: State, seat: int, wanted: frozenset[str]) -> float:
    """The value of a sale beyond the rumor's limit, or of what leads there: any rumor, as the next may be the right one."""
    own, top = state.seats[seat], state.stack[-1] if state.stack else None
    rumor = own.rumors[0] if own.rumors and own.open_rumor is None else ""
    worth = USED_RUMOR * sum(not _sells(used, wanted) for used in state.rumor.discard)
    if isinstance(top, SellLot) and top.limit:
        return worth + RARE * (LIMIT + len(own.cargo) + len(own.lot)) * (len(own.cargo) > top.limit)
    if rumor and _sells(rumor, wanted):
        kept = {*own.cargo} - {*own.lot} if isinstance(top, SellLot) else {*own.cargo, *own.lot}
        return worth + RARE * (1 + len(kept)) + min(own.gold, BIG_SHIP) / 10
    return worth + RARE * bool(rumor)


def _worth_a_way(own: Seat, wanted: frozenset[str]) -> bool:
    """Whether a rumor makes room for the next, or allows a sale for which the captain has cargo or enough gold."""
    wealth = len(own.cargo) + own.gold // PRICE
    return "refusal sale_limit_reached" in wanted and (not _sells(own.rumors[0], wanted) or wealth > LIMIT)


def _sells(rumor: str, wanted: frozenset[str]) -> bool:
    """Whether the rumor allows a sale of so many cards and no more, and that limit is wanted."""
    limited = any(effect.op == "sell_goods_at" for effect in RUMORS[rumor].effects)
    return limited and "refusal sale_limit_reached" in wanted


def _useless_modifications(state: State, seat: int) -> list[Place]:
    """The ports whose modification would change nothing on the captain's ship."""
    ship = ship_of(state, seat)
    useless = [port for port, token in state.modifications.items() if not has_effect(ship.type, ship.modifications, token)]
    return [Place(PORTS[port].zone, True) for port in sorted(useless) if _open(state, seat, port)]


def _way(one: Place, other: Place) -> int:
    if one.zone == other.zone:
        return int(one.in_port != other.in_port)
    return distances(one.zone)[other.zone] + one.in_port + other.in_port


def _open(state: State, seat: int, port: str) -> bool:
    """Whether the captain can enter, apart from wars."""
    return PORTS[port].nation not in state.seats[seat].bounties or _open_to_the_wanted(state, seat, port)


def _open_to_the_wanted(state: State, seat: int, port: str) -> bool:
    return port == home_port(state, seat) or any(effect.any_of for effect in PORTS[port].port_rules)


def _claims(state: State, seat: int, wanted: frozenset[str]) -> Iterator[Place]:
    """Places of missions that the captain could claim, or of a merchant whose raid earns the bounty that a mission requires.

    Unwanted missions count only for a captain without any, so that others are revealed.
    """
    own = state.seats[seat]
    for mission in state.missions:
        card = MISSIONS[mission]
        better = mission in wanted and own.mission not in wanted
        fits = own.gold >= claim_price(card) and ship_of(state, seat).now.cargo >= freight_of(card)
        if not fits or not (better or own.mission is None):
            continue
        unmet = [need for need in card.requirements if not met_without_roll(state, seat, need)]
        if not unmet and _open(state, seat, card.port):
            yield Place(PORTS[card.port].zone, True)
        elif better and unmet and unmet[0].type == "bounty_of" and _open_to_the_wanted(state, seat, card.port):
            yield from (Place(zone, False) for zone in state.merchants if ZONES[zone].nation == unmet[0].nation)


def _goods(state: State, seat: int, step: Step) -> int:
    """The cards for a delivery, including those being bought."""
    own = state.seats[seat]
    held = own.cargo if any(isinstance(frame, SellLot) for frame in state.stack) else {*own.cargo, *own.lot}
    return min(step.n, sum(CARGO[card].good == step.good for card in held))


def _part(state: State, seat: int, step: Step) -> float:
    if step.type == "deliver":
        return PART * _goods(state, seat, step)
    return PART * len(state.seats[seat].mission_done)


def _where(state: State, seat: int, step: Step) -> Iterator[Place]:
    """The places where a step can be done or prepared."""
    match step.type:
        case "visit":
            left = [port for port in step.ports if port not in state.seats[seat].mission_done]
            yield from (Place(PORTS[port].zone, True) for port in left)
        case "carry" | "pay":
            yield Place(PORTS[step.port].zone, True)
        case "deliver" if _goods(state, seat, step) == step.n:
            yield Place(PORTS[step.port].zone, True)
        case "deliver":
            used = state.turn is not None and state.turn.seat == seat and state.turn.port_action_used
            ports = (port for port in PORTS if _open(state, seat, port))
            yield from (Place(PORTS[port].zone, True) for port in ports if not used)
        case "defeat":
            yield from (Place(zone, False) for zone in ZONES if set(npcs_in(state, zone)) & set(step.npcs))
        case "raid":
            yield from (Place(zone, False) for zone in state.merchants if ZONES[zone].nation == step.nation)
        case "any_of":
            for option in step.options:
                yield from _where(state, seat, option)
        case _ if step.zone == "any_with_naval_npc":
            yield from (Place(zone, False) for zone in ZONES if set(npcs_in(state, zone)) & set(NATIONS))
        case _:
            yield Place(step.zone, False)
