"""Names and small phrases for people: of cards, places, ships, sides, dice and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.game import Hidden, Secret

# Offered here too: sentences take all their words from one module.
from domain.kit.words import capital as capital
from domain.kit.words import counted as counted
from domain.kit.words import listed as listed
from domain.kit.words import plural as plural
from domain.kit.words import with_article as with_article

from ..content import (
    CAPTAINS,
    CARGO,
    EVENT_CARDS,
    GLORY,
    GOOD_SIGNS,
    LOCATION_SIGNS,
    MISSIONS,
    MODIFICATIONS,
    NATION_SIGNS,
    NATIONS,
    NPCS,
    PORTS,
    RUMORS,
    SHIPS,
    WEAPONS,
    ZONES,
    glory_card,
)
from ..frames import Dice, Side

# Places and ships


def place(zone: str) -> str:
    """A zone within a sentence."""
    name = ZONES[zone].name
    return f"the {name.removeprefix('The ')}" if name.startswith("The ") else name


def port(name: str) -> str:
    return PORTS[name].name


def nation(name: str) -> str:
    return NATION_SIGNS[name].name


def nations(names: Iterable[str]) -> str:
    return listed([nation(each) for each in names])


def good(name: str) -> str:
    return GOOD_SIGNS[name].name


def location(name: str) -> str:
    return "X" if name == "x" else LOCATION_SIGNS[name].name


def thing(name: str) -> str:
    """A port, zone, good or nation by itself, or a deed such as `raid`."""
    found = PORTS.get(name) or ZONES.get(name) or GOOD_SIGNS.get(name) or NATION_SIGNS.get(name)
    return name if found is None else found.name


def ship(name: str) -> str:
    return SHIPS[name].name


def npc(name: str) -> str:
    """An NPC ship within a sentence."""
    return f"the {nation(name)} naval ship" if name in NATIONS else f"the pirate {ship(name.removeprefix('pirate_'))}"


def side(who: Side, names: Sequence[str]) -> str:
    """A side of a battle: a captain by the player's name, an NPC ship, or the opponents of a card (MM-K30)."""
    if isinstance(who, int):
        return names[who]
    return npc(who) if who in NPCS else "the enemy crew"


def card_side(card: str) -> str:
    """The rumor or mission whose guards or derelict is fought."""
    return RUMORS[card].name if card in RUMORS else MISSIONS[card].name


# Cards


def card_of(source: str) -> str:
    """The card named `<kind>:<card id>`."""
    kind, _, card = source.partition(":")
    match kind:
        case "glory":
            return GLORY[card].name
        case "rumor":
            return RUMORS[card].name
        case _:
            return MISSIONS[card].name


def shown(field: str | Hidden) -> str:
    """A field of a command that its own seat sees."""
    assert isinstance(field, str)
    return field


def glory(instance: str) -> str:
    return glory_card(instance).name


def cargo(card: str) -> str:
    return good(CARGO[card].good)


def goods(cards: Sequence[str] | Hidden) -> str:
    """Cargo cards by their goods, or only how many."""
    if isinstance(cards, Hidden):
        return plural(cards.count, "cargo card")
    return counted(cargo(card) for card in cards) if cards else "no cargo"


def size(cards: Sequence[str] | Hidden) -> int:
    return cards.count if isinstance(cards, Hidden) else len(cards)


def raid_card(card: str) -> str:
    """What counts of a cargo card in a raid."""
    found = CARGO[card]
    icon = "escape" if found.icon == "escape" else f"{location(found.location or '')} hit"
    return f"{good(found.good)} ({found.plunder} gold, {icon})"


def captain(name: str) -> str:
    return CAPTAINS[name].name


def rumor(card: str) -> str:
    return RUMORS[card].name


def mission(card: str) -> str:
    return MISSIONS[card].name


def weapon(name: str) -> str:
    return WEAPONS[name].name


def modification(name: str) -> str:
    return MODIFICATIONS[name].name


def npc_captain(card: str) -> str:
    return EVENT_CARDS[card].captain


def event(card: str) -> str:
    return EVENT_CARDS[card].name


# Dice and gold


def face(die: int) -> str:
    return str(die) if die else "skull"


def dice(rolled: Dice) -> str:
    return ", ".join(face(die) for die in rolled)


def gold(amount: int | Secret) -> str:
    return "some gold" if isinstance(amount, Secret) else f"{amount} gold"


def price(amount: int) -> str:
    return f"for {gold(amount)}" if amount else "free of charge"


def total(amounts: Sequence[int | Secret]) -> int | Secret:
    """Secret if any of them is."""
    found = [amount for amount in amounts if isinstance(amount, int)]
    return sum(found) if len(found) == len(amounts) else Secret()


def minus(amount: int | Secret) -> int | Secret:
    return -amount if isinstance(amount, int) else amount


TIMINGS = {
    "any_turn": "at the start or end of a captain turn",
    "event": "after a storm event was drawn",
    "scout_before_roll": "before a Scouting roll",
    "scout_after_roll": "after a Scouting roll",
    "raid_before_draw": "before the cards of a raid are drawn",
    "raid_after_roll": "after the roll of a raid",
    "raid_after_success": "after a raid has succeeded",
    "combat_before_first_round": "before the first round of a battle",
    "combat_before_contest": "before the contest of a combat round",
    "combat_after_contest": "after the contest of a combat round",
    "combat_after_location": "after hit locations were rolled",
    "hit_received": "when hits are received",
    "crew_before_first_round": "before crew combat begins",
    "crew_before_roll": "before a roll of crew combat",
    "crew_after_round": "after a round of crew combat",
}
"""When the reaction windows open (MM-K16)."""
CARD_TIMINGS = {
    **TIMINGS,
    "own_turn": "in your own turn",
    "own_turn_at_sea": "in your own turn at sea",
    "port_action": "in your Port action",
    "before_buy": "before you buy goods",
    "hire": "when you hire",
}
"""When glory cards can be played, in at most 40 characters."""
FINAL_COMPARISON = {
    "points": "Of several who reach 10 points, most points win, those of the stash included, then the larger stash.",
    "track": "Of several who reach 10 points, most on the track win, then the larger stash.",
}
"""What decides at the end, by the option (MM-374, MM-375)."""
