"""What there is to reach in Pirates of Maracaibo: every card, slot, tile and space, and every effect at work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

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
from domain.pirates_of_maracaibo.effects import OPS

from .catalogue import Catalogue


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
        ("storage", STORAGE),
        ("buried space", [*BURIED, *POSEIDON]),
        ("raid action", RAID_ACTIONS),
        ("forfeit", FORFEITS),
        ("ruby space", RUBY_MARKET),
        ("solo card", SOLO_CARDS),
        ("layout", LAYOUTS),
        ("effect", OPS),
    )
    return frozenset(f"{kind} {name}" for kind, names in kinds for name in names)


def reached(events: Iterable[Any]) -> Iterator[str]:
    """The things that were not only there but came into play."""
    for event in events:
        match event:
            case e.GameSetUp(options=options):
                yield f"layout {options.layout}"
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
            case e.FrameChanged(frame=frame) if hasattr(frame, "location") and frame.done:
                yield f"action of location {frame.location}"


def watch(note: Callable[[str], None]) -> None:
    """Have every effect that begins reported."""
    for name, op in list(OPS.items()):
        OPS[name] = op._replace(begin=_noting(name, op.begin, note))  # type: ignore[index]


def _noting(name: str, begin: Any, note: Callable[[str], None]) -> Any:
    def noted(record: Any, seat: int, effect: Any, rng: Any) -> None:
        note(f"effect {name}")
        begin(record, seat, effect, rng)

    return noted


CATALOGUE = Catalogue(everything(), reached, watch)
