"""Everything to reach in Pirates of Maracaibo: every card, slot, tile, space and effect."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo.content import (
    BURIED,
    FIGUREHEADS,
    FORFEITS,
    IMPROVEMENTS,
    JORDAN_SLOTS,
    LAYOUTS,
    LOCATIONS,
    POSEIDON,
    QUESTS,
    RAID_ACTIONS,
    RESIDENCES,
    RETIREMENT_TILE,
    RUBY_MARKET,
    SLOTS,
    SOLO_CARDS,
    STORAGE,
    TILES,
    TRACK,
    TRACK_START,
)
from domain.pirates_of_maracaibo.decisions import ANSWERS
from domain.pirates_of_maracaibo.effects import OPS
from domain.pirates_of_maracaibo.effects.feasibility import plain
from domain.pirates_of_maracaibo.frames import LocationActions
from domain.pirates_of_maracaibo.values import DIE_COLOURS, GULF, MARACAIBO, TREASURES
from tests.fuzz.catalogue import Catalogue, top_of_stack
from tests.fuzz.maracaibo_goals import pull
from tests.pirates_of_maracaibo.invariants import check_all, check_change

MODULES = ("fog_of_war_locations", "fog_of_war_improvements", "pirate_skirmish", "quest_hunters", "rubies", "retirement")


def everything() -> frozenset[str]:
    """One label for each thing."""
    kinds: tuple[tuple[str, Iterable[str]], ...] = (
        ("improvement", IMPROVEMENTS),
        ("residence", RESIDENCES),
        ("action of location", LOCATIONS),
        ("quest", QUESTS),
        ("figurehead", FIGUREHEADS),
        ("slot", [*SLOTS, *(slot.id for slot in JORDAN_SLOTS)]),
        ("tile", TILES),
        ("track space", [*(space for space in TRACK if space != TRACK_START), RETIREMENT_TILE]),
        ("storage", (*STORAGE, *map(plain, TREASURES))),
        ("buried space", [*BURIED, *POSEIDON]),
        ("raid action", RAID_ACTIONS),
        ("forfeit", FORFEITS),
        ("ruby space", RUBY_MARKET),
        ("solo card", SOLO_CARDS),
        ("effect", OPS),
        ("seats", ("1", "2", "3", "4")),
        ("option", (f"layout={layout}" for layout in LAYOUTS)),
        ("option", (f"{module}={on}" for module in (*MODULES, "break_location_clusters") for on in (False, True))),
        ("option", (f"b_cards={number}" for number in range(7))),
    )
    return frozenset(f"{kind} {name}" for kind, names in kinds for name in names)


SHOWING = frozenset(
    (
        e.BlackMarketTileUsed,
        e.ExplorerMoved,
        e.FigureheadGained,
        e.FrameChanged,
        e.ImprovementAcquired,
        e.MovementForfeited,
        e.QuestGained,
        e.RaidActionUsed,
        e.ResidenceConstructed,
        e.RubySold,
        e.SoloCardRevealed,
        e.TreasureBuried,
        e.TreasureStored,
        e.UpgradePlaced,
    )
)
"""Events that bring something into play."""


def reached(events: Iterable[Any]) -> Iterator[str]:
    """The things that came into play."""
    for event in events:
        if type(event) not in SHOWING:
            continue
        match event:
            case e.ImprovementAcquired(card=card):
                yield f"improvement {card}"
            case e.ResidenceConstructed(card=card):
                yield f"residence {card}"
            case e.QuestGained(quest=quest):
                yield f"quest {quest}"
            case e.FigureheadGained(figurehead=figurehead):
                yield f"figurehead {figurehead}"
            case e.UpgradePlaced(slot=slot):
                yield f"slot {slot}"
            case e.BlackMarketTileUsed(tile=tile):
                yield f"tile {tile}"
            case e.ExplorerMoved(to=space):
                yield f"track space {space}"
            case e.TreasureStored(place=place):
                yield f"storage {place}"
            case e.TreasureBuried(space=space):
                yield f"buried space {space}"
            case e.RaidActionUsed(key=key):
                yield f"raid action {key}"
            case e.MovementForfeited(source=source):
                yield f"forfeit {source}"
            case e.RubySold(market_space=space):
                yield f"ruby space {space}"
            case e.SoloCardRevealed(card=card):
                yield f"solo card {card}"
            case e.FrameChanged(frame=LocationActions() as frame) if frame.done:
                yield f"action of location {frame.location}"


def watch(note: Callable[[str], None]) -> None:
    """Report every effect that begins."""
    for name, op in list(OPS.items()):
        OPS[name] = _noting(name, op, note)  # type: ignore[index]


def _noting(name: str, begin: Any, note: Callable[[str], None]) -> Any:
    def noted(record: Any, seat: int, effect: Any, rng: Any) -> None:
        note(f"effect {name}")
        begin(record, seat, effect, rng)

    return noted


def settings(chooser: random.Random) -> dict[str, Any]:
    """Any modules, any layout, and any number of seats, often the highest, with which the sea gets crowded."""
    drawn: dict[str, Any] = {name: chooser.random() < 0.4 for name in (*MODULES, "break_location_clusters")}
    drawn |= {"layout": chooser.choice(list(LAYOUTS)), "players": chooser.choice((1, 2, 3, 4, 4))}
    if drawn["players"] == 1:
        drawn["b_cards"] = chooser.randint(0, 6)
    return drawn


def kinds(state: Any) -> Sequence[type]:
    """The kinds of commands of the open decision."""
    top = state.stack[-1] if state.stack else None
    return tuple(ANSWERS.get(type(top), (c.ReturnQuest,)))


SPACES = sorted({space.id for layout in LAYOUTS.values() for space in layout.spaces})
PLACES = (*SPACES, *TRACK, RETIREMENT_TILE, *BURIED, *POSEIDON, GULF, MARACAIBO)
NAMES: Mapping[str, Sequence[Any]] = {
    "quest": list(QUESTS),
    "space": PLACES,
    "seat": range(4),
    "slot": list(SLOTS),
    "action": range(4),
    "side": (None, 0, 1),
    "pool": range(1, 4),
    "market_space": list(RUBY_MARKET),
    "index": range(4),
    "colour": DIE_COLOURS,
    "key": list(RAID_ACTIONS),
    "treasure": TREASURES,
    "place": (*map(plain, TREASURES), *STORAGE),
    "source": (*FORFEITS, "deck", "market_1", "market_2", "market_3"),
    "island": TREASURES,
    "tile": list(TILES),
    "figurehead": list(FIGUREHEADS),
}

CATALOGUE = Catalogue(
    everything=everything(),
    reached=reached,
    watch=watch,
    settings=settings,
    bad_settings=({"players": 9}, {"players": 1, "b_cards": 7}, {"players": 2, "b_cards": 1}, {"layout": "none"}),
    invariants=check_all,
    changes=check_change,
    kinds=kinds,
    decision=top_of_stack,
    names=NAMES,
    strangers=(-1, 9),
    pull=pull,
)
