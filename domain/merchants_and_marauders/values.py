"""Small values that states, events and views share."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from domain.kit.closed import one_of

from .content import (
    CAPTAINS,
    EVENT_CARDS,
    GLORY,
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

# Names of things. The docstring under an alias describes, in openapi.yaml, every field of that type.

NationId: TypeAlias = Annotated[str, one_of(NATIONS)]
"""A nation."""
ZoneId: TypeAlias = Annotated[str, one_of(ZONES)]
"""A sea zone, by its id."""
PortId: TypeAlias = Annotated[str, one_of(PORTS)]
"""A port, by its id."""
NpcId: TypeAlias = Annotated[str, one_of(NPCS)]
"""An NPC ship: its nation if it is naval, else `pirate_sloop` or `pirate_frigate`."""
HitLocation: TypeAlias = Annotated[str, one_of(LOCATIONS)]
"""A part of a ship."""
HitOrX: TypeAlias = Annotated[str, one_of((*LOCATIONS, "x"))]
"""Where a hit falls; `x`: its owner still chooses."""
GoodId: TypeAlias = Annotated[str, one_of(GOODS)]
"""A good."""
ShipTypeId: TypeAlias = Annotated[str, one_of(SHIPS)]
"""A type of ship, by its id."""
SkillId: TypeAlias = Annotated[str, one_of((*SKILLS, "long_guns", "swivel_guns"))]
"""A skill of a captain, or the modification whose dice are rolled."""
ModificationId: TypeAlias = Annotated[str, one_of(MODIFICATIONS)]
"""A modification, by its id."""
WeaponId: TypeAlias = Annotated[str, one_of(WEAPONS)]
"""A special weapon, by its id."""
CaptainId: TypeAlias = Annotated[str, one_of(CAPTAINS)]
"""A captain, by the id of the card."""
MissionId: TypeAlias = Annotated[str, one_of(MISSIONS)]
"""A mission, by the id of its card."""
RumorId: TypeAlias = Annotated[str, one_of(RUMORS)]
"""A rumor, by the id of its card."""
EventCardId: TypeAlias = Annotated[str, one_of(EVENT_CARDS)]
"""An event, by the id of its card."""
Declaration: TypeAlias = Annotated[str, one_of(("shoot", "board", "flee"))]
"""What a side of a battle does in a round."""
RerollMeans: TypeAlias = Annotated[str, one_of(("card", "grappling_hooks", "zone", "gunner_captain"))]
"""What lets dice of a battle be rolled again."""
GunSource: TypeAlias = Annotated[str, one_of(("guns", "long_guns", "chasers"))]
"""The guns that hit."""
HitSource: TypeAlias = Annotated[str, one_of(("battle", "raid", "storm", "fever", "reef", "card"))]
"""Where a hit comes from."""
HitCancelling: TypeAlias = Annotated[str, one_of(("card", "shot", "reinforced_hull", "surgeon"))]
"""What cancels a hit."""
Helped: TypeAlias = Annotated[str, one_of(("dice", "hits", "locations", "flight"))]
"""What a card changes for a side of a battle."""
GloryReason: TypeAlias = Annotated[str, one_of(("battle", "mission", "raid", "rumor", "sale", "ship"))]
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
        )
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
        )
    ),
]
"""What a roll is for."""
ActionKind: TypeAlias = Annotated[str, one_of(("cove", "mission", "move", "port", "rumor", "scout"))]
"""What an action is spent on."""
Activity: TypeAlias = Annotated[str, one_of(("sell_goods", "buy_goods", "shipyard", "recruit", "mission", "rumor", "stash"))]
"""An activity of the Port action."""
EntryMeans: TypeAlias = Annotated[str, one_of(("open", "gold", "influence", "papers", "event"))]
"""How a captain enters a port: it is open, for gold, by a roll for Influence, by a card, or by an event."""
LotKind: TypeAlias = Annotated[str, one_of(("goods", "cargo", "raid", "plunder"))]
"""Where the cards of a lot come from."""
DiscardReason: TypeAlias = Annotated[str, one_of(("damage", "limit", "mission", "room"))]
"""Why cargo cards are discarded."""
WeaponUse: TypeAlias = Annotated[str, one_of(("contest", "raid", "volley"))]
"""What a special weapon is used for."""
DiceMeans: TypeAlias = Annotated[str, one_of(("scouting:card", "scouting:ability", "rumor:ability"))]
"""The roll that is made again, and what lets it be."""
AbilityUse: TypeAlias = Annotated[str, one_of(("rumor_check", "scouting"))]
"""The roll for which the ability of a captain is used."""
RandomKind: TypeAlias = Annotated[str, one_of(("good", "nation_pair", "zone"))]
"""The kind of thing that an event draws."""
RaidHelp: TypeAlias = Annotated[str, one_of(("plunder", "escape"))]
"""What a card changes in a raid."""
Timing: TypeAlias = Annotated[str, one_of(card.timing for card in GLORY.values())]
"""What a reaction window opens for: the `timing` of the glory cards that can be announced in it (MM-K16)."""
CargoCard: TypeAlias = str
"""A cargo card, by its id."""
GloryCard: TypeAlias = str
"""A glory card, as `<card id>:<copy number>`."""


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
    """Whether the seat is compared with the others that reach 10 points: among them most points on the track win, then the
    larger stash (MM-373, MM-374, MM-375)."""
