"""A stop at a Location (RULES.md, chapter 7; Rubies, 23.5)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.game import Rng
from domain.kit.decisions import Answer, always, passes, plain
from domain.kit.stack import nearest

from .. import commands as c
from .. import events as e
from ..content import LOCATIONS, Effect
from ..effects import OPS
from ..effects.feasibility import can_do_something, can_use
from ..effects.raiding import RESUME, resumable
from ..effects.tiles import tile_here
from ..flow import Advance, Answers, begin, change, close, declining, in_steps, place_markers
from ..frames import Frame, GainRuby, LocationActions, OwnBlackMarket, ResolveEffects, Upgrade, Visit
from ..refusals import require
from ..state import Record, State

# The steps of a visit


def _ruby(record: Record, rng: Rng) -> Frame | None:
    """A Location with a Ruby in supply offers it before all else (PM-366, PM-367)."""
    visit = nearest(record.state, Visit)
    if record.state.options.rubies and LOCATIONS[visit.location].ruby_supply:
        return GainRuby(visit.seat)
    return None


def _marker(record: Record, rng: Rng) -> None:
    """A marker goes on the island that the Treasure Value tile names, if there is one (PM-087, PM-088)."""
    island = record.state.value_tiles.get(nearest(record.state, Visit).location)
    if island is not None:
        place_markers(record, island, 1, "treasure_value")


def _own_tile(record: Record, rng: Rng) -> Frame | None:
    """The seat's own Black Market tile here may be used, if it can do something (PM-089, PM-090)."""
    visit = nearest(record.state, Visit)
    tile = tile_here(record.state, visit.seat, visit.location)
    if tile is not None and can_use(record.state, visit.seat, tile):
        return OwnBlackMarket(visit.seat, tile)
    return None


def _upgrade(record: Record, rng: Rng) -> Frame:
    """An Upgrade may be placed (PM-091)."""
    return Upgrade(nearest(record.state, Visit).seat, 1)


def _actions(record: Record, rng: Rng) -> Frame:
    """The seat takes the Location's actions, in any order (PM-092)."""
    visit = nearest(record.state, Visit)
    return LocationActions(visit.seat, visit.location)


# Rubies


def _gain_ruby(record: Record, frame: GainRuby, command: c.GainRuby, rng: Rng) -> None:
    close(record)
    record.emit(e.RubyGained(frame.seat))


# Actions


def _offered(state: State, frame: LocationActions) -> Iterable[c.TakeAction]:
    for number, effect in enumerate(LOCATIONS[frame.location].actions):
        if effect.sides:
            yield from (c.TakeAction(number, side) for side in range(len(effect.sides)))
        else:
            yield c.TakeAction(number)


def _side(effect: Effect, side: int | None) -> tuple[Effect, ...]:
    return (effect,) if side is None else effect.sides[side]


def _may_take(state: State, frame: LocationActions, command: c.TakeAction) -> None:
    actions = LOCATIONS[frame.location].actions
    require(0 <= command.action < len(actions), "unknown_action")
    effect = actions[command.action]
    sides = range(len(effect.sides))
    require((command.side in sides) if effect.sides else (command.side is None), "unknown_action")
    taken = dict(zip(frame.done, frame.sides, strict=True))
    require(taken.get(command.action, -1) != command.side, "action_done")
    require(command.action not in taken, "other_side_taken")
    able = any(can_do_something(state, frame.seat, each) for each in _side(effect, command.side))
    require(able, "nothing_to_do")


def _take(record: Record, frame: LocationActions, command: c.TakeAction, rng: Rng) -> None:
    state = record.state
    record.emit(e.ActionTaken(frame.seat, state.seats[frame.seat].ship, command.action, command.side))
    change(
        record,
        LocationActions(frame.seat, frame.location, (*frame.done, command.action), (*frame.sides, command.side)),
    )
    effect = LOCATIONS[frame.location].actions[command.action]
    chosen = _side(effect, command.side)
    if len(chosen) == 1:
        OPS[chosen[0].op](record, frame.seat, chosen[0], rng)
    else:
        begin(
            record, ResolveEffects(frame.seat, f"location:{frame.location}/{command.action}/{command.side}", optional=True)
        )


def _finish(record: Record, frame: LocationActions, command: c.FinishActions, rng: Rng) -> None:
    close(record)
    record.emit(e.LocationActionsFinished(frame.seat))


def _advance_actions(record: Record, frame: LocationActions, rng: Rng) -> bool:
    """The seat is asked as long as an action can do something or a pool can be resumed (PM-449)."""
    state = record.state
    able = any(passes(_may_take, state, frame, command) for command in _offered(state, frame))
    if able or resumable(state, frame.seat):
        return False
    _finish(record, frame, c.FinishActions(), rng)
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
        c.TakeAction: Answer(_take, _offered, _may_take),
        c.ResumeRaid: RESUME,
        c.FinishActions: Answer(_finish, plain(c.FinishActions()), always),
    },
}
