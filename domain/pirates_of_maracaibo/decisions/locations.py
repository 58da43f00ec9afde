"""A stop at a Location (RULES.md, chapter 7; Rubies, 23.5)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.game import Rng
from domain.kit.decisions import Answer, always, plain

from .. import commands as c
from .. import events as e
from ..content import LOCATIONS, Effect
from ..effects import OPS
from ..effects.feasibility import can_do_something, can_use
from ..effects.raiding import RESUME, resumable
from ..effects.tiles import tile_here
from ..flow import Advance, Answers, begin, change, close, declining, in_steps, place_markers
from ..frames import Frame, GainRuby, LocationActions, OwnBlackMarket, ResolveEffects, Upgrade, Visit
from ..state import Recorder, State

# The steps of a visit


def _ruby(recorder: Recorder, visit: Visit, rng: Rng) -> Frame | None:
    """A Location with a Ruby in supply offers it before all else (PM-366, PM-367)."""
    if recorder.state.options.rubies and LOCATIONS[visit.location].ruby_supply:
        return GainRuby(visit.seat)
    return None


def _marker(recorder: Recorder, visit: Visit, rng: Rng) -> None:
    """A marker goes on the island that the Treasure Value tile names, if there is one (PM-087, PM-088)."""
    island = recorder.state.value_tiles.get(visit.location)
    if island is not None:
        place_markers(recorder, island, 1, "treasure_value")


def _own_tile(recorder: Recorder, visit: Visit, rng: Rng) -> Frame | None:
    """The seat's own Black Market tile here may be used, if it can do something (PM-089, PM-090)."""
    tile = tile_here(recorder.state, visit.seat, visit.location)
    if tile is not None and can_use(recorder.state, visit.seat, tile):
        return OwnBlackMarket(visit.seat, tile)
    return None


def _upgrade(recorder: Recorder, visit: Visit, rng: Rng) -> Frame:
    """An Upgrade may be placed (PM-091)."""
    return Upgrade(visit.seat, 1)


def _actions(recorder: Recorder, visit: Visit, rng: Rng) -> Frame:
    """The seat takes the Location's actions, in any order (PM-092)."""
    return LocationActions(visit.seat, visit.location)


# Rubies


def _gain_ruby(recorder: Recorder, frame: GainRuby, command: c.GainRuby, rng: Rng) -> None:
    close(recorder)
    recorder.emit(e.RubyGained(frame.seat))


# Actions


def _offered(state: State, frame: LocationActions) -> Iterable[c.TakeAction]:
    for number, effect in enumerate(LOCATIONS[frame.location].actions):
        if effect.sides:
            yield from (c.TakeAction(number, side) for side in range(len(effect.sides)))
        else:
            yield c.TakeAction(number)


def _side(effect: Effect, side: int | None) -> tuple[Effect, ...]:
    return (effect,) if side is None else effect.sides[side]


def _why_not_take(state: State, frame: LocationActions, command: c.TakeAction) -> str | None:
    actions = LOCATIONS[frame.location].actions
    if not (0 <= command.action < len(actions)):
        return "unknown_action"
    effect = actions[command.action]
    sides = range(len(effect.sides))
    if not ((command.side in sides) if effect.sides else (command.side is None)):
        return "unknown_action"
    taken = dict(zip(frame.done, frame.sides, strict=True))
    if taken.get(command.action, -1) == command.side:
        return "action_done"
    if command.action in taken:
        return "other_side_taken"
    able = any(can_do_something(state, frame.seat, each) for each in _side(effect, command.side))
    return None if able else "nothing_to_do"


def _take(recorder: Recorder, frame: LocationActions, command: c.TakeAction, rng: Rng) -> None:
    state = recorder.state
    recorder.emit(e.ActionTaken(frame.seat, state.seats[frame.seat].ship, command.action, command.side))
    change(
        recorder,
        LocationActions(frame.seat, frame.location, (*frame.done, command.action), (*frame.sides, command.side)),
    )
    effect = LOCATIONS[frame.location].actions[command.action]
    chosen = _side(effect, command.side)
    if len(chosen) == 1:
        OPS[chosen[0].op](recorder, frame.seat, chosen[0], rng)
    else:
        begin(
            recorder, ResolveEffects(frame.seat, f"location:{frame.location}/{command.action}/{command.side}", optional=True)
        )


def _finish(recorder: Recorder, frame: LocationActions, command: c.FinishActions, rng: Rng) -> None:
    close(recorder)
    recorder.emit(e.LocationActionsFinished(frame.seat))


def _advance_actions(recorder: Recorder, frame: LocationActions, rng: Rng) -> bool:
    """The seat is asked as long as an action can do something or a pool can be resumed (PM-449)."""
    state = recorder.state
    able = any(_why_not_take(state, frame, command) is None for command in _offered(state, frame))
    if able or resumable(state, frame.seat):
        return False
    _finish(recorder, frame, c.FinishActions(), rng)
    return True


ADVANCE: Advance = {
    Visit: in_steps(
        ("ruby", _ruby), ("marker", _marker), ("own_tile", _own_tile), ("upgrade", _upgrade), ("actions", _actions)
    ),
    LocationActions: _advance_actions,
}
ANSWERS: Answers = {
    GainRuby: {
        c.GainRuby: Answer(_gain_ruby, plain(c.GainRuby()), always),
        c.Decline: declining("gain_ruby"),
    },
    LocationActions: {
        c.TakeAction: Answer(_take, _offered, _why_not_take),
        c.ResumeRaid: RESUME,
        c.FinishActions: Answer(_finish, plain(c.FinishActions()), always),
    },
}
