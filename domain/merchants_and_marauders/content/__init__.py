"""Cards, tokens and the map as data (RULES.md, chapter 1). data/README.md explains the vocabulary of effects."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias, TypeVar, get_args

import msgspec

from domain.game import Json
from domain.icons import Icon

Nation: TypeAlias = Literal["english", "spanish", "french", "dutch"]
Good: TypeAlias = Literal["cocoa", "food", "rum", "spices", "sugar", "tobacco", "textiles", "wood"]
Location: TypeAlias = Literal["hull", "cargo", "masts", "crew", "cannons"]
Skill: TypeAlias = Literal["seamanship", "scouting", "leadership", "influence"]

NATIONS: tuple[Nation, ...] = ("english", "spanish", "french", "dutch")
SKILLS: tuple[Skill, ...] = get_args(Skill)
PIRATES = ("pirate_sloop", "pirate_frigate")
NPCS = (*NATIONS, *PIRATES)
"""In the order in which they scout (MM-244)."""
LOCATIONS: tuple[Location, ...] = ("hull", "cargo", "masts", "crew", "cannons")
GOODS: tuple[Good, ...] = ("cocoa", "food", "rum", "spices", "sugar", "tobacco", "textiles", "wood")
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
REPAIRABLE = ("hull", "cargo", "masts", "cannons")


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    pass


class Condition(_Data, frozen=True):
    """What must hold for an effect; see `conditions`."""

    cond: str
    n: int = 0
    nation: str = ""
    zone: str = ""
    skill: str = ""
    action: str = ""
    target: str = ""
    location: str = ""
    ships: tuple[str, ...] = ()


class Limit(_Data, frozen=True):
    times: int
    per: Literal["captain_turn", "port_action", "combat_round", "battle", "raid", "battle_or_raid"]


class Entry(_Data, frozen=True):
    """One of several ways into a closed port."""

    pay: int = 0
    check: str = ""


class Effect(_Data, frozen=True, rename={"if_": "if", "as_": "as", "from_": "from"}):
    """One effect: an `op` with its parameters. Parameters an op does not have keep their defaults."""

    op: str
    on: str = ""
    if_: tuple[Condition, ...] = ()
    who: str = ""
    limit: Limit | None = None
    optional: bool = False
    duration: str = ""
    cost: int | str = ""
    n: int | Literal["all", "full", "cannons"] = 1
    max: int | Literal["cannons", "cannons_max"] | None = None
    gold: int = 0
    delta: int = 0
    need: int = 1
    times: int = 1
    skill: str = ""
    nation: str = ""
    npc: str = ""
    npcs: tuple[str, ...] = ()
    item: str = ""
    items: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    good: str = ""
    port: str = ""
    ports: str = ""
    zone: str = ""
    zones: int = 0
    at: str = ""
    at_zone: str = ""
    at_nation: str = ""
    fee: int = 0
    roll: str = ""
    dice: str = ""
    target: str = ""
    commits_nation: str = ""
    location: str = ""
    locations: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    x_means: str = ""
    spare_last: bool = False
    refresh_gold: int = 0
    refresh_at: str = ""
    min_total: int = 1
    tags: tuple[str, ...] = ()
    what: str | tuple[str, ...] = ""
    from_: str | tuple[str, ...] = ""
    as_: str = ""
    pair: str = ""
    which: str = ""
    toward: str = ""
    to: str = ""
    icon: str = ""
    ignore_icon: bool = False
    keep_only_if_icon: str = ""
    action: str = ""
    despite: tuple[str, ...] = ()
    any_of: tuple[Entry, ...] = ()
    activities: tuple[str, ...] = ()
    beats_repeat_port: bool = False
    price_each: int = 0
    max_cards: int = 0
    extra_cards: int = 0
    enemy_crew: int = 0
    enemy_leadership: int = 0
    types: str | tuple[str, ...] = ""
    stat: str = ""
    cap: int = 0
    cost_each: int = 0
    no_shot: bool = False
    on_fail: tuple[Effect, ...] = ()
    on_win: tuple[Effect, ...] = ()
    on_any_success: tuple[Effect, ...] = ()
    per_success: tuple[Effect, ...] = ()
    then: tuple[Effect, ...] = ()


Effects: TypeAlias = tuple[Effect, ...]
Source: TypeAlias = Literal["sourced", "reconstructed"]


class _Identified(_Data, frozen=True, kw_only=True):
    id: str
    source: Source


T = TypeVar("T", bound=_Identified)


class TokenCounts(msgspec.Struct, frozen=True):
    """How many tokens there are of each nation or good."""

    counts: dict[str, int]


class _Card(_Identified, frozen=True, kw_only=True):
    name: str
    name_source: Source | None = None


class Zone(_Card, frozen=True, kw_only=True):
    port: str | None
    nation: Nation | None
    borders: dict[str, str]
    x: float
    y: float
    place_source: Source
    zone_rules: Effects
    zone_rule_text: str | None


class Sign(_Identified, frozen=True, kw_only=True):
    """What a nation, a good or a hit location is called and looks like on boards."""

    name: str
    icon: Icon | None = None
    light: str = ""
    dark: str = ""


class Port(_Card, frozen=True, kw_only=True):
    zone: str
    nation: Nation
    lat: float
    lon: float
    port_rules: Effects
    port_rule_text: str | None


class ShipType(_Card, frozen=True, kw_only=True):
    toughness: int
    hull: int
    masts: int
    cargo: int
    crew: int
    cannons: int
    maneuverability: int
    buy: int | None
    sell: int | None
    starting: bool
    buyable: bool
    glory_on_buy: bool
    cards: int
    cards_source: Source


class Captain(_Card, frozen=True, kw_only=True):
    """Four skills, a nation, a home port and an ability (MM-009)."""

    nation: Nation
    home_port: str
    seamanship: int
    scouting: int
    leadership: int
    influence: int
    gender: str
    ability: str
    effects: Effects


class Cargo(_Identified, frozen=True, kw_only=True):
    good: Good
    plunder: int
    icon: Literal["escape", "hit"]
    location: Location | None


class Course(_Data, frozen=True):
    npc: str
    dir: str


class EventCard(_Card, frozen=True, kw_only=True):
    """A global event, or the captain of an NPC ship."""

    kind: Literal["npc", "global"]
    tags: tuple[str, ...]
    icons: tuple[Course, ...]
    duration: str
    effects: Effects
    text: str
    npc: str = ""
    captain: str = ""
    start_zone: str = ""
    seamanship: int = 0
    scouting: int = 0
    leadership: int = 0
    bounty_scaled_skill: str | None = None
    reward: int | None = None


class Hire(_Data, frozen=True, rename={"if_": "if"}):
    pay: int
    when: Literal["port_action", "captain_turn_end"]
    if_: tuple[Condition, ...]


class GloryCard(_Card, frozen=True, kw_only=True):
    copies: int
    kind: Literal["action", "specialist"]
    timing: str
    effects: Effects
    text: str
    specialist: str = ""
    hire: Hire | None = None


class Requirement(_Data, frozen=True):
    type: str
    skill: str = ""
    gold: int = 0
    n: int = 0
    nation: str = ""


class Step(_Data, frozen=True):
    """One thing to do for a mission."""

    type: str
    ports: tuple[str, ...] = ()
    item: str = ""
    spaces: int = 0
    from_port: str = ""
    port: str = ""
    effects: Effects = ()
    good: str = ""
    n: int = 0
    npcs: tuple[str, ...] = ()
    nation: str = ""
    zone: str = ""
    skill: str = ""
    need: int = 1
    retry: bool = True
    on_fail: Effects = ()
    enemy_crew: int = 0
    enemy_leadership: int = 0
    gold: int = 0
    options: tuple[Step, ...] = ()


class Mission(_Card, frozen=True, kw_only=True):
    port: str
    requirements: tuple[Requirement, ...]
    steps: tuple[Step, ...]
    reward: Effects
    glory_points: int
    glory_cards: int
    text: str


class Place(_Data, frozen=True):
    kind: Literal["zone", "port"]
    id: str


class Rumor(_Card, frozen=True, kw_only=True):
    where: Place
    skill: Skill
    need: int
    effects: Effects
    on_fail: Effects
    keep_after: bool
    glory_points: int
    glory_cards: int
    text: str


class Modification(_Card, frozen=True, kw_only=True):
    """`resale` is what a fitted one adds to the ship's sale price (MM-105)."""

    copies: int
    copies_source: Source
    buy: int
    resale: int
    effects: Effects
    text: str


class Weapon(_Card, frozen=True, kw_only=True):
    copies: int
    copies_source: Source
    buy: int
    sell: int
    effects: Effects
    text: str


@cache
def raw(name: str) -> dict[str, Json]:
    """One data file as JSON values."""
    text = files("domain.merchants_and_marauders").joinpath("data", f"{name}.json").read_bytes()
    value: dict[str, Json] = msgspec.json.decode(text)
    return value


def _by_id(cards: Json, kind: type[T]) -> Mapping[str, T]:
    assert isinstance(cards, list)
    listed = [msgspec.convert(card, type=kind) for card in cards]
    return {card.id: card for card in listed}


def _tokens(key: str) -> Json:
    tokens = raw("tokens")["tokens"]
    assert isinstance(tokens, dict)
    return tokens[key]


ZONES = _by_id(raw("zones")["zones"], Zone)
PORTS = _by_id(raw("ports")["ports"], Port)
SHIPS = _by_id(raw("ships")["ships"], ShipType)
CAPTAINS = _by_id(raw("captains")["captains"], Captain)
CARGO = _by_id(raw("cargo")["cargo"], Cargo)
EVENT_CARDS = _by_id(raw("events")["events"], EventCard)
GLORY = _by_id(raw("glory")["glory"], GloryCard)
MISSIONS = _by_id(raw("missions")["missions"], Mission)
RUMORS = _by_id(raw("rumors")["rumors"], Rumor)
MODIFICATIONS = _by_id(_tokens("ship_modifications"), Modification)
WEAPONS = _by_id(_tokens("special_weapons"), Weapon)
NATION_SIGNS = _by_id(raw("signs")["nations"], Sign)
GOOD_SIGNS = _by_id(raw("signs")["goods"], Sign)
LOCATION_SIGNS = _by_id(raw("signs")["locations"], Sign)
MERCHANTS = msgspec.convert(_tokens("merchant"), type=TokenCounts).counts
DEMAND = msgspec.convert(_tokens("demand"), type=TokenCounts).counts


def content() -> Json:
    """All data files, for drawing."""
    names = ("zones", "ports", "ships", "captains", "cargo", "events", "glory", "missions", "rumors", "signs", "tokens")
    return {name: raw(name) for name in names}


@cache
def glory_card(instance: str) -> GloryCard:
    """The card behind an instance `<card id>:<copy number>`."""
    return GLORY[instance.partition(":")[0]]


GLORY_INSTANCES = tuple(f"{card.id}:{copy}" for card in GLORY.values() for copy in range(1, card.copies + 1))
MODIFICATION_TOKENS = tuple(token.id for token in MODIFICATIONS.values() for _ in range(token.copies))
MERCHANT_TOKENS = tuple(nation for nation, count in MERCHANTS.items() for _ in range(count))
DEMAND_TOKENS = tuple(good for good, count in DEMAND.items() for _ in range(count))
BUYABLE_SHIPS = tuple(ship.id for ship in SHIPS.values() if ship.buyable)
STARTING_SHIPS = tuple(ship.id for ship in SHIPS.values() if ship.starting)
