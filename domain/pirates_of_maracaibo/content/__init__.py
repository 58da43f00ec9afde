"""Cards and boards (their vocabulary is in data/README.md), and the effects of every source."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from domain.game import Json

from ..values import TREASURES, DieColour, Treasure

NAMES = (
    "components",
    "locations",
    "residences",
    "improvements_tier_1",
    "improvements_tier_2",
    "quests",
    "exploration_track",
    "ship_board",
    "hideout_board",
    "black_market",
    "figureheads",
    "treasure_value_tiles",
    "treasure_islands",
    "layouts",
    "solo_cards",
    "jordan_boards",
    "rubies",
)


T = TypeVar("T", bound=Any)


class _Data(msgspec.Struct, frozen=True):
    pass


class Effect(_Data, frozen=True):
    """One effect: an `op` with its parameters. Parameters an op does not have keep their defaults."""

    op: str
    amount: int = 0
    count: int = 1
    types: tuple[str, ...] = ()
    same_type: bool = False
    island: str = ""
    doubloons: int = 0
    movement: int = 0
    power_bonus: int = 0
    power: int = 0
    colour: DieColour | None = None
    cost: int = 0
    type: str = ""
    surcharge: int = 0
    counter: str = ""
    max: int | None = None
    group_size: int = 0
    spaces: int | tuple[BonusSpace, ...] = 0
    effects: tuple[Effect, ...] = ()
    sides: tuple[tuple[Effect, ...], ...] = ()


Effects: TypeAlias = tuple[Effect, ...]


class BonusSpace(_Data, frozen=True):
    """A space that a marker covers: of the hideout board, of Poseidon, of the Ruby Market."""

    id: str
    effects: Effects


class Income(_Data, frozen=True):
    doubloons: int
    vp: int


class Improvement(_Data, frozen=True):
    id: str
    name: str
    tier: int
    type: Literal["crew", "equipment", "ship"]
    cost: int
    vp: int
    lightning: bool
    immediate: Effects
    ongoing: Effects
    endgame: Effects
    income: Income


class Location(_Data, frozen=True):
    id: str
    name: str
    tier: int
    has_treasure_value_symbol: bool
    ruby_supply: bool
    actions: Effects


class Residence(_Data, frozen=True):
    id: str
    name: str
    cost: int
    token_spots: int
    first_builder_vp: int
    scoring: Effect


class Need(_Data, frozen=True):
    counter: str
    at_least: int


class Line(_Data, frozen=True):
    needs: tuple[Need, ...]
    vp: int


class Quest(_Data, frozen=True):
    id: str
    top: Line
    bottom: Line


class TrackSpace(_Data, frozen=True):
    id: str
    branch: Literal["common", "upper", "lower"]
    effects: Effects


class Edge(_Data, frozen=True, rename={"from_": "from"}):
    from_: str
    to: str
    river: int | None


class Section(_Data, frozen=True):
    section: int
    slots: int
    requires_upgrades: int


class Slot(_Data, frozen=True):
    id: str
    section: int
    kind: Literal["one_time", "ongoing"]
    effects: Effects


class RaidAction(_Data, frozen=True):
    key: str
    cost: int
    effects: Effects


class Area(_Data, frozen=True):
    """The part of the hideout board for one type of Treasure."""

    treasure: Treasure
    storage_bonus_spaces: tuple[BonusSpace, ...]
    buried_spaces: tuple[BonusSpace, ...]


class TileSide(_Data, frozen=True):
    effects: Effects


class Tile(_Data, frozen=True):
    id: str
    front: TileSide
    back: TileSide


class Figurehead(_Data, frozen=True):
    id: str
    name: str
    immediate: Effects
    ongoing: Effects
    income: Income


class ValueTile(_Data, frozen=True):
    id: str
    treasure: Treasure


class Island(_Data, frozen=True):
    treasure: Treasure
    start_markers: int


class Band(_Data, frozen=True):
    """The VP of each Treasure by the markers on its island (PM-246)."""

    min_markers: int
    max_markers: int | None
    vp_each: int


class Space(_Data, frozen=True):
    id: str
    column: int
    row: int


class Layout(_Data, frozen=True):
    """A sea. `adjacency` lists for each space those that touch it; the Gulf touches `gulf_from` (PM-043, PM-048)."""

    id: str
    name: str
    last_column: int
    spaces: tuple[Space, ...]
    adjacency: Mapping[str, tuple[str, ...]]
    start_to: tuple[str, ...]
    gulf_from: tuple[str, ...]


class SoloAction(_Data, frozen=True):
    op: str
    type_order: tuple[str, ...] = ()
    movement: int = 0


class SoloCard(_Data, frozen=True):
    id: str
    deck: Literal["A", "B"]
    bonus: SoloAction | None
    main: tuple[SoloAction, ...]


class JordanRaid(_Data, frozen=True):
    vp: int
    treasures: int
    marker_if_jordan_has_more: bool


class JordanExplore(_Data, frozen=True):
    vp: int
    extra_spaces: int


class TrackPosition(_Data, frozen=True):
    position: int
    raid: JordanRaid
    explore: JordanExplore


class JordanSlot(_Data, frozen=True):
    id: str
    op: str


@cache
def raw(name: str) -> dict[str, Any]:
    """One data file as JSON values."""
    value: dict[str, Any] = msgspec.json.decode(
        files("domain.pirates_of_maracaibo").joinpath("data", f"{name}.json").read_bytes()
    )
    return value


def content() -> Json:
    """All data files, for drawing, each entry with its provenance."""
    return {name: raw(name) for name in NAMES}


def _read(kind: type[T], entries: Any) -> tuple[T, ...]:
    return msgspec.convert(entries, tuple[kind, ...])  # type: ignore[valid-type]


def _by_id(kind: type[T], *lists: Any) -> Mapping[str, T]:
    return {entry.id: entry for entries in lists for entry in _read(kind, entries)}


IMPROVEMENTS = _by_id(Improvement, *(raw(f"improvements_tier_{tier}")["improvements"] for tier in (1, 2)))
LOCATIONS = _by_id(Location, *(raw("locations")[f"tier_{tier}"] for tier in (1, 2)))
RESIDENCES = _by_id(Residence, raw("residences")["residences"])
QUESTS = _by_id(Quest, raw("quests")["quests"])
TRACK = _by_id(TrackSpace, raw("exploration_track")["spaces"])
EDGES = _read(Edge, raw("exploration_track")["edges"])
TRACK_START, TRACK_END = str(raw("exploration_track")["start"]), str(raw("exploration_track")["end"])
RETIREMENT_TILE = str(raw("exploration_track")["retirement_spur"]["space"])
RETIREMENT_FROM = str(raw("exploration_track")["retirement_spur"]["from"])
SECTIONS = {section.section: section for section in _read(Section, raw("ship_board")["sections"])}
SLOTS = _by_id(Slot, raw("ship_board")["slots"])
STANDARD_RAID_ACTIONS = _read(RaidAction, raw("ship_board")["standard_raid_actions"])
AREAS: Mapping[str, Area] = {area.treasure: area for area in _read(Area, raw("hideout_board")["areas"])}
TILES = _by_id(Tile, raw("black_market")["tiles"])
FIGUREHEADS = _by_id(Figurehead, raw("figureheads")["figureheads"])
VALUE_TILES = _read(ValueTile, raw("treasure_value_tiles")["tiles"])
ISLANDS = _read(Island, raw("treasure_islands")["islands"])
BANDS = _read(Band, raw("treasure_islands")["value_bands"])
LAYOUTS = _by_id(Layout, raw("layouts")["layouts"])
SOLO_CARDS = _by_id(SoloCard, raw("solo_cards")["cards"])
JORDAN_TRACK = {each.position: each for each in _read(TrackPosition, raw("jordan_boards")["hideout_track"]["positions"])}
JORDAN_SLOTS = tuple(slot for column in raw("jordan_boards")["ship_board"]["columns"] for slot in _read(JordanSlot, column))
RUBY_MARKET = _by_id(BonusSpace, raw("rubies")["market_spaces"])

TIER_ONE_LOCATIONS = tuple(card.id for card in LOCATIONS.values() if card.tier == 1)
TIER_ONE_IMPROVEMENTS = tuple(card.id for card in IMPROVEMENTS.values() if card.tier == 1)
TIER_TWO = (
    *(card.id for card in IMPROVEMENTS.values() if card.tier == 2),
    *(card.id for card in LOCATIONS.values() if card.tier == 2),
)
POSEIDON: Mapping[str, BonusSpace] = {
    space.id: space
    for card in FIGUREHEADS.values()
    for effect in card.ongoing
    if effect.op == "extra_bury_spaces" and isinstance(effect.spaces, tuple)
    for space in effect.spaces
}
STORAGE: Mapping[str, tuple[Treasure, BonusSpace]] = {
    space.id: (treasure, space) for treasure in TREASURES for space in AREAS[treasure].storage_bonus_spaces
}
BURIED: Mapping[str, tuple[Treasure, BonusSpace]] = {
    space.id: (treasure, space) for treasure in TREASURES for space in AREAS[treasure].buried_spaces
}
"""Without those of Poseidon, which take any type."""


def value_of(markers: int) -> int:
    """The VP of each Treasure by the markers on its island (PM-246)."""
    return next(
        band.vp_each
        for band in BANDS
        if band.min_markers <= markers and (band.max_markers is None or markers <= band.max_markers)
    )


# Sources


@cache
def effects_of(source: str) -> Effects:
    """The effects of `<kind>:<id>`, such as `space:A6` or `tile:B1:front`; `/<index>/<side>` picks a side of a choice in it,
    `/<index>` a single effect."""
    whole, *path = source.split("/")
    effects = _of_whole(*whole.split(":"))
    if not path:
        return effects
    effect = effects[int(path[0])]
    return effect.sides[int(path[1])] if len(path) > 1 else (effect,)


def _of_whole(kind: str, name: str, side: str = "") -> Effects:
    match kind:
        case "improvement":
            return IMPROVEMENTS[name].immediate
        case "location":
            return LOCATIONS[name].actions
        case "space":
            return TRACK[name].effects
        case "tile":
            return (TILES[name].front if side == "front" else TILES[name].back).effects
        case "storage":
            return STORAGE[name][1].effects
        case "buried":
            return POSEIDON[name].effects if name in POSEIDON else BURIED[name][1].effects
        case "slot":
            return SLOTS[name].effects
        case "figurehead":
            return FIGUREHEADS[name].immediate
        case "ruby":
            return RUBY_MARKET[name].effects
        case "raid":
            return RAID_ACTIONS[name].effects
        case _:
            assert kind == "forfeit"
            return FORFEITS[name]


def ongoing_of(name: str) -> Effects:
    """The ongoing effects of a card, slot or Figurehead."""
    if name in SLOTS:
        return SLOTS[name].effects if SLOTS[name].kind == "ongoing" else ()
    return FIGUREHEADS[name].ongoing if name in FIGUREHEADS else IMPROVEMENTS[name].ongoing


def _ongoing(op: str) -> Iterable[tuple[str, Effect]]:
    for name in (*IMPROVEMENTS, *SLOTS, *FIGUREHEADS):
        for effect in ongoing_of(name):
            if effect.op == op:
                yield name, effect


RAID_ACTIONS: Mapping[str, RaidAction] = {
    **{action.key: action for action in STANDARD_RAID_ACTIONS},
    **{name: RaidAction(name, effect.cost, effect.effects) for name, effect in _ongoing("raid_action")},
}
"""By key: what carries an additional one names it (PM-421)."""
FORFEITS: Mapping[str, Effects] = {name: effect.effects for name, effect in _ongoing("explore_forfeit")}
