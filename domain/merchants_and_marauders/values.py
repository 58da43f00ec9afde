"""Small values that states, events and views share."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from domain.kit.closed import one_of

from .content import (
    CAPTAINS,
    CARGO,
    EVENT_CARDS,
    GLORY,
    GLORY_INSTANCES,
    GOODS,
    LOCATIONS,
    MISSIONS,
    MODIFICATIONS,
    NATIONS,
    NPCS,
    PORTS,
    RUMORS,
    SHIPS,
    SKILLS,
    WEAPONS,
    ZONES,
)

Cards: TypeAlias = tuple[str, ...]
MOST_SEATS = 4

# Names of things. The docstring under an alias describes, in openapi.yaml, every field of that type.

NationId: TypeAlias = Annotated[str, one_of(NATIONS, "NationId")]
"""A nation."""
ZoneId: TypeAlias = Annotated[str, one_of(ZONES, "ZoneId")]
"""A sea zone, by its id."""
PortId: TypeAlias = Annotated[str, one_of(PORTS, "PortId")]
"""A port, by its id."""
NpcId: TypeAlias = Annotated[str, one_of(NPCS, "NpcId")]
"""An NPC ship: its nation if it is naval, else `pirate_sloop` or `pirate_frigate`."""
HitLocation: TypeAlias = Annotated[str, one_of(LOCATIONS, "HitLocation")]
"""A part of a ship."""
HitOrX: TypeAlias = Annotated[str, one_of((*LOCATIONS, "x"), "HitOrX")]
"""Where a hit falls; `x`: its owner still chooses."""
GoodId: TypeAlias = Annotated[str, one_of(GOODS, "GoodId")]
"""A good."""
ShipTypeId: TypeAlias = Annotated[str, one_of(SHIPS, "ShipTypeId")]
"""A type of ship, by its id."""
SkillId: TypeAlias = Annotated[str, one_of((*SKILLS, "long_guns", "swivel_guns"), "SkillId")]
"""A skill of a captain, or the modification whose dice are rolled."""
ModificationId: TypeAlias = Annotated[str, one_of(MODIFICATIONS, "ModificationId")]
"""A modification, by its id."""
WeaponId: TypeAlias = Annotated[str, one_of(WEAPONS, "WeaponId")]
"""A special weapon, by its id."""
CaptainId: TypeAlias = Annotated[str, one_of(CAPTAINS, "CaptainId")]
"""A captain, by the id of the card."""
MissionId: TypeAlias = Annotated[str, one_of(MISSIONS, "MissionId")]
"""A mission, by the id of its card."""
RumorId: TypeAlias = Annotated[str, one_of(RUMORS, "RumorId")]
"""A rumor, by the id of its card."""
EventCardId: TypeAlias = Annotated[str, one_of(EVENT_CARDS, "EventCardId")]
"""An event, by the id of its card."""
Declaration: TypeAlias = Annotated[str, one_of(("shoot", "board", "flee"), "Declaration")]
"""What a side of a battle does in a round."""
RerollMeans: TypeAlias = Annotated[str, one_of(("card", "grappling_hooks", "zone", "gunner_captain"), "RerollMeans")]
"""What lets dice of a battle be rolled again."""
GunSource: TypeAlias = Annotated[str, one_of(("guns", "long_guns", "chasers"), "GunSource")]
"""The guns that hit."""
HIT_SOURCES = ("battle", "raid", "storm", "fever", "reef", "card")
HitSource: TypeAlias = Annotated[str, one_of(HIT_SOURCES, "HitSource")]
"""Where a hit comes from."""
HitCancelling: TypeAlias = Annotated[str, one_of(("card", "shot", "reinforced_hull", "surgeon"), "HitCancelling")]
"""What cancels a hit."""
Helped: TypeAlias = Annotated[str, one_of(("dice", "hits", "locations", "flight"), "Helped")]
"""What a card changes for a side of a battle."""
GloryReason: TypeAlias = Annotated[str, one_of(("battle", "mission", "raid", "rumor", "sale", "ship"), "GloryReason")]
"""What earned a glory point."""
GoldReason: TypeAlias = Annotated[
    str,
    one_of(
        (
            "card",
            "entry",
            "glory",
            "mission",
            "new_captain",
            "plunder",
            "raid",
            "refresh",
            "refund",
            "reward",
            "rumor",
            "start",
            "stash_fee",
        ),
        "GoldReason",
    ),
]
"""What gold was gained or paid for."""
CheckReason: TypeAlias = Annotated[
    str,
    one_of(
        (
            "entry",
            "fever",
            "long_guns",
            "mission",
            "mission_step",
            "npc_scouting",
            "raid",
            "recruiting",
            "reef",
            "rumor",
            "rumor_played",
            "scouting",
            "storm",
            "swivel_guns",
        ),
        "CheckReason",
    ),
]
"""What a roll is for."""
ActionKind: TypeAlias = Annotated[str, one_of(("cove", "mission", "move", "port", "rumor", "scout"), "ActionKind")]
"""What an action is spent on."""
Activity: TypeAlias = Annotated[
    str, one_of(("sell_goods", "buy_goods", "shipyard", "recruit", "mission", "rumor", "stash"), "Activity")
]
"""An activity of the Port action."""
EntryMeans: TypeAlias = Annotated[str, one_of(("open", "gold", "influence", "papers", "event"), "EntryMeans")]
"""How a captain enters a port: it is open, for gold, by a roll for Influence, by a card, or by an event."""
LotKind: TypeAlias = Annotated[str, one_of(("goods", "cargo", "raid", "plunder"), "LotKind")]
"""Where the cards of a lot come from."""
DiscardReason: TypeAlias = Annotated[str, one_of(("damage", "limit", "mission", "room"), "DiscardReason")]
"""Why cargo cards are discarded."""
WeaponUse: TypeAlias = Annotated[str, one_of(("contest", "raid", "volley"), "WeaponUse")]
"""What a special weapon is used for."""
DiceMeans: TypeAlias = Annotated[str, one_of(("scouting:card", "scouting:ability", "rumor:ability"), "DiceMeans")]
"""The roll that is made again, and what lets it be."""
AbilityUse: TypeAlias = Annotated[str, one_of(("rumor_check", "scouting"), "AbilityUse")]
"""The roll for which the ability of a captain is used."""
RandomKind: TypeAlias = Annotated[str, one_of(("good", "nation_pair", "zone"), "RandomKind")]
"""The kind of thing that an event draws."""
RaidHelp: TypeAlias = Annotated[str, one_of(("plunder", "escape"), "RaidHelp")]
"""What a card changes in a raid."""
Timing: TypeAlias = Annotated[str, one_of((card.timing for card in GLORY.values()), "Timing")]
"""What a reaction window opens for: the `timing` of the glory cards that can be announced in it (MM-K16)."""
CargoCard: TypeAlias = Annotated[str, one_of(CARGO, "CargoCard")]
"""A cargo card, by its id."""
CargoCards: TypeAlias = tuple[CargoCard, ...]
GloryCard: TypeAlias = Annotated[str, one_of(GLORY_INSTANCES, "GloryCard")]
"""A glory card, as `<card id>:<copy number>`."""
GloryCards: TypeAlias = tuple[GloryCard, ...]
DeckCard: TypeAlias = Annotated[str, one_of((*CARGO, *GLORY_INSTANCES, *RUMORS, *MISSIONS), "DeckCard")]
"""A card of the deck: a cargo card, a glory card with the number of its copy, a rumor or a mission."""
Spoil: TypeAlias = Annotated[str, one_of((*CARGO, *GLORY_INSTANCES, *RUMORS, *WEAPONS), "Spoil")]
"""What the winner takes: a card, or a special weapon."""
SideName: TypeAlias = Annotated[str, one_of((*NPCS, *MISSIONS, *RUMORS), "SideName")]
"""An NPC ship, or the card whose guards or derelict fight."""
ScoutTarget: TypeAlias = Annotated[
    str,
    one_of(
        (
            *(f"merchant:{zone}" for zone in ZONES),
            *(f"npc:{npc}" for npc in NPCS),
            *(f"captain:{seat}" for seat in range(MOST_SEATS)),
        ),
        "ScoutTarget",
    ),
]
"""`merchant:<zone>`, `npc:<id>` or `captain:<seat>`."""
EffectSource: TypeAlias = Annotated[
    str,
    one_of(
        (
            *(f"glory:{card}" for card in GLORY),
            *(f"rumor:{card}" for card in RUMORS),
            *(f"mission:{card}" for card in MISSIONS),
        ),
        "EffectSource",
    ),
]
"""The card that has the effect, as `<kind>:<card id>`."""
DrawnThing: TypeAlias = Annotated[
    str, one_of((*GOODS, *ZONES, *(f"{one} {other}" for one in NATIONS for other in NATIONS if one != other)), "DrawnThing")
]
"""A good, a zone, or two nations with a space between them."""
Option: TypeAlias = Annotated[
    str,
    one_of(
        (*map(str, range(MOST_SEATS)), *GOODS, *LOCATIONS, *NATIONS, *NPCS, *PORTS, *ZONES, "stop"),
        "Option",
    ),
]
"""A choice: a thing by its id, a captain by the number of the seat, or `stop`: a ship goes no further."""
Deed: TypeAlias = Annotated[str, one_of((*PORTS, *ZONES, "raid"), "Deed")]
"""A part of a mission's step: a port visited, or a raid."""
WindowSubject: TypeAlias = Annotated[
    str,
    one_of(("", "start", "end", *HIT_SOURCES, *EVENT_CARDS), "WindowSubject"),
]
"""The cause of the window: the event, the source of a hit, the `start` or `end` of a turn; empty elsewhere."""
HitAdding: TypeAlias = Annotated[str, one_of(("freight", "card"), "HitAdding")]
"""What adds a hit."""
PortOrNone: TypeAlias = Annotated[str, one_of((*PORTS, ""), "PortOrNone")]
"""A port, by its id; empty where there is none."""
WeaponOrNone: TypeAlias = Annotated[str, one_of((*WEAPONS, ""), "WeaponOrNone")]
"""A special weapon, by its id; empty where there is none."""
DeclarationOrNone: TypeAlias = Annotated[str, one_of(("shoot", "board", "flee", ""), "DeclarationOrNone")]
"""What a side of a battle does in a round; empty until it is declared."""
BattleEnd: TypeAlias = Annotated[str, one_of(("sunk", "crew", "fled", "card", "draw", ""), "BattleEnd")]
"""How a battle ended; empty until then."""
RaidAbility: TypeAlias = Annotated[str, one_of(("move_hit", "surgeon"), "RaidAbility")]
"""An ability that a battle or raid limits."""


class Locations(msgspec.Struct, frozen=True, gc=False):
    """A value for each hit location."""

    hull: int
    """The value of the Hull."""
    cargo: int
    """The value of the Cargo."""
    masts: int
    """The value of the Masts."""
    crew: int
    """The value of the Crew."""
    cannons: int
    """The value of the Cannons."""


class Deck(msgspec.Struct, frozen=True, gc=False):
    """A deck, the top card first, and its discard pile, the latest card last."""

    cards: Cards
    discard: Cards = ()


class Ranked(msgspec.Struct, frozen=True):
    """One seat in the final ranking (MM-428)."""

    seat: int
    """Its number."""
    place: int
    """The place, from 1; equal seats share one."""
    points: int
    """With stash points."""
    track: int
    """Glory points on the track."""
    stash: int
    """Gold in the stash."""
    compared: bool
    """Whether the seat is compared with the others that reach 10 points: among them most points win, or most points on the
    track, as the option `final_comparison` says, then the larger stash (MM-373, MM-374, MM-375)."""
