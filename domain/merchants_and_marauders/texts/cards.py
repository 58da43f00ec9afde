"""What stands on cards, in short: requirements, courses and deeds, for the faces of boards."""

from __future__ import annotations

from collections.abc import Mapping

from ..content import CARGO, Cargo, Condition, EventCard, Hire, Mission, Requirement, Rumor, ShipType
from . import names as n

DIRECTIONS = {
    "N": "north",
    "NE": "northeast",
    "E": "east",
    "SE": "southeast",
    "S": "south",
    "SW": "southwest",
    "W": "west",
    "NW": "northwest",
}


def raid_icon(card: Cargo) -> str:
    """What the card's icon does in a raid."""
    return "escape" if card.icon == "escape" else f"hit on {n.location(card.location or '')}"


def in_raid(card: str) -> str:
    """The text that distinguishes a cargo card from others of its good: `Cocoa (2, hits Masts)`, with its gold and its
    icon."""
    found = CARGO[card]
    icon = "escape" if found.icon == "escape" else f"hits {n.location(found.location or '')}"
    return f"{n.good(found.good)} ({found.plunder}, {icon})"


def cargo(card: Cargo) -> str:
    shown = "lets the merchant escape" if card.icon == "escape" else f"hits the {n.location(card.location or '')}"
    return f"Cargo to be sold in ports. In a raid it is worth {n.gold(card.plunder)} and {shown}."


def ship(card: ShipType) -> str:
    if card.buy is None:
        return "A naval ship of a nation at war. No shipyard sells it."
    point = " The first one that a captain buys earns a glory point." if card.glory_on_buy else ""
    start = " A captain may begin with it." if card.starting else ""
    return f"Sold by shipyards.{start}{point}"


def courses(card: EventCard) -> str:
    """The ships that the card moves: `English naval ship west, pirate Sloop south`."""
    return ", ".join(f"{n.npc(icon.npc).removeprefix('the ')} {DIRECTIONS[icon.dir]}" for icon in card.icons)


def event(card: EventCard) -> str:
    moved = courses(card)
    return f"{card.text} First these ships move: {moved}." if moved else card.text


def mission(card: Mission) -> str:
    """What the mission asks, what it takes to claim it, and what it brings."""
    needs = [_requirement(need) for need in card.requirements]
    claimed = f" To claim it {n.listed(needs)}." if needs else ""
    return f"{card.text}{claimed} {reward(card)}"


def reward(card: Mission) -> str:
    """Rewards of a mission that its text leaves out: gold and glory."""
    gold = sum(int(effect.n) for effect in card.reward if effect.op == "gain_gold")
    cards = sum(int(effect.n) for effect in card.reward if effect.op == "draw_glory")
    more = [n.plural(cards, "more glory card")] if cards else []
    return f"It brings {n.listed([n.gold(gold), *more, 'a glory point'])}."


def _requirement(need: Requirement) -> str:
    match need.type:
        case "check":
            return f"make {n.with_article(need.skill.capitalize())} check"
        case "pay":
            return f"pay {n.gold(need.gold)}"
        case "min_bounties":
            return f"have {n.plural(need.n, 'bounty')} or more"
        case "bounty_of":
            return f"have {n.with_article(n.nation(need.nation))} bounty"
        case "no_bounty_of":
            return f"have no {n.nation(need.nation)} bounty"
        case _:
            return f"be no {n.nation(need.nation)} captain"


def rumor(card: Rumor) -> str:
    where = n.place(card.where.id) if card.where.kind == "zone" else f"the port of {n.port(card.where.id)}"
    return f"Find out in {where} whether it is true. {card.text}"


def hired(hire: Hire) -> str:
    """How a specialist is hired."""
    if hire.pay:
        return f"Hired for {n.gold(hire.pay)} in a Port action."
    deeds = [_deed(condition) for condition in hire.if_]
    return f"Hired free of charge at the end of a turn {n.listed(deeds)}."


def _deed(condition: Condition) -> str:
    return DEEDS[condition.cond].format(n=condition.n)


DEEDS: Mapping[str, str] = {
    "damaged_locations_at_least": "with {n} or more damaged locations",
    "inflicted_hits_in_one_battle_this_turn": "in which the captain dealt {n} or more hits in one battle",
    "cannons_at_least": "with {n} or more Cannons",
    "lost_crew_this_turn": "in which the captain lost Crew",
    "scouted_something_this_turn": "in which the captain found something by scouting",
    "won_crew_combat_this_turn": "in which the captain won a crew combat",
    "cards_sold_this_turn_at_least": "in which the captain sold {n} or more cargo cards",
    "moves_this_turn_at_least": "in which the captain made {n} or more Moves",
}
"""What hires a specialist at the end of a turn, by the condition."""
