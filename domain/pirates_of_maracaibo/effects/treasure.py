"""Gaining, storing and burying Treasure (RULES.md, chapters 9 and 11)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.game import Rng
from domain.kit.decisions import Answer
from domain.kit.stack import nearest

from .. import commands as c
from .. import events as e
from ..content import AREAS, STORAGE, Effect, effects_of
from ..flow import Advance, Answers, asked_while, begin, change, close, declining
from ..frames import Bury, BurySpace, GainTreasure, RaidSpending, ResolveEffects, StoreTreasure
from ..state import Recorder, State, pool_of
from ..values import TREASURES, Treasure
from .feasibility import bury_spaces, can_bury, can_bury_any, plain, storage_places, stored_at

# Gaining


def begin_gain(recorder: Recorder, seat: int, effect: Effect, rng: Rng) -> None:
    begin(recorder, GainTreasure(seat, _types(recorder.state, effect), effect.count, effect.same_type))


def _types(state: State, effect: Effect) -> tuple[Treasure, ...]:
    """The types to choose from; `die_colour` is the type of the raid, or any type in a fixed-power raid (PM-102, PM-115)."""
    if effect.types == ("die_colour",):
        pool = pool_of(state, nearest(state, RaidSpending).pool)
        return TREASURES if pool.treasure is None else (pool.treasure,)
    return tuple(treasure for treasure in TREASURES if treasure in effect.types)


def _why_not_gain(state: State, frame: GainTreasure, command: c.ChooseTreasure) -> str | None:
    return "type_not_allowed" if command.treasure not in frame.types else None


def _gain(recorder: Recorder, frame: GainTreasure, command: c.ChooseTreasure, rng: Rng) -> None:
    """Treasures are gained one after the other, from the island as long as it has markers (PM-119, PM-208)."""
    treasure = next(each for each in TREASURES if each == command.treasure)
    if frame.same_type and len(frame.types) > 1:
        recorder.emit(e.TreasureTypeChosen(frame.seat, treasure))
    if frame.left > 1:
        types = (treasure,) if frame.same_type else frame.types
        change(recorder, GainTreasure(frame.seat, types, frame.left - 1, frame.same_type))
    else:
        close(recorder)
    recorder.emit(e.TreasureGained(frame.seat, treasure, "island" if recorder.state.islands[treasure] else "supply"))
    begin(recorder, StoreTreasure(frame.seat, treasure))


# Storing


def _places(state: State, frame: StoreTreasure) -> Iterable[c.StoreTreasure]:
    bonus = [space.id for space in AREAS[frame.treasure].storage_bonus_spaces]
    return [c.StoreTreasure(place) for place in (plain(frame.treasure), *bonus)]


def _why_not_store(state: State, frame: StoreTreasure, command: c.StoreTreasure) -> str | None:
    if command not in _places(state, frame):
        return "wrong_area"
    return "space_taken" if command.place in state.seats[frame.seat].covered else None


def _store(recorder: Recorder, frame: StoreTreasure, command: c.StoreTreasure, rng: Rng) -> None:
    """Plainly, or on an empty bonus space, whose bonus is gained at once (PM-121, PM-122)."""
    close(recorder)
    recorder.emit(e.TreasureStored(frame.seat, frame.treasure, command.place))
    if command.place in STORAGE:
        begin(recorder, ResolveEffects(frame.seat, f"storage:{command.place}", optional=False))


# Burying


def _why_not_choose_marker(state: State, frame: Bury, command: c.ChooseBuryMarker) -> str | None:
    treasure = stored_at(state.seats[frame.seat], command.place)
    if treasure is None:
        return "no_marker_there"
    return None if can_bury(state.seats[frame.seat], treasure) else "no_buried_space"


def _choose_marker(recorder: Recorder, frame: Bury, command: c.ChooseBuryMarker, rng: Rng) -> None:
    treasure = stored_at(recorder.state.seats[frame.seat], command.place)
    assert treasure is not None
    if frame.left > 1:
        change(recorder, Bury(frame.seat, frame.left - 1))
    else:
        close(recorder)
    recorder.emit(e.BuryMarkerChosen(frame.seat, treasure, command.place))
    begin(recorder, BurySpace(frame.seat, treasure, command.place))


def _why_not_bury(state: State, frame: BurySpace, command: c.ChooseBurySpace) -> str | None:
    own = state.seats[frame.seat]
    if command.space not in bury_spaces(own, frame.treasure):
        return "wrong_area"
    return "space_taken" if command.space in own.covered else None


def _bury(recorder: Recorder, frame: BurySpace, command: c.ChooseBurySpace, rng: Rng) -> None:
    """The marker covers the space, and the seat gains what it shows, if anything (PM-144, PM-145)."""
    close(recorder)
    recorder.emit(e.TreasureBuried(frame.seat, frame.treasure, frame.place, command.space))
    source = f"buried:{command.space}"
    if effects_of(source):
        begin(recorder, ResolveEffects(frame.seat, source, optional=False))


ADVANCE: Advance = {Bury: asked_while(lambda state, seat: can_bury_any(state.seats[seat]), "bury_treasure")}
ANSWERS: Answers = {
    GainTreasure: {
        c.ChooseTreasure: Answer(
            _gain,
            lambda s, f: [c.ChooseTreasure(treasure) for treasure in f.types],
            _why_not_gain,
            figures={"type_not_allowed": lambda state, frame, command: {"allowed": [*frame.types]}},
        )
    },
    StoreTreasure: {c.StoreTreasure: Answer(_store, _places, _why_not_store)},
    Bury: {
        c.ChooseBuryMarker: Answer(
            _choose_marker,
            lambda s, f: [c.ChooseBuryMarker(place) for place in storage_places(s.seats[f.seat])],
            _why_not_choose_marker,
        ),
        c.Decline: declining("bury_treasure"),
    },
    BurySpace: {
        c.ChooseBurySpace: Answer(
            _bury,
            lambda s, f: [c.ChooseBurySpace(space) for space in bury_spaces(s.seats[f.seat], f.treasure)],
            _why_not_bury,
        )
    },
}
