"""Markers on the Treasure Islands (RULES.md, chapter 9)."""

from __future__ import annotations

from domain.game import Rng
from domain.kit.decisions import Answer

from .. import commands as c
from ..content import Effect
from ..flow import Answers, begin, cause, close, place_markers
from ..frames import PlaceMarkers
from ..state import Recorder, State
from ..values import TREASURES


def begin_markers(recorder: Recorder, seat: int, effect: Effect, rng: Rng) -> None:
    """Places the markers on the island named, or asks for one (PM-126, PM-127)."""
    if effect.island == "any":
        begin(recorder, PlaceMarkers(seat, effect.count))
    else:
        island = next(each for each in TREASURES if each == effect.island)
        place_markers(recorder, island, effect.count, cause(recorder.state))


def _why_not_place_markers(state: State, frame: PlaceMarkers, command: c.PlaceMarkersOn) -> str | None:
    return "unknown_island" if command.island not in TREASURES else None


def _place_markers(recorder: Recorder, frame: PlaceMarkers, command: c.PlaceMarkersOn, rng: Rng) -> None:
    close(recorder)
    island = next(each for each in TREASURES if each == command.island)
    place_markers(recorder, island, frame.count, cause(recorder.state))


ANSWERS: Answers = {
    PlaceMarkers: {
        c.PlaceMarkersOn: Answer(
            _place_markers, lambda s, f: [c.PlaceMarkersOn(island) for island in TREASURES], _why_not_place_markers
        )
    }
}
