"""Black Market tiles: placing them and using them (RULES.md, chapters 14 and 16)."""

from __future__ import annotations

from domain.game import Rng
from domain.kit.decisions import Answer, always, plain

from .. import commands as c
from .. import events as e
from ..content import LOCATIONS, TILES
from ..flow import Answers, begin, close, declining
from ..frames import OwnBlackMarket, PlaceTile, PlaceTileWhere, ResolveEffects, UsePlacedTile
from ..state import Recorder, State
from .feasibility import can_use, free_locations, has_tile, tile_source, unplaced_tiles


def tile_here(state: State, seat: int, location: str) -> str | None:
    """The seat's own tile on a Location (PM-089, PM-090)."""
    return next((tile for tile, place in state.seats[seat].tiles.items() if place == location), None)


def _use(recorder: Recorder, seat: int, tile: str) -> None:
    recorder.emit(e.BlackMarketTileUsed(seat, tile))
    begin(recorder, ResolveEffects(seat, tile_source(recorder.state, tile), optional=False))


# Using


def _use_here(recorder: Recorder, frame: OwnBlackMarket, command: c.UseTileHere, rng: Rng) -> None:
    close(recorder)
    _use(recorder, frame.seat, frame.tile)


def _why_not_use(state: State, frame: UsePlacedTile, command: c.UseTile) -> str | None:
    if command.tile not in state.seats[frame.seat].tiles:
        return "tile_not_placed"
    return None if can_use(state, frame.seat, command.tile) else "nothing_to_do"


def _use_placed(recorder: Recorder, frame: UsePlacedTile, command: c.UseTile, rng: Rng) -> None:
    close(recorder)
    _use(recorder, frame.seat, command.tile)


# Placing


def _why_not_choose(state: State, frame: PlaceTile, command: c.ChooseTile) -> str | None:
    return "tile_not_available" if command.tile not in unplaced_tiles(state.seats[frame.seat]) else None


def _choose(recorder: Recorder, frame: PlaceTile, command: c.ChooseTile, rng: Rng) -> None:
    close(recorder)
    recorder.emit(e.TileChosen(frame.seat, command.tile))
    begin(recorder, PlaceTileWhere(frame.seat, command.tile, frame.cost))


def _why_not_place(state: State, frame: PlaceTileWhere, command: c.PlaceTileAt) -> str | None:
    card = state.sea.get(command.space)
    if card is not None and not card.face_up:
        return "face_down"
    if card is None or card.id not in LOCATIONS:
        return "not_a_location"
    return "location_has_tile" if has_tile(state, card.id) else None


def _place(recorder: Recorder, frame: PlaceTileWhere, command: c.PlaceTileAt, rng: Rng) -> None:
    """The cost is paid, the tile placed, and its effect applied at once (PM-183, PM-187, PM-399)."""
    close(recorder)
    recorder.emit(e.BlackMarketTilePlaced(frame.seat, frame.tile, command.space, frame.cost))
    _use(recorder, frame.seat, frame.tile)


ANSWERS: Answers = {
    OwnBlackMarket: {
        c.UseTileHere: Answer(_use_here, plain(c.UseTileHere()), always),
        c.Decline: declining("use_tile_here"),
    },
    PlaceTile: {
        c.ChooseTile: Answer(_choose, lambda s, f: [c.ChooseTile(tile) for tile in TILES], _why_not_choose),
        c.Decline: declining("place_black_market_tile"),
    },
    PlaceTileWhere: {
        c.PlaceTileAt: Answer(_place, lambda s, f: [c.PlaceTileAt(space) for space in free_locations(s)], _why_not_place)
    },
    UsePlacedTile: {
        c.UseTile: Answer(
            _use_placed, lambda s, f: [c.UseTile(tile) for tile in TILES if tile in s.seats[f.seat].tiles], _why_not_use
        ),
        c.Decline: declining("activate_placed_tile"),
    },
}
