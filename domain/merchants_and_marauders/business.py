"""What a Port action would bring a captain in each port (RULES.md, chapter 6), in gold."""

from __future__ import annotations

from collections import Counter

from . import odds, worth
from .content import CARGO, LOCATIONS, MISSIONS, PORTS, RUMORS, SHIPS, WEAPONS, Effects, Mission, Step
from .map import distances
from .outlook import Outlook
from .parts import Cards
from .trade import BASE_PRICE, DEMAND_PRICE, OFFER, REPEATED_OFFER

RESERVE = 8
"""Gold that stays on board for business."""
DOUBT = 0.85
"""Somebody else may sell first."""
LATE = 12
"""Rounds before the end from which on it pays less and less to invest."""


# Selling


def sale_price(own: Outlook, port: str, good: str, cards: int) -> int:
    """What one card brings (MM-087, MM-092)."""
    wanted = own.view.demand[port] == good
    price = own.price(port, "sell_goods", "sell_demand" if wanted else "sell_base", DEMAND_PRICE if wanted else BASE_PRICE)
    if wanted:
        return price + sum(effect.gold for effect in own.rules(port, "add_price", "sell_goods"))
    higher = [rule.gold for rule in own.rules(None, "set_price", "sell_goods", cards) if rule.item == "sell_base"]
    return max([price, *higher])


def elsewhere(own: Outlook, zone: str, good: str, cards: int) -> float:
    """What one of so many cards of a good would bring in the best port of another zone, less the way there."""
    away, best = distances(zone), 0.0
    for port, card in PORTS.items():
        if card.zone != zone and own.view.demand[port] == good and own.is_open(port):
            price = DEMAND_PRICE + (worth.GLORY / 3 if cards >= 3 else 0.0)
            best = max(best, price * worth.DELAY ** (away[card.zone] + 3))
    return DOUBT * best


def to_sell(own: Outlook, port: str) -> Cards:
    """The cards that are better sold in this port than kept."""
    wanted = wanted_for_mission(own)
    found = []
    for card in own.cargo:
        good = CARGO[card].good
        cards = own.goods[good]
        price = sale_price(own, port, good, len(own.cargo)) + (
            worth.GLORY / 3 if cards >= 3 and own.view.demand[port] == good else 0.0
        )
        if good not in wanted and price >= elsewhere(own, PORTS[port].zone, good, cards):
            found.append(card)
    return tuple(found)


def sale_worth(own: Outlook, port: str) -> float:
    cards = to_sell(own, port)
    wanted = sum(CARGO[card].good == own.view.demand[port] for card in cards)
    gold = sum(sale_price(own, port, CARGO[card].good, len(cards)) for card in cards)
    return gold + (worth.GLORY if wanted >= 3 else 0.0)


# Buying


def room(own: Outlook) -> int:
    """Cargo cards that can still be taken to sea."""
    return own.now.cargo - own.own.freight - len(own.cargo)


def offer(own: Outlook, port: str) -> int:
    if port in own.own.offers:
        return REPEATED_OFFER
    return max((int(rule.n) for rule in own.rules(port, "draw_count", "buy_goods")), default=OFFER)


def purchase_worth(own: Outlook, port: str, gold: float, sold: int) -> float:
    """The gain to be expected from goods bought here."""
    cards = min(room(own) + sold, 4, int(gold / 3))
    return max(0.0, 1.5 * cards * offer(own, port) / OFFER) if own.rounds_left > 1 else 0.0


def card_worth(own: Outlook, good: str, cards: int) -> float:
    """What a card of this good, one of so many, can be sold for from here."""
    wanted = wanted_for_mission(own)
    if good in wanted and own.goods[good] < wanted[good]:
        return worth.GLORY
    return max(elsewhere(own, own.own.zone, good, cards), 0.75 * BASE_PRICE)


# Ship and crew


def repairs(own: Outlook) -> float:
    """What a full repair is worth, without the crew."""
    return sum(repair_worth(own, place) * missing(own, place) for place in LOCATIONS if place != "crew")


def missing(own: Outlook, place: str) -> int:
    return int(getattr(own.whole, place) - getattr(own.now, place))


def repair_worth(own: Outlook, place: str) -> float:
    """The next point of a location."""
    if not missing(own, place):
        return 0.0
    return worth.LOCATIONS[place] + (worth.LAST_POINT if getattr(own.now, place) <= 1 else 0.0)


def forbidden(own: Outlook, port: str, what: str) -> bool:
    return any(what in rule.what for rule in own.rules(port, "forbid", ""))


def shipyard_worth(own: Outlook, port: str, gold: float) -> float:
    price = own.price(port, "repair", "repair", 2)
    damage = sum(missing(own, place) for place in LOCATIONS if place != "crew")
    gain = 0.0
    if damage and not forbidden(own, port, "repair"):
        points = min(damage, int(gold // price)) if price else damage
        gain += max(0.0, repairs(own) * points / damage - price * points)
    return gain + max((ship_gain(own, port, ship, gold) for ship in SHIPS), default=0.0)


def old_ship_price(own: Outlook) -> int:
    """MM-103 to MM-106."""
    value = SHIPS[own.ship.type].sell
    if value is None:
        return 0
    damage = sum(missing(own, place) for place in LOCATIONS if place != "crew")
    return max(0, value + len(own.ship.modifications) - damage)


def ship_gain(own: Outlook, port: str, ship: str, gold: float) -> float:
    """What buying a ship brings beyond its price; nothing if it cannot be paid."""
    card = SHIPS[ship]
    if not card.buyable or card.buy is None or ship == own.ship.type:
        return 0.0
    taken = sum(other.ship is not None and other.ship.type == ship for other in own.view.seats)
    price = own.price(port, "shipyard", "ship", card.buy, ship) - old_ship_price(own)
    if taken >= card.cards or price > gold or card.cargo < own.own.freight:
        return 0.0
    gain = (worth.SHIPS[ship] - worth.SHIPS[own.ship.type]) * min(1.0, own.rounds_left / LATE) + repairs(own) / 2
    if card.glory_on_buy and not own.own.big_ship:
        gain += worth.GLORY
    return max(0.0, gain - price)


def crew_worth(own: Outlook, port: str) -> float:
    if forbidden(own, port, "recruit"):
        return 0.0
    points = missing(own, "crew")
    return points * worth.LOCATIONS["crew"] + (worth.LAST_POINT if points and own.now.crew <= 1 else 0.0)


def weapon_price(own: Outlook, port: str, weapon: str) -> int:
    return own.price(port, "shipyard", "special_weapon", WEAPONS[weapon].buy)


# Rumors and missions


def rumor_price(own: Outlook, port: str) -> int:
    return own.price(port, "rumor_check", "rumor", 2)


def seek_worth(own: Outlook, port: str, gold: float) -> float:
    """A try to get a rumor."""
    price = rumor_price(own, port)
    if own.rumor is not None or own.rounds_left < 2 or gold < price:
        return 0.0
    kept = own.own.open_rumor is not None
    return max(0.0, own.chance("influence") * (worth.RUMOR - kept) - price)


def rumor_worth(own: Outlook, rumor: str) -> float:
    """What a rumor brings where it is to be played."""
    card = RUMORS[rumor]
    return own.chance(card.skill, card.need) * (worth.GLORY + reward_worth(card.effects))


REWARDS = {
    "gain_modification": 4.0,
    "hire_specialist": worth.SPECIALIST,
    "recruit": 3.0,
    "set_demand": 1.0,
    "gain_special_weapons": 6.0,
    "allow_stash": 3.0,
    "discount": 6.0,
    "start_raid": 8.0,
    "sell_goods_at": 5.0,
    "take_good": 8.0,
    "repair": 3.0,
    "move_npc": 1.0,
}


def reward_worth(effects: Effects) -> float:
    """Of a rumor or mission, besides its point."""
    gain = 0.0
    for effect in effects:
        if effect.op == "gain_gold":
            gain += int(effect.n)
        elif effect.op == "draw_cargo":
            gain += int(effect.n) * max(0.0, worth.CARGO - effect.price_each)
        elif effect.op == "draw_glory":
            gain += int(effect.n) * worth.CARD
        elif effect.op == "bounty":
            gain -= effect.delta
        else:
            gain += REWARDS.get(effect.op, 0.0)
    return gain


def mission_reward(mission: Mission) -> float:
    return worth.GLORY + reward_worth(mission.reward)


def step_chance(own: Outlook, step: Step) -> float:
    """How surely a step can be done, once at its place."""
    match step.type:
        case "check":
            return own.chance(step.skill, step.need)
        case "crew_combat":
            return odds.crew_combat(own.now.crew, own.captain.leadership, step.enemy_crew, step.enemy_leadership)
        case "defeat":
            return 0.25
        case "raid":
            return 0.5
        case "deliver":
            return 0.45
        case "any_of":
            return 0.5
    return 1.0


def claim_worth(own: Outlook, mission: str) -> float:
    """What claiming a mission promises."""
    card = MISSIONS[mission]
    value = mission_reward(card) * worth.DELAY ** (mission_steps(own, card) / 2)
    for step in card.steps:
        value *= step_chance(own, step)
    for need in card.requirements:
        if need.type == "check":
            value *= odds.check(own.dice(need.skill, "mission_check"))
        value -= need.gold
    if own.own.mission is not None:
        value -= 0.6 * mission_reward(MISSIONS[own.own.mission])
    return max(0.0, value if own.rounds_left > 2 else 0.0)


def places(step: Step) -> tuple[str, ...]:
    """The zones where a step is done, if it names them."""
    if step.zone in distances("havana"):
        return (step.zone,)
    named = step.ports or ((step.port,) if step.port else ())
    return tuple(PORTS[port].zone for port in named)


def mission_steps(own: Outlook, mission: Mission) -> int:
    """About how many actions a mission takes."""
    actions, here = 0, PORTS[mission.port].zone
    for step in mission.steps:
        for zone in places(step):
            actions += distances(here)[zone] + 3
            here = zone
    return actions or 6


def step_now(own: Outlook) -> Step | None:
    mission = own.own.mission
    if mission is None:
        return None
    step = MISSIONS[mission].steps[own.own.mission_step]
    if step.type == "any_of":
        return next((option for option in step.options if option.type == "pay"), step)
    return step


def wanted_for_mission(own: Outlook) -> Counter[str]:
    """The goods to be delivered."""
    step = step_now(own)
    return Counter({step.good: step.n}) if step is not None and step.type == "deliver" else Counter()


def mission_share(own: Outlook) -> float:
    """What the present step of the mission is worth: the whole reward, less for each step still to follow."""
    mission = own.own.mission
    assert mission is not None
    card = MISSIONS[mission]
    left = len(card.steps) - own.own.mission_step - 1
    step = card.steps[own.own.mission_step]
    left += max(0, len(step.ports) - len(own.own.mission_done) - 1)
    return mission_reward(card) * 0.55**left


def step_ready(own: Outlook, port: str) -> bool:
    """Whether the mission goes on by a Port action here."""
    step = step_now(own)
    if step is None:
        return False
    match step.type:
        case "visit":
            return port in step.ports and port not in own.own.mission_done
        case "carry":
            return port == step.port
        case "deliver":
            return port == step.port and own.goods[step.good] >= step.n
        case "pay":
            return port == step.port and own.gold >= step.gold
    return False


def claimable(own: Outlook, mission: str) -> bool:
    """Requirements that need no roll."""
    card, bounties = MISSIONS[mission], own.own.bounties
    for need in card.requirements:
        met = {
            "pay": own.gold >= need.gold,
            "min_bounties": sum(bounties.values()) >= need.n,
            "bounty_of": need.nation in bounties,
            "no_bounty_of": need.nation not in bounties,
            "captain_not_nation": own.captain.nation != need.nation,
        }
        if not met.get(need.type, True):
            return False
    return own.now.cargo >= sum(step.spaces for step in card.steps)


# Stashing


def surplus(own: Outlook) -> int:
    """Gold that is better stashed than carried."""
    if own.rounds_left <= 1 or own.with_stashed(own.gold) >= 10:
        return own.gold
    return max(0, own.gold - RESERVE)


def stash_worth(own: Outlook) -> float:
    """What stashing here brings: safety, points, perhaps the victory."""
    gold = surplus(own)
    if not gold:
        return 0.0
    if own.with_stashed(gold) >= 10 and own.total < 10:
        return worth.VICTORY
    points = own.with_stashed(gold) - own.total
    haste = 1.0 if own.rounds_left <= 6 else 0.25
    return 0.15 * gold + points * worth.GLORY * haste


def visit_worth(own: Outlook, port: str) -> float:
    """All that a Port action here would bring now."""
    selling = sale_worth(own, port)
    gold = own.gold + selling + (own.stash if port == own.home else 0)
    gain = selling + purchase_worth(own, port, gold, len(to_sell(own, port))) + shipyard_worth(own, port, gold)
    gain += crew_worth(own, port) + seek_worth(own, port, gold)
    laid_out = (each for each in own.view.missions if MISSIONS[each].port == port and claimable(own, each))
    gain += max((claim_worth(own, each) for each in laid_out), default=0.0)
    if step_ready(own, port):
        gain += mission_share(own)
    if own.rumor is not None and RUMORS[own.rumor].where.kind == "port" and RUMORS[own.rumor].where.id == port:
        gain += rumor_worth(own, own.rumor)
    if port == own.home:
        gain += stash_worth(own)
    return gain
